"""The reference of the Python package: pages that let autodoc read what `swiftfsm` and its rooms export."""

from __future__ import annotations

import enum
import importlib
import inspect
import pkgutil
from pathlib import Path
from types import ModuleType
from typing import Any

import django
from django.conf import settings

import prose
import swiftfsm

# swiftfsm.django is read in an application that is set up.
if not settings.configured:
    settings.configure(INSTALLED_APPS=["django.contrib.contenttypes"], DATABASES={})
    django.setup()

OWN_PAGES = ("Table", "Machine", "Step", "Replay", "Row")
OPTIONS = {
    "class": [":members:", ":undoc-members:", ":special-members: __call__"],
    "enumeration": [":members:", ":undoc-members:"],
    "exception": [":members:", ":show-inheritance:"],
    "function": [],
    "constant": [":no-value:"],
}
DIRECTIVES = {"class": "autoclass", "enumeration": "autoclass", "exception": "autoexception", "function": "autofunction",
              "constant": "autodata"}  # fmt: skip


def write(folder: Path) -> None:
    """Write the pages into a folder, which is made."""
    folder.mkdir(parents=True, exist_ok=True)
    names = {name: kind(getattr(swiftfsm, name)) for name in [*swiftfsm.__all__, "exit"]}
    decorators = [name for name in names if _is_decorator(getattr(swiftfsm, name))]
    words = [name for name, each in names.items() if each == "function" and name not in decorators]
    pages = {name.lower(): (name, "", [name]) for name in OWN_PAGES if name in names}
    pages |= {
        "words": ("Words of definitions", "What `Table` and the body of a class are given.", words),
        "decorators": ("Decorators", "Of methods, in the class style.", decorators),
        "classes": ("Further classes", "", [each for each in _of(names, "class") if each not in OWN_PAGES]),
        "enumerations": ("Enumerations", "", _of(names, "enumeration")),
        "constants": ("Constants", "", _of(names, "constant")),
        "errors": ("Exceptions", "`SwiftFSMError` is the base of all but `LibraryError`.", _of(names, "exception")),
    }
    index = ["Python: the reference", "=" * 21, "", "Made of the docstrings; ``help(swiftfsm.Table)`` shows them too.", ""]
    for page, (title, said, members) in pages.items():
        made = [title, "=" * len(title), "", *prose.rest([said] if said else [], link, "python")]
        for name in members:
            made += directive("swiftfsm", name)
        folder.joinpath(f"{page}.rst").write_text("\n".join(made) + "\n", encoding="utf-8")
    own = [name for name in OWN_PAGES if name in names]
    groups = [("Classes", own), *(page[::2] for page in pages.values() if page[0] not in own)]
    for title, members in groups:
        index += [title, "-" * len(title), "", *_summary("swiftfsm", members)]
    modules = public_modules()
    for module in modules:
        folder.joinpath(f"{module.__name__}.rst").write_text("\n".join(_module(module)) + "\n", encoding="utf-8")
        index += [module.__name__, "-" * len(module.__name__), "", *_summary(module.__name__, list(module.__all__))]
    index += [".. toctree::", "    :hidden:", "", *(f"    {page}" for page in [*pages, *(each.__name__ for each in modules)]), ""]
    folder.joinpath("index.rst").write_text("\n".join(index) + "\n", encoding="utf-8")


def kind(value: object) -> str:
    """What a name stands for."""
    if not isinstance(value, type):
        return "function" if callable(value) else "constant"
    if issubclass(value, BaseException):
        return "exception"
    return "enumeration" if issubclass(value, enum.Enum) else "class"


def public_modules() -> list[ModuleType]:
    """The rooms that export names of their own: a program imports them by name."""
    found = []
    for room in pkgutil.iter_modules(swiftfsm.__path__, "swiftfsm."):
        try:
            module = importlib.import_module(room.name)
        except ImportError as error:
            raise SystemExit(f"documentation: {error}: name its package in the extra docs of pyproject.toml") from error
        if getattr(module, "__all__", None) and not room.name.rsplit(".", 1)[1].startswith("_"):
            found.append(module)
    return found


def link(name: str) -> str | None:
    """A role for a name of the package: "Table.read", "send()"."""
    path = name.removesuffix("()")
    first = path.split(".")[0]
    if first in swiftfsm.__all__ and _has(swiftfsm, path):
        return f":py:obj:`{name} <swiftfsm.{path}>`"
    return None


def docstring(what: str, path: str, value: Any, lines: list[str]) -> None:
    """Make reStructuredText of a docstring, in place: for autodoc."""
    owner = ".".join(path.split(".")[:2]) if what in ("method", "property", "attribute") else path

    def near(name: str) -> str | None:
        member = name.removesuffix("()")
        holder = getattr(swiftfsm, owner.removeprefix("swiftfsm."), None)
        if member.isidentifier() and isinstance(holder, type) and not member.startswith("_") and hasattr(holder, member):
            documented = kind(holder) == "class" and not hasattr(object, member)
            return f":py:obj:`{name} <{owner}.{member}>`" if documented and path != f"{owner}.{member}" else None
        return link(name)

    if isinstance(value, type) and value.__doc__ and value.__doc__.startswith(f"{value.__name__}("):
        lines[:] = []
    text = inspect.cleandoc("\n".join(lines)).split("\n") if any(lines) else []
    lines[:] = prose.rest(text, near, "python")


def directive(module: str, name: str) -> list[str]:
    """What lets autodoc read one name."""
    value = getattr(importlib.import_module(module), name)
    what = kind(value)
    options = list(OPTIONS[what])
    if what == "class":
        foreign = [each for each in value.__mro__ if not each.__module__.startswith("swiftfsm.")]
        options.append(f":inherited-members: {', '.join(dict.fromkeys(each.__name__ for each in foreign))}")
        # What tells a base of another package how to treat the class, such as the type of a column.
        told = {each for base in foreign[:-1] for each in vars(base) if not each.startswith("__")}
        answers = sorted(each for each, held in vars(value).items() if each in told and not inspect.isroutine(held))
        options += [f":exclude-members: {', '.join(answers)}"] if answers else []
    return [f".. {DIRECTIVES[what]}:: {module}.{name}", *(f"    {option}" for option in options), ""]


def _is_decorator(value: object) -> bool:
    return kind(value) == "function" and getattr(value, "__module__", "").endswith(".decorators")


def _of(names: dict[str, str], wanted: str) -> list[str]:
    return [name for name, each in names.items() if each == wanted]


def _has(holder: object, path: str) -> bool:
    for part in path.split("."):
        if not hasattr(holder, part):
            return False
        holder = getattr(holder, part)
    return True


def _module(module: ModuleType) -> list[str]:
    made = [module.__name__, "=" * len(module.__name__), ""]
    made += prose.rest(inspect.cleandoc(module.__doc__ or "").split("\n"), link, "python")
    for name in module.__all__:
        made += directive(module.__name__, name)
    return made


def _summary(module: str, names: list[str]) -> list[str]:
    """A table of names, each with the first sentence of its docstring."""
    made = [".. list-table::", "    :widths: 30 70", "    :width: 100%", ""]
    for name in names:
        value = getattr(importlib.import_module(module), name)
        said = _first_sentence(value)
        made += [f"    * - :py:obj:`{name} <{module}.{name}>`", f"      - {prose.inline(said, link)}"]
    return [*made, ""]


def _first_sentence(value: object) -> str:
    if not isinstance(value, type) and not callable(value):
        return ""
    text = inspect.getdoc(value) or ""
    paragraph = " ".join(text.split("\n\n")[0].split())
    return paragraph.split(". ")[0].rstrip(".:") + "." if paragraph else ""
