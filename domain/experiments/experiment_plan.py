"""What is tried out: a variant of a game, and a plan by which variants are played on the same deals and luck."""

from contextlib import AbstractContextManager, nullcontext
from typing import NamedTuple

from ludograph.domain.kernel.game import Options
from ludograph.domain.rules_files.changed_rules import RulesFile


class GameVariant(NamedTuple):
    """A game as it is played in one arm of an experiment."""

    options: Options
    seats: int
    bots: tuple[str, ...]
    """One for each seat."""
    rules: RulesFile | None = None
    """Rules of the game that are others; None for its own."""
    luck: str = ""
    """What bots choose from besides the deal: another text makes other choices on the same cards."""

    @property
    def even_share(self) -> float | None:
        """What each seat wins where seats do not matter; None in a game for one, and where bots are not all alike."""
        return 1 / self.seats if self.seats > 1 and len(set(self.bots)) == 1 else None

    def in_force(self) -> AbstractContextManager[None]:
        """Within this the game goes by the rules of the variant; what fails is blamed on its file (`UnusableRules`)."""
        return nullcontext() if self.rules is None else self.rules.on_trial()


class SkillTest(NamedTuple):
    """Two bots by which it is tried how much skill tells: the stronger at one seat, the weaker at all others."""

    stronger: str
    weaker: str

    def bots(self, seat: int, seats: int) -> tuple[str, ...]:
        """Who sits where, with the stronger one at this seat."""
        return tuple(self.stronger if one == seat else self.weaker for one in range(1, seats + 1))


class ExperimentPlan(NamedTuple):
    """Which variants of which game are played, from which seed."""

    game: str
    variants: tuple[GameVariant, ...]
    seed: str
    limit: int = 1000
    """After so many steps bots look for a way to end a match."""
    paired: bool = True
    """Whether all variants are played on the same deals and luck, or each on its own."""
    skill: SkillTest | None = None
    """Whether another match is played on each deal to see how much skill tells, and by which bots."""

    def deal_seed(self, deal: int, variant: int) -> str:
        """From what the cards of a deal are shuffled and drawn."""
        return f"{self.seed}/{deal}" if self.paired else f"{self.seed}/{variant}/{deal}"
