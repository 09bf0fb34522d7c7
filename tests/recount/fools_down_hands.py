"""The hands of Fool's Down, walked through fact by fact: who held and did what, and where the chips went."""

from collections.abc import Iterable, Iterator, Sequence

from tests.recount.counting import Given, named, same
from tests.recount.hands import NAMES, Worth, best, is_wild
from tests.recount.records import Json, Record
from tests.recount.told import column, of_game

GAME = "fools-down"
PAID = {"ForelayPosted": "amount", "FoolsBetPosted": "amount", "FeePosted": "amount", "DuesPaid": "amount"}
BETS = ("Matched", "Wagered", "Bumped")


def hands(record: Record) -> list[Json]:
    """A row per hand of a match, with its facts."""
    found: list[Json] = []
    for fact in record.facts:
        if fact["fact"] == "HandStarted":
            found.append({**fact, "record": record, "options": record.start["options"], "facts": []})
        elif found:
            found[-1]["facts"].append(fact)
    return [hand | _of_the_table(hand["facts"]) for hand in found]


def _of_the_table(facts: Sequence[Json]) -> Json:
    turned = named(facts, "CommonCardTurned")
    trick = [fact["card"] for fact in turned if fact["place"] == 6]
    pots = named(facts, "PotAwarded")
    return {
        "over": bool(named(facts, "HandEnded")),
        "common": tuple(fact["card"] for fact in turned if not is_wild(fact["card"])),
        "trick": trick[0] if trick else None,
        "exchange": bool(named(facts, "ExchangeOpened")),
        "showdown": bool(named(facts, "ShowdownStarted")),
        "raises": len(named(facts, "Wagered", "Bumped")),
        "pot": sum(column(pots, "amount")),
        "house": sum(column(pots, "grab")),
        "bag": sum(column(pots, "bag")),
    }


def ended(records: Sequence[Record], given: Given) -> Iterator[Json]:
    """The hands that were played to their end."""
    for record in of_game(records, GAME, given):
        yield from (hand for hand in hands(record) if hand["over"])


def players_of(each: Iterable[Json], given: Given) -> list[Json]:
    """The players of some hands, one of them where that is asked for."""
    return [one for hand in each for one in holdings(hand) if same(one["player"], given.get("player"))]


def holdings(hand: Json) -> list[Json]:
    """A row per player of a hand; nobody has won or lost while it goes on."""
    return [_holding(hand, player) for player in hand["order"]]


def _holding(hand: Json, player: str) -> Json:
    facts, order = hand["facts"], hand["order"]
    own = [fact for fact in facts if fact.get("seat") == player]
    ducks = named(own, "Ducked")
    down = _down(own)
    worth = _worth(down, hand["common"])
    shown = bool(named(own, "HandShown"))
    return {
        "hand": hand,
        "players": len(order),
        "place": order.index(player) + 1,
        "player": player,
        "role": {hand["dealer"]: "dealer", hand["fools_bettor"]: "fools_bet"}.get(player, "other"),
        "down": down,
        "first": _first(own),
        "exchanged": bool(named(own, "CardExchanged")),
        "entered": bool(named(own, *BETS)),
        "raises": len(named(own, "Wagered", "Bumped")),
        "raised": bool(named(own, "Wagered", "Bumped")),
        "matches": len(named(own, "Matched")),
        "ducked": bool(ducks),
        "ducked_in": (ducks[0]["round"] or "showdown") if ducks else None,
        "shown": shown,
        "turned_up": shown or any(column(ducks, "shown")),
        "taken_down": bool(named(own, "TakenDown")),
        "worth": worth,
        "category": -worth.category if worth else None,
        "category_name": name_of(worth),
        **_chips(hand, player, own),
    }


def name_of(worth: Worth | None) -> str | None:
    """What a hand's category is called."""
    return NAMES[-worth.category - 1] if worth else None


def _first(own: Sequence[Json]) -> list[str]:
    """The first two down cards as they were dealt."""
    return [fact["card"] for fact in named(own, "DownCardDealt") if fact["slot"] < 3]


def _down(own: Sequence[Json]) -> list[str]:
    """The down cards at last."""
    down: dict[int, str] = {}
    for fact in own:
        if fact["fact"] == "DownCardDealt":
            down[fact["slot"]] = fact["card"]
        elif fact["fact"] == "CardExchanged":
            down[fact["slot"]] = fact["new"]
        elif fact["fact"] == "Ducked" and fact["shown"]:
            down[3] = fact["shown"]
        elif fact["fact"] == "HandShown":
            down = dict(enumerate(fact["cards"], start=1))
    return [down[slot] for slot in sorted(down)]


def _worth(down: Sequence[str], common: tuple[str, ...]) -> Worth | None:
    """What the cards could make of the table as it lies; None where some are not known or no table is there."""
    return best(tuple(down), common) if "??" not in down and len(common) >= 3 else None


def _chips(hand: Json, player: str, own: Sequence[Json]) -> Json:
    staked = sum(fact[PAID[fact["fact"]]] for fact in own if fact["fact"] in PAID)
    staked += sum(column(named(own, *BETS), "paid")) - sum(column(named(own, "BetReturned"), "amount"))
    if not hand["over"]:
        return {"staked": staked, **dict.fromkeys(("won", "received", "collected", "net", "stack"))}
    received = sum(fact["shares"][player] for fact in named(hand["facts"], "PotAwarded"))
    collected = sum(column(named(own, "DuesCollected"), "amount"))
    for fact in named(hand["facts"], "FoolsBagWon"):
        collected += fact["half"] if fact["seat"] == player else fact["each"] * (player in fact["seats"])
    return {
        "staked": staked,
        "won": received > 0,
        "received": received,
        "collected": collected,
        "net": received + collected - staked,
        "stack": named(hand["facts"], "HandEnded")[0]["stacks"][player],
    }
