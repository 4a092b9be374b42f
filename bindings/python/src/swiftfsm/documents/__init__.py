"""Definitions as documents: reading one with the callbacks of a program, writing and drawing a table.

Imports `library`, `definition`, `building` and `calling`.
"""
