"""A club evening to look at: a tournament in its fourth round, live tables of every game, and what was played."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from uuid import UUID

from ludograph.domain.bots.bot_table import BotTable
from ludograph.domain.games import GAMES
from tests.service.against_bots import begun
from tests.service.running import Service, running

ALONE: Final = "Fay"
"""Who plays against bots."""
MOVES: Final = 12
"""So many are made at each live table."""
GUESTS: Final = ("Dora", "Emil", "Fay", "Gus")
CLUB: Final = ("Ada", "Bruno", "Clara", "David", "Edith", "Felix", "Greta", "Hannes", "Ines", "Jakob", "Karla", "Linus")
PLAYED: Final = (("sun-bid", 3), ("fools-down", 4), ("last-years-magic", 3))
"""The rounds that are over, by game and how many sit at a table."""
ROUND: Final = 4


@contextmanager
def club_evening() -> Iterator[tuple[Service, dict[str, str]]]:
    """A service over such a store, and the paths of its pages by what they are."""
    with TemporaryDirectory() as folder:
        store = Path(folder) / "store.sqlite"
        with running(store) as service:
            service.run("demo", "--keep", str(store))
            for game in ("sun-bid", "aucteraden"):
                service.run("simulate", game, "-n", "4", "--seed", "1")
            live = [_live_table(service, game) for game in GAMES]
            cup = _tournament(service)
            yield service, _paths(cup, live[0], _against_bots(service))


def _live_table(service: Service, game: str) -> str:
    match = service.new(game, *GUESTS[: min(GAMES[game].seats)])
    _play(service, match, MOVES)
    return match


def _against_bots(service: Service) -> str:
    """A match of `ALONE` against two bots, after a few moves."""
    table = begun(service, "sun-bid", ALONE, "random", "random")
    for _ in range(3):
        table.act()
    table.turn()
    return table.match


def _play(service: Service, match: str, most: int = 10_000) -> None:
    for _ in zip(range(most), BotTable(service.recorder, UUID(match), "bots").moves(), strict=False):
        pass


def _tournament(service: Service) -> str:
    """Three rounds are over; of the fourth one table is over and objected to, one is late, and two go on."""
    cup: str = service.json("tournament", "new", "Club Championship", "--id", "Club", "--scoring", "places=4,2,1,0")[
        "tournament"
    ]
    service.run("tournament", "enter", "Club", *CLUB)
    for number, (game, size) in enumerate(PLAYED, start=1):
        _seat(service, number, game, size)
        service.run("tournament", "start", "Club", str(number), "--seed", f"deal {number}")
        for match in _matches(service):
            _play(service, match)
    _seat(service, ROUND, "sorcerous-futures", 3)
    director = service.client(service.token("director"))
    for path, body in (("clock", {"minutes": 45}), ("start", {})):
        answer = director.post(f"/api/tournaments/{cup}/rounds/{ROUND}/{path}", json=body)
        assert answer.status_code == 201, answer.text
    tables = _matches(service)
    _play(service, tables[1], 20)
    service.clock.turn(timedelta(minutes=41).total_seconds())
    _play(service, tables[0])
    _play(service, tables[2], 34)
    _play(service, tables[3], 45)
    service.clock.turn(timedelta(minutes=9).total_seconds())
    _object(service, tables[0])
    return cup


def _seat(service: Service, number: int, game: str, size: int) -> None:
    service.run("tournament", "seat", "Club", "--game", game, "--size", str(size), "--seed", f"seats {number}")


def _matches(service: Service) -> list[str]:
    return [one["match"] for one in service.json("tournament", "show", "Club")["rounds"][-1]["tables"]]


def _object(service: Service, match: str) -> None:
    name = service.json("show", match)["players"][-1]
    player = service.client(service.token("player", match=match, observer=name))
    answer = player.post(f"/api/matches/{match}/objections", json={"text": "My Crown was not counted."})
    assert answer.status_code == 201, answer.text


def entrances(service: Service, paths: dict[str, str]) -> list[str]:
    """The links by which somebody may look at all of these pages: a director's, and that of who plays against bots."""
    match = paths["own"].split("/")[2]
    tokens = service.token("director"), service.token("player", match=match, observer=ALONE)
    return [f"{service.url}/enter#{token}" for token in tokens]


def _paths(cup: str, match: str, against_bots: str) -> dict[str, str]:
    pages = {"lobby": "/", "tables": "/live", "match": f"/matches/{match}", "scribe": f"/matches/{match}/scribe"}
    pages |= {"commentary": f"/matches/{match}/commentary", "replay": "/matches/AO26-1-1?as=table#29"}
    pages |= {"player": "/players/Ann", "game": "/games/sun-bid"}
    pages |= {"own": f"/matches/{against_bots}/play", "play": "/play", "opening": "/new-tournament", "help": "/help"}
    return pages | {
        "tournament": f"/tournaments/{cup}",
        **{name: f"/tournaments/{cup}/{name}" for name in ("desk", "wall", "sheets")},
    }
