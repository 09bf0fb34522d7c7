"""Links for the scribes and players of a tournament: a director makes them at the desk, and they are shown once."""

from base64 import urlsafe_b64encode
from contextlib import suppress
from datetime import timedelta
from hmac import digest
from typing import Final, Literal

from litestar import Controller, Response, delete, get, post
from litestar.params import FromPath, JSONBody

from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.limits import cut
from ludograph.domain.store.devices import Devices
from ludograph.domain.store.recorder import Listed, NotFound
from ludograph.domain.store.tokens import TOKEN_PREFIX, Token, Tokens
from ludograph.domain.tournaments.aggregate import OutOfOrder, Tournament
from ludograph.replay.service.http.link_base import doubts_of, links_base, qr_image
from ludograph.replay.service.http.rate_limits import LimitsDep
from ludograph.replay.service.http.request_body import RequestBody, documented_as
from ludograph.replay.service.http.request_headers import idempotency_key, request_fingerprint
from ludograph.replay.service.http.responses import AnyRequest, BadRequest, json_response
from ludograph.replay.service.http.settings import SettingsDep
from ludograph.replay.service.routes.reading import observer_in
from ludograph.replay.service.routes.tournaments import TournamentsDep, VisibleTournaments
from ludograph.replay.service.sessions.identity import APART, bearer, secrets_in
from ludograph.replay.shapes.tokens import held_json, token_json

LONGEST: Final = 24 * 14
"""A token that is made at a desk holds for so many hours at most."""


@documented_as("Invitation")
class InvitationBody(RequestBody, rename={"observer": "as"}):
    """For whom a link is: in one match of the tournament, or in all of them."""

    role: Literal["scribe", "player"]
    match: str = ""
    observer: str = ""
    """For a player their name; for a scribe `table`, which is meant where nothing is said, or `judge`."""
    hours: float = 12


Held = tuple[Token, Listed | None]
"""A token that holds, with the match that it is for."""


class InvitationRoutes(Controller):
    """The tokens of a tournament, for its directors."""

    path = "/api/tournaments/{id:str}/tokens"

    @get()
    async def tokens(self, id: FromPath[str], tournaments: TournamentsDep) -> Response[bytes]:
        """What those of scribes and players are for that still hold; never what they are."""
        found = await tournaments.directed(id)
        held = await _invited(tournaments, found)
        return json_response([held_json(token, match, found.state.called) for token, match in held])

    @post()
    async def invite(
        self,
        request: AnyRequest,
        id: FromPath[str],
        data: JSONBody[InvitationBody],
        tournaments: TournamentsDep,
        limits: LimitsDep,
        settings: SettingsDep,
    ) -> Response[bytes]:
        """Make a token, shown once as a link and a QR code (SVG in a data URI), with the `code` for a second device.

        The same request again, with its `Idempotency-Key`, tells the same link with a new code: its text follows from
        the key and from what the director shows, so that nothing is stored from which it could be told.
        """
        tournament, live = await tournaments.directed(id), tournaments.live
        limits.entry(tournaments.visitor.tokens[0].id, tournament.id, "links")
        if not 0 < data.hours <= LONGEST:
            raise BadRequest(422, f"`hours` is more than 0, and {LONGEST} at most.")
        match = await own_match(tournaments, tournament, data.match) if data.match else None
        until, maker = live.recorder.sources.now() + timedelta(hours=data.hours), tournaments.check_directs(tournament)
        # What somebody may give others ends with what they have.
        until = until if maker.until is None else min(until, maker.until)
        tokens = Tokens(live.recorder)
        text, draft = tokens.draft(
            data.role,
            match=match.id if match else None,
            tournament=None if match else tournament.id,
            observer=_observer_for(data, tournament, match),
            until=until,
            seat=_seat(data, match),
            text=await _text(request, tournament),
        )
        with limits.quota("links", maker, tournament.id):
            made = await live.threads.run(tokens.save, text, draft)
        if not made.is_valid(draft.made_at):
            raise BadRequest(409, "The link that this request made has ended: send it with another Idempotency-Key.")
        code = await live.threads.run(Devices(live.recorder).code, text, made)
        link = f"{(base := links_base(request, settings))}/enter#{text}"
        told = {"token": text, "code": code, "link": link, "qr": qr_image(link), "doubts": doubts_of(base)}
        return json_response(token_json(made) | told, 201)

    @delete("/{token:str}", status_code=200)
    async def revoke(
        self, id: FromPath[str], token: FromPath[str], tournaments: TournamentsDep, limits: LimitsDep
    ) -> Response[bytes]:
        """Ends a token of the tournament at once, by its id."""
        tournament = await tournaments.directed(id)
        limits.entry(tournaments.visitor.tokens[0].id, tournament.id, "links")
        if token not in [one.id for one, _ in await _invited(tournaments, tournament)]:
            raise NotFound("There is no such token of this tournament.")
        return json_response(
            token_json(await tournaments.live.threads.run(Tokens(tournaments.live.recorder).revoke, token))
        )


async def _invited(tournaments: VisibleTournaments, tournament: Tournament) -> list[Held]:
    """Those of scribes and players."""
    return [one for one in await held_tokens(tournaments, tournament) if one[0].role != "director"]


async def held_tokens(tournaments: VisibleTournaments, tournament: Tournament) -> list[Held]:
    """The tokens that are for a tournament or a match of it, and hold now; each with its match."""
    live, owners = tournaments.live, await tournaments.live.tournaments.owners()
    every = await live.threads.run(Tokens(live.recorder).all)
    listed = await live.threads.run(live.index.every)
    matches = {one.head.match: one for one in listed if owners.owner(one) == tournament.id}
    now = live.recorder.sources.now()
    mine = [one for one in every if one.tournament == tournament.id or one.match in matches]
    return [(one, matches.get(one.match) if one.match else None) for one in mine if one.is_valid(now)]


async def own_match(tournaments: VisibleTournaments, tournament: Tournament, name: str) -> Match:
    """A match that belongs to a tournament. Raises `BadRequest`, in one sentence for one that does not and for none."""
    with suppress(NotFound, BadRequest):
        match = await tournaments.matches.match(name)
        if (await tournaments.live.tournaments.owners()).owner(match) == tournament.id:
            return match
    raise BadRequest(
        422, "There is no such match of this tournament: `match` names one that was started or placed there."
    )


async def _text(request: AnyRequest, tournament: Tournament) -> str:
    """The token that a request with a key makes, whenever it arrives; empty where it has none. Raises `BadRequest`."""
    key = idempotency_key(request)
    if key is None:
        return ""
    # HMAC with what the director shows as its key: whoever knows the store, or the request's key alone, cannot work out
    # the token, and nothing has to be stored to tell the same again (decision 207).
    shown = (bearer(request) or APART.join(secrets_in(request))).encode()
    asked = f"{tournament.id} {key} {await request_fingerprint(request)}"
    return TOKEN_PREFIX + urlsafe_b64encode(digest(shown, asked.encode(), "sha256")[:24]).decode()


def _observer_for(data: InvitationBody, tournament: Tournament, match: Match | None) -> str:
    """As which observer somebody invited looks. Raises `BadRequest` where nobody is called so."""
    if data.role == "scribe":
        if data.observer not in ("", "table", "judge"):
            raise BadRequest(422, "A scribe has the eyes of the table or of the judge: `as` is table or judge.")
        return data.observer or "table"
    if match is None:
        try:
            return tournament.named(data.observer)
        except OutOfOrder as wrong:
            raise BadRequest(422, str(wrong)) from wrong
    return match.name(_seat(data, match) or 0)


def _seat(data: InvitationBody, match: Match | None) -> int | None:
    """The seat to which a player's token of one match is bound. Raises `BadRequest` where nobody is called so."""
    if match is None or data.role != "player":
        return None
    seat: Observer = observer_in(match, data.observer) if data.observer else 0
    if seat < 1:
        raise BadRequest(422, f"{cut(data.observer) or 'Nobody'} is no player of this match: `as` names one.")
    return seat
