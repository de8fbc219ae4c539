"""Print the table of figures, and write it as JSON."""

from bench.report import main

if __name__ == "__main__":
    main()
