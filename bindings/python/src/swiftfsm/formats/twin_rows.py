"""Rows of the JSON of documents."""

from __future__ import annotations

from .faults import Faults
from .json_values import Value
from .twin_words import Fields, Words

ROW_KEYS = "label overriding local source event match guards target and by actions raises".split()


class Rows:
    """Writes rows."""

    def __init__(self, words: Words, faults: Faults) -> None:
        self._words = words
        self._faults = faults

    def row(self, fields: Fields, depth: int) -> str:
        """The row behind its label; inside a block it needs no source."""
        words = "overriding " * fields.flag("overriding") + "local " * fields.flag("local")
        source = fields.needed("source") if depth == 1 else fields.word("source")
        words += (source + fields.needed("event"))[1:]
        words += self._match(fields)
        guards = [self._guard(value) for value in fields.items("guards")]
        if guards:
            words += " ? " + " ".join(guards)
        words += " ->" + fields.needed("target")
        words += "".join(f" and {self._words.word(value)}" for value in fields.items("and"))
        return words + fields.word("by", " by") + fields.words("actions", " /") + fields.words("raises", " raises")

    def _match(self, fields: Fields) -> str:
        parts = []
        for value in fields.items("match"):
            match = Fields(value, ("predicate", "cases"), self._faults)
            cases = "|".join(self._words.word(case) for case in match.items("cases"))
            parts.append(f"{match.needed('predicate')} {cases}".strip())
        return f" [{', '.join(parts)}]" if parts else ""

    def _guard(self, value: Value) -> str:
        if not isinstance(value.data, dict):
            return self._words.word(value)
        fields = Fields(value, ("in", "notIn"), self._faults)
        key = fields.one_of(("in", "notIn"))
        return f"{'in' if key == 'in' else 'not in'}{fields.word(key)}" if key else ""
