"""The tables of the database."""

from __future__ import annotations

from typing import Optional

from sqlalchemy import BigInteger, Enum, ForeignKey, LargeBinary, MetaData, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, WriteOnlyMapped, mapped_column, relationship

from swiftfsm.sqlalchemy import StateColumn

from .document import TABLE
from .words import Customer, State


class Base(DeclarativeBase):
    metadata = MetaData()


class Order(Base):
    """An order: its data, and its machine beside them. It is the context of the machine's callbacks."""

    __tablename__ = "orders"

    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    customer: Mapped[Customer] = mapped_column(Enum(Customer, native_enum=False))
    total_cents: Mapped[int] = mapped_column(BigInteger, default=0)
    paid_cents: Mapped[int] = mapped_column(BigInteger, default=0)
    parcel: Mapped[Optional[str]] = mapped_column(String(64))

    state: Mapped[State] = mapped_column(StateColumn(TABLE), index=True)
    """For queries. While the order is open, `leaves` says more."""
    leaves: Mapped[str] = mapped_column(Text)
    """The names of the innermost active states."""
    snapshot: Mapped[bytes] = mapped_column(LargeBinary)
    """The machine."""
    kept_at: Mapped[int] = mapped_column(BigInteger)
    """When the snapshot was made, in seconds since 1970."""
    due_at: Mapped[Optional[int]] = mapped_column(BigInteger, index=True)
    """When the next timeout is due."""
    step_count: Mapped[int] = mapped_column(BigInteger, default=0)
    version: Mapped[int] = mapped_column(BigInteger)
    """One more with each change. Who would write over a change of somebody else's is refused, and begins anew."""

    steps: WriteOnlyMapped[Step] = relationship()
    messages: WriteOnlyMapped[Message] = relationship()

    __mapper_args__ = {"version_id_col": version}

    def tell(self, recipient: str, text: str) -> None:
        """Write a message, to be sent once the transaction is committed."""
        self.messages.add(Message(recipient=recipient, text=text))


class Step(Base):
    """A step of an order's machine: the audit trail."""

    __tablename__ = "steps"

    order_id: Mapped[int] = mapped_column(ForeignKey(Order.id), primary_key=True)
    number: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    key: Mapped[Optional[str]] = mapped_column(String(64))
    """Of the delivery that caused it; None for a timeout."""
    event: Mapped[Optional[str]] = mapped_column(String(64))
    """None for the first step, and for rows that need no event."""
    source: Mapped[Optional[State]] = mapped_column(StateColumn(TABLE))
    target: Mapped[Optional[State]] = mapped_column(StateColumn(TABLE))
    outcome: Mapped[str] = mapped_column(String(32))
    row_label: Mapped[Optional[str]] = mapped_column(String(64))
    row_place: Mapped[Optional[str]] = mapped_column(String(128))
    """Which row of the document it was: file and line."""


class Receipt(Base):
    """The key of a delivery that was handled. A second one with the same key changes nothing."""

    __tablename__ = "receipts"

    order_id: Mapped[int] = mapped_column(ForeignKey(Order.id), primary_key=True)
    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    request: Mapped[str] = mapped_column(Text)
    """What was delivered, to tell a repetition from a key that is used twice."""
    outcome: Mapped[str] = mapped_column(String(32))
    order_version: Mapped[int] = mapped_column(BigInteger)
    """The version that the order had before: in this order deliveries were handled."""


class Message(Base):
    """A message to somebody, for another program to send."""

    __tablename__ = "messages"

    id: Mapped[int] = mapped_column(primary_key=True)
    order_id: Mapped[int] = mapped_column(ForeignKey(Order.id), index=True)
    recipient: Mapped[str] = mapped_column(String(32))
    text: Mapped[str] = mapped_column(Text)
