"""Damage to the bytes of a store, as failing disks do it."""

PAGE = 8192
HEAD = 100  # bytes of the header of the file


def bit(raw, rng):
    """Flip a bit behind the header."""
    raw[rng.randrange(HEAD, len(raw))] ^= 1 << rng.randrange(8)


def byte(raw, rng):
    """Put another byte in the place of one."""
    raw[rng.randrange(HEAD, len(raw))] = rng.randrange(256)


def noise(raw, rng):
    """Put noise in the place of a page."""
    _put(raw, rng.randrange(1, len(raw) // PAGE), rng.randbytes(PAGE))


def zeros(raw, rng):
    """Put zeros in the place of a page."""
    _put(raw, rng.randrange(1, len(raw) // PAGE), bytes(PAGE))


def swap(raw, rng):
    """Let two pages change places."""
    one, other = rng.sample(range(1, len(raw) // PAGE), 2)
    first, second = (bytes(raw[n * PAGE : (n + 1) * PAGE]) for n in (one, other))
    _put(raw, one, second)
    _put(raw, other, first)


def _put(raw, number, content):
    raw[number * PAGE : (number + 1) * PAGE] = content


def sectors(raw, rng):
    """Put zeros in the place of a sector, also of the first page."""
    start = rng.randrange(len(raw) // 512) * 512
    raw[start : start + 512] = bytes(512)


KINDS = (bit, bit, byte, noise, zeros, swap, sectors)


def damaged(raw, rng, times=1):
    """Return the bytes of a store after some mishaps, and what these were."""
    content = bytearray(raw)
    kinds = [rng.choice(KINDS) for _ in range(times)]
    for kind in kinds:
        kind(content, rng)
    return bytes(content), " ".join(kind.__name__ for kind in kinds)
