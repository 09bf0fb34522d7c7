"""The emblems and accents of games are served with the pages, and stand where a game is named."""

from pathlib import Path
from xml.etree import ElementTree

from ludograph.domain.games import GAMES
from ludograph.replay.design import STYLES, design_asset
from ludograph.replay.design.emblems import accent, accents, emblem
from ludograph.replay.service.pages import assets_version
from tests.service.running import running


def test_every_game_has_its_emblem_and_accent_served(tmp_path: Path) -> None:
    with running(tmp_path / "store.sqlite") as service:
        visitor, stamp = service.client(), assets_version()
        styles = visitor.get(f"/static/{stamp}/service.css").text
        answer = visitor.get(f"/static/{stamp}/emblems.svg")
        assert answer.headers["Content-Type"] == "image/svg+xml"
        assert "immutable" in answer.headers["Cache-Control"]
        assert answer.headers["Content-Encoding"] == "gzip"
        drawn = {str(one.get("id")): list(one) for one in ElementTree.fromstring(answer.text)}
        assert drawn.keys() == GAMES.keys()
        for game in GAMES:
            own = ElementTree.fromstring(emblem(game))
            assert list(map(ElementTree.tostring, drawn[game])) == list(map(ElementTree.tostring, own))
            assert f'[data-game="{game}"] {{ --game: {accent(game)}; }}' in styles
        assert visitor.get(f"/static/{stamp}/nothing.svg").status_code == 404


def test_pages_have_the_styles_of_the_design_before_their_own(tmp_path: Path) -> None:
    with running(tmp_path / "store.sqlite") as service:
        visitor = service.client()
        text = visitor.get("/").text
        assert text.index("service.css") < text.index("lobby.css")
        styles = visitor.get(f"/static/{assets_version()}/service.css").text
        parts = [styles.index(one) for one in (*map(design_asset, STYLES), accents(), "/* What all pages")]
        assert parts == sorted(parts)


def test_a_replay_shows_the_emblem_of_its_game(tmp_path: Path) -> None:
    with running(tmp_path / "store.sqlite") as service:
        match = service.new("sun-bid", "Ann", "Bob")
        text = service.client().get(f"/matches/{match}").text
        assert 'class="emblem" aria-hidden="true"' in text
        assert accent("sun-bid") in text
