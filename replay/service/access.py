"""Who a request comes from, and what they may see and do: worked out from their tokens, and from nothing else."""

from collections.abc import Callable, Iterator
from typing import NamedTuple
from uuid import UUID

from domain.kernel.conceal import Observer
from domain.kernel.game import JUDGE, TABLE
from domain.notation.names import folded
from domain.records.match import Match
from domain.records.recorder import Listed
from domain.records.tokens import Token
from domain.tournaments.tournament import Tournament


class Denied(Exception):
    """Whoever asks may not do this; `anonymous` if a token could change that."""

    def __init__(self, message: str, *, anonymous: bool) -> None:
        super().__init__(message)
        self.anonymous = anonymous


class Visitor(NamedTuple):
    """Somebody with these tokens, to whom these tournaments are known by their ids."""

    tokens: tuple[Token, ...] = ()
    tournaments: "dict[UUID, Tournament]" = {}

    def observers(self, match: Match) -> list[Observer]:
        """Whose eyes they may look with, the ones that know most first; `TABLE` is always among them.

        Whoever has the eyes of the judge may look with anybody's.
        """
        found = {eyes for token in self._for(match) if (eyes := eyes_of(token, match)) is not None}
        order = [JUDGE, *range(1, len(match.players) + 1), TABLE]
        return order if JUDGE in found else [one for one in order if one in found | {TABLE}]

    def is_present(self, match: Match) -> bool:
        """Whether they are at the table, and know at once what everybody there knows."""
        return any(eyes_of(token, match) is not None for token in self._for(match))

    def eyes(self, match: Match, wanted: Observer | None) -> Observer:
        """The eyes that they asked for, by default the best they have. Raises `Denied`."""
        may = self.observers(match)
        if wanted is None:
            return may[0]
        if wanted not in may:
            raise Denied("This view is not yours: ask the organiser for a token that opens it.", anonymous=self.nobody)
        return wanted

    def scribe(self, match: Match) -> Token:
        """The token with which they record in a match. Raises `Denied`."""
        found = [token for token in self._for(match) if token.role in ("scribe", "director")]
        if not found:
            raise Denied("Only a scribe of this match may record in it: ask the organiser.", anonymous=self.nobody)
        return min(found, key=lambda token: (token.role != "director", token.observer != "judge"))

    def director(self, match: Match) -> Token:
        """The token with which they rule in a match. Raises `Denied`."""
        found = [token for token in self._for(match) if token.role == "director"]
        if not found:
            raise Denied("Only a director may do this.", anonymous=self.nobody)
        return found[0]

    def player(self, match: Match) -> int | None:
        """The seat that they sit in, by the token of a player; None where they do not play."""
        found = (eyes_of(token, match) for token in self._for(match) if token.role == "player")
        return next((seat for seat in found if seat is not None and seat > 0), None)

    def directs(self, tournament: Tournament) -> bool:
        """Whether they direct a tournament."""
        return any(
            token.role == "director" and (token.tournament == tournament.id or is_unbound(token))
            for token in self.tokens
        )

    def attends(self, tournament: Tournament) -> bool:
        """Whether they take part in a tournament as a whole, and know its decisions at once."""
        return any(is_unbound(token) or token.tournament == tournament.id for token in self.tokens)

    @property
    def only_plays(self) -> bool:
        """Whether all their tokens are those of players, who are at their own tables alone."""
        return all(token.role == "player" for token in self.tokens)

    @property
    def nobody(self) -> bool:
        """Whether they have no token."""
        return not self.tokens

    def _for(self, match: Match) -> Iterator[Token]:
        for token in self.tokens:
            tournament = self.tournaments.get(token.tournament) if token.tournament else None
            if is_unbound(token) or token.match == match.id or (tournament and belongs(match, tournament)):
                yield token


def is_unbound(token: Token) -> bool:
    """Whether a token is for everything in the store."""
    return token.match is None and token.tournament is None


def eyes_of(token: Token, match: Match) -> Observer | None:
    """The observer that a token is in a match; None for a player who does not sit there. A director is the judge."""
    if token.role == "director" or (token.role == "scribe" and token.observer == "judge"):
        return JUDGE
    if token.role == "scribe":
        return TABLE
    names = [folded(name) for name in match.players]
    name = folded(token.observer)
    return names.index(name) + 1 if name in names else None


def belonging(tournament: Tournament) -> Callable[[Match | Listed], bool]:
    """Tells of any match whether it is one of a tournament: it was put at a table of it, or says so."""
    placed, name = set(tournament.state.matches), folded(tournament.state.name)
    return lambda match: match.start.originator_id in placed or folded(match.start.event) == name


def belongs(match: Match | Listed, tournament: Tournament) -> bool:
    """Whether a match is one of a tournament."""
    return belonging(tournament)(match)
