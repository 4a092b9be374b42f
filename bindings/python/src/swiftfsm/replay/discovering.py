"""Discovering a draft in a log."""

from __future__ import annotations

from typing import Any, Union

from ..building.diagnostics import InvalidDefinitionError
from ..documents.agreement import GivenEnums
from ..documents.source import document
from ..library.results import BadValueError
from .draft import Draft, Graph, check_name, graph_of, text_of
from .following import following, log_of


def discovered(kind: Any, events: Any, tokens: Any, threshold: Union[int, float], name: str) -> Draft:
    """Return the draft of a log. Errors: those of `Table.discover`. kind: of the table that replays the log over it."""
    if not isinstance(name, str):
        raise TypeError(f"name must be a str, not {name!r}")
    check_name(name, f"the name {name!r}")
    log = log_of(events, tokens)
    graph = graph_of(log, following(log), threshold)
    refused = _refused(kind, graph, name)
    draft = Draft(text_of(graph, name, threshold, refused))
    draft.edges, draft.refused = graph.edges(), refused
    draft.events, draft.tokens = log.events.length, log.token_count
    return draft


def _refused(kind: Any, graph: Graph, name: str) -> int:
    """How many events of the log its draft does not permit."""
    text = text_of(graph, name, 0, 0).replace("\n  initial", "\n  warnings off all\n  initial", 1)
    try:
        table = kind._read(document(text, "draft"), {}, GivenEnums.of(None, None, ()))
    except InvalidDefinitionError as error:
        raise BadValueError(
            f"no document can say this: rename events of the log, or leave out more of it (threshold=...):\n{error}"
        ) from None
    with table:
        found = table.replay(graph.log.coded(graph.names), graph.log.tokens, limit=0)
        refused: int = found.counts.violations
        return refused
