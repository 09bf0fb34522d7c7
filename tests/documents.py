"""The pages that are generated: commands, rules, reports, who learns what, and the README's table of credits.

`python -m tests.generate documents` writes them anew; a test compares.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import fill
from typing import Any, Final

import click
from msgspec import Struct

from ludograph.analytics.reports.reports import Parameter, reports
from ludograph.analytics.reports.variants import SHARED
from ludograph.cli.commands.games import credited, seats_text
from ludograph.cli.main import main as ludograph
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import Game, Secret, verb_of
from ludograph.domain.kernel.sentences import listed
from ludograph.domain.kernel.shapes import Field, fields_of
from ludograph.replay.service.access.rights import PERMISSIONS, Permission
from tests.design_page import design_page

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
SETTINGS: dict[str, Any] = {"max_content_width": 90, "terminal_width": 90, "help_option_names": ["-h", "--help"]}
NAMES: Final = (
    "Small and capital letters are one to parameters: `-p player=ann` is for `Ann` and for `ANN`. Rows",
    "are of names as they are written down, letter for letter, so that these two have a row each; where players are",
    "only counted (`activity`, `games`, `aucteraden/progress`) they are one.",
)
"""How reports take names."""
SPLIT: Final = (
    "With `option.NAME` and `by` a report says what it would if no other matches had been recorded: ratings, the",
    "order in time and totals are of the chosen ones alone. Only where it takes `player` or `event` itself, each",
    "group is what it says with that. Tables of tournaments are those of tournaments in which a chosen match",
    "counts, without byes. Where rows join matches of several numbers of players or options, that is said on",
    "standard error, with how many matches there are of each. `ludograph report story MATCH` tells one match in",
    "sentences.",
)
"""What splits matches, and how."""
COUNTED: Final = {7: ("Seven", "An eighth"), 8: ("Eight", "A ninth"), 9: ("Nine", "A tenth"), 10: ("Ten", "Another")}
"""How the README counts the games there are, and calls the next one."""


def pages() -> dict[Path, str]:
    """Every generated page with what belongs on it."""
    found = {DOCS / "commands.md": _page(commands()), DOCS / "audiences.md": _page(audiences())}
    found[DOCS / "rights.md"] = rights()
    found[DOCS / "design.md"] = _page(design_page())
    found[DOCS / "reports.md"] = _page(described_reports())
    found[ROOT / "README.md"] = readme()
    for game in GAMES.values():
        found[DOCS / "rules" / f"{game.id}.md"] = _page(rules(game))
    return found


def commands() -> Iterator[str]:
    """The help of every command."""
    yield from ("# Commands", "", "Written by `python -m tests.generate` from the commands' own help.")
    with click.Context(ludograph, info_name="ludograph", **SETTINGS) as context:
        yield from ("", "```", ludograph.get_help(context), "```")
        yield from _beneath(ludograph, context, "##")


def _beneath(group: click.Group, parent: click.Context, mark: str) -> Iterator[str]:
    """The help of every command of a group, and of theirs."""
    for name in group.list_commands(parent):
        command = group.get_command(parent, name)
        assert command is not None
        with click.Context(command, info_name=name, parent=parent, **SETTINGS) as context:
            yield from ("", f"{mark} {context.command_path.removeprefix('ludograph ')}", "")
            yield from ("```", command.get_help(context), "```")
            if isinstance(command, click.Group):
                yield from _beneath(command, context, f"{mark}#")


def rules(game: Game) -> Iterator[str]:
    """The rules of a game as a page, with the actions and options that they speak of."""
    yield from (
        f"# {game.title}",
        "",
        game.summary,
        "",
        "Written by `python -m tests.generate` from the game's `rules.py`.",
        "",
        f"![A table of {game.title}](../pictures/{game.id}.svg)",
    )
    yield from ("", "## How it is played", "", game.guide)
    yield from ("", "## Actions", "")
    for action in game.actions:
        words = " ".join(field.name if field.required else f"[{field.name}]" for field in fields_of(action))
        yield f"- `{f'{verb_of(action.__name__)} {words}'.strip()}`: {(action.__doc__ or '').splitlines()[0]}"
    if fields_of(game.options):
        yield from ("", "## Options", "")
        for field in fields_of(game.options):
            default = "" if field.default is None else f" (default `{field.default}`)"
            yield f"- `{field.name}`{default}: {field.about}"
    yield from ("", "## Rules", "")
    yield from (f"- **{number}** {text}" for number, text in game.rules.items())
    yield from ("", "## Credits", "", "The rules are told in our own words.", "")
    yield from (f"- {what}: {whose}" for what, whose in credited(game.credits).items())


def readme() -> str:
    """The README, with the games where it counts them, names their rules, and in its table of credits."""
    head = "| game | designer | source of the rules | licence of the source |\n|---|---|---|---|\n"
    before, _, rest = (ROOT / "README.md").read_text().partition(head)
    rows = (f"| {game.title} | {' | '.join(credited(game.credits).values())} |\n" for game in GAMES.values())
    return f"{_naming_games(before)}{head}{''.join(rows)}" + rest[rest.index("\n\n") + 1 :]


def _naming_games(text: str) -> str:
    """The README before its table: how many games there are, for how many players, and where the rules of each are."""
    games: list[str] = []
    links: list[str] = []
    for game in GAMES.values():
        games.append(f"{game.title} ({seats_text(game) if not games else seats_text(game).partition(' ')[0]})")
        links.append(f"[{game.title}](docs/rules/{game.id}.md)")
    count, another = COUNTED.get(len(games), (str(len(games)), "Another"))
    told = f"{count} games, with every variant of their rules: {listed(games)}. {another} costs"
    text = re.sub(
        r"\w+ games, with .*? costs (.*?)\n\n", lambda rest: f"{_folded(f'{told} {rest[1]}')}\n\n", text, flags=re.S
    )
    told = _folded(f"the rules of {listed(links)}.")
    return re.sub(r"the rules of \[.*?\n\n", lambda _: f"{told}\n\n", text, flags=re.S)


def _folded(text: str) -> str:
    return fill(text, 200, break_long_words=False, break_on_hyphens=False)


def described_reports() -> Iterator[str]:
    """What every report is about, and what it can be told."""
    yield from ("# Reports", "", "Written by `python -m tests.generate` from the heads of `analytics/sql/reports`.")
    yield "`ludograph report NAME -p PARAMETER=VALUE` answers one; `--plot` draws those that can be drawn, on the"
    yield "terminal or with `-o FILE.svg` or `FILE.png` on a page or slide (`--theme light`, `dark` or `print`), and"
    yield "`--page FILE.html` writes one page to share with what the report says, its picture and its rows."
    yield from ("", *NAMES)
    yield from (
        "",
        "Every report takes, besides its own parameters:",
        "",
        *(f"- `{name}`: {does}" for name, does in SHARED),
    )
    yield from ("", *SPLIT)
    for game in (None, *GAMES):
        found = [report for report in reports() if report.game == game]
        if found:
            yield from ("", f"## {GAMES[game].title if game else 'All games'}")
        for report in found:
            yield from ("", f"### {report.full_name}", "", f"**{report.title}**: {report.about}", "")
            if report.counts:
                yield from (f"Counts {report.counts}", "")
            yield from (f"- `{one.name}` ({_type_and_default(one)}): {one.about}" for one in report.parameters)
            if report.plot:
                yield from ("", f"Drawn as {report.plot.kind}: {', '.join(report.plot.columns)}.")


def _type_and_default(parameter: Parameter) -> str:
    return parameter.type if parameter.default == "NULL" else f"{parameter.type}, default `{parameter.default}`"


def audiences() -> Iterator[str]:
    """Who learns which field of which fact, action and deal."""
    yield from (
        "# Who learns what",
        "",
        "Written by `python -m tests.generate` from the `Secret` on each field. Fields that are not named here are",
    )
    yield "known to everybody. The judge knows all that was recorded."
    for game in GAMES.values():
        yield from ("", f"## {game.title}", "", "| | field | known to |", "|---|---|---|")
        for kind, structs in (("deal", (game.deal,)), ("action", game.actions), ("fact", game.facts)):
            for struct in structs:
                yield from (_row(kind, struct, field) for field in fields_of(struct) if _is_secret(field))


def rights() -> str:
    """The page of rights, with the powers of each role in its table."""
    head = f"| may | {' | '.join(f'`{role}`' for role in PERMISSIONS)} |\n|---{'|---' * len(PERMISSIONS)}|\n"
    before, _, rest = (DOCS / "rights.md").read_text().partition(head)
    held = [["yes" if power in may else "" for may in PERMISSIONS.values()] for power in Permission]
    rows = (f"| {power} | {' | '.join(marks)} |\n" for power, marks in zip(Permission, held, strict=True))
    return f"{before}{head}{''.join(rows)}" + rest[rest.index("\n\n") + 1 :]


def _row(kind: str, struct: type[Struct], field: Field) -> str:
    name = verb_of(struct.__name__) if kind == "action" else struct.__name__
    assert field.secret is not None
    return f"| {kind} `{name}` | `{field.name}` | {_known_to(field.secret)} |"


def _is_secret(field: Field) -> bool:
    return field.secret is not None and "*" not in field.secret.seen_by


def _known_to(secret: Secret) -> str:
    who = ["the seat that acts" if name == "actor" else f"the seat in `{name}`" for name in secret.seen_by]
    if secret.each:
        who.append(
            "entry by entry the seat of its place"
            if secret.each is True
            else f"entry by entry the seats in `{secret.each}`"
        )
    return ", ".join(who) or "the judge alone"


def _page(lines: Iterator[str]) -> str:
    return "\n".join(line.rstrip() for part in lines for line in part.split("\n")) + "\n"


def main() -> None:
    """Writes all generated pages anew."""
    for path, text in pages().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


if __name__ == "__main__":
    main()
