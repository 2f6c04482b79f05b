"""A random number generator (xoshiro128++) that gives the same numbers on every Python, compiled or not."""

from __future__ import annotations

from typing import Final, final

from samovar.kernel.ints import i64

WORD: Final = 0xFFFFFFFF


@final
class Rng:
    """A random number generator whose numbers depend only on its seed."""

    __slots__ = (
        "a",
        "b",
        "c",
        "d",
    )

    def __init__(self, seed: int) -> None:
        self.a: i64 = 0
        self.b: i64 = 0
        self.c: i64 = 0
        self.d: i64 = 0
        self.seed(seed)

    def seed(self, seed: int) -> None:
        """Restart the generator with a seed: any whole number, however large."""
        words: list[int] = []
        x = seed if seed >= 0 else 2 * -seed + (1 << 256)
        folded = 0
        while x:
            folded = (folded * 0x9E3779B97F4A7C15 + (x & 0xFFFFFFFFFFFFFFFF) + 1) & 0xFFFFFFFFFFFFFFFF
            x >>= 64
        for _ in range(4):  # splitmix64: similar seeds give unrelated states
            folded = (folded + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
            z = folded
            z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
            z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
            words.append((z ^ (z >> 31)) & 0xFFFFFFFF)
        self.a, self.b, self.c, self.d = words[0], words[1], words[2], words[3] | 1

    def copy(self) -> Rng:
        """A copy that will give the same numbers as this one."""
        other = Rng(0)
        other.a, other.b, other.c, other.d = self.a, self.b, self.c, self.d
        return other

    def next(self) -> i64:
        """The next 32 random bits."""
        a, b, c, d = self.a, self.b, self.c, self.d
        sum = (a + d) & WORD
        result = (((sum << 7) | (sum >> 25)) + a) & WORD  # rotated by 7
        t = (b << 9) & WORD
        c ^= a
        d ^= b
        self.b = b ^ c
        self.a = a ^ d
        self.c = c ^ t
        self.d = ((d << 11) | (d >> 21)) & WORD  # rotated by 11
        return result

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1, each equally likely (n up to 2**31)."""
        product = self.next() * n
        if product & WORD < n:  # Lemire's rejection removes the bias towards small numbers
            threshold = (WORD + 1 - n) % n
            while product & WORD < threshold:
                product = self.next() * n
        return product >> 32
