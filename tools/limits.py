"""Hold the sizes of the code: modules, functions, and their spread.

Prints one line of figures and one line for each thing too long; exits 1 if any.
"""

import ast
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path

PACKAGES = ("referee", "events", "web")
MOST_MODULE_LINES = 300
MOST_FUNCTION_LINES = 60
MOST_MEDIAN = 7
MOST_NINTH_DECILE = 25


def functions(tree: ast.Module) -> Iterator[tuple[ast.AST, int]]:
    """Yield every function with its length in lines, docstring left out."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno is not None
            yield node, node.end_lineno - node.lineno + 1


def docstring_lines(node: ast.AST) -> int:
    """Return how many lines of a function are its docstring."""
    first = node.body[0]  # type: ignore[attr-defined]
    if ast.get_docstring(node) is None:  # type: ignore[arg-type]
        return 0
    return int(first.end_lineno - first.lineno + 1)


def main() -> int:
    """Measure the three packages and say what is too long."""
    too_long: list[str] = []
    lengths: list[int] = []
    for path in sorted(p for name in PACKAGES for p in Path(name).rglob("*.py")):
        text = path.read_text()
        if (lines := text.count("\n")) > MOST_MODULE_LINES:
            too_long.append(f"{path}: {lines} lines (at most {MOST_MODULE_LINES})")
        for node, length in functions(ast.parse(text)):
            lengths.append(length - docstring_lines(node))
            if length > MOST_FUNCTION_LINES:
                where = f"{path}:{node.lineno} {node.name}"  # type: ignore[attr-defined]
                too_long.append(f"{where}: {length} lines ({MOST_FUNCTION_LINES})")
    if lengths:
        median = statistics.median(lengths)
        ninth = sorted(lengths)[int(len(lengths) * 0.9)]
        print(
            f"{len(lengths)} functions: median {median:g} lines, "
            f"nine of ten up to {ninth}, longest {max(lengths)}"
        )
        if median > MOST_MEDIAN:
            too_long.append(f"the median function has {median:g} lines ({MOST_MEDIAN})")
        if ninth > MOST_NINTH_DECILE:
            too_long.append(f"nine of ten: up to {ninth} lines ({MOST_NINTH_DECILE})")
    print("\n".join(too_long), end="\n" if too_long else "")
    return bool(too_long)


if __name__ == "__main__":
    sys.exit(main())
