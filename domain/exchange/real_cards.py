"""How a match with real cards begins: a deal of which nobody saw all, completed with `??` as the game has it."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from ludograph.domain.exchange.importer import read_options, read_setup
from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.chance import Drawing, Written
from ludograph.domain.kernel.conceal import conceal
from ludograph.domain.kernel.game import TABLE, Deal, Game, Options, Refused
from ludograph.domain.kernel.play import PartOfDeal, begin
from ludograph.domain.kernel.shapes import Field, fields_of
from ludograph.domain.notation.values import ValueWriter

RawDeal = Mapping[str, Any]
"""A deal as it is written in a match file, by the names of its fields; any of them may be left out."""


class RealCards:
    """A match that is to be started with real cards, with the options as written. Raises `Refused`."""

    def __init__(self, game: Game, players: tuple[str, ...], options: dict[str, Any]) -> None:
        self.game = game
        self.players = players
        self.options = read_options(game, players, options)
        game.check(self.options, len(players))
        self._written = options

    @cached_property
    def example(self) -> dict[str, Any]:
        """A deal as the table knows it: faces that everybody sees, and `??` for each of the others."""
        seats = len(self.players)
        dealt = begin(self.game, self.options, seats, None, Drawing("an example", 0)).deal
        return ValueWriter(self.players, unknown=UNKNOWN).fields(conceal(dealt, TABLE))

    @cached_property
    def needed(self) -> dict[str, Any]:
        """The fields of the example without which no match begins."""
        needed = self.example
        for name in self.example:
            less = {other: value for other, value in needed.items() if other != name}
            needed = needed if self.refusal(less) else less
        return needed

    def missing(self, deal: RawDeal) -> dict[str, Any]:
        """What this deal has still to say, as in the example; nothing where something else is wrong with it."""
        if self.refusal(deal) is None or self.fault(deal) is not None:
            return {}
        return {name: value for name, value in self.needed.items() if name not in deal}

    def read(self, deal: RawDeal) -> tuple[Options, Deal | PartOfDeal]:
        """The options, and the deal with `??` for all that it leaves out and somebody may not have seen."""
        return read_setup(self.game, self.players, self._written, self.completed(deal))

    def begun(self, deal: RawDeal) -> Any:
        """The state in which a match with this deal begins."""
        options, read = self.read(deal)
        return begin(self.game, options, len(self.players), read, Written(self.game.deck)).state

    def refusal(self, deal: RawDeal) -> Refused | None:
        """Why no match begins with this deal; None where one does."""
        try:
            self.begun(deal)
        except Refused as refused:
            return refused
        return None

    def fault(self, deal: RawDeal) -> Refused | None:
        """What is wrong with this deal, but for what it does not say yet."""
        refused = self.refusal(deal)
        short = self.refusal({name: value for name, value in self.example.items() if name in deal})
        if refused is None or (short is not None and _said(refused) == _said(short)):
            return None
        return refused

    def completed(self, deal: RawDeal) -> dict[str, Any]:
        """The deal with `??` in every place of a field that it leaves out, if not everybody sees it.

        A field that follows from another, which is there, stays out.
        """
        fields = fields_of(self.game.deal)
        whole = any(deal.get(field.name) is not None for field in fields if field.secret and field.secret.absent)
        filled = dict(deal)
        for field in fields:
            if field.name in self.example and hides(field) and not (whole and field.secret and field.secret.of):
                filled[field.name] = _filled(self.example[field.name], deal.get(field.name))
        return filled


def hides(field: Field) -> bool:
    """Whether a field of a deal holds what not everybody sees."""
    return field.secret is not None and "*" not in field.secret.seen_by


def _filled(unseen: Any, given: Any) -> Any:
    """What is given, with what is unseen in the place of a `??` or null that stands for all of it."""
    if given is None or given == UNKNOWN:
        return unseen
    if isinstance(unseen, list) and isinstance(given, list) and len(unseen) == len(given):
        return [_filled(*pair) for pair in zip(unseen, given, strict=True)]
    if isinstance(unseen, dict) and isinstance(given, dict):
        return {name: _filled(unseen.get(name), entry) for name, entry in given.items()}
    return given


def _said(refused: Refused) -> tuple[str | None, str]:
    return refused.rule, refused.told()
