"""What somebody at a table enters, however little they write: who, what, and what they did not see.

The third and fourth stage of a typed line; `domain.notation` has the first two.

3. interpretation: `interpretation.interpret` takes the head of a line and says in an `Interpretation` which actions are
   meant: who acts where nobody is named, which verb where it is begun or left out (`inference`), whose each value is
   where several do the same. It asks an `ObservedMatch`, so that it tells nothing that the observer does not know.
4. recording: `recording.record_entry` decides a `Line` by all that is recorded and stores what followed;
   `recording.decide_entries` decides all actions of a text or none. What the observer did not see stays unknown
   (`unseen_outcomes`).

Before an entry is whole: `draft` and `questions` say which outcome is asked for next, `lookahead` which could come, and
`list_items` what can be picked for a list.
"""
