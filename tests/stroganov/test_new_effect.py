"""A new kind of card effect needs two Python files and words, as ``docs/development.md`` says.

The test makes the changes of that walk-through in a copy of the sources and plays the changed game.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import samovar

GAME = "games/stroganov"
WORDS = "views/stroganov/words"
# For each change: the file, a text that occurs in it once, and the text to insert before it.
CHANGES = [
    (f"{GAME}/components.py", '    "hunt_skip_free": "",\n', '    "hunt_coins": "coins=1..9",\n'),
    (f"{GAME}/components.py", "        self.hunt_skip_free: i64 = 0\n", "        self.hunt_coins: i64 = 0\n"),
    (
        f"{GAME}/basic.py",
        "def hunts_beside(",
        "def hunt_coins(s: Stroganov, p: i64) -> i64:\n    return s.sum_effect(p, s.stock.hunt_coins)\n\n\n",
    ),
    (
        f"{GAME}/basic.py",
        "        take_from_tile(s, p, space, kind)\n",
        "        coins = hunt_coins(s, p)\n        if coins:\n            s.gain_coins(p, coins)\n",
    ),
    (
        f"{WORDS}/en.po",
        'msgid "short.end_vp"',
        'msgid "effect.hunt_coins"\nmsgstr "{n|coin} per hunt"\n\n',
    ),
    (f"{WORDS}/en.po", 'msgid "short.end_vp_per"', 'msgid "short.hunt_coins"\nmsgstr "hunt {n}●"\n\n'),
    (f"{WORDS}/all.po", 'msgid "signs.end_vp"', 'msgid "signs.hunt_coins"\nmsgstr "hunt +{n} coin"\n\n'),
]
CARD = 'kind = "hunt_skip_free"'  # the effect of A8, which is replaced by the new one
PLAYED = """
import samovar
from samovar.bots.knowledge.stroganov_prices import OTHER_EFFECT, Prices
from samovar.games.stroganov import tokens
from samovar.kernel.step import Options
from samovar.views.stroganov.drawings import effect_items
from samovar.views.stroganov.things import effect
from samovar.views.words.words import Words

POSITION = '''
game = "stroganov"
seats = 2
acted = [0]
todo = ["Basic(0)", "Calendar()"]
[[player]]
space = 4
coins = 1
wishes = ["A8"]
[[tile]]
space = 4
id = "L11"
furs = [2, 3, 8]
'''

def logged(position):
    # the coins in the events of a hunt
    s = samovar.Match.from_position(position).state
    s.journal = []
    game = samovar.games()["stroganov"]
    game.play(s, 0, s.box.notation.actions["hunt.2"], Options())
    return [event[2] for event in s.journal if event[0] == tokens.GAINED_COINS]

m = samovar.Match.from_position(POSITION)
box, w = m.state.stock, Words("en", "stroganov")
wish = box.wish_ids.index("A8")
m.play(0, "hunt.2")
print(m.state.coins[0])
print(effect(w, box, wish), effect(w, box, wish, short=True), sep=", ")
print(effect_items(box, wish))
print(logged(POSITION), logged(POSITION.replace('"A8"', "")))
prices = Prices()
prices.update(m.state, 0)
print(prices.wish(m.state, 0, wish) == box.wish_vp[wish] * 1000 + OTHER_EFFECT * prices.turns)
"""


@pytest.mark.no_cover
def test_a_new_effect_takes_two_python_files_and_words(tmp_path: Path) -> None:
    package = tmp_path / "samovar"
    leave = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "static", "table")
    shutil.copytree(Path(samovar.__file__).parent, package, ignore=leave)
    for name, before, added in [*CHANGES, (f"{GAME}/components.toml", CARD, "")]:
        path = package / name
        text = path.read_text(encoding="utf-8")
        assert text.count(before) == 1, (name, before)
        replaced = 'kind = "hunt_coins", coins = 2' if before == CARD else added + before
        path.write_text(text.replace(before, replaced), encoding="utf-8")
    assert len({name for name, _, _ in CHANGES if name.endswith(".py")}) == 2
    done = subprocess.run(
        [sys.executable, "-c", PLAYED],
        env={**os.environ, "PYTHONPATH": str(tmp_path), "SAMOVAR_PURE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        "3",
        "2 coins per hunt, hunt 2●",
        "[('i', 'hunt'), ('n', '+2'), ('i', 'coin')]",
        "[2] []",
        "True",
    ]
