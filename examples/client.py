"""A program that plays by the API: it makes a table with two seats of its own and plays both at random.

Only the standard library is used. Start a table with ``samovar serve --no-browser``, then

    python examples/client.py http://127.0.0.1:8642
"""

from __future__ import annotations

import argparse
import json
import random
import urllib.request
from typing import Any


class Table:
    """One table of a server, seen with the token of a seat or without one."""

    def __init__(self, server: str, id: str = "", token: str = "") -> None:
        self.server = server.rstrip("/")
        self.place = f"{self.server}/api/tables/{id}"
        self.token = token

    def call(self, address: str, body: object = None) -> Any:
        """GET, or POST if there is something to send."""
        headers = {"content-type": "application/json", "origin": self.server}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(address, data, headers)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("server", help="address of the server")
    parser.add_argument("--game", default="stroganov")
    parser.add_argument("--seed", type=int, default=None, help="of the choices")
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)

    house = Table(arguments.server)
    # First the server binds itself to its seed, then we say what we add to the shuffle.
    pledge = house.call(f"{house.server}/api/pledges", {})
    seats = [{"kind": "person", "name": "Ada"}, {"kind": "person", "name": "Ben"}]
    salt = f"{rng.getrandbits(64):x}"
    order = {"game": arguments.game, "seats": seats, "salt": salt, "pledge": pledge["pledge"]}
    made = house.call(f"{house.server}/api/tables", order)
    players = [Table(arguments.server, made["id"], token) for token in made["tokens"]]
    print(f"{house.server}/t/{made['id']}")

    state = made["state"]
    while not state["over"]:
        player = players[state["actors"][0]]
        mine = player.call(player.place)
        # An action names the state that it answers; an id of our own makes it safe to send it again.
        action = {"token": rng.choice(mine["options"]), "seq": mine["seq"], "action_id": f"{mine['seq']}"}
        state = player.call(f"{player.place}/act", action)

    state = players[0].call(players[0].place)
    for score in state["scores"]:
        print(f"{state['seats'][score['seat']]['name']}: {score['total']}, rank {score['rank']}")
    proof = players[0].call(f"{players[0].place}/proof")
    print(f"bound to {pledge['commit'][:16]}…, and indeed {proof['verdict']}")


if __name__ == "__main__":
    main()
