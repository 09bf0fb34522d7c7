"""Browsers that opened the link of a token: each has a secret of its own, of which the store keeps the digest alone."""

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Final, Literal, NamedTuple

from msgspec import Struct

from ludograph.domain.store.base import Cursor
from ludograph.domain.store.recorder import NotFound, Recorder
from ludograph.domain.store.tokens import TOKEN_PREFIX, Role, Token, Tokens, token_digest

Outcome = Literal["opened", "same", "none", "used", "code", "mistaken"]
DEVICES: Final[dict[Role, int]] = {"director": 1, "scribe": 100, "player": 100}
"""On so many devices a link is opened at most."""
TRIES: Final = 10
"""So many wrong codes, or tries to open what is used up, are kept of a link; then no code opens it again."""
DIGITS: Final = 6
ATTEMPT: Final = 16
"""An attempt that is named by fewer letters could be guessed, and is none."""


class Device(Struct, frozen=True):
    """A browser that opened a link, or was refused; what it shows to be let in is nowhere."""

    id: str
    token: str
    """The id of the token."""
    browser: str
    """What kind of browser, in a few words."""
    made_at: datetime
    ended_at: datetime | None
    refused: bool
    """Whether it was not let in."""


class Exchange(NamedTuple):
    """What came of opening a link: where it was `opened`, now or before (`same`), the token and the device's secret.

    It is `none` where nothing holds, `used` where it was opened as often as it may be; where it was opened before and
    a code belongs to it, that is wanted (`code`), or was another (`mistaken`).
    """

    outcome: Outcome
    token: Token | None = None
    secret: str = ""


class Devices:
    """The devices of a store."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._store = recorder.store
        self._tokens = Tokens(recorder)

    def code(self, text: str, token: Token, code: str = "") -> str:
        """A new code for the link of a token, told only now: with it the link can be opened on further devices.

        It is empty for a director, whose link is opened once; a `code` that can be worked out again is said.
        """
        if DEVICES[token.role] == 1:
            return ""
        code = code or f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
        with self._recorder.cursor(writing=True) as c:
            self._store.ensure_table(c, "links")
            new = "INSERT INTO links VALUES (?,?) ON CONFLICT (token) DO UPDATE SET code=excluded.code"
            c.execute(new, (token.id, _code_digest(text, code)))
        return code

    def exchange(
        self, text: str, *, code: str = "", attempt: str = "", shown: Sequence[str] = (), browser: str = ""
    ) -> Exchange:
        """Opens a link on a device, which has one of the secrets `shown` where it opened the link before.

        The same `attempt` again, whose answer was lost, gets another secret for the same device.
        """
        token = self._tokens.find_by_link(text)
        if token is None:
            return Exchange("none")
        with self._recorder.cursor(writing=True) as c:
            # An update that changes nothing locks the row until the commit, in either database: of two who open a link
            # at once the second waits here, and then finds the first.
            c.execute("UPDATE tokens SET id = id WHERE id = ?", (token.id,))
            self._store.ensure_table(c, "devices")
            self._store.ensure_table(c, "links")
            secret = self._reopened(c, token, attempt, shown)
            if secret:
                return Exchange("same", token, secret)
            outcome = self._outcome(c, token, text, code)
            if outcome == "opened":
                return Exchange(outcome, token, self._opened(c, token, attempt, browser))
            if outcome in ("used", "mistaken") and self._count(c, token, "NULL") < TRIES:
                self._insert(c, (secrets.token_hex(6), token.id, None, None, browser))
        return Exchange(outcome)

    def find(self, secret: str) -> tuple[Device, Token] | None:
        """The device that has a secret, and its token; None where there is none, or either does not hold any more."""
        found = self._select("WHERE digest = ? AND ended_at IS NULL", token_digest(secret))
        token = self._tokens.get(found[0].token) if found else None
        return (found[0], token) if token is not None and token.is_valid(self._now()) else None

    def all(self) -> list[Device]:
        """Every device that opened a link or tried to, in that order."""
        return self._select("ORDER BY made_at, id")

    def end(self, id: str) -> Device:
        """Ends a device at once. Raises `NotFound`."""
        if not self._select("WHERE id = ?", id):
            raise NotFound("There is no such device.")
        self._end("id", id)
        return self._select("WHERE id = ?", id)[0]

    def leave(self, shown: Sequence[str]) -> None:
        """Ends the devices that have these secrets."""
        for secret in shown:
            if self.find(secret) is not None:
                self._end("digest", token_digest(secret))

    def _end(self, column: str, value: str) -> None:
        with self._recorder.cursor(writing=True) as c:
            sql = f"UPDATE devices SET ended_at = coalesce(ended_at, ?) WHERE {column} = ? AND digest IS NOT NULL"
            c.execute(sql, (self._now().isoformat(), value))

    def _reopened(self, c: Cursor, token: Token, attempt: str, shown: Sequence[str]) -> str:
        """The secret of the device that opens the link again; empty where it is another."""
        holds = "FROM devices WHERE token = ? AND ended_at IS NULL AND"
        for secret in shown:
            c.execute(f"SELECT id {holds} digest = ?", (token.id, token_digest(secret)))
            if c.fetchone():
                return secret
        if len(attempt) < ATTEMPT:
            return ""
        c.execute(f"SELECT id {holds} attempt = ?", (token.id, token_digest(attempt)))
        found, secret = c.fetchone(), _secret()
        if found is None:
            return ""
        c.execute("UPDATE devices SET digest = ? WHERE id = ?", (token_digest(secret), found[0]))
        return secret

    def _outcome(self, c: Cursor, token: Token, text: str, code: str) -> Outcome:
        """What comes of opening a link on another device."""
        opened = self._count(c, token, "NOT NULL")
        if not opened:
            return "opened"
        c.execute("SELECT code FROM links WHERE token = ?", (token.id,))
        row = c.fetchone()
        if row is None or opened >= DEVICES[token.role] or self._count(c, token, "NULL") >= TRIES:
            return "used"
        if not code:
            return "code"
        # Compared in the same time whatever is wrong with it, so that no digit can be measured.
        return "opened" if secrets.compare_digest(row[0], _code_digest(text, code)) else "mistaken"

    def _opened(self, c: Cursor, token: Token, attempt: str, browser: str) -> str:
        secret = _secret()
        digest = token_digest(secret)
        named = token_digest(attempt) if len(attempt) >= ATTEMPT else None
        self._insert(c, (digest[:12], token.id, digest, named, browser))
        return secret

    def _insert(self, c: Cursor, values: tuple[str | None, ...]) -> None:
        c.execute("INSERT INTO devices VALUES (?,?,?,?,?,?,NULL)", (*values, self._now().isoformat()))

    def _count(self, c: Cursor, token: Token, digest: Literal["NULL", "NOT NULL"]) -> int:
        """How many devices opened a link, or were refused, which have no digest."""
        c.execute(f"SELECT count(*) FROM devices WHERE token = ? AND digest IS {digest}", (token.id,))
        return int(c.fetchone()[0])

    def _select(self, where: str, *values: str) -> list[Device]:
        with self._recorder.cursor() as c:
            if not self._store.has_table(c, "devices"):
                return []
            c.execute(f"SELECT id, token, browser, made_at, ended_at, digest FROM devices {where}", values)
            return [_device(*row) for row in c.fetchall()]

    def _now(self) -> datetime:
        return self._recorder.sources.now()


def _secret() -> str:
    return TOKEN_PREFIX + secrets.token_urlsafe(24)


def _code_digest(text: str, code: str) -> str:
    """What is kept of a code."""
    # With the text of the link, which the store does not hold: else six digits could be tried on it (decision 180).
    return token_digest(f"{text} {code}")


def _device(id: str, token: str, browser: str, made: str, ended: str | None, digest: str | None) -> Device:
    at = datetime.fromisoformat(ended) if ended else None
    return Device(id, token, browser, datetime.fromisoformat(made), at, digest is None)
