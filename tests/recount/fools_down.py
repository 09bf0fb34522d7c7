"""Reports of Fool's Down about chips: what options change, who does well where, and how pots are won."""

from collections.abc import Iterator, Sequence

from tests.recount.comparing import Recount, Row
from tests.recount.counting import Given, grouped, named, percent
from tests.recount.fools_down_hands import GAME, ended, hands, holdings, players_of
from tests.recount.records import Json, Record
from tests.recount.tested import by_match, tested
from tests.recount.told import column, means, of_game, share, share_of

OPTIONS = ("fools_down", "turning_the_trick", "fools_rules", "fools_bag", "dealer", "house_grab")
ACTS = {"Winked": "wink", "Matched": "match", "Wagered": "wager", "Bumped": "bump", "Ducked": "duck"}


def options(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per set of options."""
    every = list(ended(records, given))
    found = grouped(every, lambda hand: tuple(hand["options"][name] for name in OPTIONS))
    pots = {key: by_match((hand["record"].id, hand["pot"]) for hand in each) for key, each in found.items()}
    for key, each in found.items():
        if len(each) >= int(given.get("fewest", 1)):
            yield {
                **dict(zip(OPTIONS, key, strict=True)),
                "matches": len({hand["record"].id for hand in each}),
                "hands": len(each),
                "average_players": sum(len(hand["order"]) for hand in each) / len(each),
                **means(each, average_pot="pot", average_raises="raises"),
                **{f"{name}_percent": share_of(each, name) for name in ("showdown", "exchange")},
                **{name: sum(column(each, name)) for name in ("house", "bag")},
                **tested("match_pot", pots, key),
            }


def chips(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per hand and player of a match."""
    wanted = [one for one in of_game(records, GAME, given) if one.id.startswith(given.get("match", ""))]
    if wanted:
        latest = max(one.listed["started_at"] for one in wanted)
        last = min((one for one in wanted if one.listed["started_at"] == latest), key=lambda one: one.id)
        names = ("player", "role", "down", "ducked_in", "staked", "collected", "net", "stack")
        for hand in hands(last):
            for one in holdings(hand):
                told = {name: one[name] for name in names}
                category = one["category_name"] if one["shown"] else None
                yield {"hand": hand["hand"], **told, "category_name": category, "won": one["received"]}


def positions(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per number of players and place in the order of acting."""
    mine = players_of(ended(records, given), given)
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
            "betting_round": name,
            "hands": len(each),
            "hands_wagered": len(wagered),
            "ended_percent": share_of(each, "last"),
            "average_paid": paid / len(wagered) if wagered else None,
            **{f"{word}_percent": share(fact["fact"] == act for fact in did) for act, word in ACTS.items()},
        }


def last_cards(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per variant and what became of the Fool as last card."""
    every: list[Json] = []
    for one in players_of(ended(records, given), given):
        if len(one["down"]) == 3 and one["down"][2] != "??":
            unseen = "the Fool, ducked" if one["ducked"] else "the Fool, unseen"
            fool = "the Fool, shown" if one["turned_up"] else unseen
            last = fool if one["down"][2] == "F" else "other cards"
            every.append(one | {"variant": one["hand"]["options"]["fools_down"], "last_card": last})
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
    f"{GAME}/options": Recount(
        options, " ".join(OPTIONS), digits={"match_pot_differs_p": 3}, tried={"players": ("2", "4")}
    ),
    f"{GAME}/chips": Recount(chips, "hand player", tried={"match": tuple("0123456789abcdef")}),
    f"{GAME}/fools-down": Recount(last_cards, "variant last_card"),
    f"{GAME}/rounds": Recount(rounds, "betting_round"),
    f"{GAME}/positions": Recount(positions, "players place role"),
    f"{GAME}/pots": Recount(pots, "variant pot how"),
}
