"""Sun Bid: auctions and what was in the pool, who bid what, and what became of every card of a take."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import count

from ludograph.domain.games import GAMES
from tests.recount.comparing import Recount, Row
from tests.recount.counting import Given, grouped, named, percent, same
from tests.recount.records import Json, Record
from tests.recount.sun_bid import GAME, in_rounds, suns
from tests.recount.told import average, means, of_game, share

NAMES = {face.code: face.name for face in GAMES[GAME].deck.faces}


class Round:
    """The auctions of a round, and the cards that came into takes; whether it was scored, and what each card scored."""

    def __init__(self, record: Record, facts: Sequence[Json]) -> None:
        self.record = record
        self.auctions: list[Json] = []
        self.cards: list[Json] = []
        self.scored = named(facts, "RoundScored")
        self._open: Json = {}
        for fact in facts:
            self._tell(fact)
        for scored in self.scored:
            for player, score in scored["scores"].items():
                self._score(player, score)
        for auction in self.auctions:
            brought = [card["points"] for card in self.cards if card["auction"] is auction]
            auction["points"] = sum(brought) if self.scored and auction["winner"] else None

    def _tell(self, fact: Json) -> None:
        match fact["fact"]:
            case "AuctionOpened":
                self._open = {**fact, "bids": 0, "winner": None, "lost": None, "suns": None, "size": len(fact["pool"])}
            case "BidPlaced":
                self._open["bids"] += 1
            case "AuctionWon":
                gained = worth(fact["gained"], self.record) - worth(fact["card"], self.record)
                self._open.update(winner=fact["seat"], card=fact["card"], lost=0, suns=gained)
                self.auctions.append(self._open)
                self._come(fact["seat"], fact["taken"], auction=self._open)
            case "PoolDiscarded" if fact["reason"] == "no_bid":
                self.auctions.append(self._open)
            case "AceDiscarded":
                for card in filter(None, (fact["ace"], fact["companion"])):
                    self._go(fact["seat"], card, "lost")
                    self._open["lost"] += 1
            case "CardFetched":
                self._go(fact["seat"], fact["played"], "played")
                self._come(fact["seat"], [fact["target"]], fetched_for=fact["played"])

    def _come(self, player: str, cards: Iterable[str], **how: Json | str) -> None:
        nothing = {"auction": None, "fetched_for": None, "fate": "kept", "points": 0}
        self.cards += [{**nothing, "player": player, "card": card, **how} for card in cards]

    def _go(self, player: str, card: str, fate: str) -> None:
        """Of two copies the older one goes."""
        self.take(player, card)[0]["fate"] = fate

    def take(self, player: str, *codes: str) -> list[Json]:
        """What a player has, or has of some cards, the oldest first."""
        own = [one for one in self.cards if one["player"] == player and one["fate"] == "kept"]
        return [one for one in own if not codes or one["card"] in codes]

    def _score(self, player: str, score: Json) -> None:
        """Scores each card of a take: 3 for a Pawn or Court, 2 for one of a kind, 1 for one in sequence."""
        own = self.take(player)
        for one in own:
            one["value"] = int(one["card"][0]) if one["card"][0].isdigit() else None
        for crown, values in grouped(score["crown_values"], lambda each: each["crown"]).items():
            for one, each in zip(self.take(player, crown), values, strict=False):
                one["value"] = each["value"]
        kinds = Counter(one["card"][0] for one in own)
        for one in own:
            rank, suits = one["card"][0], one["card"][1:]
            sequences = sum(in_sequence(one, suit, own) for suit in suits) if one["value"] else 0
            if self.record.start["options"]["sequence_points"] == "once":
                sequences = min(sequences, 1)
            one["points"] = 3 * (rank in "PT") + 2 * (rank in "23456789N" and kinds[rank] > 1) + sequences


def in_sequence(card: Json, suit: str, take: Sequence[Json]) -> bool:
    """Whether a card is one of a stretch of at least two values in this suit, not all of them of Crowns."""
    plain = {one["value"]: False for one in take if one["value"] and suit in one["card"][1:]}
    plain |= {one["value"]: True for one in take if one["value"] and suit in one["card"][1:] and one["card"][0] != "N"}
    stretch = [card["value"]]
    for way in (1, -1):
        for value in count(card["value"] + way, way):
            if value not in plain:
                break
            stretch.append(value)
    return len(stretch) > 1 and any(plain[value] for value in stretch)


def worth(card: str, record: Record) -> int:
    """How many Suns a bidding card counts in a match."""
    return min(suns(card), 10 if record.start["options"]["equal_pawns"] else 13)


def every_round(records: Sequence[Record], given: Given) -> list[Round]:
    """The rounds of the matches that are asked for, also of those that go on."""
    return [Round(record, facts) for record in of_game(records, GAME, given) for facts in in_rounds(record)]


def auctions(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per kind of auction and number of cards in the pool."""
    every = [one for round_ in every_round(records, given) for one in round_.auctions]
    for (kind, size), each in grouped(every, lambda one: (one["kind"], one["size"])).items():
        known = [one for one in each if one["points"] is not None]
        cards = sum(one["size"] for one in known)
        yield {
            "kind": kind,
            "pool_size": size,
            "auctions": len(each),
            "sold_percent": share(one["winner"] is not None for one in each),
            "average_bids": average(each, "bids"),
            "caller_won_percent": share(one["winner"] == one["lead"] for one in each if one["winner"]),
            "average_points": average(each, "points"),
            "average_points_per_card": sum(one["points"] for one in known) / cards if cards else None,
            **means(each, average_lost_to_aces="lost", average_suns_gained="suns"),
        }


def bidders(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per player who has won auctions."""
    found = every_round(records, given)
    every = [one for round_ in found for one in round_.auctions]
    scores = [pair for round_ in found for scored in round_.scored for pair in scored["scores"].items()]
    for player, won in grouped((one for one in every if one["winner"]), lambda one: one["winner"]).items():
        if len(won) < int(given.get("fewest", 1)):
            continue
        called = [one for one in every if one["kind"] == "called" and one["lead"] == player]
        own = [score for name, score in scores if name == player]
        yield {
            "player": player,
            "auctions_won": len(won),
            **means(won, average_cards="size", average_points_won="points", average_lost_to_aces="lost"),
            "empty_pool_percent": share(one["size"] == 0 for one in won),
            "called": len(called),
            "outbid_percent": share(one["winner"] != player for one in called),
            "rounds_scored": len(own),
            "average_points_per_round": average(own, "points"),
            "most_suns_percent": share(score["suns"] > 0 for score in own),
        }


def bidding_cards(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per bidding card."""
    every = [one for round_ in every_round(records, given) for one in round_.auctions if one["winner"]]
    won = grouped((one for one in every if same(one["winner"], given.get("player"))), lambda one: one["card"])
    bids = Counter(
        fact["card"]
        for record in of_game(records, GAME, given)
        for fact in named(record.facts, "BidPlaced")
        if same(fact["seat"], given.get("player"))
    )
    for card, tried in bids.items():
        if tried >= int(given.get("fewest", 1)):
            own = won.get(card, [])
            yield {
                "card": card,
                "name": NAMES[card],
                "bids": tried,
                "won": len(own),
                "won_percent": percent(len(own), tried),
                **means(own, average_cards="size", average_lost_to_aces="lost", average_points="points"),
                "average_suns_gained": average(own, "suns"),
            }


def cards(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per auction card."""
    flips = Counter(
        fact["card"] for record in of_game(records, GAME, given) for fact in named(record.facts, "CardFlipped")
    )
    found = every_round(records, given)
    came = grouped((one for round_ in found for one in round_.cards), lambda one: one["card"])
    settled = grouped((one for round_ in found if round_.scored for one in round_.cards), lambda one: one["card"])
    for card, turned_up in flips.items():
        if turned_up >= int(given.get("fewest", 1)):
            own, over = came.get(card, []), settled.get(card, [])
            yield {
                "card": card,
                "name": NAMES[card],
                "turned_up": turned_up,
                "bought_percent": percent(sum(one["auction"] is not None for one in own), turned_up),
                "fetched_percent": percent(sum(one["auction"] is None for one in own), turned_up),
                "left_percent": percent(turned_up - len(own), turned_up),
                **fates(over),
                "average_points": average(over, "points"),
            }


def fates(cards: Sequence[Json]) -> Row:
    """What became of some cards, of a hundred."""
    told = {"kept": "kept", "lost": "lost_to_aces", "played": "played"}
    return {f"{name}_percent": share(one["fate"] == fate for one in cards) for fate, name in told.items()}


def plays(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per Pawn or Court that came into a take."""
    every = [one for round_ in every_round(records, given) if round_.scored for one in round_.cards]
    own = [one for one in every if same(one["player"], given.get("player"))]
    fetched = grouped(own, lambda one: one["fetched_for"])
    for card, each in grouped((one for one in own if one["card"][0] in "PT"), lambda one: one["card"]).items():
        got = fetched.get(card, [])
        yield {
            "card": card,
            "name": NAMES[card],
            "came": len(each),
            "played": len(got),
            **fates(each),
            "average_points_fetched": average(got, "points"),
            "fetched_pawns_and_courts": sum(one["card"][0] in "PT" for one in got),
            "fetched_aces": sum(one["card"][0] == "1" for one in got),
        }


RECOUNTS = {
    "sun-bid/auctions": Recount(auctions, "kind pool_size", tried={"players": ("2", "4")}),
    "sun-bid/bidders": Recount(bidders, "player"),
    "sun-bid/bidding-cards": Recount(bidding_cards, "card"),
    "sun-bid/cards": Recount(cards, "card"),
    "sun-bid/plays": Recount(plays, "card"),
}
