"""Asks how the cards lay when a match with real cards began: field by field, in the words of the game's rules."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from cli.errors import explain
from cli.printing.usage import codes_text
from cli.table.asking import Ask, Back, Dropped, question
from domain.kernel.cards import UNKNOWN
from domain.kernel.conceal import Observer
from domain.kernel.game import JUDGE, TABLE
from domain.kernel.shapes import Field, Shape, fields_of
from domain.notation.listening import Listener
from domain.notation.values import Reader, Writer
from domain.notation.words import Word, words_of
from domain.records.real_cards import RawDeal, RealCards, hides

SEAT: Final = "{seat}"
"""Stands in a question for the player whose entry is asked for."""


class Starting:
    """Asks for a deal. `ask` shows a question and returns the answer, `tell` a message.

    What not everybody sees is asked only of `eyes` that see it, or of the judge.
    """

    def __init__(self, start: RealCards, ask: Ask, tell: Callable[[str], None], eyes: Observer = JUDGE) -> None:
        self._eyes = eyes
        self._told: dict[str, Any] = {}
        """The deal as far as it was told."""
        self.listener = Listener(start.game, start.players)
        self._start = start
        self._ask = ask
        self._tell = tell
        self._reader = Reader(start.game.deck, start.players)

    def deal(self, given: RawDeal) -> dict[str, Any]:
        """What is given, and what was answered. Raises `Dropped` on Ctrl-C, EOFError at the end of input.

        What everybody sees comes first: then a match begins, and whatever else is said shows whether it can be.
        """
        deal = self._told = dict(given)
        known = self._start.example.keys() - given.keys()
        fields = [field for field in fields_of(self._start.game.deal) if field.question and field.name in known]
        fields = sorted(filter(self._is_seen, fields), key=hides)
        at = 0
        while at < len(fields):
            try:
                self._add(fields[at], deal)
                at += 1
            except Back:
                at = max(at - 1, 0)
                deal.pop(fields[at].name, None)
        return deal

    def _is_seen(self, field: Field) -> bool:
        """Whether these eyes may have seen some of it."""
        return not hides(field) or self._eyes != TABLE

    def _add(self, field: Field, deal: dict[str, Any]) -> None:
        """Adds what is answered for a field, once it can be; nothing where it need not be said, or nobody saw it."""
        while hides(field) or self._start.refusal(deal) is not None:
            value = self._value(field, deal)
            if value is None:
                return
            if self._can_be(deal | {field.name: value}):
                deal[field.name] = value
                return

    def _can_be(self, deal: RawDeal) -> bool:
        """Whether nothing is wrong with a deal but for what it does not say yet; says what is."""
        fault = self._start.fault(deal)
        if fault is not None:
            self._tell(explain(fault, self._start.game, self._start.players))
        return fault is None

    def _value(self, field: Field, deal: dict[str, Any]) -> Any:
        """A value for a field, None where nothing of it was seen."""
        assert field.question is not None
        text, among = field.question.text, field.question.among
        left = list(among(self._start.options, len(self._start.players))) if among else None
        if SEAT not in text:
            return self._entry(text, field, field.shape, left)
        assert field.shape.item is not None
        entries: list[Any] = []
        while len(entries) < len(self._start.players):
            name = self._start.players[len(entries)]
            if hides(field) and self._eyes not in (JUDGE, len(entries) + 1):
                entries.append(None)
                continue
            try:
                entry = self._entry(text.replace(SEAT, name), field, field.shape.item, left)
            except Back:
                if not entries or (hides(field) and self._eyes != JUDGE):
                    raise
                _put_back(entries.pop(), left)
                continue
            unseen = [None] * (len(self._start.players) - len(entries) - 1)
            if hides(field) and not self._can_be(deal | {field.name: [*entries, entry, *unseen]}):
                continue
            if left is not None:
                left.remove(tuple(entry) if isinstance(entry, list) else entry)
            entries.append(entry)
        return None if entries == [None] * len(entries) else entries

    def _entry(self, text: str, field: Field, shape: Shape, left: Sequence[Any] | None) -> Any:
        """The answer to one question, as a deal has it; None where it was not seen."""
        if left is not None and len(left) == 1:
            return Writer(self._start.players).value(shape, left[0])
        while True:
            line = self._ask(_prompt(text, field, shape, left), lambda: self._possible(field, shape, left)).strip()
            if line.casefold() == "undo":
                raise Back
            if line.casefold() in ("help", "?"):
                more = "`undo` goes back to the question before, `look` shows what was told, Ctrl-C starts nothing."
                cards = f" {codes_text(self._start.game.deck)}" if shape.holds_cards else ""
                self._tell(f"{field.about}{cards} {more}")
                continue
            if line.casefold() in ("look", "show"):
                self._tell("\n".join(self._answers()) or "Nothing was told yet.")
                continue
            try:
                return self._read(line, field, shape, left)
            except ValueError as wrong:
                self._tell(str(wrong))

    def _answers(self) -> Iterator[str]:
        """What was told so far."""
        for field in fields_of(self._start.game.deal):
            value = self._told.get(field.name)
            if field.question and value is not None:
                entries = value if SEAT in field.question.text else [value]
                for name, entry in zip(self._start.players, entries, strict=False):
                    yield f"{field.question.text.replace(SEAT, name)}: {self._said(field.shape, entry)}."

    def _said(self, shape: Shape, value: Any) -> str:
        """A value of a deal in words."""
        if shape.kind == "seat" and str(value) not in self._start.players:
            return self._start.players[int(value) - 1]
        return (" ".join(map(str, value)) or "none") if isinstance(value, list) else str(value or UNKNOWN)

    def _read(self, line: str, field: Field, shape: Shape, left: Sequence[Any] | None) -> Any:
        """An answer as a deal has it. ValueError says what is wrong with it."""
        if line in ("", UNKNOWN) and hides(field):
            return None
        words = words_of(line)
        if not words and (shape.kind != "list" or left is not None or SEAT not in _text(field)):
            raise ValueError("Everybody at the table sees this, so that it cannot be left out.")
        if left is not None and shape.kind == "list":
            return self._chosen(words, shape, left)
        value = self._raw(words, shape)
        try:
            self._reader.value(shape, value, hidden=hides(field))
        except ValueError as wrong:
            text = str(wrong)
            raise ValueError(f"{text[:1].upper()}{text[1:]}.") from wrong
        return value

    def _chosen(self, words: Sequence[Word], shape: Shape, left: Sequence[Any]) -> Any:
        """The list that has all that was answered in it. ValueError where that is none, or not one alone."""
        parts = set(self._raw(words, shape))
        found = [one for one in left if parts <= set(one)]
        if len(found) != 1:
            raise ValueError(f"That is in {'several' if found else 'none'} of {_listed(left)}.")
        return list(found[0])

    def _raw(self, words: Sequence[Word], shape: Shape) -> Any:
        """What was answered, as a file would have it."""
        if shape.kind == "list":
            assert shape.item is not None
            entries = []
            while words:
                taken = self.listener.spelling.value(shape.item, words)
                entries.append(taken.value)
                words = words[taken.words :]
            return entries
        taken = self.listener.spelling.value(shape, words)
        return " ".join(word.text for word in words) if taken.words < len(words) else taken.value

    def _possible(self, field: Field, shape: Shape, left: Sequence[Any] | None) -> Sequence[str]:
        """What could be answered, for completion."""
        item = shape.item if shape.kind == "list" and shape.item is not None else shape
        if item.kind == "seat":
            return self._start.players
        if item.kind != "card":
            return item.words
        if left is not None:
            return [card for one in left for card in one]
        return [*self._start.game.deck.by_code, *([UNKNOWN] if hides(field) else [])]


def _put_back(entry: Any, left: list[Any] | None) -> None:
    """Takes back what was dealt out."""
    if left is not None:
        left.append(tuple(entry) if isinstance(entry, list) else entry)


def _prompt(text: str, field: Field, shape: Shape, left: Sequence[Any] | None) -> str:
    """The question, with what an empty answer means."""
    if shape.kind == "list" and left is not None:
        return question(text, _listed(left))
    if hides(field):
        return question(text, "Enter: not seen")
    return question(text, "Enter: none" if SEAT in _text(field) and shape.kind == "list" else "")


def _text(field: Field) -> str:
    return field.question.text if field.question else ""


def _listed(lists: Sequence[Sequence[str]]) -> str:
    return "; ".join(" ".join(one) for one in lists)


def asked_for(start: RealCards, given: RawDeal, eyes: Observer) -> dict[str, Any]:
    """The deal that somebody with these eyes tells. Raises `Dropped` on Ctrl-C and at the end of input."""
    from cli.printing.terminal import echo, width
    from cli.table.prompting import Prompts
    from replay.telling import wrapped

    def tell(text: str) -> None:
        echo("\n".join(line for part in text.splitlines() for line in wrapped(part, width=width())))

    prompts = Prompts()
    starting = Starting(start, prompts, tell, eyes)
    prompts.listener = starting.listener
    try:
        return starting.deal(given)
    except EOFError:
        raise Dropped from None
