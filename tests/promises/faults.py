"""Disks that are full, that fail, that are read-only, each for one test."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.promises.record import not_run, strace


@contextmanager
def small_disk(place: Path, size: str) -> Iterator[Path]:
    """Mount a small disk in memory; needs root."""
    if os.geteuid() != 0 or shutil.which("mount") is None:
        not_run("a small disk needs root (the same is shown by max_page_count)")
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(place)],
        capture_output=True,
        check=False,
    )
    if mounted.returncode != 0:
        not_run("this machine mounts no tmpfs, not even for root")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


def fill(disk: Path) -> Path:
    """Take all room that is left on a disk; return the file that has it."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(b"\x00" * 4096)
        except OSError:
            pass
    return filler


@contextmanager
def failing(pid: int, calls: str, error: str) -> Iterator[None]:
    """Let these system calls of a process fail, as a broken disk would."""
    tool = strace()
    words = [tool, "-f", "-e", f"trace={calls}", "-e", f"inject={calls}:error={error}"]
    watcher = subprocess.Popen(
        [*words, "-o", "/dev/null", "-p", str(pid)],
        stderr=subprocess.PIPE,
        text=True,
    )
    assert watcher.stderr is not None
    try:
        said = watcher.stderr.readline()
        if "attached" not in said:
            not_run(f"strace may not look at a process here: {said.strip()}")
        yield
    finally:
        watcher.terminate()
        watcher.wait(20)
        watcher.stderr.close()
