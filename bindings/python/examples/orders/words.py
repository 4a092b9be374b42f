"""The states, the events and the kinds of customers. The values are the names in the document."""

from __future__ import annotations

from enum import Enum


class State(Enum):
    """Where an order is. While it is OPEN, it is in one state of PAYMENT and in one of FULFILMENT."""

    BASKET = "basket"
    REVIEW = "review"
    OPEN = "open"
    PAYMENT = "payment"
    UNPAID = "unpaid"
    OVERDUE = "overdue"
    COLLECTING = "collecting"
    PAID = "paid"
    FULFILMENT = "fulfilment"
    PREPARING = "preparing"
    ALLOCATING = "allocating"
    BACKORDERED = "backordered"
    ALLOCATED = "allocated"
    PICKING = "picking"
    PACKED = "packed"
    DISPATCHED = "dispatched"
    SHIPPED = "shipped"
    MISSING = "missing"
    DELIVERED = "delivered"
    RETURNING = "returning"
    INSPECTING = "inspecting"
    KEPT = "kept"
    BEFORE_HOLD = "before-hold"
    HELD = "held"
    REPAYING = "repaying"
    CLOSED = "closed"
    COMPLETED = "completed"
    REFUNDED = "refunded"
    CANCELLED = "cancelled"
    REJECTED = "rejected"
    ABANDONED = "abandoned"
    WRITTEN_OFF = "written-off"


class Event(Enum):
    """What happens to an order. REMIND, LAPSE, EXPIRE and LOSE also come by themselves, after some time."""

    ADD = "add"
    PLACE = "place"
    APPROVE = "approve"
    REJECT = "reject"
    PAY = "pay"
    REFUND = "refund"
    CANCEL = "cancel"
    HOLD = "hold"
    RESUME = "resume"
    ALLOCATE = "allocate"
    RUN_OUT = "run-out"
    PICK = "pick"
    PACK = "pack"
    SHIP = "ship"
    DELIVER = "deliver"
    LOSE = "lose"
    RETURN = "return"
    ARRIVE = "arrive"
    ACCEPT = "accept"
    DECLINE = "decline"
    REPAID = "repaid"
    WRITE_OFF = "write-off"
    REMIND = "remind"
    LAPSE = "lapse"
    EXPIRE = "expire"


class Customer(Enum):
    """How far the shop trusts a customer."""

    NEW = "new"
    REGULAR = "regular"
    BLOCKED = "blocked"
