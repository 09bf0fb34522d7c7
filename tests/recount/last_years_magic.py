"""The reports of Last Year's Magic: rounds, what was put forward in them, problems, and words."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from tests.recount.comparing import Recount, Row
from tests.recount.counting import Given, grouped, named, percent, same
from tests.recount.records import Json, Record
from tests.recount.told import average, column, means, of_game, share, share_of, tally

GAME = "last-years-magic"
RANKS = "A23456789TJQK"


def rounds(record: Record) -> list[Json]:
    """A row per round that was judged: who led and why, what was put forward, and what it was worth."""
    found: list[Json] = []
    led: Json = {}
    plays: list[Json] = []
    for fact in record.facts:
        if fact["fact"] == "LeaderSet":
            led = fact
        elif fact["fact"] == "CardsRevealed":
            plays = fact["plays"]
        elif fact["fact"] == "RoundJudged":
            found.append({**fact, "led": led, "plays": plays, "points": 0, "players": len(record.players)})
        elif fact["fact"] == "TrickTaken":
            found[-1]["points"] = fact["points"]
    for number, one in enumerate(found):
        called = plays_of(one)[0]["suit"]
        one |= {
            "leader": one["led"]["seat"],
            "why": one["led"]["why"],
            "problem": one["led"]["problem"],
            "called": called,
            "good": one["kind"] == "good",
            "bad": one["kind"] == "bad",
            "null": one["kind"] == "null",
            "prime_called": one["prime"] == called,
            "leader_won": one["winner"] == one["led"]["seat"],
            "again": one["kind"] == "null" and number > 0 and found[number - 1]["kind"] == "null",
            "scored": None if one["kind"] == "null" else one["points"],
        }
    return found


def plays_of(one: Json) -> list[Json]:
    """A row per card of a round, the leader's first."""
    called = one["plays"][0]["card"][-1]
    return [
        {
            "round": one,
            "position": position,
            "player": play["seat"],
            "value": RANKS.index(play["card"][0]) + 1,
            "suit": play["card"][-1],
            "followed": play["card"][-1] == called,
            "in_prime": play["card"][-1] == one["prime"],
            "won": play["seat"] == one["winner"],
            "won_good": play["seat"] == one["winner"] and one["kind"] == "good",
            "won_bad": play["seat"] == one["winner"] and one["kind"] == "bad",
            "points": one["points"] if play["seat"] == one["winner"] else 0,
        }
        for position, play in enumerate(one["plays"], start=1)
    ]


def put_forward(records: Sequence[Record], given: Given) -> list[Json]:
    """A row per card of the judged rounds that are asked for."""
    return [
        play | {"record": record}
        for record in of_game(records, GAME, given)
        for one in rounds(record)
        for play in plays_of(one)
        if same(play["player"], given.get("player"))
    ]


def judged(records: Sequence[Record], given: Given) -> list[Json]:
    """The judged rounds that are asked for, by matches and leader."""
    every = (one for record in of_game(records, GAME, given) for one in rounds(record))
    return [one for one in every if same(one["leader"], given.get("player"))]


def following(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per number of players and answer."""
    comments = [play for play in put_forward(records, given) if play["position"] > 1]
    for (players, followed), each in grouped(comments, lambda one: (one["round"]["players"], one["followed"])).items():
        yield {
            "players": players,
            "answer": "followed" if followed else "other suit",
            "cards": len(each),
            "in_prime_percent": share_of(each, "in_prime"),
            "won_percent": share_of(each, "won"),
            "won_good_percent": share_of(each, "won_good"),
            "won_bad_percent": share_of(each, "won_bad"),
            "average_points": average(each, "points"),
        }


def positions(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per number of players and position in the round."""
    plays = put_forward(records, given)
    for (players, position), each in grouped(plays, lambda one: (one["round"]["players"], one["position"])).items():
        yield {
            "players": players,
            "position": position,
            "cards": len(each),
            "won_percent": share(one["won"] for one in each if not one["round"]["null"]),
            "even_percent": 100 / players,
            "won_bad_percent": share(one["won_bad"] for one in each if one["won"]),
            "followed_percent": share_of(each, "followed"),
            "average_points": average(each, "points"),
        }


def of_problems(records: Sequence[Record], given: Given) -> Iterator[Json]:
    """A row per problem of finished matches: its premonition, and what became of it."""
    for record in (one for one in of_game(records, GAME, given) if one.over):
        for fact in named(record.facts, "PremonitionHad"):
            own = [one for one in rounds(record) if one["problem"] == fact["problem"]]
            solvers = [one["winner"] for one in own if one["good"]]
            if same(fact["seat"], given.get("player")):
                yield {
                    **fact,
                    "players": len(record.players),
                    "rounds": len(own),
                    "null": sum(column(own, "null")),
                    "bad": sum(column(own, "bad")),
                    "solved": bool(solvers),
                    "prophet": fact["seat"] in solvers if solvers else None,
                    "points": sum(column(own, "points")),
                }


def premonitions(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per number of cards and nature."""
    every = list(of_problems(records, given))
    for (cards, nature), each in grouped(every, lambda one: (one["count"], one["nature"])).items():
        yield {
            "cards": cards,
            "nature": nature,
            "problems": len(each),
            "problems_percent": percent(len(each), len(every)),
            **means(each, average_rounds="rounds", average_bad_tricks="bad", average_points="points"),
            "solved_percent": share_of(each, "solved"),
            "prophet_solved_percent": share_of(each, "prophet"),
        }


def problems(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per number of players and of rounds."""
    begun = list(of_problems(records, given))
    of_size = grouped(begun, lambda one: one["players"])
    for (players, long), each in grouped(begun, lambda one: (one["players"], one["rounds"])).items():
        yield {
            "players": players,
            "rounds": long,
            "problems": len(each),
            "problems_percent": percent(len(each), len(of_size[players])),
            "solved_percent": share_of(each, "solved"),
            **means(each, average_null_rounds="null", average_bad_tricks="bad"),
        }


def led(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per number of players and reason why the leader led."""
    for (players, why), each in grouped(judged(records, given), lambda one: (one["players"], one["why"])).items():
        kinds = grouped(each, lambda one: one["kind"])
        yield {
            "players": players,
            "why": why,
            "rounds": len(each),
            **{f"{kind}_percent": share_of(each, kind) for kind in ("good", "bad", "null")},
            "average_good_points": average(kinds.get("good", []), "points"),
            "average_bad_points": average(kinds.get("bad", []), "points"),
            "average_points": average(each, "points"),
        }


def suits(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per suit called."""
    every = judged(records, given)
    for suit, each in grouped(every, lambda one: one["called"]).items():
        yield {
            "suit_called": suit,
            "rounds": len(each),
            "rounds_percent": percent(len(each), len(every)),
            **{f"{kind}_percent": share_of(each, kind) for kind in ("good", "bad", "null")},
            "became_prime_percent": share_of(each, "prime_called"),
            "leader_won_percent": share_of(each, "leader_won"),
            "followed_percent": share_of([play for one in each for play in plays_of(one)[1:]], "followed"),
            "average_points": average(each, "points"),
        }


SPOKEN = {
    "WizardIntroduced": "introduction",
    "SuggestionMade": "suggestion",
    "CommentMade": "comment",
    "ProblemEscalated": "escalation",
    "SuggestionImplemented": "implementation",
    "Said": "talk",
}


def spoken(record: Record) -> Iterator[Json]:
    """A row per occasion to say something: of what kind, by whom, and how many words came of it."""
    for number, fact in enumerate(record.facts):
        if fact["fact"] in SPOKEN:
            yield {"kind": SPOKEN[fact["fact"]], "player": fact["seat"], "words": len(fact["text"].split())}
        if fact["fact"] == "PremonitionHad":
            after = record.facts[number + 1 :]
            stop = next((at for at, one in enumerate(after) if one["fact"] == "PremonitionHad"), len(after))
            told = " ".join(column(named(after[:stop], "ProphecyTold"), "text"))
            yield {"kind": "prophecy", "player": fact["seat"], "words": len(told.split())}


def talk(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per kind of thing that can be said."""
    every = [one for record in of_game(records, GAME, given) for one in spoken(record)]
    wanted = [one for one in every if same(one["player"], given.get("player"))]
    for kind, each in grouped(wanted, lambda one: one["kind"]).items():
        said = [one for one in each if one["words"]]
        yield {
            "kind": kind,
            "occasions": len(each),
            "spoken": len(said),
            "spoken_percent": percent(len(said), len(each)),
            "words": sum(column(each, "words")),
            "average_words": average(said, "words"),
            "most_words": max(column(each, "words")),
        }


def values(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per value of a card."""
    for value, each in grouped(put_forward(records, given), lambda one: one["value"]).items():
        yield {
            "value": value,
            "rank": RANKS[value - 1],
            "cards": len(each),
            "led": sum(one["position"] == 1 for one in each),
            "in_prime_percent": share_of(each, "in_prime"),
            "won_percent": share_of(each, "won"),
            "won_bad_percent": share(one["won_bad"] for one in each if one["won"]),
            "average_points": average(each, "points"),
        }


def wizards(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per player."""
    words: dict[str, int] = defaultdict(int)
    for record in of_game(records, GAME, given):
        for one in spoken(record):
            words[one["player"]] += one["words"]
    for player, each in grouped(put_forward(records, given), lambda one: one["player"]).items():
        if len(each) >= int(given.get("fewest", 1)):
            matches = len({one["record"].id for one in each})
            yield {
                "player": player,
                "matches": matches,
                "cards": len(each),
                "led": sum(one["position"] == 1 for one in each),
                "won_as_leader_percent": share(one["won"] for one in each if one["position"] == 1),
                "good_tricks": sum(column(each, "won_good")),
                "bad_tricks": sum(column(each, "won_bad")),
                "points": sum(column(each, "points")),
                "average_points": sum(column(each, "points")) / matches,
                "words": words[player],
            }


FORTUNE, TOLD, GIVEN, BEST = (
    "a fortune was cast",
    "a premonition was told",
    "a card was put into the deck",
    "several wizards were the best",
)
SEEN = ("a premonition of no card", "a premonition of one card", "a premonition of two cards")
GOOD, BAD, NULL, AGAIN = "a good trick", "a bad trick", "a null round", "a null round right after another"
LEADER, UNSOLVED = "the leader won the trick", "a problem was left unsolved at the end"
RULES = (FORTUNE, *SEEN, TOLD, GOOD, BAD, NULL, AGAIN, LEADER, UNSOLVED, GIVEN, BEST)


def rules(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per rule."""
    over = [record for record in of_game(records, GAME, given) if record.over]
    came = [(rule, record.id) for record in over for rule in (*_done(record), *_ended(record))]
    yield from tally(RULES, came, len(over))


def _done(record: Record) -> Iterator[str]:
    simple = {"FortuneCast": FORTUNE, "ProphecyTold": TOLD, "CardGiven": GIVEN}
    yield from (simple[fact["fact"]] for fact in record.facts if fact["fact"] in simple)
    yield from (SEEN[fact["count"]] for fact in named(record.facts, "PremonitionHad"))
    for one in rounds(record):
        yield {"good": GOOD, "bad": BAD, "null": NULL}[one["kind"]]
        if one["again"]:
            yield AGAIN
        if one["leader_won"]:
            yield LEADER


def _ended(record: Record) -> Iterator[str]:
    if not all(one["solved"] for one in of_problems([record], {})):
        yield UNSOLVED
    if len(record.winners or ()) > 1:
        yield BEST


PLAYERS = {"players": ("4", "7")}
RECOUNTS = {
    f"{GAME}/following": Recount(following, "players answer"),
    f"{GAME}/positions": Recount(positions, "players position", tried=PLAYERS),
    f"{GAME}/premonitions": Recount(premonitions, "cards nature"),
    f"{GAME}/problems": Recount(problems, "players rounds", tried=PLAYERS),
    f"{GAME}/rounds": Recount(led, "players why"),
    f"{GAME}/rules": Recount(rules, "rule"),
    f"{GAME}/suits": Recount(suits, "suit_called", tried=PLAYERS),
    f"{GAME}/talk": Recount(talk, "kind"),
    f"{GAME}/values": Recount(values, "value"),
    f"{GAME}/wizards": Recount(wizards, "player"),
}
