"""A program that learns messages one after the other and says so; tests run it, and end it.

Usage: learner.py STORE FIRST LAST BATCH
"""

import sys

from mailfilter.written import message
from priory.mailfilter.store import Store


def main():
    """Learn, and print the number of the last message when a batch is on the disk."""
    path, first, last, size = sys.argv[1], *map(int, sys.argv[2:])
    with Store(path) as store:
        print("ready", flush=True)  # noqa: T201
        for start in range(first, last, size):
            numbers = range(start, min(start + size, last))
            store.learn([(message(i), ("ham", "spam")[i % 2]) for i in numbers])
            if start % 3 == 0:
                store.learn([(message(start), "work")])
                store.forget([message(start)])
                store.learn([(message(start), "ham")])
            print(numbers[-1], flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
