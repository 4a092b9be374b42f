"""A shop's orders, which live in a database for weeks: `bindings/orders.fsm` says what may happen to one.

    python -m orders.worker sqlite:///orders.db deliveries.jsonl

Needs SQLAlchemy 2; with PostgreSQL also psycopg. The same orders in memory, as a program that reads lines, need neither:

    python orders_in_memory.py orders.fsm ann=regular < LINES

Read it in this order:

| module | what it holds |
|---|---|
| `words` | the states, the events and the kinds of customers, as Enums |
| `rules` | the callbacks that the document names |
| `times` | the times of a machine |
| `document` | the table, read from the document |
| `tables` | the tables of the database: orders, steps, receipts, messages |
| `trail` | what an audit trail keeps of a step |
| `keeping` | an order's machine: made of its row, and written back |
| `service` | what the shop calls: `create`, `send`, `advance` |
| `worker` | a process that handles deliveries, and may be killed at any moment |
| `django_shop` | the same orders in models of Django, played through by `python -m orders.django_shop` |
| `lines` | a line of what is applied to orders in memory |
| `in_memory` | the same service in memory, with the steps of each order |
"""
