"""What stands at the door of a table before the game begins, in Czech."""

from __future__ import annotations

from typing import Final

TABLE: Final[dict[str, str]] = {
    "door.waiting": "Hra začne, jakmile budou všechna místa obsazená.",
    "door.look": "Podívat se, jestli už začala",
    "door.watch": "Kdo má tuto adresu, může se dívat a posadit se na volné místo:",
    "door.commit": "Server už je vázán svým tajným semínkem; jeho otisk:",
    "door.salt": "Vaše vlastní náhoda",
    "door.salt.help": "Libovolná písmena bez diakritiky a číslice. Míchá se semínkem serveru i tímto, takže "
    "nikdo nemohl určit, jak karty padnou.",
    "door.sit": "Posadit se",
    "door.empty": "Místo {n} je volné.",
    "door.link": "Nový odkaz na toto místo",
    "door.bot": "Dát ho botovi",
    "door.copy": "Kopírovat",
    "door.back": "Zpět",
    "door.no_table": "Takový stůl tu není.",
    "door.no_page": "Taková stránka tu není.",
    "door.wrong_link": "Tento odkaz už neplatí.",
    "door.not_yours": "To patří někomu jinému.",
    "door.watcher": "divák",
    "door.no_rules": "Text pravidel tu není nainstalovaný.",
}
