"""Small changes to a module, each of which a good test should notice."""

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass

SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: ``text`` is the whole module with it, ``name`` says what it is."""

    path: str
    name: str
    line: int
    old: str
    new: str
    text: str


def mutants_of(path: str, source: str) -> Iterator[Mutant]:
    """Yield every mutant of a module, in the order of the source."""
    lines = source.encode().splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    raw = source.encode()
    for inside, node in _walk(ast.parse(source), ""):
        begin = starts[node.lineno - 1] + node.col_offset
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        end = starts[node.end_lineno - 1] + node.end_col_offset
        old = raw[begin:end].decode()
        for new in _changes(node):
            text = (raw[:begin] + new.encode() + raw[end:]).decode()
            short = " ".join(old.split())
            name = f"{path} {inside}: {short} -> {' '.join(new.split())}"
            if isinstance(node, ast.Constant):
                name += f" in: {lines[node.lineno - 1].decode().strip()}"
            yield Mutant(path, name, node.lineno, old, new, text)


def _walk(node: ast.AST, inside: str) -> Iterator[tuple[str, ast.expr | ast.stmt]]:
    """Walk what runs; annotations, decorators, docstrings and texts are left out."""
    if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
        return
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        inside = f"{inside}.{node.name}".strip(".")
    if isinstance(node, ast.expr | ast.stmt):
        yield inside, node
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not _is_text(child):
                if not inside and isinstance(child, ast.BinOp | ast.Subscript):
                    continue  # an alias of types
                yield from _walk(child, inside)


def _is_text(node: ast.AST) -> bool:
    docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    message = isinstance(node, ast.Constant) and " " in str(node.value)
    imports = isinstance(node, ast.Import | ast.ImportFrom | ast.JoinedStr)
    never = isinstance(node, ast.Expr) and "assert_never(" in ast.unparse(node)
    return docstring or message or imports or never


def _changes(node: ast.expr | ast.stmt) -> Iterator[str]:
    match node:
        case ast.Compare(ops=[op]) if type(op) in SWAPS:
            yield _with(node, ops=[SWAPS[type(op)]()])
        case ast.BinOp(op=op) | ast.BoolOp(op=op) if type(op) in SWAPS:
            yield _with(node, op=SWAPS[type(op)]())
        case ast.AugAssign(op=op) if type(op) in SWAPS:
            yield _with(node, op=SWAPS[type(op)]())
        case ast.UnaryOp(operand=operand):
            yield f"({ast.unparse(operand)})"
        case ast.IfExp(test=test):
            yield _with(node, test=ast.UnaryOp(ast.Not(), test))
        case ast.Constant(value=bool(value)):
            yield str(not value)
        case ast.Constant(value=int(value)):
            yield str(value + 1)
        case ast.Constant(value=str(value)):
            yield repr(f"{value}x")
        case ast.Return(value=value) if value and ast.unparse(value) != "None":
            yield "return None"
        case ast.Raise() | ast.Expr(value=ast.Call()):
            yield "pass"
        case ast.Name(id=name, ctx=ast.Load()) if name in NAMES:
            yield NAMES[name]
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            yield from _without_conditions(node)


def _with(node: ast.AST, **fields: object) -> str:
    changed = copy.copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return (
        f"({ast.unparse(changed)})"
        if isinstance(node, ast.expr)
        else ast.unparse(changed)
    )


def _without_conditions(
    node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp,
) -> Iterator[str]:
    if any(part.ifs for part in node.generators):
        parts = [copy.copy(part) for part in node.generators]
        for part in parts:
            part.ifs = []
        yield ast.unparse(_replaced(node, parts))


def _replaced(node: ast.AST, parts: list[ast.comprehension]) -> ast.AST:
    changed = copy.copy(node)
    changed.generators = parts  # type: ignore[attr-defined]
    return changed
