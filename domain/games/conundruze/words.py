"""A sentence for each fact and action of Conundruze."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from ludograph.domain.games.conundruze import bets, endings, face_cards, facts, powers
from ludograph.domain.games.conundruze.actions import Deal, Discard, Draw, Flip, Gate, Peek, Place, Steal, Take
from ludograph.domain.games.conundruze.rules import BOTTOM, GATE, Spot
from ludograph.domain.games.conundruze.state import side_of
from ludograph.domain.games.conundruze.wagering import Bump, Duck, Match, Wager, Wink
from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.ending import Ending, Parted, Sum
from ludograph.domain.kernel.game import Action, Meant, PerSeat, Sentence
from ludograph.domain.kernel.mentions import About
from ludograph.domain.kernel.sentences import Speaker, alike, along, counted, listed, spoken_sentence


def spot(place: Spot) -> str:
    """A place as one speaks of it: `r1c2`, or the gatehouse."""
    return "the gatehouse" if place == GATE else place


def _place(action: Place, speaker: Speaker) -> str:
    return f"Place it at {action.pos}."


def _steal(action: Steal, speaker: Speaker) -> str:
    return f"Steal from {speaker.seat(action.target)}: {spot(action.there)}, and put it at {spot(action.own)}."


def _swap(action: face_cards.Swap, speaker: Speaker) -> str:
    return f"Swap {spot(action.first)} and {spot(action.second)}."


def _recall(action: face_cards.Recall, speaker: Speaker) -> str:
    return f"Recall {speaker.card(action.card)} to {spot(action.own)}."


def _spoken(action: face_cards.Mock | face_cards.Gloat, speaker: Speaker) -> str:
    verb = "Mock" if isinstance(action, face_cards.Mock) else "Gloat"
    return spoken_sentence(verb, action.text)


def _game_began(fact: facts.GameBegan, speaker: Speaker) -> str:
    chips = listed(speaker.each(fact.stacks))
    return f"A match of Conundruze for {fact.seats} players{f', with chips: {chips}' if any(fact.stacks) else ''}."


def _caster_rolled(fact: facts.CasterRolled, speaker: Speaker) -> str:
    rolls = f"The dice show {' '.join(map(str, fact.rolls))}: " if fact.rolls else ""
    return f"{rolls}{speaker.seat(fact.caster)} is the first caster."


def _castle_dealt(fact: facts.CastleDealt, speaker: Speaker) -> str:
    known = any(card != UNKNOWN for card in fact.cards)
    which = f": {' '.join(fact.cards)}" if known else ""
    return f"{speaker.seat(fact.seat)} gets a castle of {len(fact.cards)} cards, face down{which}."


def _castles_dealt(dealt: Sequence[facts.CastleDealt], speaker: Speaker) -> str:
    return speaker.each_dealt(((one.seat, one.cards) for one in dealt), "gets a castle of {size} cards, face down")


def _cards_flipped(fact: facts.CardsFlipped, speaker: Speaker) -> str:
    two = f"{speaker.card(fact.first_card)} at {fact.first} and {speaker.card(fact.second_card)} at {fact.second}"
    moved = listed([f"what lay at {move.source} goes to {move.goal}" for move in fact.moves], "")
    return f"{speaker.seat(fact.seat)} flips {two} for the top row{f'; {moved}' if moved else ''}."


def _bottom_peeked(fact: facts.BottomPeeked, speaker: Speaker) -> str:
    seen = (f"{speaker.card(card)} at {place}" for place, card in zip(BOTTOM, fact.cards, strict=True))
    what = listed(list(seen)) if any(card != UNKNOWN for card in fact.cards) else " and ".join(BOTTOM)
    return f"{speaker.seat(fact.seat)} peeks at {what}."


_ROUNDS: Final = {
    "first": "The first bets",
    "fool": "Bets for a Fool",
    "sixth": "Bets for a sixth card",
    "end": "The last bets",
}


def _betting_opened(fact: bets.BettingOpened, speaker: Speaker) -> str:
    return f"{_ROUNDS[fact.round]}: {speaker.seat(fact.opener)} is asked first."


def _turn_started(fact: facts.TurnStarted, speaker: Speaker) -> str:
    return f"It is the {'last ' if fact.final else ''}turn of {speaker.seat(fact.seat)}."


def _card_placed(fact: facts.CardPlaced, speaker: Speaker) -> str:
    lay = ", which lay face down," if fact.was_down else ""
    card, old = speaker.card(fact.card), speaker.card(fact.old)
    old = old.replace("the ", "the other ", 1) if old == card else old
    return f"{speaker.seat(fact.seat)} places {card} at {fact.pos}; {old}{lay} is discarded."


def _fool_stole(fact: facts.FoolStole, speaker: Speaker) -> str:
    thief, victim = speaker.seat(fact.thief), speaker.seat(fact.victim)
    whose = "their own castle" if fact.thief == fact.victim else victim
    stolen = f"{thief} steals {speaker.card(fact.stolen)} from {whose} ({spot(fact.there)}), leaving the Fool there"
    return f"{stolen}; it goes to {spot(fact.own)}, and {speaker.card(fact.discarded)} is discarded."


_ATTEMPTS: Final = {
    "backstab": "to backstab",
    "pilfer": "to pilfer the pot",
    "riposte": "a riposte",
    "arcane": "an arcane recovery",
    "influence": "courtly influence",
}


def _power_tried(fact: powers.PowerTried, speaker: Speaker) -> str:
    at = f" {speaker.seat(fact.target)}" if fact.target is not None else ""
    for_what = f" of {counted(fact.value, 'chip')}" if fact.value is not None else ""
    outcome = "succeeds" if fact.success else "fails"
    return f"{speaker.seat(fact.seat)} tries {_ATTEMPTS[fact.power]}{at}{for_what}, rolls {fact.roll} and {outcome}."


def _cards_swapped(fact: powers.CardsSwapped, speaker: Speaker) -> str:
    whose = "their own castle" if fact.seat == fact.owner else f"the castle of {speaker.seat(fact.owner)}"
    return f"{speaker.seat(fact.seat)} swaps {spot(fact.first)} and {spot(fact.second)} in {whose}."


def _card_recalled(fact: powers.CardRecalled, speaker: Speaker) -> str:
    where = f"{speaker.card(fact.card)} from the discards to {spot(fact.own)}"
    return f"{speaker.seat(fact.seat)} recalls {where}; {speaker.card(fact.discarded)} is discarded."


def _mocked(fact: powers.Mocked, speaker: Speaker) -> str:
    return spoken_sentence(f"{speaker.seat(fact.seat)} mocks {speaker.seat(fact.target)}", fact.text)


def _gloated(fact: powers.Gloated, speaker: Speaker) -> str:
    return spoken_sentence(f"{speaker.seat(fact.seat)} gloats", fact.text)


def _tipped(fact: powers.Tipped, speaker: Speaker) -> str:
    to = "into the pot" if fact.to == "pot" else f"to {speaker.seat(fact.to)}"
    return f"{speaker.seat(fact.seat)} tips {counted(fact.value, 'chip')} {to}."


_REACTIONS: Final = {"applaud": "applauds", "groan": "groans", "boo": "boos"}


def _castle_revealed(fact: endings.CastleRevealed, speaker: Speaker) -> str:
    turned = (f"{place} {card}" for place, card in zip(fact.positions, fact.cards, strict=True))
    return f"{speaker.seat(fact.seat)} turns up {listed(list(turned))}."


def _castle_scored(fact: endings.CastleScored, speaker: Speaker) -> str:
    rows = " + ".join(str(row) if row >= 0 else f"({row})" for row in fact.rows)
    court = ", with a full court" if fact.full_court else ""
    return f"{speaker.seat(fact.seat)} scores by rows {rows} = {fact.score}{court}."


def _game_ended(fact: endings.GameEnded, speaker: Speaker) -> str:
    why = "All others have ducked: " if fact.reason == "ducked" else ""
    return f"{why}{speaker.won(fact.winners, 'wins the game', 'win the game together')}."


def _seat_out(fact: endings.SeatOut, speaker: Speaker) -> str:
    why = "has reached the total that was agreed on" if fact.reason == "total" else "cannot pay the forelay"
    return f"{speaker.seat(fact.seat)} {why} and is out of the match."


def _match_ended(fact: endings.MatchEnded, speaker: Speaker) -> str:
    won = speaker.won(fact.winners, "wins it", "win it together")
    return f"Fewer than two players are left in the match, and it ends: {listed(speaker.each(fact.totals))}. {won}."


SENTENCES: Final[Mapping[type[Struct], Sentence]] = {
    Deal: "Deal the next game.",
    Flip: "Flip {first} and {second}.",
    Peek: "Peek at the bottom pair.",
    Wager: "Wager {amount}.",
    Wink: "Wink.",
    Match: "Match.",
    Bump: "Bump by {amount}.",
    Duck: "Duck.",
    Draw: "Draw.",
    Take: "Take the top discard.",
    Place: _place,
    Gate: "Put it into the gatehouse.",
    Steal: _steal,
    Discard: "Discard it.",
    face_cards.Backstab: "Backstab {target}.",
    face_cards.Pilfer: "Pilfer {value} from the pot.",
    face_cards.Riposte: "Riposte.",
    face_cards.Arcane: "Cast arcane recovery.",
    face_cards.Influence: "Invoke courtly influence.",
    face_cards.Swap: _swap,
    face_cards.Recall: _recall,
    face_cards.Mock: _spoken,
    face_cards.Gloat: _spoken,
    face_cards.Tip: "Tip {value}.",
    face_cards.React: "React: {choice}.",
    face_cards.Pass: "Pass.",
    facts.GameBegan: _game_began,
    facts.CasterRolled: along(_caster_rolled),
    facts.GameStarted: "Game {game}: {caster} shuffles and deals to {dealt_in}.",
    bets.ForelayPaid: along("{seat} pays the forelay of {amount}."),
    facts.CastleDealt: alike(_castle_dealt, _castles_dealt),
    facts.CardsFlipped: _cards_flipped,
    facts.BottomPeeked: _bottom_peeked,
    bets.BettingOpened: along(_betting_opened),
    bets.BettingClosed: along("The betting is over."),
    bets.Winked: "{seat} winks.",
    bets.Wagered: "{seat} wagers {amount}.",
    bets.Matched: "{seat} matches with {amount}.",
    bets.Bumped: "{seat} bumps to {level}, paying {amount}.",
    bets.Ducked: "{seat} ducks and is out of this game.",
    facts.TurnStarted: along(_turn_started),
    facts.PileRebuilt: "The draw pile is empty: {count} discards are shuffled and become the new one.",
    facts.CardDrawn: "{seat} draws {card}.",
    facts.DiscardTaken: "{seat} takes {card} from the discard pile.",
    facts.CardPlaced: _card_placed,
    facts.CastleSealed: along("The castle of {seat} is sealed."),
    facts.CardDiscarded: "{seat} discards {card}.",
    facts.GatehouseFilled: "{seat} puts {card} into the gatehouse.",
    facts.FoolStole: _fool_stole,
    powers.PowerTried: _power_tried,
    powers.PowerDeclined: "{seat} leaves it at that.",
    powers.CardsSwapped: _cards_swapped,
    powers.CardRecalled: _card_recalled,
    bets.ChipPilfered: "{seat} takes {value} out of the pot.",
    bets.StakeLost: "{seat} loses {value} to the pot.",
    powers.Mocked: _mocked,
    powers.Gloated: _gloated,
    powers.Tipped: _tipped,
    powers.Reacted: lambda fact, speaker: f"{speaker.seat(fact.seat)} {_REACTIONS[fact.choice]}.",
    powers.ReactionsClosed: along("{seat} has heard enough."),
    endings.FinalRoundStarted: "The castle of {finisher} is complete: the final round begins.",
    endings.CastleRevealed: _castle_revealed,
    endings.CastleScored: _castle_scored,
    endings.GameEnded: _game_ended,
    endings.TotalChanged: alike("The total of {seat} is {total} now."),
    bets.PotShared: alike("{seat} gets {amount} from the pot."),
    bets.PotCarried: "{amount} stay in the pot for the next game.",
    endings.SeatOut: alike(_seat_out),
    endings.MatchEnded: _match_ended,
}

ABOUT: Final[About] = {endings.CastleScored: lambda fact, state: [(fact.seat, side_of(state, fact.seat).castle)]}
"""The cards that sentences are about that do not name them."""

OFFERS: Final[Mapping[type[Struct], str]] = {
    Place: "place it at {pos}",
    Steal: "steal from {target} what lies at {there}, and put it at {own}",
    face_cards.Swap: "swap {first} and {second}",
    face_cards.Recall: "bring back {card}, and put it at {own}",
    face_cards.Mock: "mock the next player, or the table",
    face_cards.Gloat: "gloat over the Dragon",
}
"""How what could be done is told, where a sentence of what was done is not a mere template."""


_HELD: Final = Meant("it", lambda state: state.held)
MEANT: Final[Mapping[type[Action], Meant]] = {
    Take: Meant(
        "the top discard", lambda state: state.discards[-1] if state.discards else None, "the top discard, {card}"
    ),
    Place: _HELD,
    Gate: _HELD,
    Discard: _HELD,
}
"""The cards that offers are about that no field names."""


def _sums(told: Iterable[Any]) -> PerSeat[Sum]:
    """The games that a seat was scored in; the rows of its castle where there was one game."""
    games: list[list[endings.CastleScored]] = []
    seats = 0
    for fact in told:
        if isinstance(fact, facts.GameBegan):
            seats = fact.seats
        elif isinstance(fact, facts.GameStarted):
            games.append([])
        elif isinstance(fact, endings.CastleScored):
            games[-1].append(fact)
    scored = [(game, fact) for game, castles in enumerate(games, start=1) for fact in castles]
    return tuple(
        tuple(part for game, fact in scored if fact.seat == seat for part in _parts(fact, game, len(games)))
        for seat in range(1, seats + 1)
    )


def _parts(fact: endings.CastleScored, game: int, games: int) -> Sum:
    if games > 1:
        return ((f"game {game}", fact.score),)
    return tuple((f"row {number}", row) for number, row in enumerate(fact.rows, start=1))


def _ducked(parted: Parted, speaker: Speaker) -> str:
    return f"{speaker.seats(parted.seats)} ducked"


def _went_out(parted: Parted, speaker: Speaker) -> str:
    if len(parted.rest) == 1:
        return f"only {speaker.seats(parted.rest)} was left in the match"
    return f"{speaker.seats(parted.seats)} went out of the match before"


ENDING: Final = Ending(
    rule="CZ-10.4",
    out=_ducked,
    lasted=_went_out,
    lasted_mark="out in game {lasted}",
    before_scores="whoever stays in the match longer is ahead, whatever the totals (CZ-10.5)",
    sums=_sums,
)

LABELS: Final[Mapping[str, str]] = {
    "play_to": "Play to",
    "powers": "Powers of face cards",
    "betting": "Betting",
    "stacks": "Chips at the start",
    "forelay": "Forelay",
    "full_court": "Full court",
    "gatehouse": "Gatehouse",
    "fool_betting": "Betting when a Fool is played",
    "rogue_stake": "A thief's stake",
    "chip_values": "Chip values",
}
"""What the options are called where a table chooses them, those first that it agrees on first."""
