"""Columns from Arrow's arrays: numbers where they lie, texts by the codes of their dictionaries."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import Any, Optional

from .arrow import Field, Node, arrays
from .arrow_objects import objects_of
from .arrow_values import is_text, missing, number_type, numbers, offsets, texts, time_unit, values
from .coding import coded
from .later import Later
from .parts import Column, Part, View, moved, part_of, translated


class Words(Sequence[Any]):
    """The values of a dictionary, which become Python objects once one of them is asked for."""

    __slots__ = ("_node", "_values")

    def __init__(self, node: Node) -> None:
        self._node = node
        self._values: Optional[list[Any]] = None

    def _all(self) -> list[Any]:
        if self._values is None:
            self._values = values(self._node)
        return self._values

    def __len__(self) -> int:
        return self._node.length

    def __getitem__(self, index: Any) -> Any:
        return self._all()[index]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._all())


def arrow_column(value: Any, noun: str) -> Column:
    """Return what has `__arrow_c_stream__` or `__arrow_c_array__` as a column. Errors: TypeError for a type that it
    cannot be.

    noun: what it is, for errors.
    """
    field, nodes = arrays(value)
    return column_of(field, nodes, noun)


def column_of(field: Field, nodes: list[Node], noun: str) -> Column:
    """Return arrays of one type as a column. Errors: as `arrow_column`."""
    if field.format == "+s" and len(field.children) == 1:
        return column_of(field.children[0], [_only_child(node, noun) for node in nodes], noun)
    if field.format in ("+l", "+L") or field.format.startswith("+w:"):
        return _lists(field, nodes, noun)
    if field.dictionary is not None:
        return _encoded(nodes)
    if is_text(field.format):
        return _texts(nodes)
    if number_type(field.format) is None and field.format not in ("b", "n"):
        hint = ": name its columns (event=..., token=...), or give one of them" if field.format == "+s" else ""
        raise TypeError(f"{noun} cannot be a column of Arrow's type {field.format!r}{hint}")
    if field.format == "n":
        return Column(tuple(_nulls(node) for node in nodes), ())
    return of_objects(Column(tuple(numbers(node) for node in nodes), unit=time_unit(field.format)), field.format)


def of_objects(column: Column, format: str) -> Column:
    """Return a column of numbers as one that also tells what objects these stand for in a format of Arrow, if any."""
    objects = objects_of(format)
    if objects is None:
        return column
    make = objects

    def keyed() -> Column:
        codes, found = coded(column)
        return codes._replace(words=Later(len(found), lambda: make(found)))

    return column._replace(keyed=keyed)


def columns_of(field: Field, nodes: list[Node], names: Sequence[str]) -> dict[str, Column]:
    """Return some columns of a table by their names, which it has once each. Errors: as `arrow_column`."""
    places = {child.name: place for place, child in enumerate(field.children)}
    return {
        name: column_of(
            field.children[places[name]],
            [_child(node, places[name], f"the column {name!r}") for node in nodes],
            f"the column {name!r}",
        )
        for name in names
    }


def _only_child(node: Node, noun: str) -> Node:
    """The column of a table that has one."""
    return _child(node, 0, noun)


def _child(node: Node, place: int, noun: str) -> Node:
    if len(missing(node)):
        raise TypeError(f"{noun}: the row at index {missing(node)[0]} is null")
    child = node.children[place]
    nulls = child.nulls if child.length == node.length else -1
    return child._replace(offset=child.offset + node.offset, length=node.length, nulls=nulls)


def _nulls(node: Node) -> Part:
    return part_of(array("b", bytes(node.length)))._replace(missing=range(node.length))


def _encoded(nodes: list[Node]) -> Column:
    """Codes of dictionaries. Where these differ from array to array, as they may, codes are translated to those of
    one dictionary."""
    dictionaries = [node.dictionary for node in nodes if node.dictionary is not None]
    if not dictionaries:
        return Column((), ())
    if all(_is_same(dictionaries[0], each) for each in dictionaries):
        return Column(tuple(numbers(node) for node in nodes), Words(dictionaries[0]))
    known: dict[Any, int] = {}
    parts = []
    for node, dictionary in zip(nodes, dictionaries):
        table = [-1 if word is None else known.setdefault(word, len(known)) for word in values(dictionary)]
        part = numbers(node)
        parts.append(translated(part, table, -1)._replace(missing=part.missing))
    return Column(tuple(parts), list(known))


def _is_same(one: Node, other: Node) -> bool:
    if one.length != other.length:
        return False
    where = one.buffers[:3], one.offset
    return where == (other.buffers[:3], other.offset) or values(one) == values(other)


def _texts(nodes: list[Node]) -> Column:
    known: dict[Any, int] = {}
    parts = []
    for node in nodes:
        gone = missing(node)
        codes = array("i", [known.setdefault(each, len(known)) for each in texts(node)])
        parts.append(part_of(codes)._replace(missing=gone))
    return Column(tuple(parts), list(known))


def _lists(field: Field, nodes: list[Node], noun: str) -> Column:
    """A column of lists, as that of all their values. A list that is null is empty."""
    begins, children, past = array("q", [0]), [], 0
    for node in nodes:
        gone = set(missing(node))
        ends = _ends(node)
        child = node.children[0]
        first, last = ends[0], ends[-1]
        filled = next((index for index in sorted(gone) if ends[index] != ends[index + 1]), None)
        if filled is not None:
            raise TypeError(f"{noun}: the list at index {filled} is null, but has values")
        begins.extend(moved(ends[1:], past - first))
        children.append(child._replace(offset=child.offset + first, length=last - first, nulls=-1))
        past += last - first
    column = column_of(field.children[0], children, noun)
    if column.lists is not None:
        raise TypeError(f"{noun} cannot be lists of lists")
    return column._replace(lists=begins)


def _ends(node: Node) -> View:
    """Where each list begins in the values, and where the last one ends."""
    if node.field.format.startswith("+w:"):
        size = int(node.field.format[3:])
        return memoryview(array("q", range(node.offset * size, (node.offset + node.length) * size + 1, size)))
    return offsets(node, "q" if node.field.format == "+L" else "i")
