"""The PettingZoo environment of all games: seats decide one after the other (AEC)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from samovar.envs.drawing import MODES, draw
from samovar.envs.episode import ILLEGAL, Episode, Saved, Setup
from samovar.envs.fields import Cell, Layout
from samovar.extras import needed
from samovar.kernel.errors import BadInput

with needed("samovar.envs.aec", "rl"):
    import numpy as np
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

SEEDS: Final = 1 << 62
Observation = dict[str, Any]


def observation_box(layout: Layout) -> spaces.Box:
    """The cells of a layout with their ranges."""
    return spaces.Box(
        np.array([cell.low for cell in layout.cells], np.int32),
        np.array([cell.high for cell in layout.cells], np.int32),
        dtype=np.int32,
    )


def check_mode(mode: str | None) -> None:
    if mode is not None and mode not in MODES:
        raise BadInput("render_mode", [f"must be one of {', '.join(MODES)}, not {mode!r}"])


class Position:
    """What ``clone_state`` hands out: a whole environment to go back to."""

    def __init__(self, episode: Saved, books: dict[str, Any]) -> None:
        self.episode: Final = episode
        self.books: Final = books


class SamovarAEC(AECEnv[str, Observation, int]):
    """A game of Samovar. Observations are ``{"observation": …, "action_mask": …}``: what the agent’s seat
    sees (``layout`` names every cell), and 1 for each action that is allowed if it is its turn.

    Nature draws inside, from the seed of ``reset``. Rewards come at the end (``episode.rewards``).
    """

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        components: str | None = None,
        reward: str = "win",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        check_mode(render_mode)
        self.setup: Final = Setup(game, seats, options, components, reward)
        self.metadata: dict[str, Any] = {
            "name": f"samovar/{game}-v1",
            "render_modes": MODES,
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.episode: Final = Episode(self.setup)
        self.possible_agents = [f"player_{seat}" for seat in range(self.setup.seats)]
        self.agents: list[str] = []
        box = observation_box(self.setup.layout)
        n = len(self.setup.actions)
        mask = spaces.Box(0, 1, (n,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": box, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(n) for agent in self.possible_agents}
        self._seats: Final = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._seeds, _ = seeding.np_random()

    # ---- what it is ----

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def layout(self) -> list[Cell]:
        """Name and range of every number of the observation, in their order."""
        return self.setup.layout.cells

    def tokens(self) -> list[str]:
        """The token of every action, in the order of their numbers."""
        return self.setup.actions.tokens

    def __str__(self) -> str:
        return str(self.metadata["name"])

    # ---- playing ----

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. All draws follow from the seed, as do those of later games without a seed."""
        if seed is not None:
            self._seeds, _ = seeding.np_random(seed)
        self.episode.begin(int(self._seeds.integers(SEEDS)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.episode.actor()]

    def observe(self, agent: str) -> Observation:
        seat = self._seats[agent]
        mask = np.zeros(len(self.setup.actions), np.int8)
        if not self.episode.over and self.episode.actor() == seat:
            mask[self.episode.legal()] = 1
        return {"observation": np.array(self.episode.observe(seat), np.int32), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """IllegalAction if it is not allowed; the environment of ``env`` ends the game instead."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, f"{agent} has to decide"
        self.episode.play(int(action))
        self._cumulative_rewards[agent] = 0.0
        if self.episode.over:
            for winner, reward in zip(self.possible_agents, self.episode.rewards(), strict=True):
                self.rewards[winner] = reward
                self.terminations[winner] = True
            self._accumulate_rewards()
        else:
            self.agent_selection = self.possible_agents[self.episode.actor()]
        if self.render_mode == "human":
            self.render()

    # ---- looking ----

    def render(self) -> str | None:
        """The table as the seat sees it that decides next: printed, as text, or as the text of an SVG."""
        if self.render_mode is None:
            return None
        seat = self._seats[self.agent_selection]
        return draw(self.episode.game, self.episode.view(seat), seat, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""

    # ---- going back ----

    def clone_state(self) -> Position:
        """The whole environment as it is now, Nature's next draws included."""
        return Position(self.episode.save(), {name: _copied(getattr(self, name)) for name in _BOOKS})

    def restore_state(self, position: Position) -> None:
        """Go back to it; it can be gone back to again and again."""
        self.episode.restore(position.episode)
        for name, value in position.books.items():
            setattr(self, name, _copied(value))


_BOOKS: Final = [
    "agents",
    "agent_selection",
    "rewards",
    "_cumulative_rewards",
    "terminations",
    "truncations",
    "infos",
]


def _copied(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copied(item) for key, item in value.items()}
    return value[:] if isinstance(value, list) else value


def wrapped(raw: SamovarAEC) -> AECEnv[str, Observation, int]:
    """With the checks that PettingZoo's own games have: an illegal action loses the game."""
    guarded = wrappers.TerminateIllegalWrapper(raw, illegal_reward=ILLEGAL[raw.setup.reward])
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))


def makers(
    game: str,
) -> tuple[Callable[..., AECEnv[str, Observation, int]], Callable[..., SamovarAEC]]:
    """``env`` and ``raw_env`` of one game, as PettingZoo's modules have them."""

    def raw_env(
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        components: str | None = None,
        reward: str = "win",
        render_mode: str | None = None,
    ) -> SamovarAEC:
        """The environment itself; an illegal action raises IllegalAction."""
        return SamovarAEC(game, seats, options, components, reward, render_mode)

    def env(**arguments: Any) -> AECEnv[str, Observation, int]:
        """The environment with PettingZoo's checks; an illegal action loses the game."""
        return wrapped(raw_env(**arguments))

    return env, raw_env
