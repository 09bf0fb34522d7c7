"""The bots that can sit at a table, each by the name under which it is asked for and recorded."""

from random import Random
from typing import Final, NamedTuple, Protocol

from ludograph.domain.kernel.game import Action
from ludograph.domain.lab.playouts import any_move
from ludograph.domain.lab.search import Sight, searched


class Chosen(NamedTuple):
    """What a bot does, and after how many playouts."""

    action: Action
    playouts: int = 0


class Bot(Protocol):
    """Plays a seat from what is known there: it is given a `Sight` and a source of chance, and nothing else."""

    def choose(self, sight: Sight, random: Random) -> Chosen:
        """One of the moves that are open; the same for the same sight and chance."""


class RandomBot:
    """Takes any of what is open."""

    def choose(self, sight: Sight, random: Random) -> Chosen:
        """Any block of what is open, and in it any value for each field."""
        busy = [(sight.seat, choice) for choice in sight.choices if not choice.idle]
        return Chosen(any_move(busy, random)[1])


class SearchBot:
    """Tries what is open in worlds that it cannot tell from the real one."""

    def __init__(self, playouts: int) -> None:
        self.playouts = playouts

    def choose(self, sight: Sight, random: Random) -> Chosen:
        """The move that came out best."""
        found = searched(sight, self.playouts, random)
        return Chosen(found[0].move, sum(tried.count for tried in found))


class BotKind(NamedTuple):
    """How a kind of bot is asked for, and what it does."""

    name: str
    about: str


KINDS: Final = (
    BotKind("random", "Takes any of what is open, at random."),
    BotKind(
        "search[:PLAYOUTS]",
        "Imagines what it does not know, plays its moves on so often (100 without a number), and takes the best.",
    ),
)
PLAYOUTS: Final = 100
MOST_PLAYOUTS: Final = 1_000_000


class UnknownBot(ValueError):
    """No bot goes by that name; the message says which there are."""


def bot_called(name: str) -> Bot:
    """The bot of that name. Raises `UnknownBot`."""
    kind, colon, given = name.partition(":")
    if kind == "random" and not colon:
        return RandomBot()
    if kind == "search" and not colon:
        return SearchBot(PLAYOUTS)
    if kind == "search" and given.isascii() and given.isdigit() and 0 < int(given) <= MOST_PLAYOUTS:
        return SearchBot(int(given))
    if kind == "search":
        raise UnknownBot(f"`search:` goes with a number of playouts from 1 to {MOST_PLAYOUTS:,}, not `{given}`.")
    raise UnknownBot(f"There is no bot `{name}`: there are {' and '.join(kind.name for kind in KINDS)}.")
