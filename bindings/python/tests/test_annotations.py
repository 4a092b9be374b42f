"""What type checkers other than mypy need: they infer less, and each in its own way."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import swiftfsm

ROOT = Path(swiftfsm.__file__).parent
TREES = {path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8")) for path in ROOT.rglob("*.py")}


def assigned(tree: ast.AST) -> Iterator[str]:
    """The public attributes of `self` that an __init__ sets without an annotation."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef) and function.name == "__init__":
            annotated = {
                each.target.attr
                for each in ast.walk(function)
                if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Attribute)
            }
            for node in ast.walk(function):
                for target in node.targets if isinstance(node, ast.Assign) else ():
                    for each in target.elts if isinstance(target, ast.Tuple) else (target,):
                        if isinstance(each, ast.Attribute) and not each.attr.startswith("_"):
                            if each.attr not in annotated:
                                yield each.attr


def declared(tree: ast.AST) -> set[str]:
    """The attributes that the bodies of classes annotate."""
    bodies = (node.body for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    return {
        each.target.id
        for body in bodies
        for each in body
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
    }


def test_every_public_attribute_has_an_annotation() -> None:
    everywhere = {name for tree in TREES.values() for name in declared(tree)}
    found = {name: set(assigned(tree)) - everywhere for name, tree in TREES.items() if "generated" not in name}
    assert {name: attributes for name, attributes in found.items() if attributes} == {}


def test_an_overload_gives_no_default_to_what_is_adopted() -> None:
    # pyright finds no type in the default, and so a partly unknown one in the result.
    functions = [each for each in ast.walk(TREES["definition/words.py"]) if isinstance(each, ast.FunctionDef)]
    overloads = [
        each for each in functions if any(getattr(word, "id", "") == "overload" for word in each.decorator_list)
    ]
    assert len(overloads) > 5
    for function in overloads:
        defaults = dict(zip((each.arg for each in function.args.kwonlyargs), function.args.kw_defaults))
        assert defaults.get("adopts") is None, (function.name, function.lineno)
