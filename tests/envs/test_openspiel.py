"""OpenSpiel's random simulation test, unmodified, and tests of our own."""

from __future__ import annotations

import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

import samovar
from samovar.envs import openspiel
from samovar.kernel.state import NATURE

NAMES = ["catherine", "stroganov", "tundra"]
WITH_HIDDEN_INFORMATION = ["catherine", "tundra"]


def load(name: str, **parameters: Any) -> Any:
    return pyspiel.load_game(f"python_samovar_{name}", parameters)


def random_states(game: Any, seed: int) -> Any:
    """Yield the same state at every decision and draw of a random game."""
    rng = np.random.RandomState(seed)
    state = game.new_initial_state()
    yield state
    while not state.is_terminal():
        step(state, rng)
        yield state


def step(state: Any, rng: np.random.RandomState) -> None:
    if state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(int(rng.choice(actions, p=weights)))
    else:
        state.apply_action(int(rng.choice(state.legal_actions())))


@pytest.mark.parametrize("name", NAMES)
def test_openspiels_random_simulation_test(name: str) -> None:
    pyspiel.random_sim_test(load(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("stroganov", {"seats": 1}),
        ("stroganov", {"seats": 3, "options": "boards:b;colours:red+blue+green"}),
        ("catherine", {"seats": 3, "reward": "score"}),
        ("tundra", {"seats": 4, "options": "personal_goals:on;titles:on"}),
    ],
)
def test_openspiels_random_simulation_test_with_other_seats_options_and_rewards(
    name: str, parameters: dict[str, Any]
) -> None:
    pyspiel.random_sim_test(load(name, **parameters), num_sims=1, serialize=False, verbose=False)


def test_the_game_type_is_correct() -> None:
    kinds = pyspiel.GameType
    two, three = load("stroganov").get_type(), load("stroganov", seats=3).get_type()
    assert two.utility == kinds.Utility.ZERO_SUM
    assert three.utility == kinds.Utility.GENERAL_SUM  # one winner has 1, both losers -1
    assert load("stroganov", seats=3, reward="score").get_type().utility == kinds.Utility.ZERO_SUM
    assert two.information == kinds.Information.PERFECT_INFORMATION
    assert load("catherine").get_type().information == kinds.Information.IMPERFECT_INFORMATION
    as_imperfect = load("stroganov", as_imperfect=True).get_type()
    assert as_imperfect.information == kinds.Information.IMPERFECT_INFORMATION


@pytest.mark.parametrize("name", NAMES)
def test_chance_outcomes_have_the_probabilities_of_the_rules(name: str) -> None:
    weighted = 0
    for state in random_states(load(name), 1):
        if not state.is_chance_node():
            continue
        outcomes = state.chance_outcomes()
        world = state.world
        assert world.actor() == NATURE
        rules, numbers = world.setup.game, openspiel.nature_of(world.setup)
        assert [number for number, _ in outcomes] == numbers.numbers_of(rules.legal(world.state, NATURE))
        assert sum(chance for _, chance in outcomes) == pytest.approx(1)
        weighted += len({round(chance, 9) for _, chance in outcomes}) > 1
    assert (weighted > 0) == (name == "stroganov")  # only its bag holds several of a kind


@pytest.mark.parametrize("name", NAMES)
def test_a_resampled_state_has_the_same_information_state(name: str) -> None:
    """This repeats OpenSpiel's test of resampling, which only runs for games in C++."""
    game = load(name)
    others = 0
    rng = np.random.RandomState(2)
    for n, state in enumerate(random_states(game, 2)):
        if state.is_chance_node() or state.is_terminal() or n % 5:
            continue
        for player in range(2):
            other = state.resample_from_infostate(player, rng.uniform)
            assert other.current_player() == state.current_player()
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            assert other.observation_string(player) == state.observation_string(player)
            others += str(other) != str(state)
    assert (others > 0) == (name in WITH_HIDDEN_INFORMATION)


@pytest.mark.parametrize("name", WITH_HIDDEN_INFORMATION)
def test_an_information_state_does_not_contain_simultaneous_choices_of_others(name: str) -> None:
    game = load(name)
    rng = np.random.RandomState(3)
    state = game.new_initial_state()
    while state.is_chance_node():
        step(state, rng)
    assert (state.current_player(), state.world.setup.game.actors(state.world.state)) == (0, [0, 1])
    one, other = state.clone(), state.clone()
    while one.current_player() == 0:
        one.apply_action(one.legal_actions()[0])
    while other.current_player() == 0:
        other.apply_action(other.legal_actions()[-1])
    assert one.information_state_string(0) != other.information_state_string(0)
    assert one.information_state_string(1) == other.information_state_string(1)
    assert one.information_state_tensor(1) == other.information_state_tensor(1)


@pytest.mark.parametrize("name", NAMES)
def test_information_states_have_perfect_recall(name: str) -> None:
    """Equal positions with different histories have different information states."""
    game = load(name)
    seen = [
        state.information_state_string(0) for state in random_states(game, 4) if state.current_player() == 0
    ]
    assert len(set(seen)) == len(seen)
    for state in random_states(game, 4):
        if state.current_player() == 0:
            assert state.information_state_string(0) == seen.pop(0)


def deal_to(world: openspiel.TrackedState) -> str:
    """Return Nature's next step up to its first argument, the player that it deals to."""
    return world.setup.game.frame_text(world.state.stack()[-1]).partition(",")[0]


def test_a_hidden_hand_does_not_change_the_information_state_of_others() -> None:
    """The second player's cards differ, but the first player sees only their number."""
    game = load("catherine")
    one, other = game.new_initial_state(), game.new_initial_state()
    differed = 0
    while one.is_chance_node():
        outcomes = [number for number, _ in one.chance_outcomes()]
        mine = deal_to(one.world) != "Deal(1"
        shared = [number for number, _ in other.chance_outcomes() if number in outcomes]
        one.apply_action(shared[0])
        other.apply_action(shared[0] if mine else shared[-1])
        differed += not mine
        assert one.information_state_string(0) == other.information_state_string(0)
    assert differed > 0
    assert one.information_state_string(1) != other.information_state_string(1)


@pytest.mark.parametrize("name", NAMES)
def test_states_are_pickled_cloned_and_read_from_positions(name: str) -> None:
    game = load(name)
    for n, state in enumerate(random_states(game, 5)):
        if n not in {0, 3, 130, 131, 132}:
            continue
        world = pickle.loads(pickle.dumps(state.world))
        assert world.text() == str(state)
        assert [world.information_state(p) for p in range(2)] == [
            state.world.information_state(p) for p in range(2)
        ]
        if n >= 130 and not state.is_chance_node():
            assert str(game.new_initial_state(str(state))) == str(state)
            resampled = state.resample_from_infostate(0, lambda: 0.25)
            again = pickle.loads(pickle.dumps(resampled.world))
            assert again.text() == str(resampled)
        clone = state.clone()
        step(clone, np.random.RandomState(1))
        assert str(clone) != str(state)


@pytest.mark.parametrize("name", NAMES)
def test_openspiels_ismcts_bot_plays_the_game(name: str) -> None:
    game = load(name, as_imperfect=True)
    rng = np.random.RandomState(6)
    state = game.new_initial_state()
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bot = ismcts.ISMCTSBot(game, evaluator, uct_c=1.4, max_simulations=6, random_state=rng)
    decisions = 0
    while decisions < 3:
        if state.is_chance_node():
            step(state, rng)
            continue
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
        decisions += 1


def test_a_position_of_other_seats_or_options_is_refused() -> None:
    position = samovar.Match("stroganov", seats=3, options={"boards": "b"}).position()
    with pytest.raises(samovar.BadInput, match="seats must be 2, as in this game, not 3"):
        openspiel.GAMES["stroganov"]({}).new_initial_state(position)
    with pytest.raises(samovar.BadInput, match="options must be"):
        openspiel.GAMES["stroganov"]({"seats": 3}).new_initial_state(position)
    state = openspiel.GAMES["stroganov"]({"seats": 3, "options": "boards:b"}).new_initial_state(position)
    assert str(state) == position


def test_bad_parameters_are_refused_with_the_reason() -> None:
    with pytest.raises(samovar.BadInput, match="'boards' must be name:value"):
        openspiel.parse_options("boards;colours:red")
    with pytest.raises(samovar.BadInput, match="no option 'hats'"):
        openspiel.GAMES["stroganov"]({"options": "hats:on"})


def test_without_openspiel_the_error_says_what_to_install() -> None:
    code = "import sys; sys.modules['pyspiel'] = None; import samovar.envs.openspiel"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.stderr.splitlines()[-1].endswith(' -m pip install "samovar[openspiel]"')


def test_python_exits_cleanly_after_a_game_was_loaded() -> None:
    """OpenSpiel holds the class of a game until after Python's shutdown."""
    code = "import pyspiel, samovar.envs.openspiel; g = pyspiel.load_game('python_samovar_tundra'); print(g)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")
