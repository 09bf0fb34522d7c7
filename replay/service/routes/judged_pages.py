"""What a page shows of a judgement that is kept: of a match that is over alone, and to each as they knew it."""

import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from msgspec import DecodeError

from ludograph.domain.judging.judged_match import Loss
from ludograph.domain.judging.kept_judgements import KeptJudgements
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, TABLE, Seat
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.final_result import status_of
from ludograph.replay.sentences.judgement_sentences import how_to_judge, shown_errors, shown_judgement
from ludograph.replay.sentences.notes import UNJUDGED, Judged

PATIENCE: Final = 1.0
"""So many seconds somebody is waited for who judges just now; a page comes without a judgement after that."""


def kept_judged(match: Match, observer: Observer, file: Path | None) -> Mapping[Observer, Judged]:
    """What is kept in a file of what an observer of a match may read; nothing while it runs, and nothing to the table.

    Nothing is worked out: where nothing is kept it is said what to ask for. Where a player's own judgement is not kept,
    that of all players has the errors of each: they are judged by what the player knew there too.
    """
    # Looked at with every request: a takeback or a correction may have opened the match again.
    if file is None or observer == TABLE or status_of(match) != "over":
        return UNJUDGED
    try:
        with KeptJudgements(file, PATIENCE) as kept:
            if own := kept.judgement(match, observer):
                return {observer: shown_judgement(match, *own)}
            if whole := kept.judgement(match, JUDGE):
                return {observer: shown_errors(match, *whole, match.name(observer))}
    except (sqlite3.Error, DecodeError):
        pass  # the file is only a help: what is wrong with it `judge` says, and makes it anew
    return {observer: Judged(told=how_to_judge(match))}


class NoJudgement(LookupError):
    """Nothing is judged here, or the match is not over."""


def seat_lost_at(match: Match, seat: Seat, file: Path | None) -> Loss | None:
    """Where a seat lost most in a match that is over, as its page may tell; None where it is not judged.

    Raises `NoJudgement`.
    """
    if file is None or status_of(match) != "over":
        raise NoJudgement
    name = match.name(seat)
    try:
        with KeptJudgements(file, PATIENCE) as kept:
            if own := kept.judgement(match, seat):
                return own[0].lost_at(name)
            if whole := kept.judgement(match, JUDGE):
                # What it was worth as all players knew it is not for the player's eyes.
                return whole[0].lost_at(name, falls=False)
    except (sqlite3.Error, DecodeError):
        pass  # as above
    return None
