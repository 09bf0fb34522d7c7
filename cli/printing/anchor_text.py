"""What comes of comparing a store with anchors, for people and for programs."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import to_builtins

from ludograph.cli.errors import Failure
from ludograph.cli.printing.counts import counted_records
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import echo, say
from ludograph.domain.kernel.sentences import counted
from ludograph.domain.notation.limits import cut

if TYPE_CHECKING:
    from datetime import datetime

    from ludograph.domain.store.recorder import Recorder
    from ludograph.domain.verify.anchor import Anchor, AnchorDifference, AnchoredStream
    from ludograph.domain.verify.anchor_file import AnchorLine, Anchors


def what_stood(anchor: "Anchor | AnchorLine") -> str:
    """How much an anchor is of, and when that stood, as far as it says."""
    both = counted_records(anchor.matches, anchor.tournaments)
    events = counted(anchor.events, "event")
    return f"{both}, {events}, at {_time(anchor.recorded_at)}" if anchor.recorded_at else events


def anchors_named(name: str) -> "Anchors":
    """The anchors that an option names: a file, or one as it is printed. Raises `Failure`."""
    from ludograph.domain.store.errors import StoreError
    from ludograph.domain.verify.anchor_file import parse_anchors, parse_short_anchor

    found = parse_short_anchor(name)
    if found is not None:
        return found
    try:
        return parse_anchors(Path(name).read_bytes())
    except OSError as wrong:
        raise Failure(
            f"{cut(name)} cannot be read: {wrong.strerror}. Name a file that `anchor -o` or `serve` wrote, or write an "
            "anchor as it is printed, EVENTS:DIGEST."
        ) from wrong
    except StoreError as wrong:
        raise Failure(f"{name} is no file of anchors: {wrong}") from wrong


def compare(store: "Recorder", anchors: "Anchors", as_json: bool) -> int:
    """Says what is not as it was anchored, and of whom; returns how much that is."""
    from ludograph.domain.verify.anchor import anchor_mismatch, differences

    stood = [(one, line.recorded_at) for line in anchors.written for one in line.stood or () if one.event]
    found = list(differences(store, stood))
    for difference in found:
        _tell(difference, as_json)
    unlike = [
        (line, why)
        for line in anchors.written
        if line.stood is None and (why := anchor_mismatch(store, line.events, line.anchor)) is not None
    ]
    messages = [*anchors.flaws, *(f"{line.events}:{line.anchor}: {why}" for line, why in unlike)]
    wrong = len(found) + len(messages)
    if as_json:
        print_json(_outcome(anchors, messages, wrong))
        return wrong
    for message in messages:
        say(message)
    say(_summary(anchors, len(found), wrong))
    return wrong


def _tell(difference: "AnchorDifference", as_json: bool) -> None:
    then, at, now, message = difference
    if as_json:
        told = {"anchored": _json(then, at), "stands": None if now is None else _json(now, None), "error": message}
        print_json({then.noun: str(then.id), "ok": False} | told)
        return
    when = f" at {_time(at)}" if at else ""
    stands = "" if now is None else f" Now it stands at event {now.event} ({now.head})."
    echo(f"wrong  {then.id}  stood at event {then.event} ({then.head}){when}. {message}{stands}")


def _json(one: "AnchoredStream", at: "datetime | None") -> dict[str, Any]:
    return {"event": one.event, "head": one.head} | ({"recorded_at": to_builtins(at)} if at else {})


def _outcome(anchors: "Anchors", messages: list[str], wrong: int) -> dict[str, Any]:
    last = anchors.written[-1]
    about = {"anchor": last.anchor, "events": last.events, "recorded_at": to_builtins(last.recorded_at)}
    return about | {"anchors": len(anchors.written), "ok": not wrong, "errors": messages}


def _summary(anchors: "Anchors", differ: int, wrong: int) -> str:
    count, last = len(anchors.written), anchors.written[-1]
    which = "The anchor" if count == 1 else f"Of {count:,} anchors the last"
    about = f"{which} is of {what_stood(last)}"
    if not wrong:
        return f"{about}: no match and no end of one is missing."
    if not differ:
        return f"{about}: that could not be confirmed."
    return f"{about}: {'1 is' if differ == 1 else f'{differ:,} are'} not as anchored."


def _time(at: "datetime") -> str:
    return f"{at:%Y-%m-%d %H:%M:%S} UTC"
