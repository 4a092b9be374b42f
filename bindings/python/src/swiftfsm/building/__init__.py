"""How a definition reaches the library and becomes a table, and what building reports.

Imports `library` and `definition`. It gets its callbacks from a registry, which `calling` implements.
"""
