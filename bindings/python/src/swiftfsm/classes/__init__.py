"""Classes of machines, and the public `Table`, `Machine` and `Step`, which are put together here.

Imports all rooms before it.
"""
