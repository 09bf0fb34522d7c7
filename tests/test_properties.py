"""What holds in every game, with all its options and numbers of seats, whatever is played."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from ludograph.domain.bots.moves import Bots
from ludograph.domain.exchange.exporter import exported
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, TABLE, Action, Choice, Game, Refused
from ludograph.domain.kernel.shapes import Field, Shape, fields_of
from ludograph.domain.match.aggregate import Match, rebuilt
from ludograph.domain.match.events import AnyStep, encoded
from ludograph.domain.notation.values import Reader, ValueWriter
from ludograph.domain.store.event_mapper import EventMapper
from ludograph.replay.timeline.timeline import Timeline
from tests.large import times
from tests.worlds import STAMP, all_games, observers, played_on, random_match, random_start, read_back

seeds = st.integers(0, 2**32)
few = settings(max_examples=times(2, 8), deadline=None, suppress_health_check=list(HealthCheck))
BACKS = {"hand-of-the-hanataz"}
"""Games in whose views the hands of others are backs, even where a card in them was seen; a record keeps its face."""
every_game = pytest.mark.parametrize("game", all_games())


def played(game: str, seed: int) -> Match:
    """A match of up to 150 steps, many of them whole."""
    return random_match(GAMES[game], Random(seed), steps=150)


def waiting(game: Game, state: Any, seats: int) -> list[int]:
    """The seats for whom somebody waits."""
    everybody = range(TABLE, seats + 1)
    return [seat for seat in everybody if any(not choice.idle for choice in game.choices(state, seat))]


@every_game
def test_what_is_called_something_is_an_option_and_no_two_are_called_the_same(game: str) -> None:
    labels = GAMES[game].labels
    assert set(labels) <= {field.name for field in fields_of(GAMES[game].options)}
    assert len({label.casefold() for label in labels.values()}) == len(labels)


@every_game
@few
@given(seed=seeds)
def test_somebody_may_act_or_the_match_is_over_and_all_observers_agree_who(game: str, seed: int) -> None:
    match = played(game, seed)
    for observer in observers(match):
        timeline = Timeline(match, observer)
        for number, state in enumerate(match.states):
            to_act = waiting(match.game, state, len(match.players))
            assert waiting(match.game, timeline[number].state, len(match.players)) == to_act
            assert bool(to_act) != match.game.result(state).over


@every_game
@few
@given(seed=seeds)
def test_the_end_of_a_match_is_the_same_for_all_observers(game: str, seed: int) -> None:
    match = random_match(GAMES[game], Random(seed), steps=600)
    if seed % 2:
        match = read_back(match, JUDGE)
    told = match.game.result(match.state)
    if told.over:
        assert all(match.game.result(match.view(observer)) == told for observer in observers(match))


@every_game
@few
@given(seed=seeds)
def test_a_seat_sees_its_own_choices_whole(game: str, seed: int) -> None:
    match = played(game, seed)
    for seat in range(1, len(match.players) + 1):
        timeline = Timeline(match, seat)
        for number, state in enumerate(match.states):
            assert unrolled(match.game.choices(timeline[number].state, seat)) == unrolled(
                match.game.choices(state, seat)
            )


@every_game
@few
@given(seed=seeds)
def test_what_is_open_to_anybody_is_what_is_open_to_each(game: str, seed: int) -> None:
    match = played(game, seed)
    seats = range(TABLE, len(match.players) + 1)
    for observer in observers(match):
        timeline = Timeline(match, observer)
        for number in range(len(timeline)):
            state = timeline[number].state
            each: dict[int, list[Choice]] = {}
            for seat, choice in match.game.all_choices(state, len(match.players)):
                each.setdefault(seat, []).append(choice)
            assert list(each) == [seat for seat in seats if match.game.choices(state, seat)]
            assert all(unrolled(tuple(each[seat])) == unrolled(match.game.choices(state, seat)) for seat in each)


@every_game
@few
@given(seed=seeds)
def test_no_card_and_no_coin_is_lost_or_doubled_in_any_view(game: str, seed: int) -> None:
    match = played(game, seed)
    for observer in observers(match):
        timeline = Timeline(match, observer)
        for number in range(len(timeline)):
            deck, placed, unseen = match.game.cards(timeline[number].state)
            assert len(deck) == len(placed) + unseen
            assert not Counter(card for card in placed if card != UNKNOWN) - Counter(deck)
            if match.game.coins is not None:
                total, held = match.game.coins(timeline[number].state)
                assert sum(held) == total


@pytest.mark.parametrize("game", [name for name in all_games() if GAMES[name].score_sum])
@few
@given(seed=seeds)
def test_scores_add_up_to_what_the_game_says_of_its_options(game: str, seed: int) -> None:
    random = Random(seed)
    match = played_on(random_start(GAMES[game], random), random)
    result = match.game.result(match.state)
    assume(result.over)
    assert match.game.score_sum is not None
    scores = [score for score in result.scores if isinstance(score, int)]
    assert match.game.score_sum(match.start.options).allows(sum(scores))


@every_game
@few
@given(seed=seeds)
def test_every_choice_offered_is_accepted_and_an_altered_one_refused(game: str, seed: int) -> None:
    random = Random(seed)
    match = random_start(GAMES[game], random)
    bots = Bots(match.game, len(match.players), random)
    while len(match.steps) < 60 and (chosen := bots.move(match.state, len(match.steps))) is not None:
        for seat in waiting(match.game, match.state, len(match.players)):
            offered = match.game.choices(match.state, seat)
            for action in altered(match.game, offered, random):
                with pytest.raises(Refused):
                    match.play(seat, action, STAMP)
            for choice in offered:
                match.play(seat, pick(choice, random), STAMP)
        match = match.play(*chosen, STAMP)


@every_game
@few
@given(seed=seeds)
def test_who_is_not_asked_may_not_act(game: str, seed: int) -> None:
    random = Random(seed)
    match = random_start(GAMES[game], random)
    bots = Bots(match.game, len(match.players), random)
    while len(match.steps) < 40 and (chosen := bots.move(match.state, len(match.steps))) is not None:
        for seat in range(1, len(match.players) + 1):
            if not match.game.choices(match.state, seat):
                with pytest.raises(Refused):
                    match.play(seat, chosen[1], STAMP)
        match = match.play(*chosen, STAMP)


@every_game
@few
@given(seed=seeds)
def test_events_survive_the_store_and_their_fold_is_the_live_state(game: str, seed: int) -> None:
    match = played(game, seed)
    mapper = EventMapper()
    events = [mapper.to_domain_event(mapper.to_stored_event(event)) for event in match.history]
    assert events == list(match.history)
    assert [encoded(event) for event in events] == [encoded(event) for event in match.history]
    again = rebuilt(None, events)
    assert again is not None
    assert again.states == match.states


@every_game
@few
@given(seed=seeds, data=st.data())
def test_act_take_back_and_act_again_equals_act(game: str, seed: int, data: st.DataObject) -> None:
    match = random_match(GAMES[game], Random(seed), steps=60)
    to = data.draw(st.integers(0, len(match.steps) - 1))
    again = match.take_back(to, "a slip", STAMP)
    assert again.states == match.states[: to + 1]
    for step in match.steps[to:]:
        again = again.play(step.actor, step.action, STAMP)
    assert again.states == match.states
    assert [said(step) for step in again.steps] == [said(step) for step in match.steps]


@every_game
@few
@given(seed=seeds)
def test_what_is_exported_reads_back_as_the_same_match(game: str, seed: int) -> None:
    match = played(game, seed)
    again = read_back(match, JUDGE)
    assert again.states == match.states
    assert [said(step) for step in again.steps] == [said(step) for step in match.steps]
    assert again.start.facts == match.start.facts


@every_game
@few
@given(seed=seeds)
def test_an_export_for_an_observer_tells_the_judge_of_another_store_what_they_knew(game: str, seed: int) -> None:
    match = played(game, seed)
    for observer in observers(match):
        again, timeline = read_back(match, observer), Timeline(match, observer)
        writer = ValueWriter(match.players)
        for number, state in enumerate(again.states):
            view = timeline[number].state
            same = state == view or (game in BACKS and agrees(writer.struct(state), writer.struct(view)))
            assert same, f"observer {observer}, step {number}"


@every_game
@few
@given(seed=seeds)
def test_nothing_an_observer_gets_depends_on_what_they_do_not_know(game: str, seed: int) -> None:
    match = played(game, seed)
    for observer in observers(match)[1:]:
        poorer = read_back(match, observer)
        assert told(poorer, observer) == told(match, observer)


@every_game
@few
@given(seed=seeds)
def test_an_outcome_somebody_knows_is_in_a_fact_they_were_told(game: str, seed: int) -> None:
    match = played(game, seed)
    writer = ValueWriter(match.players)
    for observer in observers(match)[1:]:
        facts = ""
        for frame in Timeline(match, observer):
            facts += str([writer.struct(fact) for fact in frame.facts])
            for outcome in frame.step.drawn if frame.step else ():
                assert outcome == UNKNOWN or str(outcome) in facts


def told(match: Match, observer: Observer) -> list[Any]:
    """Everything that an observer may be shown: steps, states, choices of all seats, export."""
    timeline, writer = Timeline(match, observer), ValueWriter(match.players)
    shown: list[Any] = [list(exported(match, observer))[1:], match.game.result(timeline[len(timeline) - 1].state)]
    for number in range(len(timeline)):
        frame = timeline[number]
        shown.append([writer.struct(fact) for fact in frame.facts])
        shown.append(writer.struct(frame.state))
        shown.append(frame.step and (writer.struct(frame.step.action), frame.step.drawn, frame.step.shuffled))
        shown += [unrolled(match.game.choices(frame.state, seat)) for seat in range(TABLE, len(match.players) + 1)]
    return shown


def agrees(record: Any, view: Any) -> bool:
    """Whether two states are the same but for cards that the view does not show."""
    if isinstance(record, dict) and isinstance(view, dict):
        return record.keys() == view.keys() and all(agrees(record[key], view[key]) for key in record)
    if isinstance(record, list | tuple) and isinstance(view, list | tuple):
        return len(record) == len(view) and all(map(agrees, record, view))
    return record == view or (view == UNKNOWN and isinstance(record, str))


def said(step: AnyStep) -> tuple[Any, ...]:
    """A step without the marks of its storage."""
    return step.number, step.actor, step.action, step.drawn, step.seen_by, step.shuffled, step.facts


def unrolled(choices: tuple[Choice, ...]) -> list[Any]:
    """Choices as plain values, for comparing; of a field with very many values the first ones and their number."""
    return [
        (choice.action, {name: (len(values), *islice(values, 1000)) for name, values in choice.values.items()})
        for choice in choices
    ]


def pick(choice: Choice, random: Random) -> Action:
    """One of the actions that a block stands for."""
    return choice.action(**{name: random.choice(values) for name, values in choice.values.items()})


def altered(game: Game, offered: tuple[Choice, ...], random: Random) -> Iterator[Action]:
    """Actions of the kinds offered that are not offered: one value of one field is another."""
    for choice in offered:
        for field in fields_of(choice.action):
            if field.name not in choice.values or field.shape.kind == "text":
                continue
            good = pick(choice, random)
            for value in others(game, field, random):
                action = type(good)(
                    **{name: getattr(good, name) for name in good.__struct_fields__} | {field.name: value}
                )
                if not any(offers(block, action) for block in offered):
                    yield action


def others(game: Game, field: Field, random: Random) -> list[Any]:
    """Some values that a field could have by its type."""
    codes = [face.code for face in game.deck.faces]
    by_kind: dict[str, list[Any]] = {
        "card": random.sample(codes, 4),
        "number": [-1, 0, random.randint(1, 200), 10_000],
        "seat": [1, 2],
        "word": list(field.shape.words),
    }
    found = by_kind.get(field.shape.kind, [])
    if _is_card_list(field.shape):
        found = [tuple(random.sample(codes, size)) for size in (0, 1, 3, 4)]
    return [*found, None] if field.shape.optional and field.secret is None else found


def _is_card_list(shape: Shape) -> bool:
    return shape.kind == "list" and shape.item is not None and shape.item.kind == "card"


def offers(choice: Choice, action: Action) -> bool:
    """Whether a block of choices stands for an action."""
    if type(action) is not choice.action:
        return False
    fields = ((field, getattr(action, field.name)) for field in fields_of(choice.action))
    return all(value in choice.values.get(field.name, (field.default,)) for field, value in fields)


@every_game
def test_fields_written_are_read_back(game: str) -> None:
    random = Random(1)
    match = random_match(GAMES[game], random)
    writer, reader = ValueWriter(match.players, unknown="??"), Reader(match.game.deck, match.players)
    for step in match.steps:
        verb = step.action.__struct_config__.tag
        assert reader.action(match.game, str(verb), writer.fields(step.action)) == step.action
