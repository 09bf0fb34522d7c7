"""`highlights` tells the moments that decided a match."""

from tests.cli.conftest import Ludograph


def test_each_moment_has_its_step_why_and_what_happened(ludograph: Ludograph, over: str) -> None:
    moments = ludograph.lines("highlights", over)
    assert moments
    text = ludograph("highlights", over)
    for moment in moments:
        assert set(moment) == {"step", "beat", "kinds", "why", "told", "link"}
        assert moment["link"] == f"#{moment['step']}"
        assert len(moment["kinds"]) >= len(moment["why"]) > 0
        assert f"{moment['step']:>4}  {moment['why'][0].split()[0]}" in text


def test_somebody_who_looks_is_told_what_they_know(ludograph: Ludograph, over: str) -> None:
    for observer in ("judge", "1"):
        assert ludograph.lines("highlights", over, "--as", observer)


def test_before_anything_has_happened_there_are_none(ludograph: Ludograph) -> None:
    ludograph("new", "sun-bid", "Ann", "Bob", "--id", "new")
    assert ludograph.lines("highlights", "new") == []
    assert "Nothing has happened yet that stands out." in ludograph("highlights", "new")
