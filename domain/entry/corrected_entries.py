"""Entries for a correction, as somebody types them: understood as the prompt would have understood them there."""

import shlex
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from ludograph.domain.entry.interpretation import AmbiguousEntry, Interpretation, interpret, seat_name
from ludograph.domain.entry.observed_match import ObservedMatch
from ludograph.domain.entry.unseen_outcomes import with_unseen_outcomes
from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, TABLE, Refused, verb_of
from ludograph.domain.kernel.play import play
from ludograph.domain.match.aggregate import NAMELESS, Match
from ludograph.domain.match.events import AnyStep
from ludograph.domain.match.views import is_seen
from ludograph.domain.notation.lines import Line
from ludograph.domain.notation.name_matcher import is_whole_number
from ludograph.domain.notation.parser import LineParser
from ludograph.domain.notation.strict_json import Unreadable
from ludograph.domain.notation.tokens import TokenizedLine
from ludograph.domain.notation.values import Reader, ValueWriter, text_of


class CorrectedEntries:
    """The entries in a text, to be put before a step or in its place; `;` divides them, or quotation marks do.

    In the place of a step an entry that does not say who acts is of the same player, and where it says no verb of the
    same one, if no other is meant; cards alone may be what came of the same action.
    """

    def __init__(
        self,
        match: Match,
        parser: LineParser,
        observer: Observer,
        with_outcomes: Callable[[Match, Line], Line] = lambda _, line: line,
    ) -> None:
        """`with_outcomes`: asks for what was seen and is not told, in the match as it stands there."""
        self._with_outcomes = with_outcomes
        self._match = match
        self._parser = parser
        self._observer = observer

    def before(self, step: int, text: str) -> tuple[Line | str, ...]:
        """Entries that go before a step. Raises `AmbiguousEntry` or `Unreadable`."""
        return self._read(step, text, None)

    def instead(self, step: int, text: str) -> tuple[Line | str, ...]:
        """Entries that take the place of a step. Raises `AmbiguousEntry` or `Unreadable`."""
        return self._read(step, text, self._match.steps[step - 1])

    def _read(self, step: int, text: str, stood: AnyStep | None) -> tuple[Line | str, ...]:
        if text.startswith("{"):
            return (text,)
        # What these eyes know goes on as if it were all: whether an entry is legal must tell nothing else.
        now = _standing(self._match, step, self._match.view(self._observer, step - 1))
        text, found = self._first(now, self._divided(text), stood)
        lines: list[Line] = []
        while True:
            for line in found.lines:
                lines.append(self._with_unseen(now, self._with_outcomes(now, line)))
                now = _standing(now, step, _state_after(now, lines[-1]))
            if not text[found.stop :].strip(" ;"):
                return tuple(lines)
            found = interpret(ObservedMatch(now, JUDGE), self._parser, text, found.stop)

    def _with_unseen(self, now: Match, line: Line) -> Line:
        """An entry with `??` for what these eyes did not see and that is left out of it, as where it is recorded."""
        if self._match.start.seed is not None or line.drawn is None:
            return line
        move = line.move(now.game, self._parser.reader)
        try:
            play(now.game, now.state, line.actor, move, now.chance(line.drawn, line.shuffled))
        except Refused as refused:
            return (refused.outcome and with_unseen_outcomes(now, line, self._observer).line) or line
        return line

    def _first(self, now: Match, text: str, stood: AnyStep | None) -> tuple[str, Interpretation]:
        """The first entry in a text, and the text with what it leaves out."""
        observed = ObservedMatch(now, JUDGE)
        for whole in self._completed(text, stood):
            with suppress(AmbiguousEntry, Unreadable):
                found, head = interpret(observed, self._parser, whole), self._parser.head(self._parser.tokens(whole))
                if head.verb is None or self._is_certain(head.verb, head.body):
                    return whole, found
        return text, interpret(observed, self._parser, text)

    def _is_certain(self, verb: str, body: TokenizedLine) -> bool:
        """Whether what stands behind a verb is nothing but its values and outcomes."""
        if self._parser.fields.certain(verb, body) is None:
            return False
        outcomes = map(str, self._parser.action(TABLE, verb, body).line.drawn or ())
        known = (UNKNOWN, *self._parser.game.deck.by_code)
        return all(one in known or is_whole_number(one) for one in outcomes)

    def _completed(self, text: str, stood: AnyStep | None) -> Iterator[str]:
        """A text with who acts and what they do, as far as it leaves that out in the place of a step."""
        if stood is None:
            return
        head, verb = self._parser.head(self._parser.tokens(text)), verb_of(type(stood.action).__name__)
        if head.seat is None:
            yield f"{seat_name(stood.actor)} {text}"
            yield f"{seat_name(stood.actor)} {verb} {text}"
            if is_seen(stood, self._observer):
                fields = ValueWriter(self._match.players, unknown="??").fields(stood.action)
                yield f"{seat_name(stood.actor)} {text_of(self._match.game, verb, fields)} > {text}"
        elif not head.verbs:
            yield text
            yield f"{seat_name(head.seat)} {verb} {text[head.body.start :]}"

    def _divided(self, text: str) -> str:
        """Entries in quotation marks, as on the command line, divided by `;`."""
        if text[:1] not in ("'", '"'):
            return text
        try:
            words = shlex.split(text)
        except ValueError:
            return text
        is_name = words[0].casefold() in (name.casefold() for name in self._match.players)
        return text if is_name or not all(" " in word for word in words) else "; ".join(words)


def _standing(match: Match, step: int, state: Any) -> Match:
    """The match before a step, as if it stood like this, and nothing were drawn."""
    start = replace(match.start, seed=None, originator_id=NAMELESS)
    return Match(start, match.game, match.steps[: step - 1], (*match.states[: step - 1], state), (start,))


def _state_after(now: Match, line: Line) -> Any:
    """The state after an entry; as it was where it is refused, for whoever decides the correction says why."""
    move = line.move(now.game, Reader(now.game.deck, now.players))
    try:
        return play(now.game, now.state, line.actor, move, now.chance(line.drawn)).state
    except Refused:
        return now.state
