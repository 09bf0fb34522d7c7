"""`token new`: a token, printed once."""

from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from ludograph.cli.arguments import json_option, player_named, recorder
from ludograph.cli.commands.serve import checked_public_url, file_beside
from ludograph.cli.errors import sentences_for_errors
from ludograph.cli.numbers import Decimal
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.qr_codes import print_qr
from ludograph.cli.printing.terminal import echo, say
from ludograph.domain.store.sidecar_files import SERVED
from ludograph.replay.service.http.addresses import network_addresses, warnings_of
from ludograph.replay.service.served_address import served_address

if TYPE_CHECKING:
    from ludograph.domain.match.aggregate import Match
    from ludograph.domain.store.tokens import Role, Token

REACHED: Final = "Where phones find the service; by default where `serve` says that it is, or would be."
EYES = "Whose eyes: for a player their name or seat; for a scribe `table` (the default) or `judge`."

PORT: Final = 8000
"""Where a service listens of which nothing else was said."""


@click.command("new")
@click.option("--role", type=click.Choice(["player", "scribe", "director"]), required=True, help="What it is for.")
@click.option("--match", metavar="MATCH", help="In this match alone.")
@click.option("--tournament", metavar="TOURNAMENT", help="In all matches of this tournament.")
@click.option("--as", "observer", metavar="OBSERVER", help=EYES)
@click.option("--hours", type=Decimal(0.01, 8760), default=24, show_default=True, help="How long it holds.")
@click.option("--public-url", "--url", default="", metavar="URL", help=REACHED)
@json_option
@sentences_for_errors
def command(
    role: "Role",
    match: str | None,
    tournament: str | None,
    observer: str | None,
    hours: float,
    public_url: str,
    as_json: bool,
) -> None:
    """Makes a token, and prints it with a link and a QR code: once, for the store keeps a digest alone.

    Give it to a program, or its link to somebody: once a browser has opened the link, the text in it opens nothing by
    itself any more. A scribe's or a player's link is opened on a further device with the code that is printed beside
    it; a director's is opened once.

    \b
    ludograph token new --role scribe --match first
    ludograph token new --role player --tournament 'Evening Cup' --as Ann
    ludograph token new --role director --tournament 'Evening Cup'
    """
    from ludograph.domain.store.devices import Devices
    from ludograph.domain.store.tokens import Tokens
    from ludograph.domain.tournaments.service import TournamentService

    _check_place(role, match, tournament)
    with recorder() as store:
        found = None if match is None else store.load(store.find(match))
        shown = observer_of_token(role, observer, found)
        text, made = Tokens(store).draft(
            role,
            match=found.id if found else None,
            tournament=None if tournament is None else TournamentService(store).find(tournament).id,
            observer=shown,
            until=store.sources.now() + timedelta(hours=hours),
            seat=found.players.index(shown) + 1 if found and role == "player" else None,
        )
        url = checked_public_url(public_url) or _served_at(file_beside(store.place, SERVED))
        # Printed before it is stored: what could not be printed, or was cut off by a kill, must open nothing.
        _tell(text, Devices(store).code(text, made), made, f"{url}/enter#{text}", as_json)
        Tokens(store).save(text, made)


def _served_at(file: Path) -> str:
    """Where the store is served now; else where it would be in the network of this machine, which is said."""
    known = served_address(file)
    if known is not None and known.answers:
        return known.url
    url = known.url if known else f"http://{next(iter(network_addresses()), '127.0.0.1')}:{PORT}"
    say(
        f"Nobody answers at {url} now: the link opens once `ludograph serve --host 0.0.0.0` runs there. Where phones "
        "find it elsewhere, --public-url says where."
    )
    return url


def _check_place(role: "Role", match: str | None, tournament: str | None) -> None:
    """Raises a usage error where a token cannot be for this."""
    if match is not None and tournament is not None:
        raise click.UsageError("--match and --tournament: one of them, or neither for the whole store.")
    if role == "director" and match is not None:
        raise click.UsageError("A director has a tournament, or the whole store: leave --match out.")


def _tell(text: str, code: str, made: "Token", link: str, as_json: bool) -> None:
    """The token, for the only time, and where it leads."""
    assert made.until is not None
    if as_json:
        told = {"id": made.id, "token": text, "code": code, "link": link, "role": made.role, "as": made.observer}
        print_json(told | {"until": made.until.isoformat(), "warnings": list(warnings_of(link))})
        return
    echo(text)
    say(f"The link, for whoever shall use it and nobody else:\n  {link}")
    for warning in warnings_of(link):
        say(warning)
    print_qr(link)
    say(f"On a further device it asks for the code {code}." if code else "It is opened once, in one browser.")
    say(f"It holds until {made.until:%Y-%m-%d %H:%M} UTC; `ludograph token revoke {made.id}` ends it before.")


def observer_of_token(role: "Role", observer: str | None, match: "Match | None") -> str:
    """The observer that a token of this role has. Raises a usage error where there is none such."""
    if role == "player":
        if observer is None:
            raise click.UsageError("--as is missing: whose cards does the player see?")
        if match is None and observer.casefold() in ("table", "judge"):
            raise click.UsageError(f"--as {observer}: a player is meant, by their name.")
        return match.name(player_named(match, observer, "--as")) if match else observer
    if role == "director":
        if observer not in (None, "judge"):
            raise click.UsageError("A director is the judge: leave --as out.")
        return "judge"
    if observer not in (None, "table", "judge"):
        raise click.UsageError("A scribe has the eyes of the table or of the judge: --as table, or --as judge.")
    return observer or "table"
