"""The second stage of reading a line: its tokens parsed as who does what, with which values and outcomes.

What a file says in its strict form means the same in every syntax (decision 90). Beyond it, spelling is free as
`name_matcher` says; what can be read in two ways is told, never guessed.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from ludograph.domain.kernel.chance import OutcomeWord as Outcome
from ludograph.domain.kernel.game import Game, Seat
from ludograph.domain.kernel.sentences import listed
from ludograph.domain.notation import limits
from ludograph.domain.notation.field_parser import FieldParser, FieldReading, Syntax
from ludograph.domain.notation.limits import cut
from ludograph.domain.notation.lines import NOTES, Line, checked_line
from ludograph.domain.notation.name_matcher import NO_VALUE, NameMatcher, ParsedValue
from ludograph.domain.notation.strict_json import InvalidValue, NoJson, Unreadable, load_object
from ludograph.domain.notation.tokens import LineToken, TokenizedLine, check_tokens, token_value, tokenize
from ludograph.domain.notation.values import SURPLUS, TABLE_NAME, Reader

FILE_SYNTAX: Final = Syntax()
"""Of a line of a match file."""
ENTRY_SYNTAX: Final = Syntax(abbreviated=True)
"""Of an argument of the command line, or a line of a script."""
PLAY_SYNTAX: Final = Syntax(abbreviated=True, unquoted_text=True)
"""Of what is typed in `play`, where outcomes are asked for."""
NOTHING_SETTLED: Final[Mapping[str, Any]] = MappingProxyType({})
_HEAD: Final = limits.NAME_WORDS + 2
"""As many tokens may it take to say who does what."""
_Names = Sequence[tuple[Seat | None, int]]
"""Whom the beginning of a line can name, the longest name first, and how many tokens that takes."""


class LineHead(NamedTuple):
    """How a line begins: who, if it says so; the verbs that can be meant; and the tokens that come after them."""

    seat: Seat | None
    verbs: tuple[str, ...]
    body: TokenizedLine
    word: str = ""
    """The beginning of a verb, where it is not there in full."""

    @property
    def verb(self) -> str | None:
        """The verb, where there is but one."""
        return self.verbs[0] if len(self.verbs) == 1 else None


class ParsedAction(NamedTuple):
    """An action, and where in the text the line goes on after it."""

    line: Line
    stop: int


class LineParser:
    """Parses the lines of one match that are written in one syntax."""

    def __init__(self, game: Game, players: Sequence[str], syntax: Syntax = FILE_SYNTAX) -> None:
        self.game = game
        self.players = tuple(players)
        self.syntax = syntax
        self.names = NameMatcher(game, players, abbreviated=syntax.abbreviated)
        self.fields = FieldParser(game, self.names, syntax)
        self.reader = Reader(game.deck, players)
        # A sign that stands in a player's name cannot divide actions: the name would be torn apart.
        self._several = syntax.abbreviated and not {";", ","} & set("".join(players))

    def tokens(self, text: str, start: int = 0, most: int = limits.WORDS + 1 + _HEAD) -> TokenizedLine:
        """The tokens of a line from a place on; enough of them to see that there are too many for one action."""
        return tokenize(text, start, most=most, several=self._several)

    def head(self, tokens: TokenizedLine) -> LineHead:
        """Who does what, as far as a line tells; a verb in full goes before the beginning of one."""
        items = tokens.items[:_HEAD]
        names: _Names = [(name.value, name.count) for name in self.names.seats(items)]
        heads = self._heads_in_full(tokens, items, names)
        if not heads and self.syntax.abbreviated:
            heads = self._heads_begun(tokens, items, names)
        if not names and len(items) > 1 and not any(map(self._is_certain, heads)):
            begun = [(name.value, name.count) for name in self.names.seats_begun(items[0])]
            others = self._named(tokens, items, begun)
            heads, names = (others, begun) if any(map(self._is_certain, others)) or not heads else (heads, names)
        if not heads:
            seat, count = names[0] if names else (None, 0)
            return LineHead(seat, (), tokens.after(count) if names else tokens)
        # A player may be called like a verb, and a name may begin another: what follows has to be values of the verb.
        if len(heads) > 1:
            heads = [one for one in heads if one.verb and self.fields.certain(one.verb, one.body)] or heads
        return heads[-1]

    def _is_certain(self, head: LineHead) -> bool:
        """Whether what follows a verb has to be its values."""
        return any(self.fields.certain(verb, head.body) is not None for verb in head.verbs)

    def _named(self, tokens: TokenizedLine, items: Sequence[LineToken], names: _Names) -> list[LineHead]:
        """Each way in which a line goes on after the name of a player whose beginning stands there."""
        found = [*self._heads_in_full(tokens, items, names), *self._heads_begun(tokens, items, names)]
        return [head for head in found if head.seat is not None]

    def _heads_in_full(self, tokens: TokenizedLine, items: Sequence[LineToken], names: _Names) -> list[LineHead]:
        """Each way in which a line names a player and a verb, the longest name first; else a verb alone."""
        found: list[LineHead] = []
        for seat, at in [*names, (None, 0)]:
            verb = NO_VALUE if found and seat is None else self.names.verb(items, at)
            if verb.known:
                found.append(LineHead(seat, (verb.value,), tokens.after(at + verb.count)))
        return found

    def _heads_begun(self, tokens: TokenizedLine, items: Sequence[LineToken], names: _Names) -> list[LineHead]:
        """Each way in which a line names a player and begins a verb; a player's name that stands alone is no verb."""
        found: list[LineHead] = []
        is_name = any(count == len(items) for _, count in names)
        for seat, at in [*names, (None, 0)]:
            if at < len(items) and items[at].kind == "plain" and (seat is not None or not (found or is_name)):
                word = items[at].text
                if verbs := self.names.verbs_starting_with(word):
                    found.append(LineHead(seat, verbs, tokens.after(at + 1), word))
        return found

    def action(
        self,
        seat: Seat,
        verb: str,
        body: TokenizedLine,
        settled: Mapping[str, Any] = NOTHING_SETTLED,
        *,
        notes: bool = False,
    ) -> ParsedAction:
        """The action with these tokens behind its verb. Raises `Unreadable`.

        `settled`: fields that are not written there, and their values. `notes`: whether remarks may stand there with
        who may read them.
        """
        items = body.items
        if not self.syntax.unquoted_text:
            check_tokens(items)
        fields, drawn, at = self._outcomes(body, self.fields.chosen(verb, body, settled))
        extras: dict[str, Any] = {"drawn": drawn} if drawn else {}
        if at < len(items) and items[at].kind == "object":
            extras, at = _extras(items[at], notes) | extras, at + 1
        try:
            silent = {name: value for name, value in settled.items() if value is not None}
            line = checked_line(self.game, self.reader, seat or TABLE_NAME, verb, {**silent, **fields}, extras)
        except InvalidValue as wrong:
            raise Unreadable(str(wrong), (items[at - 1].start if at else body.start) + 1) from wrong
        return ParsedAction(line, body.stop(at))

    def _outcomes(self, body: TokenizedLine, reading: FieldReading) -> tuple[dict[str, Any], list[Any], int]:
        """The fields, with words too many; the outcomes, with or without a `>`; and the token behind all of them."""
        items, at = body.items, reading.stop
        fields, drawn, end = reading.values, [], body.end(at)
        if at < end and self.fields.has_bare_outcomes(reading, body):
            drawn = self.names.outcomes(items[at:end])
        elif at < end:
            fields = fields | {SURPLUS: [token_value(token) for token in items[at:end]]}
        if end < len(items) and items[end].kind == "arrow" and not drawn:
            at, end = end + 1, body.end(end + 1)
            drawn = self.names.outcomes(items[at:end])
        if end < len(items) and items[end].kind == "arrow":
            raise Unreadable("One > stands in a line, before all of its outcomes.", items[end].start + 1)
        return fields, [Outcome(one) for one in drawn], end


def parse_line(parser: LineParser, text: str, *, notes: bool = False) -> Line:
    """A line of a file from `player verb fields... [> outcomes] [{...}]`. Raises `Unreadable`.

    `notes`: whether remarks may stand there with who may read them.
    """
    tokens = parser.tokens(text)
    head = parser.head(tokens)
    if head.seat is None or head.verb is None:
        raise head_error(parser, tokens, head)
    return parser.action(head.seat, head.verb, head.body, notes=notes).line


def head_error(parser: LineParser, tokens: TokenizedLine, head: LineHead) -> Unreadable:
    """What to say of a line that does not begin with a player and a verb."""
    words = tokens.after(0).items
    check_tokens(words)
    end = tokens.end(0)
    name = next(parser.names.seats(words), ParsedValue(None, 1))
    if not name.count < len(words) - (words[-1:] != [] and words[-1].kind == "object"):
        return Unreadable("An action is written as: player, verb, fields.", 1)
    if end <= name.count:
        return Unreadable("Before the > stand a player and a verb: Ann flip > 8YK.", words[end].start + 1)
    verb = words[name.count]
    if head.verbs and head.seat is not None:
        return Unreadable(ambiguous_verb(verb.text, head.verbs), verb.start + 1)
    seat = token_value(words[0]) if name.value is None else name.value or TABLE_NAME
    try:
        checked_line(parser.game, parser.reader, seat, token_value(verb), {}, {})
    except InvalidValue as wrong:
        return Unreadable(str(wrong), verb.start + 1 if wrong.key == "do" else 1)
    return Unreadable("An action is written as: player, verb, fields.", 1)


def ambiguous_verb(word: str, verbs: Sequence[str]) -> str:
    """What to say of the beginning of several verbs."""
    return f"`{word}` may be {listed(verbs, last='or')}: write more of it."


def _extras(token: LineToken, notes: bool) -> dict[str, Any]:
    """What an object at the end of a line says. Raises `Unreadable`."""
    try:
        extras = load_object(token.text)
    except NoJson as wrong:
        raise Unreadable(f"This is not JSON: {cut(token.text)}.", token.start + 1) from wrong
    except Unreadable as wrong:
        raise Unreadable(wrong.why, token.start + 1) from wrong
    known = ("at", "by", "note", *([NOTES] if notes else []), "shuffled")
    unknown = next((key for key in extras if key not in known), None)
    if unknown is not None:
        raise Unreadable(f"`{cut(unknown)}` means nothing here; known are: {', '.join(known)}.", token.start + 1)
    return extras
