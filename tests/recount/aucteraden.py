"""The reports of Aucteraden: cards turned up, bought and laid, chains, chips and totals."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ludograph.domain.games import GAMES
from tests.recount.comparing import Recount, Row
from tests.recount.counting import Given, chosen, grouped, named, percent, plays
from tests.recount.records import Json, Record
from tests.recount.told import average, column, means, of_game, share, share_of, tally

GAME = "aucteraden"
SUITS = "MSVLYK"
TAKES = {
    "MarketThinned": ("discarded", "pushed out"),
    "ExcuseSwept": ("discarded", "swept"),
    "MarketDiscarded": ("cards", "discarded"),
}


def finished(records: Sequence[Record], given: Given) -> list[Record]:
    """The finished matches that are asked for."""
    return [one for one in of_game(records, GAME, given) if one.over and plays(one, given.get("player"))]


def ending(record: Record) -> Json:
    """How a match came out, with how it came about."""
    (end,) = named(record.facts, "MatchEnded")
    return end | {
        "record": record,
        "won": end["total"] >= 40,
        "commanding": end["total"] >= 50,
        "cards": len(named(record.facts, "CardPlaced")),
        "spent": sum(column(named(record.facts, "ChipsSpent"), "count")),
        "thrown": len(named(record.facts, "MarketDiscarded")),
    }


def suited(record: Record) -> Iterator[Json]:
    """A row per suit of a match: its chain and its chips."""
    for fact in named(record.facts, "SuitScored"):
        paid = [one["count"] for one in named(record.facts, "ChipsSpent") if one["suit"] == fact["suit"]]
        firsts = {one["card"][0] for one in fact["chain"]}
        yield {
            **fact,
            "spent": sum(paid),
            "left": 4 - sum(paid),
            "purchases": len(paid),
            "ace": "1" in firsts,
            "crown": "N" in firsts,
            "with_chips": fact["total"] - (5 if sum(paid) in (0, 4) else 0),
        }


def fates(record: Record) -> dict[str, str]:
    """What became of each card that was turned up."""
    found: dict[str, str] = {}
    for fact in record.facts:
        if fact["fact"] == "CardTurnedUp":
            found[fact["card"]] = "left"
        elif fact["fact"] == "CardBought":
            found[fact["card"]] = "bought"
        elif fact["fact"] in TAKES:
            field, fate = TAKES[fact["fact"]]
            found |= dict.fromkeys(fact[field], fate)
    return found


def bought(record: Record) -> Iterator[Json]:
    """A row per card bought: what it cost, where it was laid, and what its chains gave it."""
    chains = named(record.facts, "SuitScored")
    laid = {one["card"]: one for one in named(record.facts, "CardPlaced")}
    for number, buy in enumerate(named(record.facts, "CardBought"), start=1):
        card, cell = buy["card"], laid.get(buy["card"])
        served = [chain for chain in chains if card in column(chain["chain"], "card")]
        yield {
            **buy,
            "number": number,
            "column": cell and cell["x"] - min(column(laid.values(), "x")) + 1,
            "row": cell and cell["y"] - min(column(laid.values(), "y")) + 1,
            "chains": len(served),
            "chained": bool(served),
            "points": sum(chain["total"] / chain["length"] for chain in served),
        }


def all_bought(records: Sequence[Record], given: Given) -> list[Json]:
    """The cards bought in the finished matches that are asked for."""
    return [buy for record in finished(records, given) for buy in bought(record)]


def all_suits(records: Sequence[Record], given: Given) -> list[Json]:
    """The suits of the finished matches that are asked for."""
    return [one for record in finished(records, given) for one in suited(record)]


def cards(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per card."""
    names = {face.code: face.name for face in GAMES[GAME].deck.faces}
    came: dict[str, list[str]] = defaultdict(list)
    for record in finished(records, given):
        for card, fate in fates(record).items():
            came[card].append(fate)
    buys = grouped(all_bought(records, given), lambda buy: buy["card"])
    for card, each in came.items():
        if len(each) >= int(given.get("fewest", 1)):
            mine = buys.get(card, [])
            yield {
                "card": card,
                "name": names[card],
                "turned_up": len(each),
                "bought": len(mine),
                "bought_percent": percent(len(mine), len(each)),
                "pushed_out_percent": share(fate == "pushed out" for fate in each),
                **means(mine, average_price="price", average_chains="chains", average_points="points"),
                "in_no_chain_percent": share(not buy["chained"] for buy in mine),
            }


def cells(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per cell of the square."""
    laid = [buy for buy in all_bought(records, given) if buy["column"] is not None]
    for (across, down), buys in grouped(laid, lambda buy: (buy["column"], buy["row"])).items():
        yield {
            "column": across,
            "row": down,
            "cards": len(buys),
            "in_chain_percent": share_of(buys, "chained"),
            **means(buys, average_purchase="number", average_chains="chains", average_points="points"),
        }


def chains(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per length."""
    rows = [one for one in all_suits(records, given) if given.get("suit", one["suit"]) == one["suit"]]
    for length, each in grouped(rows, lambda one: one["length"]).items():
        yield {
            "length": length,
            "chains": len(each),
            "chains_percent": percent(len(each), len(rows)),
            "vp": each[0]["vp"],
            "with_ace_percent": share_of(each, "ace"),
            "with_crown_percent": share_of(each, "crown"),
            "average_points": average(each, "total"),
            "points": sum(column(each, "total")),
        }


def chips(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per suit."""
    for suit, each in grouped(all_suits(records, given), lambda one: one["suit"]).items():
        yield {
            "suit": suit,
            "matches": len(each),
            **means(each, average_spent="spent", average_left="left", average_purchases="purchases"),
            "used_up_percent": share(one["left"] == 0 for one in each),
            "unused_percent": share(one["left"] == 4 for one in each),
            **means(each, average_chain_length="length", average_chain_points="total"),
        }


def chips_left(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per number of chips."""
    rows = all_suits(records, given)
    for left, each in grouped(rows, lambda one: one["left"]).items():
        yield {
            "chips_left": left,
            "suits": len(each),
            "suits_percent": percent(len(each), len(rows)),
            **means(each, average_chain_length="length", average_chain_points="total"),
            "average_points_with_chips": average(each, "with_chips"),
        }


def discards(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per number of cards in the tableau."""
    thrown = []
    for record in of_game(records, GAME, given):
        laid = 0
        for fact in record.facts if plays(record, given.get("player")) else ():
            if fact["fact"] == "CardPlaced":
                laid = fact["cards_in_tableau"]
            elif fact["fact"] == "MarketDiscarded":
                thrown.append({"laid": laid, "forced": fact["forced"], "cards": len(fact["cards"])})
    for laid, each in grouped(thrown, lambda one: one["laid"]).items():
        yield {
            "cards_in_tableau": laid,
            "discards": len(each),
            "forced": sum(column(each, "forced")),
            "forced_percent": share_of(each, "forced"),
            "average_cards_in_market": average(each, "cards"),
        }


def options(record: Record) -> tuple[Any, ...]:
    """The rule of the market, and which cards are in the deck."""
    said = record.start["options"]
    return said["market"], said["extended"], said["extended"] or said["excuse"]


def grades(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per combination of options."""

    def all_options(record: Record) -> tuple[Any, ...]:
        return (*options(record), record.start["options"]["must_touch"])

    for (rule, extended, excuse, touch), each in grouped(finished(records, given), all_options).items():
        ends = [ending(record) for record in each]
        yield {
            "market": rule,
            "extended": extended,
            "with_excuse": excuse,
            "must_touch": touch,
            "matches": len(ends),
            "best": max(column(ends, "total")),
            "won_percent": share_of(ends, "won"),
            "commanding_percent": share_of(ends, "commanding"),
            **means(ends, average_total="total", average_suits="suits", average_holes="holes"),
            **means(ends, average_chips="chips", average_discards="discards"),
        }


def market(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per rule of the market and deck."""
    for (rule, extended, excuse), each in grouped(finished(records, given), options).items():
        came = [fate for record in each for fate in fates(record).values()]
        yield {
            "market": rule,
            "extended": extended,
            "with_excuse": excuse,
            "matches": len(each),
            "turned_up": len(came),
            **{
                f"{fate.replace(' ', '_')}_percent": percent(came.count(fate), len(came))
                for fate in ("bought", "pushed out", "swept", "discarded", "left")
            },
        }


def progress(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per band of a player's solitaires, all of them counted, in the order of time."""
    width, bands = int(given.get("width", 10)), defaultdict(list)
    wanted = {record.id for record in chosen(records, given)}
    for own in grouped(finished(records, {}), lambda one: one.players[0].lower()).values():
        in_order = sorted(own, key=lambda one: one.when)
        for number, record in enumerate(in_order):
            if record.id in wanted and plays(record, given.get("player")):
                bands[number // width * width + 1].append(ending(record))
    for first, ends in bands.items():
        yield {
            "nth": first,
            "matches": len(ends),
            "players": len({end["record"].players[0].lower() for end in ends}),
            "best": max(column(ends, "total")),
            "won_percent": share_of(ends, "won"),
            **means(ends, average_total="total", average_cards="cards", average_times_discarded="thrown"),
        }


FREE, PAID, PUSHED, SWEPT = (
    "a card was had for nothing",
    "a card was paid for",
    "a card turned up pushed others out",
    "the Excuse swept the market",
)
CHOSE, HAD_TO, RAN_OUT = (
    "the market was discarded by choice",
    "the market had to be discarded",
    "the draw pile ran out",
)
FULL, EMPTY = "all sixteen cards were laid", "the market was empty"
ALL_CHIPS, NO_CHIPS = "a suit of chips was used up", "a suit of chips was not touched"
EITHER, BOTH, SEVEN = (
    "a chain held an Ace or a Crown",
    "a chain held an Ace and a Crown",
    "a chain had seven cards or more",
)
RULES = (
    *(FREE, PAID, PUSHED, SWEPT, CHOSE, HAD_TO, RAN_OUT),
    *(FULL, EMPTY, ALL_CHIPS, NO_CHIPS, EITHER, BOTH, SEVEN),
)


def rules(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per rule."""
    over = finished(records, given)
    came = [(rule, record.id) for record in over for rule in (*_played(record.facts), *_scored(record))]
    yield from tally(RULES, came, len(over))


def _played(facts: Iterable[Json]) -> Iterator[str]:
    for fact in facts:
        match fact:
            case {"fact": "CardBought"}:
                yield PAID if fact["price"] else FREE
            case {"fact": "MarketThinned"}:
                yield PUSHED
            case {"fact": "ExcuseSwept"}:
                yield SWEPT
            case {"fact": "MarketDiscarded"}:
                yield HAD_TO if fact["forced"] else CHOSE
            case {"fact": "CardTurnedUp", "pile_left": 0}:
                yield RAN_OUT
            case {"fact": "MatchEnded"}:
                yield FULL if fact["reason"] == "tableau_full" else EMPTY


def _scored(record: Record) -> Iterator[str]:
    for suit in suited(record):
        came = {
            ALL_CHIPS: suit["left"] == 0,
            NO_CHIPS: suit["left"] == 4,
            EITHER: suit["ace"] or suit["crown"],
            BOTH: suit["ace"] and suit["crown"],
            SEVEN: suit["length"] >= 7,
        }
        yield from (rule for rule, did in came.items() if did)


def slots(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per slot."""
    buys = all_bought(records, given)
    for slot, each in grouped(buys, lambda buy: buy["slot"]).items():
        yield {
            "slot": slot,
            "bought": len(each),
            "bought_percent": percent(len(each), len(buys)),
            **means(each, average_price="price", average_chains="chains", average_points="points"),
        }


def totals(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per band of totals."""
    width = int(given.get("width", 5))
    ends = [ending(record) for record in finished(records, given)]
    for total, each in grouped(ends, lambda end: end["total"] // width * width).items():
        yield {
            "total": total,
            "to_total": total + width - 1,
            "matches": len(each),
            **means(each, average_cards="cards", average_chips_spent="spent", average_times_discarded="thrown"),
        }


WIDTH = {"width": ("3", "20")}
RECOUNTS = {
    f"{GAME}/cards": Recount(cards, "card"),
    f"{GAME}/cells": Recount(cells, "column row"),
    f"{GAME}/chains": Recount(chains, "length", tried={"suit": tuple(SUITS)}),
    f"{GAME}/chips": Recount(chips, "suit"),
    f"{GAME}/chips-left": Recount(chips_left, "chips_left"),
    f"{GAME}/discards": Recount(discards, "cards_in_tableau"),
    f"{GAME}/grades": Recount(grades, "market extended with_excuse must_touch"),
    f"{GAME}/market": Recount(market, "market extended with_excuse"),
    f"{GAME}/progress": Recount(progress, "nth", tried=WIDTH),
    f"{GAME}/rules": Recount(rules, "rule"),
    f"{GAME}/slots": Recount(slots, "slot"),
    f"{GAME}/totals": Recount(totals, "total", tried=WIDTH),
}
