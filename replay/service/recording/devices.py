"""Browsers that opened the links of a tournament, for its directors: each can be ended by itself."""

from collections.abc import Sequence

from litestar import Controller, Response, delete, get
from litestar.params import FromPath

from ludograph.domain.store.devices import Device, Devices
from ludograph.domain.store.recorder import NotFound
from ludograph.domain.tournaments.aggregate import Tournament
from ludograph.replay.service.http.rate_limits import LimitsDep
from ludograph.replay.service.http.responses import AnyRequest, json_response
from ludograph.replay.service.recording.invitations import Held, held_tokens
from ludograph.replay.service.routes.tournaments import TournamentsDep, VisibleTournaments
from ludograph.replay.service.sessions.identity import secrets_in
from ludograph.replay.shapes.tokens import device_json, held_json


class DeviceRoutes(Controller):
    """The devices of a tournament."""

    path = "/api/tournaments/{id:str}/devices"

    @get()
    async def devices(self, id: FromPath[str], request: AnyRequest, tournaments: TournamentsDep) -> Response[bytes]:
        """Who opened which link, of those that hold: since when, on what, and when they were seen last.

        `several` says of a link that it was opened on more than one device, `refused` of one that it was not let in,
        `own` that it is the browser that asks.
        """
        tournament = await tournaments.directed(id)
        found = await _opened(tournaments, tournament)
        own = await tournaments.live.threads.run(_own, Devices(tournaments.live.recorder), secrets_in(request))
        # One that is opened on several devices may have been passed on: the director sees it, and decides.
        links = [token.id for device, (token, _) in found if not device.refused]
        return json_response(
            [
                held_json(token, match, tournament.state.called)
                | device_json(device)
                | {"seen": at.isoformat() if (at := tournaments.live.devices_seen.get(device.id)) else None}
                | {"several": links.count(token.id) > 1, "own": device.id in own}
                for device, (token, match) in found
            ]
        )

    @delete("/{device:str}", status_code=200)
    async def end(
        self, id: FromPath[str], device: FromPath[str], tournaments: TournamentsDep, limits: LimitsDep
    ) -> Response[bytes]:
        """Ends a device at once, and no other of the same link."""
        tournament = await tournaments.directed(id)
        limits.entry(tournaments.visitor.tokens[0].id, tournament.id, "links")
        if device not in [one.id for one, _ in await _opened(tournaments, tournament)]:
            raise NotFound("There is no such device of this tournament.")
        return json_response(
            device_json(await tournaments.live.threads.run(Devices(tournaments.live.recorder).end, device))
        )


def _own(devices: Devices, secrets: Sequence[str]) -> set[str]:
    """The ids of the devices that a browser is, by its secrets."""
    return {held[0].id for secret in secrets if (held := devices.find(secret)) is not None}


async def _opened(tournaments: VisibleTournaments, tournament: Tournament) -> list[tuple[Device, Held]]:
    """The devices whose token is for a tournament or a match of it and holds now, in the order in which they came."""
    held = {token.id: (token, match) for token, match in await held_tokens(tournaments, tournament)}
    every = await tournaments.live.threads.run(Devices(tournaments.live.recorder).all)
    return [(one, held[one.token]) for one in every if one.token in held]
