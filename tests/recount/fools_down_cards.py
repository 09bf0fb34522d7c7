"""Reports of Fool's Down about cards: what is raised, ducked, exchanged, shown and won unseen with which of them."""

from collections.abc import Iterable, Iterator, Sequence

from tests.recount.comparing import Recount, Row
from tests.recount.counting import Given, grouped, percent, same
from tests.recount.fools_down_hands import GAME, ended, holdings, players_of
from tests.recount.hands import NAMES, is_wild
from tests.recount.records import Json, Record
from tests.recount.told import average, column, means, share, share_of

TRICKS = {"F": "Fool", "J": "Jester", "D": "Dragon"}


def players(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per player."""
    every = list(ended(records, given))
    unseen = list(unseen_wins(every))
    for player, each in grouped(players_of(every, {}), lambda one: one["player"]).items():
        if len(each) >= int(given.get("fewest", 1)):
            matched = sum(column(each, "matches"))
            won = [one for one in unseen if one["player"] == player]
            yield {
                "player": player,
                "matches": len({one["hand"]["record"].id for one in each}),
                "hands": len(each),
                "net": sum(column(each, "net")),
                "net_per_100_hands": 100 * sum(column(each, "net")) / len(each),
                **{f"{did}_percent": share_of(each, did) for did in ("entered", "ducked", "won")},
                "raises_per_match": sum(column(each, "raises")) / matched if matched else None,
                "shown": sum(column(each, "shown")),
                "won_when_shown_percent": share(one["won"] for one in each if one["shown"]),
                "won_unseen": len(won),
                "bluffs": sum(column(won, "bluff")),
            }


def unseen_wins(each: Iterable[Json]) -> Iterator[Json]:
    """A row per hand in which everybody else ducked and no hand was shown, with who was left."""
    for hand in each:
        every = holdings(hand)
        left = [one for one in every if not one["ducked"]]
        if not any(column(every, "shown")):
            (winner,) = left
            rivals = [one["worth"] for one in every if one["ducked"] and one["worth"]]
            better = None
            if winner["worth"] and rivals:
                better = any(worth > winner["worth"] for worth in rivals)
            yield winner | {"better": better, "bluff": winner["raised"] and bool(better), "pot": hand["pot"]}


def raises(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per standing and outcome of who raised."""
    every: list[Json] = []
    for hand in ended(records, given):
        known = [one for one in holdings(hand) if one["worth"]]
        top = max((one["worth"] for one in known), default=None)
        for one in known:
            if one["raised"] and same(one["player"], given.get("player")):
                standing = "best" if one["worth"] == top else "behind"
                every.append(one | {"standing": standing, "outcome": _outcome(one)})
    standings = grouped(every, lambda one: one["standing"])
    for (standing, outcome), each in grouped(every, lambda one: (one["standing"], one["outcome"])).items():
        yield {
            "standing": standing,
            "outcome": outcome,
            "raised": len(each),
            "of_the_standing_percent": percent(len(each), len(standings[standing])),
            **means(each, average_staked="staked", average_net="net"),
        }


def _outcome(one: Json) -> str:
    if one["ducked"]:
        return "ducked later"
    if not one["shown"]:
        return "all others ducked"
    return "showed and won" if one["won"] else "showed and lost"


def starting_cards(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per kind of the first two down cards."""
    mine = players_of(ended(records, given), given)
    every = [one for one in mine if len(one["first"]) == 2 and "??" not in one["first"]]
    for kind, each in grouped(every, lambda one: _kind(*one["first"])).items():
        yield {
            "first_cards": kind,
            "hands": len(each),
            "dealt_percent": percent(len(each), len(every)),
            **{f"{did}_percent": share_of(each, did) for did in ("entered", "ducked", "won")},
            "won_when_shown_percent": share(one["won"] for one in each if one["shown"]),
            "average_net": average(each, "net"),
        }


def _kind(one: str, other: str) -> str:
    wilds = is_wild(one) + is_wild(other)
    if wilds:
        return "two wild cards" if wilds == 2 else "a wild card"
    if one[:-1] == other[:-1]:
        return "a pair"
    suited = one[-1] == other[-1]
    if one[0] in "RKWCD" and other[0] in "RKWCD":
        return "two face cards of a suit" if suited else "two face cards"
    return "two of a suit" if suited else "anything else"


def trick(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per card that opened the exchange, and answer."""
    every = [
        one | {"trick": TRICKS[one["hand"]["trick"][0]], "answer": "exchanged" if one["exchanged"] else "kept"}
        for one in players_of((hand for hand in ended(records, given) if hand["exchange"]), given)
        if one["ducked_in"] not in ("deal", "cast", "dance")
    ]
    for (card, answer), each in grouped(every, lambda one: (one["trick"], one["answer"])).items():
        yield {
            "trick": card,
            "answer": answer,
            "seats": len(each),
            "ducked_later_percent": share_of(each, "ducked"),
            "won_percent": share_of(each, "won"),
            **means(each, average_category="category", average_net="net"),
        }


def ducked(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per round and category that was given up."""
    every: list[Json] = []
    wanted = {name: value for name, value in given.items() if name != "round"}
    for hand in ended(records, wanted):
        players = holdings(hand)
        winners = [one["worth"] for one in players if one["won"] and not one["ducked"]]
        beaten = max(winners) if winners and all(winners) else None
        for one in players:
            if one["ducked"] and same(one["player"], given.get("player")):
                better = one["worth"] > beaten if one["worth"] and beaten else None
                every.append(one | {"better": better, "category_name": one["category_name"] or "none"})
    every = [one for one in every if one["ducked_in"] == given.get("round", one["ducked_in"])]
    rounds = grouped(every, lambda one: one["ducked_in"])
    for (name, category), each in grouped(every, lambda one: (one["ducked_in"], one["category"])).items():
        yield {
            "ducked_in": name,
            "category": category,
            "category_name": each[0]["category_name"],
            "ducked": len(each),
            "of_the_round_percent": percent(len(each), len(rounds[name])),
            "average_staked": average(each, "staked"),
            "raised_before_percent": share_of(each, "raised"),
            "better_than_winner_percent": share_of(each, "better"),
        }


def categories(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per category."""
    mine = players_of(ended(records, given), given)
    every_shown = [one for one in mine if one["shown"]]
    every_held = [one for one in mine if one["worth"] and len(one["hand"]["common"]) == 6]
    for number, name in enumerate(NAMES, start=1):
        shown, held = ([one for one in every if one["category"] == number] for every in (every_shown, every_held))
        yield {
            "category": number,
            "category_name": name,
            "shown": len(shown),
            "shown_percent": percent(len(shown), len(every_shown)),
            "won_percent": share_of(shown, "won"),
            "average_net": average(shown, "net"),
            "held": len(held),
            "held_percent": percent(len(held), len(every_held)),
            "ducked_percent": share_of(held, "ducked"),
        }


def bluffs(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per category that won without being shown, and one for all where there are several."""
    every = [one for one in unseen_wins(ended(records, given)) if same(one["player"], given.get("player"))]
    by_category = grouped(every, lambda one: one["category"])
    kinds = [(name, each[0]["category_name"] or "none", each) for name, each in by_category.items()]
    for category, told, each in [*kinds, *([(None, "all", every)] if len(kinds) > 1 else [])]:
        compared = [one for one in each if one["better"] is not None]
        did = [one for one in each if one["bluff"]]
        yield {
            "category": category,
            "category_name": told,
            "won_unseen": len(each),
            "of_all_percent": percent(len(each), len(every)),
            "raised_percent": share_of(each, "raised"),
            "compared": len(compared),
            "bluffs": len(did),
            "bluff_percent": percent(len(did), len(compared)),
            "better_ducked_percent": share_of(each, "better"),
            **means(each, average_pot="pot", average_net="net"),
            "average_net_of_bluffs": average(did, "net"),
        }


RECOUNTS = {
    f"{GAME}/players": Recount(players, "player", {"net_per_100_hands": 1}),
    f"{GAME}/raises": Recount(raises, "standing outcome"),
    f"{GAME}/starting-cards": Recount(starting_cards, "first_cards"),
    f"{GAME}/trick": Recount(trick, "trick answer"),
    f"{GAME}/ducked": Recount(ducked, "ducked_in category_name"),
    f"{GAME}/categories": Recount(categories, "category"),
    f"{GAME}/bluffs": Recount(bluffs, "category_name"),
}
