"""Reports of Fool's Down: who does well where at the table, and how pots are won."""

from collections.abc import Iterator, Sequence

from tests.recount.comparing import Recount, Row
from tests.recount.counting import Given, grouped, named, percent, same
from tests.recount.records import Json, Record
from tests.recount.told import column, means, of_game, share, share_of

GAME = "fools-down"
PAID = {"ForelayPosted": "amount", "FoolsBetPosted": "amount", "FeePosted": "amount", "DuesPaid": "amount"}
ACTS = {"Winked": "wink", "Matched": "match", "Wagered": "wager", "Bumped": "bump", "Ducked": "duck"}
BETS = ("Matched", "Wagered", "Bumped")


def hands(record: Record) -> list[Json]:
    """A row per hand of a match, with its facts."""
    found: list[Json] = []
    for fact in record.facts:
        if fact["fact"] == "HandStarted":
            found.append({**fact, "record": record, "facts": []})
        elif found:
            found[-1]["facts"].append(fact)
    return found


def holdings(hand: Json) -> Iterator[Json]:
    """A row per player of a hand that was played to its end."""
    facts, order = hand["facts"], hand["order"]
    for place, player in enumerate(order, start=1):
        own = [fact for fact in facts if fact.get("seat") == player]
        staked = sum(fact[PAID[fact["fact"]]] for fact in own if fact["fact"] in PAID)
        staked += sum(column(named(own, *BETS), "paid")) - sum(column(named(own, "BetReturned"), "amount"))
        won = sum(fact["shares"][player] for fact in named(facts, "PotAwarded"))
        bag = named(facts, "FoolsBagWon")
        got = sum(column(named(own, "DuesCollected"), "amount"))
        got += sum(fact["half"] if fact["seat"] == player else fact["each"] * (player in fact["seats"]) for fact in bag)
        yield {
            "players": len(order),
            "place": place,
            "player": player,
            "role": {hand["dealer"]: "dealer", hand["fools_bettor"]: "fools_bet"}.get(player, "other"),
            "entered": bool(named(own, *BETS)),
            "raised": bool(named(own, "Wagered", "Bumped")),
            "ducked": bool(named(own, "Ducked")),
            "won": won > 0,
            "received": won,
            "staked": staked,
            "net": won + got - staked,
        }


def ended(records: Sequence[Record], given: Given) -> Iterator[Json]:
    """The hands that were played to their end."""
    for record in of_game(records, GAME, given):
        yield from (hand for hand in hands(record) if named(hand["facts"], "HandEnded"))


def positions(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per number of players and place in the order of acting."""
    every = [one for hand in ended(records, given) for one in holdings(hand)]
    mine = [one for one in every if same(one["player"], given.get("player"))]
    for (players, place, role), each in grouped(mine, lambda one: (one["players"], one["place"], one["role"])).items():
        yield {
            "players": players,
            "place": place,
            "role": role,
            "hands": len(each),
            **{f"{did}_percent": share_of(each, did) for did in ("entered", "raised", "ducked", "won")},
            **means(each, average_staked="staked", average_net="net"),
        }


def pots(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per variant, kind of pot and how it was won."""
    every = [
        fact
        | {
            "variant": record.start["options"]["fools_down"],
            "kind": "side" if fact["pot"] else "main",
            "split": sum(share > 0 for share in fact["shares"].values()) > 1,
        }
        for record in of_game(records, GAME, given)
        for fact in named(record.facts, "PotAwarded")
    ]
    alike = grouped(every, lambda one: (one["variant"], one["kind"]))
    for (variant, kind, how), each in grouped(every, lambda one: (one["variant"], one["kind"], one["how"])).items():
        yield {
            "variant": variant,
            "pot": kind,
            "how": how,
            "pots": len(each),
            "pots_percent": percent(len(each), len(alike[variant, kind])),
            **means(each, average_amount="amount"),
            "highest": max(column(each, "amount")),
            "split": sum(column(each, "split")),
            "grab": sum(column(each, "grab")),
            "bag": sum(column(each, "bag")),
        }


def rounds(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per round of wagering."""
    came: list[Json] = []
    for hand in (hand for record in of_game(records, GAME, given) for hand in hands(record)):
        reached = ["deal", *column(named(hand["facts"], "CardBurned"), "round")]
        over = bool(named(hand["facts"], "HandEnded"))
        for name in reached:
            did = [fact for fact in named(hand["facts"], *ACTS) if fact["round"] == name]
            came.append({"round": name, "did": did, "last": over and name == reached[-1]})
    for name, each in grouped(came, lambda one: one["round"]).items():
        wagered = [one for one in each if one["did"]]
        did = [fact for one in each for fact in one["did"]]
        paid = sum(fact.get("paid", 0) for fact in did)
        yield {
            "round": name,
            "hands": len(each),
            "hands_wagered": len(wagered),
            "ended_percent": share_of(each, "last"),
            "average_paid": paid / len(wagered) if wagered else None,
            **{f"{word}_percent": share(fact["fact"] == act for fact in did) for act, word in ACTS.items()},
        }


def last_cards(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per variant and what became of the Fool as last card."""
    every: list[Json] = []
    for hand in ended(records, given):
        facts = hand["facts"]
        dealt = {one["seat"]: one["card"] for one in named(facts, "DownCardDealt") if one["slot"] == 3}
        shown = {one["seat"]: one["cards"][2] for one in named(facts, "HandShown")}
        seen = {one["seat"]: one["shown"] for one in named(facts, "Ducked") if one["shown"]}
        for one in holdings(hand):
            player = one["player"]
            card = shown.get(player) or seen.get(player) or dealt.get(player)
            if card not in (None, "??") and same(player, given.get("player")):
                fool = "the Fool, shown" if player in (*shown, *seen) else "the Fool, ducked"
                down = any(fact["seat"] == player for fact in named(facts, "TakenDown"))
                told = {"variant": hand["record"].start["options"]["fools_down"], "taken_down": down}
                every.append(one | told | {"last_card": fool if card == "F" else "other cards"})
    for (variant, last), each in grouped(every, lambda one: (one["variant"], one["last_card"])).items():
        yield {
            "variant": variant,
            "last_card": last,
            "hands": len(each),
            "won_percent": share_of(each, "won"),
            **means(each, average_won="received", average_net="net"),
            "taken_down": sum(column(each, "taken_down")),
        }


RECOUNTS = {
    f"{GAME}/fools-down": Recount(last_cards, "variant last_card"),
    f"{GAME}/rounds": Recount(rounds, "round"),
    f"{GAME}/positions": Recount(positions, "players place role"),
    f"{GAME}/pots": Recount(pots, "variant pot how"),
}
