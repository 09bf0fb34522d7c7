-- One row per match and card that it is played with: `copies` says how many of it there are.
SELECT s.match, s.game, d.card, d.copies
FROM starts AS s
JOIN decks AS d ON d.game = s.game AND d.seats = len(s.players) AND d.options = s.options
