"""`hint` tells who plays alone, or against bots, what the search would do; and nobody else."""

from contextlib import closing
from pathlib import Path
from random import Random

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import verb_of
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.seated_bots import with_bots_remark
from ludograph.domain.store.recorder import Recorder
from tests.cli.conftest import Ludograph
from tests.twins import twins_of
from tests.worlds import STAMP, random_start

FEW = ("--playouts", "30")
AGAINST = ("play", "sun-bid", "Ann", "--seed", "4", "--id", "evening", "--against", "random,random")


def test_a_match_of_one_player_has_one_and_the_same_for_the_same_seed(ludograph: Ludograph) -> None:
    match = ludograph("new", "aucteraden", "Ann", "--seed", "1").strip()
    told = ludograph("hint", match, "--as", "Ann", *FEW)
    assert told.startswith("Ann: ")
    assert " of 30 playouts, by what Ann knows." in told
    assert ludograph("hint", match, "--as", "Ann", *FEW) == told


def test_what_it_tells_can_be_done(ludograph: Ludograph) -> None:
    match = ludograph("new", "aucteraden", "Ann", "--seed", "1").strip()
    for _ in range(4):
        best = ludograph("hint", match, "--as", "Ann", *FEW).partition(". ")[0].removeprefix("Ann: ")
        ludograph("act", match, f"Ann {best}")


def test_who_plays_against_bots_has_one_when_it_is_their_turn(ludograph: Ludograph) -> None:
    ludograph(*AGAINST, input="quit\n")
    found = ludograph.json("hint", "evening", "--as", "ann", *FEW)
    assert found["player"] == "Ann"
    assert sum(one["playouts"] for one in found["moves"]) in (0, 30)
    assert "in this match Ann decide" in ludograph.refused("hint", "evening", "--as", "Bot 2")


def test_nobody_has_one_where_other_people_decide(ludograph: Ludograph, recorded: str) -> None:
    refused = ludograph.refused("hint", recorded, "--as", "Ann")
    assert "A hint is for who plays alone or against bots" in refused or "belongs to" in refused
    match = ludograph("new", "sun-bid", "Ann", "Ben", "--seed", "1").strip()
    assert "in this match Ann and Ben decide" in ludograph.refused("hint", match, "--as", "Ann")
    ludograph("note", match, "0", "Bots: Ben is random.", "--public")
    ludograph("act", match, "Ben flip")
    assert "Ann and Ben" in ludograph.refused("hint", match, "--as", "Ann"), "a person entered what Ben did"


def test_in_a_tournament_and_after_the_end_there_is_none(ludograph: Ludograph) -> None:
    match = ludograph("new", "aucteraden", "Ann", "--seed", "1", "--event", "Cup").strip()
    assert "belongs to Cup" in ludograph.refused("hint", match, "--as", "Ann")
    ludograph("simulate", "aucteraden", "--seed", "1", "--players", "Ann")
    over = next(one["match"] for one in ludograph.lines("matches") if one["status"] == "over")
    assert "`ludograph judge`" in ludograph.refused("hint", str(over), "--as", "Ann")


def test_matches_that_a_player_cannot_tell_apart_have_the_same_hint(tmp_path: Path) -> None:
    random = Random("hint")
    twins, seat = next(
        (twins, seat)
        for _ in range(40)
        for twins in twins_of(random_start(GAMES["sorcerous-futures"], random), random)
        for seat in twins.blind
        if seat > 0 and any(not one.idle for one in twins.one.game.choices(twins.one.view(seat), seat))
    )
    one, other = (hint_in(tmp_path / at, match, seat) for at, match in (("one", twins.one), ("other", twins.other)))
    assert one == other


def hint_in(folder: Path, match: Match, seat: int) -> str:
    """The hint for a seat of a match in which bots sit at all others."""
    folder.mkdir()
    ludograph = Ludograph(folder)
    others = {at: "random" for at in range(1, len(match.players) + 1) if at != seat}
    with closing(Recorder(ludograph.store)) as recorder:
        recorder.record(with_bots_remark(match, others, STAMP))
    told = ludograph("hint", str(match.id), "--as", str(seat), *FEW)
    verbs = {verb_of(one.action.__name__) for one in match.game.choices(match.view(seat), seat)}
    assert any(verb in told for verb in verbs)
    return told
