"""What is open, for a page that knows no game: each action as sentences, its values with their words and cards."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, product
from typing import Any, Final

from msgspec.structs import replace

from ludograph.domain.entry.draft import can_all_do, prefilled
from ludograph.domain.kernel.cards import UNKNOWN, Card
from ludograph.domain.kernel.chance import Unseen
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import Action, Choice, Fact, FreeText, Impossible, Meant, Refused, Seat, verb_of
from ludograph.domain.kernel.sentences import Speaker, capital
from ludograph.domain.kernel.shapes import Field, fields_of
from ludograph.domain.match.aggregate import Match, waited_for
from ludograph.domain.notation.values import ValueWriter, text_of
from ludograph.domain.notation.visible_text import visible
from ludograph.replay.sentences.choices import choice_told

Json = dict[str, Any]
MOST_WAYS: Final = 8
"""An action that can be done in no more ways than this is offered way by way, each as a sentence."""
MOST_NUMBERS: Final = 12
"""More numbers than this in a row are offered by the least and the greatest."""
MOST_VALUES: Final = 200
"""More values than this of a field are not offered."""

DOWN: Final = "y"
"""The field that says with the one before it where in a plane a place is: both are tapped at once."""


BARE: Final = {"to": "How much in all?"}
"""What is asked where the name of a field is no question."""


class Offers:
    """What is open in a match, as the observer at the screen knows it after a step or the last."""

    def __init__(self, match: Match, observer: Observer, at: int | None = None) -> None:
        self.match = match
        self.observer = observer
        self.view = match.view(observer, at)
        self.speaker = Speaker(match.game.deck, match.players)
        self._writer = ValueWriter(match.players, unknown=UNKNOWN)

    def json(self) -> list[Json]:
        """For each seat what is open to it: whom somebody waits for, and the actions."""
        return [
            {
                "seat": seat,
                "name": visible(self.match.name(seat)),
                "awaited": waited_for(choices),
                "actions": [
                    self._action(seat, blocks) for blocks in self._once(seat, _by_action(self.blocks(seat, choices)))
                ],
            }
            for seat, choices in self.match.open_to(self.view).items()
        ]

    def together(self) -> list[Json]:
        """What all who are waited for may do alike, one after the other: as a sentence, and as a line."""
        found: dict[Action, list[Seat]] = {}
        for seat, choices in self.match.open_to(self.view).items():
            for block in self.blocks(seat, (one for one in choices if not one.idle)):
                if (only := _only(block)) is not None:
                    found.setdefault(only, []).append(seat)
        return [
            {"told": f"{visible(self.speaker.seats(seats))}: {self.done(action)}", "line": self._line(seats, action)}
            for action, seats in found.items()
            if len(seats) > 1 and can_all_do(self.match, self.view, seats, action, self.observer)
        ]

    def _line(self, seats: Sequence[Seat], action: Action) -> str:
        verb = verb_of(type(action).__name__)
        text = text_of(self.match.game, verb, {"do": verb} | self._writer.fields(action))
        return "; ".join(f"{seat} {text}" for seat in seats)

    def blocks(self, seat: Seat, choices: Iterable[Choice]) -> list[Choice]:
        """The blocks of a seat, with one value where nothing need be told."""
        return [prefilled(self.match, self.view, seat, choice, self.observer) for choice in choices]

    def of(self, seat: Seat, verb: str) -> list[Choice]:
        """The blocks of one action of a seat."""
        found = self.match.game.choices(self.view, seat)
        return [one for one in self.blocks(seat, found) if verb_of(one.action.__name__) == verb]

    def _once(self, seat: Seat, actions: list[list[Choice]]) -> list[list[Choice]]:
        """The blocks of each action, without those that another word for an action before them offers already."""
        found: list[list[Choice]] = []
        for blocks in actions:
            if not any(self._alike(seat, blocks, before) for before in found):
                found.append(blocks)
        return found

    def _alike(self, seat: Seat, blocks: list[Choice], others: list[Choice]) -> bool:
        """Whether two actions can be done with the same values, and are recorded as the same facts."""
        values = [block.values for block in blocks]
        if not values[0] or values != [block.values for block in others]:
            return False
        kinds = blocks[0].action, others[0].action
        first, other = (
            [fact for block in blocks for end in (0, -1) for fact in self._facts(seat, kind, block, end)]
            for kind in kinds
        )
        return bool(first) and first == other

    def _facts(self, seat: Seat, kind: type[Action], block: Choice, end: int) -> list[Fact]:
        """What an action with the first or the last of its values records, where nothing depends on chance."""
        chance = Unseen()
        try:
            action = kind(**{name: held[end] for name, held in block.values.items()})
            facts = list(action.decide(self.view, seat, chance))
        except (Refused, Impossible):
            return []
        return [] if chance.drawn else facts

    def told(self, choice: Choice, *, brief: bool = False, seat: Seat | None = None) -> str:
        """A block of choices as a sentence begins; a card that no field names is named where it is known.

        With `brief` many cards are counted and not named; for a `seat` it is said how much the action is about.
        """
        text = choice_told(choice, self.match.game, self.speaker, brief=brief)
        meant = self.match.game.meant.get(choice.action)
        if meant and (card := self._card(meant)) is not None:
            named = meant.told.format(card=self.speaker.card(card))
            # Where what it is done with is left out, so are the words.
            told = re.sub(rf"\b{meant.words}\b", lambda _: named, text, count=1)
            text = told if told != text else f"{text} {named}"
        amount = self.match.game.amounts.get(choice.action)
        if amount and seat:
            text = f"{text} {amount(self.view, seat)}"
        return visible(capital(text))

    def _card(self, meant: Meant) -> Card | None:
        card = meant.card(self.view)
        return None if card == UNKNOWN else card

    def done(self, action: Action, seat: Seat | None = None) -> str:
        """An action as a sentence; of a `seat` with how much it is about."""
        fields = fields_of(type(action))
        held = {field.name: (getattr(action, field.name),) for field in fields}
        return self.told(
            Choice(type(action), {name: value for name, value in held.items() if value != ("",)}), seat=seat
        )

    def _action(self, seat: Seat, blocks: Sequence[Choice]) -> Json:
        first, fields = blocks[0], fields_of(blocks[0].action)
        asked = [self._field(seat, field, first.values[field.name]) for field in fields if field.name in first.values]
        # Places are shown where they are, however few there are.
        tapped = {field["name"] for field in asked if "whose" in field}
        ways = [] if tapped else self._ways(seat, blocks)
        shown = _without(_together(blocks), tapped | ({DOWN} if tapped else set()))
        return {
            "do": verb_of(first.action.__name__),
            "idle": all(block.idle for block in blocks),
            "told": self.told(shown, brief=not ways, seat=seat),
            "fields": asked,
            "ways": ways,
            "blocks": [] if ways else [self._block(block, fields) for block in blocks],
        }

    def _field(self, seat: Seat, field: Field, values: Sequence[Any]) -> Json:
        """How a field is asked for; where it names a place, `whose` cards that is among: a seat, or another field."""
        label = field_label(field)
        found: Json = {
            "name": field.name,
            "label": visible(label.replace("{seat}", self.match.name(seat))),
            "text": isinstance(values, FreeText),
        }
        whose = field.question.whose if field.question else None
        if whose is not None:
            found["whose"] = whose if isinstance(whose, str) else whose(self.view, seat)
        return found

    def _ways(self, seat: Seat, blocks: Sequence[Choice]) -> list[Json]:
        """Every way to do an action; none where there are too many."""
        found = list(islice((way for block in blocks for way in _singles(block)), MOST_WAYS + 1))
        return [] if len(found) > MOST_WAYS else [self._way(seat, way) for way in found]

    def _way(self, seat: Seat, way: Choice) -> Json:
        values = {name: held[0] for name, held in way.values.items()}
        fields = {field.name: field for field in fields_of(way.action)}
        raw = {name: self._raw(fields[name], value) for name, value in values.items()}
        cards = [value for name, value in values.items() if fields[name].shape.kind == "card" and value]
        meant = self.match.game.meant.get(way.action)
        cards += [card for card in [meant and self._card(meant)] if card]
        shown = replace(way, values={name: held for name, held in way.values.items() if held != ("",)})
        known = [card for card in cards if card != UNKNOWN]
        return {"fields": raw, "told": self.told(shown, seat=seat), "cards": known}

    def _block(self, block: Choice, fields: Iterable[Field]) -> Json:
        return {
            field.name: self._values(field, block.values[field.name]) for field in fields if field.name in block.values
        }

    def _values(self, field: Field, values: Sequence[Any]) -> Json:
        """The values of a field: as a list, as numbers in a row, as a text, or to be picked one by one."""
        if isinstance(values, FreeText):
            return {"kind": "text", "value": _text_for(values)}
        if isinstance(values, range) and len(values) > MOST_NUMBERS:
            return {"kind": "number", "min": values[0], "max": values[-1], "step": values.step}
        if field.shape.kind == "list" and len(values) > 1:
            return {"kind": "picks"}
        if field.shape.kind == "list" and UNKNOWN in (values[0] or ()) and _is_named(field):
            return {"kind": "picks"}
        return {"kind": "list", "values": [self.value(field, value) for value in islice(values, MOST_VALUES)]}

    def value(self, field: Field, value: Any) -> Json:
        """A value with its words, and its code where it is a card."""
        said = visible(self.speaker.say(value, field.shape))
        # A card or number stays as it is written everywhere; words begin a line, and so with a capital.
        text = said if any(letter.isdigit() for letter in said) else capital(said)
        code = value if field.shape.kind == "card" and value in self.match.game.deck.by_code else None
        unseen = value == UNKNOWN
        return {
            "value": self._raw(field, value),
            "told": "Not seen" if unseen else text,
            **({"card": code} if code else {}),
        }

    def _raw(self, field: Field, value: Any) -> Any:
        """A value as an entry has it."""
        if value is None and field.secret is not None and not _is_named(field):
            return UNKNOWN
        return self._writer.value(field.shape, value)


def field_label(field: Field) -> str:
    """What a field asks, in the words of the rules where it has any."""
    if field.question:
        return f"{field.question.text}?"
    return BARE.get(field.name) or capital(field.name.replace("_", " "))


def _is_named(field: Field) -> bool:
    """Whether everybody sees what a field says, so that no card in it stays unnamed."""
    return field.secret is not None and "*" in field.secret.seen_by


def _by_action(blocks: Iterable[Choice]) -> list[list[Choice]]:
    """The blocks of each action together, in the order of the first."""
    found: dict[type[Action], list[Choice]] = {}
    for block in blocks:
        found.setdefault(block.action, []).append(block)
    return list(found.values())


def _together(blocks: Sequence[Choice]) -> Choice:
    """All blocks of an action as one, to be told in one sentence."""
    if len(blocks) == 1:
        return blocks[0]
    names = blocks[0].values
    return replace(blocks[0], values={name: _union(block.values[name] for block in blocks) for name in names})


def _without(block: Choice, names: set[str]) -> Choice:
    """A block without what is shown better than told."""
    return replace(block, values={name: held for name, held in block.values.items() if name not in names})


def _union(several: Iterable[Sequence[Any]]) -> Sequence[Any]:
    found = list(several)
    if isinstance(found[0], FreeText):
        return found[0]
    return tuple(dict.fromkeys(value for values in found for value in islice(values, MOST_VALUES)))


def _singles(block: Choice) -> Iterator[Choice]:
    """A block value by value; a text is left out where that may be, and else is the one that stands for any."""
    fields = {field.name: field for field in fields_of(block.action)}
    names = list(block.values)
    if any(_has_to_be_picked(fields[name], held) for name, held in block.values.items()):
        # As many as are too many: so the action is offered field by field.
        yield from (block,) * (MOST_WAYS + 1)
        return
    held = [
        (("",) if one.optional else (one[0],)) if isinstance(one, FreeText) else one for one in block.values.values()
    ]
    for values in islice(product(*(islice(one, MOST_WAYS + 1) for one in held)), MOST_WAYS + 1):
        yield replace(block, values={name: (value,) for name, value in zip(names, values, strict=True)})


def _only(block: Choice) -> Action | None:
    """The action of a block that can be done in one way alone."""
    ways = list(islice(_singles(block), 2))
    return block.action(**{name: held[0] for name, held in ways[0].values.items()}) if len(ways) == 1 else None


def _text_for(free: FreeText) -> str:
    """What stands where nobody wrote down what was said."""
    return "" if free.optional else str(free[0])


def _has_to_be_picked(field: Field, values: Sequence[Any]) -> bool:
    """Whether the one list that there is has cards in it that must be named."""
    return field.shape.kind == "list" and _is_named(field) and len(values) > 0 and UNKNOWN in (values[0] or ())
