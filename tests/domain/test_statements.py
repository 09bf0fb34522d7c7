"""The SQL of the store: each statement has a name and a sentence, is used, and is there for both databases."""

import re
from pathlib import Path

import pytest

from ludograph.domain.store.schema import INDEXES, OPTIONAL_TABLES
from ludograph.domain.store.sqlite.connections import STATEMENTS as OF_FILES
from ludograph.domain.store.sqlite.store import SCHEMA as FILES

ROOM = Path(__file__).parents[2] / "domain"


@pytest.mark.parametrize(
    "file", sorted((ROOM / "store").rglob("*.sql")), ids=lambda file: f"{file.parent.name}/{file.name}"
)
def test_each_statement_has_a_name_of_its_own_and_a_sentence(file: Path) -> None:
    blocks = [block.splitlines() for block in file.read_text().split("-- name: ")[1:]]
    names = [block[0] for block in blocks]
    assert len(set(names)) == len(names)
    assert [block[0] for block in blocks if not (block[0].isidentifier() and block[1].startswith("-- "))] == []


def test_every_statement_is_used() -> None:
    code = "".join(file.read_text() for file in ROOM.rglob("*.py"))
    named = {*re.findall(r'"(\w+)"', code), *INDEXES, *OPTIONAL_TABLES}
    postgres = pytest.importorskip("ludograph.domain.store.postgres.store")
    assert {*OF_FILES, *FILES, *postgres.STATEMENTS, *postgres.SCHEMA} - named == set()


def test_what_every_store_is_asked_is_there_in_both_dialects() -> None:
    postgres = pytest.importorskip("ludograph.domain.store.postgres.store")
    shared = "".join((ROOM / name).read_text() for name in ("store/base.py", "verify/anchor.py"))
    asked = set(re.findall(r'statements\["(\w+)"\]', shared))
    assert asked <= OF_FILES.keys() & postgres.STATEMENTS.keys()
    assert {*INDEXES, *OPTIONAL_TABLES} <= FILES.keys() & postgres.SCHEMA.keys()
