"""Replays as pictures, for files and for notebooks."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property
from typing import Any, Literal, Optional, Union, overload

from ..documents.drawn import drawn
from ..documents.pictures import IMAGES, PICTURES, has_dot, image
from ..library.generated.enumerations import Reserved
from ..library.results import BadValueError
from ..machines.written_table import ImageFormat, TextFormat
from .arrow_values import SECONDS
from .durations import Duration, Taken, durations_of, shown_duration
from .picture import picture

DurationOption = Literal["median", "mean", "none"]
TimeUnit = Literal["ns", "us", "ms", "s", "m", "h", "D", "W"]


class DrawnReplay:
    """A replay that is drawn."""

    _table: Any
    _taken: Optional[Taken]
    _time_unit: Optional[float]
    row_counts: Any

    @cached_property
    def durations(self) -> Optional[list[Optional[Duration]]]:
        """How long tokens had been in their states as each row was taken, by its number; see `Duration`. Needs times=...
        and row_counts=True, and is None otherwise.

        A row with the target INTERNAL leaves no state, so that the time goes on; one that leads back to the same state
        leaves and enters it. In a chart the time is that since any state was left.

        Cost: O(events log events) the first time. The columns of tokens and times must not have changed since.
        Errors: BadValueError for an event that is earlier than one before it of the same token; ClosedError.
        """
        if self._taken is None:
            return None
        staying = {each.row + 1 for each in self._table.transitions() if each.target is Reserved.INTERNAL}
        return durations_of(self._taken, staying)

    @overload
    def diagram(
        self,
        format: ImageFormat = "svg",
        *,
        duration: Optional[DurationOption] = None,
        time_unit: Optional[TimeUnit] = None,
        hide: Any = (),
        focus: Any = (),
        flat: bool = False,
    ) -> bytes: ...

    @overload
    def diagram(
        self,
        format: TextFormat,
        *,
        duration: Optional[DurationOption] = None,
        time_unit: Optional[TimeUnit] = None,
        hide: Any = (),
        focus: Any = (),
        flat: bool = False,
    ) -> str: ...

    def diagram(
        self,
        format: Union[ImageFormat, TextFormat] = "svg",
        *,
        duration: Optional[DurationOption] = None,
        time_unit: Optional[TimeUnit] = None,
        hide: Any = (),
        focus: Any = (),
        flat: bool = False,
    ) -> Union[str, bytes]:
        """Draw the definition with what the log did: how often each row was taken, and how long tokens had been in their
        states before. Arrows that were taken often are wide, those that never were thin and pale (in PlantUML pale). Needs
        row_counts=True, and for durations times=... too.

        format, hide, focus, flat: as of `Table.diagram`.
        duration: "median", the default where there are times, "mean" or "none".
        time_unit: of times that are plain numbers, as numpy calls it ("D" are days); that of other times is known.

        Errors: BadValueError for what was not kept or is no unit; those of `durations` and of `Table.diagram`.
        """
        if self.row_counts is None:
            raise BadValueError("how often each row was taken is not known: replay with row_counts=True")
        texts = self._texts(duration, time_unit)
        options: dict[str, Any] = {"hide": hide, "focus": focus, "flat": flat}
        if format not in PICTURES and format not in IMAGES:
            return self._table.diagram(format)  # type: ignore[no-any-return] # which refuses it

        def draw(format: str, counts: Sequence[int]) -> str:
            return str(self._table.diagram(format, counts=counts, **options))

        text = picture(draw, format if format in PICTURES else "dot", self.row_counts, texts)
        found: Union[str, bytes] = drawn(format, image(text, format) if format in IMAGES else text)
        return found

    def _texts(self, duration: Optional[str], time_unit: Optional[str]) -> list[str]:
        """What each row is shown with."""
        if duration not in (None, "median", "mean", "none"):
            raise BadValueError(f"duration is 'median', 'mean' or 'none', not {duration!r}")
        if time_unit is not None and time_unit not in SECONDS:
            raise BadValueError(f"time_unit is one of {', '.join(map(repr, SECONDS))}, not {time_unit!r}")
        if duration in ("median", "mean") and self._taken is None:
            raise BadValueError("durations are not known: replay with times=... and row_counts=True")
        texts = [f"×{count}" for count in self.row_counts]
        durations = None if duration == "none" else self.durations
        seconds = self._time_unit if time_unit is None else SECONDS[time_unit]
        for row, each in enumerate(durations or ()):
            if each is not None:
                value = each.mean if duration == "mean" else each.median
                texts[row] += f" · {shown_duration(value, seconds)}"
        return texts

    def _repr_mimebundle_(
        self, include: Optional[Collection[str]] = None, exclude: Optional[Collection[str]] = None
    ) -> dict[str, str]:
        """Return what a notebook shows: its picture, if row_counts were kept, and its text. Raises nothing."""
        bundle = {"text/plain": repr(self), **self._pictures()}
        return {
            kind: shown
            for kind, shown in bundle.items()
            if (not include or kind in include) and (not exclude or kind not in exclude)
        }

    def _pictures(self) -> dict[str, str]:
        if self.row_counts is None:
            return {}
        if has_dot():
            try:
                return {"image/svg+xml": self.diagram("svg").decode()}
            except Exception:  # it may be broken, or slow
                pass
        try:
            return {"text/vnd.mermaid": self.diagram("mermaid"), "text/html": self.diagram("html")}
        except Exception:  # the table may be closed
            return {}
