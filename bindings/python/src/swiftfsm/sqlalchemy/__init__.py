"""States in columns of SQLAlchemy. Needs SQLAlchemy 2: `pip install sqlalchemy`.

    from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
    from swiftfsm.sqlalchemy import StateColumn

    class Base(DeclarativeBase): ...

    class Order(Base):
        __tablename__ = "orders"
        id: Mapped[int] = mapped_column(primary_key=True)
        state: Mapped[State] = mapped_column(StateColumn(TABLE))

The column holds the name of a state, and reads as your Enum member.
"""

from .state_column import StateColumn

__all__ = ["StateColumn"]
