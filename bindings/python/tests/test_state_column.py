"""States in columns of SQLAlchemy."""

from __future__ import annotations

import pickle
from enum import Enum, IntEnum
from typing import Any, Optional

import pytest
from sqlalchemy import Column, Engine, Integer, MetaData, create_engine, literal, select, text
from sqlalchemy import Table as SQLTable
from sqlalchemy.exc import StatementError
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

from swiftfsm import BadValueError, Row, Table, UnknownStateError
from swiftfsm.sqlalchemy import StateColumn


class State(IntEnum):
    in_basket = 7
    paid = 8


class Other(IntEnum):
    in_basket = 7


DOCUMENT = """
definition orders
  initial in-basket
  state in-basket was "in cart" cart
    pay -> paid
  state paid final
"""
TABLE: Table[State, Any] = Table.read(
    DOCUMENT.replace("  initial", "  ids states in-basket = 7 paid = 8\n  initial"), callbacks={}, states=State
)


class Base(DeclarativeBase):
    metadata = MetaData()


class Order(Base):
    __tablename__ = "orders"
    id: Mapped[int] = mapped_column(primary_key=True)
    state: Mapped[State] = mapped_column(StateColumn(TABLE))
    before: Mapped[Optional[State]] = mapped_column(StateColumn(State))


@pytest.fixture
def engine() -> Engine:
    engine = create_engine("sqlite://")
    Base.metadata.create_all(engine)
    with Session(engine) as session, session.begin():
        session.add_all([Order(id=1, state=State.in_basket), Order(id=2, state=State.paid, before=State.in_basket)])
    return engine


def write(engine: Engine, state: Optional[str], column: str = "state") -> None:
    """As a program without this type would."""
    with engine.begin() as connection:
        connection.execute(text(f"UPDATE orders SET {column} = :state WHERE id = 1"), {"state": state})


def read(engine: Engine) -> Order:
    with Session(engine, expire_on_commit=False) as session:
        return session.get_one(Order, 1)


def test_the_column_has_the_name_of_the_definition(engine: Engine) -> None:
    with engine.begin() as connection:
        rows = connection.execute(text("SELECT state, before FROM orders ORDER BY id")).all()
    assert [tuple(row) for row in rows] == [("in-basket", None), ("paid", "in_basket")]


def test_it_reads_as_a_member(engine: Engine) -> None:
    assert (read(engine).state, read(engine).before) == (State.in_basket, None)
    assert type(read(engine).state) is State


def test_queries_compare_with_members(engine: Engine) -> None:
    with Session(engine) as session:
        for condition, numbers in (
            (Order.state == State.paid, [2]),
            (Order.state != State.paid, [1]),
            (Order.state.in_([State.paid, State.in_basket]), [1, 2]),
            (Order.before.is_(None), [1]),
            (Order.state == literal(State.paid, StateColumn(TABLE)), [2]),
        ):
            assert session.scalars(select(Order.id).where(condition).order_by(Order.id)).all() == numbers


@pytest.mark.parametrize("name", ["piad", "PAID", "", "paid ", "7", "caf\u00e9"])
def test_an_unknown_state_is_refused_when_it_is_read(engine: Engine, name: str) -> None:
    write(engine, name)
    with pytest.raises(UnknownStateError) as caught:
        read(engine)
    told = f"{name!r} is no state of the definition orders: it has 'in-basket', 'paid'. "
    assert str(caught.value).startswith(told)
    write(engine, "paid")
    assert read(engine).state is State.paid


def test_the_error_says_what_to_do(engine: Engine) -> None:
    write(engine, "piad")
    with pytest.raises(UnknownStateError) as caught:
        read(engine)
    assert str(caught.value) == (
        "'piad' is no state of the definition orders: it has 'in-basket', 'paid'. Perhaps 'paid' is meant. Correct it, "
        "or if a state was renamed, say so in the document (was piad)"
    )
    write(engine, "paid")
    write(engine, "lost", "before")
    with pytest.raises(UnknownStateError) as caught:
        read(engine)
    assert str(caught.value) == (
        "'lost' is no state of State: it has 'in_basket', 'paid'. Correct it, or if a state was renamed, give the Enum "
        "an alias"
    )


def test_a_former_name_is_read_as_the_state(engine: Engine) -> None:
    for name in ("in cart", "cart"):
        write(engine, name)
        assert read(engine).state is State.in_basket


def test_an_alias_of_an_enum_is_a_former_name() -> None:
    class Light(Enum):
        GREEN = "g"
        GO = "g"

    kind = StateColumn(Light)
    dialect = create_engine("sqlite://").dialect
    assert kind.process_result_value("GO", dialect) is Light.GREEN
    assert kind.process_bind_param(Light.GO, dialect) == "GREEN"


@pytest.mark.parametrize("value", ["paid", "PAID", 8, Other.in_basket, object(), b"paid", 1.5])
def test_what_is_no_state_is_refused_when_it_is_written(engine: Engine, value: Any) -> None:
    with Session(engine) as session, pytest.raises(StatementError) as caught:
        session.add(Order(id=3, state=value))
        session.flush()
    assert isinstance(caught.value.orig, TypeError)
    assert "a state of the definition orders must be a member of State, not " in str(caught.value)
    with Session(engine) as session, pytest.raises(StatementError):
        session.scalars(select(Order).where(Order.state == value)).all()


def test_a_name_instead_of_a_member_is_told(engine: Engine) -> None:
    with Session(engine) as session, pytest.raises(StatementError, match="not 'paid': use State.paid"):
        session.scalars(select(Order).where(Order.state == "paid")).all()


def test_a_member_that_the_table_has_not() -> None:
    class Wide(IntEnum):
        ON = 1
        OFF = 2
        BROKEN = 3

    kind = StateColumn(Table([(Wide.ON, 1, Wide.OFF), (Wide.OFF, 1, Wide.ON)]))
    with pytest.raises(UnknownStateError, match="BROKEN.* is no state of the table: it has 'ON', 'OFF'"):
        kind.process_bind_param(Wide.BROKEN, create_engine("sqlite://").dialect)


def test_states_that_are_ints_need_names() -> None:
    rows = [(1, 1, 2), (2, 1, 1)]
    with pytest.raises(BadValueError, match="state 1 has no name to be stored by: give the table state_names="):
        StateColumn(Table(rows))
    kind = StateColumn(Table(rows, state_names={1: "on", 2: "off"}))
    dialect = create_engine("sqlite://").dialect
    assert (kind.process_bind_param(2, dialect), kind.process_result_value("on", dialect)) == ("off", 1)
    with pytest.raises(UnknownStateError):
        kind.process_bind_param(3, dialect)


@pytest.mark.parametrize("wrong", [None, "paid", ["paid"], State.paid, int])
def test_what_has_no_states(wrong: Any) -> None:
    with pytest.raises(TypeError, match="the states of a column are those of a Table, or the members of an Enum"):
        StateColumn(wrong)


def test_an_enum_without_members() -> None:
    class Empty(Enum): ...

    with pytest.raises(BadValueError, match="Empty has no members: give the Enum of your states"):
        StateColumn(Empty)


def test_names_must_fit() -> None:
    with pytest.raises(BadValueError, match="the state 'in-basket' has more than 8 characters"):
        StateColumn(TABLE, length=8)
    assert StateColumn(TABLE, length=9).length == 9
    assert str(StateColumn(TABLE).compile()) == "VARCHAR(64)"


def test_many_states_are_not_all_listed() -> None:
    many = Table([Row(n, 0, n) for n in range(100)], state_names={n: f"s{n}" for n in range(100)})
    with pytest.raises(UnknownStateError, match=r"'s49' and 50 more\."):
        StateColumn(many).process_result_value("t", create_engine("sqlite://").dialect)


def test_a_table_that_was_closed_still_has_its_names() -> None:
    table = Table([(State.in_basket, 1, State.paid), (State.paid, 1, State.in_basket)])
    kind = StateColumn(table)
    table.close()
    dialect = create_engine("sqlite://").dialect
    assert kind.process_result_value("paid", dialect) is State.paid
    with pytest.raises(UnknownStateError):
        kind.process_result_value("piad", dialect)


def test_statements_are_cached(engine: Engine) -> None:
    """A type without a key would have each statement compiled anew."""
    columns = [SQLTable("t", MetaData(), Column("id", Integer), Column("state", StateColumn(TABLE))) for _ in range(2)]
    first, second = (select(each.c.state).where(each.c.state == State.paid) for each in columns)
    assert first._generate_cache_key() is not None
    assert StateColumn(TABLE)._static_cache_key == StateColumn(TABLE)._static_cache_key
    assert StateColumn(TABLE)._static_cache_key != StateColumn(State)._static_cache_key
    assert second._generate_cache_key() is not None


def test_rows_can_be_pickled(engine: Engine) -> None:
    order = pickle.loads(pickle.dumps(read(engine)))
    assert order.state is State.in_basket
