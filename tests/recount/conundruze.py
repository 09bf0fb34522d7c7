"""The reports of Conundruze: games, castles, what is drawn and stolen, powers and bets."""

from collections.abc import Iterator, Sequence

from tests.recount.comparing import Recount, Row
from tests.recount.counting import Given, grouped, named, percent, same
from tests.recount.records import Json, Record
from tests.recount.tested import by_match, tested
from tests.recount.told import average, column, means, of_game, share, share_of

GAME = "conundruze"
FACES = "RKWCJDF"
BETS = ("Wagered", "Matched", "Bumped")


def points(card: str) -> int:
    """What a card counts in a row without a pair."""
    rank = rank_of(card)
    return int(rank) if rank.isdigit() else {"J": -1, "D": -3}.get(rank, 10)


def rank_of(card: str) -> str:
    """The rank of a card."""
    return card if card == "F" else card[:-1]


def games(record: Record) -> list[Json]:
    """A row per deal of a match, with its facts and its castles."""
    found: list[Json] = []
    for fact in record.facts:
        if fact["fact"] == "GameStarted":
            found.append({**fact, "record": record, "facts": [], "options": record.start["options"]})
        elif found:
            found[-1]["facts"].append(fact)
    for game in found:
        facts = game["facts"]
        ends = named(facts, "GameEnded")
        firsts = named(facts, "FinalRoundStarted")
        game["players"] = len(game["dealt_in"])
        game["winners"] = ends[0]["winners"] if ends else None
        game["ducked"] = ends[0]["reason"] == "ducked" if ends else None
        game["finisher"] = firsts[0]["finisher"] if firsts else None
        game["finished_in"] = _turns(facts, game["finisher"], "FinalRoundStarted") if firsts else None
        game["castles"] = [_castle(game, player) for player in game["dealt_in"]]
        game["rounds"] = max((castle["turns"] for castle in game["castles"]), default=0)
    return found


def _turns(facts: Sequence[Json], player: str, until: str) -> int:
    """How many turns a player had had when something happened."""
    at = next(number for number, fact in enumerate(facts) if fact["fact"] == until)
    return sum(fact["seat"] == player for fact in named(facts[:at], "TurnStarted"))


def _castle(game: Json, player: str) -> Json:
    own = [fact for fact in game["facts"] if fact.get("seat") == player]
    scored = named(own, "CastleScored")
    sealed = named(own, "CastleSealed")
    order = game["dealt_in"]
    after = (order.index(player) - order.index(game["caster"]) - 1) % len(order) + 1
    at = game["facts"].index(sealed[0]) if sealed else 0
    return {
        "game": game,
        "player": player,
        "after_caster": after,
        "turns": len(named(own, "TurnStarted")),
        "score": scored[0]["score"] if scored else None,
        "rows": scored[0]["rows"] if scored else None,
        "court": scored[0]["full_court"] if scored else None,
        "won": None if game["winners"] is None else player in game["winners"],
        "even": None if game["winners"] is None else 100 * len(game["winners"]) / len(order),
        "first": game["finisher"] == player,
        "ducked": bool(named(own, "Ducked")),
        "sealed_in": len(named([f for f in game["facts"][:at] if f.get("seat") == player], "TurnStarted"))
        if sealed
        else None,
        "plays": list(_plays(game, player)),
    }


def _plays(game: Json, player: str) -> Iterator[Json]:
    """A row per card that was drawn or taken, and played."""
    held: Json = {}
    uses = {"CardPlaced": "place", "CardDiscarded": "discard", "GatehouseFilled": "gate", "FoolStole": "steal"}
    for fact in game["facts"]:
        if fact.get("seat", fact.get("thief")) != player:
            continue
        if fact["fact"] in ("CardDrawn", "DiscardTaken"):
            held = fact
        elif fact["fact"] in uses:
            placed = fact["fact"] == "CardPlaced"
            yield {
                "card": held["card"],
                "source": "pile" if held["fact"] == "CardDrawn" else "discards",
                "use": uses[fact["fact"]],
                "down": fact["was_down"] if placed else None,
                "saved": points(fact["old"]) - points(fact["card"]) if placed else None,
                "fact": fact,
            }


def every_game(records: Sequence[Record], given: Given) -> list[Json]:
    """The games that are asked for."""
    return [game for record in of_game(records, GAME, given) for game in games(record)]


def over(records: Sequence[Record], given: Given) -> list[Json]:
    """Those of them that were played to their end."""
    return [game for game in every_game(records, given) if game["winners"] is not None]


def castles(each: Sequence[Json], given: Given) -> list[Json]:
    """The castles of some games, of one player where that is asked for."""
    return [one for game in each for one in game["castles"] if same(one["player"], given.get("player"))]


def betting(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per kind of betting and round."""
    rounds: list[Json] = []
    for game in every_game(records, given):
        open_now = False
        for fact in game["facts"]:
            if fact["fact"] == "BettingOpened":
                rounds.append({**fact, "betting": game["options"]["betting"], "facts": []})
                open_now = True
            elif fact["fact"] == "BettingClosed":
                open_now = False
            elif open_now:
                rounds[-1]["facts"].append(fact)
    for one in rounds:
        one["paid"] = sum(column(named(one["facts"], *BETS), "amount"))
        one["wagered"] = bool(named(one["facts"], "Wagered"))
        one["bumps"] = len(named(one["facts"], "Bumped"))
        one["ducks"] = len(named(one["facts"], "Ducked"))
    for (kind, name), each in grouped(rounds, lambda one: (one["betting"], one["round"])).items():
        yield {
            "betting": kind,
            "betting_round": name,
            "rounds": len(each),
            "wagered_percent": share_of(each, "wagered"),
            **means(each, average_bumps="bumps", average_ducked="ducks", average_paid="paid"),
            "most_paid": max(column(each, "paid")),
        }


def cards(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per rank and place it came from."""
    plays = [play for castle in castles(every_game(records, given), given) for play in castle["plays"]]
    for (rank, source), each in grouped(plays, lambda one: (rank_of(one["card"]), one["source"])).items():
        uses = {"placed": "place", "discarded": "discard", "gatehouse": "gate", "stole": "steal"}
        yield {
            "rank": rank,
            "points": points(each[0]["card"]),
            "source": source,
            "times": len(each),
            **{f"{name}_percent": share(play["use"] == use for play in each) for name, use in uses.items()},
            "over_face_down_percent": share_of(each, "down"),
            "average_saved": average(each, "saved"),
        }


def caster(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per number of castles in a game and place in the order of play."""
    every = castles(over(records, given), given)
    for (players, after), each in grouped(every, lambda one: (one["game"]["players"], one["after_caster"])).items():
        yield {
            "players": players,
            "after_caster": after,
            "games": len(each),
            "won_percent": share_of(each, "won"),
            "even_percent": average(each, "even"),
            "finished_first_percent": share_of(each, "first"),
            "average_score": average(each, "score"),
        }


def castles_finished(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per number of turns that the finisher had had."""
    every = [game for game in every_game(records, given) if game["finisher"]]
    for turns, each in grouped(every, lambda game: game["finished_in"]).items():
        if len(each) >= int(given.get("fewest", 1)):
            mine = [castle for castle in castles(each, {}) if castle["first"]]
            yield {
                "turns": turns,
                "games": len(each),
                "games_percent": percent(len(each), len(every)),
                "finished_by_then_percent": share(game["finished_in"] <= turns for game in every),
                "finisher_won_percent": share_of(mine, "won"),
                "average_finisher_score": average(mine, "score"),
                "average_score": average(castles(each, {}), "score"),
            }


def options(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per set of options."""
    names = ("powers", "gatehouse", "full_court", "betting")
    every = over(records, given)
    found = grouped(every, lambda game: tuple(game["options"][name] for name in names))
    scores = {
        key: by_match((one["game"]["record"].id, one["score"]) for one in castles(each, {}))
        for key, each in found.items()
    }
    for key, each in found.items():
        if len(each) < int(given.get("fewest", 1)):
            continue
        played = {game["record"].id: game["record"] for game in each}
        whole = [record for record in played.values() if record.over]
        yield {
            **dict(zip(names, key, strict=True)),
            "matches": len(played),
            "games": len(each),
            "games_per_match": sum(len(games(record)) for record in whole) / len(whole) if whole else None,
            "average_rounds": average(each, "rounds"),
            "average_score": average(castles(each, {}), "score"),
            "full_court_percent": share_of(castles(each, {}), "court"),
            "ended_by_ducking_percent": share_of(each, "ducked"),
            "finisher_won_percent": share(castle["won"] for castle in castles(each, {}) if castle["first"]),
            **tested("match_score", scores, key),
        }


def players(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per player."""
    for player, each in grouped(castles(over(records, given), given), lambda one: one["player"]).items():
        if len(each) >= int(given.get("fewest", 1)):
            plays = [play for castle in each for play in castle["plays"]]
            yield {
                "player": player,
                "matches": len({castle["game"]["record"].id for castle in each}),
                "games": len(each),
                "won_percent": share_of(each, "won"),
                "even_percent": average(each, "even"),
                "average_score": average(each, "score"),
                "lowest_score": min((one for one in column(each, "score") if one is not None), default=None),
                "finished_first_percent": share_of(each, "first"),
                "ducked_percent": share_of(each, "ducked"),
                "average_sealed_in": average(each, "sealed_in"),
                "taken_percent": share(play["source"] == "discards" for play in plays),
                "discarded_percent": share(play["use"] == "discard" for play in plays),
            }


def rows(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per row of a castle."""
    scored = [one for one in castles(over(records, given), given) if one["rows"] is not None]
    for number in range(4) if scored else ():
        each = [castle["rows"][number] for castle in scored]
        yield {
            "castle_row": number + 1,
            "castles": len(each),
            "average_points": sum(each) / len(each),
            "nothing_percent": share(one == 0 for one in each),
            "below_nothing_percent": share(one < 0 for one in each),
            "one_to_nine_percent": share(1 <= one <= 9 for one in each),
            "ten_or_more_percent": share(one >= 10 for one in each),
            "lowest": min(each),
            "highest": max(each),
        }


def steals(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per rank that was stolen."""
    every = [
        {
            **fact,
            "won": castle["won"],
            "own_castle": fact["victim"] == fact["thief"],
            "taken": play["source"] == "discards",
            "saved": points(fact["discarded"]) - points(fact["stolen"]),
            "lost": None if fact["victim"] == fact["thief"] else points("F") - points(fact["stolen"]),
        }
        for castle in castles(every_game(records, given), given)
        for play, fact in ((play, play["fact"]) for play in castle["plays"] if play["use"] == "steal")
    ]
    for rank, each in grouped(every, lambda one: rank_of(one["stolen"])).items():
        yield {
            "stolen": rank,
            "steals": len(each),
            "from_others": sum(not one["own_castle"] for one in each),
            "with_a_fool_from_the_discards": sum(column(each, "taken")),
            "average_thief_saved": average(each, "saved"),
            "average_victim_lost": average(each, "lost"),
            "thief_won_percent": share_of(each, "won"),
        }


def chances(game: Json) -> Iterator[Json]:
    """A row per face card whose power could be used, and what came of it."""
    facts = game["facts"]
    drawn: str | None = None
    castle = {one["player"]: one for one in game["castles"]}
    for number, fact in enumerate(facts):
        if fact["fact"] in ("CardDrawn", "DiscardTaken"):
            drawn = fact["card"] if fact["fact"] == "CardDrawn" else None
        played = fact["fact"] in ("CardPlaced", "GatehouseFilled", "FoolStole")
        if played and drawn and rank_of(drawn) in FACES:
            stops = ("CardDrawn", "DiscardTaken", "TurnStarted", "GameEnded")
            rest = facts[number + 1 :]
            stop = next((at for at, one in enumerate(rest) if one["fact"] in stops), len(rest))
            after = rest[:stop]
            used = _used(after)
            used["effect"] |= stop < len(rest) and rest[stop]["fact"] == "CardDrawn" and used["power"] == "riposte"
            mine = castle[fact["thief"] if fact["fact"] == "FoolStole" else fact["seat"]]
            yield {"card": rank_of(drawn), **used, **{name: mine[name] for name in ("player", "score", "won")}}
            drawn = None


def _used(after: Sequence[Json]) -> Json:
    tried = named(after, "PowerTried")
    words = {"Mocked": "mock", "Gloated": "gloat"}
    said = named(after, *words)
    recalled = named(after, "CardRecalled")
    pilfered, lost = named(after, "ChipPilfered"), named(after, "StakeLost")
    return {
        "power": tried[0]["power"] if tried else words[said[0]["fact"]] if said else None,
        "success": tried[0]["success"] if tried else None,
        "chips": sum(column(pilfered, "value")) - sum(column(lost, "value")) if pilfered or lost else None,
        "gained": points(recalled[0]["discarded"]) - points(recalled[0]["card"]) if recalled else None,
        "effect": bool(named(after, "CardsSwapped", "CardRecalled", "ChipPilfered")),
    }


CARDS = {"R": "Rogue", "K": "Knight", "W": "Wizard", "C": "Crown", "J": "Jester", "D": "Dragon", "F": "Fool"}


def powers(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per face card and power."""
    games_with = [game for game in every_game(records, given) if game["options"]["powers"]]
    every = [one for game in games_with for one in chances(game) if same(one["player"], given.get("player"))]
    for (rank, power), each in grouped(every, lambda one: (one["card"], one["power"])).items():
        did = {flag: [one for one in each if one["success"] is flag] for flag in (True, False)}
        chips = [one for one in column(each, "chips") if one is not None]
        yield {
            "card": CARDS[rank],
            "power": power or "",
            "times": len(each),
            "of_its_chances_percent": percent(len(each), sum(one["card"] == rank for one in every)),
            "success_percent": share_of(each, "success"),
            "succeeded": sum(one["won"] is not None for one in did[True]),
            "used": sum(bool(one["success"]) and one["effect"] for one in each),
            "chips": sum(chips) if chips else None,
            "average_gained": average(each, "gained"),
            "average_score_after_success": average(did[True], "score"),
            "average_score_after_failure": average(did[False], "score"),
            "won_percent_after_success": share_of(did[True], "won"),
            "won_percent_after_failure": share_of(did[False], "won"),
            "won_percent": share_of(each, "won"),
        }


RECOUNTS = {
    f"{GAME}/betting": Recount(betting, "betting betting_round"),
    f"{GAME}/cards": Recount(cards, "rank source"),
    f"{GAME}/caster": Recount(caster, "players after_caster"),
    f"{GAME}/castles-finished": Recount(castles_finished, "turns", tried={"players": ("2", "4")}),
    f"{GAME}/options": Recount(
        options,
        "powers gatehouse full_court betting",
        digits={"match_score_differs_p": 3},
        tried={"players": ("2", "4")},
    ),
    f"{GAME}/players": Recount(players, "player"),
    f"{GAME}/powers": Recount(powers, "card power"),
    f"{GAME}/rows": Recount(rows, "castle_row"),
    f"{GAME}/steals": Recount(steals, "stolen"),
}
