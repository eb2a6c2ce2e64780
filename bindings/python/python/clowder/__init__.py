"""Check, explain, draw and solve puzzle strings.

>>> import clowder
>>> report = clowder.check("LNSNLASAF00030009C00312R41215", "challenge")
>>> report.ok
False
>>> print(report.diagnostics[0])
1:25: challenge/unknown-raft-card: there is no raft card `4`; the raft cards are 0 to 3

Each kind of string has a class. Values of these classes are immutable and can be compared and hashed:

>>> hand = clowder.Hand("AfhkBCDa")
>>> str(hand)
'AfhkBCDa'
>>> hand == clowder.Hand.parse("AfhkBCDa")
True
>>> clowder.Hand("AkhfBCDa")
Traceback (most recent call last):
    ...
clowder.Invalid: hand: 2 errors, the first at 1:3: hand/card-order: card `h` must come before card `k`
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, ClassVar

from . import _clowder
from ._clowder import Diagnostic, Fix, Part, Report, Value, __version__, check, identify, kinds

__all__ = [
    "Action",
    "Board",
    "BotReply",
    "BotRequest",
    "CatCard",
    "Challenge",
    "Decks",
    "Diagnostic",
    "Draw",
    "Exhausted",
    "FireBag",
    "FireTile",
    "Fix",
    "GameRecord",
    "Hand",
    "Invalid",
    "Part",
    "PathwayCard",
    "PenguinsBoard",
    "PenguinsChallenge",
    "PenguinsPlacement",
    "PenguinsSolution",
    "PenguinsState",
    "Polyomino",
    "RaftCard",
    "RaftRecord",
    "Region",
    "Report",
    "State",
    "Value",
    "check",
    "identify",
    "kinds",
    "result",
]


class Invalid(ValueError):
    """A string is not valid. ``report`` and ``diagnostics`` say why."""

    report: Report
    diagnostics: list[Diagnostic]

    def __init__(self, report: Report) -> None:
        self.report = report
        self.diagnostics = report.diagnostics
        count = len(self.diagnostics)
        first = f", the first at {self.diagnostics[0]}" if count > 1 else f" at {self.diagnostics[0]}"
        super().__init__(f"{report.kind}: {count} error{'s' if count > 1 else ''}{first}")


def result(report: Report) -> dict[str, Any]:
    """The result object printed by ``clowder validate --format json``.

    >>> result(check("A3B3", "draw"))["ok"]
    True
    """
    parsed: dict[str, Any] = json.loads(report.json())
    return parsed


class Challenge(Value):
    """A challenge of Race to the Raft."""

    __slots__ = ()
    kind: ClassVar[str] = "challenge"


class Board(Value):
    """A board of Race to the Raft, one line for each row."""

    __slots__ = ()
    kind: ClassVar[str] = "board"


class Decks(Value):
    """The cards in the four decks."""

    __slots__ = ()
    kind: ClassVar[str] = "decks"


class Hand(Value):
    """The cards in a hand."""

    __slots__ = ()
    kind: ClassVar[str] = "hand"


class Exhausted(Value):
    """The exhausted cats."""

    __slots__ = ()
    kind: ClassVar[str] = "exhausted"


class FireBag(Value):
    """The fire tiles in the bag."""

    __slots__ = ()
    kind: ClassVar[str] = "fire-bag"


class Action(Value):
    """A move of a cat, or a placement of a card or a fire tile."""

    __slots__ = ()
    kind: ClassVar[str] = "action"


class Draw(Value):
    """A request for six cards from the decks."""

    __slots__ = ()
    kind: ClassVar[str] = "draw"


class PathwayCard(Value):
    """A pathway card with its squares."""

    __slots__ = ()
    kind: ClassVar[str] = "pathway-card"


class FireTile(Value):
    """A fire tile with its squares."""

    __slots__ = ()
    kind: ClassVar[str] = "fire-tile"


class CatCard(Value):
    """A cat card with its squares."""

    __slots__ = ()
    kind: ClassVar[str] = "cat-card"


class RaftCard(Value):
    """A raft card with its squares."""

    __slots__ = ()
    kind: ClassVar[str] = "raft-card"


class RaftRecord(Value):
    """A saved game of Race to the Raft."""

    __slots__ = ()
    kind: ClassVar[str] = "raft-record"


class State(Value):
    """A state of Race to the Raft: a JSON array of board, decks, hand, exhausted cats and fire bag."""

    __slots__ = ()
    kind: ClassVar[str] = "state"

    def legal_moves(self) -> list[Action | Draw]:
        """All legal card and cat actions or, with an empty hand, all draws."""
        moves: list[Action | Draw] = _clowder.legal_moves(self)
        return moves

    def apply(self, action: Action | Draw | str, hand: Hand | str | None = None) -> State:
        """The state after an action. For a draw, ``hand`` gives the drawn cards.

        Raises ``ValueError`` when the rules do not allow the action, and ``TypeError`` for a draw without a hand.
        """
        if isinstance(action, str):
            action = Draw(action) if hand is not None else Action(action)
        state: State = _clowder.apply(self, action, Hand(hand) if isinstance(hand, str) else hand)
        return state

    def outcome(self) -> tuple[str, str | None]:
        """``"continues"``, ``"won"`` or ``"lost"``, and the reason for a loss, such as ``"cut-off"``."""
        return _clowder.outcome(self)


class PenguinsBoard(Value):
    """A board of Penguins Pool Party."""

    __slots__ = ()
    kind: ClassVar[str] = "penguins-board"


class PenguinsPlacement(Value):
    """One placed ice block."""

    __slots__ = ()
    kind: ClassVar[str] = "penguins-placement"


class PenguinsSolution(Value):
    """The placements of all four ice blocks."""

    __slots__ = ()
    kind: ClassVar[str] = "penguins-solution"


class PenguinsState(Value):
    """A challenge with the blocks placed so far."""

    __slots__ = ()
    kind: ClassVar[str] = "penguins-state"


class PenguinsChallenge(Value):
    """The hexagons with penguins.

    >>> PenguinsChallenge("20113123").solve()
    [PenguinsSolution('A321B104C031D222')]
    """

    __slots__ = ()
    kind: ClassVar[str] = "penguins-challenge"

    def solve(self) -> list[PenguinsSolution]:
        """All solutions, in the order of their strings."""
        solutions: list[PenguinsSolution] = _clowder.solve(self)
        return solutions


class Polyomino(Value):
    """A polyomino, one line or part between slashes for each row."""

    __slots__ = ()
    kind: ClassVar[str] = "polyomino"


class Region(Value):
    """A region to tile, as a size such as ``6x10`` or as a drawing.

    >>> Region("6x10").count(distinct=True)
    2339
    >>> next(Region("3x5").tilings("PUV"))
    Region('VPPUU\\nVPPPU\\nVVVUU')
    """

    __slots__ = ()
    kind: ClassVar[str] = "region"

    def tilings(
        self, pieces: str | None = None, *, distinct: bool = True, one_sided: bool = False
    ) -> Iterator[Region]:
        """Tilings with the twelve pentominoes or with ``pieces`` such as ``"FILN"`` or ``"XX*3"``.

        A thread finds them while the caller uses them. With ``distinct=False``, symmetric tilings count separately.
        """
        found: Iterator[Region] = _clowder.tilings(self, pieces, distinct, one_sided)
        return found

    def count(self, pieces: str | None = None, *, distinct: bool = False, one_sided: bool = False) -> int:
        """The number of tilings. Symmetric ones are counted separately unless ``distinct`` is true."""
        return _clowder.count(self, pieces, distinct, one_sided)


class BotRequest(Value):
    """A message from the referee to a bot."""

    __slots__ = ()
    kind: ClassVar[str] = "bot-request"


class BotReply(Value):
    """A bot's reply."""

    __slots__ = ()
    kind: ClassVar[str] = "bot-reply"


class GameRecord(Value):
    """A saved game between two bots."""

    __slots__ = ()
    kind: ClassVar[str] = "game-record"


#: The class of each kind.
CLASSES: dict[str, type[Value]] = {one.kind: one for one in Value.__subclasses__()}
