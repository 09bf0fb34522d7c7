"""Cards of all games in SQL: how often each came up."""

from collections import Counter
from pathlib import Path

from domain.games import GAMES
from tests.analytics.played import asked, played


def test_cards_come_up_as_often_as_steps_drew_them(tmp_path: Path) -> None:
    matches = [match for game in ("sun-bid", "conundruze") for match in played(game, 2, 2)]
    drawn: Counter[tuple[str, str]] = Counter()
    for match in matches:
        faces = {face.code for face in match.game.deck.faces} | {"??"}
        for step in match.steps:
            drawn.update((match.game.id, str(one)) for one in step.drawn if str(one) in faces)
    with asked(tmp_path, matches) as archive:
        rows = archive.report("cards")
        assert {(row["game"], row["card"]): row["times"] for row in rows} == drawn
        known = [row for row in rows if row["card"] != "??"]
        assert all(row["name"] for row in known)
        for game in ("sun-bid", "conundruze"):
            shares = [row["compared_percent"] for row in known if row["game"] == game]
            assert abs(sum(shares) / len(shares) - 100) < 0.1
        ours = archive.report("cards", game="Sun-Bid", verb="flip")
        assert {row["game"] for row in ours} == {GAMES["sun-bid"].id}
        assert all(row["times"] >= 2 for row in archive.report("cards", fewest=2))
