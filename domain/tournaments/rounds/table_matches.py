"""The match that is begun at a table of a round: who plays, with which cards, and the id by which it goes."""

import re
from types import MappingProxyType
from typing import Any, Final

from ludograph.domain.exchange.deal_entry import whole_deal
from ludograph.domain.exchange.real_cards import RawDeal, RealCards
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import Game
from ludograph.domain.match.aggregate import About, Match, Setting, start_match
from ludograph.domain.match.allowances import with_allowances
from ludograph.domain.notation.names import folded
from ludograph.domain.store.recorder import match_id_of
from ludograph.domain.tournaments.aggregate import Tournament
from ludograph.domain.tournaments.service import TournamentService

NO_WORD: Final = re.compile(r"[^\w]+")


def table_match(
    service: TournamentService,
    tournament: Tournament,
    at: tuple[int, int],
    seed: str | None,
    deal: RawDeal = MappingProxyType({}),
    by: str = "",
) -> Match:
    """The match of a round and table, dealt from a seed; with real cards where there is none. Raises `Refused`.

    Its record begins with what the tournament allows while its matches run.
    """
    seated = tournament.round(at[0])
    game = GAMES[seated.game]
    about = About(tournament.state.name, str(at[0]), str(at[1]), "", _id_for(service, tournament, at))
    setting = _setting(game, tournament.table(*at).players, seated.options, seed, about, deal)
    match = start_match(game, match_id_of(about.source), setting, service.recorder.stamp(), by)
    return with_allowances(match, tournament.state.allowed, service.recorder.stamp(), by)


def _setting(
    game: Game, players: tuple[str, ...], options: dict[str, Any], seed: str | None, about: About, dealt: RawDeal
) -> Setting:
    """What the match at a table begins with; what only the table knows may be its first entry. Raises `Refused`."""
    real = RealCards(game, players, options)
    if seed is None and not dealt and real.needed:
        return Setting(players, real.options, None, None, about, awaits_deal=True)
    read, deal = whole_deal(real, dealt) if seed is None else (real.options, None)
    return Setting(players, read, deal, seed, about)


def _id_for(service: TournamentService, tournament: Tournament, at: tuple[int, int]) -> str:
    """An id by which a table's match can be named: that of the tournament, round and table."""
    own = tournament.opened.source or NO_WORD.sub("-", folded(tournament.state.name)).strip("-")
    name = f"{own or tournament.id.hex[:8]}-{at[0]}-{at[1]}"
    tries = (name, *(f"{name}-{again}" for again in range(2, 1000)))
    return next(one for one in tries if not service.recorder.has(match_id_of(one)))
