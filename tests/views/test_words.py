"""Every sentence exists in both languages, and none is left with a hole in it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import samovar
from samovar.games.stroganov import tokens
from samovar.games.stroganov.components import EFFECTS, PARTS, Box
from samovar.games.stroganov.state import Stroganov
from samovar.kernel.errors import BadInput
from samovar.kernel.state import frame
from samovar.views.stroganov import sentences
from samovar.views.words import common_cs, common_en, stroganov_cs, stroganov_en
from samovar.views.words.words import LANGUAGES, Words

RULES = Path(samovar.__file__).parent / "games"
HOLE = re.compile(r"[{}|]")
FIELD = re.compile(r"\{(\w+)")


@pytest.fixture(params=LANGUAGES)
def w(request: pytest.FixtureRequest) -> Words:
    return Words(str(request.param))


def table(seats: int = 3) -> Stroganov:
    state = samovar.Match("stroganov", seats, seed=1).state
    assert isinstance(state, Stroganov)
    return state


def whole(text: str) -> bool:
    """A sentence without holes: something is said, and no placeholder is left."""
    return bool(text.strip()) and not HOLE.search(text)


@pytest.mark.parametrize(
    ("english", "czech"),
    [(common_en.TABLE, common_cs.TABLE), (stroganov_en.TABLE, stroganov_cs.TABLE)],
    ids=["common", "stroganov"],
)
def test_both_languages_have_the_same_keys(english: dict[str, str], czech: dict[str, str]) -> None:
    assert list(english) == list(czech)


def test_both_languages_fill_in_what_they_are_given() -> None:
    """Czech says {acc} where English says {fur}: the same fur in another case. Nothing else may differ."""
    english = {**common_en.TABLE, **stroganov_en.TABLE}
    czech = {**common_cs.TABLE, **stroganov_cs.TABLE}
    for key, text in english.items():
        fields = set(FIELD.findall(text))
        other = {"fur" if field == "acc" else field for field in FIELD.findall(czech[key])}
        assert fields == other, key


def test_nouns_have_their_forms() -> None:
    for key, text in stroganov_en.TABLE.items():
        if key.startswith("noun."):
            assert len(text.split("|")) == 2, key
            assert len(stroganov_cs.TABLE[key].split("|")) == 4, key


def test_czech_counts_one_few_many() -> None:
    w = Words("cs")
    assert [w.count(n, "horse") for n in (0, 1, 2, 4, 5, 12)] == [
        "0 koní",
        "1 kůň",
        "2 koně",
        "4 koně",
        "5 koní",
        "12 koní",
    ]
    assert [w.count(n, "coin") for n in (1, 3, 5)] == ["1 mince", "3 mince", "5 mincí"]
    assert [w.count(n, "banner.acc") for n in (1, 2, 6)] == ["1 vlajku", "2 vlajky", "6 vlajek"]
    assert w.say("effect.extra_step", n=1) == "při každém pohybu zdarma o 1 krok dál"


def test_english_counts_one_and_many() -> None:
    w = Words("en")
    assert [w.count(n, "horse") for n in (0, 1, 2)] == ["0 horses", "1 horse", "2 horses"]
    assert w.count(2, "fox") == "2 foxes"
    assert w.all_of(["a", "b", "c"]) == "a, b and c"
    assert w.one_of(["1", "3", "6"]) == "1, 3 or 6"


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(BadInput, match="there is no 'de'"):
        Words("de")


def test_every_token_has_a_sentence(w: Words) -> None:
    """Whatever the table looks like: at the beginning, and with nothing on it."""
    bare = table()
    for space in range(1, int(bare.stock.spaces) + 1):
        bare.row[space] = 0
    for region in range(1, int(bare.stock.regions) + 1):
        bare.yurt[region] = bare.wish[region] = 0
    bare.depth = 0
    for s in (table(), bare):
        for action, token in s.box.notation.texts.items():
            for text in (
                sentences.option(w, s, 0, action),
                sentences.head(w, s, 0, action),
                sentences.verb_name(w, s, action),
            ):
                assert whole(text), (token, text)
            assert w.has("group." + sentences.group(s, action))


def test_every_option_and_prompt_of_whole_games_has_a_sentence(w: Words) -> None:
    asked: set[str] = set()
    for seats, boards, seed in ((2, "b", 1), (3, "a", 2), (4, "abab", 3), (4, "b", 4)):
        match = samovar.Match("stroganov", seats, seed, {"boards": boards})
        dice = seed
        while not match.over:
            seat = match.actors()[0]
            view = match.view(seat)
            legal = match.legal(seat)
            prompt = sentences.prompt(w, view, "Anna")
            assert whole(prompt)
            assert prompt.startswith("Anna, ")
            asked.add(sentences.step_name(match.state if isinstance(match.state, Stroganov) else table()))
            found = [sentences.option(w, view, seat, action) for action in legal]
            assert all(whole(text) for text in found), found
            assert len(set(found)) == len(found), found  # nobody could choose between two equal sentences
            dice = (dice * 1103515245 + 12345) % (1 << 31)
            match.play(seat, match.options(seat)[(dice >> 8) % len(legal)])
        events = [event for entry in match.log for event in entry.events]
        for clause in sentences.clauses(w, match.state, events, dealing=True):
            assert whole(sentences.sentence(w, clause, ["Anna", "Mavra", "Feodor", "Vladimir"]))
    assert len(asked) > 20


def test_every_frame_that_waits_has_a_prompt(w: Words) -> None:
    game = samovar.games()["stroganov"]
    s = table()
    for step, decides in enumerate(game.deciders):
        if decides == "nobody":
            continue
        numbers = game.arguments[step]
        for low in (True, False):
            values = [(n.low if low else min(n.high, 8)) for n in numbers]
            s.depth = 0
            s.push(frame(step, 0 if decides == "seat" else 15, *values))
            assert whole(sentences.prompt(w, s, "Anna")), game.step_names[step]
            if decides == "seat":
                assert w.has("prompt." + game.step_names[step])


def test_every_event_has_a_sentence(w: Words) -> None:
    s = table()
    for kind in tokens.EVENTS:
        for a, b in ((1, 1), (2, 0), (3, 2)):
            found = sentences.clauses(w, s, [(kind, 1, a, b)], dealing=True)
            assert len(found) == 1, tokens.EVENTS[kind]
            assert whole(sentences.sentence(w, found[0], ["Anna", "Mavra", "Feodor"])), tokens.EVENTS[kind]


def refusal_reasons() -> set[str]:
    """Every reason that the rules give, as written in their sources."""
    found: set[str] = set()
    for path in RULES.glob("**/*.py"):
        for call in re.findall(r"Refusal\((?:[^()]|\([^()]*\))*\)", path.read_text(encoding="utf-8")):
            found.update(re.findall(r'"([a-z]+(?:_[a-z]+)+)"', call))
        found.update(
            word
            for line in path.read_text(encoding="utf-8").splitlines()
            if line.strip().startswith("reason =")
            for word in re.findall(r'"([a-z_]+)"', line)
        )
    return found


def test_every_refusal_has_a_sentence(w: Words) -> None:
    reasons = refusal_reasons()
    assert len(reasons) > 25
    for reason in [
        *reasons,
        "unknown_token",
        "the_game_is_over",
        "not_an_option_now",
        "another_seat_decides",
    ]:
        assert w.has("refusal." + reason), reason
        assert whole(sentences.refusal(w, reason, "S-HUNT-01"))
    for reason in ("nothing_to_undo", "something_was_revealed", "another_seat_has_decided"):
        assert w.has("undo." + reason)


def test_every_part_effect_and_category_has_words(w: Words) -> None:
    s = table()
    box = s.stock
    for part in PARTS:
        assert whole(w.say("part." + part, n=2))
        assert whole(w.say("sign." + part))
    for kind in EFFECTS:
        assert w.has("effect." + kind)
        assert w.has("short." + kind)
    for wish in range(1, len(box.wish_ids)):
        assert whole(sentences.wish_text(w, box, wish))
        assert len(sentences.effect(w, box, wish, short=True)) <= 17  # so wide is a region of two tiles
    for category in samovar.Match("stroganov", 2).scores()[0].breakdown:
        assert whole(sentences.category(w, category))


def sentence(token: str, lang: str = "en", **changes: str) -> str:
    match = samovar.Match.from_position(POSITION.format(**{"second": "Main(0,0)", **changes}))
    return sentences.option(Words(lang), match.view(0), 0, match.state.box.notation.parse(token))


POSITION = """
game = "stroganov"
seats = 3
acted = [0]
trade_fur = 3
todo = ["{second}", "Calendar()"]
[[player]]
space = 4
horses = 5
coins = 2
furs = [4, 4, 4, 4, 4, 4]
[[tile]]
space = 4
id = "L11"
furs = [2, 3, 8]
[[region]]
fur = 2
village = "V2"
[[region]]
fur = 4
village = "V1"
yurt = "YA5"
wish = "A3"
"""


def test_options_tell_price_and_effect() -> None:
    assert sentence("hunt.8") == "Hunt the bear (8) — 2 horses: 2 story for the bear"
    assert sentence("hunt.2") == "Hunt the sable (2)"
    assert sentence("claim.4") == (
        "Claim the steppe on space 4 — 5 furs of value 4: 3 VP, 1 coin, 1 fur from the bag, its furs 2 3 8"
    )
    assert sentence("village.2") == "Visit the stable in R2: 4 horses, 1 banner"
    assert sentence("village.2", second="Main(0,1)") == (
        "Visit the stable in R2 — 1 fur of value 4: 4 horses, 1 banner"
    )
    assert sentence("claim.4", second="Main(0,1)").startswith(
        "Claim the steppe on space 4 — 6 furs of value 4:"
    )
    assert sentence("coin", second="Main(0,1)") == "Take 1 coin — 1 fur of any value"
    assert sentence("yurt.2") == "Use the yurt in R2: 3 horses, 2 coins"
    assert sentence("wish.2") == (
        "Take the wish A3 in R2: have 3 × deer (6), give back 1; 3 VP; "
        "wishes ask for 1 fur fewer to be possessed"
    )
    assert sentence("move.3", second="Move(0)").endswith(" — 1 horse")


def test_options_in_czech() -> None:
    assert sentence("hunt.8", "cs") == "Lov: medvěd (8) — 2 koně → 2 příběhy za medvěda"
    assert sentence("village.2", "cs") == "Návštěva osady: stáj v oblasti R2 → 4 koně, 1 vlajka"
    assert sentence("claim.4", "cs") == (
        "Obsazení krajiny: tundra na poli 4 — 5 kožešin hodnoty 4 → "
        "3 VB, 1 mince, 1 kožešina z pytlíku, kožešiny na ní: 2 3 8"
    )
    assert sentence("outpost.2", "cs") == "Stavba tábora v oblasti R2"


def test_a_payment_says_what_it_is_for() -> None:
    position = POSITION.replace("furs = [4, 4, 4, 4, 4, 4]", "furs = [5, 6]").format(second="Main(0,0)")
    match = samovar.Match.from_position(position)
    match.play(0, "trade")
    view = match.view(0)
    assert sentences.prompt(Words("en"), view, "Anna") == (
        "Anna, pay 1 fur of value 3 (Trade). Which one now?"
    )
    assert sentences.prompt(Words("cs"), view, "Anna") == (
        "Anna, zaplať 1 kožešinu hodnoty 3 (Obchod). Kterou teď?"
    )
    assert [sentences.option(Words("en"), view, 0, action) for action in match.legal(0)] == [
        "Pay the wolverine (5) as a 3 — 1 coin",
        "Pay the deer (6) as a 3 — 1 coin",
    ]


def test_names_of_another_box_are_taken_as_they_are() -> None:
    w = Words("cs")
    box = table().stock
    assert isinstance(box, Box)
    assert sentences.kind_name(w, "desert") == "desert"
    assert w.noun(2, "walrus") == "walrus"


def told(lang: str, *events: tuple[int, int, int, int]) -> str:
    found = sentences.clauses(Words(lang), table(), list(events))
    return " ".join(sentences.sentence(Words(lang), clause, ["Anna", "Mavra", "Feodor"]) for clause in found)


def test_what_belongs_together_is_told_together() -> None:
    events = (
        (tokens.PAID_FUR, 0, 4, 0),
        (tokens.PAID_FUR, 0, 4, 0),
        (tokens.PAID_FUR, 0, 2, 1),
        (tokens.CLAIMED, 0, 11, 7),
        (tokens.GAINED_VP, 0, 3, 0),
        (tokens.GAINED_COINS, 0, 1, 0),
        (tokens.GAINED_TIGERS, 0, 0, 0),
    )
    assert told("en", *events) == (
        "Anna pays 2 × fox (4) and the sable (2) with a coin. Anna claims the steppe on 7. "
        "Anna gains 3 VP and 1 coin."
    )
    assert told("cs", *events) == (
        "Anna platí 2× lišku (4) a sobola (2) s mincí. Anna obsazuje krajinu na poli 7 (tundra). "
        "Anna získává 3 VB a 1 minci."
    )


def test_a_question_without_an_answer_is_not_asked_as_one() -> None:
    """No coin for a second fur: only auxiliary actions are open."""
    position = POSITION.replace("coins = 2", "coins = 0").format(second="HuntAgain(0)")
    match = samovar.Match.from_position(position)
    assert sentences.prompt(Words("en"), match.view(0), "Anna") == (
        "Anna, there is nothing to choose here: auxiliary actions first, or go on?"
    )
