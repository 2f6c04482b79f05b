"""OpenSpiel games ``python_samovar_GAME``, one for each game that has observations.

Importing this module registers them. Chance is explicit. Where several decide at the same time they are asked
one after the other, and nobody's information state tells what others have chosen: it is the same game, and
all of OpenSpiel's algorithms can play it. (These choices are made of several steps, and one seat may need
more of them than another: they are no single simultaneous move.)
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from samovar.envs.episode import Setup, rewards
from samovar.envs.numbering import Numbering
from samovar.extras import needed
from samovar.games import registry
from samovar.kernel.dice import Dice
from samovar.kernel.errors import BadInput
from samovar.kernel.game import Game
from samovar.kernel.reading import Reader, read_toml
from samovar.kernel.state import NATURE, Event, State
from samovar.kernel.step import Options

with needed("samovar.envs.openspiel", "openspiel"):
    import numpy as np
    import pyspiel

MAX_DECISIONS: Final = 20_000  # no rule limits them; random games take a few hundred
MAX_POINTS: Final = 10_000.0
FINGERPRINT: Final = 16  # bytes that stand for all that a player has seen
NOTHING: Final = bytes(FINGERPRINT)  # is remembered yet
AS_SEEN: Final = b""  # what can be seen where the world begins is all that is remembered
DEALS: Final = 1 << 53
PARAMETERS: Final = {"seats": 2, "options": "", "reward": "win", "components": "", "as_imperfect": False}


class Entry:
    """One action: whose, which, who may see it, and what happened because of it."""

    __slots__ = ("seat", "action", "witnesses", "events")

    def __init__(self, seat: int, action: int, witnesses: int, events: list[Event]) -> None:
        self.seat: Final = seat
        self.action: Final = action
        self.witnesses: Final = witnesses
        self.events: Final = events

    def seen(self, game: Game, player: int) -> str:
        """As this player knows it; nothing if it does not notice anything."""
        action = f"{self.seat}:{self.action}" if self.witnesses >> player & 1 else ""
        events = [game.seen(event, player) for event in self.events]
        return f"{action}{events}" if action or events else ""


class World:
    """A table with chance in the open, and what each player has seen so far.

    That is kept as a fingerprint for each player, a chain over all that it noticed and did. Fingerprints are
    only brought up to date when somebody asks.
    """

    def __init__(self, setup: Setup, root: State, memories: list[bytes]) -> None:
        """From the state ``root`` on, which nobody changes any more."""
        self.setup: Final = setup
        self.root: Final = root
        self.state: State = root.clone()
        self.moves: list[int] = []  # all actions since then
        self.memories: Final = memories
        self.log: list[Entry] = []  # the same, as it was noticed
        self.known: list[int] = [0] * setup.seats  # how much of it each player's memory holds
        self._legal: list[int] | None = None
        self._out: Final = Options()

    def copy(self) -> World:
        world = World(self.setup, self.root, self.memories[:])
        world.state = self.state.clone()
        world.moves = self.moves[:]
        world.log = self.log[:]
        world.known = self.known[:]
        world._legal = self._legal
        return world

    def __deepcopy__(self, memo: dict[int, Any]) -> World:
        return self.copy()

    def __reduce__(self) -> tuple[Callable[..., World], tuple[Any, ...]]:
        """Pickled as where it began, if not with a set-up, and what was done since then."""
        setup = self.setup
        memories = [self.memory(player) for player in range(setup.seats)]
        made_from = (
            setup.game.name,
            setup.seats,
            tuple(setup.options.items()),
            setup.components,
            setup.reward,
        )
        start = "" if self.root is setup.beginning else setup.game.write(self.root)
        return _unpickled, (made_from, start, self.moves, memories)

    # ---- playing ----

    def actor(self) -> int:
        return int(self.setup.game.actor(self.state))

    def legal(self) -> list[int]:
        """Numbers of what whoever decides may do, Nature's included, ascending."""
        if self._legal is None:
            actor = self.actor()
            numbering = nature_of(self.setup) if actor == NATURE else self.setup.actions
            self._legal = numbering.of(self.setup.game.legal(self.state, actor))
        return self._legal

    def outcomes(self) -> list[tuple[int, float]]:
        """What Nature may draw, with its probabilities."""
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
        entry = Entry(actor, action, int(game.witnesses(state, actor, action)), [])
        self.log.append(entry)
        state.journal = entry.events
        self.moves.append(action)
        game.play(state, actor, action, self._out)
        self._legal = None

    # ---- what players know ----

    def memory(self, player: int) -> bytes:
        """The fingerprint of all that this player has noticed and done."""
        game = self.setup.game
        memory = self.memories[player]
        if memory == AS_SEEN:
            memory = fingerprint(memory, repr(self._seen(self.root, player)))
        for entry in self.log[self.known[player] :]:
            seen = entry.seen(game, player)
            if seen:
                memory = fingerprint(memory, seen)
        self.memories[player] = memory
        self.known[player] = len(self.log)
        return memory

    def observe(self, player: int) -> list[int]:
        return self._seen(self.state, player)

    def _seen(self, state: State, player: int) -> list[int]:
        return self.setup.layout.observe(self.setup.game.redact(state, player), player)

    def text(self, player: int | None = None) -> str:
        """The position; with a player, as it sees it."""
        game = self.setup.game
        return game.write(self.state if player is None else game.redact(self.state, player))

    def resampled(self, player: int, dice: Dice) -> World:
        """Another world that this player cannot tell from this one. The others remember no more of it than
        what they see now.
        """
        game = self.setup.game
        state = game.fill(game.redact(self.state, player), dice)
        world = World(self.setup, state, [AS_SEEN] * self.setup.seats)
        world.memories[player] = self.memory(player)
        return world


def fingerprint(memory: bytes, seen: str) -> bytes:
    """Of what was remembered, and what is seen after that."""
    return blake2b(memory + seen.encode(), digest_size=FINGERPRINT).digest()


@lru_cache(maxsize=16)
def nature_of(setup: Setup) -> Numbering:
    """The numbers of Nature's draws."""
    return Numbering(setup.box, nature=True)


@lru_cache(maxsize=16)
def made(
    game: str, seats: int, options: tuple[tuple[str, str], ...], components: str | None, reward: str
) -> Setup:
    return Setup(game, seats, dict(options), components, reward)


def _unpickled(made_from: tuple[Any, ...], start: str, moves: list[int], memories: list[bytes]) -> World:
    setup = made(*made_from)
    world = World(setup, at_position(setup, start) if start else setup.beginning, memories)
    out = Options()
    for action in moves:
        setup.game.play(world.state, setup.game.actor(world.state), action, out)
    world.moves = moves
    return world


def at_position(setup: Setup, position: str) -> State:
    """The state of a position of this game, with these seats and options; BadInput if it is another."""
    game = setup.game
    state = game.read(Reader(read_toml(position, "position"), "", []), setup.box)
    faults: list[str] = []
    if state.seats != setup.seats:
        faults.append(f"it has {state.seats} seats, this game has {setup.seats}")
    elif game.options_of(state) != game.options_of(setup.beginning):
        faults.append(f"its options are {game.options_of(state)}, not {game.options_of(setup.beginning)}")
    if faults:
        raise BadInput("position", faults)
    game.advance(state, Options())
    return state


def read_options(text: str) -> dict[str, str]:
    """``boards:b;colours:red+blue``: OpenSpiel keeps ``=`` and commas for itself."""
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
    """One state of a game. What OpenSpiel's own part keeps is the history of actions; all else is in
    ``world``.
    """

    def __init__(self, game: SamovarGame) -> None:
        super().__init__(game)
        self.world = game.beginning.copy()

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
        """Another state that this player cannot tell from this one; it has no history of actions."""
        state: SamovarState = self.get_game().new_initial_state()
        state.world = self.world.resampled(player, Dice(int(sampler() * DEALS)))
        return state

    def __str__(self) -> str:
        return self.world.text()


class SamovarObserver:
    """What one player sees now, or (with perfect recall) that and the fingerprint of all it has seen."""

    def __init__(self, game: SamovarGame, kind: Any, params: Any) -> None:
        faults: list[str] = []
        if params:
            faults.append(f"there are no parameters of observations, not even {params}")
        if kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER or not kind.public_info:
            faults.append("only what one player sees can be observed")
        if faults:
            raise BadInput("observer", faults)
        self.recall: Final = bool(kind.perfect_recall)
        self.size: Final = len(game.setup.layout)
        self.tensor: Final = np.zeros(self.size + (8 * FINGERPRINT if self.recall else 0), np.float32)
        self.dict: Final = {"observation": self.tensor[: self.size]}
        if self.recall:
            self.dict["memory"] = self.tensor[self.size :]

    def set_from(self, state: SamovarState, player: int) -> None:
        self.dict["observation"][:] = state.world.observe(player)
        if self.recall:
            memory = np.frombuffer(state.world.memory(player), np.uint8)
            self.dict["memory"][:] = np.unpackbits(memory)

    def string_from(self, state: SamovarState, player: int) -> str:
        if self.recall:
            return f"{player}:{state.world.memory(player).hex()}"
        return state.world.text(player)


class SamovarGame(pyspiel.Game):
    """One game with these seats and options."""

    def __init__(self, name: str, params: dict[str, Any]) -> None:
        given = {**PARAMETERS, **params}
        file = str(given["components"])
        components = Path(file).read_text(encoding="utf-8") if file else None
        options = read_options(str(given["options"]))
        self.setup: Final = made(
            name, int(given["seats"]), tuple(options.items()), components, str(given["reward"])
        )
        self.beginning: Final = World(self.setup, self.setup.beginning, [NOTHING] * self.setup.seats)
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
        super().__init__(game_type(name, zero_sum, bool(given["as_imperfect"])), info, params)

    def new_initial_state(self, text: str | None = None) -> SamovarState:
        """The beginning, or the position of this text (TOML); nobody remembers how that came about."""
        state = SamovarState(self)
        if text is not None:
            state.world = World(self.setup, at_position(self.setup, text), [NOTHING] * self.setup.seats)
        return state

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SamovarObserver:
        return SamovarObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


def game_type(name: str, zero_sum: bool, as_imperfect: bool) -> Any:
    """What OpenSpiel wants to know of a game. With ``as_imperfect`` a game without secrets is called
    imperfect all the same, for algorithms that refuse games of perfect information.
    """
    kinds = pyspiel.GameType
    rules = registry.game(name)
    hidden = rules.hidden or as_imperfect
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
    """The class that OpenSpiel makes this game with. OpenSpiel keeps it beyond the end of Python, which a
    function would not survive.
    """

    def __init__(self: SamovarGame, params: dict[str, Any] | None = None) -> None:
        SamovarGame.__init__(self, name, params or {})

    return type(name.capitalize(), (SamovarGame,), {"__init__": __init__})


GAMES: Final[dict[str, type[Any]]] = {
    name: make_class(name) for name in registry.names() if registry.part(name, "envs") is not None
}
for _name, _game in GAMES.items():
    pyspiel.register_game(game_type(_name, zero_sum=True, as_imperfect=False), _game)
