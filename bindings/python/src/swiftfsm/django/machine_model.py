"""A model whose objects are machines."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Optional, TypeVar

from django.db import models, router, transaction
from django.db.models import F

from ..classes.machine import Machine, Step, Table
from ..library.results import BadValueError, SwiftFSMError
from .state_field import StateField

if TYPE_CHECKING:
    from ..library.generated.enumerations import Outcome

_Result = TypeVar("_Result")
_KEPT = ("snapshot", "kept_at", "due_at", "revision")


class StateChangedError(SwiftFSMError):
    """An object was given a state by hand, or its row holds no machine that could go on."""


class MachineModel(models.Model):
    """The abstract base of models whose objects are machines. A model has one `StateField` over a table.

    `send` handles an event in a transaction: it reads the object anew while no other process can change it, makes its
    machine, with the object as its `context`, and saves whatever callbacks did to the object and to others. After an
    exception nothing has changed, neither the row nor this object. Changes that were not saved before are dropped.

    `save` writes all other fields, but never the state: an object that was read some time ago cannot set back an order
    that has moved on. To tell somebody of a step once it is committed, use `transaction.on_commit` in a callback.

    Timeouts are handled by `advance`, which `send` calls first; for objects that nobody sends anything, find those whose
    `due_at` has passed, and advance them. Times are seconds since 1970.

    With SQLite a transaction around `send` should be of the mode IMMEDIATE (OPTIONS in DATABASES), as always where
    something is read first and then written.
    """

    snapshot: models.BinaryField[Optional[bytes], Optional[bytes]] = models.BinaryField(editable=False, null=True)
    kept_at: models.FloatField[float, float] = models.FloatField(editable=False, default=0)
    due_at: models.FloatField[Optional[float], Optional[float]] = models.FloatField(
        editable=False, null=True, db_index=True
    )
    revision: models.PositiveBigIntegerField[int, int] = models.PositiveBigIntegerField(editable=False, default=0)

    class Meta:
        abstract = True

    def send(self, event: Any, /, *values: Any, now: Optional[float] = None, **named: Any) -> Outcome:
        """Send an event to this object, in a transaction; what is due comes before it.

        values, named: the arguments of the event and the cases of predicate types, as of `Machine.send`.
        now: no argument of the event: seconds since 1970, never earlier than the last; the present if not given.

        Errors: BadValueError for an object that was never saved; DoesNotExist for one that is no longer there;
        StateChangedError for a row that holds no machine; those of `Machine.send`, and those of callbacks.
        """
        return self._in_transaction(now, lambda machine: machine.send(event, *values, **named))

    def advance(self, now: Optional[float] = None) -> None:
        """Tell this object the time, in a transaction, which handles what is due. Errors: as of `send`."""
        self._in_transaction(now, lambda machine: None)

    def machine(self) -> Machine[Any, Any, Any]:
        """Make the machine of this object as it was read, to ask it what it would do: `order.machine().permitted()`.

        What happens to it is not kept: use `send`. Errors: StateChangedError.
        """
        return self._machine(time.time())

    def _machine(self, at: float) -> Machine[Any, Any, Any]:
        field = self._state_field()
        machine: Machine[Any, Any, Any] = field.states.machine(None, self)
        if self.snapshot is None:  # made by bulk_create
            machine.advance(at)
            machine.set_state(getattr(self, field.attname))
            return machine
        machine.advance(self.kept_at)
        try:
            machine.restore(bytes(self.snapshot))
        except SwiftFSMError as error:
            raise StateChangedError(f"{self!r}: its snapshot cannot be restored: {error}") from error
        if machine.state is not getattr(self, field.attname):
            raise StateChangedError(
                f"{self!r}: its state is {getattr(self, field.attname)!r}, but that of its snapshot {machine.state!r}: "
                f"something else than send has changed it"
            )
        return machine

    def save(self, *arguments: Any, **options: Any) -> None:
        """Save all fields but those of the machine. A new object is started: entry callbacks run.

        Errors: StateChangedError if the state was changed by hand.
        """
        if self._state.adding:
            with transaction.atomic(using=options.get("using") or router.db_for_write(type(self), instance=self)):
                super().save(*arguments, **options)
                self._start(time.time())
            return
        field = self._state_field()
        if field.attname in vars(self):
            with self.machine():
                pass
        chosen = options.get("update_fields")
        options["update_fields"] = self._saved_fields() if chosen is None else set(chosen) - self._machine_fields()
        super().save(*arguments, **options)

    save.alters_data = True  # type: ignore[attr-defined]
    send.alters_data = True  # type: ignore[attr-defined]
    advance.alters_data = True  # type: ignore[attr-defined]

    def on_step(self, step: Step) -> None:
        """Is called after each step, in its transaction: replace it to write an audit trail. Does nothing by itself."""

    # ------------------------------------------------------------------------------------------------------------------
    # The transaction
    # ------------------------------------------------------------------------------------------------------------------

    def _in_transaction(self, now: Optional[float], work: Callable[[Machine[Any, Any, Any]], _Result]) -> _Result:
        if self._state.adding:
            raise BadValueError(f"{self!r} is not in the database yet: save it before it is sent events")
        using = self._state.db or router.db_for_write(type(self), instance=self)
        former = dict(vars(self))
        try:
            with transaction.atomic(using=using):
                self._lock(using)
                at = max(self.kept_at, time.time() if now is None else now)
                with self._machine(at) as machine:
                    self._watch(machine)
                    machine.advance(at)
                    result = work(machine)
                    self._keep(machine, at, using)
                return result
        except BaseException:
            vars(self).clear()
            vars(self).update(former)
            raise

    def _lock(self, using: str) -> None:
        """Read this object anew; no other process changes its row before the transaction ends."""
        rows = type(self)._base_manager.using(using).filter(pk=self.pk)
        # Something is written first: in SQLite that alone locks.
        if rows.update(revision=F("revision") + 1) == 0:
            raise type(self).DoesNotExist(f"{self!r} is no longer in the database")
        self.refresh_from_db(using=using)

    def _start(self, at: float) -> None:
        field = self._state_field()
        with field.states.machine(None, self) as machine:
            self._watch(machine)
            machine.advance(at)
            machine.start(getattr(self, field.attname))
            self._keep(machine, at, self._state.db)

    def _watch(self, machine: Machine[Any, Any, Any]) -> None:
        """Have `on_step` called, if a model has one of its own: a hook has its price."""
        if type(self).on_step is not MachineModel.on_step:
            machine.on_step(lambda step: self.on_step(step))

    def _keep(self, machine: Machine[Any, Any, Any], at: float, using: Optional[str]) -> None:
        setattr(self, self._state_field().attname, machine.state)
        self.snapshot, self.kept_at, self.due_at = machine.snapshot(), at, machine.next_due
        super().save(using=using, force_update=True)

    # ------------------------------------------------------------------------------------------------------------------
    # Fields
    # ------------------------------------------------------------------------------------------------------------------

    @classmethod
    def _state_field(cls) -> Any:
        """The field of the state. Errors: TypeError for a model without one, or with several."""
        fields = [
            each for each in cls._meta.concrete_fields if isinstance(each, StateField) and isinstance(each.states, Table)
        ]
        if len(fields) != 1:
            raise TypeError(f"{cls.__name__} must have one StateField over a Table, such as state = StateField(TABLE)")
        return fields[0]

    @classmethod
    def _machine_fields(cls) -> set[str]:
        return {*_KEPT, cls._state_field().name}

    def _saved_fields(self) -> Iterable[str]:
        """The fields that `save` writes: all that were read, but those of the machine."""
        deferred = self.get_deferred_fields()
        fields = (each for each in self._meta.concrete_fields if not each.primary_key and each.attname not in deferred)
        return {each.name for each in fields} - self._machine_fields()
