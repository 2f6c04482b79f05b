"""The fair shuffle: no player and no server can choose the draws, and afterwards everyone can check it.

1. Before a seat is taken the server draws a secret seed of 256 bits and shows its hash: the commitment.
   A person who creates a room and takes a seat with the same request asks for a pledge before.
2. Each person who takes a seat adds bytes of their own, the salt, which the server cannot have known.
3. The key of the game is HMAC-SHA256(seed, all salts in the order of the seats).
4. Before the set-up and after each decision the dice are seeded anew: HMAC-SHA256(key, "draw N"), where N is
   the length of the log. So past draws tell nothing about later ones.
5. At the end the seed is shown. With it, the salts and the record every draw can be derived again.

It proves that the server did not draw again until it liked the result, and that nothing was changed. It does
not prove that the operator of the server did not look.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Final, NamedTuple

from samovar.kernel.components import Components
from samovar.kernel.errors import BadInput
from samovar.kernel.state import NATURE
from samovar.match.match import Match
from samovar.match.record import Record, read_record

DOMAIN: Final = "samovar shuffle 1"
SEED_BYTES: Final = 32
MAX_SALT: Final = 64  # characters
PROOF_PREFIX: Final = "# shuffle: "


def pledged_seed(key: str, pledge: str) -> str:
    """The seed of a room that is only pledged so far. It follows from the secret key of the server, so that
    nothing has to be stored.
    """
    return hmac.digest(bytes.fromhex(key), f"pledge {pledge}".encode(), "sha256").hex()


def bound(room: str, seed: str) -> str:
    """What is hashed for the commitment."""
    return f"{DOMAIN}\n{room}\n{seed}"


def commitment(room: str, seed: str) -> str:
    """The hash that binds the server to a seed, for this room only."""
    return hashlib.sha256(bound(room, seed).encode()).hexdigest()


def game_key(seed: str, salts: list[str]) -> bytes:
    """What all draws of a game follow from. A seat that added nothing has an empty salt."""
    return hmac.digest(bytes.fromhex(seed), "\n".join(salts).encode(), "sha256")


def draw_seed(key: bytes, number: int) -> int:
    """The seed of the dice after so many actions."""
    return int.from_bytes(hmac.digest(key, f"draw {number}".encode(), "sha256")[:8])


def proof_line(room: str, commit: str, seed: str, salts: list[str]) -> str:
    """The line of a record that lets everybody derive its draws."""
    return f"{PROOF_PREFIX}table={room} commit={commit} seed={seed} salts={','.join(salts)}"


def with_proof(record: str, line: str) -> str:
    """A record with the proof in its head."""
    first, _, rest = record.partition("\n")
    return f"{first}\n{line}\n{rest}"


def proof_of(text: str) -> dict[str, str] | None:
    """The proof in a record; None if there is none."""
    for line in text.splitlines()[:20]:
        if line.startswith(PROOF_PREFIX):
            return {
                name: value
                for name, _, value in (word.partition("=") for word in line[len(PROOF_PREFIX) :].split())
            }
    return None


class Proof(NamedTuple):
    """What was found right."""

    draws: int
    added: int  # seats that added something
    seats: int

    def __str__(self) -> str:
        return f"{self.draws} draws follow from the seed and {self.added} of {self.seats} salts"


def check_proof(text: str, components: str | None = None, box: Components | None = None) -> Proof:
    """Derive every draw of a record from its proof; BadInput if it fails. ``box``: the components, read."""
    proof = proof_of(text)
    if proof is None:
        raise BadInput("shuffle", ["the record has no proof"])
    seed, salts = proof.get("seed", ""), proof.get("salts", "").split(",")
    try:
        key = game_key(seed, salts)
    except ValueError:
        raise BadInput("shuffle", ["the seed is no hexadecimal number"]) from None
    if commitment(proof.get("table", ""), seed) != proof.get("commit"):
        raise BadInput("shuffle", ["the seed is not the one that the server was bound to"])
    draws = derive_again(read_record(text), key, components, box)
    return Proof(draws, sum(1 for salt in salts if salt), len(salts))


def derive_again(
    record: Record, key: bytes, components: str | None = None, box: Components | None = None
) -> int:
    """Play a record with dice of this key; how many draws agreed. BadInput at the first that does not."""
    first = draw_seed(key, 0)
    match = (
        Match.from_position(record.start, first, components, box=box)
        if record.start
        else Match(record.game, record.seats, first, record.options, components, box=box)
    )
    notation = match.state.box.notation
    draws = 0
    for at, (seat, token, _) in enumerate(record.moves):
        if at == len(match.log):
            if seat == NATURE:
                raise BadInput("shuffle", [f"draw {token} (action {at + 1}): nothing is drawn there"])
            match.dice.seed(draw_seed(key, at))
            match.play(seat, token)
        entry = match.log[at]
        if entry.seat != seat or notation.token(entry.action) != token:
            raise BadInput("shuffle", [f"action {at + 1} is {token}, which does not follow from the seed"])
        draws += seat == NATURE
    return draws
