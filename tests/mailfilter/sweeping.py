"""Kills before each step of a program, one after the other."""


def sweep(root, stride, try_at):
    """Kill before steps, and return how many kills there were, and the sum of what was found.

    `try_at` is given a folder and the number of a step; it tells whether there was such a step, and
    what it found.
    """
    total = 0
    for n_kills, at in enumerate(range(1, 10_000, stride)):
        was_killed, found = try_at(root / str(at), at)
        if not was_killed:
            return n_kills, total
        total += found
    raise AssertionError
