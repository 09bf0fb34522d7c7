"""The hands of Hand of the Hanataz, walked through fact by fact: who did what, and where the silvs went."""

from collections.abc import Iterator, Sequence

from tests.recount.counting import Given, named, same
from tests.recount.records import Json, Record
from tests.recount.told import of_game

GAME = "hand-of-the-hanataz"
OUT_OF_POT = ("pot_won", "pot_house", "bard_from_pot")
"""What goes out of the pot when a hand ends."""


def hands(record: Record) -> list[Json]:
    """A row per hand that was begun, with its facts; what happens between hands belongs to none."""
    found: list[Json] = []
    ante: list[Json] = []
    begun, out = False, set()
    for fact in record.facts:
        kind = fact["fact"]
        if kind == "HandOpened":
            seats = [player for player in record.players if player not in out]
            found.append({**fact, "record": record, "seats": seats, "facts": [*ante], "end": None})
            begun, ante = True, []
        elif not found and kind == "SilvsMoved" and fact["why"] == "ante":
            ante.append(fact)
        elif begun:
            found[-1]["facts"].append(fact)
        if kind == "HandEnded":
            found[-1]["end"], begun = fact, False
        if kind == "PlayerPutOut":
            out.add(fact["seat"])
        elif kind == "BoughtIn" and fact["back"]:
            out.discard(fact["seat"])
    _with_silvs(record, found)
    return found


def _with_silvs(record: Record, found: Sequence[Json]) -> None:
    """Says of each hand what everybody had when it ended, and what it came to."""
    silvs = dict.fromkeys((*record.players, "pot", "house", "bank"), 0)
    at_end: list[Json] = []
    for fact in record.facts:
        if fact["fact"] == "SilvsMoved":
            silvs[fact["giver"]] = silvs.get(fact["giver"], 0) - fact["amount"]
            silvs[fact["receiver"]] = silvs.get(fact["receiver"], 0) + fact["amount"]
        elif fact["fact"] == "HandEnded":
            at_end.append(dict(silvs))
    at_end.append(silvs)
    for hand in found:
        facts = hand["facts"]
        hand["silvs"] = at_end[hand["hand"] - 1]
        hand["players"] = len(hand["seats"])
        hand["turns"] = len(named(facts, "TurnBegan"))
        hand["controls"] = len(named(facts, "ControlTaken"))
        hand["nubbed"] = len(named(facts, "PlayerNubbedOut"))
        hand["put_out"] = len(named(facts, "PlayerPutOut"))
        hand["house"] = moved(facts, receiver="house") - moved(facts, giver="house")
        hand["pot"] = sum(moved(facts, why=why) for why in OUT_OF_POT) + (hand["end"] or {"pot_left": 0})["pot_left"]
        paid = [fact for fact in silvs_of(facts) if fact["giver"] in record.players and fact["receiver"] == "pot"]
        hand["paid_in"] = sum(fact["amount"] for fact in paid)
        back = [fact for fact in silvs_of(facts) if fact["receiver"] in record.players]
        hand["to_players"] = sum(fact["amount"] for fact in back if fact["why"] in ("pot_won", "bard_from_pot"))


def silvs_of(facts: Sequence[Json]) -> list[Json]:
    """The movements of silvs."""
    return named(facts, "SilvsMoved")


def moved(facts: Sequence[Json], **like: str) -> int:
    """How many silvs were moved so, by giver, receiver or reason."""
    return sum(fact["amount"] for fact in silvs_of(facts) if all(fact[key] == value for key, value in like.items()))


def ended(records: Sequence[Record], given: Given) -> Iterator[Json]:
    """The hands that were played to their end; `players` is a number of players in the match here."""
    for record in of_game(records, GAME, given):
        yield from (hand for hand in hands(record) if hand["end"])


def purses(hand: Json) -> Iterator[Json]:
    """A row per player of a hand."""
    facts, order = hand["facts"], hand["seats"]
    first = order.index(hand["starter"])
    for player in order:
        own = [fact for fact in facts if fact.get("seat") == player]
        decided = named(own, "ChallengeDecided")
        nubbed = named(own, "PlayerNubbedOut")
        paid, received = moved(facts, giver=player), moved(facts, receiver=player)
        controls = len(named(own, "ControlTaken"))
        yield {
            "hand": hand,
            "player": player,
            "after_starter": (order.index(player) - first) % len(order) + 1,
            "turns": len(named(own, "TurnBegan")),
            "controls": controls,
            "controlled": controls > 0,
            "challenge": decided[0]["result"] if decided else None,
            "challenged": bool(decided),
            "won": decided[0]["result"] == "won" if decided else None,
            "nubbed": nubbed[0]["why"] if nubbed else None,
            "by_choice": bool(nubbed) and nubbed[0]["why"] == "chosen",
            "by_others": bool(nubbed) and nubbed[0]["why"] != "chosen",
            "nubbed_out": bool(nubbed),
            "put_out": bool(named(own, "PlayerPutOut")),
            "paid": paid,
            "received": received,
            "gain": received - paid,
            "silvs": hand["silvs"][player],
        }


def challenges(records: Sequence[Record], given: Given) -> Iterator[Json]:
    """A row per challenge: what was flipped, what was in the pot, and who got it."""
    for record in of_game(records, GAME, given):
        for hand in hands(record):
            for fact in named(hand["facts"], "ChallengeDecided"):
                flips = named(hand["facts"], "SlotFlipped")
                if same(fact["seat"], given.get("player")):
                    won = moved(hand["facts"], why="pot_won", receiver=fact["seat"])
                    yield {
                        **fact,
                        "number": int(fact["control"][:-1]),
                        "slot": flips[-1]["slot"] if flips else None,
                        "by_number": fact["result"] == "beaten" and fact["flipped"][:-1].isdigit(),
                        "pot": hand["pot"],
                        "won": won,
                        "house": moved(hand["facts"], why="pot_house"),
                    }


def faces(records: Sequence[Record], given: Given) -> Iterator[Json]:
    """A row per face card that was played on a turn, with all that came of it."""
    for record in of_game(records, GAME, given):
        for hand in hands(record):
            facts = hand["facts"]
            for number, fact in enumerate(facts):
                if fact["fact"] == "FacePlayed" and same(fact["seat"], given.get("player")):
                    yield {**fact, **_came_of(fact, _until_next(facts[number + 1 :]), facts), "hand": hand}


def _until_next(facts: Sequence[Json]) -> list[Json]:
    stops = ("FacePlayed", "TurnBegan", "HandEnded")
    return list(facts[: next((at for at, fact in enumerate(facts) if fact["fact"] in stops), len(facts))])


def _came_of(played: Json, came: Sequence[Json], hand: Sequence[Json]) -> Json:
    player = played["seat"]
    gained = [moved(came, why=why, receiver=player) for why in ("theft", "dragon", "toll")]
    from_pot = [moved(hand, why=why, receiver=player) for why in ("pot_won", "bard_from_pot")]
    return {
        "countered": bool(named(came, "CardCountered")),
        "demanded": named(came, "DemandMade"),
        "gained": sum(gained),
        "into_pot": moved(came, why="tax") + moved(came, why="house_tax"),
        "nubbed": len(named(came, "PlayerNubbedOut")),
        "stolen": len(named(came, "CardStolen")),
        "refused": len(named(came, "PlayerPutOut")),
        "hand_won": sum(from_pot) > 0 if named(hand, "HandEnded") else None,
    }
