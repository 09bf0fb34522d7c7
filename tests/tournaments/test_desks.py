"""A few of the random orders of `python -m tests.desks`."""

from pathlib import Path

from tests.desks import check_orders
from tests.places import of_file


@of_file
def test_two_desks_in_any_order_come_to_the_same_as_one(tmp_path: Path) -> None:
    told = check_orders(tmp_path, 2, "test")
    assert told["united"] > 5
    assert told["decided"] > 80
