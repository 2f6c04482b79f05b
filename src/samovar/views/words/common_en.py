"""English: what every game says."""

from __future__ import annotations

from typing import Final

TABLE: Final[dict[str, str]] = {
    "join.and": "and",
    "join.or": "or",
    # a line of an option: what, for which price, to which effect
    "line.price": "{head} — {price}",
    "line.effect": "{head}: {effect}",
    "line.price_effect": "{head} — {price}: {effect}",
    # why something cannot be done, whatever the game
    "refusal.unknown_token": "there is no such action",
    "refusal.the_game_is_over": "the game is over",
    "refusal.not_an_option_now": "that is not among the choices now",
    "refusal.another_seat_decides": "somebody else has to decide now",
    "undo.nothing_to_undo": "There is nothing to take back.",
    "undo.something_was_revealed": "This cannot be taken back: something was revealed since.",
    "undo.another_seat_has_decided": "This cannot be taken back: somebody else has decided since.",
    # the terminal
    "ui.title": "{game} for {seats} players. Seed {seed}.",
    "ui.title_one": "{game} for one player. Seed {seed}.",
    "ui.you": "You are {who}.",
    "ui.people": "At this keyboard: {who}.",
    "ui.start": "Type a number to choose, 0 to pass, help for everything else.",
    "ui.resumed": "{file} goes on where it was saved.",
    "ui.ask": "{who} > ",
    "ui.ask_end": "Enter goes on, undo takes back > ",
    "ui.turn_over": "The others are next; this can still be taken back.",
    "ui.since": "Since your last decision:",
    "ui.undone": "Taken back.",
    "ui.restarted": "Your turn begins anew.",
    "ui.not_understood": "“{text}” is no choice here: type a number from the list, an action such as "
    "{example}, or help.",
    "ui.no_number": "There is no choice number {n}.",
    "ui.refused": "{what}: {why}.",
    "ui.rule": "{why} ({rule})",
    "ui.why_none": "Nothing else could be expected here.",
    "ui.why_head": "What cannot be done now, and why:",
    "ui.why_legal": "{what}: this can be done now, it is choice {n}.",
    "ui.why_unknown": "Nothing here is called “{text}”. Try why alone, or an action such as why {example}.",
    "ui.saved": "Saved as {file}. Go on with it: {command}",
    "ui.saved_over": "Saved as {file}. Play it again and check it: samovar verify {file}",
    "ui.cannot_write": "{file} cannot be written: {why}.",
    "ui.cannot_load": "{file} cannot be loaded: {why}",
    "ui.load_what": "Which file? load FILE",
    "ui.loaded": "Loaded {file}.",
    "ui.save_before": "Save this game before you go? [y/N or a file name] ",
    "ui.save_record": "Save the record of this game? [y/N or a file name] ",
    "ui.yes": "y yes",
    "ui.no": "n no",
    "ui.bye": "Good bye.",
    "ui.left": "The game was left without saving.",
    "ui.log_empty": "Nothing has happened yet.",
    "ui.wins": "{who} wins with {n} VP.",
    "ui.curtain": "Pass the keyboard to {who}. Nobody else should look.",
    "ui.curtain_end": "The game is over: everybody may look now.",
    "ui.ask_curtain": "{who}, press Enter > ",
    "ui.ask_curtain_end": "press Enter > ",
    "ui.pass_back": "pass NAME hands the keyboard back for a change: {who}.",
    "ui.win_together": "{who} win together with {n} VP.",
    "ui.saved_truth": "The file holds the whole truth, hidden cards and secret choices too: whoever reads it "
    "knows them.",
    "ui.total": "total",
    "ui.as_if_over": "If the game ended now:",
    "ui.file_exists": "{file} is there already: name another file.",
    "help.play": "Type the number of a choice, or its action (for example {example}). 0 passes, declines "
    "or goes on. "
    "A choice that is the only one is made for you.",
    "help.table": "table, or Enter alone: draw the table",
    "help.undo": "undo: take back your last decision, up to the last draw or another player's decision",
    "help.restart": "restart: begin your turn anew, as far as undo reaches",
    "help.why": "why: what cannot be done now; why {example}, or why and a word of it: the same about one "
    "thing",
    "help.score": "score: everybody's points as if the game ended now",
    "help.log": "log [N]: what has happened, the last N lines (30)",
    "help.save": "save [FILE]: write a record of the game, to go on later",
    "help.load": "load FILE: go on with a saved game",
    "help.position": "position: the table as you may see it, as text (TOML)",
    "help.signs": "signs: what the signs on the table mean",
    "help.quit": "quit: leave; you are asked whether to save",
}
