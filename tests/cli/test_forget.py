"""`forget`: a name goes out of everything that a store holds, and `verify` still tells all the rest."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from uuid import UUID

import pytest

from ludograph.domain.erasure.mentions import Mentions
from ludograph.domain.games import GAMES
from ludograph.domain.match.events import TOPICS, Step
from ludograph.domain.store.recorder import Recorder
from ludograph.replay.service.live.messages import KINDS
from tests.cli.conftest import Ludograph
from tests.large import slow
from tests.places import of_file
from tests.stores import asked, run_sql

NAME = "Zsófia Quux"
OTHERS = ("ZSÓFIA  QUUX", "Zso\u0301fia Quux", "\uff3as\xf3fia Quux")
WHY = ("--reason", "she asked for it", "--by", "Olga")


def play(ludograph: Ludograph) -> None:
    """A tournament and matches beside it in which she plays, speaks, signs, and is spoken of."""
    cup = "Spring Cup"
    ludograph("tournament", "new", cup, "--by", NAME)
    ludograph("tournament", "enter", cup, NAME, "Bob", "Cat", "Dan")
    ludograph("tournament", "seat", cup, "--game", "sun-bid", "--size", "2", "--seed", "3")
    ludograph("tournament", "start", cup, "1")
    ludograph("tournament", "penalty", cup, NAME, "1", "--reason", f"{OTHERS[0]} came late")
    ludograph("new", "conundruze", NAME, "Bob", "--seed", "2", "--id", "sealed-one", "--sealed", "--by", OTHERS[0])
    ludograph("note", "sealed-one", "0", f"{OTHERS[1]}'s hat; Zsófia smiled; Quuxley did not", "--by", "Bob")
    ludograph("new", "last-years-magic", "Bob", NAME, "Cat", "--seed", "2", "--id", "zsófia quux at home")
    ludograph("new", "sun-bid", "Bob", "Cat", "--seed", "2", "--id", "other")
    ludograph("token", "new", "--role", "player", "--match", "sealed-one", "--as", NAME)


@pytest.fixture
def played(ludograph: Ludograph) -> Ludograph:
    play(ludograph)
    return ludograph


def stands_in(data: bytes) -> bool:
    """Whether the name stands in these bytes, however it was written."""
    spelt = {form.casefold() for form in (NAME, *OTHERS)} | {"zsófia quux"}
    return any(
        one.encode(code) in data or one.title().encode(code) in data or form.encode(code) in data
        for one, form in ((one, form) for one in spelt for form in (NAME, *OTHERS))
        for code in ("utf-8", "utf-16-le")
    )


def all_said(ludograph: Ludograph) -> str:
    """All that anybody can be told of the store."""
    ids = [line["match"] for line in ludograph.lines("matches")]
    commands = [[name, id, "--as", "judge"] for id in ids for name in ("history", "log", "show", "export")]
    told = [ludograph(*command) for command in (*commands, ["matches"], ["tournament", "history", "Spring Cup"])]
    told += [ludograph("tournament", name, "Spring Cup") for name in ("show", "standings", "export")]
    told.append(ludograph("query", "SELECT * FROM matches", "--json"))
    return "\n".join(told)


@slow
@of_file
def test_a_name_that_was_forgotten_stands_nowhere_any_more(played: Ludograph) -> None:
    lake = played.folder / "lake"
    cache = played.folder / "elsewhere.duckdb"
    played("lake", lake, "--cache", cache)
    hers = played.folder / "store.sqlite.as-0123456789ab.duckdb"
    hers.write_bytes(b"an archive as she knew it")
    assert stands_in(Path(played.store).read_bytes())
    done = played.json("forget", NAME, *WHY, "--lake", str(lake))
    assert done["done"]
    assert done["pseudonym"] == "Player 1"
    played("query", "SELECT 1", "--cache", cache)
    files = [path for path in played.folder.rglob("*") if path.is_file()]
    assert [path for path in files if stands_in(path.read_bytes())] == []
    assert not hers.exists()
    assert not stands_in(all_said(played).encode())
    assert "Player 1's hat; Zsófia smiled; Quuxley did not" in all_said(played)
    played("verify", "--all")
    played("verify", "--lake", str(lake))


def test_a_token_is_for_the_eyes_of_the_pseudonym(played: Ludograph) -> None:
    played("forget", NAME, *WHY)
    assert [observer for (observer,) in asked(played.store, "SELECT observer FROM tokens")] == ["Player 1"]


def test_a_file_of_before_does_not_bring_the_name_back(played: Ludograph) -> None:
    file = played.file("before.jsonl", played("export", "sealed-one", "--as", "judge").rstrip())
    longer = played.file("longer.jsonl", file.read_text().rstrip(), '{"note": "later", "public": true}')
    played("forget", NAME, *WHY)
    for one in (file, longer):
        played.run("import", one)
    assert not stands_in(all_said(played).encode())
    played("verify", "--all")


def test_every_event_is_told_to_those_who_follow_a_match() -> None:
    assert set(KINDS) == {*TOPICS, Step}


def test_what_was_touched_says_so_and_nothing_else_is_another(played: Ludograph) -> None:
    before = {line["match"]: line["head"] for line in played.lines("verify", "--all") if "match" in line}
    played("forget", NAME.upper(), "--as", "Nobody in Particular", *WHY)
    after = {line["match"]: line for line in played.lines("verify", "--all") if "match" in line}
    other = str(UUID(played.json("show", "other")["match"]))
    same = [id for id in before if before[id] == after[id]["head"]]
    assert other in same
    assert all("forgotten" not in after[id] for id in same)
    touched = [id for id in before if id not in same]
    assert all(after[id]["forgotten"] and after[id]["ok"] for id in touched)
    for id in touched:
        result = played.run("verify", id, "--head", before[id])
        assert result.exit_code == 0
        assert "before event" in result.stderr
        last = played.lines("history", id, "--as", "judge")[-1]
        assert (last["kind"], last["by"], last["reason"]) == ("name-forgotten", "Olga", "she asked for it")
        assert "Nobody in Particular" in last["text"]


def test_orders_that_were_sealed_under_the_name_are_sealed_again(played: Ludograph) -> None:
    with Recorder(played.store) as store:
        promised = store.load(store.find("sealed-one")).first.commitment
    played("verify", "sealed-one", "--commitment", promised)
    played("forget", NAME, *WHY)
    assert "until a name in them was forgotten" in played.refused("verify", "sealed-one", "--commitment", promised)
    with Recorder(played.store) as store:
        now = store.load(store.find("sealed-one")).first.commitment
    played("verify", "sealed-one", "--commitment", now)


def test_a_guessed_name_cannot_be_tried_against_the_digests_that_are_kept(played: Ludograph) -> None:
    """The random bytes that sealed each event, and the orders, are others where the name stood."""
    with Recorder(played.store) as store:
        old = store.load(store.find("sealed-one"))
    played("forget", NAME, *WHY)
    with Recorder(played.store) as store:
        new = store.load(store.find("sealed-one"))
    assert all(one.salt != other.salt for one, other in zip(old.history, new.history, strict=False))
    assert old.first.nonce != new.first.nonce
    assert new.history[-1].other == old.head  # type: ignore[attr-defined]


def test_a_preview_changes_nothing_and_tells_what_would_be(played: Ludograph) -> None:
    before = asked(played.store, "SELECT state FROM stored_events ORDER BY originator_id, originator_version")
    told = played.json("forget", NAME, "--preview")
    assert (told["done"], told["pseudonym"]) == (False, "Player 1")
    assert sum("match" in one for one in told["records"]) >= 3
    assert sum("tournament" in one for one in told["records"]) == 1
    assert [one["part"] for one in told["mentions"]] == ["zsófia"]
    assert any("backups" in one for one in told["beyond"])
    assert "Player 1 would stand for Zsófia Quux" in played("forget", NAME, "--preview")
    assert asked(played.store, "SELECT state FROM stored_events ORDER BY originator_id, originator_version") == before


def test_names_that_are_nearly_the_same_are_told_and_stay(played: Ludograph) -> None:
    played("new", "sun-bid", "Zsófia Quuxx", "Bob", "--seed", "2")
    near = played.json("forget", NAME, "--preview")["near"]
    assert near == [{"name": "Zsófia Quuxx", "records": 1}]
    played("forget", NAME, *WHY)
    assert any("Zsófia Quuxx" in line["players"] for line in played.lines("matches"))


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--as", "Bob", *WHY), "is somebody's name"),
        (("--as", "table", *WHY), "means something else"),
        (("--as", "Old Zsófia Quux", *WHY), "pseudonym says the name"),
        (("--reason", "zsófia quux asked", "--by", "Olga"), "reason says the name"),
        (("--reason", "asked", "--by", NAME), "--by says the name"),
        (("--lake", "nowhere", *WHY), "Nothing was changed"),
    ],
)
def test_what_cannot_be_forgotten_so_changes_nothing(played: Ludograph, words: tuple[str, ...], says: str) -> None:
    before = asked(played.store, "SELECT state FROM stored_events ORDER BY originator_id, originator_version")
    assert says in played.refused("forget", NAME, *words).replace("\n", " ")
    assert asked(played.store, "SELECT state FROM stored_events ORDER BY originator_id, originator_version") == before


def test_nobody_forgets_without_saying_why(played: Ludograph) -> None:
    assert "--reason and --by" in played.refused("forget", NAME, code=2)


def test_a_store_that_another_program_has_open_is_left_alone(played: Ludograph) -> None:
    with Recorder(played.store) as other:
        other.find("other")
        assert "stop it first" in played.refused("forget", NAME, *WHY)
    played("forget", NAME, *WHY)


def test_what_was_altered_is_not_sealed_again(played: Ludograph) -> None:
    run_sql(played.store, "UPDATE stored_events SET topic = 'conundruze.mock' WHERE topic = 'conundruze.note-added'")
    assert "would hide what is wrong" in played.refused("forget", NAME, *WHY).replace("\n", " ")


def test_verify_still_finds_what_is_altered_afterwards(played: Ludograph) -> None:
    played("forget", NAME, *WHY)
    played("note", "sealed-one", "a later remark")
    if not isinstance(played.store, Path):
        return
    run_sql(
        played.store,
        "UPDATE stored_events SET state = CAST(replace(CAST(state AS TEXT), 'later', 'other') AS BLOB) "
        "WHERE topic = 'conundruze.note-added'",
    )
    assert played.run("verify", "sealed-one").exit_code == 1


def test_an_old_copy_does_not_bring_the_name_back(played: Ludograph) -> None:
    old = played.folder / "old.sqlite"
    played("backup", old)
    ahead = played.folder / "ahead.sqlite"
    played("backup", ahead)
    there = Ludograph(played.folder)
    there.store = ahead
    there("note", "sealed-one", "0", "more was said there")
    played("forget", NAME, *WHY)
    statuses = {line["status"] for line in played.lines("merge", str(old))}
    assert statuses == {"already"}
    lines = [json.loads(line) for line in played.run("merge", str(ahead), "--json").stdout.splitlines()]
    (apart,) = [line for line in lines if line["status"] != "already"]
    assert (apart["status"], "forget the name there first" in apart["error"]) == ("apart", True)
    kept = [
        json.loads(line) for line in played.run("merge", str(ahead), "--keep", "theirs", "--json").stdout.splitlines()
    ]
    assert {line["status"] for line in kept} == {"already", "apart"}
    assert not stands_in(all_said(played).encode())
    there("merge", str(old))
    lines = [json.loads(line) for line in played.run("copy", str(old), "--all", "--json").stdout.splitlines()]
    assert any("ludograph forget" in (line["error"] or "") for line in lines)


def states(ludograph: Ludograph) -> list[object]:
    """All that is recorded, byte by byte."""
    return asked(ludograph.store, "SELECT state FROM stored_events ORDER BY originator_id, originator_version")


def test_no_pseudonym_turns_a_result_around(ludograph: Ludograph) -> None:
    """Players are followed through corrections by their names: a pseudonym may be no name of then, either."""
    ludograph("simulate", "sun-bid", "--seats", "2", "--seed", "1", "--players", "Ada,Bea")
    id = ludograph.lines("matches")[0]["match"]
    ludograph("rule", id, "late", "--forfeit", "Ada", "--by", "Olga")
    ludograph("amend", id, "0", 'players: ["Xia", "Yan"]', "--reason", "other names")
    ludograph("confirm", id, "--as", "Xia")
    results = "SELECT seat, place, won, player FROM results ORDER BY seat"
    before, rows = states(ludograph), ludograph.lines("query", results)
    for taken in ("Yan", "xia", "BEA", "Olga"):
        assert "somebody's name" in ludograph.refused("forget", "Ada", "--as", taken, *WHY)
        assert "somebody's name" in ludograph.refused("forget", "Ada", "--as", taken, "--preview")
    assert states(ludograph) == before
    ludograph("forget", "Ada", *WHY)
    assert ludograph.lines("query", results) == rows
    ludograph("verify", "--all")


def test_two_people_never_become_one(played: Ludograph) -> None:
    played("new", "sun-bid", "Hal", "Eve", "--seed", "2")
    played("token", "new", "--role", "player", "--match", "other", "--as", "Cat")
    before = states(played)
    for taken in ("Dan", "dan", "Cat", "Eve"):
        assert "somebody's name" in played.refused("forget", "Hal", "--as", taken, *WHY).replace("\n", " ")
    played("forget", "Hal", "--as", "Player 7", *WHY)
    before = states(played)
    assert "somebody's name" in played.refused("forget", "Eve", "--as", "player 7", *WHY).replace("\n", " ")
    assert states(played) == before


def test_no_tournament_comes_out_otherwise(played: Ludograph, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever else went wrong: standings are worked out before and after, and nothing is written if they differ."""
    from ludograph.domain.erasure import erasure

    count = iter(range(9))
    before = states(played)
    monkeypatch.setattr(erasure, "tournament_outcomes", lambda *_: {UUID(int=1): next(count)})
    assert "come out otherwise" in played.refused("forget", NAME, *WHY)
    assert states(played) == before


def test_nobody_chooses_the_coming_cards_by_a_pseudonym(played: Ludograph) -> None:
    """Seeds that say the name are drawn anew, and not while cards come of them; the same stay the same."""
    for id in ("one", "two"):
        played("new", "sun-bid", "Bob", "Cat", "--seed", f"{NAME} 7", "--id", id)
    before = states(played)
    assert "finish it first" in played.refused("forget", NAME, *WHY).replace("\n", " ").lower()
    assert "finish it first" in played.refused("forget", NAME, "--preview").replace("\n", " ").lower()
    assert states(played) == before
    for id in ("one", "two"):
        played("abandon", id, "--reason", "to be forgotten")
    played("forget", NAME, "--as", "Xerxes", *WHY)
    with Recorder(played.store) as store:
        first, second = (store.load(store.find(id)).first.seed or "" for id in ("one", "two"))
    assert first == second
    assert "Xerxes" not in first
    played("verify", "--all")


def test_orders_that_were_sealed_again_are_never_said_to_be_dealt_so(played: Ludograph) -> None:
    assert "dealt so" in played.run("verify", "sealed-one").stderr
    played("forget", NAME, *WHY)
    told = " ".join(played.run("verify", "sealed-one").stderr.split())
    assert "dealt so" not in told
    assert "sealed again when a name was forgotten" in told
    assert played.json("verify", "sealed-one")["sealed_again"] > 1
    with Recorder(played.store) as store:
        now = store.load(store.find("sealed-one")).first.commitment
    fits = played.run("verify", "sealed-one", "--commitment", now)
    assert "not at the start" in " ".join(fits.stderr.split())


def test_only_a_whole_name_can_be_forgotten(played: Ludograph) -> None:
    played("note", "sealed-one", "0", "Bob was caught cheating", "--by", "Dan")
    before = states(played)
    for words in ("was caught cheating", "Zsófia", "Spring Cup", "Nobody"):
        told = " ".join(played.refused("forget", words, "--as", "a very good game", *WHY).split())
        assert f"Nobody in this store is called {words}" in told
        assert "Nobody" in played.refused("forget", words, "--preview")
    assert "Did you mean Zsófia Quux?" in " ".join(played.refused("forget", "Zsofia Quux", *WHY).split())
    assert states(played) == before


@pytest.mark.parametrize(
    "lie", ["UPDATE heads SET result = NULL", "UPDATE heads SET steps = steps + 1", "UPDATE heads SET over = NOT over"]
)
def test_a_row_of_heads_that_lies_is_not_put_right_unseen(played: Ludograph, lie: str) -> None:
    played("simulate", "sun-bid", "--seats", "2", "--seed", "1", "--players", f"{NAME},Bob")
    id = next(line["match"] for line in played.lines("matches") if line["status"] == "over")
    if "over" in lie and not isinstance(played.store, Path):
        lie = "UPDATE heads SET over = 0"
    run_sql(played.store, f"{lie} WHERE match = '{UUID(id).hex}'")
    wrong = [line for line in played.run("verify", "--all", "--json").stdout.splitlines() if not json.loads(line)["ok"]]
    assert wrong
    before = states(played)
    for words in (WHY, ("--preview",)):
        assert "would hide what is wrong" in " ".join(played.refused("forget", NAME, *words).split())
    assert states(played) == before


def two_stores(played: Ludograph) -> Ludograph:
    """A copy of the store, elsewhere."""
    copy = played.folder / "copy.sqlite"
    played("backup", copy)
    there = Ludograph(played.folder)
    there.store = copy
    return there


def merged(into: Ludograph, other: Ludograph, *words: str) -> dict[str, list[dict[str, str]]]:
    """What a merge says of each record, by status."""
    lines = [json.loads(line) for line in into.run("merge", str(other.store), *words, "--json").stdout.splitlines()]
    return {status: [one for one in lines if one["status"] == status] for status in {one["status"] for one in lines}}


def test_stores_that_both_forgot_can_be_merged(played: Ludograph) -> None:
    there = two_stores(played)
    for store in (played, there):
        store("forget", NAME, *WHY)
    assert merged(played, there).keys() == {"already"}
    played("note", "sealed-one", "0", "said here")
    assert merged(played, there).keys() == {"already"}
    there("note", "zsófia quux at home", "0", "said there")
    found = merged(played, there)
    assert found.keys() == {"already", "apart"}
    assert "`--keep ours` or `--keep theirs` decides" in found["apart"][0]["error"]
    assert merged(played, there, "--keep", "theirs", "--reason", "newer", "--by", "Olga").keys() == {"already", "kept"}
    assert merged(played, there).keys() == {"already"}
    assert "said there" in all_said(played)
    there("tournament", "penalty", "Spring Cup", "Bob", "1", "--reason", "said there")
    (apart,) = merged(played, there)["apart"]
    assert apart.get("tournament") or apart
    assert "kept" in merged(played, there, "--keep", "theirs", "--reason", "newer", "--by", "Olga")
    played("verify", "--all")


def test_stores_that_forgot_differently_do_not_bring_a_name_back(played: Ludograph) -> None:
    there = two_stores(played)
    played("forget", NAME, *WHY)
    there("forget", "Bob", *WHY)
    found = merged(played, there, "--keep", "theirs", "--reason", "newer", "--by", "Olga")
    assert len([one for one in found["apart"] if "with the same `--as`" in one["error"]]) == 3
    assert not stands_in(all_said(played).encode())
    there("forget", NAME, "--as", "Player 2", *WHY)
    assert len([one for one in merged(played, there)["apart"] if "with the same `--as`" in one["error"]]) == 4


@slow
@of_file
def test_the_same_again_writes_a_lake_under_the_pseudonym_that_was_given(played: Ludograph) -> None:
    lake = played.folder / "lake"
    played("new", "sun-bid", "Player 1", "Bob", "--seed", "2")
    played("lake", lake, "--as", NAME)
    assert played.json("forget", NAME, *WHY)["pseudonym"] == "Player 2"
    assert "Nobody in this store" in played.refused("forget", NAME, "--reason", "another", "--by", "Olga")
    again = played.json("forget", NAME, *WHY, "--lake", str(lake))
    assert (again["pseudonym"], again["records"]) == ("Player 2", [])
    assert [path for path in lake.rglob("*") if path.is_file() and stands_in(path.read_bytes())] == []


def test_a_match_is_listed_by_what_finds_it(played: Ludograph) -> None:
    played("forget", NAME, *WHY)
    for line in played("matches").splitlines()[1:]:
        played("show", line.split()[0])


def test_the_same_again_completes_what_was_cut_short(played: Ludograph) -> None:
    played("forget", NAME, *WHY)
    again = played.json("forget", NAME, *WHY)
    assert (again["events"], again["records"]) == (0, [])
    played("verify", "--all")


@of_file
@pytest.mark.parametrize("seconds", [0.0, 0.15])
def test_a_run_that_is_killed_has_done_all_or_nothing(played: Ludograph, seconds: float) -> None:
    code = (
        "import sys, time\nfrom ludograph.domain.erasure import erasure\nwork = erasure._write\n"
        "def slow(*args):\n    work(*args)\n    print('one', flush=True)\n    time.sleep(9)\n"
        "erasure._write = slow\nfrom ludograph.cli.main import main\nmain()\n"
    )
    command = [sys.executable, "-c", code, "--store", str(played.store), "forget", NAME, *WHY]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=Path(__file__).parents[2]) as running:
        assert running.stdout is not None
        running.stdout.readline()
        running.send_signal(signal.SIGKILL)
    assert stands_in(Path(played.store).read_bytes())
    assert all("forgotten" not in line for line in played.lines("verify", "--all"))
    played("forget", NAME, *WHY)
    assert not stands_in(Path(played.store).read_bytes())


@pytest.mark.parametrize(
    ("name", "text", "after"),
    [
        ("Ada", "ADA's move; Adamant ada_x, A\u0301da. Bada", "P's move; Adamant P_x, A\u0301da. Bada"),
        ("Ada", "Ada Lovelace beat Ada", "Ada Lovelace beat P"),
        ("Ada", "\uff21\uff44\uff41 won, a\u200dda lost", "P won, P lost"),
        ("Zo\xeb O\u2019Hara", "so ZOE\u0308  O'hara\u02bcs", "so P\u02bcs"),
        ("Strau\xdf", "STRAUSS strau\xdf strau\xdfen", "P P strau\xdfen"),
        ("\u7530\u4e2d", "\u305d\u3057\u3066\u7530\u4e2d\u3055\u3093\u306f", "\u305d\u3057\u3066P\u3055\u3093\u306f"),
        ("J. R.", "to J.  R., from J.R.", "to P, from J.R."),
    ],
)
def test_a_name_is_found_as_a_whole_however_it_is_written(name: str, text: str, after: str) -> None:
    assert Mentions(name, ["Ada Lovelace", "Bob", name]).replaced(text, "P") == after


@pytest.mark.parametrize(
    ("name", "letter"),
    [
        ("\u3055\u304f\u3089", "\u306f"),
        ("\u30a2\u30f3\u30ca", "\u30c8"),
        ("\uc9c0\uc6b0", "\ub294"),
        ("\u0e21\u0e25", "\u0e01"),
        ("\u0ea1\u0ea5", "\u0e81"),
        ("\u179f\u1781", "\u1780"),
        ("\u1019\u101c", "\u1000"),
    ],
    ids=["hiragana", "katakana", "hangul", "thai", "lao", "khmer", "myanmar"],
)
def test_where_words_are_written_without_blanks_a_name_is_found_in_the_midst(name: str, letter: str) -> None:
    assert Mentions(name, [name]).replaced(f"{letter}{name}{letter}", "P") == f"{letter}P{letter}"


@pytest.mark.parametrize("game", GAMES)
def test_in_every_game_a_player_can_be_forgotten(ludograph: Ludograph, game: str) -> None:
    seats = GAMES[game].seats[0]
    names = [NAME, "Bob", "Cat", "Dan", "Eve", "Fay"][:seats]
    ludograph("simulate", game, "--seats", str(seats), "--seed", "5", "--players", ",".join(names))
    results = f"SELECT seat, score, won, replace(player, '{NAME}', 'Player 1') AS player FROM results ORDER BY seat"
    before = ludograph.lines("query", results)
    ludograph("forget", NAME, *WHY)
    ludograph("verify", "--all")
    assert ludograph.lines("query", results) == before
