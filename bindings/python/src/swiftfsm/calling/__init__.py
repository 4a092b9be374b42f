"""How the library calls Python: signatures of callbacks, their results, and the one function that the library calls.

Imports `library`, `definition` and `building`.
"""
