"""Tables and machines: sending, asking, hooks, copies.

Imports `library`, `definition`, `building` and `calling`.
"""
