"""Two games of other packages in every layer: Troika with all its parts, and a game with rules only."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from typing import Any

import gymnasium
import pytest
from pettingzoo.test import api_test, seed_test

import samovar
from samovar.bots.knowledge.knowledge import Knowledge
from samovar.bots.knowledge.registry import knowledge
from samovar.bots.registry import KINDS, seat_bots
from samovar.envs.aec import env_factories
from samovar.envs.gym import SamovarEnv
from samovar.games import registry
from samovar.kernel.errors import BadInput
from samovar.kernel.rng import Rng
from samovar.match.laws import check
from samovar.match.redaction import redact_match
from samovar.terminal.terminal_text import TerminalText, terminal_text
from samovar.views.page import document, movements, regions
from samovar.views.plain_view import PlainView
from samovar.views.registry import game_view
from samovar.views.view_model import PageHead, SeatInfo, ViewModel, build_view_model
from samovar.views.words.words import languages, words_for
from tests.fourth import rules
from tests.fourth.bots import TroikaKnowledge
from tests.fourth.terminal import TroikaTerminal
from tests.fourth.views import VIEW
from tests.kernel import tiny
from tests.table.server import Server, load_page, my_turn

BOTH = ["troika", "tiny"]
NAMES = ["Anna", "Mavra"]
HEAD = PageHead(["/static/style.css"], ["/static/table.js"])
every_game = pytest.mark.parametrize("name", BOTH)


def samovar_command(*words: str, input: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "samovar.cli", *words]
    return subprocess.run(command, input=input, capture_output=True, text=True, check=False)


def finished(name: str, bots: str = "random", seats: int = 2, seed: int = 3) -> samovar.Match:
    match = samovar.Match(name, seats, seed)
    match.names = [*NAMES, "Feodor", "Vladimir"][:seats]
    players, rng = seat_bots(bots, match.game, range(seats)), Rng(seed)
    while not match.over:
        seat = match.actors()[0]
        action = players[seat].choose(match.view(seat), rng)
        match.play(seat, match.state.box.notation.token(action))
    assert [fault for player in players for fault in player.faults] == []
    return match


# ---- rules and match ----


@every_game
def test_the_laws_hold(name: str) -> None:
    game = registry.game(name)
    for options in game.option_sets(2):
        report = check(game, 2, options, 5 if samovar.compiled() else 1, 7)
        assert report.failures == []


@every_game
def test_a_record_and_a_position_come_back(name: str) -> None:
    match = finished(name)
    assert samovar.verify(match.record()).record() == match.record()
    assert samovar.Match.from_position(match.position()).position() == match.position()


def test_troika_by_hand() -> None:
    match = samovar.Match.from_position('game = "troika"\nstage = 9\n[[player]]\nat = 25\nwhips = 0\n')
    assert match.options(0) == ["drive", "rest"]
    assert [(r.reason, r.rule) for r in match.refusals(0)] == [("no_whip_left", "O-WHIP-01")]
    match.play(0, "rest")
    state = match.state
    assert isinstance(state, rules.Troika)
    assert (state.at, state.mover, state.stage) == ([34, 0], 1, 0)
    assert match.options(1) == ["drive", "whip"], "nobody rests before the first throw"
    with pytest.raises(samovar.IllegalAction, match="nothing driven"):
        match.play(1, "rest")
    match.play(1, "whip")
    assert state.whips == [0, 0]


# ---- the command line and the terminal ----


@every_game
def test_the_command_line_plays_it(name: str) -> None:
    done = samovar_command("sim", name, "--games", "3", "--seats", "2", "--bots", "casual", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["games"] == 3
    done = samovar_command("check", name, "--games", "1", "--seats", "2")
    assert done.returncode == 0, done.stdout + done.stderr
    done = samovar_command(
        "arena", name, "--bots", "random,search@20", "--games", "2", "--jobs", "2", "--json"
    )
    assert done.returncode == 0, done.stderr
    assert {bot["name"] for bot in json.loads(done.stdout)["bots"]} == {"random", "search@20"}


def test_help_lists_it_and_its_options() -> None:
    assert "stroganov, catherine, tundra, tiny, troika" in " ".join(
        samovar_command("sim", "--help").stdout.split()
    )
    assert "--goal VALUE" in samovar_command("play", "troika", "--help").stdout


@pytest.mark.parametrize("lang", languages())
def test_troika_in_the_terminal(lang: str) -> None:
    words = ["play", "troika", "--seats", "2", "--bots", "random", "--seed", "5", "--lang", lang]
    done = samovar_command(*words, input="whip\nsigns\nwhy\nrest\n\ndrive\ntable\n")
    assert (done.returncode, done.stderr) == (0, "")
    said = {"en": ["Round 1, 30 versts to the goal", "the whip has been used (O-WHIP-01)"], "cs": ["Kolo 1"]}
    assert all(text in done.stdout for text in [*said[lang], "."])
    assert {"en": "versts that are kept", "cs": "uložené versty"}[lang] in done.stdout


def test_tiny_in_the_terminal() -> None:
    """The position as text, options by token."""
    words = ["play", "tiny", "--seats", "2", "--bots", "random", "--seed", "5", "--lang", "en"]
    done = samovar_command(*words, input="1\n1\n\nsigns\nlog\nwhy\nscore\ntable\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert 'game = "tiny"' in done.stdout
    assert "Anna, choose: Commit" in done.stdout
    assert "This table has no symbols to explain." in done.stdout
    assert 'hand = ["?", "?"]' in done.stdout, "the hand of the other seat"


@every_game
def test_bots_play_to_the_end_in_the_terminal(name: str) -> None:
    words = ["--seats", "2", "--hotseat", "0", "--bots", "greedy", "--lang", "cs", "--seed", "1"]
    done = samovar_command("play", name, *words)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Vítěz" in done.stdout


def test_the_terminal_of_a_game_without_one_is_the_default() -> None:
    made = [terminal_text(registry.game(name), words_for("en", name)) for name in BOTH]
    assert [type(text) for text in made] == [TroikaTerminal, TerminalText]


# ---- bots ----


@every_game
@pytest.mark.parametrize("bots", [*KINDS[1:3], "search@30"])
def test_bots_play_it(name: str, bots: str) -> None:
    assert finished(name, bots).over


def test_a_game_without_knowledge_is_valued_by_its_score() -> None:
    assert type(knowledge(registry.game("tiny"))) is Knowledge
    assert type(knowledge(registry.game("troika"))) is TroikaKnowledge


def test_the_search_beats_chance() -> None:
    games = [finished("troika", "search@40,random", seed=seed).scores() for seed in range(12)]
    assert sum(scores[0].rank == 1 for scores in games) > sum(scores[1].rank == 1 for scores in games)


# ---- pages ----


def model_for(match: samovar.Match, seat: int, lang: str) -> ViewModel:
    seats = [SeatInfo(name) for name in match.names]
    found = build_view_model(redact_match(match, seat), words_for(lang, match.game.name), seats)
    found.base = "/t/x"
    return found


@every_game
@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("seat", [-1, 0, 1])
def test_its_page_shows_every_decision(name: str, lang: str, seat: int) -> None:
    match = samovar.Match(name, 2, 4)
    match.names = NAMES
    rng = Rng(9)
    for _ in range(25):
        if match.over:
            break
        found = model_for(match, seat, lang)
        html = document(found, HEAD)
        assert set(regions(found)) >= {"say", "acts", "choices", "log", "score", "seat-0", "seat-1"}
        for token in found.options:
            assert f'value="{token}"' in html
        actor = match.actors()[0]
        options = match.options(actor)
        match.play(actor, options[rng.below(len(options))])
    if name == "troika":
        assert "a-sledge" in html
        assert {"en": "Anna drives", "cs": "Anna jede"}[lang] in html
    else:
        assert "[[player]]" in html


def test_its_page_tells_the_end() -> None:
    for name in BOTH:
        match = finished(name)
        assert 'class="panel ending"' in document(model_for(match, -1, "cs"), HEAD)


def test_what_is_hidden_is_not_on_the_page() -> None:
    """Two tables that differ only in secrets have equal pages, also in the plain view."""
    match = samovar.Match("tiny", 2, 4)
    match.names = NAMES
    other = samovar.Match("tiny", 2, 4)
    other.names = NAMES
    game = registry.game("tiny")
    rng = Rng(1)
    while other.position() == match.position():
        other.state = game.determinize(game.redact(match.state, 0), rng)
    assert document(model_for(match, 0, "en"), HEAD) == document(model_for(other, 0, "en"), HEAD)


def test_something_travels_on_the_page_of_troika() -> None:
    match = finished("troika")
    assert ("road", "seat-0") in movements(model_for(match, 0, "en"), 0)
    assert movements(model_for(finished("tiny"), 0, "en"), 0) == []


def test_the_view_of_a_game_without_one_is_plain() -> None:
    assert type(game_view(registry.game("tiny"))) is PlainView
    assert game_view(registry.game("troika")) is VIEW
    assert words_for("cs", "troika").count(5, "verst.acc") == "5 verst"
    assert words_for("cs", "tiny").say("game.tiny") == tiny.GAME.title


# ---- the table in the browser and the API ----


@pytest.mark.parametrize("lang", languages())
def test_the_first_page_offers_both(server: Server, lang: str) -> None:
    with server.browser(lang) as eva:
        html = eva.get("/").text
        assert re.findall('id="game-([a-z]+)"', html) == registry.names()
        assert 'class="banner banner--troika"' in html
        assert '<link rel="stylesheet" href="/static/troika/banner.css">' in html
        assert 'href="/rules/troika"' in html
        assert "/static/tiny/" not in html
        assert 'href="/rules/tiny"' not in html
        assert '<option value="50">50</option>' in html, "a usual value of an option"
        assert {"en": "The length of the road", "cs": "Délka cesty"}[lang] in html
        assert "whether the others see a hand" in html, "without words, the help of the option"


def test_its_style_sheet_is_served_and_kept(server: Server) -> None:
    with server.browser() as eva:
        first = eva.get("/static/troika/table.css")
        assert first.headers["content-type"].startswith("text/css")
        assert ".tr-road" in first.text
        again = eva.get("/static/troika/table.css", headers={"if-none-match": first.headers["etag"]})
        assert (again.status_code, again.text) == (304, "")
        for missing in ("troika/sprite.svg", "troika/__init__.py", "tiny/table.css", "chess/table.css"):
            assert eva.get(f"/static/{missing}").status_code == 404


def test_its_rules_are_a_page_in_both_languages(server: Server) -> None:
    for lang, text in (("en", "At a 1 there are wolves"), ("cs", "přijdou vlci")):
        with server.browser(lang) as eva:
            assert text in eva.get("/rules/troika").text
            assert eva.get("/rules/tiny").status_code == 404


def test_a_game_without_a_how_to_has_a_page_with_the_link_to_its_rules(server: Server) -> None:
    with server.browser() as eva:
        page = eva.get("/howto/troika")
        assert page.status_code == 200
        assert '<div class="howto" id="how"><p class="howto__rules"><a href="/rules/troika">' in page.text
        assert "<section" not in page.text
        bare = eva.get("/howto/tiny")
        assert bare.status_code == 200
        assert "/rules/tiny" not in bare.text
        assert "not installed" in bare.text
        table = eva.make("troika", "me", "bot.easy")
        assert 'data-from="/howto/troika"' in eva.get(table).text
        assert 'href="/howto/troika"' in eva.get(table).text, "without script, among the links of the table"


@every_game
def test_a_table_is_played_by_plain_forms_against_a_bot(server: Server, name: str) -> None:
    with server.browser() as eva:
        table = eva.make(name, "me", "bot.easy")
        for _ in range(3):
            page = my_turn(eva, table)
            sheet = f'href="/static/{name}/table.css"'
            assert (sheet in page.html) == (name == "troika")
            form = {"token": page.tokens[0], "seq": str(page.seq)}
            assert eva.post(f"{table}/act", data=form).status_code == 200
        assert load_page(eva, table).seq > 0
        for path in ("manage", "shuffle", "at/0"):
            assert eva.get(f"{table}/{path}").status_code == 200, path
        record = eva.get(f"{table}/record")
        assert record.status_code == (403 if name == "tiny" else 200), "it would tell what is hidden"


@every_game
def test_a_program_plays_it_to_the_end_by_the_api(server: Server, name: str) -> None:
    with server.browser() as eva:
        found = {game["name"]: game for game in eva.get("/api/games").json()}
        assert next(iter(found)) == registry.FIRST
        assert (found[name]["min_seats"], found[name]["max_seats"]) == (2, 4)
        seats = [{"kind": "person", "name": "Ada"}, {"kind": "bot", "level": "medium"}]
        made: dict[str, Any] = eva.post("/api/tables", json={"game": name, "seats": seats}).json()
        token = next(token for token in made["tokens"] if token)
        place = f"/api/tables/{made['id']}"
        headers = {"authorization": f"Bearer {token}"}
        for n in range(2000):
            state = eva.get(place, headers=headers).json()
            if state["over"]:
                break
            if state["seat"] not in state["actors"]:  # a choice can be changed until all have chosen
                time.sleep(0.02)
                continue
            move = state["options"][-1 if n % 3 == 0 else 0]
            act = {"token": move, "seq": state["seq"]}
            answer = eva.post(f"{place}/act", json=act, headers=headers)
            assert answer.status_code == 200, answer.text
        assert state["over"]
        assert len(state["scores"]) == 2


# ---- environments ----


def test_troika_is_an_environment_of_pettingzoo() -> None:
    env, raw_env = env_factories("troika")
    with pytest.warns(UserWarning, match="Observation"):
        api_test(env(), num_cycles=100)
    seed_test(lambda: raw_env(seats=3), num_cycles=50)
    shown = raw_env(render_mode="ansi")
    shown.reset(seed=1)
    assert "30 versts to the goal" in str(shown.render())


def test_troika_is_an_environment_of_gymnasium() -> None:
    env = SamovarEnv("troika", opponents="casual", options={"goal": "20"})
    observation, info = env.reset(seed=1)
    cells = [cell.name for cell in env.layout()]
    assert observation[cells.index("goal")] == 20
    over = False
    while not over:
        action = int(info["action_mask"].nonzero()[0][-1])
        observation, reward, over, _, info = env.step(gymnasium.spaces.Discrete(99).dtype.type(action))
    assert reward in (-1.0, 0.0, 1.0)


def test_names_are_registered_for_games_with_observations() -> None:
    code = (
        "import gymnasium, pyspiel, samovar.envs.gym, samovar.envs.openspiel\n"
        "print(*sorted(name for name in gymnasium.registry if name.startswith('samovar/')))\n"
        "print(*sorted(name for name in pyspiel.registered_names() if 'samovar' in name))\n"
        "game = pyspiel.load_game('python_samovar_troika(seats=3)')\n"
        "state = game.new_initial_state()\n"
        "while not state.is_terminal(): state.apply_action(state.legal_actions()[-1])\n"
        "print(game.get_type().information, len(state.returns()))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == [
        "samovar/Catherine-v1 samovar/Stroganov-v1 samovar/Troika-v1 samovar/Tundra-v1",
        "python_samovar_catherine python_samovar_stroganov python_samovar_troika python_samovar_tundra",
        "Information.PERFECT_INFORMATION 3",
    ], done.stderr


def test_a_game_without_observations_is_refused() -> None:
    with pytest.raises(BadInput, match="tiny has no observations"):
        SamovarEnv("tiny")
