"""Who may do what through the service: tokens, of which the store keeps digests alone."""

import secrets
from collections.abc import Collection
from datetime import datetime
from hashlib import sha256
from typing import Any, Final, Literal, get_args
from uuid import UUID

from msgspec import Struct

from ludograph.domain.store.recorder import NotFound, Recorder

Role = Literal["player", "scribe", "director"]
ROLES: Final[tuple[Role, ...]] = get_args(Role)
TOKEN_PREFIX: Final = "ludo_"
"""What every token begins with, so that one can be recognised where it should not stand."""
SEATS: Final = "token_seats"
"""The table of the seats to which tokens are bound."""
SHORTEST: Final = 4
"""No fewer letters of a token's id name it."""


class Token(Struct, frozen=True):
    """What a token is for; the token itself is nowhere."""

    id: str
    """What names it in lists: a piece of its digest, which opens nothing."""
    role: Role
    match: UUID | None
    tournament: UUID | None
    observer: str
    """As whom it sees: a player's name, `table` or `judge`."""
    made_at: datetime
    until: datetime | None
    revoked_at: datetime | None = None
    seat: int | None = None
    """The seat of a player in the match that it is for."""

    @property
    def signature(self) -> str:
        """What stands at an entry that came by it."""
        return f"{self.role} {self.id}"

    @property
    def is_for_whole_store(self) -> bool:
        """Whether it is for everything in the store."""
        return self.match is None and self.tournament is None

    @property
    def directs_store(self) -> bool:
        """Whether it is a director's of the whole store: there is no stronger right."""
        return self.role == "director" and self.is_for_whole_store

    def is_valid(self, now: datetime) -> bool:
        """Whether it still opens anything."""
        return self.revoked_at is None and (self.until is None or now < self.until)


class Tokens:
    """The tokens of a store."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._store = recorder.store

    def make(self, role: Role, **named: Any) -> tuple[str, Token]:
        """Makes and keeps a token, with the arguments of `draft`; returns its text, which is nowhere else, and it."""
        text, made = self.draft(role, **named)
        self.save(text, made)
        return text, made

    def draft(
        self,
        role: Role,
        *,
        match: UUID | None = None,
        tournament: UUID | None = None,
        observer: str = "table",
        until: datetime | None = None,
        seat: int | None = None,
        text: str = "",
    ) -> tuple[str, Token]:
        """A token that opens nothing before it is kept; a player's of one match has its `seat`."""
        # Told before it is kept (decision 207), so that none opens anything which nobody knows.
        text = text or TOKEN_PREFIX + secrets.token_urlsafe(24)
        id, now = token_digest(text)[:12], self._recorder.time()  # whose seat it is follows from it
        return text, Token(id, role, match, tournament, observer, now, until, seat=seat)

    def save(self, text: str, made: Token) -> Token:
        """Keeps a token, so that it opens what it is for; returns what is kept, for a text of before that of then."""
        where = (_hex(made.match), _hex(made.tournament), made.observer, _text(made.made_at), _text(made.until))
        with self._recorder.cursor(writing=True) as c:
            # ON CONFLICT: a request that is sent again keeps the token of its first try.
            self._store.ensure_table(c, "tokens")
            new = "INSERT INTO tokens VALUES (?,?,?,?,?,?,?,?,NULL) ON CONFLICT DO NOTHING"
            c.execute(new, (made.id, token_digest(text), made.role, *where))
            if made.seat is not None:
                self._store.ensure_table(c, SEATS)
                c.execute(f"INSERT INTO {SEATS} VALUES (?,?) ON CONFLICT DO NOTHING", (made.id, made.seat))
        return self._select("WHERE digest = ?", token_digest(text))[0]

    def find(self, text: str) -> Token | None:
        """What a token is for that a program shows; None where it is none, or does not hold any more.

        None also where a browser opened its link, for that stays in histories: only the device opens anything then.
        """
        found = self.find_by_link(text)
        return None if found is None or self._is_opened(found) else found

    def find_by_link(self, text: str) -> Token | None:
        """What the token in a link is for, whoever opened that before; None where it does not hold."""
        if not text.startswith(TOKEN_PREFIX):
            return None
        found = self._select("WHERE digest = ?", token_digest(text))
        return found[0] if found and found[0].is_valid(self._recorder.sources.now()) else None

    def get(self, id: str) -> Token | None:
        """A token by its whole id."""
        found = self._select("WHERE id = ?", id)
        return found[0] if found else None

    def all(self) -> list[Token]:
        """Every token ever made, in the order in which they were made."""
        return self._select("ORDER BY made_at, id")

    def revoke(self, id: str) -> Token:
        """Ends a token at once, by the beginning of its id. Raises `NotFound`."""
        found = [one for one in self.all() if len(id) >= SHORTEST and one.id.startswith(id.lower())]
        if len(found) != 1:
            many = f"{id} fits {len(found)} tokens: write more of it." if found else f"There is no token {id}."
            raise NotFound(f"{many} `ludograph token list` tells their ids.")
        with self._recorder.cursor(writing=True) as c:
            now = _text(self._recorder.sources.now())
            c.execute("UPDATE tokens SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?", (now, found[0].id))
        return self._select("WHERE id = ?", found[0].id)[0]

    def revoke_seats(self, match: UUID, seats: Collection[int]) -> None:
        """Ends the tokens of players in a match that are bound to these seats, or to a name alone."""
        for one in self._select("WHERE match = ? AND role = 'player' AND revoked_at IS NULL", match.hex):
            if one.seat is None or one.seat in seats:
                self.revoke(one.id)

    def _is_opened(self, token: Token) -> bool:
        """Whether a browser opened its link."""
        with self._recorder.cursor() as c:
            if not self._store.has_table(c, "devices"):
                return False
            c.execute("SELECT 1 FROM devices WHERE token = ?", (token.id,))
            return c.fetchone() is not None

    def _select(self, where: str, *values: str) -> list[Token]:
        with self._recorder.cursor() as c:
            if not self._store.has_table(c, "tokens"):
                return []
            bound = self._store.has_table(c, SEATS)
            seat = f"(SELECT seat FROM {SEATS} WHERE {SEATS}.token = tokens.id)" if bound else "NULL"
            columns = f"id, role, match, tournament, observer, made_at, until, revoked_at, {seat}"
            c.execute(f"SELECT {columns} FROM tokens {where}", values)
            return [_token(*row) for row in c.fetchall()]


def token_digest(token: str) -> str:
    """What is kept of a token."""
    # A plain digest, without salt or many rounds: a token is random and long, so that none can be found by trying.
    return sha256(token.encode()).hexdigest()


def _token(id: str, role: Any, match: str, tournament: str, observer: str, made: str, *rest: Any) -> Token:
    *times, seat = rest
    until, revoked = (datetime.fromisoformat(one) if one else None for one in times)
    of, within = (UUID(one) if one else None for one in (match, tournament))
    return Token(id, role, of, within, observer, datetime.fromisoformat(made), until, revoked, seat)


def _hex(id: UUID | None) -> str | None:
    return id.hex if id else None


def _text(at: datetime | None) -> str | None:
    return at.isoformat() if at else None
