"""`tournament list`: the tournaments of a store."""

import click

from ludograph.cli.arguments import json_option
from ludograph.cli.errors import Failure, sentences_for_errors
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import listing, say
from ludograph.cli.store_option import store_place
from ludograph.cli.tournaments.arguments import tournament_service
from ludograph.replay.shapes.tournaments import listed_tournament_json


@click.command("list")
@json_option
@sentences_for_errors
def command(as_json: bool) -> None:
    """Lists the tournaments in the order in which they were opened."""
    if not store_place().exists():
        raise Failure("No tournament is recorded: `ludograph tournament new` opens one.")
    with tournament_service() as service:
        every = service.all()
    rows = [("TOURNAMENT", "ID", "PLAYERS", "ROUNDS", "")]
    for one in every:
        state, id = one.state, one.opened.source or str(one.id)
        if as_json:
            print_json(listed_tournament_json(one))
        rows.append((state.name, id, str(len(state.players)), str(len(state.rounds)), "closed" if state.closed else ""))
    if as_json:
        return
    if every or service.damaged:
        listing(rows)
    else:
        say("No tournament is recorded: `ludograph tournament new` opens one.")
