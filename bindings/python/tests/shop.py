"""A project of Django for the tests: the example's models, in a database in memory."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import connection
from orders.django_shop import MODELS

__all__ = ["MODELS", "tables"]


@pytest.fixture(scope="module")
def tables() -> Iterator[None]:
    """The tables of the models, empty."""
    with connection.schema_editor() as editor:
        for model in MODELS:
            editor.create_model(model)
    yield
    with connection.schema_editor() as editor:
        for model in reversed(MODELS):
            editor.delete_model(model)
    connection.close()
