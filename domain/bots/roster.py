"""The bots that can sit at a table, each by the name under which it is asked for and recorded."""

import shlex
import shutil
from random import Random
from typing import Final, NamedTuple

from ludograph.domain.bots.bot import Bot, Chosen, by_chance
from ludograph.domain.bots.program import ProgramBot
from ludograph.domain.kernel.sentences import listed
from ludograph.domain.lab.search import Sight, searched


class RandomBot(Bot):
    """Takes any of what is open."""

    def choose(self, sight: Sight, random: Random) -> Chosen:
        """Any move that somebody waits for."""
        return Chosen(by_chance(sight, random))


class SearchBot(Bot):
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
    BotKind("exec:COMMAND", "Is a program of yours, which reads and writes lines of JSON: docs/bots.md has them."),
)
PLAYOUTS: Final = 100
MOST_PLAYOUTS: Final = 1_000_000


class UnknownBot(ValueError):
    """No bot goes by that name; the message says which there are."""


def bot_called(name: str) -> Bot:
    """The bot of that name. Raises `UnknownBot`."""
    kind, colon, given = name.partition(":")
    if kind == "exec" and shutil.which(next(iter(_words(given)), "")) is not None:
        return ProgramBot(given)
    if kind == "exec":
        raise UnknownBot(f"`{name}` names no program that can be run here.")
    if kind == "random" and not colon:
        return RandomBot()
    if kind == "search" and not colon:
        return SearchBot(PLAYOUTS)
    if kind == "search" and given.isascii() and given.isdigit() and 0 < int(given) <= MOST_PLAYOUTS:
        return SearchBot(int(given))
    if kind == "search":
        raise UnknownBot(f"`search:` goes with a number of playouts from 1 to {MOST_PLAYOUTS:,}, not `{given}`.")
    raise UnknownBot(f"There is no bot `{name}`: there are {listed([kind.name for kind in KINDS])}.")


def check_thinks_here(name: str, most: int) -> None:
    """Raises `UnknownBot` for a bot that is a program, or that thinks of more playouts than `most`."""
    if name.partition(":")[0] == "exec":
        raise UnknownBot("A bot that is a program is never started from here: there are random and search:PLAYOUTS.")
    bot = bot_called(name)
    if isinstance(bot, SearchBot) and bot.playouts > most:
        raise UnknownBot(f"`{name}` thinks too long for all who play here: `search:{most}` is the most.")


def _words(command: str) -> list[str]:
    """The words of a command line; none where its quotes do not end."""
    try:
        return shlex.split(command)
    except ValueError:
        return []
