"""The encoder of observations: it turns the view of a seat into a list of integers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from samovar.envs.observation_fields import Field
from samovar.games import registry
from samovar.kernel.errors import BadInput
from samovar.kernel.state import State, View


class ObservationEncoder:
    """Encodes observations of one game with one box, seat count and set of options.

    ``cells`` has the name and the range of every number.

    >>> import samovar
    >>> match = samovar.Match("catherine", seats=2, seed=7)
    >>> encoder = encoder_for("catherine", match.state)
    >>> observation = encoder.encode(match.view(1), 1)
    >>> len(observation) == len(encoder)
    True
    >>> encoder.cells[0], observation[0]
    (Cell(name='seat', low=0, high=1), 1)
    """

    def __init__(self, fields: Sequence[Field]) -> None:
        self.fields: Final = list(fields)
        self.cells: Final = [cell for field in fields for cell in field.cells]
        self._reads: Final = [field.read for field in fields]

    def __len__(self) -> int:
        return len(self.cells)

    def encode(self, view: View, seat: int) -> list[int]:
        """Return the observation of this seat, one integer for each cell."""
        observation: list[int] = []
        for read in self._reads:
            observation += read(view, seat)
        return observation


def encoder_for(game: str, initial_state: State) -> ObservationEncoder:
    """Return the encoder for the box, seats and options of this state.

    BadInput if the game has no part ``envs``.

    >>> import samovar
    >>> len(encoder_for("tundra", samovar.Match("tundra", seats=2, seed=7).state))
    791
    """
    part = registry.part(game, "envs")
    if part is None:
        raise BadInput(
            "game", [f"{game} has no observations: it lacks the part envs with fields(initial_state)"]
        )
    fields: list[Field] = part.fields(initial_state)
    return ObservationEncoder(fields)


def markdown_table(encoder: ObservationEncoder) -> str:
    """Return the fields as a Markdown table, for docs/environments.md.

    >>> import samovar
    >>> encoder = encoder_for("catherine", samovar.Match("catherine", seats=2, seed=7).state)
    >>> markdown_table(encoder).splitlines()[2]
    '| `seat` | 1 | 0 | 0 to 1 | the number of the own seat |'
    """
    lines = ["| field | cells | from | range | meaning |", "| --- | --- | --- | --- | --- |"]
    at = 0
    for field in encoder.fields:
        lines.append(f"| `{field.name}` | {len(field.cells)} | {at} | {field.span} | {field.means} |")
        at += len(field.cells)
    return "\n".join(lines)
