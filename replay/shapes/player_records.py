"""What came of the matches of a player or a game: counts, ratings, whom somebody met. For pages, from lists alone."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ludograph.domain.games import GAMES
from ludograph.domain.match.ratings import PlayerRatings, Rated
from ludograph.domain.notation.names import folded
from ludograph.domain.tournaments.scores.scoring import as_number
from ludograph.replay.shapes.matches import listed_json

if TYPE_CHECKING:
    from ludograph.domain.kernel.result import FinalResult
    from ludograph.domain.store.recorder import Listed

BEST: Final = 5
"""So many matches of a game are called its closest, and so many scores its best."""
Json = dict[str, Any]


class PlacedMatch(NamedTuple):
    """A finished match of several players of whom is known who came where."""

    listed: "Listed"
    places: tuple[int, ...]


class RatedMatch(NamedTuple):
    """What a match did to the rating of one of its players in its game."""

    listed: "Listed"
    rated: Rated


def day_of(listed: "Listed") -> str:
    """The day on which a match was played, as far as it is written down, else the one on which it was begun."""
    return listed.start.played_on or listed.start.recorded_at.date().isoformat()


def placed(matches: Iterable["Listed"]) -> list[PlacedMatch]:
    """Those of these matches that count for a rating, by day, those of one day as they stand here."""
    found = [PlacedMatch(one, places) for one in matches if (places := _places(one)) is not None]
    return sorted(found, key=lambda one: day_of(one.listed))


def _places(listed: "Listed") -> tuple[int, ...] | None:
    final = listed.summary.final
    if listed.status != "over" or final is None or len(listed.start.players) < 2:
        return None
    places = tuple(place for place in final.places if isinstance(place, int))
    return places if len(places) == len(listed.start.players) else None


def rated_matches(matches: Iterable["Listed"]) -> dict[str, list[RatedMatch]]:
    """What each match did to the ratings of its players in its game, by player."""
    ratings, found = PlayerRatings(), dict[str, list[RatedMatch]]()
    for one, places in placed(matches):
        for rated in ratings.take(one.start.game, one.start.players, [float(place) for place in places]):
            if rated.game == one.start.game:
                found.setdefault(folded(rated.player), []).append(RatedMatch(one, rated))
    return found


def titled_json(listed: "Listed") -> Json:
    """A match as lists have it, with what its game is called."""
    return listed_json(listed) | {"title": GAMES[listed.start.game].title}


def player_json(name: str, matches: Sequence["Listed"], rated: Sequence[RatedMatch]) -> Json:
    """What came of the matches of a player: by game with a rating after each, and against whom, most often first.

    `matches` are all in which they play, `rated` what their finished ones did to their rating.
    """
    return {"games": list(_games(name, matches, rated)), "met": list(_met(name, placed(matches)))}


def _games(name: str, matches: Sequence["Listed"], rated: Sequence[RatedMatch]) -> Iterator[Json]:
    for id in dict.fromkeys(one.start.game for one in matches):
        own = [one for one in matches if one.start.game == id]
        over = [final for one in own if one.status == "over" and (final := one.summary.final) is not None]
        history = [
            [str(one.listed.head.match), day_of(one.listed), round(one.rated.after, 2)]
            for one in rated
            if one.listed.start.game == id
        ]
        won = as_number(sum((_won(name, one) for one in own), Fraction(0)))
        yield {"game": id, "title": GAMES[id].title, "played": len(own), "over": len(over), "won": won} | {
            "ratings": history
        }


def _won(name: str, listed: "Listed") -> Fraction:
    """What of a match somebody has won: joint winners share it, as in standings by wins."""
    final = listed.summary.final
    if listed.status != "over" or final is None or isinstance(final.winners, str):
        return Fraction(0)
    winners = [folded(listed.start.players[seat - 1]) for seat in final.winners]
    return Fraction(winners.count(folded(name)), len(winners) or 1)


def _met(name: str, matches: Sequence[PlacedMatch]) -> Iterator[Json]:
    """How often somebody came before, behind or level with each of the others."""
    called: dict[str, str] = {}
    met: dict[str, list[int]] = {}
    for one, places in matches:
        players = one.start.players
        own = places[[*map(folded, players)].index(folded(name))]
        for player, place in zip(players, places, strict=True):
            if folded(player) != folded(name):
                called[folded(player)] = player
                counts = met.setdefault(folded(player), [0, 0, 0])
                counts[0 if own < place else 1 if own > place else 2] += 1
    for key in sorted(met, key=lambda key: (-sum(met[key]), key)):
        ahead, behind, level = met[key]
        yield {
            "player": called[key],
            "played": ahead + behind + level,
            "ahead": ahead,
            "behind": behind,
            "level": level,
        }


def game_json(matches: Sequence["Listed"]) -> Json:
    """How a game was played: how often, how long, which seats won, and its best scores and closest matches.

    What was entered from paper has no steps: it says nothing of how long a match takes, and cannot be replayed.
    """
    over = [one for one in matches if one.status == "over"]
    finals = [(one, final) for one in over if (final := one.summary.final) is not None]
    recorded = [(one, final) for one, final in finals if one.head.steps]
    steps = sorted(one.head.steps for one, _ in recorded)
    return {
        "played": len(matches),
        "over": len(over),
        "steps": {"least": steps[0], "median": steps[len(steps) // 2], "most": steps[-1]} if steps else None,
        "seats_won": list(_seats(finals)),
        "closest": [titled_json(one) for one in _closest(recorded)],
        "best": list(_best(recorded)),
    }


def _seats(finals: Sequence[tuple["Listed", "FinalResult"]]) -> Iterator[Json]:
    """How often each seat was played and won, of matches of several players."""
    several = [(one, final) for one, final in finals if len(one.start.players) > 1 and isinstance(final.winners, tuple)]
    for seat in range(1, max((len(one.start.players) for one, _ in several), default=0) + 1):
        sat = [final for one, final in several if len(one.start.players) >= seat]
        yield {"seat": seat, "played": len(sat), "won": sum(seat in final.winners for final in sat)}


def _closest(finals: Sequence[tuple["Listed", "FinalResult"]]) -> list["Listed"]:
    """The matches in which the first two were nearest to each other, the newest first among equals."""
    gaps = []
    for at, (one, final) in enumerate(finals):
        scores = sorted((score for score in final.scores if isinstance(score, int)), reverse=True)
        if len(scores) > 1 and len(scores) == len(one.start.players):
            ends = scores if not GAMES[one.start.game].fewest else scores[::-1]
            gaps.append((abs(ends[0] - ends[1]), -at, one))
    return [one for _, _, one in sorted(gaps, key=lambda gap: gap[:2])[:BEST]]


def _best(finals: Sequence[tuple["Listed", "FinalResult"]]) -> Iterator[Json]:
    """The best scores, the newest first among equals."""
    every = [
        (score, -at, one, seat)
        for at, (one, final) in enumerate(finals)
        for seat, score in enumerate(final.scores)
        if isinstance(score, int)
    ]
    fewest = bool(every) and GAMES[every[0][2].start.game].fewest
    for score, _, one, seat in sorted(every, key=lambda found: (found[0] if fewest else -found[0], found[1]))[:BEST]:
        yield {"score": score, "player": one.start.players[seat], "match": str(one.head.match), "day": day_of(one)}
