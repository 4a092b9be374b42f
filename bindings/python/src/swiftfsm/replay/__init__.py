"""Replays: events of many tokens over one table, from columns of other packages, without a machine for each token.

Imports no other room but those before it, and no other package unless the caller's columns come from there.
"""
