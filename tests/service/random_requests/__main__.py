"""Sends random requests with random tokens, and looks whether anybody comes to anything that is not theirs.

`python -m tests.service.random_requests --requests 100000 --seed 1`. Each store has a seed of its own, which is told
where something is wrong: `--only` tries that one again.
"""

import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from tests.service.random_requests.run import EPISODE, Figures, Wrong, tried


@click.command()
@click.option("--requests", default=100_000, help="So many at least, with those that only look.")
@click.option("--seed", default="1")
@click.option("--only", help="The seed of one store.")
def main(requests: int, seed: str, only: str | None) -> None:
    figures, began, stores = Figures(), time.monotonic(), 0
    while figures.total < requests:
        with TemporaryDirectory() as folder:
            try:
                tried(Path(folder) / "store.sqlite", only or f"{seed}-{stores}", EPISODE, figures)
            except Wrong as wrong:
                sys.exit(str(wrong))
        stores += 1
        click.echo(f"{figures.total:,} requests to {stores} stores, {time.monotonic() - began:.0f} s", err=True)
        if only:
            break
    tell(figures, stores)


def tell(figures: Figures, stores: int) -> None:
    """The figures."""
    click.echo(f"{figures.total:,} requests to {stores} stores, {figures.random:,} of them random; the others look")
    click.echo(f"{figures.changes:,} changed something; {figures.grew:,} gave rights, {figures.shrank:,} took some")
    click.echo(f"{figures.compared:,} answers were, to the letter, what those eyes may know")
    click.echo(f"{len(figures.routes)} routes were asked at random")
    for name, found in (("token", figures.requests), ("status", figures.statuses)):
        for one, count in sorted(found.items(), key=lambda pair: -pair[1]):
            click.echo(f"{count:>9,}  {name} {one}")


if __name__ == "__main__":
    main()
