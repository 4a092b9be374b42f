"""Tables as documents and as pictures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from ctypes import byref, c_uint8
from typing import Any, Literal, Optional, Union, overload

from ..calling.machine_state import MachineState
from ..definition.generics import EventT, StateT
from ..definition.ids import name_of_member
from ..definition.kinds import several
from ..documents.drawn import drawn
from ..documents.pictures import IMAGES, PICTURES, TEXTS, Drawing, image
from ..documents.unnamed import complaints
from ..documents.writing import written
from ..library.generated.constants import JSON, TEXT
from ..library.generated.enumerations import Status
from ..library.loading import library
from ..library.results import BadValueError, UnnamedCallbackError, error_of
from .read_table import ReadTable

Counts = Union[Sequence[int], Mapping[Any, int]]
"""How often each row was taken: a number for each row, or by the numbers of rows, as `Step.row` and `Transition.row`
have them."""
TextFormat = Literal["dot", "mermaid", "plantuml", "matrix", "markdown", "html"]
ImageFormat = Literal["svg", "png"]



class WrittenTable(ReadTable[StateT, EventT]):
    """A table that can be written and drawn."""

    __slots__ = ("_named",)

    _named: WrittenTable[StateT, EventT]
    """The same table, of which the library knows the names of callbacks; made when it is needed first."""

    def _writable(self) -> Any:
        """Return the table as the library takes it, with the names of all callbacks. Errors: ClosedError."""
        self._open()
        if self._is_read:
            return self._argument
        if not hasattr(self, "_named"):
            named = type(self).__new__(type(self))
            parts, options, place = self._given
            named._build(parts, options, place, names_callbacks=True)
            self._named = named
        return self._named._argument

    def close(self) -> None:
        super().close()
        if hasattr(self, "_named"):
            self._named.close()

    @property
    def name(self) -> Optional[str]:
        """The name of the document; None if it has none."""
        return self._word(library.sfsm_table_name)

    @property
    def version(self) -> Optional[str]:
        """The version of the document; None if it has none."""
        return self._word(library.sfsm_table_version)

    def _word(self, function: Any) -> Optional[str]:
        self._open()
        word: Optional[bytes] = function(self._argument)
        return None if word is None else word.decode()

    def text(self) -> str:
        """Return the definition as a document in its canonical form, which `read` reads again: the definition alone,
        without comments. Functions are named by their `__name__`.

        Errors: UnnamedCallbackError, naming the rows, for functions that have no name, as lambdas, and for different
        functions of the same name.
        """
        return self._write(TEXT)

    def json(self) -> str:
        """Return the same as JSON. Errors: as `text`."""
        return self._write(JSON)

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of the bytes of `text` in UTF-8, in hexadecimal digits: the same in every language. Errors: as
        `text`."""
        digest = (c_uint8 * 32)()
        self._check_names()
        self._check_written(library.sfsm_table_fingerprint(self._writable(), digest))
        return bytes(digest).hex()

    @overload
    def diagram(
        self,
        format: ImageFormat = "svg",
        *,
        current: Union[StateT, Iterable[StateT], MachineState, None] = None,
        hide: Union[StateT, Iterable[StateT]] = (),
        focus: Union[StateT, Iterable[StateT]] = (),
        counts: Optional[Counts] = None,
        flat: bool = False,
    ) -> bytes: ...

    @overload
    def diagram(
        self,
        format: TextFormat,
        *,
        current: Union[StateT, Iterable[StateT], MachineState, None] = None,
        hide: Union[StateT, Iterable[StateT]] = (),
        focus: Union[StateT, Iterable[StateT]] = (),
        counts: Optional[Counts] = None,
        flat: bool = False,
    ) -> str: ...

    def diagram(
        self,
        format: Union[ImageFormat, TextFormat] = "svg",
        *,
        current: Union[StateT, Iterable[StateT], MachineState, None] = None,
        hide: Union[StateT, Iterable[StateT]] = (),
        focus: Union[StateT, Iterable[StateT]] = (),
        counts: Optional[Counts] = None,
        flat: bool = False,
    ) -> Union[str, bytes]:
        """Draw the definition.

        format: "svg" or "png", which are made by graphviz's program `dot`, as bytes; or as a str "dot", "mermaid",
            "plantuml", "matrix" for a terminal, or the same table as "markdown" or "html". A notebook shows these as what
            they are.
        current: the states that are marked: one, several, or those of a machine.
        hide: states to leave out, one or several, with all that leads there.
        focus: draw only these states and their neighbours.
        counts: how often each row was taken, which makes its arrow wider: a number for each row, or a mapping from the
            numbers of rows, such as a Counter of `Step.row`.
        flat: draw no superstates, but their rows and callbacks in each state that adopts them.

        Errors: ValueError for another format; FileNotFoundError if `dot` is not in PATH; TimeoutError if it takes longer
        than five seconds; TypeError for what is no state of the table; BadValueError for counts of rows that it has not.
        """
        self._open()
        if format not in PICTURES and format not in IMAGES:
            raise ValueError(f"a diagram is one of {', '.join([*IMAGES, *PICTURES])}, not {format!r}")
        drawing = Drawing(
            self._current(current), self._numbers(hide), self._numbers(focus), self._taken(counts), bool(flat)
        )
        text = self._written(PICTURES.get(format, PICTURES["dot"]), drawing)
        found: Union[str, bytes] = drawn(format, image(text, format) if format in IMAGES else text)
        return found

    def _current(self, current: Any) -> list[int]:
        if not isinstance(current, MachineState):
            return [] if current is None else self._numbers(current)
        table: object = getattr(current, "_table", None)
        if table is not self:
            raise BadValueError(f"{current!r} runs over another table")
        leaves: list[Any] = getattr(current, "_active_leaves")()
        return self._numbers(leaves)

    def _numbers(self, states: Any) -> list[int]:
        return [self._states.identify(each) for each in several(states)]

    def _taken(self, counts: Optional[Counts]) -> Optional[list[int]]:
        if counts is None:
            return None
        taken = [0] * self.row_count
        pairs = counts.items() if isinstance(counts, Mapping) else enumerate(counts)
        for row, count in pairs:
            if row is None:
                continue  # of steps that no row has taken
            if not isinstance(row, int) or not 0 <= row < len(taken) or not 0 <= count < 2**64:
                last = len(taken) - 1
                raise BadValueError(f"counts has {count!r} for row {row!r}: the table has the rows 0 to {last}")
            taken[row] = count
        return taken

    def _write(self, format: int) -> str:
        self._check_names()
        return self._written(format, Drawing())

    def _written(self, format: int, drawing: Drawing) -> str:
        record, table = drawing.record(format), self._writable()
        status, text = written(lambda writer: library.sfsm_table_write(table, byref(record), writer, None))
        self._check_written(status)
        return text.decode()

    def _check_names(self) -> None:
        """Raise an error for callbacks that have no names of their own. Those of a document have. Errors: ClosedError."""
        self._open()
        if self._is_read:
            return
        found = complaints(self._parts, self._vocabulary, self._given[2])
        if found:
            raise UnnamedCallbackError("\n    ".join(["this definition cannot be written:", *found]))

    def _check_written(self, status: int) -> None:
        if status == Status.BAD_VALUE:
            raise BadValueError(f"no document can say this: {self._unsayable()}")
        if status < 0:
            raise error_of(status, "this definition could not be written")

    def _unsayable(self) -> str:
        """What a document cannot say, as far as it can be told."""
        states, events, predicates = self._vocabulary.states, self._vocabulary.events, self._vocabulary.predicates
        cases = [name_of_member(each) for members in predicates.members for each in members]
        state_names, event_names = [*states.names.values()], [*events.names.values()]
        for noun, names in ((states.noun, state_names), (events.noun, event_names), ("case", cases)):
            for name in names:
                if not name or not name.isprintable() or len(name.encode("utf-8", "replace")) > 255:
                    why = "has characters that cannot be seen" if name and not name.isprintable() else "is too long"
                    return f"the name of the {noun} {name!r} {why if name else 'is empty'}: give it another one"
        return (
            "a name has characters that documents do not allow or more than 255 bytes, or a row more than 4,096 bytes"
        )

    def __format__(self, format: str) -> str:
        """Return the table as a text or a picture: f"{table:matrix}", f"{table:text}"; without a format as `str` does."""
        if not format:
            return str(self)
        if format in TEXTS:
            return self._write(TEXTS[format])
        if format not in PICTURES:
            raise ValueError(f"a table is formatted as {', '.join([*PICTURES, *TEXTS])}, not as {format!r}")
        return self._written(PICTURES[format], Drawing())
