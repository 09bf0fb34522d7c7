"""`note` adds remarks to steps."""

from tests.cli.conftest import Ludograph


def test_a_remark_is_for_the_judge_unless_it_is_public(ludograph: Ludograph, recorded: str) -> None:
    ludograph("note", recorded, "Bob hesitated")
    ludograph("note", recorded, "0", "a windy day", "--public")
    judge, table = ludograph("log", recorded, "--as", "judge"), ludograph("log", recorded)
    assert "Note on step 2: Bob hesitated" in judge
    assert "hesitated" not in table
    assert "Note on step 0: a windy day" in table


def test_the_step_is_printed(ludograph: Ludograph, recorded: str) -> None:
    assert ludograph.json("note", recorded, "1", "hm")["step"] == 1


def test_a_step_that_is_not_there_is_refused(ludograph: Ludograph, recorded: str) -> None:
    assert "There is no step 9" in ludograph.refused("note", recorded, "9", "hm")
    assert "UTF-8" in ludograph.refused("note", recorded, "\udcff")


def test_words_without_quotes_are_wrong_usage(ludograph: Ludograph, recorded: str) -> None:
    assert "in quotes" in ludograph.refused("note", recorded, "Bob", "hesitated", code=2)
    ludograph.refused("note", recorded, " ", code=2)
