"""How matches are written: values, action lines and match files, both ways, driven by the fields of the Structs.

A line of text becomes an action in four stages. Each takes what the one before it made, a value that never changes:

1. tokens: `LineParser.tokens` cuts the text into words, quoted texts, an object and signs (`tokens.TokenizedLine`).
2. parser: `LineParser.head` finds who does what (`parser.LineHead`, with the tokens behind that), and once the verb is
   known `LineParser.action` the values and outcomes (`parser.ParsedAction` with a `lines.Line`). `name_matcher` says
   what tokens name, `field_parser` which values they can be.
3. interpretation: see `domain.entry`. A line of a match file needs none: `parser.parse_line` goes on by itself.
4. recording: `Line.move` is given to the game, which has the values read (`values.Reader.action`) once it has said
   whether that player may do that now: so a wrong turn is told before a wrong card.

JSON has no tokens: `strict_json.load_object` reads it and `lines.from_json` makes the same `Line` of it.
"""
