"""Change the rules in small ways and see whether a test notices.

Each mutant is one small change to ``referee``; the tests are run on it until the
first failure. One that no test notices has survived: it is printed with its line, and
must be listed with a reason in ``docs/mutants.md``. Exits 1 when one is not listed,
or when five in a hundred or more survive.

Mutants are sampled by ``--seed``, so that a run is bounded and can be repeated; the
same seed and number give the same mutants as long as the source is the same.
"""

import argparse
import multiprocessing
import os
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

# Imported here once, so that each forked run has them already.
import hypothesis  # noqa: F401
import pytest
from mutations import Mutant, mutants_of

TARGETS = ("referee/scoring", "referee/layoffs", "referee/game", "referee/decide")
TESTS = ("tests/referee", "tests/games")
REASONS = Path("docs/mutants.md")
# Long, and about other parts; leaving them out can only let more survive.
LEFT_OUT = ("test_notation.py", "test_knowledge_model.py", "test_ruling.py")
SKIPPED = (".venv", ".git", "__pycache__", ".hypothesis", "*.db", "node_modules")
MOST_SURVIVORS = 0.05

TREE = Path()
ARGS = argparse.Namespace()


def modules(targets: Sequence[str]) -> list[Path]:
    """Return the modules a target names: ``x.py``, or all in the folder ``x``."""
    found: list[Path] = []
    for target in targets:
        folder = Path(target.removesuffix(".py"))
        found += sorted(folder.rglob("*.py")) or sorted(
            folder.parent.glob(f"{folder.name}*.py")
        )
    return found


def order_tests(tests: Sequence[str], path: str) -> list[str]:
    """Put the test files that are named like the module first."""
    stem = Path(path).stem
    parent = Path(path).parent.name
    found = [sorted(Path(t).rglob("test_*.py")) or [Path(t)] for t in tests]
    files = [file for part in found for file in part if file.name not in LEFT_OUT]
    return [
        str(f)
        for f in sorted(
            files, key=lambda f: (stem not in f.stem, parent not in str(f.stem), str(f))
        )
    ]


def run_tests(
    tree: Path, tests: Sequence[str], seconds: float, *, quiet: bool = True
) -> bool | None:
    """Run the tests in a forked child: whether all passed, None when out of time."""
    child = os.fork()
    if child == 0:
        if quiet:
            nothing = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nothing, 1)
            os.dup2(nothing, 2)
        os.chdir(tree)
        sys.path.insert(0, str(tree))
        sys.dont_write_bytecode = True
        options = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
        options += ["-m", "not slow and not browser", "--hypothesis-seed=0"]
        options += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]
        code = 70
        try:
            code = int(pytest.main([*options, *tests]))
        finally:
            os._exit(code)
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status) == 0
        time.sleep(0.05)
    os.kill(child, 9)
    os.waitpid(child, 0)
    return None


def lay_tree(folder: str, args: argparse.Namespace) -> None:
    """Begin a worker: a copy of the project of its own, where source may change."""
    global TREE, ARGS
    TREE, ARGS = Path(folder, str(os.getpid())), args
    shutil.copytree(".", TREE, ignore=shutil.ignore_patterns(*SKIPPED))


def survives(mutant: Mutant) -> bool | None:
    """Run the tests on one mutant; None when the time of the whole run is over."""
    if time.monotonic() > ARGS.ends:
        return None
    file = TREE / mutant.path
    whole = file.read_text()
    file.write_text(mutant.text)
    tests = order_tests(ARGS.tests, mutant.path)
    passed = run_tests(TREE, tests, ARGS.seconds)
    file.write_text(whole)
    return passed is True


def passes_unchanged(_: None) -> float | None:
    """Return how many seconds the tests take on the unchanged source, if they pass."""
    began = time.monotonic()
    passed = run_tests(TREE, order_tests(ARGS.tests, ""), 900, quiet=False)
    return time.monotonic() - began if passed else None


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("targets", nargs="*", default=list(TARGETS))
    parser.add_argument("--tests", nargs="*", default=list(TESTS))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sample", type=int, default=300, help="0 means all")
    parser.add_argument("--minutes", type=float, default=20, help="stop after these")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    return parser.parse_args()


def choose(args: argparse.Namespace) -> list[Mutant]:
    """Return the mutants of this run, and say how many there are."""
    every = [
        m for p in modules(args.targets) for m in mutants_of(str(p), p.read_text())
    ]
    number = min(args.sample or len(every), len(every))
    print(
        f"{len(every)} mutants, {number} of them tried (seed {args.seed})", flush=True
    )
    return random.Random(args.seed).sample(every, number)


def report(alive: list[Mutant], tried: int) -> int:
    """Print the survivors; 1 when they are too many or one has no reason."""
    reasons = REASONS.read_text() if REASONS.exists() else ""
    unlisted = [m for m in alive if m.name not in reasons]
    for mutant in sorted(alive, key=lambda m: (m.path, m.line)):
        mark = "new " if mutant in unlisted else "known"
        print(f"{mark} {mutant.path}:{mutant.line}\n      {mutant.name}")
    share = len(alive) / tried if tried else 0.0
    print(
        f"{tried} tried, {len(alive)} survived ({share:.1%}), {len(unlisted)} unlisted"
    )
    return bool(unlisted) or share >= MOST_SURVIVORS


def main() -> int:
    """Try the chosen mutants side by side."""
    args = arguments()
    chosen = choose(args)
    args.ends, args.seconds = time.monotonic() + 60 * args.minutes, 0.0
    forked = multiprocessing.get_context("fork")
    with tempfile.TemporaryDirectory() as folder:
        with forked.Pool(1, lay_tree, (folder, args)) as pool:
            took = pool.map(passes_unchanged, [None])[0]
        if took is None:
            print("the tests do not pass on the unchanged source")
            return 2
        print(f"the tests take {took:.0f} s on the unchanged source", flush=True)
        args.seconds = 10 + 4 * took
        with forked.Pool(args.jobs, lay_tree, (folder, args)) as pool:
            lived = []
            for mutant, result in zip(chosen, pool.imap(survives, chosen), strict=True):
                lived.append(result)
                if result:
                    print(f"survived: {mutant.name}", flush=True)
    tried = sum(result is not None for result in lived)
    if tried < len(chosen):
        print(f"out of time: {len(chosen) - tried} not tried")
    return report([m for m, result in zip(chosen, lived, strict=True) if result], tried)


if __name__ == "__main__":
    sys.exit(main())
