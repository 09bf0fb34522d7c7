"""However an open action is typed, it is understood as that action and no other, or it is asked what is meant."""

from collections.abc import Iterator
from itertools import islice, product
from random import Random
from typing import Any, Final

import pytest

from ludograph.domain.bots.moves import Bots, Move
from ludograph.domain.entry.interpretation import AmbiguousEntry, choice_line, interpret, only_choice
from ludograph.domain.entry.observed_match import ObservedMatch, verb_in
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.chance import Outcome
from ludograph.domain.kernel.game import JUDGE, TABLE, Choice, Game, verb_of
from ludograph.domain.kernel.shapes import Field, Shape, fields_of
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation import parser
from ludograph.domain.notation.parser import LineParser
from ludograph.domain.notation.strict_json import Unreadable
from ludograph.domain.notation.values import ValueWriter
from tests.worlds import random_match, random_start, read_back, stamp

NAMES: Final = (
    "Ann",
    "Bob Lee",
    "Seán O'Brien",
    "Dee-Dee",
    "Li",
    "Pass",
    "3D",
    "Ace of Suns",
    "Ann Lee",
    "Bo",
    "T",
    "U",
    "V",
)
"""Names with spaces, apostrophes and hyphens, names within names, and such as are also words of the games."""
STEPS: Final = 30


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("game_id", GAMES)
def test_an_open_action_in_any_spelling_is_that_action(game_id: str, seed: int) -> None:
    """With the verb in full it is always understood; the shorter forms are that action too, or are asked about."""
    random = Random(f"spelling/{game_id}/{seed}")
    match = random_start(GAMES[game_id], random, NAMES)
    listener = LineParser(match.game, match.players, parser.PLAY_SYNTAX)
    bots = Bots(match.game, len(match.players), random)
    while len(match.steps) < STEPS and (move := bots.move(match.state, len(match.steps))):
        after = match.play(move.seat, move.action, stamp())
        drawn = after.steps[-1].drawn
        for text, certain in spellings(match, move, drawn, random):
            check(match, listener, move, text, drawn if certain is None else (), certain=bool(certain))
        match = after


def check(
    match: Match, listener: LineParser, move: Move, text: str, drawn: tuple[Outcome, ...], *, certain: bool
) -> None:
    sight = ObservedMatch(match, JUDGE)
    try:
        found = interpret(sight, listener, text)
    except (AmbiguousEntry, Unreadable) as asked:
        assert not certain, f"{text}: {asked}"
        return
    (line,) = found.lines
    action = line.move(match.game, listener.reader).read()
    assert (line.actor, found.stop) == (move.seat, len(text)), text
    if action != move.action:  # another word for what happens all the same: a bump in the place of a first wager
        meant, done = (match.play(move.seat, one, stamp()).steps[-1] for one in (move.action, action))
        assert done.facts == meant.facts, text
    assert tuple(map(str, line.drawn or ())) == tuple(map(str, drawn)), text


def spellings(
    match: Match, move: Move, drawn: tuple[Outcome, ...], random: Random
) -> Iterator[tuple[str, bool | None]]:
    """Ways to type a move, and whether each must be understood; None for those that tell outcomes too."""
    verb, words = verb_of(type(move.action).__name__), list(values(match, move, random))
    names = [match.name(move.seat), match.name(move.seat).upper()] + ([str(move.seat)] if move.seat else [])
    for who in [f'"{names[0]}"' if move.seat else names[0], *names[1:]]:
        yield " ".join([who, random.choice([verb, verb.upper(), verb.replace("_", " ")]), *words]), who == names[-1]
    yield " ".join([verb, *words]), False
    yield " ".join([verb[: random.randint(1, len(verb))], *words]), False
    yield " ".join([names[-1], verb[: random.randint(1, len(verb))], *words]), False
    texts = any(field.shape.kind == "text" for field in fields_of(type(move.action)))
    if words and not texts:
        yield " ".join(words), False
    if drawn and not texts:
        outcomes = [cased(str(one), random) for one in drawn]
        yield " ".join([names[-1], verb, *words, ">", *outcomes]), None
        yield " ".join([names[-1], verb, *words, f">{outcomes[0]}", *outcomes[1:]]), None
        fields = fields_of(type(move.action))
        plain = len(words) == len(fields) and not any(field.shape.kind == "list" for field in fields)
        if plain and not str(drawn[0]).isdigit() and all(one in match.game.deck.by_code for one in drawn):
            yield " ".join([names[-1], verb, *words, *outcomes]), None


def values(match: Match, move: Move, random: Random) -> Iterator[str]:
    """The values of an action, each spelled in some way."""
    written = ValueWriter(match.players, unknown="??").fields(move.action)
    says = any(field.shape.kind == "text" for field in fields_of(type(move.action)))
    for field in fields_of(type(move.action)):
        value = written.get(field.name)
        if value is not None:
            each = value if isinstance(value, list) else [value]
            plainly = says and field.shape.kind == "card"  # a code in small letters may be what is said: `as you wish`
            yield from (one if plainly else spelled(match.game, field, one, random) for one in each)


def spelled(game: Game[Any], field: Field, value: Any, random: Random) -> str:
    shape: Shape = field.shape.item or field.shape
    if value in game.deck.by_code:
        code: str = value
        return random.choice([card_name(game, code), cased(shuffled(game, code, random), random), code])
    if shape.kind == "text":
        return str(value)
    if shape.kind == "seat":
        return f'"{value}"'
    return random.choice([str(value), str(value).upper()])


def card_name(game: Game[Any], code: str) -> str:
    name: str = game.deck.name(code)
    return Random(code).choice([name, name.upper(), name.removeprefix("the "), name.replace(" ", "-")])


def shuffled(game: Game[Any], code: str, random: Random) -> str:
    face = game.deck.by_code[code]
    suits = "".join(random.sample(face.suits, len(face.suits)))
    return f"{face.rank}{suits}" if code == f"{face.rank}{face.suits}" else str(code)


def cased(text: str, random: Random) -> str:
    return random.choice([text, text.lower(), text.upper()])


@pytest.mark.parametrize("game_id", GAMES)
def test_what_is_offered_to_the_table_is_read_when_it_is_typed(game_id: str) -> None:
    """Of a record in which much is not known, too; a card that everybody will see is offered by its face."""
    random = Random(f"offered/{game_id}")
    whole = read_back(random_match(GAMES[game_id], random, STEPS), TABLE)
    listener, writer = (
        LineParser(whole.game, whole.players, parser.PLAY_SYNTAX),
        ValueWriter(whole.players, unknown="??"),
    )
    for number in range(0, len(whole.steps), 3):
        match = Match(whole.start, whole.game, whole.steps[:number], whole.states[: number + 1], whole.history[:1])
        sight = ObservedMatch(match, TABLE)
        for seat, choices in sight.open.items():
            for choice in choices:
                for action in islice(written_out(choice), 40):
                    words = list(values(match, Move(seat, action), random))
                    (line,) = interpret(sight, listener, " ".join([match.name(seat), verb_in(choice), *words])).lines
                    assert writer.fields(line.move(match.game, listener.reader).read()) == writer.fields(action)


def written_out(choice: Choice) -> Iterator[Any]:
    """The actions of a block, but for those with a `??` that everybody would see."""
    fields = fields_of(choice.action)
    for chosen in product(*(islice(choice.values.get(field.name, (None,)), 20) for field in fields)):
        public = [
            one for field, one in zip(fields, chosen, strict=True) if field.secret and "*" in field.secret.seen_by
        ]
        if not any(one is not None and UNKNOWN in one for one in public):
            yield choice.action(**dict(zip((field.name for field in fields), chosen, strict=True)))


@pytest.mark.parametrize("game_id", GAMES)
def test_what_enter_does_is_the_only_thing_open(game_id: str) -> None:
    random = Random(f"enter/{game_id}")
    match = random_start(GAMES[game_id], random)
    listener = LineParser(match.game, match.players, parser.PLAY_SYNTAX)
    bots = Bots(match.game, len(match.players), random)
    while len(match.steps) < STEPS and (move := bots.move(match.state, len(match.steps))):
        for observer in (JUDGE, TABLE):
            sight = ObservedMatch(match, observer)
            alone = only_choice(sight)
            if alone:
                (line,) = interpret(sight, listener, choice_line(sight, *alone)).lines
                action = line.move(match.game, listener.reader).read()
                assert type(action) is type(move.action) or move.seat != alone[0]
        match = match.play(move.seat, move.action, stamp())


@pytest.mark.parametrize("game_id", GAMES)
def test_no_code_and_no_verb_is_the_beginning_of_another_name(game_id: str) -> None:
    """So that the longest name that is one is what is meant."""
    game = GAMES[game_id]
    names = [game.deck.name(code).removeprefix("the ").casefold() for code in game.deck.by_code]
    assert not [(one, other) for one in names for other in names if other.startswith(f"{one} ")]
    verbs = [verb_of(action.__name__) for action in game.actions]
    assert not [(one, other) for one in verbs for other in verbs if other.startswith(f"{one}_")]


def test_values_in_a_deal_are_read_as_freely() -> None:
    game = GAMES["sun-bid"]
    listener = LineParser(game, ("Ann", "Bob"))
    assert listener.names.outcomes(listener.tokens("the pact 5vs ace of suns 0 ??").items) == [
        "9MS",
        "5SV",
        "1S",
        "0",
        "??",
    ]
