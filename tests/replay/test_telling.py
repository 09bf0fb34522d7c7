"""Steps as sentences, and sentences as lines."""

from replay.telling import wrapped


def test_a_text_hangs_behind_what_stands_before_it() -> None:
    lines = wrapped("one two three four five six seven", width=24, first="  1  ")
    assert lines == ["  1  one two three four", "     five six seven"]


def test_lines_of_a_remark_stay_lines() -> None:
    assert wrapped("one\ntwo", first="> ") == ["> one", "  two"]
    assert wrapped("", first="> ") == ["> "]


def test_a_remark_cannot_write_to_the_terminal() -> None:
    assert wrapped("red \x1b[31m and \x07 bell") == ["red �[31m and � bell"]
