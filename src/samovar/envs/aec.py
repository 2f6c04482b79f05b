"""The PettingZoo environment (AEC: agent environment cycle) of all games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from samovar.envs.core.layout import Cell
from samovar.envs.core.observer import Observer
from samovar.envs.episode import ILLEGAL_ACTION_REWARD, Episode, EpisodeSnapshot, Setup
from samovar.envs.rendering import RENDER_MODES, render_table
from samovar.extras import needed
from samovar.kernel.errors import BadInput

with needed("samovar.envs.aec", "rl"):
    import numpy as np
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from numpy.typing import NDArray
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

MAX_SEED: Final = 1 << 62
Observation = dict[str, Any]


def observation_box(observer: Observer[Any]) -> spaces.Box:
    """Return the observation space: the range of every cell."""
    return spaces.Box(
        np.array([cell.low for cell in observer.cells], np.int32),
        np.array([cell.high for cell in observer.cells], np.int32),
        dtype=np.int32,
    )


def as_cells(observation: Any) -> NDArray[np.int32]:
    """Return an observation in a buffer as an array of its own."""
    return np.frombuffer(observation, np.int16).astype(np.int32)


def check_render_mode(mode: str | None) -> None:
    if mode is not None and mode not in RENDER_MODES:
        raise BadInput("render_mode", [f"must be one of {', '.join(RENDER_MODES)}, not {mode!r}"])


class EnvSnapshot:
    """A copy of a whole environment, made by ``clone_state`` for ``restore_state``."""

    def __init__(self, episode: EpisodeSnapshot, attributes: dict[str, Any]) -> None:
        self.episode: Final = episode
        self.attributes: Final = attributes


class SamovarAEC(AECEnv[str, Observation, int]):
    """One game as an AEC environment.

    An observation is ``{"observation": …, "action_mask": …}``. The first encodes what the agent's seat sees
    (``layout`` names every cell). The mask has a 1 for each legal action. It is all 0 if another agent
    must act. The environment makes Nature's draws from the seed of ``reset``. All rewards come at the end
    (``episode.rewards``).

    >>> env = SamovarAEC("stroganov", seats=2)
    >>> env.reset(seed=7)
    >>> env.agent_selection
    'player_0'
    >>> mask = env.observe(env.agent_selection)["action_mask"]
    >>> [env.tokens()[number] for number in mask.nonzero()[0]]
    ['start.s1', 'start.s4', 'start.s9']
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
        check_render_mode(render_mode)
        self.setup: Final = Setup(game, seats, options, components, reward)
        self.metadata: dict[str, Any] = {
            "name": f"samovar/{game}-v1",
            "render_modes": RENDER_MODES,
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.episode: Final = Episode(self.setup)
        self.possible_agents = [f"player_{seat}" for seat in range(self.setup.seats)]
        self.agents: list[str] = []
        box = observation_box(self.setup.observer)
        n = len(self.setup.actions)
        mask = spaces.Box(0, 1, (n,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": box, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(n) for agent in self.possible_agents}
        self._seats: Final = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._seeds, _ = seeding.np_random()

    # ---- spaces ----

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def layout(self) -> list[Cell]:
        """Return name and range of every number of the observation, in order."""
        return self.setup.observer.cells

    def tokens(self) -> list[str]:
        """Return the token of every action, in the order of their numbers."""
        return self.setup.actions.tokens

    def __str__(self) -> str:
        return str(self.metadata["name"])

    # ---- playing ----

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game. The seed determines all draws, also those of later games without a seed."""
        if seed is not None:
            self._seeds, _ = seeding.np_random(seed)
        self.episode.reset(int(self._seeds.integers(MAX_SEED)))
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
        return {"observation": as_cells(self.episode.observation(seat)), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play an action of the selected agent. IllegalAction if it is not legal.

        The wrapped environment of ``env`` terminates the game instead.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, f"the action of {agent} must not be None"  # noqa: S101 (PettingZoo asserts too)
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

    # ---- rendering ----

    def render(self) -> str | None:
        """Print or return the table as the selected agent sees it (``render_table``)."""
        if self.render_mode is None:
            return None
        seat = self._seats[self.agent_selection]
        return render_table(self.episode.game, self.episode.view(seat), seat, self.render_mode)

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""

    # ---- snapshots ----

    def clone_state(self) -> EnvSnapshot:
        """Return a copy of the whole environment, including Nature's random generator."""
        return EnvSnapshot(
            self.episode.save(), {name: _deep_copy(getattr(self, name)) for name in _STATE_ATTRIBUTES}
        )

    def restore_state(self, snapshot: EnvSnapshot) -> None:
        """Return to a snapshot, which stays usable."""
        self.episode.restore(snapshot.episode)
        for name, value in snapshot.attributes.items():
            setattr(self, name, _deep_copy(value))


_STATE_ATTRIBUTES: Final = [
    "agents",
    "agent_selection",
    "rewards",
    "_cumulative_rewards",
    "terminations",
    "truncations",
    "infos",
]


def _deep_copy(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _deep_copy(item) for key, item in value.items()}
    return value[:] if isinstance(value, list) else value


def wrap(raw: SamovarAEC) -> AECEnv[str, Observation, int]:
    """Wrap an environment with PettingZoo's usual checks: an illegal action loses the game."""
    guarded = wrappers.TerminateIllegalWrapper(raw, illegal_reward=ILLEGAL_ACTION_REWARD[raw.setup.reward])
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))


def env_factories(
    game: str,
) -> tuple[Callable[..., AECEnv[str, Observation, int]], Callable[..., SamovarAEC]]:
    """Return ``env`` and ``raw_env`` of one game, as PettingZoo's modules define them.

    >>> env, raw_env = env_factories("catherine")
    >>> str(raw_env(seats=2))
    'samovar/catherine-v1'
    >>> env(seats=2).possible_agents
    ['player_0', 'player_1']
    """

    def raw_env(
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        components: str | None = None,
        reward: str = "win",
        render_mode: str | None = None,
    ) -> SamovarAEC:
        """Return the environment itself. An illegal action raises IllegalAction."""
        return SamovarAEC(game, seats, options, components, reward, render_mode)

    def env(**arguments: Any) -> AECEnv[str, Observation, int]:
        """Return the environment with PettingZoo's checks. An illegal action loses the game."""
        return wrap(raw_env(**arguments))

    return env, raw_env
