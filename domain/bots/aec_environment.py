"""Each game as an environment of PettingZoo (AEC: agents act one after the other), for programs that learn.

It needs the extra `pettingzoo`. What an agent observes is made of the view of its seat alone.
"""

from collections.abc import Mapping
from itertools import product
from math import prod
from random import Random
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.chance import Drawing
from ludograph.domain.kernel.conceal import conceal
from ludograph.domain.kernel.game import TABLE, Action, Choice, Game, Options, Seat
from ludograph.domain.kernel.play import begin, check_start, play
from ludograph.domain.kernel.scene import Grid, Ledger, Pile, Row, Zone
from ludograph.domain.lab.playouts import any_move
from ludograph.domain.match.views import fold

MOST_MOVES: Final = 256
"""So many open moves are offered at once, evenly chosen among more of them."""
FIELDS: Final = 4
"""So many fields of a move are shown."""
NUMBERS: Final = 128
"""So many numbers of the table are shown: counts of piles, and what scoreboards and ledgers say."""
PLACES: Final = 64
"""Cards lie in so many parts of a table at most."""
LARGEST: Final = 2**31 - 1
Observation = Any
"""An array of whole numbers."""


class LudographEnvironment(AECEnv):  # type: ignore[misc]
    """A match of a game between agents called `seat_1` and so on; what the table decides happens by chance.

    An action is the number of one of the open moves. An observation is a row of numbers, of which `layout` says where
    each part begins and ends: `cards` (for each card of the deck in which part of the table it is known to lie; 0 where
    that is not known), `numbers` (what is counted on the table, -1 where it is not known) and `moves` (for each open
    move which kind of action it is, and the values of its fields, cards by their number in the deck, from 1 on). Zones
    come seat by seat from the agent's own. `infos` of who is to act has the moves as objects (`moves`) and which
    actions are among them (`action_mask`). Rewards come at the end: the share of the win less what falls to each, in a
    game for one the score. After `limit` moves a match is cut off.
    """

    metadata: dict[str, Any] = {"name": "ludograph", "render_modes": [], "is_parallelizable": False}

    def __init__(self, game: Game, seats: int, options: Options | None = None, limit: int = 1000) -> None:
        super().__init__()
        self.game = game
        self.limit = limit
        self._options = game.options() if options is None else options
        check_start(game, self._options, seats)
        self.metadata = {**self.metadata, "name": f"ludograph_{game.id.replace('-', '_')}"}
        self.render_mode = None
        self.possible_agents = [f"seat_{seat}" for seat in range(1, seats + 1)]
        self._numbers = {code: number for number, code in enumerate(game.deck.by_code, start=1)}
        self._kinds = {action: number for number, action in enumerate(game.actions, start=1)}
        ends = [len(self._numbers), NUMBERS, MOST_MOVES * (1 + FIELDS)]
        begins = [0, ends[0], ends[0] + ends[1]]
        self.layout = {
            name: slice(begin, begin + size)
            for name, begin, size in zip(("cards", "numbers", "moves"), begins, ends, strict=True)
        }
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(MOST_MOVES) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent observes: a row of numbers."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The numbers of the moves that can be open at once."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begins a match; the same seed and the same actions give the same match."""
        self._random = Random(seed)
        self._seed = f"{self._random.getrandbits(64):x}"
        self._step = 0
        begun = begin(self.game, self._options, len(self.possible_agents), None, Drawing(self._seed, 0))
        self._state = begun.state
        self._views = [fold(None, (conceal(fact, seat) for fact in begun.facts)) for seat in range(1, self._seats + 1)]
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._go_on()

    def observe(self, agent: str) -> Observation:
        """What an agent knows now."""
        seat = self.possible_agents.index(agent) + 1
        view = self._views[seat - 1]
        moves = self.moves_in(view, seat) if agent == self.agent_selection and not self._is_over else []
        return self.numbered(view, seat, moves)

    def step(self, action: int | None) -> None:
        """Makes the move of that number for the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        seat = self.possible_agents.index(agent) + 1
        assert action is not None
        self._play(seat, self.moves_in(self._views[seat - 1], seat)[action])
        self._go_on()
        self._accumulate_rewards()

    def render(self) -> None:
        """Draws nothing: there are no render modes."""

    def close(self) -> None:
        """Lets nothing go, for nothing is held."""

    @property
    def _seats(self) -> int:
        return len(self.possible_agents)

    @property
    def _is_over(self) -> bool:
        return any(self.terminations.values()) or any(self.truncations.values())

    def _play(self, seat: Seat, move: Action) -> None:
        self._step += 1
        done = play(self.game, self._state, seat, move, Drawing(self._seed, self._step))
        self._state = done.state
        self._views = [
            fold(view, (conceal(fact, one, seat) for fact in done.facts))
            for one, view in enumerate(self._views, start=1)
        ]

    def _go_on(self) -> None:
        """Plays what the table decides, and finds out whose turn it is, or that the match is over."""
        while self._step < self.limit:
            busy = [one for one in self.game.all_choices(self._state, self._seats) if not one[1].idle]
            if not busy:
                break
            seats = [seat for seat, _ in busy if seat != TABLE]
            if seats:
                self.agent_selection = self.possible_agents[seats[0] - 1]
                self._tell()
                return
            self._play(*any_move(busy, self._random))
        self._end()

    def _tell(self) -> None:
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        seat = self.possible_agents.index(self.agent_selection) + 1
        moves, mask = self.moves_in(self._views[seat - 1], seat), np.zeros(MOST_MOVES, dtype=np.int8)
        mask[: len(moves)] = 1
        self.infos[self.agent_selection] = {"moves": moves, "action_mask": mask}

    def _end(self) -> None:
        result = self.game.result(self._state)
        self.infos = {agent: {"scores": result.scores} for agent in self.agents}
        self.agent_selection = self.agents[0]
        (self.terminations if result.over else self.truncations).update(dict.fromkeys(self.agents, True))
        if not result.over:
            return
        winners = result.winners if isinstance(result.winners, tuple) else ()
        for seat, agent in enumerate(self.possible_agents, start=1):
            score, share = result.scores[seat - 1], 1 / len(winners) if seat in winners else 0.0
            alone = float(score) if isinstance(score, int) else 0.0
            self.rewards[agent] = share - 1 / self._seats if self._seats > 1 else alone

    def moves_in(self, view: Any, seat: Seat) -> list[Action]:
        """What is open to a seat as it knows it, in an order that hangs on that alone."""
        blocks = [one for one in self.game.choices(view, seat) if not one.idle]
        each = MOST_MOVES // max(len(blocks), 1)
        return [move for block in blocks for move in _some_moves(block, each)]

    def numbered(self, view: Any, seat: Seat, moves: list[Action]) -> Observation:
        """What a seat knows as a row of numbers, with what is open to it."""
        cards, numbers = np.zeros(len(self._numbers), dtype=np.int32), np.full(NUMBERS, -1, dtype=np.int32)
        zones = sorted(self.game.scene(view).zones, key=lambda zone: self._from(seat, zone.owner or 0))
        counted: list[int] = []
        parts = [(zone, part) for zone in zones for part in zone.parts]
        for place, (_, part) in enumerate(parts[: PLACES - 1], start=1):
            for code in _faces(part):
                cards[self._numbers[code] - 1] = place
            counted += _counted(part)
        counted = [*(_standing(zone) for zone in zones), *counted][:NUMBERS]
        numbers[: len(counted)] = counted
        rows = np.zeros((MOST_MOVES, 1 + FIELDS), dtype=np.int32)
        for row, move in enumerate(moves):
            values = [getattr(move, name) for name in move.__struct_fields__][:FIELDS]
            rows[row, : 1 + len(values)] = [self._kinds[type(move)], *map(self._number, values)]
        return np.concatenate([cards, numbers, rows.ravel()])

    def _from(self, seat: Seat, owner: Seat) -> int:
        return (owner - seat) % self._seats + 1 if owner else 0

    def _number(self, value: Any) -> int:
        """A value as a number: of a text where it stands among the cards, of several values what they come to."""
        if isinstance(value, int):
            return min(int(value), LARGEST)
        if isinstance(value, str):
            return self._numbers.get(value, 0)
        if isinstance(value, tuple):
            return sum(self._number(one) << (at * 6) for at, one in enumerate(value[:4])) & LARGEST
        return 0

    def _space(self) -> spaces.Box:
        return spaces.Box(-(2**31), LARGEST, (self.layout["moves"].stop,), np.int32)


def environment(game: str, seats: int, **options: Any) -> LudographEnvironment:
    """The environment of a game by its id, with so many seats and these options.

    Raises `Refused` where they do not fit, and KeyError where there is no such game.
    """
    found = GAMES[game]
    return LudographEnvironment(found, seats, found.options(**options))


def _some_moves(block: Choice, most: int) -> list[Action]:
    """The moves of a block, or so many of them, evenly chosen."""
    names, columns = [*block.values], [*block.values.values()]
    every = prod(map(len, columns))
    if every <= most:
        return [block.action(**dict(zip(names, row, strict=True))) for row in product(*columns)]
    moves = []
    for at in range(most):
        number, row = at * every // most, {}
        for name, column in zip(names, columns, strict=True):
            number, which = divmod(number, len(column))
            row[name] = column[which]
        moves.append(block.action(**row))
    return list(dict.fromkeys(moves))


def _faces(part: Any) -> list[str]:
    """The cards of a part of the table of which the faces are known."""
    if isinstance(part, Row):
        return [card for card in part.cards if card and card != UNKNOWN]
    if isinstance(part, Grid):
        return [cell.card for cell in part.cells if cell.card and cell.card != UNKNOWN]
    return [part.top] if isinstance(part, Pile) and part.top and part.top != UNKNOWN else []


def _counted(part: Any) -> list[int]:
    """The numbers in a part of the table."""
    if isinstance(part, Ledger):
        return [_whole(text) for _, text in part.lines]
    return [part.count] if isinstance(part, Pile) else [len(part.cards) if isinstance(part, Row) else len(part.cells)]


def _standing(zone: Zone) -> int:
    return _whole(zone.standing[1]) if zone.standing else -1


def _whole(text: str) -> int:
    try:
        return max(min(int(text), LARGEST), -LARGEST)
    except ValueError:
        return -1
