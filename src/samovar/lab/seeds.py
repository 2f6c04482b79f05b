"""The seeds of training and of tests are apart."""

from __future__ import annotations

from typing import Final

FIRST_TRAINING_SEED: Final = 1_000_000_000  # `samovar train` plays from this seed on, the arena below it
