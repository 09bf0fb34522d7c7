"""Sun Bid: rounds, where points come from, stacks, options, and how often each rule comes into play."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from tests.recount.comparing import Recount, Row
from tests.recount.counting import Given, finished, grouped, mean, named, percent, same
from tests.recount.records import Json, Record
from tests.recount.results import lead
from tests.recount.tested import by_match, tested
from tests.recount.told import of_game, share, tally

GAME = "sun-bid"


def ended(records: Sequence[Record], given: Given) -> list[Record]:
    """The finished matches that are asked for."""
    return [record for record in finished(records, given) if record.game == GAME]


def in_rounds(record: Record) -> list[list[Json]]:
    """The facts of each round, from its start on."""
    starts = [place for place, fact in enumerate(record.facts) if fact["fact"] == "RoundStarted"]
    return [record.facts[start:end] for start, end in pairwise([*starts, len(record.facts)])]


def rounds(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per number of players, round and reason why it ended."""
    over = [
        (len(record.players), end[0]["round"], end[0]["reason"], facts)
        for record in of_game(records, GAME, given)
        for facts in in_rounds(record)
        if (end := named(facts, "RoundEnded"))
    ]
    for (players, number, reason), own in grouped(over, lambda one: one[:3]).items():
        every = [facts for *_, facts in own]
        auctions = [named(facts, "AuctionOpened") for facts in every]
        yield {
            "players": players,
            "round_number": number,
            "ended_by": reason,
            "rounds": len(own),
            "average_auctions": mean(map(len, auctions)),
            "average_forced": mean(sum(one["kind"] == "forced" for one in opened) for opened in auctions),
            "average_unsold": mean(
                len(opened) - len(named(facts, "AuctionWon")) for opened, facts in zip(auctions, every, strict=True)
            ),
            "average_cards_turned_up": mean(len(named(facts, "CardFlipped")) for facts in every),
            "average_plays": mean(len(named(facts, "CardFetched")) for facts in every),
            "average_points_of_all": mean(
                sum(score["points"] for score in scored["scores"].values())
                for facts in every
                for scored in named(facts, "RoundScored")
            ),
        }


def points(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per number of players and round, for winners and others."""
    scored = [
        (len(record.players), fact["round"], "won" if name in (record.winners or ()) else "lost", score)
        for record in ended(records, given)
        for fact in named(record.facts, "RoundScored")
        for name, score in fact["scores"].items()
        if same(name, given.get("player"))
    ]
    for (players, number, result), own in grouped(scored, lambda one: one[:3]).items():
        scores = [score for *_, score in own]
        yield {
            "players": players,
            "round_number": number,
            "result": result,
            "rounds": len(own),
            "average_suns": mean(score["suns"] for score in scores),
            "average_courts": mean(score["courts"] for score in scores),
            "average_kinds": mean(score["kinds"] for score in scores),
            "average_sequences": mean(score["sequences"] for score in scores),
            "average_points": mean(score["points"] for score in scores),
            "most_suns_percent": share(score["suns"] > 0 for score in scores),
        }


def options(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per number of players and combination of options."""
    names = ("two_player_stacks", "equal_pawns", "sequence_points")
    found = grouped(
        ended(records, given), lambda one: (len(one.players), *(one.start["options"][name] for name in names))
    )
    scores = {
        key: by_match((one.id, score) for one in own for score in (one.scores or {}).values())
        for key, own in found.items()
    }
    for key, own in found.items():
        alike = {other: values for other, values in scores.items() if other[0] == key[0]}
        yield {
            "players": key[0],
            **dict(zip(names, key[1:], strict=True)),
            "matches": len(own),
            "average_steps": mean(len(one.steps) for one in own),
            "average_score": mean(score for one in own for score in (one.scores or {}).values()),
            "average_best_score": mean(max((one.scores or {}).values()) for one in own),
            "average_lead": mean(lead(one) for one in own),
            **tested("match_score", alike, key),
        }


def stacks(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per stack that is dealt."""
    dealt = [
        (record, name, stack)
        for record in ended(records, given)
        for fact in named(record.facts, "StacksDealt")
        for name, stack in fact["stacks"].items()
        if same(name, given.get("player"))
    ]
    groups = grouped(dealt, lambda one: (len(one[0].players), written(one[2]), worth(one[2], one[0])))
    for (players, stack, total), own in groups.items():
        if len(own) < int(given.get("fewest", 1)):
            continue
        won = sum(name in (record.winners or ()) for record, name, _ in own)
        yield {
            "players": players,
            "stack": stack,
            "suns": total,
            "dealt": len(own),
            "won": won,
            "won_percent": percent(won, len(own)),
            "even_percent": mean(100 * len(record.winners or ()) / players for record, *_ in own),
            "average_score": mean((record.scores or {})[name] for record, name, _ in own),
            "began_percent": share(named(record.facts, "RoundStarted")[0]["lead"] == name for record, name, _ in own),
        }


HIGH = {"PMSL": 10, "PSVK": 11, "TSLK": 12, "NS": 13}


def suns(card: str) -> int:
    """How many Suns a bidding card counts."""
    return HIGH[card] if card in HIGH else int(card[0])


def written(stack: list[str]) -> str:
    """The cards of a stack, the highest first."""
    return " ".join(sorted(stack, key=suns, reverse=True))


def worth(stack: list[str], record: Record) -> int:
    """The Suns of a stack; all above 9 count 10 where the Pawns are equal."""
    most = 10 if record.start["options"]["equal_pawns"] else 13
    return sum(min(suns(card), most) for card in stack)


RULES = (
    "an auction was called",
    "a full pool forced an auction",
    "nobody bid in a forced auction",
    "a bidder could not beat the bid and had to pass",
    "the caller was outbid",
    "an Ace was discarded with another card",
    "an Ace was discarded alone",
    "the winner chose what went with an Ace",
    "a Pawn or Court was played",
    "a seat used its last bidding card",
    "all bidding cards were used",
    "the deck ran out",
    "a last call was offered",
    "a last call was passed",
    "players tied for the most Suns",
)


def rules(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per rule."""
    found = ended(records, given)
    yield from tally(RULES, [(RULES[which], record.id) for record in found for which in came(record)], len(found))


def came(record: Record) -> Iterator[int]:
    """Which rules came into play, each as often as it did."""
    yield from (7 for line in record.steps if line["action"]["do"] == "discard")
    auction: Json = {}
    for fact in record.facts:
        kind = fact["fact"]
        if kind == "AuctionOpened":
            auction = fact
            yield 0 if fact["kind"] == "called" else 1
        elif kind == "PoolDiscarded":
            yield 2 if fact["reason"] == "no_bid" else 13
        elif kind == "BidPassed" and fact["forced"]:
            yield 3
        elif kind == "AuctionWon" and auction["kind"] == "called" and fact["seat"] != auction["lead"]:
            yield 4
        elif kind == "AceDiscarded":
            yield 6 if fact["companion"] is None else 5
        elif kind in ("CardFetched", "SeatOut"):
            yield 8 if kind == "CardFetched" else 9
        elif kind == "RoundEnded":
            yield 10 if fact["reason"] == "suns_played" else 11
        elif kind == "LeadPassed" and fact["phase"] == "last_call":
            yield 12
        elif kind == "RoundScored" and sum(score["suns"] > 0 for score in fact["scores"].values()) > 1:
            yield 14


RECOUNTS = {
    "sun-bid/rounds": Recount(rounds, "players round_number ended_by"),
    "sun-bid/points": Recount(points, "players round_number result"),
    "sun-bid/options": Recount(
        options,
        "players two_player_stacks equal_pawns sequence_points",
        digits={"match_score_differs_p": 3},
    ),
    "sun-bid/stacks": Recount(stacks, "players stack suns"),
    "sun-bid/rules": Recount(rules, "rule"),
}
