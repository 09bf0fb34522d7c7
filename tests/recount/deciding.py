"""What was decided, and how fast; who held what; players in time; variants of the rules beside each other."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import erfc, exp, gamma, prod, sqrt

from msgspec import json

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import Choice, FreeText, verb_of
from tests.recount.comparing import Recount, Row
from tests.recount.counting import Given, chosen, finished, grouped, mean, median, percent, same, within
from tests.recount.courses import of_several, student, variance, welch
from tests.recount.entries import told
from tests.recount.records import Json, Record
from tests.recount.results import lead
from tests.recount.splitting import options_of

GOT = {
    "CardBought": ("seat", "card"), "DownCardDealt": ("seat", "card"), "CardExchanged": ("seat", "new"),
    "CastleDealt": ("seat", "cards"), "CardDrawn": ("seat", "card"), "DiscardTaken": ("seat", "card"),
    "FoolStole": ("thief", "stolen"), "CardRecalled": ("seat", "card"), "CardsDealt": ("seat", "cards"),
    "CardsDrawn": ("seat", "cards"), "CardStolen": ("receiver", "card"), "SlotTaken": ("seat", "card"),
    "FortuneCast": ("seat", "cards"), "HandDealt": ("seat", "cards"), "TrickTaken": ("seat", "cards"),
    "CrownsTaken": ("seat", "crowns"), "CrownsPassed": ("receiver", "crowns"), "CrownGiven": ("receiver", "crown"),
    "CardFetched": ("seat", "target"),
}  # fmt: skip
"""The facts by which somebody gets cards: who, and which."""


def decisions(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per game and action."""
    done = [
        (record, line, record.open[line["step"] - 1])
        for record in chosen(records, given)
        for line in record.steps
        if given.get("player") is None or (line["seat"] in record.players and same(line["seat"], given["player"]))
    ]
    for (game, verb), own in grouped(done, lambda one: (one[0].game, one[1]["action"]["do"])).items():
        if len(own) < int(given.get("fewest", 1)):
            continue
        seats = [(_seat(record, line), open_) for record, line, open_ in own]
        busy = [[one for one in open_.get(seat, ()) if not one.idle] for seat, open_ in seats]
        counts = [_entries(choices) for choices in busy]
        known = [count for count in counts if count is not None]
        kinds = [{verb_of(one.action.__name__) for one in choices} for choices in busy]
        idle = [verb not in found for found in kinds]
        yield {
            "game": game,
            "verb": verb,
            "steps": len(own),
            "average_choices": mean(known),
            "median_choices": median(known),
            "most_choices": max(known, default=None),
            "forced_percent": percent(
                sum(count == 1 and not free for count, free in zip(counts, idle, strict=True)), len(own)
            ),
            "average_kinds": mean(map(len, kinds)),
            "idle_percent": percent(sum(idle), len(own)),
            "others_percent": percent(sum(_others_wait(open_, seat) for seat, open_ in seats), len(own)),
        }


def _seat(record: Record, line: Json) -> int:
    return record.players.index(line["seat"]) + 1 if line["seat"] in record.players else 0


def _entries(choices: Sequence[Choice]) -> int | None:
    if any(isinstance(values, FreeText) for one in choices for values in one.values.values()):
        return None
    return sum(prod(map(len, one.values.values())) for one in choices)


def _others_wait(open_: dict[int, tuple[Choice, ...]], seat: int) -> bool:
    return any(other not in (0, seat) and not all(one.idle for one in choices) for other, choices in open_.items())


def card_holders(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per game and card that players got."""
    for game, matches in grouped(of_several(records, given), lambda one: one.game).items():
        got = {record.id: cards_got(record) for record in matches}
        held = [
            (card, record, name)
            for record in matches
            for name, cards in got[record.id].items()
            for card in cards
            if same(name, given.get("player"))
        ]
        for card, own in grouped(held, lambda one: one[0]).items():
            if len(own) < int(given.get("fewest", 1)):
                continue
            known = [(record, name) for _, record, name in own if record.winners is not None]
            won = sum(name in (record.winners or ()) for record, name in known)
            evens = [len(record.winners or ()) / len(record.players) for record, _ in known]
            wide = sqrt(sum(even * (1 - even) for even in evens))
            low, high = within(won, len(known))
            of_them = {record.id: record for _, record, _ in own}.values()
            yield {
                "game": game,
                "card": card,
                "name": GAMES[game].deck.name(card),
                "held": len(own),
                "decided": len(known),
                "won": won,
                "won_percent": percent(won, len(known)),
                "even_percent": mean(100 * even for even in evens),
                "won_percent_from": low,
                "won_percent_to": high,
                "above_chance": (won - sum(evens)) / wide if wide else None,
                "average_score": mean((record.scores or {})[name] for _, record, name in own),
                "others_average_score": mean(
                    (record.scores or {})[name]
                    for record in of_them
                    for name in record.players
                    if card not in got[record.id].get(name, ())
                ),
            }


def cards_got(record: Record) -> dict[str, set[str]]:
    """The cards that each player got, in any way."""
    found: dict[str, set[str]] = {name: set() for name in record.players}
    for fact in record.facts:
        if fact["fact"] == "StacksDealt":
            for name, cards in fact["stacks"].items():
                found[name].update(cards)
        elif fact["fact"] == "AuctionWon":
            found[fact["seat"]].update([*fact["taken"], fact["gained"]])
        elif fact["fact"] in GOT:
            who, which = GOT[fact["fact"]]
            cards = fact[which]
            found[fact[who]].update(cards if isinstance(cards, list) else [cards])
    return {name: cards - {"??"} for name, cards in found.items()}


def in_time(records: Sequence[Record], given: Given) -> dict[str, list[tuple[Record, bool | None]]]:
    """The matches of each player one after the other, and whether they won."""
    ordered = sorted(of_several(records, given), key=lambda one: one.when)
    played = [(name, record) for record in ordered for name in record.players if same(name, given.get("player"))]
    return {
        name: [(record, None if record.winners is None else name in record.winners) for _, record in own]
        for name, own in grouped(played, lambda one: one[0]).items()
    }


def form(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per player."""
    for player, played in in_time(records, given).items():
        if len(played) < int(given.get("fewest", 1)):
            continue
        newest = max(0, int(given.get("newest", 5)))
        late, before = played[max(0, len(played) - newest) :], played[: max(0, len(played) - newest)]
        now, then = (mean(100 * won for _, won in part if won is not None) for part in (late, before))
        places = [mean((record.places or {}).get(player) for record, _ in part) for part in (late, before)]
        yield {
            "player": player,
            "matches": len(played),
            "results": " ".join({True: "W", False: "L", None: "?"}[won] for _, won in late) or None,
            "decided": sum(won is not None for _, won in late),
            "won_percent": now,
            "won_before_percent": then,
            "better_by": None if now is None or then is None else now - then,
            "average_place": places[0],
            "average_place_before": places[1],
            "last_played": max(record.when[0] for record, _ in played),
        }


def streaks(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per player."""
    for player, every in in_time(records, given).items():
        played = [one for one in every if one[1] is not None]
        if not played or len(played) < int(given.get("fewest", 1)):
            continue
        runs = [(won, list(run)) for won, run in groupby(played, key=lambda one: one[1])]
        won = max((run for good, run in runs if good), key=len, default=[])
        lost = max((run for good, run in runs if not good), key=len, default=[])
        days = [record.when[0] for record, _ in won]
        yield {
            "player": player,
            "matches": len(played),
            "most_won": len(won),
            "won_from": min(days, default=None),
            "won_to": max(days, default=None),
            "most_not_won": len(lost),
            "now": len(runs[-1][1]) * (1 if runs[-1][0] else -1),
        }


def pace(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per game and part of its matches."""
    longest, parts = 60 * float(given.get("break_minutes", 10)), max(1, int(given.get("parts", 5)))
    took = [
        (record, (entry.number - 1) * parts // len(record.steps) + 1, seconds)
        for record in finished(records, given)
        for entry, seconds in told(record).seconds()
        if entry.player
        and same(entry.player, given.get("player"))
        and float(given.get("at_least", 0)) <= seconds <= longest
    ]
    in_all = {game: sum(one[2] for one in own) for game, own in grouped(took, lambda one: one[0].game).items()}
    for (game, part), own in grouped(took, lambda one: (one[0].game, one[1])).items():
        seconds = [one[2] for one in own]
        yield {
            "game": game,
            "part": part,
            "matches": len({one[0].id for one in own}),
            "steps": len(own),
            "average_seconds": mean(seconds),
            "median_seconds": median(seconds),
            "time_percent": percent(sum(seconds), in_all[game]),
        }


def variants(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per game, number of players and set of options."""
    played = finished(records, given)
    for (game, players), alike in grouped(played, lambda one: (one.game, len(one.players))).items():
        by_options = grouped(alike, lambda one: json.encode(options_of(one)).decode())
        for options, own in by_options.items():
            if len(own) < int(given.get("fewest", 1)):
                continue
            points = _means(own)
            others = [record for record in alike if record not in own]
            rest = _means(others)
            low, high = interval(points)
            steps, other_steps = ([float(len(record.steps)) for record in some] for some in (own, others))
            yield {
                "game": game,
                "players": players,
                "options": options,
                "matches": len(own),
                "average_steps": mean(len(record.steps) for record in own),
                "steps_spread": sqrt(variance(steps)) if len(steps) > 1 else None,
                "steps_differ_p": welch(steps, other_steps),
                "average_score": mean(points),
                "spread": sqrt(variance(points)) if len(points) > 1 else None,
                "average_score_from": low,
                "average_score_to": high,
                "differs_p": welch(points, rest),
                "average_lead": mean(map(lead, own)),
                **balance(own, players),
            }


def _means(records: Sequence[Record]) -> list[float]:
    found = (mean((record.scores or {}).values()) for record in records)
    return [value for value in found if value is not None]


def balance(own: Sequence[Record], players: int) -> Row:
    """How many matches one player alone won, and the p-value of the chi-squared test over the seats."""
    alone = [(record, record.winners[0]) for record in own if record.winners and len(record.winners) == 1]
    wins = [record.players.index(name) for record, name in alone if players > 1]
    even = len(wins) / players
    if even < 5:
        return {"decided": len(wins), "seat_balance_p": None}
    far = sum((wins.count(seat) - even) ** 2 / even for seat in range(players))
    return {"decided": len(wins), "seat_balance_p": chi_squared(far, players - 1)}


def chi_squared(x: float, free: int) -> float:
    """How often the distribution lies as high, by the recurrence over its degrees of freedom."""
    found = erfc(sqrt(x / 2)) if free % 2 else exp(-x / 2)
    for half in range(2 - free % 2, free, 2):
        found += (x / 2) ** (half / 2) * exp(-x / 2) / gamma(half / 2 + 1)
    return found


def interval(values: Sequence[float]) -> tuple[float | None, float | None]:
    """Between what the true mean lies nineteen times of twenty, by Student's distribution."""
    if len(values) < 2:
        return None, None
    low, high = 0.0, 20.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if student(middle, len(values) - 1) > 0.05 else (low, middle)
    wide = low * sqrt(variance(list(values)) / len(values))
    middle = sum(values) / len(values)
    return middle - wide, middle + wide


RECOUNTS = {
    "decisions": Recount(decisions, "game verb"),
    "card-holders": Recount(card_holders, "game card"),
    "form": Recount(form, "player", digits={"better_by": 1}, tried={"newest": ("2", "100")}),
    "streaks": Recount(streaks, "player"),
    "pace": Recount(pace, "game part", tried={"parts": ("1", "10")}),
    "variants": Recount(
        variants, "game players options", digits={"differs_p": 3, "steps_differ_p": 3, "seat_balance_p": 3}
    ),
}
