"""The shapes of `--json`, which other programs rely on: keys may be added, never changed."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ludograph.domain.kernel.marks import JUDGE, TABLE
from ludograph.domain.match.commitment import deal_corrected
from ludograph.domain.match.events import AnyStep, StepsAmended, StepsTakenBack, origin_of
from ludograph.domain.notation.lines import FORK, origin_json
from ludograph.domain.notation.values import ValueWriter
from ludograph.replay.shapes.officials import ending_json, final_json, officials_json, unruled_json

if TYPE_CHECKING:
    from ludograph.domain.kernel.conceal import Observer
    from ludograph.domain.kernel.game import Choice, Game, Refused, Result
    from ludograph.domain.kernel.terms import Explained
    from ludograph.domain.match.aggregate import Match
    from ludograph.domain.match.commitment import DealCorrected
    from ludograph.domain.match.history import HistoryEntry
    from ludograph.domain.notation.strict_json import Unreadable
    from ludograph.domain.store.recorder import Listed


def result_json(match: "Match", observer: "Observer" = TABLE) -> dict[str, Any]:
    """How a match stands, and what officials said of it as far as an observer may know."""
    result = match.game.result(match.state)
    standing = standing_json(str(match.id), match.game.id, match.players, result, len(match.steps))
    said = officials_json(match, observer) | {"ending": ending_json(match, observer)}
    awaited = {"awaits_deal": True} if match.awaits_deal else {}
    return standing | said | corrected_deal_json(deal_corrected(match.history)) | awaited


def corrected_deal_json(corrected: "DealCorrected | None") -> dict[str, Any]:
    """That not the deal stands which the program made; nothing where it stands, or nobody's program dealt."""
    return {} if corrected is None else {"deal_corrected": corrected._asdict()}


def standing_json(match: str | None, game: str, players: Sequence[str], result: "Result", steps: int) -> dict[str, Any]:
    """Scores and winners; before the end scores are null and nobody has won. `match` is None where none is recorded."""
    scores = result.scores if result.over else [None] * len(players)
    return {
        "match": match,
        "game": game,
        "over": result.over,
        "scores": dict(zip(players, scores, strict=True)),
        "winners": named_winners(players, result),
        "steps": steps,
        **unruled_json(result, players),
    }


def named_winners(players: Sequence[str], result: "Result") -> list[str] | str:
    """The winners' names, none before the end; `??` where the record cannot tell."""
    if isinstance(result.winners, str):
        return result.winners if result.over else []
    return [players[seat - 1] for seat in result.winners] if result.over else []


def show_json(match: "Match", observer: "Observer", at: int) -> dict[str, Any]:
    """The table as an observer knows it after a step; the options stand beside the state."""
    from ludograph.domain.exchange.exporter import observer_name
    from ludograph.domain.match.final_result import status_of
    from ludograph.domain.match.undealt import AWAITED

    view = match.view(observer, at)
    writer = ValueWriter(match.players)
    state = None if match.awaits_deal else writer.struct(view)
    options = (state and state.pop("options", None)) or writer.struct(match.start.options)
    return {
        "match": str(match.id),
        "game": match.game.id,
        "observer": observer_name(match, observer),
        "step": at,
        "steps": len(match.steps),
        "status": status_of(match),
        "phase": AWAITED if match.awaits_deal else getattr(view, "phase", None),
        "to_act": [match.name(seat) for seat in match.awaited(view)],
        "choices": {
            writer.seat(seat): choices_json(choices, match.players) for seat, choices in match.open_to(view).items()
        },
        "players": list(match.players),
        "options": options,
        "state": state,
        **corrected_deal_json(deal_corrected(match.history)),
    }


def choices_json(choices: "Iterable[Choice]", players: Sequence[str]) -> list[dict[str, Any]]:
    """Blocks of choices: the verb, and for each field all its values."""
    from ludograph.domain.notation.choice_values import choice_block

    return [choice_block(choice, players) for choice in choices]


def step_json(match: "Match", told: "HistoryEntry", observer: "Observer") -> dict[str, Any]:
    """A step as far as an observer knows it; who entered it, and notes unless they are public, are for the judge."""
    from ludograph.domain.match.views import concealed

    step: AnyStep = told.event  # type: ignore[assignment]
    known = concealed(step, told.observer_then(match, observer))
    writer = ValueWriter(told.players)
    line: dict[str, Any] = {
        "step": step.number,
        "seat": writer.seat(step.actor),
        "action": writer.struct(known.action),
        "drawn": list(known.drawn),
        "facts": [writer.struct(fact) for fact in known.facts],
        "recorded_at": time_json(step.recorded_at),
        "superseded": told.superseded,
    }
    if step.happened_at is not None:
        line["happened_at"] = time_json(step.happened_at)
    note, undone = "\n".join(told.note_texts(observer)), told.undone
    if observer == JUDGE:
        line |= {"by": step.by, "note": note}
        line |= {} if step.shuffled is None else {"shuffled": list(step.shuffled)}
    elif note:
        line["note"] = note
    if observer == JUDGE and isinstance(undone, StepsTakenBack | StepsAmended):
        line["taken_back" if isinstance(undone, StepsTakenBack) else "amended"] = {
            "reason": undone.reason,
            "by": undone.by,
            "recorded_at": time_json(undone.recorded_at),
        }
    return line


def start_json(match: "Match", told: "HistoryEntry", observer: "Observer") -> dict[str, Any]:
    """The setup as step 0: nobody's action, with the deal beside its facts."""
    from ludograph.domain.match.views import concealed_start

    start = concealed_start(told.event, told.observer_then(match, observer))  # type: ignore[arg-type]
    writer = ValueWriter(told.players)
    note = "\n".join(told.note_texts(observer))
    return (
        {
            "step": 0,
            "seat": None,
            "action": None,
            "drawn": [],
            "facts": [writer.struct(fact) for fact in start.facts],
            "recorded_at": time_json(start.recorded_at),
            "superseded": told.superseded,
            "options": writer.struct(start.options),
            "deal": None if start.deal is None else writer.struct(start.deal),
        }
        | ({"commitment": start.commitment} if start.commitment else {})
        | ({"note": note} if note else {})
    )


def refused_json(refused: "Refused", players: Sequence[str]) -> dict[str, Any]:
    """A refusal: the rule, what was wrong, and what would be legal."""
    return {"rule": refused.rule, "message": refused.told(players), "instead": choices_json(refused.instead, players)}


def unreadable_json(wrong: "Unreadable") -> dict[str, Any]:
    """What could not be read, in the shape of a refusal, and where."""
    return {"rule": None, "line": wrong.line or None, "message": wrong.why, "instead": [], "column": wrong.column}


def listed_json(listed: "Listed") -> dict[str, Any]:
    """A match in a list."""
    start, head, kept = listed
    about = {key: getattr(start, key) for key in ("event", "round", "table", "played_on", "source")}
    return {
        "match": str(head.match),
        "game": start.game,
        "players": list(start.players),
        **about,
        "steps": head.steps,
        "over": head.over,
        "started_at": time_json(start.recorded_at),
        "status": listed.status,
        "confirmed": ["judge" if seat == JUDGE else start.players[seat - 1] for seat in kept.confirmed],
        "final": final_json(kept.final, start.players) if kept.final else None,
        **({"awaits_deal": True} if kept.awaits_deal else {}),
        **({FORK: origin_json(origin, sealed=False)} if (origin := origin_of(start)) else {}),
    }


def rules_json(game: "Game", explained: Iterable["Explained"]) -> list[dict[str, str | None]]:
    """Rules with their numbers; a paragraph of the guide has none."""
    return [{"rule": one.label if one.label in game.rules else None, "text": one.text} for one in explained]


def time_json(at: Any) -> str:
    """A time as JSON has it: `2026-11-20T18:04:11Z`."""
    text: str = at.isoformat()
    return text.replace("+00:00", "Z")
