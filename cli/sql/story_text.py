"""`report story MATCH`: a match in sentences, as somebody knows it."""

from typing import Any, Final

from ludograph.cli.arguments import match_of, observer_named, recorder
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import echo, paragraph, styled
from ludograph.replay.beats.match_story import MatchStory, story_of
from ludograph.replay.timeline.timeline import Timeline

STORY: Final = "story"
TITLE: Final = "The story of a match, in sentences: `ludograph report story MATCH`"
ABOUT: Final = (
    "Who played, when and where; who was ahead when, and how far the winner had been behind; the moments that decided "
    "the match, five at most; why it ended, and the ranking with what each score is made of. What counts on the way is "
    "what the observer knows (`--as`), or expects of what it does not know."
)


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
