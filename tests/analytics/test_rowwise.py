"""What the archive is measured against makes the same rows as the archive: else the comparison says nothing."""

from bench.archive import rows
from bench.measuring import Scale
from tests.large import slow


@slow
def test_both_sides_of_the_measure_make_the_same_rows() -> None:
    """`bench.archive` refuses to compare where a row of any table differs."""
    (comparison,) = rows(Scale(rounds=0, actions=30))
    assert comparison.row == "archive"
