"""The tiny game of the kernel's tests."""

from __future__ import annotations

from tests.kernel.tiny import GAME as GAME
