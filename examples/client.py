"""An API client that creates a table with two seats and plays both at random.

It needs only the standard library. Start a server with ``samovar serve --no-browser``, then

    python examples/client.py http://127.0.0.1:8642
"""

from __future__ import annotations

import argparse
import json
import random
import time
import urllib.error
import urllib.request
from typing import Any

TOO_MANY_REQUESTS = 429


class Table:
    """A client for one table of a server, with the token of a seat or without one."""

    def __init__(self, server: str, id: str = "", token: str = "") -> None:
        self.server = server.rstrip("/")
        self.url = f"{self.server}/api/tables/{id}"
        self.token = token

    def call(self, url: str, body: object = None) -> Any:
        """Send a GET request, or a POST request if there is a body. Return the JSON of the response."""
        headers = {"content-type": "application/json", "origin": self.server}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(url, data, headers)  # noqa: S310 (the user gives the address)
        while True:
            try:
                with urllib.request.urlopen(request) as response:  # noqa: S310 (the user gives the address)
                    return json.load(response)
            except urllib.error.HTTPError as error:
                if error.code != TOO_MANY_REQUESTS:
                    raise
                # The server limits requests per minute and says when to retry.
                time.sleep(float(error.headers["retry-after"]))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("server", help="address of the server")
    parser.add_argument("--game", default="stroganov")
    parser.add_argument("--seed", type=int, default=None, help="seed of the random choices")
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)  # noqa: S311 (random play)

    server = Table(arguments.server)
    # The server commits to its seed before it gets our salt, so neither side controls the shuffle.
    pledge = server.call(f"{server.server}/api/pledges", {})
    seats = [{"kind": "person", "name": "Ada"}, {"kind": "person", "name": "Ben"}]
    salt = f"{rng.getrandbits(64):x}"
    order = {"game": arguments.game, "seats": seats, "salt": salt, "pledge": pledge["pledge"]}
    made = server.call(f"{server.server}/api/tables", order)
    players = [Table(arguments.server, made["id"], token) for token in made["tokens"]]
    print(f"{server.server}/t/{made['id']}")

    state = made["state"]
    while not state["over"]:
        player = players[state["actors"][0]]
        mine = player.call(player.url)
        # ``seq`` is the state that the action answers. ``action_id`` makes a retry safe (idempotency key).
        action = {"token": rng.choice(mine["options"]), "seq": mine["seq"], "action_id": f"{mine['seq']}"}
        state = player.call(f"{player.url}/act", action)

    state = players[0].call(players[0].url)
    for score in state["scores"]:
        print(f"{state['seats'][score['seat']]['name']}: {score['total']}, rank {score['rank']}")
    proof = players[0].call(f"{players[0].url}/proof")
    print(f"commitment {pledge['commit'][:16]}…: {proof['verdict']}")


if __name__ == "__main__":
    main()
