"""What the desk lets a director choose, where they would have to type an id or an entry."""

import re
from collections.abc import Callable

from tests.browser.conftest import PHONE
from tests.browser.test_desk import Tab, opened, service, tab
from tests.service.running import Service

__all__ = ["service", "tab"]


def test_a_match_that_counts_is_chosen_a_step_is_put_right_by_taps_and_the_clock_says_what_it_does(
    service: Service, tab: Callable[..., Tab]
) -> None:
    cup = opened(service, "Ann", "Ben")
    service.run("tournament", "seat", "Cup", "--game", "sun-bid", "--size", "2")
    desk = tab(PHONE).open(f"/enter#{service.token('director', tournament=cup)}")
    clock = "#ask-runs option"
    desk.press("Clock: round 1")
    assert desk.page.locator(clock).all_inner_texts() == ["starts when the round is started", "starts now"]
    desk.press("Cancel")
    service.run("tournament", "start", "Cup", "1", "--seed", "s")
    desk.shows("0 of 1 table over")
    desk.press("Clock: round 1")
    starts, anew, stands = desk.page.locator(clock).all_inner_texts()
    # The time stands there once the desk has read the history.
    assert re.fullmatch(r"counts from the start of the round(, \d+:\d\d( [AP]M)?)?", starts)
    assert (anew, stands) == ("starts now", "is set, and stands still")
    desk.press("Cancel")
    other = service.new("sun-bid", "Ann", "Ben", more=("--event", "Cup", "--round", "1", "--table", "1"))
    service.run("act", "Cup-1-1", "flip")
    desk.shows("was recorded for it too")
    desk.press("Which counts: Round 1, table 1")
    desk.page.get_by_label("Match", exact=True).wait_for()
    told = desk.page.locator("#ask-which option").all_inner_texts()
    assert re.fullmatch(r"Cup, round 1, table 1 · Ann, Ben: being played, step 0 · begun .+ · [\w-]+", told[0])
    assert told[1].startswith("counts now · Cup, round 1, table 1 · ")
    desk.press("Cancel")
    desk.decide("Which counts: Round 1, table 1", "Record it", Match=other, Reason="They began anew.")
    desk.shows("Table 1: that match counts.")
    assert service.json("tournament", "show", "Cup")["rounds"][0]["tables"][0]["match"] == other
    desk.page.reload()  # the sentence may be there before the table has its other match
    desk.press("Match: Round 1, table 1")
    desk.press("Correction")
    lines = desk.page.get_by_label("Entries, each on a line")
    lines.wait_for()
    assert lines.input_value() == 'players: ["Ann", "Ben"]'
    service.run("act", other, "flip")
    desk.press("Cancel")
    desk.press("Match: Round 1, table 1")
    desk.press("Correction")
    lines.wait_for()
    assert re.fullmatch(r"(Ann|Ben) flip", lines.input_value())
    desk.page.get_by_label("What is done").select_option("insert")
    assert lines.input_value() == ""
    lines.fill("Ann flip")
    desk.page.get_by_label("What is done").select_option("replace")
    assert lines.input_value() == "Ann flip"
    desk.page.get_by_role("link", name="Choose the step and enter it by taps").click()
    desk.page.get_by_role("heading", name="Which step is wrong?").wait_for()


def test_a_match_is_found_by_whichever_names_its_players_have(service: Service, tab: Callable[..., Tab]) -> None:
    cup = opened(service, "Ann", "Ben")
    service.run("tournament", "seat", "Cup", "--game", "sun-bid", "--size", "2")
    service.run("tournament", "start", "Cup", "1", "--seed", "s")
    service.run("tournament", "rename", "Cup", "Ann", "Anna")
    other = service.new(
        "sun-bid",
        "Ann",
        "Ben",
        more=(
            "--event",
            "Somewhere",
        ),
    )
    desk = tab().open(f"/enter#{service.token('director', tournament=cup)}")
    desk.press("Match: Round 1, table 1")
    desk.press("Another match counts")
    desk.page.get_by_label("Match", exact=True).wait_for()
    assert other in desk.page.locator("#ask-which option").evaluate_all("all => all.map((one) => one.value)")


def test_a_player_comes_from_the_first_page_to_their_seat(service: Service, tab: Callable[..., Tab]) -> None:
    match = service.new("sun-bid", "Ann", "Ben", more=("--event", "Club Evening", "--round", "1", "--table", "1"))
    ann = tab(PHONE).open(f"/enter#{service.token('player', match=match, observer='Ann')}")
    ann.page.wait_for_url("**/seat")
    ann.open("/").page.get_by_role("link", name="Your seat").click()
    ann.shows("Once it is, the final scores are here")
    ann.open(f"/matches/{match}").shows("Club Evening")
    places = ann.page.locator("#about .place").evaluate_all(
        "all => all.map((one) => one.scrollWidth <= one.clientWidth)"
    )
    assert places == [True] * 3


def test_a_result_from_paper_ends_a_recording_that_stopped_and_what_was_recorded_stays(
    service: Service, tab: Callable[..., Tab]
) -> None:
    cup = opened(service, "Ann", "Ben")
    service.run("tournament", "seat", "Cup", "--game", "sun-bid", "--size", "2")
    service.run("tournament", "start", "Cup", "1", "--seed", "s")
    service.run("act", "Cup-1-1", "flip")
    desk = tab(PHONE).open(f"/enter#{service.token('director', tournament=cup)}")
    desk.press("Result from paper: Round 1, table 1")
    desk.shows("The result counts; the recording ends here")
    desk.page.get_by_label("Ann", exact=True).fill("x")
    desk.page.get_by_label("Ben", exact=True).fill("3")
    desk.press("Record it")
    desk.page.get_by_role("alert").get_by_text("x").wait_for()
    assert service.json("result", "Cup-1-1")["status"] == "running"
    desk.page.get_by_label("Ann", exact=True).fill("5")
    desk.press("Record it")
    desk.shows("The result of table 1 is recorded.")
    assert service.json("result", "Cup-1-1")["status"] == "abandoned"
    assert len(service.lines("log", "Cup-1-1")) == 1
    assert service.json("tournament", "show", "Cup")["rounds"][0]["tables"][0]["scores"] == {"Ann": 5, "Ben": 3}
    desk.decide("Take the newest back", "Take it back", Reason="They play on.")
    desk.shows("Taken back: ")
    assert service.json("result", "Cup-1-1")["status"] == "running"


def test_a_result_from_paper_reaches_players_and_scribe_of_a_table_that_awaited_its_deal(
    service: Service, tab: Callable[..., Tab]
) -> None:
    cup = opened(service, "Ann", "Ben")
    service.run("tournament", "seat", "Cup", "--game", "conundruze", "--size", "2")
    service.run("tournament", "start", "Cup", "1", "--written")
    match = str(service.recorder.find("Cup-1-1"))
    ann = tab(PHONE).open(f"/enter#{service.token('player', match=match, observer='Ann')}")
    ann.page.wait_for_url("**/seat")
    ann.shows("The match is not over.")
    scribe = tab(PHONE).open(f"/enter#{service.token('scribe', match=match)}")
    scribe.page.get_by_role("button", name="Say how the cards lie").wait_for()
    desk = tab().open(f"/enter#{service.token('director', tournament=cup)}")
    desk.decide("Result from paper: Round 1, table 1", "Record it", Ann="3", Ben="5", Who_came_where="scores")
    ann.shows("This result was entered from paper")
    ann.press("I object: Ann")
    ann.press("Send it")
    ann.shows("Write what is wrong first")
    ann.page.get_by_label("What is wrong?").fill("I had 7.")
    ann.press("Send it")
    ann.shows("You object: the director sees it")
    scribe.page.get_by_text(re.compile("The director entered the result from paper: .*Ann 3")).wait_for()
    assert scribe.page.get_by_role("button", name="Say how the cards lie").count() == 0
    desk.shows("Round 1, table 1: Ann objects.")
    desk.decide("Put right: Round 1, table 1", "Record it", Ann="7", Reason="Her slip")
    ann.shows("It was put right: Her slip")
    ann.shows("You objected, and something was decided since")


def test_why_something_was_refused_is_in_view_above_what_sends_it(service: Service, tab: Callable[..., Tab]) -> None:
    cup = opened(service, "Ann", "Ben", "Cleo")
    desk = tab({"width": 1024, "height": 500}).open(f"/enter#{service.token('director', tournament=cup)}")
    desk.press("Seat round 1")
    dialog = desk.page.get_by_role("dialog")
    dialog.get_by_label("Game", exact=True).select_option("hand-of-the-hanataz")
    dialog.locator("summary").click()
    dialog.get_by_label("Players at a table").fill("9")
    dialog.get_by_role("button", name="Seat it").click()
    refused = dialog.get_by_role("alert")
    refused.get_by_text("9").wait_for()
    assert refused.evaluate(
        """one => {
          const { left, top, bottom } = one.getBoundingClientRect();
          const isSeen = (y) => document.elementFromPoint(left + 5, y) === one;
          const { top: below } = one.closest('form').querySelector('[type=submit]').getBoundingClientRect();
          return isSeen(top + 3) && isSeen(bottom - 3) && bottom <= below && below - bottom < 60;
        }"""
    )


def test_the_next_round_begins_with_the_tables_of_the_last_and_taking_back_says_what(
    service: Service, tab: Callable[..., Tab]
) -> None:
    cup = opened(service, "Ann", "Ben", "Cleo", "Dan")
    service.run("tournament", "seat", "Cup", "--game", "sun-bid", "--size", "2", "--seed", "d")
    desk = tab().open(f"/enter#{service.token('director', tournament=cup)}")
    for table in service.json("tournament", "show", "Cup")["rounds"][0]["tables"]:
        scores = {name: str(at) for at, name in enumerate(table["players"])}
        desk.decide(f"Result: Round 1, table {table['table']}", "Record it", **scores)
        desk.shows(f"The result of table {table['table']} is recorded.")
    desk.press("Seat round 2")
    dialog = desk.page.get_by_role("dialog")
    size = dialog.get_by_label("Players at a table")
    assert size.input_value() == "2"
    dialog.get_by_text("4 take part: 2 tables of 2, nobody sits out.").wait_for()
    size.fill("3-4")
    dialog.get_by_text("4 take part: 1 table of 4, nobody sits out.").wait_for()
    desk.press("Cancel")
    desk.press("Take the newest back")
    dialog.get_by_text("Takes back: ").wait_for()
    assert "table 2" in dialog.locator("form > p").first.inner_text()


def test_a_round_is_seated_when_the_last_is_over_and_anew_while_it_only_waits(
    service: Service, tab: Callable[..., Tab]
) -> None:
    cup = opened(service, "Ann", "Ben")
    desk = tab().open(f"/enter#{service.token('director', tournament=cup)}")
    desk.shows("2 players entered.")
    offered = desk.page.locator("#seat:visible, #penalty:visible, #lot:visible, #close:visible")
    assert offered.all_inner_texts() == []
    service.run("tournament", "seat", "Cup", "--game", "sun-bid", "--size", "2", "--seed", "d")
    desk.page.locator("#seat", has_text="Seat round 1 anew").wait_for()
    desk.decide("Seat round 1 anew", "Seat it")
    desk.page.locator("#done", has_text="Round 1 is seated: 1 table of 2.").wait_for()
    assert len(service.json("tournament", "show", "Cup")["rounds"]) == 1
    service.run("tournament", "start", "Cup", "1", "--seed", "deal")
    desk.shows("0 of 1 table over")
    assert offered.all_inner_texts() == ["Penalty", "Draw lots", "Close the tournament"]


def test_a_seating_by_hand_says_who_has_met_and_in_words_of_the_form_who_is_left_out(
    service: Service, tab: Callable[..., Tab]
) -> None:
    cup = opened(service, "Ann", "Ben", "Cleo", "Dan")
    service.run("tournament", "seat", "Cup", "--game", "sun-bid", "--size", "2", "--seed", "1")
    (first, second) = (one["players"] for one in service.json("tournament", "show", "Cup")["rounds"][0]["tables"])
    for at, names in enumerate((first, second), start=1):
        service.run("tournament", "result", "Cup", "1", str(at), *(f"{name}=3" for name in names))
    desk = tab(PHONE).open(f"/enter#{service.token('director', tournament=cup)}")
    desk.press("Seat round 2")
    dialog = desk.page.get_by_role("dialog")
    dialog.get_by_label("How", exact=True).select_option("hand")
    tables = dialog.get_by_label("By hand")
    tables.fill(f"{first[1].upper()}, {first[0]}\n{second[0]}")
    desk.shows(f"Who has met before: {first[1].upper()} and {first[0]} (round 1).")
    dialog.get_by_label("Players at a table").fill("1-2")
    dialog.get_by_label("Game", exact=True).select_option("aucteraden")
    tables.fill(f"{first[0]}\n{second[0]}\n{second[1]}")
    dialog.get_by_label("Players at a table").fill("1")
    desk.press("Seat it")
    left = f"{first[1]} neither sits nor has a bye: name who sits out on a line that begins with “bye:”."
    dialog.get_by_role("alert").get_by_text(left).wait_for()
    dialog.get_by_label("Game", exact=True).select_option("sun-bid")
    dialog.get_by_label("Players at a table").fill("2")
    tables.fill(f"{first[1]}, {first[0]}\nbye: {second[0]}, {second[1]}")
    desk.press("Seat it")
    desk.shows(f"Who meets again: {' and '.join(sorted(first))} (rounds 1 and 2).")


def test_of_many_tables_those_that_are_over_are_folded(service: Service, tab: Callable[..., Tab]) -> None:
    cup = opened(service, *"ABCDEFGHIJ")
    service.run("tournament", "seat", "Cup", "--game", "sun-bid", "--size", "2", "--seed", "d")
    service.run("tournament", "start", "Cup", "1", "--written")
    desk = tab().open(f"/enter#{service.token('director', tournament=cup)}")
    desk.shows("0 of 5 tables over")
    for table in ("1", "4"):
        names = service.json("tournament", "show", "Cup")["rounds"][0]["tables"][int(table) - 1]["players"]
        scores = {name: str(at) for at, name in enumerate(names)}
        desk.decide(f"Result from paper: Round 1, table {table}", "Record it", **scores)
        desk.shows(f"The result of table {table} is recorded.")
    desk.page.get_by_text("2 tables over", exact=True).click()
    desk.page.reload()
    listed = desk.page.locator("#round-1 .entry.table strong")
    listed.nth(4).wait_for(state="attached")
    assert listed.all_text_contents() == ["Table 2", "Table 3", "Table 5", "Table 1", "Table 4"]
    assert not listed.nth(3).is_visible()
    desk.page.get_by_text("2 tables over", exact=True).click()
    desk.press("Put right: Round 1, table 4")
    desk.press("Cancel")


def test_a_seating_says_its_byes_first_and_results_from_paper_are_entered_one_after_the_other(
    service: Service, tab: Callable[..., Tab]
) -> None:
    cup = opened(service, *(f"Player {number}" for number in range(1, 12)))
    desk = tab().open(f"/enter#{service.token('director', tournament=cup)}")
    desk.press("Seat round 1")
    dialog = desk.page.get_by_role("dialog")
    dialog.get_by_label("Game", exact=True).select_option("conundruze")
    size = dialog.get_by_label("Players at a table")
    size.fill("3")
    dialog.get_by_text(
        "11 take part: 3 tables of 3, and 2 sit out (a bye is worth 3). With 3-4 nobody sits out."
    ).wait_for()
    size.fill("3-4")
    dialog.get_by_text("11 take part: 3 tables of 4, 4 and 3, nobody sits out.").wait_for()
    size.fill("12")
    dialog.get_by_text("11 take part. Conundruze is for ").wait_for()
    size.fill("3")
    dialog.get_by_role("button", name="Seat it").click()
    desk.shows("is seated: ")
    byes = service.json("tournament", "show", "Cup")["rounds"][0]["byes"]
    desk.page.locator("#next", has_text=f"{byes[0]} and {byes[1]} sit out, a bye is worth 3.").wait_for()
    desk.press("Start the round (real cards): round 1")
    for left in (3, 2, 1):
        desk.press("Enter a result")
        if left > 1:
            assert dialog.locator(".choices button").count() == left
            dialog.locator(".choices button").first.click()
        dialog.get_by_text("Nothing was recorded at this table: the result counts in its place.").wait_for()
        for at in range(3):
            dialog.locator("input[name^=score]").nth(at).fill(str(at))
        if left == 3:
            dialog.get_by_text("In Conundruze whoever stays in the match longer is ahead").wait_for()
        dialog.get_by_label("Who came where").select_option("said")
        for at in range(3):
            dialog.locator("select[name^=place-]").nth(at).select_option(str(3 - at))
        dialog.get_by_role("button", name="Record it").click()
        desk.shows(f"{4 - left} of 3 tables over" if left > 1 else "Round 1 is over.")
    table = service.json("tournament", "show", "Cup")["rounds"][0]["tables"][0]
    name = table["players"][0]
    assert table["places"] == dict(zip(table["players"], (3, 2, 1), strict=True))
    desk.press(f"Withdraw {name}")
    dialog.get_by_text(f"{name} is seated no more, keeps all points, and stays in the standings.").wait_for()
    dialog.get_by_role("button", name=f"Withdraw {name}").click()
    desk.shows(f"{name} has withdrawn.")
    desk.press("Take it back")
    dialog.get_by_label("Reason").fill("It was not meant.")
    dialog.get_by_role("button", name="Take it back").click()
    desk.shows(f"Taken back: {name} withdrew.")
    assert service.json("tournament", "show", "Cup")["withdrawn"] == []
    desk.press("Close the tournament")
    dialog.get_by_text("Every table has its result, and nobody objects.").wait_for()
    dialog.get_by_text(re.compile("share the first place. If only one of them may have it, choose the lot")).wait_for()
    dialog.get_by_role("button", name="Close it").click()
    desk.page.locator("#next").get_by_role("link", name="Final standings").wait_for()
    assert not desk.page.get_by_role("button", name="Put right").count()


def test_what_is_taken_back_is_what_the_form_says_even_after_somebody_elses_decision(
    service: Service, tab: Callable[..., Tab]
) -> None:
    cup = opened(service, "Ann", "Ben")
    desk = tab().open(f"/enter#{service.token('director', tournament=cup)}")
    dialog = desk.page.get_by_role("dialog")
    service.run("tournament", "withdraw", "Cup", "Ben")
    desk.shows("Decided last: Ben withdrew.")
    desk.press("Take it back")
    dialog.get_by_text("Takes back: Ben withdrew.").wait_for()
    service.run("tournament", "enter", "Cup", "Cat")
    dialog.get_by_label("Reason").fill("Ben stays.")
    dialog.get_by_role("button", name="Take it back").click()
    dialog.get_by_text("Takes back: Entered: Cat.").wait_for()
    dialog.get_by_role("alert").filter(has_text="Meanwhile somebody else decided: Entered: Cat.").wait_for()
    desk.press("Cancel")
    assert service.json("tournament", "show", "Cup")["withdrawn"] == ["Ben"]


def test_settings_change_what_somebody_changed_in_the_form_and_nothing_that_another_set_meanwhile(
    service: Service, tab: Callable[..., Tab]
) -> None:
    cup = opened(service, "Ann", "Ben")
    desk = tab().open(f"/enter#{service.token('director', tournament=cup)}")
    dialog = desk.page.get_by_role("dialog")
    desk.press("Settings")
    service.run("tournament", "set", "Cup", "scoring=places=7,1", "--reason", "Agreed.")
    desk.page.locator("#done").filter(has_text="points for each place (7, 1)").wait_for()
    dialog.get_by_label("A bye is worth").fill("2")
    dialog.get_by_label("Reason").fill("Agreed, too.")
    for action in ("Preview", "Change it"):
        dialog.get_by_role("button", name=action).click()
    desk.shows("The settings are changed.")
    now = service.json("tournament", "show", "Cup")
    assert (now["scoring"], now["bye"]) == ("places=7,1", 2)


def test_two_who_sat_in_each_others_seats_exchange_them_with_their_results(
    service: Service, tab: Callable[..., Tab]
) -> None:
    cup = opened(service, "Ann", "Ben", "Cleo", "Dora")
    service.run("tournament", "seat", "Cup", "--game", "sun-bid", "--size", "2", "--seed", "s")
    one, two = (table["players"] for table in service.json("tournament", "show", "Cup")["rounds"][0]["tables"])
    service.run("tournament", "result", "Cup", "1", "1", f"{one[0]}=9", f"{one[1]}=8")
    desk = tab().open(f"/enter#{service.token('director', tournament=cup)}")
    desk.press("Exchange two players: round 1")
    offered = desk.page.get_by_role("dialog").get_by_label("This player").locator("option").all_inner_texts()[1:]
    assert offered == [
        f"{name} (table {at}, seat {seat})" for at, names in ((1, one), (2, two)) for seat, name in enumerate(names, 1)
    ]
    desk.press("Cancel")
    desk.decide("Exchange two players: round 1", "Exchange their seats", This_player=one[0], sat_in_the_seat_of=two[0])
    desk.shows(f"in round 1: {one[0]} table 2, seat 1; {two[0]} table 1, seat 1.")
    tables = service.json("tournament", "show", "Cup")["rounds"][0]["tables"]
    assert [table["players"] for table in tables] == [[two[0], one[1]], [one[0], two[1]]]
    assert tables[0]["scores"] == {two[0]: 9, one[1]: 8}


def test_a_tie_that_the_rules_break_is_asked_for_once(service: Service, tab: Callable[..., Tab]) -> None:
    cup = opened(service, "Ann", "Ben")
    service.run("tournament", "seat", "Cup", "--game", "sun-bid", "--size", "2", "--seed", "s")
    desk = tab().open(f"/enter#{service.token('director', tournament=cup)}")
    dialog = desk.page.get_by_role("dialog")
    desk.press("Result: Round 1, table 1")
    for at in range(2):
        dialog.locator("input[name^=score]").nth(at).fill("9")
    dialog.get_by_role("button", name="Record it").click()
    dialog.get_by_role("alert").filter(has_text="Choose who won the tie, by the most Suns; if they share it").wait_for()
    assert service.json("tournament", "show", "Cup")["rounds"][0]["tables"][0]["scores"] is None
    dialog.get_by_label("Who won a tie (by the most Suns)").select_option("Ben")
    dialog.get_by_role("button", name="Record it").click()
    desk.shows("The result of table 1 is recorded. Ben wins.")
    desk.decide("Draw lots", "Draw")
    desk.shows("They part nobody yet: choose the lot in")
