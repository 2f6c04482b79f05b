"""The examples in docstrings run, and every public function and class of the packages below has one.

The docstrings are read from the sources with ``ast``: methods of compiled classes have no docstring at run
time. The examples call the imported modules, which may be compiled or interpreted.
"""

from __future__ import annotations

import ast
import doctest
import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

import samovar

# The packages whose public functions and classes all have an example. Public: listed in ``__all__``.
COMPLETE: Final[tuple[str, ...]] = (
    "samovar",
    "samovar.match",
    "samovar.match.laws",
    "samovar.bots",
    "samovar.envs",
    "samovar.lab",
)
# The packages in which public methods of public classes need an example, too.
METHODS_TOO: Final = frozenset({"samovar", "samovar.match", "samovar.match.laws"})
# The packages whose examples are run.
PACKAGES: Final = (
    "samovar",
    "samovar.match",
    "samovar.bots",
    "samovar.envs",
    "samovar.lab",
    "samovar.kernel",
)
# Packages of which only ``__init__.py`` is read, because the other packages are inside them.
NOT_RECURSIVE: Final = frozenset({"samovar"})

SOURCE: Final = Path(samovar.__file__).parent
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class Docstring(NamedTuple):
    """The docstring of a module, class, function or method, and the line where it begins."""

    package: str
    module: str
    name: str
    line: int
    text: str


def source_of(module: str) -> Path:
    """The source file of a module or package."""
    path = SOURCE.joinpath(*module.split(".")[1:])
    return path / "__init__.py" if (path / "__init__.py").exists() else path.with_suffix(".py")


def module_names(package: str) -> list[str]:
    """The package and its modules."""
    folder = source_of(package).parent
    paths = [folder / "__init__.py"] if package in NOT_RECURSIVE else sorted(folder.rglob("*.py"))
    found = [path.relative_to(SOURCE.parent).with_suffix("").as_posix().replace("/", ".") for path in paths]
    return [name.removesuffix(".__init__") for name in found]


def tree_of(module: str) -> ast.Module:
    return ast.parse(source_of(module).read_text(encoding="utf-8"))


def docstrings(package: str) -> Iterator[Docstring]:
    """All docstrings of a package that contain an example."""
    for module in module_names(package):
        yield from _docstrings(package, module, module, tree_of(module))


def _docstrings(package: str, module: str, name: str, node: Any) -> Iterator[Docstring]:
    text = ast.get_docstring(node, clean=False)
    if text is not None and ">>>" in text:
        yield Docstring(package, module, name, node.body[0].lineno - 1, text)
    for child in node.body:
        if isinstance(child, Definition):
            yield from _docstrings(package, module, f"{name}.{child.name}", child)


def definition(module: str, name: str) -> Definition | None:
    """The class or function that a public name stands for, in this module or the one it is imported from.

    None for a constant or a type alias.
    """
    tree = tree_of(module)
    for node in tree.body:
        if isinstance(node, Definition) and node.name == name:
            return node
    for imported in ast.walk(tree):
        if isinstance(imported, ast.ImportFrom) and (imported.module or "").startswith("samovar"):
            for alias in imported.names:
                if (alias.asname or alias.name) == name:
                    return definition(imported.module or "", alias.name)
    return None


def public_definitions(package: str) -> dict[str, Definition]:
    """The public functions and classes of a package. A module in ``__all__`` stands for its public ones."""
    found: dict[str, Definition] = {}
    for name in importlib.import_module(package).__all__:
        if source_of(f"{package}.{name}").exists():
            found.update(_public(f"{name}.", tree_of(f"{package}.{name}")))
        elif (node := definition(package, name)) is not None:
            found[name] = node
    return found


def _public(prefix: str, node: ast.Module | ast.ClassDef) -> dict[str, Definition]:
    """The functions, classes or methods of a module or class whose names have no leading underscore."""
    children = [child for child in node.body if isinstance(child, Definition)]
    return {prefix + child.name: child for child in children if not child.name.startswith("_")}


def without_example(package: str) -> list[str]:
    """The public functions and classes of a package whose docstring has no example."""
    found = public_definitions(package)
    if package in METHODS_TOO:
        for name, node in list(found.items()):
            if isinstance(node, ast.ClassDef):
                found.update(_public(f"{name}.", node))
    return [name for name, node in found.items() if ">>>" not in (ast.get_docstring(node) or "")]


@pytest.mark.parametrize("package", COMPLETE)
def test_public_functions_and_classes_have_an_example(package: str) -> None:
    assert without_example(package) == []


@pytest.mark.parametrize(
    "docstring", [pytest.param(d, id=d.name) for package in PACKAGES for d in docstrings(package)]
)
def test_examples_run(docstring: Docstring) -> None:
    """An example sees the names of its module, the public names of its package and ``samovar``."""
    package = importlib.import_module(docstring.package)
    names = {name: getattr(package, name) for name in getattr(package, "__all__", [])}
    names = {**vars(importlib.import_module(docstring.module)), "samovar": samovar, **names}
    test = doctest.DocTestParser().get_doctest(
        docstring.text, names, docstring.name, str(source_of(docstring.module)), docstring.line
    )
    output: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=output.append)
    assert not output, "".join(output)
