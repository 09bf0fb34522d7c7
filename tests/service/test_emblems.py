"""The emblems and accents of games are served with the pages, and stand where a game is named."""

from pathlib import Path

from ludograph.domain.games import GAMES
from ludograph.replay.design.emblems import accent, emblem
from ludograph.replay.service.pages import assets_version
from tests.service.running import running


def test_every_game_has_its_emblem_and_accent_served(tmp_path: Path) -> None:
    with running(tmp_path / "store.sqlite") as service:
        visitor, stamp = service.client(), assets_version()
        styles = visitor.get(f"/static/{stamp}/accents.css").text
        for game in GAMES:
            answer = visitor.get(f"/static/{stamp}/emblem-{game}.svg")
            assert (answer.text, answer.headers["Content-Type"]) == (emblem(game), "image/svg+xml")
            assert "immutable" in answer.headers["Cache-Control"]
            assert f'[data-game="{game}"] {{ --game: {accent(game)}; }}' in styles
        assert visitor.get(f"/static/{stamp}/emblem-nothing.svg").status_code == 404


def test_pages_have_the_styles_of_the_design_before_their_own(tmp_path: Path) -> None:
    with running(tmp_path / "store.sqlite") as service:
        text = service.client().get("/").text
        names = [text.index(name) for name in ("tokens.css", "base.css", "accents.css", "service.css", "lobby.css")]
        assert names == sorted(names)


def test_a_replay_shows_the_emblem_of_its_game(tmp_path: Path) -> None:
    with running(tmp_path / "store.sqlite") as service:
        match = service.new("sun-bid", "Ann", "Bob")
        text = service.client().get(f"/matches/{match}").text
        assert 'class="emblem" aria-hidden="true"' in text
        assert accent("sun-bid") in text
