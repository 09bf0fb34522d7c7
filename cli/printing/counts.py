"""How many matches, tournaments and outcomes, in the words of a sentence."""

from collections.abc import Mapping

from ludograph.domain.kernel.sentences import counted


def counted_matches(number: int) -> str:
    """`0 matches`, `1 match`, `12,345 matches`."""
    return "1 match" if number == 1 else f"{number:,} matches"


def counted_records(matches: int, tournaments: int) -> str:
    """`2 matches`, or with tournaments where there are any `2 matches and 1 tournament`."""
    told = counted_matches(matches)
    return f"{told} and {counted(tournaments, 'tournament')}" if tournaments else told


def counted_outcomes(counts: Mapping[str, int], words: Mapping[str, str]) -> str:
    """`3 recorded, 1 refused`: how many came to what, in the order of `words`; empty where none came to anything."""
    return ", ".join(f"{counts[status]} {said}" for status, said in words.items() if counts[status])
