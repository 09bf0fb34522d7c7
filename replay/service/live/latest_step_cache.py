"""What happened last in each match as everybody at its table knows it, worked out once for each new version of it."""

# Concurrency: called in threads. What is known of a match is one value that is put in place by one assignment; two who
# work out the same at once do no harm, for each is right for the version of the match that it was given.

from collections import OrderedDict
from typing import Any, NamedTuple
from uuid import UUID

from ludograph.domain.kernel.game import TABLE
from ludograph.domain.match.aggregate import Match
from ludograph.replay.service.live.match_cache import CACHED
from ludograph.replay.shapes.latest_step import latest_json
from ludograph.replay.timeline.timeline import Timeline


class _Known(NamedTuple):
    """What is known of a match as it stood once."""

    timeline: Timeline
    told: dict[str, Any]


class LatestStepCache:
    """The last steps of the matches that were asked for lately."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[UUID, bool], _Known] = OrderedDict()

    def of(self, match: Match, *, behind: bool) -> dict[str, Any]:
        """The last step of a match as it stands, or as those know it who are `behind`, and what everybody has then."""
        key = (match.id, behind)
        known = self._known.get(key)
        if known is not None and known.timeline.match is match:
            return known.told
        # A step more costs that step alone: those before it are carried on.
        timeline = known.timeline.carried_on(match) if known else Timeline(match, TABLE)
        told = latest_json(timeline)
        self._known[key] = _Known(timeline, told)
        while len(self._known) > CACHED:
            self._known.popitem(last=False)
        return told
