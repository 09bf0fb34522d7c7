"""Films and link cards of the service: to each as they know the match, and nothing of how it goes."""

import re
from datetime import timedelta
from io import BytesIO
from pathlib import Path

from PIL import Image

from ludograph.domain.kernel.game import TABLE
from ludograph.replay.drawing.picture import picture, png
from ludograph.replay.film.encoding import film
from ludograph.replay.film.frames import frames
from ludograph.replay.service.http.settings import Settings
from tests.places import place
from tests.playthrough import golden_match
from tests.service.running import Service, running
from tests.service.test_table_page import begun


def test_a_film_is_what_its_eyes_know(service: Service, tmp_path: Path) -> None:
    match, _ = begun(service, "sun-bid", tmp_path, 20)
    anybody, judge = service.client(), service.client(service.token("director"))
    asked = f"/matches/{match}/film.gif?from=18&to=19"
    answer = anybody.get(asked)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/gif")
    found = service.recorder.load(service.recorder.find(match))
    assert answer.content == film(list(frames(found, TABLE, 18, 19)), ".gif")
    assert "sun-bid-18-19.gif" in answer.headers["content-disposition"]
    assert judge.get(f"{asked}&as=judge").content != answer.content
    assert anybody.get(f"{asked}&as=judge").status_code == 401
    for steps in ("from=3&to=2", "from=0&to=21", "from=0&to=12", "from=-1&to=2"):
        assert anybody.get(f"/matches/{match}/film.gif?{steps}").status_code in (400, 422)


def test_what_the_delay_hides_is_in_no_film_and_on_no_card(tmp_path: Path) -> None:
    with running(place(tmp_path / "store.sqlite"), Settings(delay=timedelta(seconds=600))) as service:
        match, _ = begun(service, "sun-bid", tmp_path, 20)
        anybody = service.client()
        for path in ("film.gif?from=0&to=1", "preview.png"):
            assert anybody.get(f"/matches/{match}/{path}").status_code == 404


def test_a_link_card_tells_what_is_played_and_nothing_of_how_it_goes(service: Service, tmp_path: Path) -> None:
    last = len(golden_match("sun-bid").steps)
    match, _ = begun(service, "sun-bid", tmp_path, last)
    anybody = service.client()
    head = anybody.get(f"/matches/{match}").text.partition("<style>")[0]
    told = dict(re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)"', head))
    names = golden_match("sun-bid").players
    assert told["og:title"].startswith("Sun Bid: ")
    assert all(name in told["og:description"] for name in names)
    assert told["description"] == told["og:description"]
    assert not re.search(r"\b(won|wins|winner|points|score)\b|\d{2,}", told["og:description"])
    card = anybody.get(told["og:image"].removeprefix(service.url))
    assert card.headers["content-type"] == "image/png"
    found = service.recorder.load(service.recorder.find(match))
    assert card.content == png(picture(found, TABLE, 0), 1)
    assert Image.open(BytesIO(card.content)).width >= 600
    assert 'rel="icon"' in head
    assert 'rel="icon"' in anybody.get("/").text
    assert 'name="description"' in anybody.get("/").text
