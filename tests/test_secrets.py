"""For each hidden thing: two matches that differ only in it are, to the byte, the same for all who have not seen it."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner

from ludograph.cli.main import main
from ludograph.domain.exchange.exporter import exported
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import JUDGE
from tests.large import slow_but, some, times
from tests.stamps import stamp_always
from tests.worlds import NAMES, STAMP, random_match

Lines = list[dict[str, Any]]


class Twins(NamedTuple):
    """Two match files, and those who cannot tell them apart."""

    one: Lines
    other: Lines
    observers: list[str]


def lines_of(game: str, wanted: Callable[[Any], bool], steps: int, seed: int = 0) -> Lines:
    """A match file of a random match whose start is as wanted, with so many steps."""
    while True:
        match = random_match(GAMES[game], Random(seed), steps)
        if wanted(match.start) and len(match.steps) == steps:
            return [*exported(match, JUDGE)]
        seed += 1


def changed(lines: Lines, change: Callable[[dict[str, Any]], None], at: int = 0) -> Lines:
    """A match file with one of its lines changed."""
    copy: Lines = json.loads(json.dumps(lines))
    change(copy[at])
    return copy


def everybody(lines: Lines) -> list[str]:
    return ["table", *lines[0]["players"]]


def turned(order: list[str], start: int) -> list[str]:
    """An order whose end lies the other way round."""
    return order[:start] + order[start:][::-1]


def order_of_the_decks_in_sun_bid() -> Twins:
    lines = lines_of("sun-bid", lambda start: True, 20)
    flipped = sum(line.get("do") == "flip" for line in lines)

    def shuffle(header: dict[str, Any]) -> None:
        decks = header["deal"]["decks"]
        header["deal"]["decks"] = [turned(decks[0], flipped), turned(decks[1], 0), turned(decks[2], 5)]

    return Twins(lines, changed(lines, shuffle), everybody(lines))


def order_of_the_pile_in_aucteraden() -> Twins:
    lines = lines_of("aucteraden", lambda start: True, 12)
    drawn = sum(len(line.get("drawn", ())) for line in lines[1:])

    def shuffle(header: dict[str, Any]) -> None:
        header["deal"]["pile"] = turned(header["deal"]["pile"], drawn)

    return Twins(lines, changed(lines, shuffle), everybody(lines))


def futures(seats: int, steps: int, **options: Any) -> Lines:
    """A match of Sorcerous Futures with so many seats and these options."""

    def wanted(start: Any) -> bool:
        named = all(getattr(start.options, name) == value for name, value in options.items())
        return len(start.players) == seats and named

    return lines_of("sorcerous-futures", wanted, steps)


def order_of_the_deck_in_futures() -> Twins:
    lines = futures(3, 9)

    def shuffle(header: dict[str, Any]) -> None:
        header["deal"]["pack"] = turned(header["deal"]["pack"], 12)

    return Twins(lines, changed(lines, shuffle), everybody(lines))


def valuations_that_lie_in_front_of_others() -> Iterator[Twins]:
    lines = futures(3, 9)
    aces = lines[0]["deal"]["aces"]
    for seat, name in enumerate(lines[0]["players"]):
        hidden = [at for at, place in enumerate(["1M", "1S", "1V", "1L", "1Y", "1K", "0"]) if place not in aces[seat]]

        def swap(header: dict[str, Any], hidden: list[int] = hidden) -> None:
            pack = header["deal"]["pack"]
            for one, other in ((hidden[0], hidden[-1]), (hidden[1], hidden[2])):
                pack[one], pack[other] = pack[other], pack[one]

        yield Twins(lines, changed(lines, swap), [name])


def crowns_that_others_keep_or_set_aside() -> Iterator[Twins]:
    lines = futures(3, 9)
    for seat in range(3):

        def swap(header: dict[str, Any], seat: int = seat) -> None:
            deal = header["deal"]
            deal["crowns"][seat], deal["set_aside"][seat] = deal["set_aside"][seat], deal["crowns"][seat]

        others = [name for at, name in enumerate(lines[0]["players"]) if at != seat]
        yield Twins(lines, changed(lines, swap), ["table", *others])


def crowns_given_to_others() -> Iterator[Twins]:
    lines = futures(4, 9)
    suits = "MSVLYK"
    given, aces = lines[1]["crowns"], lines[0]["deal"]["aces"]
    giver = NAMES.index(lines[1]["seat"])
    aside = [f"N{suit}" for suit in suits if f"N{suit}" not in given]
    for seat in range(4):
        for crown in aside:
            if seat == giver or f"1{crown[1]}" in aces[seat]:
                continue

            def give(line: dict[str, Any], seat: int = seat, crown: str = crown) -> None:
                line["crowns"][seat] = crown

            others = [name for at, name in enumerate(lines[0]["players"]) if at not in (seat, giver)]
            yield Twins(lines, changed(lines, give, at=1), ["table", *others])


def what_the_sly_excuse_saw() -> Twins:
    lines = futures(4, 9, sly_excuse=True)

    def swap(line: dict[str, Any]) -> None:
        drawn = line["drawn"]
        spare = next(card for card in ("2MK", "9VY", "PVLY", "5ML", "7SK") if card not in drawn)
        seat = next(at for at in range(7) if at != 6)
        old = drawn[7 + seat]
        drawn[drawn.index(old)], drawn[7 + seat] = spare, spare
        swap.front = seat  # type: ignore[attr-defined]

    plain = changed(lines, lambda header: header["deal"].pop("pack"))
    other = changed(plain, swap, at=1)
    place = ["1M", "1S", "1V", "1L", "1Y", "1K"][swap.front]  # type: ignore[attr-defined]
    blind = [name for at, name in enumerate(NAMES[:4]) if place not in lines[0]["deal"]["aces"][at]]
    return Twins(plain, other, ["table", *(name for name in blind if name != lines[1]["seat"])])


def the_order_in_which_the_sly_excuse_saw_them() -> Twins:
    lines = changed(futures(4, 9, sly_excuse=True), lambda header: header["deal"].pop("pack"))

    def turn(line: dict[str, Any]) -> None:
        line["drawn"][:7] = line["drawn"][:7][::-1]

    return Twins(lines, changed(lines, turn, at=1), everybody(lines))


def a_sealed_bid() -> Iterator[Twins]:
    start = futures(3, 2)[:1]
    leader = next(name for name, aces in zip(NAMES, start[0]["deal"]["aces"], strict=False) if "1S" in aces)
    row = start[0]["deal"]["pack"][7:12]
    for sealer in start[0]["players"]:
        lines = [*start, {"seat": leader, "do": "offer", "card": row[0], "format": "closed"}]
        lines.append({"seat": sealer, "do": "seal", "amount": 7})
        others = ["table", *(name for name in start[0]["players"] if name != sealer)]
        for amount in (0, 90, "??"):
            yield Twins(lines, [*lines[:-1], {**lines[-1], "amount": amount}], others)


def conundruze(steps: int, **options: Any) -> Lines:
    """A match of Conundruze with these options, in its first game."""

    def wanted(start: Any) -> bool:
        return all(getattr(start.options, name) == value for name, value in options.items())

    return lines_of("conundruze", wanted, steps)


def castles_that_nobody_has_looked_at() -> Twins:
    """The bottom pairs of two seats are changed over, of which nobody has flipped anything."""
    lines = conundruze(0, betting="none")[:1]
    names = lines[0]["players"]
    flips = [{"seat": name, "do": "flip", "first": "r1c2", "second": "r2c1"} for name in names]

    def swap(header: dict[str, Any]) -> None:
        castles = header["deal"]["castles"]
        one, other = castles[names[0]], castles[names[1]]
        one[6:], other[6:] = other[6:], one[6:]

    return Twins([*lines, *flips], changed([*lines, *flips], swap), everybody(lines))


def a_pair_that_one_seat_has_peeked_at() -> Twins:
    lines = conundruze(0, betting="peek")[:1]
    names, castles = lines[0]["players"], lines[0]["deal"]["castles"]
    flips = [{"seat": name, "do": "flip", "first": "r1c1", "second": "r1c2"} for name in names]
    peek = {"seat": names[0], "do": "peek", "drawn": castles[names[0]][6:]}

    def swap(header: dict[str, Any]) -> None:
        castle = header["deal"]["castles"][names[0]]
        castle[2:4], castle[6:] = castle[6:], castle[2:4]

    other = changed([*lines, *flips, peek], swap)
    other[-1]["drawn"] = castles[names[0]][2:4]
    return Twins([*lines, *flips, peek], other, ["table", *names[1:]])


def castles_of_a_later_game() -> Twins:
    """Everybody but one seat ducks at once; then the table deals again."""
    lines = conundruze(0, betting="chips", fool_betting=False)[:1]
    lines[0]["options"] |= {"play_to": 500}
    names = lines[0]["players"]
    caster = names.index(lines[0]["deal"]["caster"])
    lines += [{"seat": name, "do": "flip", "first": "r1c1", "second": "r1c2"} for name in names]
    lines += [{"seat": name, "do": "duck"} for name in (names[caster:] + names[:caster])[:-1]]
    cards = [card for castle in lines[0]["deal"]["castles"].values() for card in castle]
    deal = {"seat": "table", "do": "deal", "drawn": cards}
    return Twins([*lines, deal], [*lines, {**deal, "drawn": cards[::-1]}], everybody(lines))


HIDDEN: list[Callable[[], Twins | Iterator[Twins]]] = [
    order_of_the_decks_in_sun_bid,
    order_of_the_pile_in_aucteraden,
    order_of_the_deck_in_futures,
    valuations_that_lie_in_front_of_others,
    crowns_that_others_keep_or_set_aside,
    crowns_given_to_others,
    what_the_sly_excuse_saw,
    the_order_in_which_the_sly_excuse_saw_them,
    a_sealed_bid,
    castles_that_nobody_has_looked_at,
    a_pair_that_one_seat_has_peeked_at,
    castles_of_a_later_game,
]


def outputs(store: Path, lines: Lines, observer: str) -> dict[str, str]:
    """Everything that the commands say to an observer of a match."""
    run = CliRunner()
    source = store.with_suffix(".jsonl")
    source.write_text("".join(json.dumps(line) + "\n" for line in lines))
    done = run.invoke(main, ["--store", str(store), "import", str(source)])
    assert done.exit_code == 0, done.output
    id, steps = lines[0]["id"], len(lines) - 1
    commands = [
        ["log", id], ["log", id, "--json", "--from", "0"], ["export", id], ["export", id, "--format", "text"],
        ["log", id, "--beats"], ["log", id, "--beats", "--json", "--from", "0"],
        ["replay", id], ["replay", id, "--tables"], ["replay", id, "--json"],
        *(["show", id, "--at", str(step)] for step in range(steps + 1)),
        *(["show", id, "--json", "--at", str(step)] for step in range(steps + 1)),
        ["render", id, "-o", "-"],
        *(["render", id, "-o", "-", "--step", str(step)] for step in (0, steps // 2, steps)),
        *(["render", id, "-o", "-", "--step", f"{step}.1"] for step in (0, steps // 2, steps)),
    ]  # fmt: skip
    found = {}
    for command in commands:
        done = run.invoke(main, ["--store", str(store), *command, "--as", observer])
        assert done.exit_code == 0, (command, done.output)
        found[" ".join(command)] = done.output
    if observer != "table":
        found |= refusals(store, lines[0], observer)
    return found


def refusals(store: Path, header: dict[str, Any], player: str) -> dict[str, str]:
    """What a player is told who tries one thing after the other that is not legal."""
    run, found = CliRunner(), {}
    tries = {
        "sun-bid": ["bid 5ML", "bid 1S", "discard 0", "play TMLY 5ML", "flip > 9MS"],
        "aucteraden": ["buy 0 S", "buy 9MS", "place 9 9"],
        "conundruze": ["flip r1c1 r1c1", "wager 99", "steal 1 r1c1 r4c2", "swap r1c1 r1c1", "recall 2f r4c1"],
        "hand-of-the-hanataz": [
            "play 1f",
            "exchange",
            "challenge 9",
            "knight Kf",
            "rogue Rf Ann gold",
            "pay > 2f",
            "stop",
        ],
        "sorcerous-futures": ["give NM NM NM NM", "offer 0 open", "raise 91", "seal 91", "seal -1"],
    }
    for action in tries[header["game"]]:
        done = run.invoke(main, ["--store", str(store), "act", header["id"], f"{player} {action}"])
        assert done.exit_code == 1, done.output
        found[f"act {action}"] = done.output
    return found


@pytest.mark.parametrize(
    "hidden",
    slow_but(
        HIDDEN, "a_sealed_bid", "order_of_the_deck_in_futures", "what_the_sly_excuse_saw", "crowns_given_to_others"
    ),
    ids=lambda hidden: hidden.__name__,
)
def test_nobody_can_tell_what_they_have_not_seen(
    hidden: Callable[[], Twins | Iterator[Twins]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stamp_always(monkeypatch, STAMP)
    made = hidden()
    for number, twins in enumerate([made] if isinstance(made, Twins) else some(list(made), times(1000, 2))):
        one, other = tmp_path / f"{number}-one.sqlite", tmp_path / f"{number}-other.sqlite"
        if hidden is not the_order_in_which_the_sly_excuse_saw_them:  # which nobody may learn, so it is not kept
            assert outputs(one, twins.one, "judge") != outputs(other, twins.other, "judge")
        for observer in twins.observers:
            heard = outputs(other, twins.other, observer)
            for command, said in outputs(one, twins.one, observer).items():
                assert said == heard[command], f"{observer} can tell by {command}"
