"""The fair shuffle: neither a player nor the server can choose the draws, and everyone can verify them later.

1. Before a seat is taken the server draws a secret seed of 256 bits and publishes its hash: the commitment.
   A client that creates a room and takes a seat in one request first asks for a pledge. That is the
   commitment for a future room.
2. Each client that takes a seat adds random bytes, the salt, which the server cannot know in advance.
3. The key of the game is HMAC-SHA256 of all salts, in the order of the seats, with the seed as its key.
4. Before the set-up and after each decision the generator gets a new seed: HMAC-SHA256(key, "draw N"), where
   N is the length of the log. So past draws reveal nothing about later ones.
5. At the end the seed is published. Every draw can be derived from the seed, the salts and the record.

This proves that the server did not repeat draws until it liked the result, and that nothing was changed. It
does not prove that the operator of the server did not look at the draws.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Final, NamedTuple

from samovar.games import registry
from samovar.kernel.components import Components
from samovar.kernel.errors import BadInput
from samovar.kernel.state import NATURE
from samovar.match.match import Match
from samovar.match.record import Record, read_record

DOMAIN: Final = "samovar shuffle 1"
CHOSEN_DOMAIN: Final = "samovar chosen seed 1"
SEED_BYTES: Final = 32
MAX_SALT: Final = 64  # characters
PROOF_PREFIX: Final = "# shuffle: "


def pledged_seed(key: str, pledge: str) -> str:
    """The seed of a room created from a pledge. It follows from the key of the server, so nothing is stored.

    >>> len(pledged_seed("00ff", "room.1")) == 2 * SEED_BYTES
    True
    """
    return hmac.digest(bytes.fromhex(key), f"pledge {pledge}".encode(), "sha256").hex()


def commitment_text(room: str, seed: str) -> str:
    """The text that is hashed for the commitment.

    >>> commitment_text("room1", "ab12")
    'samovar shuffle 1\\nroom1\\nab12'
    """
    return f"{DOMAIN}\n{room}\n{seed}"


def commitment(room: str, seed: str) -> str:
    """The hash that commits the server to a seed for this room.

    >>> commitment("room1", "ab12")[:8]
    '3055aeb9'
    """
    return hashlib.sha256(commitment_text(room, seed).encode()).hexdigest()


def chosen_seed_text(room: str, seed: str, nonce: str) -> str:
    """The text that is hashed for a seed that a person chose. The nonce keeps a short seed secret.

    >>> chosen_seed_text("room1", "42", "ab12")
    'samovar chosen seed 1\\nroom1\\n42\\nab12'
    """
    return f"{CHOSEN_DOMAIN}\n{room}\n{seed}\n{nonce}"


def chosen_seed_hash(room: str, seed: str, nonce: str) -> str:
    """The hash of a chosen seed. It proves after the game that the seed was not replaced.

    >>> chosen_seed_hash("room1", "42", "ab12") == chosen_seed_hash("room1", "43", "ab12")
    False
    """
    return hashlib.sha256(chosen_seed_text(room, seed, nonce).encode()).hexdigest()


def game_key(seed: str, salts: list[str]) -> bytes:
    """The key from which all draws of a game are derived. A seat without a salt has an empty one.

    >>> game_key("ab" * 32, ["salt", ""]).hex()[:8]
    'c0a6cf40'
    """
    return hmac.digest(bytes.fromhex(seed), "\n".join(salts).encode(), "sha256")


def draw_seed(key: bytes, number: int) -> int:
    """The seed of the generator when the log has ``number`` entries.

    >>> key = game_key("ab" * 32, ["salt", ""])
    >>> draw_seed(key, 0) == draw_seed(key, 1)
    False
    """
    return int.from_bytes(hmac.digest(key, f"draw {number}".encode(), "sha256")[:8])


def proof_line(room: str, commit: str, seed: str, salts: list[str]) -> str:
    """The line of a record from which its draws can be derived.

    >>> proof_line("room1", "hash", "ab12", ["salt", ""])
    '# shuffle: table=room1 commit=hash seed=ab12 salts=salt,'
    """
    return f"{PROOF_PREFIX}table={room} commit={commit} seed={seed} salts={','.join(salts)}"


def with_proof(record: str, line: str) -> str:
    """The record with the proof as its second line.

    >>> with_proof("samovar tundra 1\\nseats: 2\\n", "# shuffle: …")
    'samovar tundra 1\\n# shuffle: …\\nseats: 2\\n'
    """
    first, _, rest = record.partition("\n")
    return f"{first}\n{line}\n{rest}"


def proof_of(text: str) -> dict[str, str] | None:
    """The fields of the proof in a record. None if it has none.

    >>> proof_of("samovar tundra 1\\n# shuffle: table=room1 seed=ab12")
    {'table': 'room1', 'seed': 'ab12'}
    """
    for line in text.splitlines()[:20]:
        if line.startswith(PROOF_PREFIX):
            return {
                name: value
                for name, _, value in (word.partition("=") for word in line[len(PROOF_PREFIX) :].split())
            }
    return None


class Proof(NamedTuple):
    """The result of a successful ``check_proof``.

    >>> str(Proof(draws=90, added=1, seats=2))
    '90 draws follow from the seed and 1 of 2 salts'
    """

    draws: int
    added: int  # number of seats whose client added a salt
    seats: int

    def __str__(self) -> str:
        return f"{self.draws} draws follow from the seed and {self.added} of {self.seats} salts"


def check_proof(text: str, components: str | None = None, box: Components | None = None) -> Proof:
    """Derive every draw of a record from its proof. BadInput if a draw differs.

    ``box``: the components, already read.

    >>> seed = "ab" * 32
    >>> key = game_key(seed, ["salt", ""])
    >>> record = Match("stroganov", seats=2, seed=draw_seed(key, 0)).record(with_seed=False)
    >>> line = proof_line("room1", commitment("room1", seed), seed, ["salt", ""])
    >>> check_proof(with_proof(record, line))
    Proof(draws=76, added=1, seats=2)
    """
    proof = proof_of(text)
    if proof is None:
        raise BadInput("shuffle", ["the record has no proof"])
    seed, salts = proof.get("seed", ""), proof.get("salts", "").split(",")
    try:
        key = game_key(seed, salts)
    except ValueError:
        raise BadInput("shuffle", ["the seed must be a hexadecimal number"]) from None
    if commitment(proof.get("table", ""), seed) != proof.get("commit"):
        raise BadInput("shuffle", ["the seed does not match the commitment of the server"])
    draws = derive_draws(read_record(text), key, components, box)
    return Proof(draws, sum(1 for salt in salts if salt), len(salts))


def derive_draws(
    record: Record, key: bytes, components: str | None = None, box: Components | None = None
) -> int:
    """Replay a record with draws derived from this key. Return their number, or BadInput if one differs.

    >>> key = game_key("ab" * 32, ["", ""])
    >>> record = Match("stroganov", seats=2, seed=draw_seed(key, 0)).record()
    >>> derive_draws(read_record(record), key)
    77
    """
    first = draw_seed(key, 0)
    if box is None and components is None:
        box = registry.game(record.game).shipped_box(record.components)
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
                raise BadInput(
                    "shuffle", [f"action {at + 1} is the draw {token}, but Nature does not draw there"]
                )
            match.rng.seed(draw_seed(key, at))
            match.play(seat, token)
        entry = match.log[at]
        if entry.seat != seat or notation.token(entry.action) != token:
            raise BadInput("shuffle", [f"action {at + 1} is {token}, which does not follow from the seed"])
        draws += seat == NATURE
    return draws
