"""The page on error codes and the code agree."""

import ast
import re
from pathlib import Path

import priory

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "errors.md"
CODE = re.compile("[a-z]+(-[a-z]+)*")
TABLES = {"_CODES", "_CAUSES"}
PAIRS = {"DAMAGED", "TRUNCATED"}  # of a code and a text, in priory.mail._gzip


def assigned(node):
    """Return the values that an assignment gives to what is called a code or a table of them."""
    for target in node.targets:
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            pairs = [*zip(target.elts, node.value.elts, strict=True)]
        else:
            pairs = [(target, node.value)]
        for name, value in pairs:
            called = getattr(name, "id", getattr(name, "attr", ""))
            if called == "code" or called in TABLES:
                yield value
            if called in PAIRS and isinstance(value, ast.Tuple):
                yield value.elts[0]


def defaults(node):
    """Return the defaults of parameters that are called code."""
    pairs = zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
    return [value for parameter, value in pairs if parameter.arg == "code" and value]


def strings(node):
    """Return the strings that an expression may be, or a table may hold."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    if isinstance(node, ast.Call):
        return of_call(node)
    if isinstance(node, ast.IfExp):
        return strings(node.body) + strings(node.orelse)
    if isinstance(node, ast.Dict):
        return [text for value in node.values for text in strings(value)]
    return []


def of_call(call):
    """Return the codes in a call: a cause begins with one, and a look-up may end with one."""
    if getattr(call.func, "id", "") == "_Cause":
        return strings(call.args[0])
    return strings(call.args[-1]) if getattr(call.func, "attr", "") == "get" else []


def codes_of(tree):
    """Return all codes of a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg == "code":
            yield from strings(node.value)
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "_Cause":
            yield from of_call(node)
        elif isinstance(node, ast.Assign):
            for value in assigned(node):
                yield from strings(value)
        elif isinstance(node, ast.FunctionDef):
            for value in defaults(node):
                yield from strings(value)


def raised():
    """Return all codes of the package."""
    modules = Path(priory.__file__).parent.rglob("*.py")
    return {
        code
        for module in modules
        for code in codes_of(ast.parse(module.read_text(encoding="utf-8")))
        if CODE.fullmatch(code)
    }


def listed():
    """Return the codes of the table on the page, in its order."""
    _, table = PAGE.read_text(encoding="utf-8").split("These are all codes:")
    return re.findall(r"(?m)^\| `([a-z-]+)` \|", table)


def test_every_code_is_listed():
    """The table has every code of the package, each once, in order, and no other."""
    assert listed() == sorted(raised())
