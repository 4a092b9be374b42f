"""Pictures of definitions, which the library writes, and those that graphviz makes of them."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from ctypes import c_int32, c_uint64, sizeof
from errno import ENOENT
from typing import Any, NamedTuple, Optional

from ..library.generated.constants import DOT, FLAT, HTML, JSON, MARKDOWN, MATRIX, MERMAID, PLANTUML, TEXT
from ..library.generated.records import sfsm_writing
from ..library.results import SwiftFSMError

TEXTS = {"text": TEXT, "json": JSON}
"""What a definition can be read from again."""
PICTURES = {
    "dot": DOT,
    "mermaid": MERMAID,
    "plantuml": PLANTUML,
    "matrix": MATRIX,
    "markdown": MARKDOWN,
    "html": HTML,
}
"""The formats of pictures that are text."""
IMAGES = ("svg", "png")
"""Those that graphviz makes."""

_SECONDS = 5


class Drawing(NamedTuple):
    """How to draw; all ids as numbers."""

    current: Sequence[int] = ()
    hidden: Sequence[int] = ()
    focus: Sequence[int] = ()
    taken: Optional[Sequence[int]] = None
    is_flat: bool = False

    def record(self, format: int) -> sfsm_writing:
        """Return it as the library takes it."""
        taken = self.taken or ()
        record = sfsm_writing(size=sizeof(sfsm_writing), format=format, flags=FLAT if self.is_flat else 0)
        record.current, record.current_count = _ids(self.current), len(self.current)
        record.hidden, record.hidden_count = _ids(self.hidden), len(self.hidden)
        record.focus, record.focus_count = _ids(self.focus), len(self.focus)
        record.taken, record.taken_count = (c_uint64 * len(taken))(*taken), len(taken)
        return record


def _ids(numbers: Sequence[int]) -> Any:
    return (c_int32 * len(numbers))(*numbers)


def has_dot() -> bool:
    """Return whether graphviz can be run."""
    return shutil.which("dot") is not None


def image(text: str, format: str) -> bytes:
    """Return a text in DOT as an image. Errors: FileNotFoundError without graphviz; TimeoutError if it takes longer than
    five seconds; SwiftFSMError with what it says if it fails."""
    program = shutil.which("dot")
    if program is None:
        raise FileNotFoundError(
            ENOENT, f"{format} is made by the program dot of graphviz, which is not in PATH: install it, or use "
            f"another format ({', '.join(PICTURES)})", "dot"
        )
    import subprocess  # which takes longer to import than the package may

    try:
        done = subprocess.run(
            [program, f"-T{format}"], input=text.encode(), capture_output=True, timeout=_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise TimeoutError(
            f"{program} took longer than {_SECONDS} seconds: draw less (hide=, focus=), or use another format "
            f"({', '.join(PICTURES)})"
        ) from None
    if done.returncode != 0 or not done.stdout:
        said = done.stderr.decode("utf-8", "replace").strip()
        raise SwiftFSMError(f"{program} failed with status {done.returncode}: {said or 'it said nothing'}")
    return done.stdout
