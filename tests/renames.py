"""What stands no more, where the names of players were put right: nobody is shown more of it than they were then.

`python -m tests.renames --cases 500 --seed 1` plays random matches of every game in which names are exchanged and
misspelled, and steps taken back and corrected. Whatever a seat is shown of an entry later, in the log, by messages and
among what a correction did away with, it was shown when the entry was recorded; or else the table was, where another
name sat there.
"""

import asyncio
import json
from argparse import ArgumentParser
from collections import Counter
from random import Random
from typing import Any

from ludograph.domain.bots.moves import Bots
from ludograph.domain.corrections.amend import Reason, Unamendable, corrected_match, header_correction, replaced
from ludograph.domain.corrections.redo import redone
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import TABLE
from ludograph.domain.kernel.sentences import Speaker
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.events import MatchStarted, Step
from ludograph.domain.match.history import history
from ludograph.domain.match.views import concealed
from ludograph.domain.notation.names import folded
from ludograph.domain.notation.values import json_text
from ludograph.replay.sentences.notes import said_of
from ludograph.replay.sentences.step_sentences import tell_action
from ludograph.replay.service.live.messages import EventFeed
from ludograph.replay.service.live.worker_threads import WorkerThreads
from ludograph.replay.shapes.log import log_json
from tests.worlds import STAMP, random_start

Shown = dict[str, Any]
"""What is said of an entry, but for whether it stands."""


class Audience:
    """Whoever sits at one seat, or all who look on: what they were shown of each entry when it was recorded."""

    def __init__(self, observer: int) -> None:
        self.observer = observer
        self.shown: list[Shown] = []
        self.told: list[str] = []
        """What is said of each step in a sentence, as a page has it; empty for a start."""

    def learn(self, match: Match) -> None:
        """Notes what is new."""
        new = self.log(match)[len(self.shown) :]
        entries = entries_of(match)[len(self.shown) :]
        self.shown += new
        speaker = Speaker(match.game.deck, match.players)
        for told in entries:
            assert told.players == match.players
            step = told.event
            seen = tell_action(match.game, speaker, concealed(step, self.observer)) if isinstance(step, Step) else []
            self.told.append(f"{getattr(step, 'number', 0)}  {' '.join(seen)}")

    def log(self, match: Match) -> list[Shown]:
        """What the log says to them now."""
        lines = log_json(match, self.observer, lambda number: True, beats=True)
        return [{key: value for key, value in line.items() if key not in HOW_IT_STANDS} for line in lines]


HOW_IT_STANDS = ("superseded", "taken_back", "amended", "note", "by")
"""What a line says besides what happened."""


def entries_of(match: Match) -> list[Any]:
    """Every step and start that was ever recorded, as the log has them."""
    return [told for told in history(match) if isinstance(told.event, Step | MatchStarted)]


def check(match: Match, seat: Audience, table: Audience, tally: Counter[str]) -> None:
    """Raises AssertionError where a seat is shown what it was not shown before."""
    observer, allowed, sentences = seat.observer, [], set()
    for at, told in enumerate(entries_of(match)):
        here = [folded(name) for name in told.players[observer - 1 : observer]]
        own = here == [folded(match.players[observer - 1])]
        tally["own" if own else "table's"] += told.superseded
        allowed.append((seat if own else table).shown[at])
        sentences.add((seat if own else table).told[at])
    assert seat.log(match) == allowed
    for said in said_of(match, observer).values():
        gone = {text for one in said if one.details for text in one.details.lines}
        assert gone <= sentences, gone - sentences
    for step, line in zip(sent(match, observer), allowed, strict=True):
        assert step == {key: value for key, value in json.loads(json_text(line)).items() if key != "beats"}


def sent(match: Match, observer: int) -> list[Shown]:
    """Every entry that somebody is sent who follows the match from its start."""
    feed, found = EventFeed(WorkerThreads(1.0), observer, ""), []
    asyncio.run(feed.take(match))
    for _, piece in feed.after(0):
        for line in piece.data.decode().splitlines():
            name, _, data = line.partition(": ")
            message = json.loads(data) if name == "data" else {}
            found += message.get("steps", [message["step"]] if "step" in message else [])
    return [{key: value for key, value in step.items() if key not in HOW_IT_STANDS} for step in found]


def renamed(match: Match, random: Random) -> Match:
    """The match with names exchanged, misspelled, or written otherwise."""
    names = list(match.players)
    one, other = random.choice(range(len(names))), random.choice(range(len(names)))
    how = random.choice(("exchange", "exchange", "shuffle", "misspell", "capitals"))
    if how == "exchange":
        names[one], names[other] = names[other], names[one]
    elif how == "shuffle":
        random.shuffle(names)
    elif how == "misspell":
        names[one] = names[one][:-1] if names[one].endswith("x") else f"{names[one]}x"
    else:
        names[one] = names[one].swapcase()
    return corrected_match(match, header_correction(match, {"players": names}), Reason("", "Eve"), STAMP).match


def changed(match: Match, random: Random) -> Match:
    """The match after anything that somebody does in it."""
    what = random.choice((played, played, renamed, renamed, taken_back, removed, brought_back))
    return what(match, random)


def brought_back(match: Match, random: Random) -> Match:
    """The match with the steps again that were taken back last."""
    return redone(match, STAMP) or match


def taken_back(match: Match, random: Random) -> Match:
    """The match as it was some steps ago."""
    return match.take_back(random.randrange(len(match.steps)), "", STAMP) if match.steps else match


def removed(match: Match, random: Random) -> Match:
    """The match without one of its steps, as far as that is legal."""
    if not match.steps:
        return match
    correction = replaced(match, random.randint(1, len(match.steps)), [])
    try:
        return corrected_match(match, correction, Reason("", "Eve"), STAMP, cut=True).match
    except Unamendable:
        return match


def played(match: Match, random: Random) -> Match:
    """The match some steps on."""
    bots, end = Bots(match.game, len(match.players), random), len(match.steps) + random.randint(1, 12)
    while len(match.steps) < end and (move := bots.move(match.state, len(match.steps))) is not None:
        match = match.play(*move, STAMP)
    return match


def run(game: str, seed: str, tally: Counter[str], changes: int = 8) -> None:
    """One match. Raises AssertionError where somebody is shown too much."""
    random = Random(f"{game} {seed}")
    match = random_start(GAMES[game], random)
    table, *seats = (Audience(observer) for observer in range(TABLE, len(match.players) + 1))
    for _ in range(changes):
        for one in (table, *seats):
            one.learn(match)
        for seat in seats:
            check(match, seat, table, tally)
        match = changed(match, random)


def main() -> None:
    """Runs by the command line."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=500)
    parser.add_argument("--seed", default="1")
    given = parser.parse_args()
    tally: Counter[str] = Counter()
    games = list(GAMES)
    for number in range(given.cases):
        run(games[number % len(games)], f"{given.seed}/{number}", tally)
    print(dict(tally))


if __name__ == "__main__":
    main()
