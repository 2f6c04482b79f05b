"""Train a small network on one of our games: MaskablePPO of sb3-contrib against random opponents.

    pip install "samovar[rl]" torch sb3-contrib
    python examples/train_maskable_ppo.py --game catherine --minutes 4 --picture curve.svg

It prints the share of games that the network wins during training, and draws the learning curve. Minutes are
processor time, so that other load on the machine does not matter.
"""

from __future__ import annotations

import argparse
import sys
import time
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import DummyVecEnv

import samovar.envs.gym

BIG = 20.0  # divisor of unbounded numbers (points, coins)
TABLES = 8  # vectorized environments in one process
GAMES = 200  # number of games in an evaluation
FIRST_SEED = 1_000_000


class Point(NamedTuple):
    """One evaluation: decisions and minutes of training so far, and the share of games won."""

    decisions: int
    minutes: float
    won: float
    lead: float  # points ahead of the mean of the others


class Scaled(gymnasium.ObservationWrapper[Any, Any, Any]):
    """Scales observations to numbers between -1 and 1."""

    def __init__(self, env: gymnasium.Env[Any, Any]) -> None:
        super().__init__(env)
        space = env.observation_space
        assert isinstance(space, gymnasium.spaces.Box)  # noqa: S101 (for the type checker)
        self.scale = np.minimum(space.high, BIG).astype(np.float32)
        self.observation_space = gymnasium.spaces.Box(-1.0, 10.0, space.shape, np.float32)

    def observation(self, observation: Any) -> Any:
        return np.clip(observation / self.scale, -1.0, 10.0).astype(np.float32)

    def action_masks(self) -> Any:
        return self.env.get_wrapper_attr("action_masks")()


class Points(gymnasium.RewardWrapper[Any, Any]):
    """Shapes the reward by points, because wins alone are sparse: a lead of 20 counts as much as the win."""

    def reward(self, reward: Any) -> float:
        return float(np.clip(reward / 20.0, -2.0, 2.0)) + float(np.sign(reward))

    def action_masks(self) -> Any:
        return self.env.get_wrapper_attr("action_masks")()


def make(game: str, opponents: str) -> gymnasium.Env[Any, Any]:
    name = f"samovar/{game.capitalize()}-v1"
    return Scaled(gymnasium.make(name, seat="random", opponents=opponents, reward="score"))


class Evaluator:
    """Evaluates on games that are not used in training, all in parallel."""

    def __init__(self, game: str, opponents: str) -> None:
        self.tables = [make(game, opponents) for _ in range(GAMES)]

    def evaluate(self, model: MaskablePPO) -> tuple[float, float]:
        """Return the share of games that the network wins (a tie is half a win), and its mean lead."""
        seen = [table.reset(seed=FIRST_SEED + n)[0] for n, table in enumerate(self.tables)]
        playing = list(range(GAMES))
        leads = [0.0] * GAMES
        while playing:
            masks = np.stack([get_action_masks(self.tables[n]) for n in playing])
            actions, _ = model.predict(
                np.stack([seen[n] for n in playing]), action_masks=masks, deterministic=True
            )
            going_on = []
            for n, action in zip(playing, actions, strict=True):
                seen[n], reward, over, _, _ = self.tables[n].step(action)
                if over:
                    leads[n] = float(reward)
                else:
                    going_on.append(n)
            playing = going_on
        return float(np.mean((np.sign(leads) + 1) / 2)), float(np.mean(leads))


class Evaluation(BaseCallback):
    """Evaluates the network at regular intervals, and ends the training when the time is over."""

    def __init__(self, game: str, opponents: str, minutes: float, looks: int, drawn: Path | None) -> None:
        super().__init__()
        self.title = f"MaskablePPO learns {game.capitalize()}: games won against {opponents}"
        self.drawn = drawn
        self.evaluator = Evaluator(game, opponents)
        self.minutes = minutes
        self.every = minutes / looks
        self.points: list[Point] = []
        self.spent = 0.0  # minutes of training, without evaluations
        self.since = time.process_time()

    def _on_training_start(self) -> None:
        self.evaluate()

    def _on_step(self) -> bool:
        minutes = self.spent + (time.process_time() - self.since) / 60
        if minutes < self.every * len(self.points):
            return True
        self.spent = minutes
        self.evaluate()
        return minutes < self.minutes

    def evaluate(self) -> None:
        won, lead = self.evaluator.evaluate(self.model)
        self.points.append(Point(self.num_timesteps, self.spent, won, lead))
        print(
            f"{self.num_timesteps:>8} decisions  {self.spent:4.1f} min  won {won:4.0%}  lead {lead:+.1f}",
            flush=True,
        )
        if self.drawn:
            self.drawn.write_text(picture(self.points, self.title), encoding="utf-8")
        self.since = time.process_time()


# ---- learning curve ----

WIDE, HIGH, LEFT, BOTTOM, TOP = 720, 360, 64, 48, 44
STEPS = [
    first * 10**zeros for zeros in range(10) for first in (1, 2, 5)
]  # distances between ticks of the axis


def picture(points: list[Point], title: str) -> str:
    """Return the share of games won by decisions of training, with 95 % intervals, as SVG."""
    most = max(1, points[-1].decisions)

    def x(decisions: float) -> float:
        return LEFT + (WIDE - LEFT - 24) * decisions / most

    def y(won: float) -> float:
        return HIGH - BOTTOM - (HIGH - BOTTOM - TOP) * won

    z = 1.96
    lows, highs = [], []
    for p in points:  # Wilson's interval
        middle = (p.won + z * z / (2 * GAMES)) / (1 + z * z / GAMES)
        reach = z * sqrt(p.won * (1 - p.won) / GAMES + z * z / (4 * GAMES**2)) / (1 + z * z / GAMES)
        lows.append(f"{x(p.decisions):.1f},{y(middle - reach):.1f}")
        highs.append(f"{x(p.decisions):.1f},{y(middle + reach):.1f}")
    line = " ".join(f"{x(p.decisions):.1f},{y(p.won):.1f}" for p in points)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" role="img" '
        f'aria-label="{title}" font-family="sans-serif" font-size="13" fill="#2b211c">',
        f'<rect width="{WIDE}" height="{HIGH}" fill="#f7f0e1"/>',
        f'<text x="{LEFT}" y="26" font-size="16" font-weight="bold">{title}</text>',
    ]
    for percent in (0, 25, 50, 75, 100):
        at = y(percent / 100)
        parts.append(f'<path d="M{LEFT} {at:.1f}H{WIDE - 24}" stroke="#c9b994" stroke-width="1"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{at + 4:.1f}" text-anchor="end">{percent} %</text>')
    step = next(n for n in STEPS if most / n <= 6)
    for decisions in range(0, most + 1, step):
        label = f"{decisions:,}".replace(",", " ")
        parts.append(f'<text x="{x(decisions):.1f}" y="{HIGH - 26}" text-anchor="middle">{label}</text>')
    foot = f"decisions of training ({points[-1].minutes:.1f} minutes of one core)"
    parts += [
        f'<text x="{(LEFT + WIDE) / 2}" y="{HIGH - 8}" text-anchor="middle">{foot}</text>',
        f'<polygon points="{" ".join(lows)} {" ".join(reversed(highs))}" fill="#b5532a" opacity="0.2"/>',
        f'<polyline points="{line}" fill="none" stroke="#b5532a" stroke-width="2.5"/>',
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", default="catherine", choices=list(samovar.games()))
    parser.add_argument("--opponents", default="random", help="bots as in samovar sim --bots (random)")
    parser.add_argument("--minutes", type=float, default=4.0, help="of training, in processor time (4)")
    parser.add_argument("--looks", type=int, default=10, help="points of the curve (10)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--picture", type=Path, help="where to draw the learning curve (SVG)")
    parser.add_argument("--save", type=Path, help="where to keep the network")
    arguments = parser.parse_args(words)
    torch.set_num_threads(1)
    print("rules compiled:", samovar.compiled())
    tables = DummyVecEnv([lambda: Points(make(arguments.game, arguments.opponents)) for _ in range(TABLES)])
    model = MaskablePPO(
        "MlpPolicy",
        tables,
        n_steps=256,
        batch_size=512,
        n_epochs=4,
        learning_rate=5e-4,
        gamma=1.0,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [128, 128]},
        seed=arguments.seed,
        device="cpu",
    )
    watch = Evaluation(
        arguments.game, arguments.opponents, arguments.minutes, arguments.looks, arguments.picture
    )
    model.learn(10**9, callback=watch)
    if arguments.save:
        model.save(arguments.save)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
