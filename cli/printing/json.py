"""The shapes of `--json` that only commands print, and how they print them: keys may be added, never changed."""

from typing import TYPE_CHECKING, Any

from ludograph.cli.printing.terminal import print_json_text
from ludograph.replay.shapes.matches import choices_json, corrected_deal_json

if TYPE_CHECKING:
    from ludograph.domain.exchange.importer import Imported
    from ludograph.domain.merge.merger import MergeOutcome, ToldConflict
    from ludograph.domain.verify.verification import Verdict


def import_json(file: str, imported: "Imported") -> dict[str, Any]:
    """What became of one match of a file."""
    fault = imported.fault
    return {
        "file": file,
        "line": imported.line,
        "match": None if imported.match is None else str(imported.match),
        "steps": imported.steps,
        "status": imported.status,
        "error": None
        if fault is None
        else {
            "rule": fault.rule,
            "line": fault.line,
            "message": fault.message,
            "instead": choices_json(fault.instead, imported.players),
            "column": fault.column,
        },
    }


def file_json(file: str, message: str, line: int | None = None, column: int | None = None) -> dict[str, Any]:
    """A file of which nothing more can be read."""
    error: dict[str, Any] = {"rule": None, "line": line, "message": message, "instead": [], "column": column}
    return {"file": file, "line": line, "match": None, "steps": 0, "status": "refused", "error": error}


def carried_json(carried: "MergeOutcome") -> dict[str, Any]:
    """What became of what was to be taken into another store; `step` is where two records of a match went apart."""
    what = {carried.noun: str(carried.match), "status": carried.status, "events": carried.events}
    is_match = carried.noun == "match"
    size = {"steps": carried.steps, "step": carried.step} if is_match else {"rounds": carried.steps}
    hint = {"hint": carried.hint} if carried.hint else {}
    conflicts = {"conflicts": list(map(_conflict_json, carried.conflicts))} if carried.conflicts else {}
    return what | size | {"error": carried.error or None} | conflicts | hint


def _conflict_json(one: "ToldConflict") -> dict[str, Any]:
    """What stands on each side of a conflict; `kept` is what was decided."""
    sides = {"ours": list(one.ours), "theirs": list(one.theirs)}
    return {"conflict": one.id, "about": one.about, **sides, "why": one.why or None, "kept": one.kept}


def verify_json(verdict: "Verdict") -> dict[str, Any]:
    """What came of checking a match."""
    import msgspec

    finding = verdict.finding
    error: dict[str, Any] | None = None
    if finding is not None:
        error = {"step": finding.step, "event": finding.version, "message": finding.message}
    seal = {} if verdict.seal is None else {"sealed": msgspec.to_builtins(verdict.seal)}
    corrected = corrected_deal_json(verdict.corrected)
    if corrected and verdict.dealt is not None:
        corrected["deal_corrected"] |= {"dealt": verdict.dealt}
    said = {verdict.noun: str(verdict.match), "ok": verdict.ok, "head": verdict.head, "error": error}
    forgotten = {"forgotten": list(verdict.forgotten)} if verdict.forgotten else {}
    again = {} if verdict.sealed_again is None else {"sealed_again": verdict.sealed_again}
    return said | seal | corrected | again | forgotten


def print_json(value: Any) -> None:
    """One JSON value on one line of standard output, written at once."""
    print_json_text(json_line(value))


def json_line(value: Any) -> str:
    """One JSON value on one line."""
    from ludograph.domain.notation.values import json_text

    return json_text(value)
