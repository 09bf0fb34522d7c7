"""Who may do what: the rights of a token, and the seat to which it is bound. Nothing here knows HTTP."""
