"""`serve`: the store as a service, to record on phones and to follow from anywhere."""

import os
from collections.abc import Callable
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final

import click

from ludograph.analytics.archive_paths import judgements_file
from ludograph.cli.arguments import gathered, recorder
from ludograph.cli.errors import Failure, sentences_for_errors
from ludograph.cli.numbers import Decimal, Whole
from ludograph.cli.printing.terminal import say
from ludograph.cli.store_option import data_path
from ludograph.domain.store.sidecar_files import ANCHORS, SERVED
from ludograph.replay.service.http.addresses import Unreachable, check_public_url, network_addresses, warnings_of
from ludograph.replay.service.served_address import ServedAddress

if TYPE_CHECKING:
    from ludograph.domain.store.recorder import Listed, Recorder
    from ludograph.domain.store.url import Place
    from ludograph.domain.tournaments.aggregate import Tournament
    from ludograph.replay.service.http.settings import Settings
    from ludograph.replay.service.server import Address

MOST_TABLES: Final = 40
"""No more tables than this are named when the service begins."""
FILE: Final = click.Path(exists=True, dir_okay=False, path_type=Path)


class Endpoint(click.ParamType[tuple[str, int]]):
    """Where to listen: a port of this machine, or of one of its addresses."""

    name = "place"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, int]:
        """Its host and port."""
        host, _, port = value.rpartition(":")
        if not (port.isascii() and port.isdigit() and 0 < int(port[:9]) < 65_536):
            self.fail(f"{value!r} has no port: write one such as 9100, or 127.0.0.1:9100.", param, ctx)
        return host.strip("[]") or "127.0.0.1", int(port)


PLACE: Final = Endpoint()


def _address(host: str, port: int, root: str, proxy: str, certificate: Path | None, key: Path | None) -> "Address":
    """Where to listen. Raises a usage error where the service could not be reached like this."""
    from ludograph.replay.service.server import Address

    if (certificate is None) != (key is None):
        raise click.UsageError("--tls-cert and --tls-key belong together.")
    if root and not root.startswith("/"):
        raise click.UsageError("--root begins with a slash, such as /ludograph.")
    return Address(host, port, root.rstrip("/"), proxy, certificate, key)


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen; 0.0.0.0 for all the network.")
@click.option("--port", type=Whole(0, 65535), default=8000, show_default=True, help="0 takes a free one.")
@click.option("--tournament", metavar="TOURNAMENT", help="Shows the matches of this one alone.")
@click.option(
    "--delay",
    type=Decimal(0, 86400),
    default=0,
    metavar="SECONDS",
    help="So far behind are those without a token.",
)
@click.option(
    "--followers",
    type=Whole(1, 1_000_000),
    default=2000,
    show_default=True,
    metavar="N",
    help="So many without a token may follow from one address, such as that of a hall.",
)
@click.option(
    "--metrics",
    type=PLACE,
    metavar="[HOST:]PORT",
    help="Figures for Prometheus, to anybody who reaches this place; of this machine alone where no host is named.",
)
@click.option(
    "--public-url",
    default="",
    metavar="URL",
    help="Where phones find it, if not at an address of this machine in its network: all links begin with that.",
)
@click.option("--root", default="", metavar="PATH", help="The path under which a proxy has it, such as /ludograph.")
@click.option("--proxy", default="", metavar="ADDRESS", help="The proxy, whose word on who asks is taken.")
@click.option("--tls-cert", "certificate", type=FILE, metavar="FILE", help="A certificate, for https.")
@click.option("--tls-key", "key", type=FILE, metavar="FILE", help="Its key.")
@click.option(
    "--anchors",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Where to write an anchor of the store each hour, best on another disk; by default beside the store.",
)
@click.option("--qr", is_flag=True, help="Prints a QR code for each link.")
@sentences_for_errors
@gathered("address", _address)
def command(
    address: "Address",
    tournament: str | None,
    delay: float,
    followers: int,
    metrics: tuple[str, int] | None,
    public_url: str,
    anchors: Path | None,
    qr: bool,
) -> None:
    """Lets phones record in the store, and anybody follow what everybody at the tables knows.

    Whoever records, directs, or sees a player's cards needs a link with a token: `token new` makes one. Ctrl-C stops
    the service; what was confirmed is recorded. It writes a JSON line for each request to standard error, and each hour
    a line to the file of anchors, by which `verify --anchor` finds whether anything is missing.
    """
    from ludograph.replay.service.http.connections import room_for_connections
    from ludograph.replay.service.http.settings import Settings

    public_url = checked_public_url(public_url, address.root)
    with recorder(create=True) as store:
        found = None if tournament is None else _tournament(store, tournament)
        settings = Settings(
            None if found is None else found.id,
            timedelta(seconds=delay),
            followers=followers,
            connections=room_for_connections(),
            secure=address.certificate is not None,
            public_url=public_url,
            anchors=anchors_of(store.place, anchors),
            judgements=judgements_file(store.place),
        )
        warn_of_few_files(settings)
        serve(store, address, found, settings, metrics, qr)


def checked_public_url(text: str, root: str | None = None) -> str:
    """What links begin with, as it was said; empty where nothing was. Raises a usage error where it is no address."""
    try:
        return check_public_url(text, root) if text else ""
    except Unreachable as wrong:
        raise click.UsageError(str(wrong)) from wrong


def warn_of_few_files(settings: "Settings") -> None:
    """Says where fewer can follow than may, for want of files."""
    if settings.followers > settings.most_followers:
        say(
            f"The system has files for {settings.most_followers} who follow from one address, not for "
            f"{settings.followers}: `ulimit -Hn` tells how many."
        )


def anchors_of(store: "Place", folder: Path | None) -> Path:
    """The file of a store's anchors: in a folder that is made for it, else beside the store."""
    if folder is not None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as wrong:
            raise Failure(f"{folder} cannot be made: {wrong.strerror}. Name another with --anchors.") from wrong
    return file_beside(store, ANCHORS, folder)


def file_beside(store: "Place", ending: str, folder: Path | None = None) -> Path:
    """A file that belongs to a store: beside it or in a folder, of a server's store among our data."""
    if isinstance(store, Path):
        return (folder or store.absolute().parent) / f"{store.name}{ending}"
    name = sha256(str(store).encode()).hexdigest()[:16]
    return (folder or data_path().parent) / f"{name}{ending}"


def _tournament(store: "Recorder", name: str) -> "Tournament":
    from ludograph.domain.tournaments.service import TournamentService

    return TournamentService(store).find(name)


def serve(
    store: "Recorder",
    address: "Address",
    only: "Tournament | None",
    settings: "Settings",
    metrics: tuple[str, int] | None,
    qr: bool,
) -> None:
    """Listens until somebody stops it. Raises `Failure` where it cannot listen there."""
    from ludograph.replay.service.app import application
    from ludograph.replay.service.metrics import serve_metrics
    from ludograph.replay.service.server import GracefulServer, bound_socket

    try:
        listening = bound_socket(address)
    except OSError as wrong:
        where = f"{address.host}:{address.port}"
        raise Failure(f"Nothing can listen at {where}: {wrong.strerror}. Name another --port or --host.") from wrong
    address = address._replace(port=listening.getsockname()[1])
    urls = urls_of(address)
    app = application(store, settings._replace(network_url=urls[0]))
    if metrics is not None:
        try:
            serve_metrics(app.request_log, *metrics)
        except OSError as wrong:
            listening.close()
            where = f"{metrics[0]}:{metrics[1]}"
            raise Failure(f"Figures cannot be served at {where}: {wrong.strerror}. Name another --metrics.") from wrong
    served, file = ServedAddress(settings.public_url or urls[0], address.port), file_beside(store.place, SERVED)
    leave = _last_words(served, file, app.live.end_processes)
    server = GracefulServer(app, address, lambda: (leave(), os._exit(0)))
    served.write(file)
    try:
        _tell(store, settings.public_url, urls, only, qr)
        server.run(sockets=[listening])
    except BaseException:
        served.take_away(file)
        raise
    leave()


def _last_words(served: ServedAddress, file: Path, end_processes: Callable[[], None]) -> Callable[[], None]:
    """Return a function that removes the address of the service and prints that it stopped; call it as often as needed.

    What pages are being built is ended.

    The process may exit right after it: confirmed entries are on the disk, and SQLite recovers them from its log.
    """
    once = Lock()
    # Python's helper process would print, as the very last, that semaphores are left over if we exit in haste.
    silent = "ignore::UserWarning:multiprocessing.resource_tracker"
    os.environ["PYTHONWARNINGS"] = ",".join(filter(None, [os.environ.get("PYTHONWARNINGS"), silent]))

    def leave() -> None:
        if once.acquire(blocking=False):
            end_processes()
            served.take_away(file)
            say("Stopped. What was confirmed is recorded.")

    return leave


def _tell(store: "Recorder", public_url: str, urls: list[str], only: "Tournament | None", qr: bool) -> None:
    """Where the service listens, what phones cannot do there, and the links of the lobby and of what is played."""
    base, *others = [public_url, *urls] if public_url else urls
    _link("Everything", f"{base}/", qr)
    if others:
        say(f"It is also at {', '.join(f'{one}/' for one in others)}")
    for warning in warnings_of(base):
        say(warning)
    running = [one for one in store.listed([]) if one.status == "running" and (only is None or _is_of(one, only))]
    for one in running[:MOST_TABLES]:
        place = " ".join(filter(None, (one.start.event, one.start.round and f"round {one.start.round}")))
        table = f", table {one.start.table}" if one.start.table else ""
        _link(f"{place}{table}: {', '.join(one.start.players)}".lstrip(", :"), f"{base}/matches/{one.head.match}", qr)
    if len(running) > MOST_TABLES:
        say(f"And {len(running) - MOST_TABLES} more, which the first page lists.")
    say("`ludograph token new` makes links for scribes, directors and players. Ctrl-C stops.")


def urls_of(address: "Address") -> list[str]:
    """How the service is reached: in the network where it listens to all of it, the likeliest first; else at its host.

    Without a network it is at this machine alone.
    """
    everywhere = address.host in ("0.0.0.0", "::")
    hosts = (network_addresses() or ["127.0.0.1"]) if everywhere else [address.host]
    scheme = "https" if address.certificate else "http"
    return [f"{scheme}://{f'[{one}]' if ':' in one else one}:{address.port}{address.root}" for one in hosts]


def _is_of(one: "Listed", only: "Tournament") -> bool:
    from ludograph.domain.tournaments.owners import concerned_by

    return concerned_by(only)(one)


def _link(what: str, url: str, qr: bool) -> None:
    say(f"{what}\n  {url}")
    if qr:
        from ludograph.cli.printing.qr_codes import print_qr

        print_qr(url)
