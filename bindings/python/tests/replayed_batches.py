"""A log as batches of all packages, and what one replay says of it."""

from __future__ import annotations

from typing import Any

import pytest
from replayed import orders, random_log

TOKENS = 30


class Log:
    """A log as columns, and what one replay of it says."""

    def __init__(self) -> None:
        self.table = orders()
        events, tokens = random_log(self.table, 800, TOKENS, 2)
        self.columns: dict[str, list[Any]] = {
            "id": [f"order {token}" for token in tokens],
            "status": [each.name.replace("_", " ") for each in events],
            "line": list(range(800)),
        }
        whole = self.table.replay(self.columns["status"], self.columns["id"])
        self.violations = sorted(
            (each.token, each.index, each.state.name, each.event.name.replace("_", " "), each.outcome.name, each.why)
            for each in whole.violations
        )
        self.states = dict(zip(whole.tokens, whole.states.names))

    def part(self, start: int, end: int) -> dict[str, list[Any]]:
        return {name: values[start:end] for name, values in self.columns.items()}


def rows(batch: Any) -> list[tuple[Any, ...]]:
    """A batch as sorted rows."""
    if hasattr(batch, "to_pydict"):
        batch = batch.to_pydict()
    elif hasattr(batch, "to_dicts"):
        batch = batch.to_dict(as_series=False)
    elif hasattr(batch, "to_dict"):
        batch = batch.to_dict("list")
    return sorted(zip(*[list(values) for values in batch.values()]))


def made(kind: str, columns: dict[str, list[Any]]) -> Any:
    """Columns as a batch of a package."""
    if kind == "dict":
        return columns
    module = pytest.importorskip(kind.split(" ")[0])
    if kind == "numpy":
        return {name: module.array(values) for name, values in columns.items()}
    if kind == "pyarrow":
        return module.table(columns)
    if kind == "pyarrow batch":
        return module.RecordBatch.from_pydict(columns)
    if kind == "pyarrow dictionary":
        table = module.table(columns)
        return table.set_column(0, "id", table["id"].dictionary_encode())
    frame = module.DataFrame(columns)
    if kind == "pandas categorical":
        return frame.astype({"id": "category", "status": "category"})
    if kind == "polars categorical":
        return frame.with_columns(frame["id"].cast(module.Categorical), frame["status"].cast(module.Categorical))
    return frame
