"""The steps of a game are numbered by its generated frames, and any disagreement is an error at import."""

from __future__ import annotations

import re
from types import ModuleType

import pytest

from samovar.kernel.step import Step, steps_of
from tests.kernel import tiny
from tests.kernel.tiny import Tiny


class Base(Step[Tiny]):
    takes = "nobody"


class Late(Base):
    pass


class Early(Step[Tiny]):
    takes = "seat cards=1..9?"


def chapter(*parts: type[object]) -> ModuleType:
    """A module object that contains these names."""
    module = ModuleType(__name__)
    vars(module).update({part.__name__: part for part in parts})
    return module


FRAMES = {"Early": "seat cards=1..9?", "Late": "nobody"}


def test_steps_come_in_the_order_of_their_frames() -> None:
    steps = steps_of(FRAMES, [chapter(Late), chapter(Early)])
    assert [type(step) for step in steps] == [Early, Late]


def test_neither_a_base_of_steps_nor_an_imported_step_nor_another_class_is_a_step() -> None:
    steps = steps_of(FRAMES, [chapter(Base, Late, Early, tiny.Round, Tiny)])
    assert [type(step) for step in steps] == [Early, Late]


@pytest.mark.parametrize(
    ("frames", "fault"),
    [
        ({"Early": "seat cards=1..9?"}, "step Late is missing in frames.py: run tools/frames.py"),
        (FRAMES | {"Gone": "nobody"}, "step Gone has no class in the rule modules: run tools/frames.py"),
        (
            FRAMES | {"Early": "seat cards=1..8?"},
            "step Early takes 'seat cards=1..9?', but frames.py has 'seat cards=1..8?': run tools/frames.py",
        ),
    ],
)
def test_a_disagreement_is_an_error(frames: dict[str, str], fault: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(fault)}$"):
        steps_of(frames, [chapter(Late, Early)])
