"""OpenSpiel games ``python_samovar_GAME``, one for each game that has observations.

Importing this module registers them. Chance is explicit. Players who decide simultaneously are asked one
after the other, and no information state contains the choices of the others. So the game is the same, and all
of OpenSpiel's algorithms can play it. OpenSpiel's simultaneous nodes do not fit: such a choice takes several
steps, and one seat may need more of them than another.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from samovar.envs.action_numbering import ActionNumbering
from samovar.envs.core.rewards import rewards
from samovar.envs.episode import Setup
from samovar.extras import needed
from samovar.games import registry
from samovar.kernel.errors import BadInput
from samovar.kernel.game import Game
from samovar.kernel.reading import Reader, read_toml
from samovar.kernel.rng import Rng
from samovar.kernel.state import NATURE, Event, State
from samovar.kernel.step import Options

with needed("samovar.envs.openspiel", "openspiel"):
    import numpy as np
    import pyspiel

MAX_DECISIONS: Final = 20_000  # the rules have no limit, but random games take only a few hundred
MAX_POINTS: Final = 10_000.0
DIGEST_BYTES: Final = 16  # bytes of the hash of an information state
EMPTY_HISTORY: Final = bytes(DIGEST_BYTES)  # the player has observed nothing yet
OBSERVATION_ONLY: Final = b""  # the player knows its observation of the root state and no earlier history
MAX_SEED: Final = 1 << 53
PARAMETERS: Final = {"seats": 2, "options": "", "reward": "win", "components": "", "as_imperfect": False}


class HistoryEntry:
    """One action: its seat, the seats that see it, and the events that it caused."""

    __slots__ = ("seat", "action", "witnesses", "events")

    def __init__(self, seat: int, action: int, witnesses: int, events: list[Event]) -> None:
        self.seat: Final = seat
        self.action: Final = action
        self.witnesses: Final = witnesses
        self.events: Final = events

    def observed_by(self, game: Game, player: int) -> str:
        """Return the part of this entry that a player observes, "" if there is none."""
        action = f"{self.seat}:{self.action}" if self.witnesses >> player & 1 else ""
        events = [game.seen(event, player) for event in self.events]
        return f"{action}{events}" if action or events else ""


class TrackedState:
    """A state with explicit chance, and the information state of each player.

    An information state is a hash chain over all that the player has observed and done. It is updated
    when it is read.
    """

    def __init__(self, setup: Setup, root: State, digests: list[bytes]) -> None:
        """Begin at the state ``root``, which must not change any more."""
        self.setup: Final = setup
        self.root: Final = root
        self.state: State = root.clone()
        self.moves: list[int] = []  # all actions since the root
        self.digests: Final = digests
        self.log: list[HistoryEntry] = []  # the same actions with their witnesses and events
        self.hashed: list[int] = [0] * setup.seats  # by player: entries of the log that the digest covers
        self._legal: list[int] | None = None
        self._out: Final = Options()

    def copy(self) -> TrackedState:
        world = TrackedState(self.setup, self.root, self.digests[:])
        world.state = self.state.clone()
        world.moves = self.moves[:]
        world.log = self.log[:]
        world.hashed = self.hashed[:]
        world._legal = self._legal
        return world

    def __deepcopy__(self, memo: dict[int, Any]) -> TrackedState:
        return self.copy()

    def __reduce__(self) -> tuple[Callable[..., TrackedState], tuple[Any, ...]]:
        """Pickle the root (unless it is the initial state), the moves since then and the digests."""
        setup = self.setup
        digests = [self.information_state(player) for player in range(setup.seats)]
        setup_arguments = (
            setup.game.name,
            setup.seats,
            tuple(setup.options.items()),
            setup.components,
            setup.reward,
        )
        start = "" if self.root is setup.initial_state else setup.game.write(self.root)
        return _unpickle, (setup_arguments, start, self.moves, digests)

    # ---- playing ----

    def actor(self) -> int:
        return int(self.setup.game.actor(self.state))

    def legal(self) -> list[int]:
        """Return the numbers of the legal actions of the actor (a seat or Nature) in ascending order."""
        if self._legal is None:
            actor = self.actor()
            numbering = nature_of(self.setup) if actor == NATURE else self.setup.actions
            self._legal = numbering.numbers_of(self.setup.game.legal(self.state, actor))
        return self._legal

    def outcomes(self) -> list[tuple[int, float]]:
        """Return Nature's possible draws with their probabilities."""
        out = self._out
        self.setup.game.legal_into(self.state, NATURE, out)
        numbers = nature_of(self.setup).numbers
        if out.total == 0:
            return [(number, 1.0 / int(out.n)) for number in self.legal()]
        total = int(out.total)
        return sorted((numbers[out.items[i]], int(out.weights[i]) / total) for i in range(out.n))

    def play(self, number: int) -> None:
        game, state, actor = self.setup.game, self.state, self.actor()
        numbering = nature_of(self.setup) if actor == NATURE else self.setup.actions
        action = numbering.actions[number]
        entry = HistoryEntry(actor, action, int(game.witnesses(state, actor, action)), [])
        self.log.append(entry)
        state.journal = entry.events
        self.moves.append(action)
        game.play(state, actor, action, self._out)
        self._legal = None

    # ---- information states ----

    def information_state(self, player: int) -> bytes:
        """Return the hash of all that this player has observed and done."""
        game = self.setup.game
        digest = self.digests[player]
        if digest == OBSERVATION_ONLY:
            digest = extend_digest(digest, repr(self.setup.observer.observe(self.root, player)))
        for entry in self.log[self.hashed[player] :]:
            observed = entry.observed_by(game, player)
            if observed:
                digest = extend_digest(digest, observed)
        self.digests[player] = digest
        self.hashed[player] = len(self.log)
        return digest

    def observation(self, player: int) -> Any:
        """Return the observation of this player in a buffer of 16-bit integers."""
        return self.setup.observer.buffer(self.state, player)

    def text(self, player: int | None = None) -> str:
        """Return the position as TOML: complete, or as a player sees it."""
        game = self.setup.game
        return game.write(self.state if player is None else game.redact(self.state, player))

    def resampled(self, player: int, rng: Rng) -> TrackedState:
        """Return a determinization: another state with the same information state for this player.

        The other players know only what they observe now, not the history.
        """
        game = self.setup.game
        state = game.determinize(game.redact(self.state, player), rng)
        world = TrackedState(self.setup, state, [OBSERVATION_ONLY] * self.setup.seats)
        world.digests[player] = self.information_state(player)
        return world


def extend_digest(digest: bytes, observed: str) -> bytes:
    """Return the hash of an information state after one more observation."""
    return blake2b(digest + observed.encode(), digest_size=DIGEST_BYTES).digest()


@lru_cache(maxsize=16)
def nature_of(setup: Setup) -> ActionNumbering:
    """Return the numbering of Nature's draws."""
    return ActionNumbering(setup.box, nature=True)


@lru_cache(maxsize=16)
def make_setup(
    game: str, seats: int, options: tuple[tuple[str, str], ...], components: str | None, reward: str
) -> Setup:
    return Setup(game, seats, dict(options), components, reward)


def _unpickle(
    setup_arguments: tuple[Any, ...], start: str, moves: list[int], digests: list[bytes]
) -> TrackedState:
    setup = make_setup(*setup_arguments)
    world = TrackedState(setup, read_position(setup, start) if start else setup.initial_state, digests)
    out = Options()
    for action in moves:
        setup.game.play(world.state, setup.game.actor(world.state), action, out)
    world.moves = moves
    return world


def read_position(setup: Setup, position: str) -> State:
    """Return the state of a position. BadInput if its seats or options are not those of the set-up."""
    game = setup.game
    state = game.read(Reader(read_toml(position, "position"), "", []), setup.box)
    faults: list[str] = []
    if state.seats != setup.seats:
        faults.append(f"seats must be {setup.seats}, as in this game, not {state.seats}")
    elif game.options_of(state) != game.options_of(setup.initial_state):
        faults.append(f"options must be {game.options_of(setup.initial_state)}, not {game.options_of(state)}")
    if faults:
        raise BadInput("position", faults)
    game.advance(state, Options())
    return state


def parse_options(text: str) -> dict[str, str]:
    """Read options such as ``boards:b;colours:red+blue``. OpenSpiel reserves ``=`` and commas.

    >>> parse_options("boards:b;colours:red+blue")
    {'boards': 'b', 'colours': 'red,blue'}
    """
    options: dict[str, str] = {}
    faults: list[str] = []
    for part in filter(None, text.split(";")):
        name, colon, value = part.partition(":")
        if not colon or name in options:
            faults.append(f"{part!r} must be name:value, each name once")
        options[name] = value.replace("+", ",")
    if faults:
        raise BadInput("options", faults)
    return options


class SamovarState(pyspiel.State):
    """One state of a game. The base class keeps the history of actions, ``world`` everything else.

    >>> import pyspiel
    >>> state = pyspiel.load_game("python_samovar_catherine").new_initial_state()
    >>> state.is_chance_node(), state.is_terminal(), state.returns()
    (True, False, [0.0, 0.0])
    """

    def __init__(self, game: SamovarGame) -> None:
        super().__init__(game)
        self.world = game.initial_world.copy()

    def current_player(self) -> int:
        if self.world.state.over:
            return int(pyspiel.PlayerId.TERMINAL)
        actor = self.world.actor()
        return int(pyspiel.PlayerId.CHANCE) if actor == NATURE else actor

    def is_terminal(self) -> bool:
        return self.world.state.over

    def _legal_actions(self, player: int) -> list[int]:
        return self.world.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.world.outcomes()

    def _apply_action(self, action: int) -> None:
        self.world.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        setup = self.world.setup
        return (nature_of(setup) if player == pyspiel.PlayerId.CHANCE else setup.actions).tokens[action]

    def returns(self) -> list[float]:
        world = self.world
        if not world.state.over:
            return [0.0] * world.setup.seats
        return rewards(world.setup.game, world.state, world.setup.reward)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SamovarState:
        """Return a state with the same information state for this player, without a history of actions."""
        state: SamovarState = self.get_game().new_initial_state()
        state.world = self.world.resampled(player, Rng(int(sampler() * MAX_SEED)))
        return state

    def __str__(self) -> str:
        return self.world.text()


class SamovarObserver:
    """The observation of one player or, with perfect recall, its information state.

    With perfect recall the tensor also holds the hash of all that the player has observed.
    """

    def __init__(self, game: SamovarGame, kind: Any, params: Any) -> None:
        faults: list[str] = []
        if params:
            faults.append(f"params must be empty, not {params}")
        if kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER or not kind.public_info:
            faults.append("the type must have public information and private information of a single player")
        if faults:
            raise BadInput("observer", faults)
        self.has_perfect_recall: Final = bool(kind.perfect_recall)
        self.size: Final = len(game.setup.observer)
        self.tensor: Final = np.zeros(
            self.size + (8 * DIGEST_BYTES if self.has_perfect_recall else 0), np.float32
        )
        self.dict: Final = {"observation": self.tensor[: self.size]}
        if self.has_perfect_recall:
            self.dict["memory"] = self.tensor[self.size :]

    def set_from(self, state: SamovarState, player: int) -> None:
        self.dict["observation"][:] = np.frombuffer(state.world.observation(player), np.int16)
        if self.has_perfect_recall:
            digest = np.frombuffer(state.world.information_state(player), np.uint8)
            self.dict["memory"][:] = np.unpackbits(digest)

    def string_from(self, state: SamovarState, player: int) -> str:
        if self.has_perfect_recall:
            return f"{player}:{state.world.information_state(player).hex()}"
        return state.world.text(player)


class SamovarGame(pyspiel.Game):
    """One game with its parameters (``PARAMETERS``): seats, options, reward, components.

    >>> import pyspiel
    >>> game = pyspiel.load_game("python_samovar_stroganov(seats=3,options=boards:b)")
    >>> game.num_players(), game.num_distinct_actions()
    (3, 360)
    """

    def __init__(self, name: str, params: dict[str, Any]) -> None:
        given = {**PARAMETERS, **params}
        file = str(given["components"])
        components = Path(file).read_text(encoding="utf-8") if file else None
        options = parse_options(str(given["options"]))
        self.setup: Final = make_setup(
            name, int(given["seats"]), tuple(options.items()), components, str(given["reward"])
        )
        self.initial_world: Final = TrackedState(
            self.setup, self.setup.initial_state, [EMPTY_HISTORY] * self.setup.seats
        )
        seats, win = self.setup.seats, self.setup.reward == "win"
        zero_sum = seats > 1 and (not win or seats == 2)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.setup.actions),
            max_chance_outcomes=len(nature_of(self.setup)),
            num_players=seats,
            min_utility=-1.0 if win else -MAX_POINTS,
            max_utility=1.0 if win else MAX_POINTS,
            utility_sum=0.0 if zero_sum else None,
            max_game_length=MAX_DECISIONS,
        )
        super().__init__(game_type(name, seats, zero_sum, bool(given["as_imperfect"])), info, params)

    def new_initial_state(self, text: str | None = None) -> SamovarState:
        """Return the initial state, or that of a position (TOML), whose history is unknown to all players."""
        state = SamovarState(self)
        if text is not None:
            state.world = TrackedState(
                self.setup, read_position(self.setup, text), [EMPTY_HISTORY] * self.setup.seats
            )
        return state

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SamovarObserver:
        return SamovarObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


def game_type(name: str, seats: int, zero_sum: bool, as_imperfect: bool) -> Any:
    """Return OpenSpiel's description of a game.

    ``as_imperfect`` declares a game of perfect information as one of imperfect information. Some algorithms
    accept only the latter.
    """
    kinds = pyspiel.GameType
    rules = registry.game(name)
    hidden = rules.hides(seats) or as_imperfect
    return kinds(
        short_name=f"python_samovar_{name}",
        long_name=f"Samovar {rules.title}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION
        if hidden
        else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if zero_sum else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=rules.max_seats,
        min_num_players=rules.min_seats,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
        default_loadable=True,
        provides_factored_observation_string=False,
    )


def make_class(name: str) -> type[SamovarGame]:
    """Return the class of this game for ``pyspiel.register_game``.

    It must be a class: OpenSpiel holds it until after Python's shutdown, which a closure does not survive.
    """

    def __init__(self: SamovarGame, params: dict[str, Any] | None = None) -> None:
        SamovarGame.__init__(self, name, params or {})

    return type(name.capitalize(), (SamovarGame,), {"__init__": __init__})


GAMES: Final[dict[str, type[Any]]] = {
    name: make_class(name) for name in registry.names() if registry.part(name, "envs") is not None
}
for _name, _game in GAMES.items():
    _seats = registry.game(_name).usual_seats
    pyspiel.register_game(game_type(_name, _seats, zero_sum=True, as_imperfect=False), _game)
