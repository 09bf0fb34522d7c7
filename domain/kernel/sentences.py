"""Facts and actions as sentences: what a log tells, in the words of each game's `words.py`."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from ludograph.domain.kernel.cards import UNKNOWN, Deck
from ludograph.domain.kernel.game import TABLE, Fact, Game, Sentence
from ludograph.domain.kernel.shapes import Shape, fields_of


class Speaker:
    """Names seats, cards and numbers in a sentence; what is concealed is named without its face."""

    def __init__(self, deck: Deck, players: Sequence[str]) -> None:
        self.deck = deck
        self.players = tuple(players)

    def seat(self, seat: int) -> str:
        """The player's name."""
        return "the table" if seat == TABLE else self.players[seat - 1]

    def seats(self, seats: Iterable[int]) -> str:
        """Several players: `Ann, Bob and Cat`."""
        return listed([self.seat(seat) for seat in seats], "nobody")

    def each(self, values: Iterable[Any]) -> list[str]:
        """Every player with a value, seat 1 first: `Ann 3`, `Bob 5`."""
        return [f"{self.seat(seat)} {value}" for seat, value in enumerate(values, start=1)]

    def won(self, winners: Sequence[int], alone: str = "wins", together: str = "share the win") -> str:
        """`Ann wins`, `Ann and Bob share the win`, `nobody wins`."""
        return f"{self.seats(winners)} {together if len(winners) > 1 else alone}"

    def each_dealt(self, hands: Iterable[tuple[int, Sequence[str]]], what: str) -> str:
        """`Each is dealt 5 cards; Ann: 3SK 4YK.`: `what` is `is dealt {size} cards`, and faces known are added."""
        dealt: dict[int, list[str]] = {}
        for seat, cards in hands:
            dealt.setdefault(seat, []).extend(cards)
        who = "each" if len(dealt) == len(self.players) else f"each of {self.seats(dealt)}"
        known = (f"; {self.seat(seat)}: {self.cards(cards)}" for seat, cards in dealt.items() if {*cards} - {UNKNOWN})
        size = len(next(iter(dealt.values())))
        return f"{capital(who)} {what.format(size=size)}{''.join(known)}."

    def card(self, code: str | None) -> str:
        """`the Pact (9MS)`, or `a card` where the face is not known."""
        if code is None:
            return "no card"
        return "a card" if code == UNKNOWN else f"{self.deck.name(code)} ({code})"

    def seen(self, codes: Sequence[str]) -> str:
        """Several cards after a colon; nothing where no face is known."""
        return "" if all(code == UNKNOWN for code in codes) else f": {self.cards(codes)}"

    def cards(self, codes: Sequence[str]) -> str:
        """Several cards by their codes; only their number where no face is known."""
        unseen = sum(code == UNKNOWN for code in codes)
        if unseen == len(codes):
            return counted(unseen, "card")
        seen = [code for code in codes if code != UNKNOWN]
        return " ".join(seen) if unseen == 0 else f"{' '.join(seen)} and {counted(unseen, 'unseen card')}"

    def say(self, value: Any, shape: Shape) -> str:
        """A field in words, by its shape."""
        if value is None:
            return {"card": "no card", "seat": "nobody", "number": "an unknown number"}.get(shape.kind, "nothing")
        if shape.kind == "seat":
            return self.seat(value)
        if shape.kind == "card":
            return self.card(value)
        if shape.kind == "list" and shape.item is not None:
            item = shape.item
            return self.cards(value) if item.kind == "card" else listed([self.say(entry, item) for entry in value])
        return str(value).replace("_", " ") if shape.kind == "word" else str(value)


class Joined(Struct, frozen=True):
    """A sentence told in one breath with the one before it: what both tell is one beat of a replay."""

    sentence: Sentence
    to_its_like: bool
    """Whether only to a sentence of the same kind of fact."""
    together: "Together | None" = None
    """Tells several of its kind that follow each other in one sentence."""

    def __call__(self, fact: Struct, speaker: Speaker) -> str:
        """The sentence itself."""
        return _worded(self.sentence, fact, speaker)


Together = Callable[[Sequence[Any], Speaker], str]


def along(sentence: Sentence, together: Together | None = None) -> Joined:
    """A sentence told along with whatever is told before it."""
    return Joined(sentence, to_its_like=False, together=together)


def alike(sentence: Sentence, together: Together | None = None) -> Joined:
    """A sentence told along with others of its kind: each forelay, or with `together` a deal in one sentence."""
    return Joined(sentence, to_its_like=True, together=together)


def belongs(game: Game, fact: Fact, before: Fact) -> bool:
    """Whether a fact is told in one breath with the one told before it. Only what kinds they are counts."""
    sentence = game.sentences[type(fact)]
    return isinstance(sentence, Joined) and (not sentence.to_its_like or type(fact) is type(before))


def tell(game: Game, struct: Struct, speaker: Speaker) -> str:
    """A fact or an action as a sentence; empty for one that needs no telling."""
    return _worded(game.sentences[type(struct)], struct, speaker)


def tell_each(
    game: Game, facts: Iterable[Fact], speaker: Speaker, before: Any = None
) -> Iterator[tuple[list[Fact], str]]:
    """Facts sentence by sentence: several of a kind that are told together in one, the last of them told last.

    What needs no telling comes with what is told after it, or without a sentence at the end. With the state `before`
    them they are told with their reasons.
    """
    facts = tuple(facts)
    reasons = _reasons(game, facts, speaker, before)
    silent: list[Fact] = []
    group: list[Fact] = []
    run: list[Fact] = []
    sentence = ""
    for at, fact in enumerate(facts):
        one = tell(game, fact, speaker)
        if at in reasons:
            one = f"{one.removesuffix('.')}{reasons[at]}."
        if not one:
            silent.append(fact)
            continue
        if not (run and type(fact) is type(run[-1]) and _together(game, fact)):
            if run:
                yield group, sentence
            group, run = [], []
        group += [*silent, fact]
        run.append(fact)
        together = _together(game, fact)
        sentence = together(run, speaker) if together and len(run) > 1 else one
        silent = []
    if run:
        yield group, sentence
    if silent:
        yield silent, ""


def _reasons(game: Game, facts: Sequence[Fact], speaker: Speaker, state: Any) -> dict[int, str]:
    """By the place of a fact why it came out so, as far as the state before all of them tells."""
    if state is None or not any(type(fact) in game.reasons for fact in facts):
        return {}
    found = {}
    for at, fact in enumerate(facts):
        if type(fact) in game.reasons and (reason := game.reasons[type(fact)](fact, state, speaker)):
            found[at] = reason
        state = fact.apply(state)
    return found


def _together(game: Game, fact: Fact) -> Together | None:
    sentence = game.sentences[type(fact)]
    return sentence.together if isinstance(sentence, Joined) else None


def _worded(sentence: Sentence, struct: Struct, speaker: Speaker) -> str:
    if not isinstance(sentence, str):
        return sentence(struct, speaker)
    fields = fields_of(type(struct))
    return sentence.format(**{field.name: speaker.say(getattr(struct, field.name), field.shape) for field in fields})


def capital(text: str) -> str:
    """A text as a sentence begins."""
    return text[:1].upper() + text[1:]


def spoken_sentence(what: str, text: str) -> str:
    """What somebody did, with what they said about it exactly as it was written down."""
    return f"{what}: “{text}”" if text else f"{what}."


def listed(words: Sequence[str], none: str = "none", *, last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`; `or` or another word may stand before the last."""
    if len(words) < 2:
        return words[0] if words else none
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def counted(number: int, noun: str) -> str:
    """`no cards`, `1 card`, `2 cards`."""
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"
