"""Untrusted input gives either a clear error that lists its faults, or a valid game.

Positions, records and component files of real games are mutated. Accepted mutants are played at random,
written and read again. ``SAMOVAR_EXAMPLES=20000 pytest tests/test_parsers.py`` tries more mutations, and
other ones each time.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from functools import cache
from importlib.resources import files

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

import samovar
from samovar.kernel.game import Game
from samovar.kernel.rng import Rng
from tests.kernel.tiny import ANY as TINY
from tests.kernel.tiny_box import BOX

LONG = "SAMOVAR_EXAMPLES" in os.environ
SETTINGS = settings(
    max_examples=int(os.environ.get("SAMOVAR_EXAMPLES", "60" if samovar.compiled() else "20")),
    deadline=None,
    derandomize=not LONG,
    database=None,
    suppress_health_check=list(HealthCheck),
)
GAMES: dict[str, Game] = {**samovar.games(), "tiny": TINY}
BOXES = {name: files(f"samovar.games.{name}").joinpath("components.toml") for name in samovar.games()}
every_game = pytest.mark.parametrize("name", GAMES)
NUMBERS = [-1, 0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 12, 13, 15, 16, 20, 31, 60, 99, 255, 256, 9999, 10**20]
MAX_DECISIONS = 300


def box_of(name: str) -> str:
    return BOXES[name].read_text(encoding="utf-8") if name in BOXES else BOX


def seats_of(name: str, number: int) -> int:
    """A number of seats that the game is for, chosen by ``number``."""
    game = GAMES[name]
    return game.min_seats + number % (game.max_seats - game.min_seats + 1)


def options_of(name: str, seats: int, number: int) -> dict[str, str]:
    """A set of options with different rules, chosen by ``number``."""
    sets = GAMES[name].option_sets(seats)
    return sets[number % len(sets)]


@cache
def matches(name: str) -> list[samovar.Match]:
    """Matches stopped early, late and at their end."""
    found = []
    for number in range(24):
        seats = seats_of(name, number)
        m = samovar.Match(GAMES[name], seats, number, options_of(name, seats, number // 3))
        play_on(m, number, [0, 3, 40, 90, 150, 1000][number % 6])
        found.append(m)
    return found


@cache
def positions(name: str) -> list[str]:
    return [m.position() for m in matches(name)]


@cache
def records(name: str) -> list[str]:
    return [m.record() for m in matches(name)]


def play_on(m: samovar.Match, seed: int, most: int) -> None:
    """Play random decisions, at most this many."""
    rng = Rng(seed)
    for _ in range(most):
        if m.over:
            return
        actors = m.actors()
        seat = actors[rng.below(len(actors))]
        tokens = m.options(seat)
        m.play(seat, tokens[rng.below(len(tokens))])


def error_or_game(make: Callable[[], samovar.Match], seed: int, components: str | None = None) -> None:
    """Check that an input is either refused with a reason, or can be played, written and read."""
    m: samovar.Match | None = None
    faults: list[str] = []
    try:
        m = make()
    except samovar.BadInput as error:
        faults = error.faults
    if m is None:
        assert faults
        assert all(fault.strip() and len(fault) < 2000 for fault in faults)
        event("refused")
        return
    event("accepted")
    assert m.game.faults(m.state) == []
    for seat in range(m.seats):
        m.refusals(seat)
        m.position(seat)
    text = m.position()
    assert samovar.Match.from_position(text, 0, components, m.game).position() == text
    play_on(m, seed, MAX_DECISIONS)
    assert m.game.faults(m.state) == []
    text = m.position()
    assert samovar.Match.from_position(text, 0, components, m.game).position() == text
    assert samovar.verify(m.record(), components, m.game).position() == text
    m.scores()


# ---- mutations ----


def changed_word(draw: st.DrawFn, line: str, words: list[str]) -> str:
    """A line in which one number or quoted word is replaced by another."""
    found = list(re.finditer(r"-?\d+|\"[^\"]*\"", line))
    if not found:
        return line + draw(st.sampled_from(["x", "=", "]", '"', " 1"]))
    at = draw(st.sampled_from(found))
    if at.group().startswith('"'):
        new = draw(st.sampled_from(words) | st.sampled_from(['""', '"?"', "3", '"x y"', '"A1"']))
    else:
        near = [int(at.group()) - 1, int(at.group()) + 1]
        new = str(draw(st.sampled_from(near) | st.sampled_from(NUMBERS)))
    return line[: at.start()] + new + line[at.end() :]


def changed_list(draw: st.DrawFn, line: str) -> str:
    """A line in which a list has one element more or less."""
    start, end = line.find("["), line.rfind("]")
    items = [item.strip() for item in line[start + 1 : end].split(",") if item.strip()]
    if start < 0 or end < start or line.startswith("[") or not items:
        return line
    at = draw(st.integers(0, len(items) - 1))
    if draw(st.booleans()):
        items.pop(at)
    else:
        items.insert(draw(st.integers(0, len(items))), items[at])
    return f"{line[: start + 1]}{', '.join(items)}{line[end:]}"


@st.composite
def mutated(draw: st.DrawFn, texts: list[str]) -> str:
    """A text with one to four changes, most of them small enough that the text may stay valid."""
    lines = draw(st.sampled_from(texts)).splitlines()
    words = sorted(set(re.findall(r"\"[^\"]*\"", "\n".join(lines)))) or ['""']
    for _ in range(draw(st.integers(1, 4))):
        if not lines:
            break
        at = draw(st.integers(0, len(lines) - 1))
        match draw(st.integers(0, 9)):
            case 0:
                lines.pop(at)
            case 1:
                lines.insert(draw(st.integers(0, len(lines))), lines[at])
            case 2:
                other = draw(st.integers(0, len(lines) - 1))
                lines[at], lines[other] = lines[other], lines[at]
            case 3 | 4 | 5 | 6:
                lines[at] = changed_word(draw, lines[at], words)
            case 7 | 8:
                lines[at] = changed_list(draw, lines[at])
            case _:
                cut = draw(st.integers(0, len(lines[at])))
                lines[at] = lines[at][:cut] + draw(st.text(max_size=3)) + lines[at][cut:]
    return "\n".join(lines) + "\n"


@st.composite
def frames(draw: st.DrawFn, game: Game, steps: list[int]) -> str:
    """A frame of one of these steps, with numbers in their ranges or sometimes a little outside of them."""
    step = draw(st.sampled_from(steps))
    numbers = [draw(st.integers(0, 3))] if game.actor_kinds[step] == "seat" else []
    for argument in game.arguments[step]:
        low, high = argument.low, argument.high
        span = st.integers(low, min(high, low + 3)) | st.integers(low, high)
        numbers.append(max(0, draw(span if draw(st.integers(0, 40)) else st.integers(low - 1, high + 1))))
    return f'"{game.step_names[step]}({",".join(map(str, numbers))})"'


@st.composite
def stacked(draw: st.DrawFn, name: str) -> str:
    """A real position with another stack, and other questions of simultaneous steps."""
    game = GAMES[name]
    steps = list(range(len(game.steps)))
    questions = [game.step_ids[step] for step in sorted(game.question_steps)] or steps
    lines = draw(st.sampled_from(positions(name))).splitlines()
    for i, line in enumerate(lines):
        old = re.findall(r"\"[^\"]*\"", line)
        if line.startswith("todo"):
            keep = draw(st.integers(0, max(0, len(old) - 1)))
            new = draw(st.lists(frames(game, steps), min_size=1, max_size=4))
            if old and game.question_steps and draw(st.booleans()):
                new = []  # keep the lower frames, so that a simultaneous step may be next
            lines[i] = f"todo = [{', '.join(new + (old[keep:] or [bottom(name)]))}]"
        elif line.startswith("asked"):
            other = frames(game, questions) | frames(game, steps) | st.just('""')
            lines[i] = f"asked = [{', '.join(draw(st.just(one) | other) for one in old)}]"
    return "\n".join(lines) + "\n"


def bottom(name: str) -> str:
    """The frame at the bottom of the stack of a game."""
    todo = next(line for line in positions(name)[0].splitlines() if line.startswith("todo"))
    return todo[todo.rindex('"', 0, todo.rindex('"')) : todo.rindex('"') + 1]


@st.composite
def mutated_record(draw: st.DrawFn, name: str) -> str:
    """A record with tokens, seats or lines of the head changed, left out, repeated or exchanged."""
    lines = draw(st.sampled_from(records(name))).splitlines()
    tokens = list(GAMES[name].standard_box().notation.actions)
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(lines) - 1))
        words = lines[at].split(" ")
        match draw(st.integers(0, 6)):
            case 0:
                lines.pop(at)
            case 1:
                lines.insert(draw(st.integers(0, len(lines))), lines[at])
            case 2:
                del lines[at + 1 :]
            case 3:
                spot = draw(st.integers(0, len(words) - 1))
                mark = "~" if words[spot].startswith("~") else ""
                words[spot] = mark + draw(st.sampled_from(tokens))
                lines[at] = " ".join(words)
            case 4:
                words.pop(draw(st.integers(0, len(words) - 1)))
                lines[at] = " ".join(words)
            case 5:
                lines[at] = changed_word(draw, lines[at], ['""'])
            case _:
                lines[at] = lines[at] + draw(st.text(max_size=3))
        if not lines:
            break
    return "\n".join(lines) + "\n"


@every_game
def test_mutated_positions(name: str) -> None:
    @SETTINGS
    @given(mutated(positions(name)), st.integers(0, 99))
    def run(text: str, seed: int) -> None:
        error_or_game(lambda: samovar.Match.from_position(text, seed, game=GAMES[name]), seed)

    run()


@every_game
def test_positions_with_anything_to_do(name: str) -> None:
    @SETTINGS
    @given(stacked(name), st.integers(0, 99))
    def run(text: str, seed: int) -> None:
        error_or_game(lambda: samovar.Match.from_position(text, seed, game=GAMES[name]), seed)

    run()


@every_game
def test_mutated_records(name: str) -> None:
    @SETTINGS
    @given(mutated_record(name), st.integers(0, 99))
    def run(text: str, seed: int) -> None:
        error_or_game(lambda: samovar.Match.from_record(text, game=GAMES[name]), seed)

    run()


@every_game
def test_mutated_component_files(name: str) -> None:
    @SETTINGS
    @given(mutated([box_of(name)]), st.integers(0, 9), st.integers(0, 99))
    def run(box: str, number: int, seed: int) -> None:
        seats = seats_of(name, number)
        options = options_of(name, seats, seed)
        error_or_game(lambda: samovar.Match(GAMES[name], seats, seed, options, box), seed, box)

    run()


@every_game
def test_any_text_at_all(name: str) -> None:
    @SETTINGS
    @given(st.text(max_size=200) | st.binary(max_size=200).map(lambda data: data.decode("latin-1")))
    def run(text: str) -> None:
        game = GAMES[name]
        error_or_game(lambda: samovar.Match.from_position(text, game=game), 0)
        error_or_game(lambda: samovar.Match.from_position(f'game = "{name}"\n{text}', game=game), 0)
        error_or_game(lambda: samovar.Match.from_record(text, game=game), 0)
        error_or_game(lambda: samovar.Match.from_record(f"samovar {name} 1\nseats: 2\n{text}", game=game), 0)
        error_or_game(lambda: samovar.Match(game, game.min_seats, components=text), 0)

    run()
