"""Read the cards and tiles of a position. Each must exist and be in one place only."""

from __future__ import annotations

from typing import Final

from samovar.kernel import cards
from samovar.kernel.reading import Reader

HIDDEN: Final = "a match cannot start from a position with hidden cards"


class CardReader:
    """Reads the ids of one kind of card or tile from a position and collects the faults."""

    def __init__(self, what: str, numbers: dict[str, int], faults: list[str]) -> None:
        self.what: Final = what  # the kind of card, for messages
        self.numbers: Final = numbers  # by id
        self.faults: Final = faults
        self.placed: Final[dict[int, str]] = {}  # card -> the key of the position that names it

    def number(self, id: str, where: str) -> int:
        """Mark the card with this id as placed and return its number. 0 after a fault."""
        if id == "?":
            self.faults.append(f"{where}: {HIDDEN}")
            return 0
        if id not in self.numbers:
            self.faults.append(f"{where}: there is no {self.what} {id[:40]!r}")
            return 0
        card = self.numbers[id]
        if card in self.placed:
            self.faults.append(f"{where}: {self.what} {id} occurs twice, also in {self.placed[card]}")
            return 0
        self.placed[card] = where
        return card

    def number_or_gap(self, id: str, where: str) -> int:
        """Like ``number``, but an empty text is a place without a card: 0."""
        return self.number(id, where) if id else 0

    def read_list(self, reader: Reader, key: str, gaps: bool = False) -> list[int]:
        """The cards of a list of ids. With ``gaps`` an empty text is a place without a card, 0."""
        where = f"{reader.path}.{key}" if reader.path else key
        found: list[int] = []
        for id in reader.texts(key, []):
            card = self.number_or_gap(id, where) if gaps else self.number(id, where)
            if card or (gaps and not id):
                found.append(card)
        return found

    def read_set(self, reader: Reader, key: str, gaps: bool = False) -> int:
        """The cards of a list of ids as a set."""
        return cards.of([card for card in self.read_list(reader, key, gaps) if card])

    def new(self, among: list[int]) -> int:
        """Mark the first card that is not placed yet as placed and return it. 0 if there is none."""
        for card in among:
            if card not in self.placed:
                self.placed[card] = "the fresh set-up"
                return card
        return 0


def index_of_ids(ids: list[str]) -> dict[str, int]:
    """The index of each id in a list. Empty texts are left out."""
    return {id: number for number, id in enumerate(ids) if id}
