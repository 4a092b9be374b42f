"""The shared cases in Tests/Conformance, which every binding has to pass.

The library reads their definitions. Each runs as the document that it is, and once more in the words of the package.
What the package has no words for runs through its prototypes. What cannot run in one of these ways is listed here, so
that no case leaves the package unnoticed.
"""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Callable, Optional

import pytest
from conformance.api_building import ApiDefinition
from conformance.api_words import told_otherwise, unreadable, unsayable
from conformance.awaited import AwaitedDefinition
from conformance.bare_building import BareDefinition
from conformance.case import Case
from conformance.checking import check
from conformance.read_building import AwaitedReadDefinition, ReadDefinition
from conformance.reading import read_case
from conformance.text import CaseText, Fault, announced_fault, read_cases
from conformance.ways import Definition, Skipped

from swiftfsm import Table, UnnamedCallbackError
from swiftfsm.calling import trampoline

FOLDER = Path(__file__).resolve().parents[3] / "Tests" / "Conformance"
CASES = sorted(path for path in (FOLDER / "cases").rglob("*.fsm"))
RANDOM = [case for path in sorted((FOLDER / "random").glob("*.fsms")) for case in read_cases(path)]
"""Those that the oracle in Swift has written."""
WRONG = sorted(path for path in (FOLDER / "wrong").rglob("*.fsm"))

WITHOUT_WORDS = {
    "functions of Python have no types that could be wrong": 15,
    "a table has no hooks, its machines have": 13,
    "all warnings are told": 53,
    "superstates have no names": 6,
    "what is sent as a case is a member of its Enum": 11,
    "values of Python have no types of C": 12,
    "declarations have the place of the table": 11,
    "a provider returns a member of its Enum": 7,
    "the arguments of an event are declared once": 3,
    "that two rows have the same function is not told": 3,
    "a match names members, and its type is declared by that": 3,
    "what matching() says of one type is one match": 3,
    "a parameter names a type by its Enum, which is declared by that": 2,
    "an update callback gets no arguments, and asks for none": 2,
    "there is one initial state at most": 2,
    "an Enum cannot be declared twice, with other cases": 2,
    "a superstate that no state adopts is not handed over": 9,
    "a float has not so many digits": 1,
    "a function of Python has no two parameters of one name": 1,
    "a reserved id that a callback returns is an exception": 1,
    "an Enum has members, which are not too many, and no reserved number": 1,
}
"""Why cases run through the prototypes, and how many."""

UNREADABLE = {
    "a name is that of one function, whatever its roles": 61,
    "functions of Python have no types that could be wrong": 17,
    "values of Python have no types of C": 12,
    "what is sent as a case is a member of its Enum": 11,
    "a provider returns a member of its Enum": 6,
    "a match names members, and its type is declared by that": 3,
    "a parameter names a type by its Enum, which is declared by that": 2,
    "an update callback gets no arguments, and asks for none": 2,
    "an Enum cannot be declared twice, with other cases": 2,
    "a function of Python has no two parameters of one name": 1,
    "reserved ids have words in cases, and none in documents": 1,
    "a reserved id that a callback returns is an exception": 1,
    "an Enum has members, which are not too many, and no reserved number": 1,
    "a float has not so many digits": 1,
}
"""Why cases are not run as documents that the package reads, and how many."""


@pytest.fixture(autouse=True, scope="module")
def nothing_left_behind() -> Iterator[None]:
    """What conftest.py checks after each test, once for all of these: collecting garbage takes longer than a case."""

    def held() -> tuple[int, int]:
        gc.collect()
        return trampoline.slots_in_use(), len(trampoline.machines)

    before = held()
    yield
    assert held() == before


def name_of(path: Path) -> str:
    return path.relative_to(FOLDER).as_posix()[: -len(".fsm")]


def perform(case: Case, is_bare: Optional[str]) -> None:
    """A case, in the words of the package unless there is a reason against that."""
    define: Callable[[Case], Definition] = BareDefinition if is_bare else ApiDefinition
    check(case, define)


def reason_against(case: Case) -> Optional[str]:
    """Why a random case runs through the prototypes."""
    return unsayable(case) or told_otherwise(case)


@pytest.mark.parametrize("path", CASES, ids=name_of)
def test_a_case(path: Path) -> None:
    assert announced_fault(path) == 0
    try:
        case = read_case(path)
        perform(case, unsayable(case))
    except Fault as fault:
        pytest.fail(f"{path}, {fault}")


@pytest.mark.parametrize("path", CASES, ids=name_of)
def test_a_case_whose_calls_are_awaited(path: Path) -> None:
    case = read_case(path)
    if unsayable(case) is None and case.runs:
        try:
            check(case, AwaitedDefinition)
        except Fault as fault:
            pytest.fail(f"{path}, {fault}")


@pytest.mark.parametrize("path", CASES, ids=name_of)
def test_a_case_that_is_read(path: Path) -> None:
    case = read_case(path)
    if unreadable(case) is None:
        try:
            check(case, ReadDefinition)
            if case.runs:
                check(case, AwaitedReadDefinition)
        except Fault as fault:
            pytest.fail(f"{path}, {fault}")


@pytest.mark.parametrize("text", RANDOM, ids=lambda text: f"{text.path.stem}-{text.name}")
def test_a_random_case(text: CaseText) -> None:
    try:
        case = read_case(text.path, text.contents)
        perform(case, reason_against(case))
        if unreadable(case) is None and told_otherwise(case) is None:
            check(case, ReadDefinition)
    except Skipped:
        assert text.path.stem == "variadic"
    except Fault as fault:
        pytest.fail(f"{text.path}:{text.lines_before + fault.line}: {fault}")


def written_again(case: Case) -> bool:
    """Whether the table that is made of a case in words of the package can be written. Its text must be read as the same
    table."""
    definition = ApiDefinition(case)
    try:
        if definition.table is None:
            return False
        text = definition.table.text()
        with Table.read(text) as again:
            assert (again.text(), again.fingerprint) == (text, definition.table.fingerprint)
            told = [each._replace(place=None) for each in again.transitions()]
            made = [each._replace(place=None) for each in definition.table.transitions()]
            assert len(told) == len(made) and [each.row for each in told] == [each.row for each in made]
        return True
    except UnnamedCallbackError as error:
        assert " is another " in str(error)  # callbacks of a case may have the same name in several roles
        return False
    finally:
        definition.close()


def test_tables_made_of_code_are_written_and_read_again() -> None:
    cases = [case for case in map(read_case, CASES) if unsayable(case) is None]
    assert sum(map(written_again, cases)) > 0.6 * len(cases)


@pytest.mark.parametrize("path", WRONG, ids=name_of)
def test_a_fault_is_found_in_the_line_that_is_announced(path: Path) -> None:
    with pytest.raises(Fault) as found:
        case = read_case(path)
        perform(case, unsayable(case))
    assert found.value.line == announced_fault(path), str(found.value)


def test_the_prototypes_pass_all_cases_but_those_of_variadic_functions() -> None:
    skipped = []
    for path in CASES:
        try:
            check(read_case(path), BareDefinition)
        except Skipped:
            skipped.append(name_of(path))
        except Fault as fault:
            pytest.fail(f"{path}, {fault}")
    # A function of Python cannot be variadic as one of C is; in the package's words these cases run.
    assert [path for path in map(name_of, CASES) if path.startswith("cases/variadic/")] == skipped


def test_what_the_package_has_no_words_for() -> None:
    reasons = [unsayable(read_case(path)) for path in CASES]
    assert dict(Counter(reason for reason in reasons if reason)) == WITHOUT_WORDS


def test_what_cannot_be_read_as_a_document() -> None:
    reasons = [unreadable(read_case(path)) for path in CASES]
    assert dict(Counter(reason for reason in reasons if reason)) == UNREADABLE


def test_the_package_has_words_for_half_of_the_random_cases() -> None:
    reasons = Counter(reason_against(read_case(text.path, text.contents)) for text in RANDOM)
    assert reasons[None] > 0.45 * len(RANDOM), reasons
