"""Ridge regression by normal equations, with the standard library alone.

Every step is a sum in a fixed order, so equal samples give bit-equal weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

TINY: Final = 1e-9  # keeps the equations solvable if a column is always 0: its weight stays as it is


class NormalEquations:
    """The normal equations of a linear regression, summed up by sample.

    >>> equations = NormalEquations(1)
    >>> for x in (1.0, 2.0, 3.0):
    ...     equations.add([x], 5 * x)
    >>> [round(weight, 6) for weight in equations.solve([0.0], ridge=0.0)]
    [5.0]
    """

    def __init__(self, width: int) -> None:
        self.width: Final = width
        # row i has the columns 0 to i, because the matrix is symmetric
        self.products: Final = [[0.0] * (i + 1) for i in range(width)]
        self.targets: Final = [0.0] * width
        self.squares = 0.0  # of the targets
        self.samples = 0

    def add(self, row: Sequence[float], target: float) -> None:
        self.samples += 1
        self.squares += target * target
        filled = [i for i, value in enumerate(row) if value]
        for i in filled:
            value = row[i]
            self.targets[i] += value * target
            products = self.products[i]
            for j in filled:
                if j > i:
                    break
                products[j] += value * row[j]

    def merge(self, other: NormalEquations) -> None:
        """Add the samples of other equations of the same width."""
        self.samples += other.samples
        self.squares += other.squares
        for i in range(self.width):
            self.targets[i] += other.targets[i]
            self.products[i] = [a + b for a, b in zip(self.products[i], other.products[i], strict=True)]

    def matrix(self) -> list[list[float]]:
        """Return all products, with the half that is not stored."""
        return [[self.products[max(i, j)][min(i, j)] for j in range(self.width)] for i in range(self.width)]

    def solve(self, start: Sequence[float], ridge: float) -> list[float]:
        """Return the weights with the least squared error. ``ridge`` counts like samples in which ``start``
        has no error.
        """
        share = ridge / max(self.samples, 1)
        rows: list[list[float]] = []
        for i, products in enumerate(self.matrix()):
            residual = self.targets[i] - sum(a * b for a, b in zip(products, start, strict=True))
            rows.append([*products, residual])
            rows[i][i] += share * products[i] + TINY
        change = gauss_jordan(rows)
        return [a + b for a, b in zip(start, change, strict=True)]

    def deviation(self, weights: Sequence[float]) -> float:
        """Return the root of the mean squared error of these weights."""
        error = self.squares
        for i, products in enumerate(self.matrix()):
            explained = sum(a * b for a, b in zip(products, weights, strict=True))
            error += weights[i] * (explained - 2 * self.targets[i])
        return float(max(error / max(self.samples, 1), 0.0) ** 0.5)


def gauss_jordan(rows: list[list[float]]) -> list[float]:
    """Solve by Gauss-Jordan elimination without pivoting: the matrix is positive definite."""
    width = len(rows)
    for i in range(width):
        pivot = rows[i][i]
        rows[i] = [value / pivot for value in rows[i]]
        for j in range(width):
            factor = rows[j][i]
            if j != i and factor:
                rows[j] = [a - factor * b for a, b in zip(rows[j], rows[i], strict=True)]
    return [row[-1] for row in rows]
