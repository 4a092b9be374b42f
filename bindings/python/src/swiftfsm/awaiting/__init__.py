"""Machines whose callbacks are awaited, one command at a time.

Imports all rooms before it: `library`, `definition`, `building`, `calling` and `machines`.
"""
