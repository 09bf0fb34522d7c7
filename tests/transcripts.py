"""Golden transcripts: what people are told while a scenario is played, to be read with one's own eyes.

`python -m tests.generate transcripts` writes them anew; a test compares. For each scenario stand its actions with what
tells them, what is then new on the table (`|`), and its refusals as they are explained: all as the judge knows it.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from ludograph.cli.errors import explain
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import JUDGE, Game
from ludograph.domain.kernel.sentences import Speaker
from ludograph.domain.match.aggregate import Match
from ludograph.replay.drawing.text_table import draw_table
from ludograph.replay.sentences.step_sentences import tell_facts, tell_step
from ludograph.replay.timeline.timeline import Timeline
from tests.scenario import COMMANDS, Play, scenario_files

FOLDER = Path(__file__).parent / "transcripts"


def transcript(game: Game) -> Iterator[str]:
    """The lines of all scenarios of a game, one after the other."""
    for path in scenario_files():
        if path.parent.name == game.id:
            yield from (f"== {path.stem}", "", *_played(Play(path), game), "")


def _played(play: Play, game: Game) -> Iterator[str]:
    if not play.begun:
        yield from _refused(play, game)
        return
    speaker, before = Speaker(game.deck, play.match.players), Counter[str]()
    yield from _indented(tell_facts(game, speaker, play.match.start.facts))
    for row in play.chunk.actions:
        play.line(row)
        if row.text.startswith("!"):
            yield row.text.partition(" =>")[0]
            yield from _refused(play, game)
        elif not COMMANDS.match(row.text):
            yield f"> {row.text}"
            yield from _indented(_told(play.match, speaker))
        table = Counter(draw_table(game.scene(play.match.state), speaker).split("\n"))
        yield from (f"  | {line.strip(' ─')}" for line in table - before if line)
        before = table


def _told(match: Match, speaker: Speaker) -> list[str]:
    """The newest step in sentences."""
    return tell_step(match.game, speaker, Timeline(match, JUDGE)[len(match.steps)])


def _refused(play: Play, game: Game) -> Iterator[str]:
    assert play.refusal is not None
    yield from _indented(explain(play.refusal, game, play.players).splitlines())


def _indented(lines: list[str]) -> Iterator[str]:
    return (f"  {line}".rstrip() for line in lines)


def text(game: Game) -> str:
    """The transcript of a game as its file has it."""
    return "\n".join(transcript(game))


def main() -> None:
    """Writes all transcripts anew."""
    FOLDER.mkdir(exist_ok=True)
    for game in GAMES.values():
        (FOLDER / f"{game.id}.txt").write_text(text(game))


if __name__ == "__main__":
    main()
