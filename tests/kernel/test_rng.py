"""The random number generator: known values, a uniform distribution, and any integer as seed."""

from __future__ import annotations

import pytest

from samovar.kernel.rng import Rng

WORD = 0xFFFFFFFF


class Published:
    """The reference implementation of xoshiro128++ (Blackman and Vigna, 2019)."""

    def __init__(self, a: int, b: int, c: int, d: int) -> None:
        self.s = [a, b, c, d]

    def next(self) -> int:
        s = self.s
        total = (s[0] + s[3]) & WORD
        result = ((total << 7 | total >> 25) + s[0]) & WORD
        t = s[1] << 9 & WORD
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = (s[3] << 11 | s[3] >> 21) & WORD
        return result


@pytest.mark.parametrize("seed", [0, 1, -1, 7, 2**63, 10**40])
def test_it_is_xoshiro128_plus_plus(seed: int) -> None:
    rng = Rng(seed)
    published = Published(rng.a, rng.b, rng.c, rng.d)
    assert [int(rng.next()) for _ in range(200)] == [published.next() for _ in range(200)]


def test_known_values() -> None:
    """Records depend on these numbers, so they must never change."""
    assert [int(Rng(0).next()), int(Rng(1).next()), int(Rng(-1).next())] == [
        809868325,
        1547563100,
        1852840958,
    ]
    rng = Rng(7)
    assert [int(rng.below(100)) for _ in range(12)] == [66, 33, 44, 54, 64, 12, 91, 16, 2, 14, 58, 38]


def test_the_same_seed_gives_the_same_stream() -> None:
    one, two = Rng(42), Rng(41)
    two.seed(42)
    assert [int(one.next()) for _ in range(50)] == [int(two.next()) for _ in range(50)]


def test_near_and_negative_and_huge_seeds_give_different_streams() -> None:
    seeds = [0, 1, 2, 3, -1, -2, -3, 2**32, 2**64, 2**64 + 1, 2**128, 10**399, -(10**399)]
    streams = {tuple(int(rng.next()) for _ in range(4)) for rng in map(Rng, seeds)}
    assert len(streams) == len(seeds)


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 10, 100])
def test_every_number_is_equally_likely(n: int) -> None:
    """The chi-square statistic, for a fixed seed, is below a limit that a biased generator would exceed."""
    rng, draws = Rng(n), 2000 * n
    counts = [0] * n
    for _ in range(draws):
        counts[rng.below(n)] += 1
    chi_square = sum((count - 2000) ** 2 / 2000 for count in counts)
    assert chi_square < n + 4 * (2 * n) ** 0.5


def test_the_largest_range_is_uniform() -> None:
    """Without Lemire's rejection there would be 1.5 times as many low numbers."""
    n = 3 << 29
    rng = Rng(5)
    low = sum(1 for _ in range(20_000) if rng.below(n) < n // 2)
    assert abs(low - 10_000) < 300
