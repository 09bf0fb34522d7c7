"""`report story MATCH`: a match in sentences, as somebody knows it."""

from typing import Any

from ludograph.cli.arguments import match_of, observer_named, recorder
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import echo, paragraph, styled
from ludograph.replay.beats.match_story import MatchStory, story_of
from ludograph.replay.timeline.timeline import Timeline


def tell_story(name: str, observer: str, *, as_json: bool) -> None:
    """Prints the story of a match, as an observer knows it."""
    with recorder() as store:
        match = match_of(store, name, (), None)
    story = story_of(Timeline(match, observer_named(match, observer)))
    if as_json:
        print_json({"match": str(match.id), "game": match.game.id, **story_json(story)})
        return
    echo(styled(story.headline, bold=True))
    for text in story.paragraphs:
        paragraph(text)


def story_json(story: MatchStory) -> dict[str, Any]:
    """A story for programs."""
    return {
        **story._asdict(),
        "moments": [one._asdict() for one in story.moments],
        "leads": [one._asdict() for one in story.leads],
        "paragraphs": story.paragraphs,
    }
