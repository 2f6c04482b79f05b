"""What stands at the door of a table before the game begins, in English."""

from __future__ import annotations

from typing import Final

TABLE: Final[dict[str, str]] = {
    "door.waiting": "The game begins as soon as every seat is taken.",
    "door.look": "Look whether it has begun",
    "door.watch": "Whoever has this address may watch, and take an open seat:",
    "door.commit": "The server is already bound to its secret seed; its hash:",
    "door.salt": "Your own randomness",
    "door.salt.help": "Any letters and figures. The cards are shuffled with the server's seed and with this, "
    "so that nobody can have chosen how they fall.",
    "door.sit": "Sit down",
    "door.empty": "Seat {n} is free.",
    "door.link": "New link for this seat",
    "door.bot": "Give it to a bot",
    "door.copy": "Copy",
    "door.back": "Back",
    "door.no_table": "There is no such table.",
    "door.no_page": "There is no such page.",
    "door.wrong_link": "This link is not valid any more.",
    "door.not_yours": "That belongs to somebody else.",
    "door.watcher": "onlooker",
    "door.no_rules": "The text of the rules is not installed here.",
    "door.muted": "The host of this table lets you say nothing.",
    # managing a table
    "manage.title": "The table of {game}",
    "manage.host_only": "Only whoever made the table can change something here.",
    "manage.seats.help": "A new link puts whoever had the old one out of the seat; the game goes on from "
    "where it is.",
    "manage.change": "Change",
    "manage.remove": "Remove",
    "manage.mute": "Mute",
    "manage.unmute": "Let speak again",
    "manage.who_talks": "Who may write",
    "manage.watchers": "those who watch",
    "manage.delete": "Delete the table",
    "manage.delete.help": "The game, its log and everything that was said at it are deleted, for all who sit "
    "here. This cannot be taken back.",
    "manage.sure": "Yes, I am sure.",
    # the proof of the shuffle
    "proof.title": "The shuffle of {game}",
    "proof.chosen": "Whoever made the table chose the seed {seed}: all draws could be known, and there is "
    "nothing to prove.",
    "proof.brought": "This game was brought along: its draws come from elsewhere.",
    "proof.promise": "Before anybody sat down, the server was bound to a secret seed by its hash:",
    "proof.salts": "Then those who sat down added:",
    "proof.nothing": "nothing",
    "proof.seed": "The seed:",
    "proof.later": "it is shown when the game is over.",
    "proof.shows": "The server was bound to it before players added numbers of their own: nobody "
    "could choose the draws.",
    "proof.alone": "No player added numbers of their own: it shows that nothing was changed since the "
    "game began, not that the server took the first seed it drew.",
    "proof.checked": "What was checked",
    "proof.draws": "The server has played the game again: {n|draw} of the game, in their order, follow from "
    "the seed and what was added.",
    "proof.here.right": "Your browser has hashed the seed: it is the one that was promised.",
    "proof.here.wrong": "Your browser has hashed the seed: it is NOT the one that was promised.",
    "proof.yourself": "To check all of it yourself, save the record and run:",
    "noun.draw": "draw|draws",
    # what the server knows
    "data.title": "Your data",
    "data.about": "This server knows your browser by a cookie and keeps of it: your seats at {n|table}, what "
    "you were called there, your moves, and {m|remark}. It keeps no address and no account, and hands "
    "nothing on.",
    "data.export": "Save all of it as a file",
    "data.forget": "Delete your data",
    "data.forget.help": "Your seats, your remarks and the cookies are deleted, and every table at which "
    "nobody else has a seat. Of games that others have played in, the log stays, with your moves and the "
    "name that you gave. This cannot be taken back.",
    "noun.table": "table|tables",
    "noun.remark": "remark|remarks",
}
