"""The reports of Hand of the Hanataz: hands, purses, challenges, face cards, and what the house gets."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from ludograph.domain.games import GAMES
from tests.recount.comparing import Recount, Row
from tests.recount.counting import Given, grouped, named, percent, same
from tests.recount.hanataz_hands import GAME, challenges, ended, faces, hands, moved, purses, silvs_of
from tests.recount.records import Json, Record
from tests.recount.tested import by_match, tested
from tests.recount.told import average, column, means, of_game, share, share_of


def in_hands(records: Sequence[Record], given: Given) -> list[Json]:
    """A row per player of each hand that was played to its end."""
    every = (purse for hand in ended(records, given) for purse in purses(hand))
    return [purse for purse in every if same(purse["player"], given.get("player"))]


def wins(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per number of the controlling card."""
    for number, each in grouped(challenges(records, given), lambda one: one["number"]).items():
        yield {
            "number": number,
            "challenges": len(each),
            **{f"{came}_percent": share(one["result"] == came for one in each) for came in ("won", "beaten", "fool")},
            "beaten_by_number_percent": share_of(each, "by_number"),
            **means(each, average_pot="pot", average_won="won"),
            "kept_percent": percent(sum(column(each, "won")), sum(column(each, "pot"))),
        }


def endings(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per number of players in the game and way in which a hand ended."""
    every = [hand | {"faces": faces_in(hand)} for hand in ended(records, given)]
    of_size = grouped(every, lambda hand: hand["players"])
    for (players, cause), each in grouped(every, lambda hand: (hand["players"], hand["end"]["cause"])).items():
        yield {
            "players": players,
            "cause": cause,
            "hands": len(each),
            "hands_percent": percent(len(each), len(of_size[players])),
            **means(each, average_turns="turns", average_controls="controls", average_face_cards="faces"),
            **means(each, average_nubbed_out="nubbed", average_pot="pot", average_to_players="to_players"),
            "highest_pot": max(column(each, "pot")),
            "average_house_gain": average(each, "house"),
        }


def faces_in(hand: Json) -> int:
    """How many face cards were played on turns in a hand."""
    return len(named(hand["facts"], "FacePlayed"))


def face_cards(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per kind of face card."""
    begun = sum(len(hands(record)) for record in of_game(records, GAME, given))
    names = GAMES[GAME].deck.rank_names
    for rank, each in grouped(faces(records, given), lambda one: one["card"][0]).items():
        yield {
            "card": names[rank],
            "played": len(each),
            "per_hand": len(each) / begun,
            "countered_percent": share_of(each, "countered"),
            **means(each, average_gained="gained", average_into_pot="into_pot", average_nubbed_out="nubbed"),
            "cards_stolen": sum(column(each, "stolen")),
            "put_out": sum(column(each, "refused")),
            "hand_won_percent": share_of(each, "hand_won"),
        }


def rogues(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per number of players in the game and demand."""
    played = [one for one in faces(records, given) if one["card"][0] == "R"]
    for (players, demand), each in grouped(played, lambda one: (one["hand"]["players"], one["demand"])).items():
        yield {
            "players": players,
            "demand": demand,
            "demands": len(each),
            "countered_percent": share_of(each, "countered"),
            "paid_percent": share(one["gained"] > 0 or one["stolen"] > 0 for one in each),
            "put_out_percent": share(one["refused"] > 0 for one in each),
            "average_gained": average(each, "gained"),
            "hand_won_percent": share_of(each, "hand_won"),
        }


def with_house(records: Sequence[Record], given: Given) -> list[Json]:
    """The hands played to their end in matches with a house, with what the house had after each."""
    every = [hand for hand in ended(records, given) if not hand["record"].start["options"]["no_house"]]
    return [hand | {"total": hand["silvs"]["house"], "ahead": hand["silvs"]["house"] > 0} for hand in every]


def house_edge(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per hand of the match."""
    for number, each in grouped(with_house(records, given), lambda hand: hand["hand"]).items():
        if len(each) >= int(given.get("fewest", 5)):
            paid, gained = sum(column(each, "paid_in")), sum(column(each, "house"))
            yield {
                "hand": number,
                "matches": len(each),
                "paid_in": paid,
                "house_gain": gained,
                "average_house_gain": average(each, "house"),
                "edge_percent": percent(gained, paid),
                "average_house_total": average(each, "total"),
                "house_ahead_percent": share_of(each, "ahead"),
            }


def first_day(day: date, period: str) -> date:
    """The day with which a period begins."""
    month = {"quarter": (day.month - 1) // 3 * 3 + 1, "year": 1}.get(period, day.month)
    if period == "week":
        return day - timedelta(days=day.weekday())
    return day if period == "day" else date(day.year, month, 1)


def house_edge_by_date(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per period, the empty ones between others too."""
    period = given.get("period", "month")
    by_period = grouped(with_house(records, given), lambda hand: first_day(hand["record"].day, period))
    at = min(by_period, default=None)
    while at is not None and at <= max(by_period):
        each = by_period.get(at, [])
        paid, gained = sum(column(each, "paid_in")), sum(column(each, "house"))
        yield {
            "period": at,
            "matches": len({hand["record"].id for hand in each}),
            "hands": len(each),
            "paid_in": paid,
            "house_gain": gained,
            "average_house_gain": average(each, "house"),
            "edge_percent": percent(gained, paid),
        }
        step = {"day": 1, "week": 7, "month": 31, "quarter": 92, "year": 366}[period]
        at = first_day(at + timedelta(days=step), period)


def options(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per set of options."""
    names = ("decks", "no_house", "pot_bonus", "rising_card_cost", "face_cards", "extra_faces")
    found = grouped(ended(records, given), lambda hand: _options(hand["record"]))
    pots = {key: by_match((hand["record"].id, hand["pot"]) for hand in each) for key, each in found.items()}
    for key, each in found.items():
        if len(each) >= int(given.get("fewest", 1)):
            yield {
                **dict(zip(names, key, strict=True)),
                "matches": len({hand["record"].id for hand in each}),
                "hands": len(each),
                **means(each, average_turns="turns", average_controls="controls", average_pot="pot"),
                "challenge_percent": share(hand["end"]["cause"] == "challenge" for hand in each),
                "put_out_per_hand": average(each, "put_out"),
                "average_house_gain": average(each, "house"),
                **tested("match_pot", pots, key),
            }


def _options(record: Record) -> tuple[object, ...]:
    said = record.start["options"]
    decks = said["decks"] or (1 if len(record.players) < 5 else 2)
    flags = (said["no_house"], said["pot_bonus"], said["rising_card_cost"])
    return decks, *flags, " ".join(said["face_cards"]), " ".join(said["extra_faces"])


def players(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per player."""
    for player, each in grouped(in_hands(records, given), lambda purse: purse["player"]).items():
        if len(each) >= int(given.get("fewest", 1)):
            yield {
                "player": player,
                "matches": len({purse["hand"]["record"].id for purse in each}),
                "hands": len(each),
                "gain": sum(column(each, "gain")),
                "average_gain": average(each, "gain"),
                "controlled_percent": share_of(each, "controlled"),
                "challenged_percent": share_of(each, "challenged"),
                "challenges_won_percent": share_of(each, "won"),
                "nubbed_by_choice_percent": share_of(each, "by_choice"),
                "nubbed_by_others_percent": share_of(each, "by_others"),
                "put_out": sum(column(each, "put_out")),
            }


def purse_by_purse(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per hand and player of a match."""
    wanted = [one for one in of_game(records, GAME, given) if one.id.startswith(given.get("match", ""))]
    if wanted:
        latest = max(one.listed["started_at"] for one in wanted)
        last = min((one for one in wanted if one.listed["started_at"] == latest), key=lambda one: one.id)
        names = ("player", "turns", "controls", "challenge", "nubbed", "put_out", "paid", "received", "gain", "silvs")
        for hand in hands(last):
            for purse in purses(hand):
                yield {"hand": hand["hand"], **{name: purse[name] for name in names}}


def silvs(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per reason for which silvs are moved."""
    found: dict[str, list[Json]] = defaultdict(list)
    begun = 0
    for record in of_game(records, GAME, given):
        begun += len(hands(record))
        for fact in silvs_of(record.facts):
            ends = {"giver": kind(fact["giver"], record), "receiver": kind(fact["receiver"], record)}
            found[fact["why"]].append(fact | ends)
    for why, each in found.items():
        total = sum(column(each, "amount"))
        into = {to: moved(each, receiver=to) - moved(each, giver=to) for to in ("pot", "house", "seat")}
        yield {
            "why": why,
            "times": len(each),
            "silvs": total,
            "per_hand": total / begun,
            "into_pot": into["pot"],
            "to_house": into["house"],
            "to_players": into["seat"],
        }


def kind(account: str, record: Record) -> str:
    """What sort of account it is."""
    return "seat" if account in record.players else account


def slots(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per slot."""
    flips = [one for one in challenges(records, given) if one["flipped"]]
    for slot, each in grouped(flips, lambda one: one["slot"]).items():
        yield {
            "slot": slot,
            "flipped": len(each),
            "chosen_percent": percent(len(each), len(flips)),
            **{f"{came}_percent": share(one["result"] == came for one in each) for came in ("won", "beaten", "fool")},
            "house_percent": percent(sum(column(each, "house")), sum(column(each, "pot"))),
        }


def starter(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per number of players in the game and place in the order of turns."""
    every = in_hands(records, given)
    for (many, after), each in grouped(every, lambda one: (one["hand"]["players"], one["after_starter"])).items():
        yield {
            "players": many,
            "after_starter": after,
            "hands": len(each),
            **means(each, average_gain="gain", average_paid="paid", average_turns="turns"),
            "controlled_percent": share_of(each, "controlled"),
            "challenged_percent": share_of(each, "challenged"),
            "nubbed_out_percent": share_of(each, "nubbed_out"),
        }


PLAYERS = {"players": ("3", "5")}
OPTIONS = "decks no_house pot_bonus rising_card_cost face_cards extra_faces"
RECOUNTS = {
    f"{GAME}/challenges": Recount(wins, "number"),
    f"{GAME}/endings": Recount(endings, "players cause"),
    f"{GAME}/face-cards": Recount(face_cards, "card"),
    f"{GAME}/house-edge": Recount(house_edge, "hand", tried=PLAYERS),
    f"{GAME}/house-edge-by-date": Recount(house_edge_by_date, "period"),
    f"{GAME}/options": Recount(options, OPTIONS, digits={"match_pot_differs_p": 3}, tried=PLAYERS),
    f"{GAME}/players": Recount(players, "player"),
    f"{GAME}/purses": Recount(purse_by_purse, "hand player", tried={"match": tuple("0123456789abcdef")}),
    f"{GAME}/rogues": Recount(rogues, "players demand"),
    f"{GAME}/silvs": Recount(silvs, "why", tried=PLAYERS),
    f"{GAME}/slots": Recount(slots, "slot"),
    f"{GAME}/starter": Recount(starter, "players after_starter"),
}
