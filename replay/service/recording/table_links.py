"""The links of a table, to be printed and to be printed again: the same ones, as long as they hold."""

from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime, timedelta
from functools import partial
from hmac import digest
from typing import Any, Final, NamedTuple

from litestar import Controller, Response, post
from litestar.params import FromPath

from ludograph.domain.match.aggregate import Match
from ludograph.domain.store.devices import DIGITS, Devices
from ludograph.domain.store.recorder import Recorder
from ludograph.domain.store.tokens import TOKEN_PREFIX, Token, Tokens, token_digest
from ludograph.domain.tournaments.aggregate import OutOfOrder, Tournament
from ludograph.replay.service.http.link_base import doubts_of, links_base, qr_image
from ludograph.replay.service.http.rate_limits import LimitsDep
from ludograph.replay.service.http.responses import AnyRequest, json_response
from ludograph.replay.service.http.settings import SettingsDep
from ludograph.replay.service.recording.invitations import own_match
from ludograph.replay.service.routes.tournaments import TournamentsDep, VisibleTournaments
from ludograph.replay.service.sessions.identity import bearer, secrets_in
from ludograph.replay.shapes.tokens import token_json

A_DAY: Final = timedelta(hours=24)
"""So long a link holds that lies on a table."""
MOST_ENDED: Final = 50
"""After so many links for one seat that were ended there is no other from the same director's browser."""
Json = dict[str, Any]


class Holder(NamedTuple):
    """For whom a link is, at the table of a match."""

    role: Any
    observer: str
    seat: int | None = None


class TableLinksRoutes(Controller):
    """The links of tables."""

    path = "/api/tournaments/{id:str}/rounds/{number:int}/tables/{at:int}/links"

    @post(status_code=200)
    async def table_links(
        self,
        request: AnyRequest,
        id: FromPath[str],
        number: FromPath[int],
        at: FromPath[int],
        tournaments: TournamentsDep,
        limits: LimitsDep,
        settings: SettingsDep,
    ) -> Response[bytes]:
        """The links of a table for its scribe, for each of its players, and for whoever follows, with their QR codes.

        Each holds for a day, and no longer than the director's own. Asked again by the same browser, or with the same
        token, they are the same links with the same codes, as long as they hold; one that was ended is replaced.
        """
        tournament, live = await tournaments.directed(id), tournaments.live
        maker = tournaments.check_directs(tournament)
        limits.entry(maker.id, tournament.id, "links")
        match = await _match_at(tournaments, tournament, number, at)
        until = live.recorder.sources.now() + A_DAY
        until = until if maker.until is None else min(until, maker.until)
        secret = await live.threads.run(secret_shown, live.recorder, request, maker)
        base = links_base(request, settings)

        def make() -> Json:
            links = TableLinks(live.recorder, secret, base, until, partial(limits.quota, "links", maker, tournament.id))
            place = {"round": number, "table": at, "tournament": links.page(f"/tournaments/{tournament.id}")}
            return links.of(match) | place

        return json_response(await live.threads.run(make) | {"doubts": doubts_of(base)})


class TableLinks:
    """Makes the links of tables, each from a secret of the director who asks, so that they can be told again.

    Nothing is stored from which a link could be told: whoever has the store, or one of the links, knows no other
    (decisions 121 and 207).
    """

    def __init__(
        self,
        recorder: Recorder,
        secret: str,
        base: str,
        until: datetime,
        counted: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        """Each link is made within `counted`, which may refuse it."""
        self._tokens, self._devices = Tokens(recorder), Devices(recorder)
        self._now = recorder.sources.now
        self._secret, self._base, self._until, self._counted = secret.encode(), base, until, counted

    def of(self, match: Match) -> Json:
        """All links of the table of a match."""
        players = [Holder("player", name, seat) for seat, name in enumerate(match.players, start=1)]
        return {
            "match": str(match.id),
            "scribe": self._link(match, Holder("scribe", "table")),
            "players": [self._link(match, one) for one in players],
            "follow": self.page(f"/matches/{match.id}"),
        }

    def to_play(self, match: Match, seats: Iterable[int]) -> list[Json]:
        """The links of these seats, which lead to where their players act themselves."""
        return [self._link(match, Holder("player", match.name(seat), seat), "?to=play") for seat in seats]

    def page(self, path: str) -> Json:
        """A page that everybody may open."""
        link = f"{self._base}{path}"
        return {"link": link, "qr": qr_image(link)}

    def _link(self, match: Match, holder: Holder, to: str = "") -> Json:
        text, made = self._held(match, holder)
        code = int.from_bytes(self._digest("code", text), "big") % 10**DIGITS
        told = self._devices.code(text, made, f"{code:0{DIGITS}}")
        link = f"{self._base}/enter{to}#{text}"
        return token_json(made) | {"link": link, "code": told, "qr": qr_image(link)}

    def _held(self, match: Match, holder: Holder) -> tuple[str, Token]:
        """The first of the links for a seat that was not ended, made where it is not there yet. Raises `OutOfOrder`."""
        for number in range(MOST_ENDED):
            text = self._text(match, holder, number)
            known = self._tokens.get(token_digest(text)[:12])
            if known is None:
                made = self._tokens.draft(
                    holder.role,
                    match=match.id,
                    observer=holder.observer,
                    until=self._until,
                    seat=holder.seat,
                    text=text,
                )
                with self._counted():
                    return text, self._tokens.save(*made)
            if known.is_valid(self._now()):
                return text, known
        raise OutOfOrder("Too many links of this table were ended: make one under “Links” instead.")

    def _text(self, match: Match, holder: Holder, number: int) -> str:
        named = f"{match.id} {holder.role} {holder.observer if holder.seat is None else holder.seat} {number}"
        return TOKEN_PREFIX + urlsafe_b64encode(self._digest("link", named)[:24]).decode()

    def _digest(self, what: str, of: str) -> bytes:
        return digest(self._secret, f"table {what} {of}".encode(), "sha256")


async def _match_at(tournaments: VisibleTournaments, tournament: Tournament, number: int, at: int) -> Match:
    """The match that counts for a table and belongs to its tournament. Raises `OutOfOrder` or `BadRequest`."""
    tournament.table(number, at)
    found = (await tournaments.tables(tournament)).results[number - 1][at - 1].match
    if found is None:
        raise OutOfOrder(f"Table {at} of round {number} has not been started: its links are there once it is.")
    return await own_match(tournaments, tournament, str(found))


def secret_shown(recorder: Recorder, request: AnyRequest, maker: Token) -> str:
    """What the director shows by which they direct: their token, or the secret of their browser's device."""
    if (token := bearer(request)) is not None:
        return token
    # The one device among those of this browser, so that another link that is opened there changes nothing.
    found: Callable[[str], Any] = Devices(recorder).find
    held = ((secret, found(secret)) for secret in secrets_in(request))
    return next(secret for secret, one in held if one is not None and one[1].id == maker.id)


__all__ = ["TableLinks", "TableLinksRoutes", "secret_shown"]
