"""What somebody can guess before a step is shown: every single thing that could be done, and which of them was."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from typing import Any, Final

from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.game import Action, Choice, FreeText, Game
from ludograph.domain.kernel.sentences import Speaker
from ludograph.replay.sentences.choices import choice_told

MOST: Final = 12
"""Where a block of choices comes to more single ones than this, it can be guessed as a whole only."""

Options = list[str] | list[int]
"""The single choices of a block: each as it goes on after `may`; the least and the most where a number is named; none
where there is but the block."""


def guessable_options(choice: Choice, game: Game, speaker: Speaker) -> Options:
    """The single choices of a block, as far as they can be told one by one."""
    if (numbers := _numbers(choice)) is not None:
        return [numbers[0], numbers[-1]]
    single = list(_singles(choice.values))
    if not 1 < len(single) <= MOST:
        return []
    told = [choice_told(Choice(choice.action, values), game, speaker) for values in single]
    return told if len(set(told)) == len(told) else []


def single_actions(choice: Choice) -> list[Action]:
    """Every single action of a block, where they are few; none where they are many, or words have to be found."""
    if any(isinstance(values, FreeText) and not values.optional for values in choice.values.values()):
        return []
    single = list(_singles({name: of for name, of in choice.values.items() if not isinstance(of, FreeText)}))
    return [choice.action(**{name: of[0] for name, of in one.items()}) for one in single] if len(single) <= MOST else []


def done_among(choices: Sequence[Choice], action: Action) -> list[list[int]]:
    """Which choices an action may have been, as far as somebody knows it: each block by its place, and what of it.

    What of it is the place among its single choices, or the number that was named; nothing where that is not known.
    """
    found = [(at, list(_which(choice, action))) for at, choice in enumerate(choices) if type(action) is choice.action]
    return [[at, *which[0]] if len(which) == 1 else [at] for at, which in found if which]


def _which(choice: Choice, action: Action) -> Iterator[list[int]]:
    if (numbers := _numbers(choice)) is not None:
        value = next(getattr(action, name) for name, values in choice.values.items() if values is numbers)
        if _may_be(value, numbers):
            yield [value] if isinstance(value, int) else []
        return
    single = list(_singles(choice.values))
    if not 1 < len(single) <= MOST:
        if all(_may_be(getattr(action, name), values) for name, values in choice.values.items()):
            yield []
        return
    for at, values in enumerate(single):
        if all(_may_be(getattr(action, name), of) for name, of in values.items()):
            yield [at]


def _may_be(value: Any, values: Sequence[Any]) -> bool:
    """Whether a value may be one of these, where it or they may be hidden from whoever looks."""
    if isinstance(values, FreeText) or value is None or value in values:
        return True
    if isinstance(value, tuple):
        alike = (one for one in values if isinstance(one, tuple) and len(one) == len(value))
        return any(all(UNKNOWN in pair or pair[0] == pair[1] for pair in zip(value, one, strict=True)) for one in alike)
    return value == UNKNOWN or UNKNOWN in values


def _numbers(choice: Choice) -> range | None:
    """The numbers of which one is named, where that is all that a block leaves open, and they are many."""
    many = [values for values in choice.values.values() if not _is_single(values)]
    if len(many) == 1 and isinstance(many[0], range) and many[0].step == 1 and len(many[0]) > MOST:
        return many[0]
    return None


def _is_single(values: Sequence[Any]) -> bool:
    return isinstance(values, FreeText) or len(list(islice(values, 2))) < 2


def _singles(values: Mapping[str, Sequence[Any]]) -> Iterator[dict[str, Sequence[Any]]]:
    """Each combination of what the fields may hold, texts aside: one more than can be told, at most."""
    of = [
        [one] if isinstance(one, FreeText) else [(value,) for value in islice(one, MOST + 1)] for one in values.values()
    ]
    for combined in islice(product(*of), MOST + 1):
        yield dict(zip(values, combined, strict=True))


__all__ = ["MOST", "Options", "done_among", "guessable_options", "single_actions"]
