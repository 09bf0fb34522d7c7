"""Writes the files of a new game, and says what is to be done then: see "Adding a game" in CONTRIBUTING.

What is written is a whole game, a small one of tricks: it runs, and all tests of games hold for it. FILL IN stands
where it is to become another.
"""

import subprocess
import sys
from argparse import ArgumentParser
from importlib import import_module
from pathlib import Path
from string import Template
from typing import Final

from ludograph.domain.games import FOLDERS, GAMES
from ludograph.domain.kernel.cards import Deck

ROOT: Final = Path(__file__).parents[2]
SKELETON: Final = Path(__file__).parent / "skeleton"
DECKS: Final = ("french", "decktet", "perilous")
NEXT: Final = """\
Now:
1. Fill in domain/games/{folder}, in this order: rules, state, facts, actions, flow, scoring, words, terms, scene,
   __init__. `grep -rn "FILL IN" domain tests` names the places.
2. Write scenarios in tests/scenarios/{id}: for each worked example, ruling and rule number. real-cards.json there says
   how a match with real cards begins: how many players, what they answer when they are asked, the deal that it makes,
   and the first actions.
3. .venv/bin/python -m pytest -q -k "{id} or {folder}"
4. .venv/bin/python -m tests.generate, which writes playthrough, transcript, questions, screens, picture and pages, and
   names the game in the README. Read all of it before it is committed.
Only where it needs it: EXPECTED in tests/games/test_endings.py, if more than the highest score decides; twins of
its secrets in tests/test_secrets.py; a better match (SEEDS in tests/playthrough.py), a better moment of it for the
picture (STEPS in tests/pictures.py).
"""


def titled(id: str) -> str:
    """`low-tide` as it is written in sentences: `Low Tide`."""
    return " ".join(word.capitalize() for word in id.split("-"))


def prefix(id: str) -> str:
    """The letters before the numbers of its rules, which no other game has: `LT`."""
    taken = {next(iter(game.rules)).partition("-")[0] for game in GAMES.values()}
    letters = id.replace("-", "").upper()
    initials = "".join(word[0] for word in id.upper().split("-"))
    tried = (initials if len(initials) > 1 else "", *(letters[0] + letter for letter in letters[1:]), letters)
    return next(one for one in tried if one and one not in taken)


def values(id: str, cards: str) -> dict[str, str]:
    """What stands in the skeleton for the names of a game, and for six of its cards from low to high."""
    deck: Deck = getattr(import_module(f"ludograph.domain.kernel.decks.{cards}"), cards.upper())
    faces = {f"c{number}": face.code for number, face in enumerate(deck.faces[:6], start=1)}
    names = {"id": id, "folder": id.replace("-", "_"), "title": titled(id), "Name": titled(id).replace(" ", "")}
    return names | faces | {"P": prefix(id), "deck": cards, "DECK": cards.upper()}


def write(root: Path, id: str, cards: str) -> None:
    """Writes the game's folder and its scenarios, and names it among the games."""
    filled = values(id, cards)
    folder, scenarios = root / "domain/games" / filled["folder"], root / "tests/scenarios" / id
    for source in SKELETON.rglob("*.txt"):
        scenario = source.parent.name == "scenarios"
        name = source.stem if Path(source.stem).suffix else source.name
        path = (scenarios if scenario else folder) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(Template(source.read_text()).substitute(filled))
    games = root / "domain/games/__init__.py"
    last = f'    "{next(reversed(FOLDERS))}": "{FOLDERS[next(reversed(FOLDERS))]}",\n'
    games.write_text(games.read_text().replace(last, f'{last}    "{id}": "{filled["folder"]}",\n'))
    for command in (("check", "--fix", "--select", "I"), ("format",)):
        subprocess.run([sys.executable, "-m", "ruff", *command, "--quiet", folder], check=True, cwd=root)


def main() -> None:
    """Writes a game that is not there yet."""
    parser = ArgumentParser(prog="python -m tests.new_game", description=__doc__)
    parser.add_argument("name", help="Small letters and hyphens: low-tide.")
    parser.add_argument("--cards", choices=DECKS, default=DECKS[0], help="What it is played with.")
    given = parser.parse_args()
    if not all(word.isalpha() and word.islower() and word.isascii() for word in given.name.split("-")):
        parser.error("A game is named in small letters, with hyphens between words.")
    if given.name in GAMES:
        parser.error(f"There is a game {given.name} already.")
    write(ROOT, given.name, given.cards)
    print(NEXT.format(id=given.name, folder=given.name.replace("-", "_")), end="")


if __name__ == "__main__":
    main()
