"""The shared library: its prototypes, how it is found and loaded, who owns its objects, and its results.

Imports no other room.
"""
