from collections.abc import Iterator
from typing import Any, ClassVar

from typing_extensions import Self

__version__: str

class Fix:
    """A replacement that repairs a text. It is safe if it cannot change what the writer meant."""

    span: tuple[int, int]
    text: str
    safe: bool

class Part:
    """A part of a string with its meaning."""

    name: str
    span: tuple[int, int]
    part: int | None
    text: str
    meaning: str

class Diagnostic:
    """An error or a warning. ``span`` counts characters from the start of the text or, in a state, of the string ``part``."""

    code: str
    severity: str
    message: str
    span: tuple[int, int]
    line: int
    column: int
    part: int | None
    square: tuple[int, int] | None
    expected: list[str]
    found: str | None
    help: str | None
    fix: Fix | None

class Report:
    """What is known about a string. A report is true if the string is valid."""

    @property
    def ok(self) -> bool: ...
    def __bool__(self) -> bool: ...
    @property
    def kind(self) -> str | None: ...
    @property
    def text(self) -> str: ...
    @property
    def canonical(self) -> str | None: ...
    @property
    def fixed(self) -> str | None: ...
    @property
    def diagnostics(self) -> list[Diagnostic]: ...
    def explain(self) -> list[Part]: ...
    def svg(self) -> str | None: ...
    def _repr_svg_(self) -> str | None: ...
    def carets(self) -> str: ...
    def json(self) -> str: ...

class Value:
    """A value of any kind. ``str()`` gives its canonical string."""

    kind: ClassVar[str]
    def __new__(cls, text: str) -> Self: ...
    @classmethod
    def parse(cls, text: str) -> Self: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    def explain(self) -> list[Part]: ...
    def picture(self) -> str: ...
    def svg(self) -> str | None: ...
    def _repr_svg_(self) -> str | None: ...

class Tilings(Iterator[Any]):
    def __iter__(self) -> Tilings: ...
    def __next__(self) -> Any: ...

def check(text: str, kind: str | type[Value] | None = None) -> Report:
    """Check a string. If no kind is given, it is found from the string."""

def identify(text: str) -> list[str]:
    """The kinds that a string fits, best first."""

def kinds() -> list[str]:
    """The names of all kinds."""

def legal_moves(state: Value) -> list[Any]: ...
def apply(state: Value, action: Value, hand: Value | None = None) -> Any: ...
def outcome(state: Value) -> tuple[str, str | None]: ...
def solve(challenge: Value) -> list[Any]: ...
def tilings(region: Value, pieces: str | None = None, distinct: bool = True, one_sided: bool = False) -> Tilings: ...
def count(region: Value, pieces: str | None = None, distinct: bool = False, one_sided: bool = False) -> int: ...
