"""The field of a model that holds a state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

from django.core.exceptions import ValidationError
from django.db import models

from ..databases.state_names import StateNames, States
from ..definition.generics import StateT
from ..library.results import UnknownStateError
from ..machines.written_table import WrittenTable

if TYPE_CHECKING:
    from typing import Generic

    # What Python is given, and what it is set to.
    class _CharField(models.CharField[StateT, StateT], Generic[StateT]): ...

else:

    class _CharField(models.CharField):
        def __class_getitem__(cls, item: object) -> type:
            return cls


class StateField(_CharField[StateT]):
    """A field that holds a state: its name in the database, your Enum member in Python.

    states: the table, whose states have the names of the definition; or an Enum, whose members have their own names.
    Other arguments are those of CharField. By default the length is 64, and the default the initial
    state of the table, unless the field can be null.

    A state that the table does not have is refused when it is written and when it is read. In a query, compare with
    members: `Order.objects.filter(state=State.PAID)`. In forms and fixtures a state is its name.

    In migrations it is a CharField: they need no table, and stay as they are when its states change.

    Errors: BadValueError for a table whose states have no names, or for names that are longer than the field;
    UnknownStateError and TypeError for what is no state, when it is written; UnknownStateError, when it is read.
    """

    def __init__(self, states: States[StateT], *arguments: Any, **options: Any) -> None:
        self.states: States[StateT] = states
        self.names: StateNames[StateT] = StateNames(states)
        options.setdefault("max_length", 64)
        self.names.must_fit(options["max_length"])
        if isinstance(states, WrittenTable) and states.initial is not None and not options.get("null"):
            options.setdefault("default", states.initial)
        super().__init__(*arguments, **options)

    def from_db_value(self, value: Optional[str], expression: object, connection: object) -> Optional[StateT]:
        """Return the state of a name that was read. Errors: UnknownStateError."""
        return None if value is None else self.names.state(value)

    def get_prep_value(self, value: Any) -> Optional[str]:
        """Return the name of a state. Errors: UnknownStateError, TypeError."""
        return None if value is None else self.names.name(value)

    def to_python(self, value: Any) -> Any:
        """Return the state of a name that comes from a form or a fixture. Errors: ValidationError."""
        try:
            return self.names.state(value) if isinstance(value, str) else value
        except UnknownStateError as error:
            raise ValidationError(str(error), code="invalid") from error

    def value_from_object(self, obj: models.Model) -> Any:
        """Return the name of an object's state, for a form or a fixture."""
        return self.get_prep_value(super().value_from_object(obj))

    def validate(self, value: Any, model_instance: Optional[models.Model]) -> None:
        """Errors: ValidationError for what is no state."""
        try:
            name = self.get_prep_value(value)
        except (UnknownStateError, TypeError) as error:
            raise ValidationError(str(error), code="invalid") from error
        super().validate(name, model_instance)

    def run_validators(self, value: Any) -> None:
        """Run the validators of a text on the name."""
        super().run_validators(self.get_prep_value(value))

    def clone(self) -> Any:
        """Return another field like this."""
        _, _, arguments, options = super().deconstruct()
        return type(self)(self.states, *arguments, **options)

    def deconstruct(self) -> Any:
        """Return what stands in a migration: a CharField, whose default is a text."""
        name, _, arguments, options = super().deconstruct()
        if options.get("default") is not None and not callable(options["default"]):
            options["default"] = self.names.name(options["default"])
        return name, "django.db.models.CharField", arguments, options
