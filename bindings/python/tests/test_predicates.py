"""Predicate types: matching, what is sent, providers, and what building has to say of clashes."""

from __future__ import annotations

import copy
import pickle
from enum import Enum, IntEnum
from typing import Any, Optional

import pytest
from tracing import Trace, line

from swiftfsm import (
    BadValueError,
    DiagnosticKind,
    InvalidDefinitionError,
    MissingPredicateError,
    Outcome,
    Place,
    PredicateError,
    Reason,
    RepeatedPredicateError,
    Row,
    StateBlock,
    Table,
    UnknownCaseError,
    UnknownPredicateError,
    define,
    matching,
    request,
    then,
    when,
)
from swiftfsm.calling.callback_results import as_run


class Mode(IntEnum):
    WEAK = 5
    STRONG = 7


class Weather(Enum):
    DRY = "dry"
    WET = "wet"
    SNOWY = "snowy"


class Stranger(Enum):
    ONLY = 1


def test_any_of_one_type_and_all_of_several_types() -> None:
    trace = Trace()
    machine = Table(
        define(1)(
            matching(Weather.WET, Weather.SNOWY) | matching(Mode.STRONG) | when(1) | then() | trace("both"),
            matching(Weather.DRY) | when(1) | then() | trace("dry"),
        )
    ).machine(1)
    seen = {(mode.name, weather.name) for mode in Mode for weather in Weather if machine.can(1, weather, mode)}
    assert seen == {("STRONG", "WET"), ("STRONG", "SNOWY"), ("WEAK", "DRY"), ("STRONG", "DRY")}
    machine.send(1, Mode.STRONG, Weather.WET)
    machine.send(1, Weather.DRY, Mode.WEAK)
    assert trace.take() == "both dry"


def test_a_row_that_matches_more_comes_first() -> None:
    trace = Trace()
    machine = Table(
        define(1)(
            when(1) | then() | trace("any"),
            matching(Mode.WEAK) | when(1) | then() | trace("weak"),
            matching(Mode.WEAK, Weather.WET) | when(1) | then() | trace("weak and wet"),
        )
    ).machine(1)
    for mode, weather in ((Mode.STRONG, Weather.WET), (Mode.WEAK, Weather.DRY), (Mode.WEAK, Weather.WET)):
        machine.send(1, mode, weather)
    assert trace == ["any", "weak", "weak and wet"]


def test_an_implicit_clash_names_the_combination_as_members() -> None:
    here = line()
    with pytest.raises(InvalidDefinitionError) as caught:
        Table(
            Row(1, 1, 1, matching=Mode.STRONG),
            Row(1, 1, 1, matching=[Weather.WET, Weather.SNOWY]),
        )
    fault, *_ = caught.value.diagnostics
    assert fault.kind is DiagnosticKind.IMPLICIT_CLASH
    assert fault.cases == (Mode.STRONG, Weather.WET)
    assert fault.places == (Place(__file__, here + 3), Place(__file__, here + 4))
    assert "STRONG" in fault.text and "WET" in fault.text


def test_a_case_that_is_named_twice() -> None:
    with pytest.raises(InvalidDefinitionError) as caught:
        Table(Row(1, 1, 1, matching=[Weather.WET, Weather.WET]))
    fault, *_ = caught.value.diagnostics
    assert (fault.kind, fault.predicate, fault.value) == (DiagnosticKind.INVALID_MATCH, Weather, Weather.WET)


def test_a_type_that_no_row_names_is_a_warning() -> None:
    table = Table([(1, 1, 2), (2, 1, 1)], predicates=[Weather])
    assert [(each.kind, each.predicate) for each in table.warnings] == [(DiagnosticKind.UNUSED_PREDICATE, Weather)]
    assert table.predicates == [Weather]


def test_a_type_that_only_functions_ask_for_is_used() -> None:
    def act(mode: Mode) -> None: ...

    def tell(weather: Optional[Weather]) -> None: ...

    kinds = [Stranger, Weather, Mode]
    table = Table([(1, 1, 2, act), (2, 1, 1)], predicates=kinds, on_step=tell)
    assert [each.predicate for each in table.warnings] == [Stranger]
    with pytest.raises(InvalidDefinitionError) as caught:
        Table(Row(1, 1, 2, act), Row(1, 1, 1), Row(2, 1, 1), predicates=kinds)
    clash, *unused = caught.value.diagnostics
    assert [each.predicate for each in unused] == [Stranger, Weather] and len(clash.places) == 2
    _, _, *lines = caught.value.text.splitlines()
    assert lines == [str(each) for each in unused]


@pytest.fixture
def table() -> Table[int, int]:
    return Table([Row(1, 1, 2, matching=[Mode.WEAK, Weather.WET]), (2, 1, 1)])


@pytest.mark.parametrize(
    ("cases", "kind", "predicate", "case", "sentence"),
    [
        (
            [Mode.WEAK],
            MissingPredicateError,
            Weather,
            None,
            "no case of Weather was sent: send one, give the type a provider",
        ),
        (
            [Mode.WEAK, Weather.WET, Mode.WEAK],
            RepeatedPredicateError,
            Mode,
            Mode.WEAK,
            "two cases of Mode were sent: send one",
        ),
        ([*Mode, Weather.WET], RepeatedPredicateError, Mode, Mode.STRONG, "two cases of Mode were sent: send one"),
        (
            [Stranger.ONLY],
            UnknownPredicateError,
            Stranger,
            Stranger.ONLY,
            "<Stranger.ONLY: 1> is of no predicate type of this table",
        ),
    ],
)
def test_what_a_strict_machine_refuses(
    table: Any, cases: Any, kind: type[PredicateError], predicate: Any, case: Any, sentence: str
) -> None:
    machine = table.machine(1)
    for call in (machine.send, machine.probe, machine.explain, machine.why_not):
        with pytest.raises(kind, match=sentence) as caught:
            call(1, *cases)
        error = caught.value
        assert (error.predicate, error.case) == (predicate, case)
        for again in (copy.copy(error), copy.deepcopy(error), pickle.loads(pickle.dumps(error))):
            assert (type(again), again.args) == (kind, error.args)
            assert (again.predicate, again.case, again.status) == (predicate, case, kind.status)
    assert machine.state == 1


def test_questions_about_all_events_tell_it_too(table: Any) -> None:
    machine = table.machine(1)
    for call in (machine.permitted, machine.requestable):
        with pytest.raises(RepeatedPredicateError) as caught:
            call(*Mode, Weather.WET)
        assert (caught.value.predicate, caught.value.case) == (Mode, Mode.STRONG)


def test_a_request_tells_it_too() -> None:
    machine = Table(define(1)(matching(Mode.WEAK) | request(1))).machine(1)
    calls: list[Any] = [machine.request, machine.can_request, machine.explain_request]
    for call in calls:
        with pytest.raises(MissingPredicateError) as caught:
            call(1)
        assert (caught.value.predicate, caught.value.case) == (Mode, None)


def test_a_case_without_a_member_is_told_as_a_number() -> None:
    machine = Table(Row(1, 1, 1, matching=Weather.WET), providers={Weather: lambda: Weather.WET}).machine(1)
    # What a provider returns is checked before the library sees it: so this one goes behind the package's back.
    entries = machine.table._callbacks.entries
    for slot in entries:
        entries[slot] = as_run(lambda machine, window: 7)
    with pytest.raises(UnknownCaseError, match="the provider of Weather named case 7") as caught:
        machine.send(1)
    assert (caught.value.predicate, caught.value.case) == (Weather, 7)


def test_what_a_lenient_machine_takes(table: Table[int, int]) -> None:
    machine = table.machine(1, lenient=True)
    assert machine.send(1, Mode.WEAK, Stranger.ONLY) is Outcome.UNHANDLED
    assert machine.send(1, Stranger.ONLY, Mode.WEAK, Weather.WET) is Outcome.TRANSITIONED


def test_a_provider_is_asked_once_and_only_if_needed() -> None:
    asked: list[str] = []

    def weather(context: str) -> Weather:
        asked.append(context)
        return Weather.WET

    seen: list[Any] = []

    def note(weather: Weather, again: Optional[Weather]) -> None:
        seen.append((weather, again))

    table = Table(
        define(1)(
            matching(Weather.DRY) | when(1) | then(),
            matching(Weather.WET) | when(1) | then() | note | note,
            when(2) | then(),
            when(3) | then() | note,
        ),
        providers={Weather: weather},
    )
    machine = table.machine(1, context="asked")
    machine.send(2)
    assert (asked, seen) == ([], [])
    machine.send(1)
    assert (asked, seen) == (["asked"], [(Weather.WET, Weather.WET)] * 2)
    machine.send(3)  # no row asks, but a callback does
    assert len(asked) == 2
    machine.send(1, Weather.DRY)
    machine.send(3, Weather.SNOWY)
    assert (len(asked), seen[-1]) == (2, (Weather.SNOWY, Weather.SNOWY))


def test_blocks_may_ask_for_cases_that_only_rows_name() -> None:
    seen: list[Any] = []
    table = Table(
        [Row(1, 1, 2, matching=Mode.WEAK), (2, 1, 1)],
        [StateBlock(2, entry=noting(seen))],
    )
    table.machine(1).send(1, Mode.WEAK)
    assert seen == [Mode.WEAK]


def noting(seen: list[Any]) -> Any:
    def note(mode: Mode) -> None:
        seen.append(mode)

    return note


@pytest.mark.parametrize("answer", [None, 1, "wet", Mode.WEAK])
def test_what_a_provider_may_not_say(answer: Any) -> None:
    machine = Table(Row(1, 1, 1, matching=Weather.WET), providers={Weather: lambda: answer}).machine(1)
    with pytest.raises(TypeError, match="provides Weather: it must return a member of that, not "):
        machine.send(1)


def test_an_exception_of_a_provider_comes_out_of_send() -> None:
    def broken() -> Weather:
        raise OSError("no sensor")

    machine = Table(Row(1, 1, 1, matching=Weather.WET), providers={Weather: broken}).machine(1)
    for call in (machine.send, machine.probe):
        with pytest.raises(OSError, match="no sensor"):
            call(1)


def test_callbacks_come_back_from_a_table_that_cannot_be_built() -> None:
    def ask(weather: Weather) -> None:
        pass

    with pytest.raises(InvalidDefinitionError):
        Table([Row(1, 1, 2, actions=[ask])], providers={Weather: lambda: Weather.WET})


def test_what_is_no_predicate_type() -> None:
    class Empty(Enum):
        pass

    with pytest.raises(BadValueError, match="has 0 members: a predicate type has 1 to 16384"):
        Table([(1, 1, 1)], predicates=[Empty])
    with pytest.raises(TypeError, match="a predicate type is a class of Enum, not 5"):
        Table([(1, 1, 1)], predicates=[5])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="a provider must be a callable, not 5"):
        Table([(1, 1, 1)], providers={Weather: 5})  # type: ignore[dict-item]


def test_a_reason_names_the_type_and_the_case() -> None:
    machine = Table(Row(1, 1, 1, matching=[Weather.WET, Weather.SNOWY])).machine(1)
    (reason,) = machine.explain(1, Weather.DRY)
    assert isinstance(reason, Reason) and (reason.predicate, reason.case) == (Weather, Weather.DRY)
    assert "is for Weather.WET or Weather.SNOWY, not Weather.DRY" in str(reason)
