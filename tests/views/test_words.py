"""Every text exists in every language, and no placeholder is left in it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import samovar
from samovar.games import registry
from samovar.games.catherine import tokens as catherine_tokens
from samovar.games.stroganov import tokens
from samovar.games.stroganov.components import EFFECTS, PARTS, Box
from samovar.games.stroganov.state import Stroganov
from samovar.games.tundra import tokens as tundra_tokens
from samovar.kernel.errors import BadInput
from samovar.kernel.state import View, frame
from samovar.terminal.terminal_text import TerminalText, terminal_text
from samovar.views.catherine import sentences as catherine
from samovar.views.sentences import category, refusal, sentence
from samovar.views.stroganov import sentences, things
from samovar.views.stroganov.things import Fur
from samovar.views.tundra import sentences as tundra
from samovar.views.words.words import Words, best_language, languages

RULES = Path(samovar.__file__).parent / "games"
EVENTS = {"stroganov": tokens.EVENTS, "catherine": catherine_tokens.EVENTS, "tundra": tundra_tokens.EVENTS}
NAMES = ["Anna", "Mavra", "Feodor", "Vladimir"]
# Ways to begin: seats, options, seed.
BEGINNINGS: dict[str, list[tuple[int, dict[str, str], int]]] = {
    "stroganov": [
        (2, {"boards": "b"}, 1),
        (3, {"boards": "a"}, 2),
        (4, {"boards": "abab"}, 3),
        (4, {"boards": "b"}, 4),
        (1, {"boards": "b", "coin_when_fur_missing": "on"}, 5),
    ],
    "catherine": [(2, {}, 1), (3, {"names": "modern"}, 2), (4, {}, 3), (4, {}, 4)],
    "tundra": [
        (2, {"titles": "on", "personal_goals": "on"}, 1),
        (3, {"layout": "3p-b", "stores_variant": "on"}, 2),
        (4, {"titles": "on"}, 3),
        (4, {"layout": "4p-b", "titles": "on", "personal_goals": "on", "starters_after_goals": "on"}, 4),
    ],
}
HOLE = re.compile(r"[{}|]")


@pytest.fixture(params=[f"{game}.{lang}" for game in registry.names() for lang in languages()])
def look(request: pytest.FixtureRequest) -> tuple[str, TerminalText]:
    """The name of a game, and its texts in one language."""
    game, _, lang = str(request.param).partition(".")
    return game, terminal_text(registry.game(game), Words(lang, game))


@pytest.fixture(params=languages())
def w(request: pytest.FixtureRequest) -> Words:
    return Words(str(request.param), "stroganov")


def table(seats: int = 3) -> Stroganov:
    state = samovar.Match("stroganov", seats, seed=1).state
    assert isinstance(state, Stroganov)
    return state


def whole(text: str) -> bool:
    """True if the text is not empty and contains no placeholder."""
    return bool(text.strip()) and not HOLE.search(text)


def test_these_tests_cover_every_game() -> None:
    assert set(EVENTS) == set(BEGINNINGS) == set(samovar.games())


def test_czech_has_three_plural_forms() -> None:
    w = Words("cs", "stroganov")
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


def test_english_has_two_plural_forms() -> None:
    w = Words("en", "stroganov")
    assert [w.count(n, "horse") for n in (0, 1, 2)] == ["0 horses", "1 horse", "2 horses"]
    assert w.count(2, "fox") == "2 foxes"
    assert w.all_of(["a", "b", "c"]) == "a, b and c"
    assert w.one_of(["1", "3", "6"]) == "1, 3 or 6"


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(BadInput, match="there is no 'de'"):
        Words("de")


@pytest.mark.parametrize(
    ("tags", "found"),
    [
        (["cs"], "cs"),
        (["de", "cs-CZ", "en"], "cs"),
        (["cs_CZ.UTF-8"], "cs"),
        ([" CS "], "cs"),
        (["de", "*"], "en"),
        (["csb"], "en"),
        (["C.UTF-8"], "en"),
        ([], "en"),
    ],
)
def test_the_first_known_language_is_chosen_else_english(tags: list[str], found: str) -> None:
    assert best_language(tags) == found


def test_a_game_without_words_of_its_own_has_those_that_all_games_share() -> None:
    w = Words("cs", "chess")
    assert w.say("join.and") == "a"
    assert not w.has("verb.move")


def test_a_value_is_inflected_as_the_text_asks() -> None:
    value = Fur(Words("cs", "stroganov"), table().stock, 4)
    assert Words("cs", "stroganov").say("event.kept", fur=value) == "si nechává lišku (4)"
    assert Words("en", "stroganov").say("event.kept", fur=value) == "keeps the liška (4)"


def test_every_token_has_a_sentence(look: tuple[str, TerminalText]) -> None:
    """This holds at the beginning of a game and after its end."""
    game, shown = look
    over = samovar.Match(game, 3, seed=1).state
    over.depth = 0
    for s in (samovar.Match(game, 3, seed=1).state, over):
        view = View(s)
        for action, token in s.box.notation.texts.items():
            said = shown.text
            texts = (
                said.option(view, 0, action),
                said.action_name(view, 0, action),
                said.kind(view, action)[0],
            )
            assert all(whole(text) for text in texts), (token, texts)
            group = shown.text.group(view, action)
            assert group in shown.text.groups
            assert shown.words.has("group." + group)


def test_every_token_has_a_sentence_on_a_bare_table(w: Words) -> None:
    bare = table()
    for space in range(1, int(bare.stock.spaces) + 1):
        bare.row[space] = 0
    for region in range(1, int(bare.stock.regions) + 1):
        bare.yurt[region] = bare.wish[region] = 0
    bare.depth = 0
    for action, token in bare.box.notation.texts.items():
        assert whole(sentences.option(w, bare, 0, action)), token


@pytest.mark.compiled
def test_every_option_and_prompt_of_whole_games_has_a_sentence(look: tuple[str, TerminalText]) -> None:
    game, shown = look
    asked: set[str] = set()
    for seats, options, seed in BEGINNINGS[game]:
        match = samovar.Match(game, seats, seed, options)
        rng = seed
        while not match.over:
            seat = match.actors()[0]
            view = match.view(seat)
            legal = match.legal(seat)
            prompt = shown.text.prompt(view, seat, "Anna")
            assert whole(prompt)
            assert prompt.startswith("Anna, ")
            top = (
                match.state.asked[seat] if any(match.state.asked) else match.state.todo[match.state.depth - 1]
            )
            asked.add(match.game.step_names[int(top) & 255])
            found = [shown.text.option(view, seat, action) for action in legal]
            assert all(whole(text) for text in found), found
            assert len(set(found)) == len(found), found  # two equal texts could not be told apart
            for refused in match.game.refusals(view, seat):
                assert whole(shown.text.action_name(view, seat, refused.action))
                assert shown.words.has("refusal." + refused.reason), refused.reason
            rng = (rng * 1103515245 + 12345) % (1 << 31)
            match.play(seat, match.options(seat)[(rng >> 8) % len(legal)])
            if not match.over:
                assert whole(shown.text.waiting(match.view(seat), seat))
        for seat in range(seats):
            events = [event for entry in match.log for event in match.events(entry, seat)]
            for clause in shown.text.clauses(match.view(seat), events, NAMES):
                assert whole(sentence(shown.words, clause, NAMES))
    assert len(asked) > {"stroganov": 20, "catherine": 8, "tundra": 6}[game]


def test_every_frame_that_waits_has_a_prompt(w: Words) -> None:
    game = samovar.games()["stroganov"]
    s = table()
    for step, decides in enumerate(game.actor_kinds):
        if decides == "nobody":
            continue
        numbers = game.arguments[step]
        for low in (True, False):
            values = [(n.low if low else min(n.high, 8)) for n in numbers]
            s.depth = 0
            s.push(frame(step, 0 if decides == "seat" else 15, *values))
            assert whole(sentences.prompt(w, s, 0, "Anna")), game.step_names[step]
            if decides == "seat":
                assert w.has("prompt." + game.step_names[step])


def test_every_event_has_a_sentence(look: tuple[str, TerminalText]) -> None:
    game, shown = look
    s = samovar.Match(game, 3, seed=1).state
    for kind, name in EVENTS[game].items():
        numbers = ((1, 1), (2, 0), (3, 2))
        if name.startswith("ivan_"):  # the second number holds a rule and more, the first may be a part
            part = 10 if name == "ivan_extra" else 0
            numbers = ((part + 1, 4 | 1 << 8), (part + 2, 9 | 9 << 8 | 1 << 16), (part + 3, 28 | 3 << 8))
        for a, b in numbers:
            events = [(kind, 1, a, b)]
            if game == "stroganov":
                found = sentences.clauses(shown.words, s, events, NAMES, dealing=True)
            elif game == "catherine":
                found = catherine.clauses(shown.words, s, events, NAMES, dealing=True)
            else:
                found = tundra.clauses(shown.words, s, events, NAMES, dealing=True)
            assert len(found) == 1, name
            assert whole(sentence(shown.words, found[0], NAMES)), name


@pytest.mark.parametrize("game", EVENTS)
def test_every_event_of_the_rules_has_a_name(game: str) -> None:
    """The names are the constants of tokens.py, in lower case, each number once."""
    source = (RULES / game / "tokens.py").read_text(encoding="utf-8").partition("# Events")[2]
    constants = dict(re.findall(r"^([A-Z_]+): Final = (\d+)", source, re.MULTILINE))
    assert {int(number): name.lower() for name, number in constants.items()} == EVENTS[game]


def refusal_reasons(game: str) -> set[str]:
    """Every refusal reason in the sources of the rules: beside a rule id, or as a constant."""
    found: set[str] = set()
    reason = r'"([a-z]+(?:_[a-z]+)+)"'
    for path in (RULES / game).glob("*.py"):
        source = path.read_text(encoding="utf-8")
        for call in re.findall(r"Refusal\((?:[^()]|\([^()]*\))*\)", source):
            found.update(re.findall(reason, call))
        found.update(re.findall(reason + r',\s*"[A-Z]-', source))
        for line in source.splitlines():
            if re.match(r"(reason|why|wrong) =", line.strip()):
                found.update(re.findall(reason, line))
    return found


def test_every_refusal_has_a_sentence(look: tuple[str, TerminalText]) -> None:
    game, shown = look
    reasons = refusal_reasons(game)
    assert len(reasons) >= {"stroganov": 26, "catherine": 12, "tundra": 20}[game]
    for reason in [
        *reasons,
        "unknown_token",
        "the_game_is_over",
        "not_an_option_now",
        "another_seat_decides",
    ]:
        assert shown.words.has("refusal." + reason), reason
        assert whole(refusal(shown.words, reason, "S-HUNT-01"))
    for reason in ("nothing_to_undo", "something_was_revealed", "another_seat_has_decided"):
        assert shown.words.has("undo." + reason)


def test_every_category_has_words(look: tuple[str, TerminalText]) -> None:
    game, shown = look
    for name in samovar.Match(game, 2).scores()[0].breakdown:
        assert whole(category(shown.words, name))


def test_every_part_and_effect_has_words(w: Words) -> None:
    s = table()
    box = s.stock
    for part in PARTS:
        assert whole(w.say("part." + part, n=2))
        assert whole(w.say("sign." + part))
    for kind in EFFECTS:
        assert w.has("effect." + kind)
        assert w.has("short." + kind)
    for wish in range(1, len(box.wish_ids)):
        assert whole(things.wish_text(w, box, wish))
        assert len(things.effect(w, box, wish, short=True)) <= 17  # the width of a region with two tiles


def option(token: str, lang: str = "en", **changes: str) -> str:
    match = samovar.Match.from_position(POSITION.format(**{"second": "Main(0,0)", **changes}))
    return sentences.option(Words(lang, "stroganov"), match.view(0), 0, match.state.box.notation.parse(token))


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


def test_options_name_price_and_effect() -> None:
    assert option("hunt.8") == "Hunt the bear (8) — 2 horses: 2 story for the bear"
    assert option("hunt.2") == "Hunt the sable (2)"
    assert option("claim.4") == (
        "Claim the steppe on space 4 — 5 furs of value 4: 3 VP, 1 coin, 1 fur from the bag, its furs 2 3 8"
    )
    assert option("village.2") == "Visit the stable in region II: 4 horses, 1 banner"
    assert option("village.2", second="Main(0,1)") == (
        "Visit the stable in region II — 1 fur of value 4: 4 horses, 1 banner"
    )
    assert option("claim.4", second="Main(0,1)").startswith(
        "Claim the steppe on space 4 — 6 furs of value 4:"
    )
    assert option("coin", second="Main(0,1)") == "Take 1 coin — 1 fur of any value, you pay the fox (4)"
    assert option("yurt.2") == "Use the yurt in region II: 3 horses, 2 coins"
    assert option("wish.2") == (
        "Take the wish A3 in region II: have 3 × deer (6), give back 1; 3 VP; "
        "for a wish you need to have 1 fur fewer"
    )
    assert option("move.3", second="Move(0)").endswith(" — 1 horse")


def test_options_in_czech() -> None:
    assert option("hunt.8", "cs") == "Lov: medvěd (8) — 2 koně → 2 příběhy za medvěda"
    assert option("village.2", "cs") == "Návštěva osady: stáj v oblasti II → 4 koně, 1 vlajka"
    assert option("claim.4", "cs") == (
        "Obsazení krajiny: tundra na poli 4 — 5 kožešin hodnoty 4 → "
        "3 VB, 1 mince, 1 kožešina z pytlíku, její kožešiny: 2 3 8"
    )
    assert option("outpost.2", "cs") == "Stavba tábora v oblasti II"


@pytest.mark.parametrize(
    ("verb", "line"),
    [
        (tokens.PAY, "Zaplatit lišku (4)"),
        (tokens.KEEP, "Nechat si lišku (4)"),
        (tokens.TAKE, "Vzít z trhu lišku (4)"),
        (tokens.DRAW, "Táhnout lišku (4)"),
    ],
)
def test_a_fur_after_a_czech_verb_is_in_the_accusative(verb: int, line: str) -> None:
    assert sentences.action_name(Words("cs", "stroganov"), table(), 0, verb << 8 | 4) == line


def test_a_payment_names_its_purpose() -> None:
    position = POSITION.replace("furs = [4, 4, 4, 4, 4, 4]", "furs = [5, 6]").format(second="Main(0,0)")
    match = samovar.Match.from_position(position)
    match.play(0, "trade")
    view = match.view(0)
    assert sentences.prompt(Words("en", "stroganov"), view, 0, "Anna") == (
        "Anna, pay 1 fur of value 3 (Trade). Which one now?"
    )
    assert sentences.prompt(Words("cs", "stroganov"), view, 0, "Anna") == (
        "Anna, zaplať 1 kožešinu hodnoty 3 (Obchod). Kterou teď?"
    )
    assert [sentences.option(Words("en", "stroganov"), view, 0, action) for action in match.legal(0)] == [
        "Pay the wolverine (5) as a 3 — 1 coin",
        "Pay the deer (6) as a 3 — 1 coin",
    ]


def test_names_of_another_box_are_used_as_written_there() -> None:
    w = Words("cs", "stroganov")
    box = table().stock
    assert isinstance(box, Box)
    assert things.kind_name(w, "desert") == "desert"
    assert w.noun(2, "walrus") == "walrus"


def told(lang: str, *events: tuple[int, int, int, int]) -> str:
    found = sentences.clauses(Words(lang, "stroganov"), table(), list(events), NAMES)
    return " ".join(sentence(Words(lang, "stroganov"), clause, NAMES) for clause in found)


def test_related_events_are_one_sentence() -> None:
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


def test_a_prompt_without_options_is_no_question() -> None:
    """No coin for a second fur: only auxiliary actions are open."""
    position = POSITION.replace("coins = 2", "coins = 0").format(second="HuntAgain(0)")
    match = samovar.Match.from_position(position)
    assert sentences.prompt(Words("en", "stroganov"), match.view(0), 0, "Anna") == (
        "Anna, there is nothing to choose here: auxiliary actions first, or continue?"
    )
