"""The reports that there are, as programs list them."""

from typing import NamedTuple

from ludograph.analytics.reports.reports import Parameter, Plot, reports


class ListedReport(NamedTuple):
    """A report in a list: what it is called and says, and what it may be told."""

    name: str
    game: str | None
    """The id of the game that it is about; None for all games."""
    title: str
    about: str
    counts: str
    """Goes on after `Counts`: what is counted, and what is left out."""
    parameters: tuple[Parameter, ...]
    """Its own; `option.NAME` and `by` every report takes."""
    plot: Plot | None
    """How it is drawn, where it is."""


def listed_reports(game: str | None = None) -> list[ListedReport]:
    """The reports about all games, then those of each game; with a game only those about it."""
    return [
        ListedReport(one.full_name, one.game, one.title, one.about, one.counts, one.parameters, one.plot)
        for one in reports()
        if game in (None, one.game)
    ]
