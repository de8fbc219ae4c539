"""Promise 16: many tables on one process: no error, nobody starves."""

import pytest

from bench.load import run


@pytest.mark.parametrize(
    ("tables", "seconds"),
    [(10, 4.0), pytest.param(100, 60.0, marks=pytest.mark.slow)],
    ids=["10 tables", "100 tables"],
)
def test_many_tables_at_once(show, tables, seconds):
    figures = run(tables, seconds)

    times = sorted(figures.times["record"])
    asked = sum(len(each) for each in figures.times.values())
    p99 = times[int(len(times) * 0.99)] * 1000
    wrong = len(figures.errors) + (figures.fairness < 0.9 if tables > 10 else 0)
    what = f"{tables} tables; a hand: p99 {p99:.0f} ms, fair {figures.fairness:.2f}"
    show(what, asked, wrong=wrong, told=figures.errors[:5])
    assert len(figures.hands) == tables
