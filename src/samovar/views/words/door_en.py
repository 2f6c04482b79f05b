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
}
