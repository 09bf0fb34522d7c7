"""The reports of Sorcerous Futures: what was bought, what it cost, and what it was worth."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from ludograph.domain.games import GAMES
from tests.recount.comparing import Recount, Row
from tests.recount.counting import Given, grouped, named, percent, same
from tests.recount.records import Json, Record
from tests.recount.told import average, column, known, means, of_game, share_of, tally

GAME = "sorcerous-futures"
SUITS = "MSVLYK"


def worth_of(card: str | None) -> int | None:
    """What a valuation pays: its rank, 1 for a Pawn; None where nobody saw it."""
    return None if card in (None, "??") else 1 if card[0] == "P" else int(card[0])


def opening(card: str) -> int:
    """The opening bid of a card."""
    return 10 if card[0] == "P" else int(card[0])


class Hidden:
    """What the record knows of a match's valuations and Crowns, and who has which place in front."""

    def __init__(self, record: Record) -> None:
        lies: dict[str, str] = {}
        self.front: dict[str, str | None] = {}
        self.crowns: dict[str, str] = {}
        for fact in record.facts:
            if fact["fact"] == "ValuationPlaced":
                lies[fact["place"]], self.front[fact["place"]] = fact["card"], fact["seat"]
            elif fact["fact"] == "ValuationRevealed":
                lies[fact["place"]] = fact["card"]
            elif fact["fact"] in ("CrownKept", "CrownGiven", "CrownRevealed") and known(fact["crown"]):
                self.crowns[fact["receiver" if "receiver" in fact else "seat"]] = fact["crown"]
        self.worth = {place: worth_of(card) for place, card in lies.items()}


def auctions(record: Record) -> list[Json]:
    """A row per card that was sold in a match."""
    hidden = Hidden(record)
    now: Json = {}
    found: list[Json] = []
    for fact in record.facts:
        kind = fact["fact"]
        if kind == "CardOffered":
            now = {"record": record, "auction": len(found) + 1, "bids": {}, **fact, "offered_by": fact["seat"]}
        elif kind in ("BidOpened", "BidRaised"):
            now["bids"][fact["seat"]] = fact["amount"]
        elif kind == "BidsRevealed":
            now["bids"] = fact["amounts"]
        elif kind == "CardBought":
            found.append({**now, "buyer": fact["seat"], "price": fact["price"], "left": fact["gold_left"]})
            found[-1].update(_valued(found[-1], hidden))
    return found


def _valued(sale: Json, hidden: Hidden) -> Json:
    """What the card was worth to its buyer, and what the buyer knew of it."""
    suits, buyer = sale["card"][1:], sale["buyer"]
    each = [hidden.worth.get(f"1{suit}") for suit in suits]
    worth = None if None in each else sum(one or 0 for one in each)
    crown = hidden.crowns.get(buyer)
    matched = None if crown is None else crown[1] in suits
    bonus = None if matched is None else hidden.worth.get("0") if matched else 0
    brought = None if worth is None or bonus is None else worth + bonus
    others = [bid for seat, bid in sale["bids"].items() if seat != buyer]
    return {
        "worth": worth,
        "bonus": bonus,
        "brought": brought,
        "profit": None if brought is None else brought - sale["price"],
        "paid_off": None if brought is None else brought > sale["price"],
        "crown": matched,
        "suits_known": sum(hidden.front.get(f"1{suit}") == buyer for suit in suits),
        "above_next": sale["price"] - max(others) if others else None,
        "above_opening": sale["price"] - opening(sale["card"]),
        "bidders": sum(bid > 0 for bid in sale["bids"].values()),
        "offerer_won": sale["offered_by"] == buyer,
    }


def sold(records: Sequence[Record], given: Given) -> Iterator[Json]:
    """The sales that are asked for, by matches, buyer and format."""
    for record in of_game(records, GAME, given):
        for sale in auctions(record):
            if same(sale["buyer"], given.get("player")) and given.get("format", sale["format"]) == sale["format"]:
                yield sale


def grouped_sales(records: Sequence[Record], given: Given, *keys: str) -> Iterator[tuple[Any, list[Json]]]:
    """The sales with the same values together, those groups that are large enough."""
    for key, sales in grouped(sold(records, given), lambda sale: tuple(sale[name] for name in keys)).items():
        if len(sales) >= int(given.get("fewest", 1)):
            yield key, sales


def auction_prices(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per card."""
    names = {face.code: face.name for face in GAMES[GAME].deck.faces}
    for (card,), sales in grouped_sales(records, given, "card"):
        yield {
            "card": card,
            "name": names[card],
            "sold": len(sales),
            "opening_bid": opening(card),
            **means(sales, average_price="price", average_worth="worth", average_bonus="bonus"),
            "average_profit": average(sales, "profit"),
            "paid_off_percent": share_of(sales, "paid_off"),
        }


def formats(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per number of players and format."""
    rows = [sale | {"players": len(sale["record"].players)} for sale in sold(records, given)]
    for (players, form), sales in grouped(rows, lambda sale: (sale["players"], sale["format"])).items():
        yield {
            "players": players,
            "format": form,
            "sold": len(sales),
            **means(sales, average_bidders="bidders", average_price="price", average_above_opening="above_opening"),
            **means(sales, average_above_next="above_next", average_brought="brought", average_profit="profit"),
            "offerer_won_percent": share_of(sales, "offerer_won"),
            "paid_off_percent": share_of(sales, "paid_off"),
        }


def investors(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per player, of cards whose worth to them is known."""
    valued = [sale for sale in sold(records, given) if sale["brought"] is not None]
    for sales in grouped(valued, lambda sale: sale["buyer"]).values():
        if len(sales) >= int(given.get("fewest", 1)):
            paid, brought = sum(column(sales, "price")), sum(column(sales, "brought"))
            yield {
                "player": sales[0]["buyer"],
                "matches": len({sale["record"].id for sale in sales}),
                "bought": len(sales),
                "paid": paid,
                "brought": brought,
                "profit": brought - paid,
                "returned_percent": percent(brought, paid),
                "paid_off_percent": share_of(sales, "paid_off"),
                "average_above_next": average(sales, "above_next"),
                "crown_suit_percent": share_of(sales, "crown"),
            }


def knowledge(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per number of suits known and whether the Crown fits."""
    for (suits_known, crown), sales in grouped_sales(records, given, "suits_known", "crown"):
        yield {
            "suits_known": suits_known,
            "crown": None if crown is None else "yes" if crown else "no",
            "bought": len(sales),
            **means(sales, average_price="price", average_worth="worth", average_bonus="bonus"),
            "average_profit": average(sales, "profit"),
            "paid_off_percent": share_of(sales, "paid_off"),
        }


def market(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per auction, the first to the twentieth."""
    for (auction,), sales in grouped_sales(records, given, "auction"):
        yield {
            "auction": auction,
            "group_nr": (auction - 1) // 5 + 1,
            "sold": len(sales),
            "closed_percent": percent(sum(sale["format"] == "closed" for sale in sales), len(sales)),
            **means(sales, average_price="price", average_brought="brought", average_profit="profit"),
            "average_gold_left": average(sales, "left"),
            "free_percent": percent(sum(sale["price"] == 0 for sale in sales), len(sales)),
        }


def prices(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per band of prices."""
    width = int(given.get("width", 5))
    for price, sales in grouped(sold(records, given), lambda sale: sale["price"] // width * width).items():
        if len(sales) >= int(given.get("fewest", 1)):
            yield {
                "price": price,
                "sold": len(sales),
                **means(sales, average_brought="brought", average_profit="profit"),
                "paid_off_percent": share_of(sales, "paid_off"),
            }


def scored(records: Sequence[Record], given: Given) -> Iterator[Json]:
    """A row per player of each finished match in which it is known who won."""
    for record in of_game(records, GAME, given):
        winners = record.winners
        if winners is None:
            continue
        (dealt,), (placed,) = named(record.facts, "AcesDealt"), named(record.facts, "ExcusePlaced")
        for fact in named(record.facts, "SeatScored"):
            player = fact["seat"]
            if same(player, given.get("player")):
                first = "1S" in dealt["aces"][player]
                yield {
                    **{name: known(fact[name]) for name in ("gold", "cards", "crown", "score")},
                    "players": len(record.players),
                    "part": "has the Excuse" if player == placed["seat"] else "offers first" if first else "others",
                    "sly": record.start["options"]["sly_excuse"],
                    "won": player in winners,
                    "even": 100 * len(winners) / len(record.players),
                    "sales": [sale for sale in auctions(record) if sale["buyer"] == player],
                }


POINTS = {"average_gold": "gold", "average_cards": "cards", "average_crown_bonus": "crown", "average_score": "score"}


def roles(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per form of the game and part in it."""
    for key, rows in grouped(scored(records, given), lambda one: (one["players"], one["sly"], one["part"])).items():
        players, sly, part = key
        yield {
            "form": f"{players} players" + (", sly Excuse" if sly else ""),
            "part": part,
            "played": len(rows),
            "won": sum(column(rows, "won")),
            "won_percent": share_of(rows, "won"),
            "even_percent": average(rows, "even"),
            **means(rows, **POINTS),
        }


def scores(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per number of players, winners and others."""
    for (players, won), rows in grouped(scored(records, given), lambda one: (one["players"], one["won"])).items():
        spent = [{"bought": len(row["sales"]), "paid": sum(column(row["sales"], "price"))} for row in rows]
        yield {
            "players": players,
            "result": "won" if won else "lost",
            "played": len(rows),
            **means(rows, **POINTS),
            **means(spent, average_bought="bought", average_paid="paid"),
            "paid_off_percent": share_of([sale for row in rows for sale in row["sales"]], "paid_off"),
        }


def suits(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per rank of a suit in its match."""
    worths: dict[int, list[int]] = defaultdict(list)
    sales: dict[int, list[Json]] = defaultdict(list)
    for record in of_game(records, GAME, given):
        worth = {suit: one for suit in SUITS if (one := Hidden(record).worth.get(f"1{suit}")) is not None}
        if len(worth) < len(SUITS):
            continue
        rank = {suit: 1 + sum(other > worth[suit] for other in worth.values()) for suit in SUITS}
        for suit in SUITS:
            worths[rank[suit]].append(worth[suit])
            sales[rank[suit]] += [sale for sale in auctions(record) if suit in sale["card"][1:]]
    for place, each in worths.items():
        yield {
            "suit_rank": place,
            "suits": len(each),
            "average_suit_worth": sum(each) / len(each),
            "cards_sold": len(sales[place]),
            **means(sales[place], average_price="price", average_profit="profit"),
        }


OPEN, CLOSED, RAISED, OPENED = (
    "a card was offered openly",
    "a card was offered for sealed bids",
    "a bid was raised",
    "an opening bid bought the card",
)
HAD_TO, ZERO, TIED = (
    "a seat could not top the bid and had to pass",
    "a seat without gold sealed 0 by itself",
    "the highest sealed bids were tied",
)
FREE, DEAR, BONUS = (
    "a card was had for nothing",
    "a player bid more gold than the card brought",
    "the Crown paid a bonus",
)
LEVEL, TOGETHER = "the highest scores were tied", "several players won together"
RULES = (OPEN, CLOSED, RAISED, OPENED, HAD_TO, ZERO, TIED, FREE, DEAR, BONUS, LEVEL, TOGETHER)


def rules(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per rule."""
    over = [record for record in of_game(records, GAME, given) if record.over]
    came = [(rule, record.id) for record in over for rule in (*_told(record), *_sold(record), *_won(record))]
    yield from tally(RULES, came, len(over))


def _told(record: Record) -> Iterator[str]:
    for fact in record.facts:
        match fact:
            case {"fact": "CardOffered"}:
                yield OPEN if fact["format"] == "open" else CLOSED
            case {"fact": "BidRaised"}:
                yield RAISED
            case {"fact": "BidPassed", "forced": True}:
                yield HAD_TO
            case {"fact": "BidSealed", "forced": True}:
                yield ZERO
            case {"fact": "BidsRevealed"}:
                *_, second, highest = sorted(fact["amounts"].values())
                if second == highest:
                    yield TIED


def _sold(record: Record) -> Iterator[str]:
    for sale in auctions(record):
        if sale["format"] == "open" and sale["above_opening"] == 0:
            yield OPENED
        if sale["price"] == 0:
            yield FREE
        if sale["profit"] is not None and sale["profit"] < 0:
            yield DEAR
        if sale["bonus"]:
            yield BONUS


def _won(record: Record) -> Iterator[str]:
    points = sorted(score for score in record.result["scores"].values() if score != "??")
    if len(points) == len(record.players) and points[-1] == points[-2]:
        yield LEVEL
    if len(record.winners or ()) > 1:
        yield TOGETHER


RECOUNTS = {
    f"{GAME}/auction-prices": Recount(auction_prices, "card", tried={"format": ("open", "closed")}),
    f"{GAME}/formats": Recount(formats, "players format"),
    f"{GAME}/investors": Recount(investors, "player"),
    f"{GAME}/knowledge": Recount(knowledge, "suits_known crown"),
    f"{GAME}/market": Recount(market, "auction", tried={"players": ("3", "4")}),
    f"{GAME}/prices": Recount(prices, "price", tried={"width": ("1", "7")}),
    f"{GAME}/roles": Recount(roles, "form part"),
    f"{GAME}/rules": Recount(rules, "rule"),
    f"{GAME}/scores": Recount(scores, "players result"),
    f"{GAME}/suits": Recount(suits, "suit_rank"),
}
