"""Replays of batches, by other packages and on other machines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, Optional, Union

from ..library.results import BadValueError
from .batches import Batch, column_named, is_batch, made_like, rows_of, texts_like
from .held_states import HeldStates
from .known import known
from .options import EventColumns, Rules
from .preparing import prepared
from .result import Replay
from .running_replay import carried_out
from .violations import Violation

Gives = Literal["violations", "states"]

TEXTS = ("state", "event", "outcome", "why")
"""The columns of texts that each violation has."""


class Options(NamedTuple):
    """What a replayer was made with."""

    token: Optional[str]
    event: str
    keep: tuple[str, ...]
    gives: Gives
    cases: dict[Any, str]
    arguments: dict[Any, list[str]]
    rules: Rules


class Replayer:
    """Replays batches of a log, with a table that goes where it goes: a pickle holds the definition. Made by
    `Table.replayer`, which tells its parameters.

    `replayer(batch)` takes a RecordBatch or Table of pyarrow, a DataFrame of pandas or Polars, or a dict of columns, in
    which all events of its tokens are, and returns the same kind: of each violation a row with the columns token,
    `keep`, state, event, outcome and why; or with gives="states" of each token a row with the token and its state.

    `replayer(batches)`, with an iterator of such batches, returns an iterator: tokens may go on from batch to batch.

    `replayer(column)`, with a column of lists, the events of one token each, returns a column of texts: for each list
    the first reason, or null; or the name of the state.

    It fits Spark's `mapInArrow` and `mapInPandas`, Ray's `map_batches`, the functions of DuckDB, and `map_batches` of
    Polars. `stream` replays batches as they come, `with_state` is for Spark's streams.

    Errors: those of `Table.replay`. The indexes that they name are those in a batch.
    """

    def __init__(self, table: Any, options: Options) -> None:
        self.table: Any = table
        self._options = options
        self.__name__ = "replay"

    def __call__(self, batches: Any) -> Any:
        if isinstance(batches, Iterator):
            return self._each(batches)
        if is_batch(batches):
            return self.stream()._replay(batches, True)
        return self._column(batches)

    def _each(self, batches: Iterator[Batch]) -> Iterator[Batch]:
        stream, last = self.stream(), None
        for last in batches:
            found = stream._replay(last, False)
            if found is not None:
                yield found
        if last is not None and self._options.gives == "states":
            yield stream._all_states(last)

    def _column(self, column: Any) -> Any:
        """Replay a column of lists."""
        found = self._replayed(column, None, {}, {})
        if self._options.gives == "states":
            return texts_like(column, found.states.names)
        reasons: list[Optional[str]] = [None] * len(found.states)
        if found.counts.violations:
            first = {index: number for number, index in enumerate(found.first) if index >= 0}
            for each in found.violations:
                if each.index in first:
                    reasons[first[each.index]] = each.why
        return texts_like(column, reasons)

    def _replayed(
        self, events: Any, tokens: Any, cases: Any, arguments: Any, stream: Optional[ReplayStream] = None
    ) -> Replay[Any, Any]:
        options, table = self._options, self.table
        table._open()
        shared = known(table)
        given = EventColumns(events, tokens, cases=cases, arguments=arguments)
        request = prepared(table, shared, given, options.rules, coded=stream is not None)
        if stream is None:
            return carried_out(table, shared, request, lambda labels: shared.layout.begin(None, labels))
        violated = stream.violated if options.rules.on_violation == "stop token" else ()
        return carried_out(table, shared, request, stream._held.of, violated=violated)

    def stream(
        self, states: Optional[Mapping[Any, Optional[str]]] = None, violated: Iterable[Any] = ()
    ) -> ReplayStream:
        """Return a replay of batches as they come.

        states: the states of tokens, as `ReplayStream.states` had them, here or in another version of the definition.
        violated: tokens with a violation, as `ReplayStream.violated` had them; with on_violation="stop token" their
            events are skipped.
        """
        if self._options.token is None:
            raise BadValueError("a stream needs the name of the column with tokens: table.replayer(token=...)")
        return ReplayStream(self, states or {}, violated)

    def with_state(self, key: Any, frames: Iterable[Any], state: Any) -> Iterator[Any]:
        """Replay the next events of one token: the function for Spark's `applyInPandasWithState`, with the state type
        "state string, violated boolean"."""
        former: Any = state.get if state.exists else (None, False)
        token = key[0] if isinstance(key, tuple) and len(key) == 1 else key
        stream = self.stream({token: former[0]}, {token} if former[1] else ())
        for frame in frames:
            found = stream._replay(frame, self._options.gives == "states")
            if found is not None:
                yield found
        state.update((stream.states.get(token), token in stream.violated))

    def spark_schema(self, schema: Any) -> str:
        """Return the schema of the results for Spark, of batches with this schema, a StructType."""
        names = self._columns if self._options.gives == "violations" else self._columns[:1]
        texts = TEXTS if self._options.gives == "violations" else TEXTS[:1]
        kinds = [(name, schema[name].dataType.simpleString()) for name in names] + [(name, "string") for name in texts]
        return ", ".join(f"`{name}` {kind}" for name, kind in kinds)

    @property
    def _columns(self) -> list[str]:
        """The columns of a batch that results have."""
        token = self._options.token
        return [*([] if token is None else [token]), *self._options.keep]

    def __reduce__(self) -> tuple[Any, ...]:
        return Replayer, (self.table, self._options)

    def __repr__(self) -> str:
        return f"<Replayer of {self.table!r}, token {self._options.token!r}, event {self._options.event!r}>"


class ReplayStream:
    """A replay of batches as they come; made by `Replayer.stream`. It can be pickled between two batches.

    `stream(batch)` returns the violations in this batch, or with gives="states" the states of the tokens in it.
    """

    __slots__ = ("replayer", "violated", "_held")

    def __init__(self, replayer: Replayer, states: Mapping[Any, Optional[str]], violated: Iterable[Any]) -> None:
        self.replayer: Replayer = replayer
        self.violated: set[Any] = set(violated)
        """The tokens with a violation."""
        self._held = HeldStates(known(replayer.table).layout, states)

    @property
    def states(self) -> dict[Any, Optional[str]]:
        """The state of each token so far, by name, as `States.names` has it: to be saved and given back to `stream`."""
        return self._held.names()

    def __reduce__(self) -> tuple[Any, ...]:
        return ReplayStream, (self.replayer, self.states, self.violated)

    def __call__(self, batch: Batch) -> Batch:
        """Replay a batch. Errors: those of `Table.replay`; then all is as before the batch."""
        return self._replay(batch, True)

    def _replay(self, batch: Batch, gives_states: bool) -> Optional[Batch]:
        options = self.replayer._options
        assert options.token is not None
        found = self.replayer._replayed(
            column_named(batch, options.event),
            column_named(batch, options.token),
            {kind: column_named(batch, name) for kind, name in options.cases.items()},
            {event: [column_named(batch, name) for name in names] for event, names in options.arguments.items()},
            self,
        )
        self._held.keep(found.tokens, found.states)
        violations = list(found.violations)
        self.violated.update(each.token for each in violations)
        if options.gives == "violations":
            return rows_of(
                batch, self.replayer._columns, [each.index for each in violations], _texts(violations, found)
            )
        if not gives_states:
            return None
        seen = [(label, name) for label, name in zip(found.tokens, found.states.names) if name is not None]
        return made_like(batch, options.token, [label for label, _ in seen], {"state": [name for _, name in seen]})

    def _all_states(self, like: Batch) -> Batch:
        token = self.replayer._options.token
        assert token is not None
        states = self.states
        return made_like(like, token, list(states), {"state": list(states.values())})


def _texts(violations: Sequence[Violation], found: Replay[Any, Any]) -> dict[str, list[Any]]:
    columns = found.violations.columns
    return {name: columns[name] for name in TEXTS}


def replayer_of(
    table: Any,
    token: Optional[str],
    event: str,
    keep: Union[str, Sequence[str]],
    gives: Gives,
    cases: Optional[Mapping[Any, str]],
    arguments: Optional[Mapping[Any, Union[str, Sequence[str]]]],
    rules: Rules,
) -> Replayer:
    """Return a replayer. Errors, as soon as it is made: those of a replay without events."""
    if gives not in ("violations", "states"):
        raise BadValueError(f"gives is 'violations' or 'states', not {gives!r}")
    options = Options(
        token,
        event,
        (keep,) if isinstance(keep, str) else tuple(keep),
        gives,
        cases=dict(cases or {}),
        arguments={key: [names] if isinstance(names, str) else list(names) for key, names in (arguments or {}).items()},
        rules=rules,
    )
    made = Replayer(table, options)
    none: dict[Any, Any] = {key: [[] for _ in names] for key, names in options.arguments.items()}
    made._replayed([], None, {kind: [] for kind in options.cases}, none)
    return made
