"""`verify` finds whatever was altered, and names the match and the step."""

import json

import pytest

from tests.cli.conftest import Ludograph
from tests.stores import Change, reseal, run_sql


def tampered(ludograph: Ludograph, sql: str) -> None:
    run_sql(ludograph.store, sql)


def test_an_untouched_match_is_fine_and_its_head_fits_on_a_slip(ludograph: Ludograph, recorded: str) -> None:
    (verdict,) = ludograph.lines("verify", recorded)
    assert (verdict["ok"], verdict["error"], len(verdict["head"])) == (True, None, 64)
    assert ludograph("verify", recorded).split()[-1] == verdict["head"]
    ludograph("verify", "--all")


def test_the_head_of_a_slip_is_found_again_until_it_is_not(ludograph: Ludograph, recorded: str) -> None:
    head = ludograph.json("verify", recorded)["head"]
    ludograph("act", recorded, "Ann pass")
    ludograph("verify", recorded, "--head", head)
    ludograph("verify", recorded, "--head", head.upper())
    assert "No event of match" in ludograph.refused("verify", recorded, "--head", "0" * 64)
    assert ludograph.run("verify", recorded, "--head", "0" * 64).stdout == ""
    result = ludograph.run("verify", recorded, "--head", "0" * 64, "--json")
    verdict = json.loads(result.stdout)
    assert (result.exit_code, verdict["ok"], verdict["error"]["event"]) == (1, False, None)
    assert "what the slip says is not what is recorded" in verdict["error"]["message"]
    for part in ("abc", head[:63], head + "0"):
        assert "64 hexadecimal" in ludograph.refused("verify", recorded, "--head", part)


def test_a_slip_whose_result_was_taken_back_since_is_told_so(ludograph: Ludograph, recorded: str) -> None:
    second = ludograph.json("verify", recorded)["head"]
    ludograph("undo", recorded, "--to", "1", "--reason", "a slip")
    ludograph("act", recorded, "Bob call")
    assert "event 4 took back" in ludograph.refused("verify", recorded, "--head", second)
    ludograph("verify", recorded, "--head", ludograph.json("verify", recorded)["head"])


@pytest.mark.parametrize(
    ("change", "event", "says"),
    [
        (lambda event: event.update(seen_by=[[1]]) if event.get("drawn") else None, 2, "others see the outcomes"),
        (
            lambda event: event.update(step=-1) if "text" in event else None,
            4,
            "a remark on step -1, where 2 steps stood",
        ),
        (lambda event: event.update(step=3) if "text" in event else None, 4, "a remark on step 3, where 2 steps stood"),
        (lambda event: event.update(to=-1) if "reason" in event else None, 5, "back to step -1, where 2 steps stood"),
        (lambda event: event.update(to=2) if "reason" in event else None, 5, "back to step 2, where 2 steps stood"),
        (lambda event: event.update(players=["Ann", "ann"]) if "players" in event else None, 1, "names of its players"),
        (lambda event: event.update(players=["Ann", ""]) if "players" in event else None, 1, "names of its players"),
        (lambda event: event.update(players=["Ann"]) if "players" in event else None, 1, "is refused"),
        (lambda event: event.update(actor=-1) if "actor" in event else None, 2, "Under today's rules"),
        (lambda event: event.update(number=9) if "number" in event else None, 2, "It says it is step 9"),
        (lambda event: event.update(game="aucteraden") if "text" in event else None, 4, "another kind"),
    ],
)
def test_a_chain_that_was_sealed_again_is_decided_again(
    ludograph: Ludograph, recorded: str, change: Change, event: int, says: str
) -> None:
    ludograph("note", recorded, "a remark")
    ludograph("undo", recorded, "--reason", "a slip")
    assert ludograph.json("verify", recorded)["ok"]
    reseal(ludograph.store, lambda one: None)
    assert ludograph.json("verify", recorded)["ok"]
    reseal(ludograph.store, change)
    (verdict,) = (json.loads(line) for line in ludograph.run("verify", "--json").stdout.splitlines())
    assert (verdict["ok"], verdict["error"]["event"]) == (False, event)
    assert says in verdict["error"]["message"]
    for command in ("log", "show", "result", "export", "matches", "query SELECT 1"):
        result = ludograph.run(
            *command.split(" ", 1), *([] if command in ("matches", "query SELECT 1") else [recorded])
        )
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception


@pytest.mark.parametrize(
    ("sql", "event"),
    [
        ("UPDATE stored_events SET state = replace(state, '8YK', '4YK') WHERE originator_version = 2", 2),
        ("UPDATE stored_events SET state = CAST('{}' AS BLOB) WHERE originator_version = 2", 2),
        ("UPDATE stored_events SET state = NULL WHERE originator_version = 3", 3),
        ("UPDATE stored_events SET topic = 'chess.move' WHERE originator_version = 1", 1),
        ("UPDATE stored_events SET originator_version = 9 WHERE originator_version = 2", 2),
        ("DELETE FROM stored_events WHERE originator_version = 1", 1),
        ("DELETE FROM stored_events WHERE originator_version = 2", 2),
        ("DELETE FROM stored_events WHERE originator_version = 3", 3),
        ("DELETE FROM stored_events", 1),
        ("DELETE FROM heads", 3),
        ("UPDATE heads SET version = 'x'", 3),
        ("UPDATE heads SET digest = '00'", 3),
        ("UPDATE heads SET over = 1", 3),
        ("UPDATE heads SET over = ''", 3),
        ("UPDATE heads SET over = 1e300", 3),
        ("UPDATE heads SET result = ''", 3),
        ("UPDATE heads SET result = '{}'", 3),
        ("UPDATE heads SET match = 'zz'", 3),
    ],
)
def test_whatever_was_altered_is_found(ludograph: Ludograph, recorded: str, sql: str, event: int) -> None:
    match = ludograph.json("result", recorded)["match"]
    tampered(ludograph, sql)
    result = ludograph.run("verify", "--json")
    assert result.exit_code == 1
    (verdict,) = (json.loads(line) for line in result.stdout.splitlines())
    assert (verdict["match"], verdict["ok"], verdict["error"]["event"]) == (match, False, event)
    assert f"event {event}: " in ludograph.run("verify").stdout


def test_the_step_is_named(ludograph: Ludograph, recorded: str) -> None:
    tampered(ludograph, "UPDATE stored_events SET state = replace(state, '8YK', '4YK') WHERE originator_version = 2")
    assert "step 1, event 2: What is stored is not what was recorded" in ludograph.run("verify", recorded).stdout


def test_a_match_whose_head_is_gone_is_still_found_by_its_id(ludograph: Ludograph, recorded: str) -> None:
    match = ludograph.json("result", recorded)["match"]
    tampered(ludograph, "DELETE FROM heads")
    result = ludograph.run("verify", match[:8])
    assert result.exit_code == 1
    assert "its row was removed" in result.stdout


def test_a_match_that_is_gone_with_its_head_is_missed(ludograph: Ludograph, recorded: str) -> None:
    ludograph("new", "aucteraden", "Max")
    tampered(ludograph, "DELETE FROM stored_events WHERE topic LIKE 'sun-bid.%'")
    tampered(ludograph, "DELETE FROM heads WHERE game = 'sun-bid'")
    assert "3 events of the store" in ludograph.refused("verify")


def test_rows_under_a_name_that_is_no_id_are_told(ludograph: Ludograph, recorded: str) -> None:
    tampered(ludograph, "UPDATE stored_events SET originator_id = 'zz' WHERE originator_version = 3")
    assert "rows of a match 'zz'" in ludograph.refused("verify")


def test_other_commands_say_that_a_match_is_damaged(ludograph: Ludograph, recorded: str) -> None:
    tampered(ludograph, "DELETE FROM stored_events WHERE originator_version = 2")
    for command in ("show", "log", "result", "export"):
        assert "is damaged" in ludograph.refused(command, recorded)


def test_wrong_usage_is_told(ludograph: Ludograph, recorded: str) -> None:
    ludograph.refused("verify", recorded, "--all", code=2)
    ludograph.refused("verify", "--head", "abcdefgh", code=2)
