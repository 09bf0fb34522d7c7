"""How much is played, and what happens in it: games, months, actions, facts, cards, lengths."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from math import ceil

from ludograph.domain.games import GAMES
from tests.recount.comparing import Recount, Row
from tests.recount.counting import Given, chosen, finished, grouped, mean, median, percent, plays, same
from tests.recount.records import Record, at


def games(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per game."""
    wanted = [record for record in chosen(records, given) if plays(record, given.get("player"))]
    for game in GAMES.values():
        own = [record for record in wanted if record.game == game.id]
        yield {
            "game": game.id,
            "title": game.title,
            "matches": len(own),
            "matches_over": sum(record.over for record in own),
            "players": len({name.casefold() for record in own for name in record.players}),
            "steps": sum(len(record.steps) for record in own),
            "steps_taken_back": sum(map(fallen, own)),
            "first_played": min((record.day for record in own), default=None),
            "last_played": max((record.day for record in own), default=None),
        }


def fallen(record: Record) -> int:
    """How often a step of the match was taken back."""
    return sum("taken_back" in line for line in record.log)


def activity(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per game and period, from the first of the game to the last of all."""
    period = given.get("period", "month")
    wanted = [record for record in chosen(records, given) if plays(record, given.get("player"))]
    last = max((record.day for record in wanted), default=None)
    for game, matches in grouped(wanted, lambda one: one.game).items():
        first = beginning(min(record.day for record in matches), period)
        assert last is not None
        while first <= last:
            own = [record for record in matches if beginning(record.day, period) == first]
            yield {
                "period": first,
                "game": game,
                "matches": len(own),
                "matches_over": sum(record.over for record in own),
                "players": len({name.casefold() for record in own for name in record.players}),
                "steps": sum(len(record.steps) for record in own),
            }
            first = following(first, period)


def beginning(day: date, period: str) -> date:
    """The first day of the period that a day is in."""
    if period == "week":
        return day - timedelta(days=day.weekday())
    months = {"month": day.month, "quarter": (day.month - 1) // 3 * 3 + 1, "year": 1}
    return day if period == "day" else date(day.year, months[period], 1)


def following(first: date, period: str) -> date:
    """The first day of the next one."""
    return beginning(
        first + timedelta(days={"day": 1, "week": 7, "month": 31, "quarter": 92, "year": 366}[period]), period
    )


def actions(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per game and verb."""
    done = [
        (record, line)
        for record in chosen(records, given)
        for line in record.steps
        if given.get("player") is None or (line["seat"] in record.players and same(line["seat"], given["player"]))
    ]
    in_game = Counter(record.game for record, _ in done)
    for (game, verb), own in grouped(done, lambda one: (one[0].game, one[1]["action"]["do"])).items():
        matches = len({record.id for record, _ in own})
        yield {
            "game": game,
            "verb": verb,
            "steps": len(own),
            "steps_percent": percent(len(own), in_game[game]),
            "matches": matches,
            "average_in_those_matches": len(own) / matches,
            "average_facts": mean(len(line["facts"]) for _, line in own),
        }


def facts(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per game and kind of fact."""
    for game, matches in grouped(chosen(records, given), lambda one: one.game).items():
        came = [(fact["fact"], record.id) for record in matches for fact in record.facts]
        for kind, own in grouped(came, lambda one: one[0]).items():
            yield {
                "game": game,
                "fact": kind,
                "times": len(own),
                "matches": len(set(own)),
                "matches_percent": percent(len(set(own)), len(matches)),
                "average_per_match": len(own) / len(matches),
            }


def cards(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per game and card that was drawn, turned up or revealed."""
    for game, matches in grouped(chosen(records, given), lambda one: one.game).items():
        deck = GAMES[game].deck
        came = [
            (outcome, record.id, line["step"])
            for record in matches
            for line in record.steps
            if same(line["action"]["do"], given.get("verb"))
            and (given.get("player") is None or (line["seat"] != "table" and same(line["seat"], given["player"])))
            for outcome in line["drawn"]
            if isinstance(outcome, str)
        ]
        rates = {
            card: len(own) / copies
            for card, own in grouped(came, lambda one: one[0]).items()
            if (copies := sum(record.deck[card] for record in matches))
        }
        for card, own in grouped(came, lambda one: one[0]).items():
            if len(own) < int(given.get("fewest", 1)):
                continue
            with_it = sum(card == "??" or record.deck[card] > 0 for record in matches)
            in_matches = len({match for _, match, _ in own})
            yield {
                "game": game,
                "card": card,
                "name": None if card == "??" else deck.name(card),
                "times": len(own),
                "matches": in_matches,
                "matches_with_it": with_it,
                "times_per_match": len(own) / with_it,
                "matches_percent": percent(in_matches, with_it),
                "compared_percent": percent(rates[card], sum(rates.values()) / len(rates)) if card in rates else None,
                "average_step": mean(step for _, _, step in own),
            }


def lengths(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per game and number of players."""
    wanted = [record for record in finished(records, given) if plays(record, given.get("player"))]
    for (game, players), own in grouped(wanted, lambda one: (one.game, len(one.players))).items():
        if len(own) < int(given.get("fewest", 1)):
            continue
        steps = [len(record.steps) for record in own]
        took = [minutes(record) for record in own if record.steps]
        yield {
            "game": game,
            "players": players,
            "matches": len(own),
            "average_steps": mean(steps),
            "fewest_steps": min(steps),
            "median_steps": median(steps),
            "most_steps": max(steps),
            "average_steps_per_player": mean(count / players for count in steps),
            "average_facts": mean(sum(len(line["facts"]) for line in record.steps) for record in own),
            "median_minutes": median(took),
            "most_minutes": max(took, default=None),
            "steps_taken_back": sum(map(fallen, own)),
        }


def minutes(record: Record) -> float:
    """From the first step to the last, by when they happened if that is written down of all."""
    happened = [at(line["happened_at"]) for line in record.steps if "happened_at" in line]
    entered = [at(line["recorded_at"]) for line in record.steps]
    times = happened if len(happened) == len(entered) else entered
    return round((max(times) - min(times)).total_seconds() / 60, 2)


def length_distribution(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per game and range of steps."""
    for game, matches in grouped(finished(records, given), lambda one: one.game).items():
        steps = [len(record.steps) for record in matches]
        for (first, last), own in in_ranges(steps, int(given.get("ranges", 20))).items():
            yield {
                "game": game,
                "from_steps": first,
                "to_steps": last,
                "matches": len(own),
                "matches_percent": percent(len(own), len(matches)),
            }


def score_distribution(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per game and range of scores."""
    for game, matches in grouped(finished(records, given), lambda one: one.game).items():
        ended = [
            (score, name in (record.winners or ()))
            for record in matches
            for name, score in (record.scores or {}).items()
            if score is not None and same(name, given.get("player"))
        ]
        spread = in_ranges([score for score, _ in ended], int(given.get("ranges", 20)))
        for (first, last), own in spread.items():
            yield {
                "game": game,
                "from_score": first,
                "to_score": last,
                "players": len(own),
                "winners": sum(won for score, won in ended if first <= score <= last),
                "players_percent": percent(len(own), len(ended)),
            }


def in_ranges(values: list[int], most: int) -> dict[tuple[int, int], list[int]]:
    """The values in ranges of one width, the narrowest of which there are no more; they begin at multiples of it.

    One range alone begins at the least value where no multiple would do.
    """
    if not values:
        return {}
    low, high = min(values), max(values)
    narrow = ceil((high - low + 1) / most)
    fits = [width for width in range(narrow, 2 * narrow + 2) if high // width - low // width < most]
    width, start = (fits[0], 0) if fits else (narrow, low)
    return grouped(
        sorted(values),
        lambda one: ((first := start + (one - start) // width * width), first + width - 1),
    )


RECOUNTS = {
    "games": Recount(games, "game"),
    "activity": Recount(activity, "game period"),
    "actions": Recount(actions, "game verb"),
    "facts": Recount(facts, "game fact"),
    "cards": Recount(cards, "game card", tried={"verb": ("flip", "Buy", "deal")}),
    "lengths": Recount(lengths, "game players", digits={"median_minutes": 1, "most_minutes": 1}),
    "length-distribution": Recount(length_distribution, "game from_steps"),
    "score-distribution": Recount(score_distribution, "game from_score"),
}
