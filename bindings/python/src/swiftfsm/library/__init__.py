"""The shared library: what its header declares (`generated`), finding and loading it, owners of its objects, errors.

Imports no other room.
"""
