"""Who may do what: the rights that tokens give, worked out here alone and asked by every route."""

from collections.abc import Iterator, Mapping
from enum import IntEnum, StrEnum
from typing import Final, NamedTuple

from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, TABLE
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.events import AnyStarted
from ludograph.domain.match.seated_bots import playing_bots
from ludograph.domain.notation.names import folded
from ludograph.domain.store.tokens import Role, Token
from ludograph.domain.tournaments.aggregate import Tournament
from ludograph.domain.tournaments.owners import Owners
from ludograph.replay.service.access.seat_bindings import seat_of


class Denied(Exception):
    """Whoever asks may not do this; `anonymous` if a token could change that."""

    def __init__(self, message: str, *, anonymous: bool) -> None:
        super().__init__(message)
        self.anonymous = anonymous


class Standing(IntEnum):
    """Who gives way to whom where there is not room for everybody: the lowest first."""

    VIEWER = 0
    PLAYER = 1
    OFFICIAL = 2


class Permission(StrEnum):
    """Something that a right lets somebody do, in a match or in a tournament (decision 174)."""

    ATTEND = "know at once what others learn after the delay"
    NOTE = "add remarks, and agree or object to the result for their own seat"
    PLAY = "play their own seat where bots have others: act and take back, as that seat sees the table"
    RECORD = "record, take back and correct steps, and agree for the players beside them"
    RULE = "rule, abandon and reopen, put players and place in the header right, and agree as the judge"
    BEGIN = "begin matches with bots, by a token for everything in the store"
    OPEN = "open tournaments, by a token for everything in the store"
    DIRECT = "decide in the tournament, read its history, and make and end tokens of its scribes and players"


PERMISSIONS: Final[Mapping[Role, frozenset[Permission]]] = {
    "player": frozenset({Permission.ATTEND, Permission.NOTE, Permission.PLAY}),
    "scribe": frozenset({Permission.ATTEND, Permission.NOTE, Permission.RECORD}),
    "director": frozenset(Permission) - {Permission.PLAY},
}
"""What each role may do, in what its token is for; whoever has no token may do none of it."""
REFUSALS: Final[Mapping[Permission, str]] = {
    Permission.NOTE: "Only a scribe or a player of this match may do this: scan the code of the table or of your "
    "slip again, or ask the organiser.",
    Permission.PLAY: "Only whoever sits at a seat of this match that no bot has may play here: open the link that was "
    "made for you, or ask whoever began the match.",
    Permission.BEGIN: "Only a director of the whole store begins a match with bots: whoever runs the service makes the "
    "link (`ludograph token new --role director`).",
    Permission.OPEN: "Only a director of the whole store opens a tournament: whoever runs the service makes the link "
    "(`ludograph token new --role director`).",
    Permission.RECORD: "Only a scribe of this match may record in it: to get back in, scan the code on the sheet of "
    "your table again, or ask the organiser.",
    Permission.RULE: "Only a director may do this.",
    Permission.DIRECT: "Only a director of this tournament may do this: open your link again in the browser that "
    "opened it first, or let whoever runs the service make another (`ludograph token new --role director`).",
}


class Right(NamedTuple):
    """What one token lets its holder do in one match, and as which observer."""

    token: Token
    permissions: frozenset[Permission]
    observer: Observer


class Visitor(NamedTuple):
    """Somebody with these tokens, in a store whose matches belong to these owners."""

    tokens: tuple[Token, ...] = ()
    owners: Owners = Owners()

    def rights(self, match: Match) -> Iterator[Right]:
        """What each of their tokens that reaches a match lets them do there."""
        for token in self.tokens:
            observer = self._observer_of(token, match) if self._reaches(token, match) else None
            if observer is not None:
                yield Right(token, PERMISSIONS[token.role], observer)

    def may(self, permission: Permission, match: Match) -> bool:
        """Whether any of their rights in a match has this permission."""
        return any(permission in right.permissions for right in self.rights(match))

    def right(self, permission: Permission, match: Match) -> Right:
        """The right by which they do something in a match, the one that knows most. Raises `Denied`."""
        found = [right for right in self.rights(match) if permission in right.permissions]
        if not found:
            raise Denied(REFUSALS[permission], anonymous=self.nobody)
        # A director's before a scribe's: the entry is signed by this token, and refused in the words of this observer.
        return min(found, key=lambda right: (right.token.role != "director", right.observer != JUDGE))

    def observers(self, match: Match) -> list[Observer]:
        """As which observers they may look, the ones that know most first; `TABLE` is always among them.

        Whoever looks as the judge may look as anybody (decision 138).
        """
        found = {right.observer for right in self.rights(match)}
        order = [JUDGE, *range(1, len(match.players) + 1), TABLE]
        return order if JUDGE in found else [one for one in order if one in found | {TABLE}]

    def observer(self, match: Match, wanted: Observer | None) -> Observer:
        """The observer that they asked to be, by default the one who knows most. Raises `Denied`."""
        may = self.observers(match)
        if wanted is None:
            return may[0]
        if wanted not in may:
            raise Denied("This view is not yours: ask the organiser for a token that opens it.", anonymous=self.nobody)
        return wanted

    def playing(self, match: Match, seat: int | None = None) -> Right | None:
        """The right by which they sit at a seat, as its observer; None where they do not play, or not in this seat.

        A phone may be that of two players: without a `seat` the first is meant whose token it has.
        """
        # Seats are numbered from 1; the table and the judge are not above 0.
        own = (right for right in self.rights(match) if right.observer > 0)
        return next((right for right in own if seat in (None, right.observer)), None)

    def right_to_play(self, match: Match) -> Right:
        """The right by which they play a seat of their own in a match with bots, as its observer. Raises `Denied`."""
        bots = playing_bots(match)
        for right in self.rights(match) if bots else ():
            if Permission.PLAY in right.permissions and right.observer not in bots:
                return right
        raise Denied(REFUSALS[Permission.PLAY], anonymous=self.nobody)

    def in_store(self, permission: Permission) -> Token:
        """The token for everything in the store by which they do something there. Raises `Denied`."""
        found = (one for one in self.tokens if one.is_for_whole_store and permission in PERMISSIONS[one.role])
        if (token := next(found, None)) is None:
            raise Denied(REFUSALS[permission], anonymous=self.nobody)
        return token

    def in_tournament(self, permission: Permission, tournament: Tournament) -> Token | None:
        """The token by which they do something in a tournament as a whole; None where they may not."""
        reach = (one for one in self.tokens if one.is_for_whole_store or one.tournament == tournament.id)
        return next((one for one in reach if permission in PERMISSIONS[one.role]), None)

    def attends(self, tournament: Tournament) -> bool:
        """Whether they take part in a tournament as a whole, and know its decisions at once."""
        return self.in_tournament(Permission.ATTEND, tournament) is not None

    def directs(self, tournament: Tournament) -> bool:
        """Whether they may decide in a tournament."""
        return self.in_tournament(Permission.DIRECT, tournament) is not None

    def check_directs(self, tournament: Tournament) -> Token:
        """The token by which they decide in a tournament. Raises `Denied`."""
        found = self.in_tournament(Permission.DIRECT, tournament)
        if found is None:
            raise Denied(REFUSALS[Permission.DIRECT], anonymous=self.nobody)
        return found

    @property
    def everywhere(self) -> bool:
        """Whether one of their tokens is for everything in the store."""
        return any(token.is_for_whole_store for token in self.tokens)

    @property
    def directs_all(self) -> bool:
        """Whether they may decide in every tournament of the store."""
        return any(token.is_for_whole_store and Permission.DIRECT in PERMISSIONS[token.role] for token in self.tokens)

    @property
    def only_plays(self) -> bool:
        """Whether all their tokens are those of players, who are at their own tables alone."""
        return all(token.role == "player" for token in self.tokens)

    @property
    def standing(self) -> Standing:
        """Their standing: officials have a token of a scribe or director, viewers none."""
        return Standing.VIEWER if self.nobody else Standing.PLAYER if self.only_plays else Standing.OFFICIAL

    @property
    def reads_remarks(self) -> bool:
        """Whether they may read remarks for the judge in any match."""
        return any(token.role == "director" or token.observer == "judge" for token in self.tokens)

    @property
    def nobody(self) -> bool:
        """Whether they have no token."""
        return not self.tokens

    def _reaches(self, token: Token, match: Match) -> bool:
        """Whether a match lies in what a token is for: itself, a match of its tournament, or anything."""
        # By its owner, which decisions settle before headers do: a corrected header takes no match to others.
        if token.match is not None:
            return token.match == match.id
        return token.tournament is None or token.tournament == self.owners.owner(match)

    def _observer_of(self, token: Token, match: Match) -> Observer | None:
        """The observer that a token is in a match that it reaches; None for a player who has no seat there."""
        if token.role == "player":
            return seat_of(token, match)
        return JUDGE if token.role == "director" or token.observer == "judge" else TABLE


class HeaderChange(NamedTuple):
    """What a correction makes of a header, and who asks for it."""

    visitor: Visitor
    match: Match
    after: AnyStarted

    def check(self) -> None:
        """Raises `Denied` where the header says afterwards what this visitor has no right to say.

        A match that belongs to a tournament was put to its place, and its players to their seats, by the directors:
        a scribe puts neither right. To move it to another takes the right to rule on it and to direct the other.
        """
        before, visitor = self.match.start, self.visitor
        owner = visitor.owners.owner(self.match)
        # Letter for letter: what only looks the same may be found at another table.
        changed = {name for name in _DECIDED if getattr(before, name) != getattr(self.after, name)}
        moved = "event" in changed
        if (moved or (owner and changed)) and not visitor.may(Permission.RULE, self.match):
            raise Denied(_NOT_THEIRS, anonymous=visitor.nobody)
        if moved and self.after.event and not self._may_enter(owner):
            raise Denied(_NOT_BOTH, anonymous=visitor.nobody)

    @property
    def renamed(self) -> list[int]:
        """The seats whose player goes by another name afterwards, or that are not there before or after."""
        before, after = map(folded, self.match.start.players), map(folded, self.after.players)
        return _unlike(list(before), list(after))

    @property
    def ends_tokens(self) -> bool:
        """Whether the tokens of renamed seats end: they are somebody else's, by no director's word (decision 172)."""
        return bool(self.renamed) and not self.visitor.may(Permission.RULE, self.match)

    def _may_enter(self, owner: object) -> bool:
        """Whether they may let a match say that it is one of the event that its header names afterwards.

        A name that no tournament has is everybody's, and might be a tournament's later: only the store's director
        gives it.
        """
        named = self.visitor.owners.named(self.after.event)
        if named is not None and named == owner:
            return True
        directed = {one.tournament for one in self.visitor.tokens if Permission.DIRECT in PERMISSIONS[one.role]}
        return self.visitor.directs_all or (named is not None and named in directed)


_DECIDED: Final = ("event", "round", "table", "players")
"""What of a header a tournament decides."""
_NOT_THEIRS: Final = (
    "Which tournament, round and table a match is played at, and who sits there, was decided by a director: only a "
    "director of this match may put that right."
)
_NOT_BOTH: Final = (
    "A match is moved to another event by a director of both, or by whoever runs the store: you direct only this side."
)


def _unlike(before: list[str], after: list[str]) -> list[int]:
    """The numbers, from 1, at which two lists are not the same."""
    most = max(len(before), len(after))
    return [at + 1 for at in range(most) if before[at : at + 1] != after[at : at + 1]]
