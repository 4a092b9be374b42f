"""Tables over which the events of many tokens are replayed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Optional, Union

from ..definition.generics import EventT, StateT
from ..machines.shown import ShownTable
from .discovering import discovered
from .draft import Draft
from .frames import FrameNames, from_frame
from .known import known
from .options import EventColumns, GuardOption, Kept, Rules, TokenColumns, ViolationOption
from .preparing import prepared
from .progress import ProgressOption
from .replayer import Gives, Replayer, replayer_of
from .result import Replay
from .running_replay import carried_out


class ReplayedTable(ShownTable[StateT, EventT]):
    """A table that replays logs."""

    __slots__ = ()

    def replay(
        self,
        events: Any,
        tokens: Any = None,
        *,
        token: Optional[str] = None,
        event: Optional[str] = None,
        time: Optional[str] = None,
        offsets: Any = None,
        states: Any = None,
        initial: Optional[StateT] = None,
        guards: GuardOption = "refuse",
        on_violation: ViolationOption = "stay",
        cases: Optional[Mapping[Any, Any]] = None,
        arguments: Optional[Mapping[Any, Any]] = None,
        times: Any = None,
        entered: Any = None,
        contexts: Any = None,
        call: bool = False,
        lenient: bool = False,
        skip_unknown: bool = False,
        token_count: Optional[int] = None,
        outcomes: bool = False,
        rows: bool = False,
        row_counts: bool = False,
        limit: Optional[int] = None,
        threads: int = 1,
        progress: ProgressOption = False,
    ) -> Replay[StateT, EventT]:
        """Replay a log of the events of many tokens (orders, devices, packages): which of them broke the rules, where,
        and in what state is each now?

        A column is a Series of pandas or Polars, an array of numpy or pyarrow, what has Arrow's `__arrow_c_stream__` or
        `__arrow_c_array__`, a buffer, or a list. Numbers and the codes of categorical columns are read where they are.

        events: in the order of the log: ids, members, or names, of which each is looked up once in a categorical
            column. The events of one token need not come together; or else they are a column of lists, one for each
            token, which is faster, but not to make of a log.
        tokens: whose each event is: numbers, best from 0 without gaps, or any other keys, such as a categorical column,
            times or dates. The result is of the tokens that the log has, numbers in ascending order; where the caller
            gives token_count, or something by the number of the token, it is of all numbers from 0. With lists, what
            the caller calls each of them, once each. Without tokens, and without lists, all events are those of one.
        token, event, time: names of columns, if `events` is a whole table: a DataFrame of pandas or Polars, a Table of
            pyarrow, a relation of DuckDB, a mapping from names to columns, or what has Arrow's stream. Then cases and
            arguments may be names too. The rows of the table are the events, in their order: sort them by time first.
        offsets: where the list of each token begins in `events`, and where the last one ends.
        states: the state of each token before: a column of names, members or ids, by the number of the token, or a
            mapping from tokens; None for one that begins. They are not changed.
        initial: where tokens begin; without it the initial state of the definition.
        guards: "refuse": an error if rows have any; "assume": they agree, and are not called; "ask": they are called,
            and so are resolvers and providers.
        on_violation: what follows after an event that the rules do not permit: "stay": its token stays in its state and
            goes on; "stop token": its later events are skipped; "stop": the replay ends.
        cases: for each predicate type a column of its members, their names or numbers, one with each event.
        arguments: for an event a column for each of its arguments, in their order.
        times: when each event was: integers, or times of the packages above; see `Replay`. Python's own become
            microseconds since 1970: in UTC, where they have a zone; all of them have one, or none.
        entered: with times, since when each token has been in its state, as `Replay.entered` tells it of the events
            before: a column by the number of the token, or a mapping from tokens; None or -2**63 if that is not known.
        contexts: for callbacks, the context of each token: a sequence by the number of the token, or a mapping.
        call: call all that a step calls; otherwise only the states change. Callbacks may ask for whatever they may ask
            for of a machine, but not for the machine itself, which there is not.
        lenient: as of a machine: events without a case of each predicate type are fine.
        skip_unknown: skip what the table does not know as an event, null too; otherwise it is an error.
        token_count: how many tokens there are, if they are numbers: those from 0. Found out otherwise.
        outcomes, rows, row_counts: keep the outcome of each event, the row that was taken, and how often each row was.
        limit: how many violations are kept; all are counted.
        threads: among how many threads lists are divided.
        progress: True shows it, with tqdm where that is installed; or a function that is told how many events were
            replayed, of how many, after each million or so.

        What an event leads to is what sending it to a machine would, but callbacks cannot send, and no time passes.

        Errors: UnknownEventError, UnknownStateError, PredicateError, ArgumentsError, BadValueError, UnsupportedError;
        TypeError for what is no column; KeyError for a column that the table lacks. Their texts name the index of the
        event, and their attribute `replay` is what came of the events before it. An exception of a callback or of
        `progress` is raised unchanged, with a note that names the event and with that attribute; so is KeyboardInterrupt.
        Cost: O(events) of the library, without callbacks some nanoseconds each; other threads of Python run meanwhile.
        Threads: any number of threads may replay over one table.
        """
        self._open()
        shared = known(self)
        given = EventColumns(events, tokens, offsets, cases, arguments, times)
        names = FrameNames(token, event, time)
        if names.are_given or isinstance(events, Mapping):
            given = from_frame(events, names, given)
        request = prepared(
            self,
            shared,
            given,
            Rules(initial, guards, on_violation, call, lenient, skip_unknown),
            TokenColumns(states, contexts, entered, token_count),
            Kept(outcomes, rows, row_counts, limit),
            threads,
        )
        return carried_out(self, shared, request, lambda labels: shared.layout.begin(states, labels), progress)

    @classmethod
    def discover(
        cls,
        log: Any,
        tokens: Any = None,
        *,
        token: Optional[str] = None,
        event: Optional[str] = None,
        threshold: Union[int, float] = 0,
        name: str = "discovered",
    ) -> Draft:
        """Return a first draft of a definition, from a log: a document, as a str that `read` reads.

        A state is what comes after an event, and named so; a row says that an event followed another one directly (a
        directly-follows graph). Comments tell how often, and in which states tokens ended.

        log: a table, with the names of its columns `token` and `event`, or a column of events, and `tokens`; as `replay`
            takes them.
        threshold: leave out what followed less often: an int, or as a float below 1 a share of all that followed there.
            The draft tells how many events of the log it refuses then (`refused`). With 0 it permits the whole log.
        name: of the definition.

        Errors: BadValueError for a log without events, with null, or with names that no document can have; KeyError,
        TypeError as of `replay`.
        Cost: O(events log events).
        """
        given = EventColumns(log, tokens)
        names = FrameNames(token, event, None)
        if names.are_given or isinstance(log, Mapping):
            given = from_frame(log, names, given)
        found: Draft = discovered(cls, given.events, given.tokens, threshold, name)
        return found

    def replayer(
        self,
        token: Optional[str] = "token",
        event: str = "event",
        *,
        keep: Union[str, Sequence[str]] = (),
        gives: Gives = "violations",
        initial: Optional[StateT] = None,
        guards: GuardOption = "refuse",
        on_violation: ViolationOption = "stay",
        cases: Optional[Mapping[Any, str]] = None,
        arguments: Optional[Mapping[Any, Union[str, Sequence[str]]]] = None,
        call: bool = False,
        lenient: bool = False,
        skip_unknown: bool = False,
    ) -> Replayer:
        """Return a replay of batches that can be pickled: for Spark, Ray, DuckDB, Polars and streams; see `Replayer`.

        token, event: the names of the columns with the tokens and the events.
        keep: further columns of a batch that the violations have, such as the time or the number of a line.
        gives: "violations", or the "states" of tokens.
        cases, arguments: as of `replay`, with names of columns.
        The others are those of `replay`. Callbacks have no context; a pickle finds them by name.

        Errors: BadValueError, UnknownStateError; UnsupportedError for rows with guards that nothing was said of.
        """
        self._open()
        rules = Rules(initial, guards, on_violation, call, lenient, skip_unknown)
        return replayer_of(self, token, event, keep, gives, cases, arguments, rules)
