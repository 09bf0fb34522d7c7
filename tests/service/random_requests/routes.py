"""A random request for every route: bodies that are mostly understood, and often ask for what is not theirs."""

from collections.abc import Callable
from random import Random
from typing import Any, Final

from msgspec import Struct

from ludograph.domain.bots.moves import Bots
from ludograph.domain.exchange.exporter import action_line, header
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.values import ValueWriter
from ludograph.domain.store.tokens import token_digest
from tests.service.random_requests.model import JUDGE, TABLE, Device
from tests.service.random_requests.world import ALIKE, CUPS, EVENTS, Visitor, World

Make = Callable[[World, Visitor], "Ask"]
M, T = "/api/matches/{id}", "{id}/rounds/{number}"


class Ask(Struct):
    """A request, and what is needed for it."""

    path: str
    body: Any = None
    query: dict[str, str] = {}
    headers: dict[str, str] = {}
    match: str = ""
    cup: str = ""
    need: str = "free"
    """A power; `blind` where tokens are not looked at, `free` where anybody may, `see` for a tournament, `oppose` where
    bots sit, which is nowhere here."""
    kind: str = ""
    """What it changes, if it is taken."""
    eyes: int | None = None
    """Whose eyes are asked for; None for the best."""
    exact: bool = True
    """Whether what it names is named without doubt, so that it is found."""
    about: Any = None
    """What else tells of it: the header wanted, the match placed, the token ended."""


def whole(path: str, **more: Any) -> Make:
    """A request that is always the same."""
    return lambda world, who: Ask(path, **more)


def any_match(world: World) -> str:
    return world.random.choice(list(world.model.games))


def any_cup(world: World, who: Visitor) -> str:
    """Any tournament, more often one that they direct."""
    cups = list(world.model.cups)
    own = [one for one in cups if world.model.directs(who.tokens, one)]
    return world.random.choice(own if own and world.random.random() < 0.7 else cups)


def spelt(world: World, id: str) -> tuple[str, bool]:
    """An id as somebody might write it, and whether it is sure to be understood."""
    random = world.random
    if random.random() < 0.8:
        return id, True
    if id in world.sources:
        return world.sources[id], True
    ways = [(id.upper(), True), (id.replace("-", ""), True), (f"{{{id}}}", True), (f"urn:uuid:{id}", True)]
    return random.choice([*ways, (id[:8], False), (id[:13].upper(), False), (id[:3], False)])


# Matches


def looking(what: str) -> Make:
    """Looking at a match with somebody's eyes, or with the best of one's own."""

    def make(world: World, who: Visitor) -> Ask:
        random, match = world.random, any_match(world)
        name, exact = spelt(world, match)
        players = world.model.games[match].players
        eyes = random.choice([None, None, JUDGE, TABLE, *range(1, len(players) + 1)])
        query = {} if eyes is None else {"as": _called(random, eyes, players)}
        if what.endswith("/grown") and random.random() < 0.5:
            query["from"] = "0"
        need = "air" if what.endswith("/overlay") else "read"
        return Ask(what.format(id=name), query=query, match=match, need=need, eyes=eyes, exact=exact)

    return make


def _called(random: Random, eyes: int, players: tuple[str, ...]) -> str:
    if eyes > 0:
        return random.choice([str(eyes), players[eyes - 1], players[eyes - 1].upper()])
    return random.choice(["judge", "JUDGE"] if eyes == JUDGE else ["table", "Table"])


def seen_by_all(what: str) -> Make:
    """What is the same for whoever may see anything of a match."""

    def make(world: World, who: Visitor) -> Ask:
        match = any_match(world)
        return Ask(what.format(id=match), match=match, need="read")

    return make


def on_air_to_all(what: str) -> Make:
    """What whoever asks is told as the public knows it."""

    def make(world: World, who: Visitor) -> Ask:
        match = any_match(world)
        return Ask(what.format(id=match), match=match, need="air")

    return make


def entering(what: str, need: str, body: Callable[[World, str], Any], kind: str = "step") -> Make:
    """Recording something in a match."""

    def make(world: World, who: Visitor) -> Ask:
        match = any_match(world)
        name, exact = spelt(world, match)
        path = f"/api/matches/{name}{what}"
        return Ask(path, body(world, match), match=match, need=need, kind=kind, exact=exact)

    return make


def action(world: World, match: str) -> Any:
    """What a bot does next, or what nobody understands."""
    now = stored(world, match)
    if world.random.random() < 0.15 or now.start.seed is None or now.abandoned:
        return world.random.choice([{"line": "Ann nonsense"}, {"seat": "Ann", "do": "flip"}, {"by": "judge"}])
    move = Bots(now.game, len(now.players), world.random).move(now.state, len(now.steps))
    if move is None:
        return {"line": ""}
    step = now.play(*move, world.beside.stamp()).steps[-1]
    line = action_line(step, ValueWriter(now.players))
    return {key: value for key, value in line.items() if key not in ("drawn", "shuffled")}


def drafting(world: World, match: str) -> Any:
    line = action(world, match)
    if "do" not in line or "seat" not in line:
        return {"seat": 1, "do": "pass"}
    fields = {key: value for key, value in line.items() if key not in ("do", "seat", "by", "note", "at")}
    return {"seat": line["seat"], "do": line["do"], "fields": fields}


def varying(what: str, entry: dict[str, Any]) -> Make:
    """A variation with somebody's eyes, which there is of matches that are over alone."""
    look = looking(f"{M}{what}")

    def make(world: World, who: Visitor) -> Ask:
        ask = look(world, who)
        variation = {"at": 0, **ask.query}
        body = {**entry, "variation": variation} if entry else variation
        return Ask(ask.path, body, match=ask.match, need=ask.need, eyes=ask.eyes, exact=False)

    return make


def confirming(world: World, who: Visitor) -> Ask:
    random, match = world.random, any_match(world)
    players = world.model.games[match].players
    eyes = random.choice([None, JUDGE, TABLE, *range(1, len(players) + 1)])
    body = {} if eyes is None else {"as": _called(random, eyes, players)}
    return Ask(f"/api/matches/{match}/confirmations", body, match=match, need="confirm", kind="confirm", about=eyes)


def confirming_no_more(world: World, who: Visitor) -> Ask:
    """An objection, of themselves or of somebody whom they name."""
    ask = confirming(world, who)
    path, body = ask.path.replace("confirmations", "objections"), ask.body | {"text": "No."}
    return Ask(path, body, match=ask.match, need="object", kind="object", about=ask.about)


def amending(world: World, who: Visitor) -> Ask:
    """Mostly a header that says something else of where a match is played and who sits there."""
    random, match = world.random, any_match(world)
    name, exact = spelt(world, match)
    path = f"/api/matches/{name}/amend"
    preview = random.random() < 0.1
    common = {"reason": "A slip.", "preview": preview, "public": random.random() < 0.3}
    if random.random() < 0.1:
        lines = [random.choice(["Ann flip", "Ben pass", "Cleo nonsense"])]
        body = {"step": random.choice([1, 1, 2, 9]), "lines": lines, "how": random.choice(["replace", "insert"])}
        return Ask(path, body | common, match=match, need="record", kind="" if preview else "step", exact=exact)
    changes = _header(random, world.model.games[match].players)
    lines = [f"{key}: {_text(value)}" for key, value in changes.items()]
    if random.random() < 0.3:
        lines = [_text(changes)]
    elif random.random() < 0.3:
        head = header(stored(world, match)) | changes
        changes = {"event": "", "round": "", "table": ""} | head
        lines = [_text(head)]
    body = {"step": 0, "lines": lines} | common
    kind = "" if preview else "amend"
    return Ask(path, body, match=match, need="header", kind=kind, exact=exact, about=changes)


def _text(value: Any) -> str:
    from json import dumps

    return dumps(value, ensure_ascii=False)


def _header(random: Random, players: tuple[str, ...]) -> dict[str, Any]:
    """Some keys of a header as they should be from now on."""
    names = list(players)
    shuffled = random.sample(names, len(names))
    renamed = [random.choice(ALIKE) if random.random() < 0.4 else one for one in names]
    others = random.choice([shuffled, shuffled, renamed, ["Ann", "Ben", "Cleo"], [*names, "Zoe"], names[:-1]])
    ways: list[dict[str, Any]] = [
        {"event": random.choice(EVENTS)},
        {"event": random.choice(EVENTS)},
        {"event": random.choice(EVENTS), "round": "1", "table": "1"},
        {"round": random.choice("12\uff11")},
        {"table": random.choice("12")},
        {"players": others},
        {"players": others},
        {"players": others, "event": random.choice(EVENTS)},
        {"played_on": "2026-11-20"},
    ]
    return random.choice(ways)


def stored(world: World, match: str) -> Match:
    """A match as a second reader of the store knows it."""
    return world.beside.load(world.beside.find(match))


# Tournaments


def seeing(what: str, need: str = "see") -> Make:
    def make(world: World, who: Visitor) -> Ask:
        cup = any_cup(world, who)
        return Ask(what.format(id=_cup(world, cup)), cup=cup, need=need)

    return make


def candidates(world: World, who: Visitor) -> Ask:
    """Which matches could count for a table."""
    cup, random = any_cup(world, who), world.random
    path = (
        f"/api/tournaments/{_cup(world, cup)}/rounds/{random.choice([1, 1, 2])}/tables/{random.choice([1, 2])}/matches"
    )
    return Ask(path, cup=cup, need="direct")


def _cup(world: World, cup: str) -> str:
    return cup if world.random.random() < 0.8 else world.model.cups[cup].name


def deciding(what: str, kind: str, body: Callable[[World, str], Any]) -> Make:
    """A decision of a tournament."""

    def make(world: World, who: Visitor) -> Ask:
        cup, random = any_cup(world, who), world.random
        path = what.format(id=_cup(world, cup), number=random.choice([1, 2, 3, 3]), at=random.choice([1, 1, 1, 2]))
        return Ask(f"/api/tournaments/{path}", body(world, cup), cup=cup, need="direct", kind=kind)

    return make


def placing(world: World, who: Visitor) -> Ask:
    """A match for a table: often one that they rule in, and no less often another's."""
    random, cup, match = world.random, any_cup(world, who), any_match(world)
    ruled = [one for one in world.model.games if "rule" in world.model.rights(who.tokens, one).powers]
    if ruled and random.random() < 0.6:
        match = random.choice(ruled)
    name, exact = spelt(world, match)
    path = f"/api/tournaments/{cup}/rounds/{random.choice([1, 2, 3])}/tables/1/place"
    body = {"match": name, "reason": "Ours.", "anyway": True}
    return Ask(path, body, match=match, cup=cup, need="place", kind="place", exact=exact)


def inviting(world: World, who: Visitor) -> Ask:
    random, cup = world.random, any_cup(world, who)
    body: dict[str, Any] = {"role": random.choice(["scribe", "scribe", "player", "player", "director"])}
    body["as"] = random.choice(["judge", "table"] if body["role"] == "scribe" else [*ALIKE, "judge", "1"])
    match = any_match(world) if random.random() < 0.7 else ""
    own = [one for one in world.model.games if world.model.owner(one) == cup]
    if match and own and random.random() < 0.5:
        match = random.choice(own)
    if match:
        body["match"] = match
    return Ask(f"/api/tournaments/{cup}/tokens", body, match=match, cup=cup, need="direct", kind="invite")


def tables_links(world: World, who: Visitor) -> Ask:
    """The links of a table."""
    cup, random = any_cup(world, who), world.random
    path = f"/api/tournaments/{cup}/rounds/{random.choice([1, 1, 2, 3])}/tables/{random.choice([1, 1, 2])}/links"
    return Ask(path, cup=cup, need="direct", kind="table links")


def ending(world: World, who: Visitor) -> Ask:
    """Ends a token, of this tournament or of another, by its id or by the beginning of it."""
    random, cup = world.random, any_cup(world, who)
    every = list(world.model.grants.values())
    one = random.choice(every[-8:] if random.random() < 0.5 else every)
    name = random.choice([one.id, one.id, one.id, one.id[:6], one.id.upper(), one.text])
    return Ask(f"/api/tournaments/{cup}/tokens/{name}", cup=cup, need="end", kind="end", about=(one, name))


def showing(world: World, who: Visitor) -> Ask:
    """A link that is opened: one that holds, one that was ended, or the id of one."""
    one = world.random.choice(list(world.model.grants.values()))
    text = world.random.choice([one.text, one.text, one.text, one.id, "ludo_none"])
    about = one if text == one.text else None
    body = {"token": text} | world.random.choice([{}, {"code": one.code}, {"code": "123456"}])
    return Ask("/api/session", body, need="blind", kind="session", about=about)


def closing(world: World, who: Visitor) -> Ask:
    """Ends the device of somebody, in this tournament or in another."""
    cup, device = any_cup(world, who), world.random.choice(list(world.model.devices.values()))
    path = f"/api/tournaments/{cup}/devices/{name_of(device)}"
    return Ask(path, cup=cup, need="close", kind="close device", about=device)


def name_of(device: Device) -> str:
    """The id of a device."""
    return token_digest(device.secret)[:12]


def players(world: World, cup: str) -> Any:
    return {"players": [world.random.choice([*ALIKE, "Dora"])]}


def rounds(world: World, cup: str) -> Any:
    game, again = CUPS[world.model.cups[cup].name], world.random.random() < 0.5
    return {"game": game, "size": "3", "method": "random", "rounds": 2, "seed": "s", "again": again}


def of_names(key: str, **more: Any) -> Callable[[World, str], Any]:
    return lambda world, about: {key: world.random.choice(ALIKE)} | more


def always(body: Any) -> Callable[[World, str], Any]:
    return lambda world, about: body


REASON: Final = {"reason": "So."}
REQUESTS: Final[dict[str, tuple[float, Make]]] = {
    "GET /": (0.1, whole("/", need="blind")),
    "GET /enter": (0.1, whole("/enter", need="blind")),
    "GET /health": (0.1, whole("/health", need="blind")),
    "GET /metrics": (0.1, whole("/metrics", need="store")),
    "GET /static/{stamp}/{name}": (0.1, whole("/static/x/x.js", need="blind", exact=False)),
    "GET /api/openapi.json": (0.02, whole("/api/openapi.json", need="blind")),
    "GET /api/openapi": (0.02, whole("/api/openapi", need="blind")),
    "GET /api/openapi/openapi.json": (0.02, whole("/api/openapi/openapi.json", need="blind")),
    "GET /api/openapi/{path}": (0.02, whole("/api/openapi/x", need="blind", exact=False)),
    "GET /api/games/{game}/cards": (0.05, whole("/api/games/sun-bid/cards", need="blind")),
    "GET /api/games/{game}/vocabulary": (0.05, whole("/api/games/sun-bid/vocabulary", need="blind")),
    "GET /games/{game}": (0.05, whole("/games/sun-bid", need="blind")),
    "GET /players/{name}": (0.05, whole("/players/Ann", need="blind")),
    "GET /api/games/{game}/rules": (0.05, whole("/api/games/sun-bid/rules", need="blind")),
    "GET /favicon.ico": (0.02, whole("/favicon.ico", need="blind")),
    "GET /worker.js": (0.05, whole("/worker.js", need="blind")),
    "GET /matches/{id}/scribe.webmanifest": (
        0.05,
        lambda world, who: Ask(f"/matches/{any_match(world)}/scribe.webmanifest", need="blind"),
    ),
    "GET /matches/{id}/scribe": (0.1, lambda world, who: Ask(f"/matches/{any_match(world)}/scribe", need="blind")),
    "GET /tournaments/{id}": (0.1, seeing("/tournaments/{id}", "blind")),
    "GET /tournaments/{id}/wall": (0.1, seeing("/tournaments/{id}/wall", "blind")),
    "GET /tournaments/{id}/tables": (0.1, seeing("/tournaments/{id}/tables", "blind")),
    "GET /live": (0.1, whole("/live", need="blind")),
    "GET /matches/{id}/overlay": (0.1, whole("/matches/any/overlay", need="blind")),
    "GET /matches/{id}/commentary": (0.1, whole("/matches/any/commentary", need="blind")),
    "GET /tournaments/{id}/desk": (0.1, seeing("/tournaments/{id}/desk", "blind")),
    "GET /tournaments/{id}/sheets": (0.1, seeing("/tournaments/{id}/sheets", "blind")),
    "GET /tournaments/{id}/print": (0.1, seeing("/tournaments/{id}/print", "direct")),
    "GET /matches/{id}/seat": (0.1, lambda world, who: Ask(f"/matches/{any_match(world)}/seat", need="blind")),
    "GET /matches/{id}/play": (0.1, lambda world, who: Ask(f"/matches/{any_match(world)}/play", need="blind")),
    "GET /play": (0.1, whole("/play", need="blind")),
    "GET /help": (0.05, whole("/help", need="blind")),
    "GET /new-tournament": (0.05, whole("/new-tournament", need="blind")),
    "POST /api/tournaments": (0.5, whole("/api/tournaments", body={"name": " "}, need="store")),
    # Nobody sits there, so that nothing is begun whoever asks.
    "POST /api/games/{game}/matches": (
        0.5,
        whole("/api/games/sun-bid/matches", body={"seats": []}, need="store", exact=False),
    ),
    "POST /api/session": (1, showing),
    "DELETE /api/session": (0.3, whole("/api/session", need="blind", kind="leave")),
    "GET /api/session": (1, whole("/api/session", kind="who")),
    "GET /matches/{id}": (1, looking("/matches/{id}")),
    "GET /api/matches/{id}/moment": (0.3, seen_by_all("/api/matches/{id}/moment")),
    "GET /matches/{id}/film.gif": (0.3, looking("/matches/{id}/film.gif")),
    "GET /matches/{id}/preview.png": (0.3, seen_by_all("/matches/{id}/preview.png")),
    "GET /api/lobby": (1, whole("/api/lobby")),
    "GET /api/games/{game}": (0.3, whole("/api/games/sun-bid")),
    "GET /api/players/{name}": (0.3, whole("/api/players/Ann", exact=False)),
    "GET /api/tables": (1, whole("/api/tables")),
    "GET /api/mine": (1, whole("/api/mine")),
    "GET /api/follow": (0.3, whole("/api/follow")),
    "GET /api/matches": (1, whole("/api/matches")),
    f"GET {M}": (3, looking(M)),
    f"GET {M}/log": (3, looking(f"{M}/log")),
    f"GET {M}/result": (2, looking(f"{M}/result")),
    f"GET {M}/follow": (2, looking(f"{M}/follow")),
    f"GET {M}/grown": (2, looking(f"{M}/grown")),
    f"GET {M}/overlay": (2, looking(f"{M}/overlay")),
    f"GET {M}/commentary": (2, looking(f"{M}/commentary")),
    f"GET {M}/shares": (1, on_air_to_all(f"{M}/shares")),
    f"GET {M}/desk": (2, entering("/desk", "record", always(None), "")),
    f"GET {M}/amend": (1, entering("/amend", "record", always(None), "")),
    f"POST {M}/drafts": (2, entering("/drafts", "record", drafting, "")),
    f"POST {M}/variations": (2, varying("/variations", {})),
    f"POST {M}/variations/drafts": (1, varying("/variations/drafts", {"seat": 1, "do": "pass"})),
    f"POST {M}/forks": (2, entering("/forks", "record", always({"at": 9999}), "")),
    f"POST {M}/deal": (1, entering("/deal", "record", always({"stacks": "none"}))),
    f"POST {M}/deal-drafts": (1, entering("/deal-drafts", "record", always({"answers": []}), "")),
    f"POST {M}/notes": (2, entering("/notes", "remark", lambda world, match: {"text": "x", "public": True})),
    f"POST {M}/confirmations": (2, confirming),
    f"GET {M}/agreement": (1, entering("/agreement", "play", always(None), "")),
    f"POST {M}/objections": (1, confirming_no_more),
    f"POST {M}/actions": (5, entering("/actions", "record", action)),
    f"POST {M}/undo": (2, entering("/undo", "record", always(REASON))),
    f"GET {M}/play/desk": (1, entering("/play/desk", "oppose", always(None), "")),
    f"POST {M}/play/drafts": (1, entering("/play/drafts", "oppose", drafting, "")),
    f"POST {M}/play/actions": (2, entering("/play/actions", "oppose", action)),
    f"POST {M}/play/undo": (1, entering("/play/undo", "oppose", always(REASON))),
    f"POST {M}/amend": (18, amending),
    f"POST {M}/rulings": (1, entering("/rulings", "rule", always({"text": "So.", "by": "Dora", "adjust": {"1": 1}}))),
    f"POST {M}/abandon": (1, entering("/abandon", "rule", always(REASON))),
    f"POST {M}/reopen": (2, entering("/reopen", "rule", always(REASON))),
    "GET /api/tournaments": (1, whole("/api/tournaments")),
    "GET /api/tournaments/{id}": (1, seeing("/api/tournaments/{id}")),
    "GET /api/tournaments/{id}/standings": (1, seeing("/api/tournaments/{id}/standings")),
    "GET /api/tournaments/{id}/course": (0.5, seeing("/api/tournaments/{id}/course")),
    "GET /api/tournaments/{id}/latest": (1, seeing("/api/tournaments/{id}/latest")),
    "GET /api/tournaments/{id}/follow": (0.5, seeing("/api/tournaments/{id}/follow")),
    "GET /api/tournaments/{id}/history": (1, seeing("/api/tournaments/{id}/history", "direct")),
    f"GET /api/tournaments/{T}/tables/{{at}}/matches": (1, candidates),
    "GET /api/tournaments/{id}/check": (1, seeing("/api/tournaments/{id}/check", "direct")),
    "GET /api/tournaments/{id}/tokens": (2, seeing("/api/tournaments/{id}/tokens", "direct")),
    "POST /api/tournaments/{id}/tokens": (4, inviting),
    "DELETE /api/tournaments/{id}/tokens/{token}": (2, ending),
    "GET /api/tournaments/{id}/objections": (1, seeing("/api/tournaments/{id}/objections", "direct")),
    f"POST /api/tournaments/{T}/tables/{{at}}/links": (3, tables_links),
    "GET /api/tournaments/{id}/devices": (1, seeing("/api/tournaments/{id}/devices", "direct")),
    "DELETE /api/tournaments/{id}/devices/{device}": (1, closing),
    "GET /api/anchor": (0.1, whole("/api/anchor", need="blind")),
    "POST /api/tournaments/{id}/players": (1, deciding("{id}/players", "enter", players)),
    "POST /api/tournaments/{id}/withdraw": (1, deciding("{id}/withdraw", "withdraw", of_names("player"))),
    "POST /api/tournaments/{id}/rename": (1, deciding("{id}/rename", "rename", of_names("player", name="Zed"))),
    f"POST /api/tournaments/{T}/exchange": (
        1,
        deciding(f"{T}/exchange", "exchange", of_names("player", other="Ben")),
    ),
    "POST /api/tournaments/{id}/rounds": (3, deciding("{id}/rounds", "seat", rounds)),
    f"POST /api/tournaments/{T}/start": (3, deciding(f"{T}/start", "start", always({"anyway": True}))),
    f"POST /api/tournaments/{T}/tables/{{at}}/result": (
        1,
        deciding(f"{T}/tables/{{at}}/result", "score", always({"scores": {"Ann": 1, "Ben": 2, "Cleo": 3}})),
    ),
    f"POST /api/tournaments/{T}/tables/{{at}}/place": (12, placing),
    "POST /api/tournaments/{id}/rounds/{number}/clock": (
        0.5,
        deciding("{id}/rounds/1/clock", "clock", always({"minutes": 50, "reason": "So."})),
    ),
    "POST /api/tournaments/{id}/penalties": (
        0.5,
        deciding("{id}/penalties", "penalise", of_names("player", points=1, reason="Late.")),
    ),
    "POST /api/tournaments/{id}/settings": (
        0.5,
        deciding("{id}/settings", "change", always({"bye": 2, "reason": "So."})),
    ),
    "POST /api/tournaments/{id}/lot": (0.5, deciding("{id}/lot", "lot", always({"again": True}))),
    "POST /api/tournaments/{id}/undo": (3, deciding("{id}/undo", "undo", always(REASON))),
    "POST /api/tournaments/{id}/close": (0.1, deciding("{id}/close", "close", always(None))),
}
"""How often each route is asked, and what makes a request for it."""
