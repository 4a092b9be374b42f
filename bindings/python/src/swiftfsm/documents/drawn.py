"""Pictures as notebooks show them: texts and bytes that tell which format they are."""

from __future__ import annotations

from typing import Any, Union


class Svg(bytes):
    """A picture in SVG."""

    def _repr_svg_(self) -> str:
        return self.decode()


class Png(bytes):
    """A picture in PNG."""

    def _repr_png_(self) -> bytes:
        return bytes(self)


class Html(str):
    """A table in HTML."""

    def _repr_html_(self) -> str:
        return str(self)


class Markdown(str):
    """A table in Markdown."""

    def _repr_markdown_(self) -> str:
        return str(self)


class Mermaid(str):
    """A picture in Mermaid, which JupyterLab draws from version 4.1 on."""

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/vnd.mermaid": str(self), "text/plain": str(self)}


class Lines(str):
    """A text that a notebook shows as it is, and not as a str of Python."""

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))


_KINDS: dict[str, Any] = {"svg": Svg, "png": Png, "html": Html, "markdown": Markdown, "mermaid": Mermaid}


def drawn(format: str, picture: Union[str, bytes]) -> Any:
    """Return a picture in a format as a notebook shows it: a str, or bytes of an image."""
    return _KINDS.get(format, Lines)(picture)
