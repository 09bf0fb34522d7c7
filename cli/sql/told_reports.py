"""Reports that are no SQL: their names and titles, without what they take to be told."""

from typing import Final

STORY: Final = "story"
STORY_TITLE: Final = "The story of a match, in sentences: `ludograph report story MATCH`"
STORY_ABOUT: Final = (
    "Who played, when and where; who was ahead when, and how far the winner had been behind; the moments that decided "
    "the match, five at most; why it ended, and the ranking with what each score is made of. What counts on the way is "
    "what the observer knows (`--as`), or expects of what it does not know."
)
DESIGN: Final = "design"
DESIGN_TITLE: Final = "What a designer wants to know of a game"
