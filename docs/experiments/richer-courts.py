"""Sun Bid with five points for each Pawn and Court of a take."""

GAME = "sun-bid"


def court_points(take):
    return 5 * sum(card in PAWNS_AND_COURTS for card in take)
