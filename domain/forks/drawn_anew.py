"""A fork in which all that one player has not seen is made up, so that it tells nothing that they do not know."""

from hashlib import sha256
from random import Random
from typing import Final

from msgspec.json import encode
from msgspec.structs import replace

from ludograph.domain.bots.knowledge import record_of
from ludograph.domain.forks.fork import NewFork, carried_over
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.lab.histories import NoHistory, sampled_history
from ludograph.domain.lab.seat_record import SeatRecord
from ludograph.domain.match.aggregate import Match, NoSuchStep, audiences
from ludograph.domain.match.events import AnyStep
from ludograph.domain.notation.lines import ForkOrigin

TRIES: Final = 200
"""So often cards are laid anew until all that the player has seen comes out."""


class NotImagined(ValueError):
    """No cards were found that a player could believe in; the message says what to do."""


def drawn_anew(match: Match, at: int, observer: Observer, seed: str, new: NewFork) -> Match:
    """A match that a player, or the table, could not tell from theirs after step `at`, with other hidden cards.

    It is to be recorded. Nothing in it depends on what they have not seen: neither the cards, which come from `seed`
    and lie as they could believe, nor its head, nor what is drawn from there on. Raises `NoSuchStep` and `NotImagined`.
    """
    if not 0 <= at <= len(match.steps):
        raise NoSuchStep(f"There is no step {at}: the last is {len(match.steps)}.")
    if match.awaits_deal:
        match.check_open()
    record = record_of(match, observer, at)
    try:
        made = sampled_history(record, Random(f"{seed}/cards"), TRIES)
    except NoHistory as wrong:
        name = match.name(observer)
        raise NotImagined(f"No cards were found that {name} could believe to lie so: try another --seed.") from wrong
    start = replace(match.start, deal=made.deal, facts=made.facts, seed=seed)
    steps: list[AnyStep] = [
        replace(
            step,
            action=done.action,
            drawn=done.drawn,
            seen_by=audiences(done),
            shuffled=done.shuffled,
            facts=done.facts,
            by="",
            note="",
        )
        for step, done in zip(match.steps[:at], made.steps, strict=True)
    ]
    imagined = replace(match, start=start, steps=tuple(steps), states=made.states)
    origin = ForkOrigin(match.id, at, known_digest(record), match.name(observer))
    return carried_over(imagined, at, origin, new)


def known_digest(record: SeatRecord) -> str:
    """A digest of all that a player knows of a match: the same for two that they cannot tell apart."""
    return sha256(encode((record.deal, record.facts, record.steps))).hexdigest()
