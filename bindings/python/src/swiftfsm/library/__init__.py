"""The shared library: its prototypes, finding and loading it, owners of its objects, outcomes and errors.

Imports no other room.
"""
