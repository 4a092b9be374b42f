"""Outcomes, statuses and errors."""

from __future__ import annotations

import copy
import pickle

import pytest

import swiftfsm
from swiftfsm import ArgumentsError, Outcome, PredicateError, Status, SwiftFSMError
from swiftfsm.library.loading import library
from swiftfsm.library.results import error_of


def test_numbers_have_the_library_s_names() -> None:
    for number in (*Outcome, *Status):
        assert library.sfsm_status_name(number) == f"SFSM_{number.name}".encode()


def test_outcomes_print_as_their_names() -> None:
    assert str(Outcome.REFUSED) == f"{Outcome.REFUSED}" == "Outcome.REFUSED"
    assert f"{Outcome.QUEUED:>16}" == "  Outcome.QUEUED"
    assert int(Outcome.REFUSED) == 2


def test_every_error_is_a_swiftfsm_error_with_its_own_status() -> None:
    kinds = [
        kind
        for kind in vars(swiftfsm).values()
        if isinstance(kind, type) and issubclass(kind, SwiftFSMError) and kind.status is not None
    ]
    statuses = [kind.status for kind in kinds]
    assert len(set(statuses)) == len(statuses) >= 11
    for kind in kinds:
        if kind is not swiftfsm.InvalidDefinitionError:
            error = error_of(int(kind.status or 0), "a sentence")
            assert type(error) is kind and str(error) == "a sentence"


def test_builtin_errors_that_they_also_are() -> None:
    assert issubclass(swiftfsm.BadValueError, ValueError)
    assert issubclass(swiftfsm.ReservedIdError, ValueError)
    assert issubclass(swiftfsm.UnknownEventError, LookupError)
    assert issubclass(swiftfsm.UnknownStateError, LookupError)
    assert issubclass(swiftfsm.OutOfMemoryError, MemoryError)
    assert issubclass(swiftfsm.LibraryError, ImportError)


def test_a_status_without_a_class_of_its_own_is_named() -> None:
    assert str(error_of(Status.BAD_SIZE, "no")) == "no (SFSM_BAD_SIZE)"
    assert str(error_of(-999, "no")) == "no (-999)"


def test_both_mistakes_with_arguments_are_one_class() -> None:
    for status in (Status.ARGUMENT_COUNT, Status.ARGUMENT_TYPE):
        error = error_of(status, "a sentence")
        assert isinstance(error, ArgumentsError)
        assert (str(error), error.status, error.index, error.expected) == ("a sentence", status, None, None)
    assert ArgumentsError.status is Status.ARGUMENT_COUNT


@pytest.mark.parametrize("kind", [PredicateError, *PredicateError.__subclasses__()])
def test_a_predicate_error_may_know_nothing_of_it(kind: type[PredicateError]) -> None:
    error = kind("a sentence")
    for each in (error, copy.copy(error), pickle.loads(pickle.dumps(error))):
        assert (str(each), each.predicate, each.case, each.status) == ("a sentence", None, None, kind.status)


def test_what_an_error_carries_survives_a_pickle() -> None:
    error = PredicateError("a sentence", predicate=Outcome, case=Outcome.QUEUED)
    error.__cause__ = ArgumentsError("another", status=Status.ARGUMENT_TYPE, index=2, expected="u8")
    again = pickle.loads(pickle.dumps(error))
    assert (again.args, again.predicate, again.case) == (("a sentence",), Outcome, Outcome.QUEUED)
