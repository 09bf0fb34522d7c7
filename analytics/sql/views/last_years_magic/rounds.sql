-- One row per round that was judged.
-- `why` the leader led: premonition, null or bad (the round before was one). `suit_called` is the suit of the leader's
-- card; `hearts` to `spades` count the cards on the table; `kind` is null, bad or good; `prime` and the winner are NULL
-- in a null round, which is worth no points.
WITH led AS (
    SELECT match, round, seat, why, problem FROM last_years_magic.leader_set
),
revealed AS (
    SELECT match, round, plays FROM last_years_magic.cards_revealed
),
taken AS (
    SELECT match, round, points FROM last_years_magic.trick_taken
)
SELECT
    j.match,
    j.round,
    j.step,
    j.version,
    len(revealed.plays) AS cards,
    led.why,
    led.problem,
    led.seat AS leader_seat,
    leader.player AS leader,
    called.suits[1] AS suit_called,
    j.counts.h AS hearts,
    j.counts.d AS diamonds,
    j.counts.c AS clubs,
    j.counts.s AS spades,
    j.kind,
    j.prime,
    j.winner AS winner_seat,
    winner.player AS winner,
    coalesce(taken.points, 0) AS points
FROM last_years_magic.round_judged AS j
LEFT JOIN led ON led.match = j.match AND led.round = j.round
LEFT JOIN revealed ON revealed.match = j.match AND revealed.round = j.round
LEFT JOIN taken ON taken.match = j.match AND taken.round = j.round
LEFT JOIN seats AS leader ON leader.match = j.match AND leader.seat = led.seat
LEFT JOIN seats AS winner ON winner.match = j.match AND winner.seat = j.winner
LEFT JOIN cards AS called ON called.deck = 'french' AND called.code = revealed.plays[1].card
