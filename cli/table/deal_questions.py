"""Asks how the cards lay when a match with real cards began: field by field, in the words of the game's rules."""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, Final, NamedTuple

from ludograph.cli.errors import explain
from ludograph.cli.printing.terminal import echo, width
from ludograph.cli.printing.usage import codes_text
from ludograph.cli.table.prompts import Prompts
from ludograph.cli.table.questions import Ask, EntryCancelled, PreviousQuestion, question_text
from ludograph.domain.exchange.real_cards import RawDeal, RealCards, hides
from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, TABLE, Dealt, Seat
from ludograph.domain.kernel.shapes import Field, Shape, fields_of
from ludograph.domain.notation.parser import PLAY_SYNTAX as ENTERED
from ludograph.domain.notation.parser import LineParser
from ludograph.domain.notation.tokens import LineToken
from ludograph.domain.notation.values import Reader, ValueWriter
from ludograph.replay.sentences.step_sentences import wrapped

SEAT: Final = "{seat}"
"""Stands in a question for the player whose entry is asked for."""


class DealPostponed(Exception):
    """Somebody says how the cards lay later; nothing of what was answered counts."""


class DealPart(NamedTuple):
    """What one question asks for: a field of a deal, or what one seat has of it."""

    field: Field
    seat: Seat
    """`TABLE` where the field is asked for as a whole."""

    @property
    def shape(self) -> Shape:
        """What an answer looks like."""
        shape = self.field.shape
        return shape.item if self.seat and shape.item is not None else shape

    @property
    def dealt(self) -> Dealt | None:
        """The cards that are dealt out, where only some are."""
        return self.field.question.dealt if self.field.question else None


class DealQuestions:
    """Asks for a deal. `ask` shows a question and returns the answer, `tell` a message.

    What not everybody sees is asked only of an observer who sees it, or of the judge.
    """

    def __init__(self, start: RealCards, ask: Ask, tell: Callable[[str], None], observer: Observer = JUDGE) -> None:
        self._observer = observer
        self._told: dict[str, Any] = {}
        """The deal as far as it was told."""
        self._entries: dict[str, list[Any]] = {}
        """What was answered of fields that are asked for seat by seat."""
        self.parser = LineParser(start.game, start.players, ENTERED)
        self._start = start
        self._ask = ask
        self._tell = tell
        self._reader = Reader(start.game.deck, start.players)

    def deal(self, given: RawDeal) -> dict[str, Any]:
        """What is given, and what was answered. Raises `EntryCancelled` on Ctrl-C, EOFError at the end of input.

        What everybody sees comes first: then a match begins, and whatever else is said shows whether it can be.
        """
        self._told, self._entries = dict(given), {}
        parts = list(self._parts(self._start.example.keys() - given.keys()))
        asked: list[int] = []
        at = 0
        while at < len(parts):
            try:
                if self._is_wanted(parts[at]) and self._take(parts[at]):
                    asked.append(at)
                at += 1
            except PreviousQuestion:
                at = asked.pop() if asked else 0
                self._forget(parts[at:])
        return self._told

    def _parts(self, names: Collection[str]) -> Iterator[DealPart]:
        """What is asked for, one after the other."""
        fields = [field for field in fields_of(self._start.game.deal) if field.question and field.name in names]
        for field in sorted(filter(self._is_seen, fields), key=hides):
            for seat in range(1, len(self._start.players) + 1) if SEAT in _text(field) else (TABLE,):
                yield DealPart(field, seat)

    def _is_seen(self, field: Field) -> bool:
        """Whether the observer may have seen some of it."""
        return not hides(field) or self._observer != TABLE

    def _is_wanted(self, part: DealPart) -> bool:
        """Whether the deal has to say it, or somebody may have seen it."""
        return hides(part.field) or self._start.refusal(self._told) is not None

    def _forget(self, parts: Sequence[DealPart]) -> None:
        """Takes back what was answered from one question on."""
        for field, seat in parts:
            self._told.pop(field.name, None)
            del self._entries.get(field.name, [])[max(seat - 1, 0) :]

    def _take(self, part: DealPart) -> bool:
        """Takes in an answer once it can be, without asking where there is but one; whether anything was asked."""
        left = self._left(part)
        if not self._has_some(part):
            self._keep(part, None if left is None else [])
            return False
        if left is not None and len(left) == 1 and not part.dealt:
            self._keep(part, ValueWriter(self._start.players).value(part.shape, left[0]))
            return False
        while True:
            value = self._entry(part, left)
            if value is None or self._fits(part, value):
                self._keep(part, value)
                self._show(part)
                return True

    def _show(self, part: DealPart) -> None:
        """Tells how the cards lie that were told, where a game does."""
        lying = part.field.question.lying if part.field.question else None
        if lying is not None and self._start.refusal(self._told) is None:
            self._tell(lying(self._start.begun(self._told)))

    def _has_some(self, part: DealPart) -> bool:
        """Whether this seat was dealt any, and whether the observer may have seen it."""
        field, seat = part
        if part.dealt:
            return str(self._told.get(part.dealt.but)) not in (str(seat), self._start.players[seat - 1])
        return not seat or not hides(field) or self._observer in (JUDGE, seat)

    def _left(self, part: DealPart) -> list[Any] | None:
        """The values that there can be still, for cards that are dealt out those; None where nothing is known of it."""
        question_text, entries = part.field.question, self._entries.get(part.field.name, [])
        if part.dealt:
            return [card for card in part.dealt.cards if not any(card in entry for entry in entries)]
        if question_text is None or question_text.among is None:
            return None
        gone = [tuple(entry) if isinstance(entry, list) else entry for entry in entries]
        return [one for one in question_text.among(self._start.options, len(self._start.players)) if one not in gone]

    def _fits(self, part: DealPart, value: Any) -> bool:
        """Whether a deal can begin so; what everybody sees of each seat is looked at when all is said."""
        field, seat = part
        others = len(self._start.players) - seat
        if seat and others and not hides(field):
            return True
        whole = [*self._entries.get(field.name, []), value, *[None] * others] if seat else value
        return self._can_be(self._told | {field.name: whole})

    def _keep(self, part: DealPart, value: Any) -> None:
        """Takes in a value; what nobody saw is not told."""
        field, seat = part
        if not seat and value is not None:
            self._told[field.name] = value
        if seat:
            entries = self._entries.setdefault(field.name, [])
            entries.append(value)
            if seat == len(self._start.players) and any(entry is not None for entry in entries):
                self._told[field.name] = list(entries)

    def _can_be(self, deal: RawDeal) -> bool:
        """Whether nothing is wrong with a deal but for what it does not say yet; says what is."""
        fault = self._start.fault(deal)
        if fault is not None:
            self._tell(explain(fault, self._start.game, self._start.players))
        return fault is None

    def _entry(self, part: DealPart, left: Sequence[Any] | None) -> Any:
        """The answer to one question, as a deal has it; None where it was not seen."""
        while True:
            line = self._ask(self._prompt(part, left), lambda: self._possible(part, left)).strip()
            if self._run(line, part):
                continue
            try:
                return self._read(line, part, left)
            except ValueError as wrong:
                self._tell(str(wrong))

    def _run(self, line: str, part: DealPart) -> bool:
        """Does what a line says if it is a command; whether it was. Raises `PreviousQuestion` and `EntryCancelled`."""
        word = line.lstrip(":").casefold()
        if word in ("undo", "u"):
            raise PreviousQuestion
        if word in ("quit", "exit"):
            raise EntryCancelled
        if word == "later":
            raise DealPostponed
        if word in ("help", "?"):
            more = (
                "`undo` goes back to the question before, `look` shows what was told, `later` leaves this and "
                "the deal: `play` asks for it again, `quit` or Ctrl-C records nothing."
            )
            cards = f" {codes_text(self._start.game.deck)}" if part.shape.holds_cards else ""
            self._tell(f"{part.field.about}{cards} {more}")
        elif word in ("look", "show"):
            self._tell("\n".join(self._answers()) or "Nothing was told yet.")
        elif word == "log":
            self._tell("No step is recorded yet: the match has not begun.")
        else:
            return False
        return True

    def _answers(self) -> Iterator[str]:
        """What was told so far."""
        for field in fields_of(self._start.game.deal):
            value = self._told.get(field.name, self._entries.get(field.name))
            if field.question and value is not None:
                entries = value if SEAT in field.question.text else [value]
                for name, entry in zip(self._start.players, entries, strict=False):
                    yield f"{field.question.text.replace(SEAT, name)}: {self._said(field.shape, entry)}."

    def _said(self, shape: Shape, value: Any) -> str:
        """A value of a deal in words."""
        if shape.kind == "seat" and str(value) not in self._start.players:
            return self._start.players[int(value) - 1]
        return (" ".join(map(str, value)) or "none") if isinstance(value, list) else str(value or UNKNOWN)

    def _read(self, line: str, part: DealPart, left: Sequence[Any] | None) -> Any:
        """An answer as a deal has it. ValueError says what is wrong with it."""
        if line in ("", UNKNOWN) and hides(part.field):
            return None
        words = [word for word in self.parser.tokens(line).items if word.kind != "end"]
        if not words:
            raise ValueError("Everybody at the table sees this, so that it cannot be left out.")
        if left is not None and part.shape.kind == "list" and not part.dealt:
            return self._chosen(words, part.shape, left)
        value = self._raw(words, part.shape)
        try:
            self._reader.value(part.shape, value, hidden=hides(part.field))
        except ValueError as wrong:
            text = str(wrong)
            raise ValueError(f"{text[:1].upper()}{text[1:]}.") from wrong
        least = part.field.question.least if part.field.question else 0
        if least and len(value) < least:
            raise ValueError(f"{least} cards at least belong here, not {len(value)}.")
        each = part.dealt.each if part.dealt else 0
        if part.dealt and left is not None and (len(value) != each or len(set(value) & set(left)) != each):
            raise ValueError(f"{each} different cards belong here, of these: {' '.join(left)}.")
        return value

    def _chosen(self, words: Sequence[LineToken], shape: Shape, left: Sequence[Any]) -> Any:
        """The list that has all that was answered in it. ValueError where that is none, or not one alone."""
        parts = set(self._raw(words, shape))
        found = [one for one in left if parts <= set(one)]
        if len(found) != 1:
            raise ValueError(f"That is in {'several' if found else 'none'} of {_listed(left)}.")
        return list(found[0])

    def _raw(self, words: Sequence[LineToken], shape: Shape) -> Any:
        """What was answered, as a file would have it."""
        if shape.kind == "list":
            assert shape.item is not None
            entries = []
            while words:
                taken = self.parser.names.value(shape.item, words)
                entries.append(taken.value)
                words = words[taken.count :]
            return entries
        taken = self.parser.names.value(shape, words)
        return " ".join(word.text for word in words) if taken.count < len(words) else taken.value

    def _possible(self, part: DealPart, left: Sequence[Any] | None) -> Sequence[str]:
        """What could be answered, for completion."""
        shape = part.shape
        item = shape.item if shape.kind == "list" and shape.item is not None else shape
        if item.kind == "seat":
            return self._start.players
        if item.kind != "card":
            return item.words
        if left is not None:
            return left if part.dealt else [card for one in left for card in one]
        return [*self._start.game.deck.by_code, *([UNKNOWN] if hides(part.field) else [])]

    def _prompt(self, part: DealPart, left: Sequence[Any] | None) -> str:
        """The question, with what an empty answer means."""
        text = _text(part.field)
        if part.seat:
            text = text.replace(SEAT, self._start.players[part.seat - 1])
        if part.shape.kind == "list" and left is not None and not part.dealt:
            return question_text(text, _listed(left))
        return question_text(text, "Enter: not seen" if hides(part.field) else "")


def _text(field: Field) -> str:
    return field.question.text if field.question else ""


def _listed(lists: Sequence[Sequence[str]]) -> str:
    return "; ".join(" ".join(one) for one in lists)


def asked_deal(start: RealCards, given: RawDeal, observer: Observer) -> dict[str, Any]:
    """The deal that an observer tells. Raises `EntryCancelled` on Ctrl-C and at the end of input."""

    def tell(text: str) -> None:
        echo("\n".join(line for part in text.splitlines() for line in wrapped(part, width=width())))

    prompts = Prompts()
    starting = DealQuestions(start, prompts, tell, observer)
    prompts.parser = starting.parser
    try:
        return starting.deal(given)
    except EOFError:
        raise EntryCancelled from None
