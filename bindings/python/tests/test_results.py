"""Outcomes, statuses and errors."""

from __future__ import annotations

import swiftfsm
from swiftfsm import Outcome, Status, SwiftFSMError
from swiftfsm.loading import library
from swiftfsm.results import error_of


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
