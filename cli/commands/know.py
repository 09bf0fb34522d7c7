"""`know`: what a card can be that somebody cannot see, and by which steps the others were ruled out."""

from typing import TYPE_CHECKING

import click

from ludograph.cli.arguments import json_option, match_named, observer_named, observer_option, recorder
from ludograph.cli.commands.show import step_named
from ludograph.cli.errors import Failure, sentences_for_errors
from ludograph.cli.numbers import StepNumber
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import paragraph
from ludograph.domain.judging.possible_cards import NoSuchPlace, possible_cards
from ludograph.domain.kernel.sentences import Speaker, counted
from ludograph.replay.sentences.step_sentences import tell_step
from ludograph.replay.timeline.timeline import Timeline

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ludograph.domain.judging.possible_cards import PossibleCards


@click.command()
@click.argument("match")
@click.argument("place")
@click.option("--at", type=StepNumber(), metavar="STEP", help="After this step; by default the last. 0 is the setup.")
@observer_option
@json_option
@sentences_for_errors
def command(match: str, place: str, at: int | None, observer: str, as_json: bool) -> None:
    """Tells what the card at a PLACE of a MATCH can be as far as an observer knows, and how likely each card is.

    A place is named as `show` heads it, with its owner before it, and behind it the number of the card, or what actions
    call its place (`Bob/Castle/r3c1`), where several lie there. How likely a card is counts how cards can lie; what
    somebody's bid or pass says of a hand is not used.

    \b
    Examples:
      ludograph know AO26-1-1 "Ann/Under them/1" --at 32 --as Ben
      ludograph know AO26-1-1 "Under it" --as Ben
    """
    with recorder() as store:
        found = match_named(store, match)
    if found.awaits_deal:
        raise Failure(found.deal_awaited)
    eyes, step = observer_named(found, observer), step_named(found, at)
    try:
        known = possible_cards(found, eyes, step, place)
    except NoSuchPlace as wrong:
        raise Failure(str(wrong)) from wrong
    if as_json:
        print_json(_json(str(found.id), known))
        return
    for first, line in _lines(Timeline(found, eyes), known):
        paragraph(line, first=first)


def _json(match: str, known: "PossibleCards") -> dict[str, object]:
    """What is known of a card, for programs."""
    return {
        "match": match,
        "place": known.place,
        "step": known.step,
        "worlds": known.worlds,
        "cards": [{"card": card, "share": round(share, 6)} for card, share in known.shares.items()],
        "ruled_out": [{"step": step, "cards": [*cards]} for step, cards in known.ruled_out.items()],
        "never": [*known.never],
    }


def _lines(timeline: Timeline, known: "PossibleCards") -> "Iterator[tuple[str, str]]":
    """What stands before a paragraph, and the paragraph."""
    match = timeline.match
    speaker = Speaker(match.game.deck, match.players)
    if len(known.shares) == 1:
        ((card, _),) = known.shares.items()
        yield "", f"{known.place} is known after step {known.step}: {speaker.card(card)}."
    else:
        likely = ", ".join(f"{card} {share:.0%}".replace("%", " %") for card, share in known.shares.items())
        cards = counted(len(known.shares), "card")
        yield "", f"{known.place} can be any of {cards} after step {known.step}: {likely}."
    if known.ruled_out and len(known.shares) > 1:
        yield "", "Known to lie elsewhere, and since which step:"
    for step, found in known.ruled_out.items():
        told = " ".join(tell_step(match.game, speaker, timeline[step], terse=True)) if step else "The setup."
        yield f"{step:>4}  ", f"{' '.join(found)}: {told}"
    if known.never:
        yield "", f"Never there by the rules: {' '.join(known.never)}."
