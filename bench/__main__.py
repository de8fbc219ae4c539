"""Print the table of figures."""

from bench import solver
from bench.timing import CHUNK, HEAD, ROUNDS


def main() -> None:
    print(f"median of {ROUNDS} rounds of {CHUNK}, ours and theirs in turns\n")
    print(HEAD)
    for row in solver.rows():
        print(row)


if __name__ == "__main__":
    main()
