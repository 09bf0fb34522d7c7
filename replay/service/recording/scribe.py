"""What the scribe's page asks for: the desk of a match in one answer, and an entry in the making."""

from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from hmac import new as hmac
from typing import Annotated, Any, Final

from litestar import Controller, Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from ludograph.domain.entry.draft import draft_entry, may_stay_unseen
from ludograph.domain.entry.list_items import next_items
from ludograph.domain.entry.questions import OutcomeQuestion
from ludograph.domain.exchange.exporter import looker
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, Faces, Game, Refused
from ludograph.domain.kernel.sentences import Speaker, capital
from ludograph.domain.kernel.shapes import Field, Shape, fields_of
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.lines import Line, from_json
from ludograph.domain.notation.values import Reader, action_named
from ludograph.domain.notation.visible_text import visible
from ludograph.domain.store.tokens import Token
from ludograph.replay.drawing.card_faces import HEIGHT, WIDTH, back, face, gap, veil
from ludograph.replay.page.contents import PageRecorder, PageTables
from ludograph.replay.page.page_record import about
from ludograph.replay.sentences.step_sentences import tell_step
from ludograph.replay.service.http.cursors import SeenCursor, cursor_in, cursor_json, reset_json
from ludograph.replay.service.http.request_body import RequestBody, documented_as
from ludograph.replay.service.http.responses import AnyRequest, BadRequest, json_response, refused_response
from ludograph.replay.service.pages import render_page
from ludograph.replay.service.recording.deal_answers import deal_draft_json
from ludograph.replay.service.recording.entry_bodies import id_in
from ludograph.replay.service.recording.entry_service import EntriesDep
from ludograph.replay.service.recording.first_questions import with_first_questions
from ludograph.replay.service.recording.paper_results import paper_scores_json
from ludograph.replay.service.recording.places import place_words_json, places_json, said_at_the_table
from ludograph.replay.service.recording.recorded_since import recorded_since
from ludograph.replay.service.routes.offers import Offers
from ludograph.replay.service.routes.reading import AsObserver, MatchesDep, step_in, tagged
from ludograph.replay.shapes.matches import result_json
from ludograph.replay.timeline.scoreboard import scoreboard
from ludograph.replay.timeline.timeline import Timeline

Json = dict[str, Any]
SinceCursor = Annotated[str | None, QueryParameter(name="since", description="A cursor, such as 5-1a2b3c4d.")]
FOR_A_DAY: Final = "public, max-age=86400"
LAST: Final = 60
"""So many of the last steps are shown on the scribe's page."""
ENDS_IN: Final = "Ludograph-Ends-In"
ENTRIES: Final = b"entries not yet sent"
MOST_NUMBERS: Final = 12
"""More possible numbers than this are told by the least and the greatest."""


@documented_as("Entry")
class EntryBody(RequestBody):
    """An entry so far: who does what with which fields, and the outcomes that were told.

    `at` is the step after which it is entered, by default the last. Where a list is picked, `picking` is its field and
    `picked` what it has so far.
    """

    seat: str | int
    do: str
    fields: dict[str, Any] = {}
    told: tuple[str | int, ...] = ()
    at: int | None = None
    picking: str | None = None
    picked: tuple[Any, ...] = ()


@documented_as("Answers")
class DealAnswers(RequestBody):
    """What was answered so far of a deal, in the order in which it was asked."""

    answers: tuple[Any, ...] = ()


class ScribeRoutes(Controller):
    """What scribes see of the match that they record, and of what they are about to enter."""

    path = "/api"

    @get("/matches/{id:str}/desk")
    async def desk(
        self,
        id: FromPath[str],
        entries: EntriesDep,
        matches: MatchesDep,
        at: FromQuery[int | None] = None,
        since: SinceCursor = None,
        seen: SeenCursor = None,
        wanted: AsObserver = None,
    ) -> Response[bytes]:
        """All that a scribe needs in one answer: the table, what happened last, and what is open to whom.

        With `since` also what was recorded after that cursor, for whoever was not the first; all there is, and `reset`,
        if it does not fit the record. `seen` asks only whether a cursor does. With `as` what another observer knows,
        whose view is open to this scribe.
        """
        match = await matches.match(id)
        author, step = entries.scribe(match), step_in(match, at)
        observer = author.observer if wanted is None else matches.observer(match, wanted)
        asking, token = matches.live.asking, author.token
        content = await asking.run(token, desk_json, match, observer, step)
        content["entries_key"] = entries_key(match, observer)
        if match.abandoned:
            content["paper"] = await asking.run(token, paper_scores_json, matches.live.recorder, match)
        content |= reset_json(seen, match.history) | (reset := reset_json(since, match.history))
        if since is not None and (cursor := cursor_in(since)) is not None:
            after = 0 if reset else cursor.version
            content["since"] = said_at_the_table(await asking.run(token, recorded_since, match, after, observer), match)
        return json_response(content, headers=tagged(match) | _ends_in(token, matches.live.recorder.sources.now()))

    @post("/matches/{id:str}/drafts", status_code=200)
    async def draft(
        self, id: FromPath[str], data: JSONBody[EntryBody], entries: EntriesDep, matches: MatchesDep
    ) -> Response[bytes]:
        """What an entry is asked for next, or that it is whole; nothing is recorded. 422 where it cannot be."""
        # In the view of its author, and counted: what is asked next tells what a record knows (decisions 129 and 208).
        match = await matches.match(id)
        who = entries.asking(match)
        step_in(match, data.at)
        told = await matches.live.asking.run(who.token, draft_json, match, data, who.observer)
        return json_response(told, headers=tagged(match))

    @post("/matches/{id:str}/deal-drafts", status_code=200)
    async def deal_draft(
        self, id: FromPath[str], data: JSONBody[DealAnswers], entries: EntriesDep, matches: MatchesDep
    ) -> Response[bytes]:
        """What is asked next of the deal that a match awaits, or the whole deal; nothing is recorded."""
        match = await matches.match(id)
        told = await matches.live.asking.run(entries.scribe(match).token, deal_draft_json, match, data.answers)
        return json_response(told, headers=tagged(match))

    @get("/games/{game:str}/cards")
    async def cards(self, game: FromPath[str]) -> Response[bytes]:
        """The faces of all cards of a game, and its backs, as drawings."""
        if game not in GAMES:
            raise BadRequest(404, f"There is no game {game}: there are {', '.join(GAMES)}.")
        return json_response(faces_json(game), headers={"Cache-Control": FOR_A_DAY})


@get("/matches/{id:str}/scribe")
async def scribe_page(request: AnyRequest, id: FromPath[str]) -> Response[bytes]:
    """The page on which a match is recorded, by a thumb; it asks for what it shows with its reader's token."""
    return render_page(request, "scribe.html", match=str(id_in(id)))


def entries_key(match: Match, observer: Observer) -> str | None:
    """The key to unsent entries on phones, for the judge's eyes; None for others.

    It follows from a secret of the match: every later link with the judge's eyes brings the same one.
    """
    secret = match.history[0].salt.encode()
    return hmac(secret, ENTRIES, sha256).hexdigest() if observer == JUDGE else None


def _ends_in(token: Token, now: datetime) -> dict[str, str]:
    """A header with the seconds until a token ends; nothing if it never does."""
    # A header, so that the same desk is the same text at any time.
    return {} if token.until is None else {ENDS_IN: f"{max(0, int((token.until - now).total_seconds()))}"}


# Drawings never change while the program runs, and there are few games: all of them stay.
@lru_cache
def faces_json(game: str) -> Json:
    """What cards look like: the size of a drawing, what is not a face, and each face with its code, name and suit.

    Where a card can have more suits than one none is told: by that no deck is divided.
    """
    deck = GAMES[game].deck
    of_one = all(len(one.suits) < 2 for one in deck.faces)
    card = {"width": WIDTH, "height": HEIGHT, "back": back(), "veil": veil(), "gap": gap()}
    suits = {one.code: deck.suit_names.get(one.suits, "") if of_one else "" for one in deck.faces}
    return {"card": card, "cards": [[code, deck.name(code), face(deck, code), suits[code]] for code in deck.by_code]}


def desk_json(match: Match, observer: Observer, step: int) -> Json:
    """A match after a step as a scribe sees it; what is open, and the steps before it."""
    timeline, offers = Timeline(match, observer), Offers(match, observer, step)
    scene = match.game.scene(timeline[step].state)
    tables = PageTables()
    zones = PageRecorder(match, observer, tables).laid(scene)
    is_last = step == len(match.steps)
    board = scoreboard(match, timeline[step].state, last=is_last)
    desk: Json = {
        "match": str(match.id),
        "game": match.game.id,
        "game_title": match.game.title,
        **cursor_json(match),
        "step": step,
        "steps": len(match.steps),
        "title": visible(scene.title),
        "where": about(match, observer)["where"],
        "places": places_json(scene),
        "place_words": place_words_json(scene),
        "players": [visible(name) for name in match.players],
        "eyes": visible(looker(match, observer)),
        "judge": observer == JUDGE,
        "dealt": "cards" if match.start.seed is None else "program",
        "board": [[one.label, one.value, one.won] for one in board],
        "zones": [tables.zones.items[at] for at in zones],
        "parts": tables.parts.items,
        "open": [] if match.abandoned else with_first_questions(match, observer, step, offers.json()),
        "together": [] if match.abandoned else offers.together(),
        # Whoever enters something without the service is offered every other verb of the game.
        "switched_off": sorted({*match.game.switched_off(match.start.options)}),
        "awaits_deal": match.awaits_deal,
        "log": page_log_json(match, timeline, max(0, step - LAST), step),
        "result": result_json(match, observer) if is_last else None,
    }
    return said_at_the_table(desk, match)


def page_log_json(match: Match, timeline: Timeline, after: int, upto: int) -> list[Json]:
    """Steps in words, as far as the observer knows them; with the first of all the setup."""
    speaker = Speaker(match.game.deck, match.players)
    found = []
    for number in range(after if after == 0 else after + 1, upto + 1):
        frame = timeline[number]
        told = [visible(one) for one in tell_step(match.game, speaker, frame)]
        # What decides something is checked by all at the table.
        found.append(
            {"step": number, "told": told, "decides": any(type(one) in match.game.decisive for one in frame.facts)}
        )
    return found


def draft_json(match: Match, data: EntryBody, observer: Observer) -> Json:
    """An entry so far in words, with what is asked for next: an outcome, or the next item of a list."""
    game = match.game
    try:
        line = from_json(game, Reader(game.deck, match.players), {"seat": data.seat, "do": data.do, **data.fields}, "")
        if data.picking is not None:
            return _picking_json(match, line, data, observer)
        draft = draft_entry(match, line, data.told, observer, data.at)
    except Refused as wrong:
        raise refused_response(wrong, match.players) from wrong
    offers = Offers(match, observer, data.at)
    entry = {"seat": match.name(line.actor), "do": line.do, **line.fields}
    if draft.line.drawn is not None:
        entry["drawn"] = list(draft.line.drawn)
    content: Json = {
        **cursor_json(match),
        "who": visible(match.name(line.actor)),
        "told": offers.done(draft.action, line.actor),
        "answered": [[visible(capital(label)), _outcome_told(offers.speaker, one)] for label, one in draft.answered],
        "asked": None if draft.question is None else _asked_json(offers, draft.question),
        "entry": entry,
    }
    return said_at_the_table(content, match)


def _outcome_told(speaker: Speaker, outcome: str | int) -> str:
    return visible(
        "not seen" if outcome == "??" else speaker.card(outcome) if isinstance(outcome, str) else str(outcome)
    )


def _asked_json(offers: Offers, due: OutcomeQuestion) -> Json:
    """An outcome that is asked for: what it is called, and what it can be."""
    among = due.among
    whose = f"{capital(due.label)} (for {offers.speaker.seats(due.alone)} alone)" if due.alone else capital(due.label)
    asked: Json = {"label": visible(whose), "unseen": may_stay_unseen(due), "rest": due.unseen and not due.last}
    if isinstance(due.entry, Faces):
        cards = sorted(set(among), key=list(offers.match.game.deck.by_code).index)
        values = [{"value": code, "told": capital(offers.speaker.card(code)), "card": code} for code in cards]
        return asked | {"kind": "list", "values": values}
    if isinstance(among, range) and len(among) > MOST_NUMBERS:
        return asked | {"kind": "number", "min": among[0], "max": among[-1], "step": among.step}
    return asked | {"kind": "list", "values": [{"value": number, "told": str(number)} for number in among]}


def _picking_json(match: Match, line: Line, data: EntryBody, observer: Observer) -> Json:
    """What can be picked next of a list."""
    offers, field = Offers(match, observer, data.at), _field_of(match.game, data)
    item = field.shape.item or Shape("text")
    reader = Reader(match.game.deck, match.players)
    try:
        picked = tuple(reader.value(item, one, hidden=True) for one in data.picked)
    except ValueError as wrong:
        raise BadRequest(422, f"{capital(str(wrong))}.") from wrong
    found = [
        next_items(match.game, offers.view, line.actor, one, field, picked) for one in offers.of(line.actor, line.do)
    ]
    one = Field(field.name, item, True, None, field.secret, None, None, None, "", None)
    items = dict.fromkeys(item for some in found for item in some.items)
    return {
        "label": _place_told(match, field, len(picked)),
        "values": [offers.value(one, item) for item in items],
        "enough": any(some.enough for some in found),
    }


def _field_of(game: Game, data: EntryBody) -> Field:
    for field in fields_of(action_named(game, data.do)):
        if field.name == data.picking and field.shape.kind == "list":
            return field
    raise BadRequest(422, "`picking` names a field of the action that takes a list.")


def _place_told(match: Match, field: Field, at: int) -> str:
    """What the next item of a list is called."""
    each = field.shape.by_seat or (field.secret is not None and field.secret.each is True)
    name = capital(field.name.replace("_", " "))
    if each and at < len(match.players):
        return visible(f"{name}: for {match.players[at]}")
    return f"{name.removesuffix('s')} {at + 1}"


__all__ = ["ScribeRoutes", "desk_json", "draft_json", "faces_json", "scribe_page"]
