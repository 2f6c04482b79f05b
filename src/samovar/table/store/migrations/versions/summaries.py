"""Room rows with the round of the game, the time of the newest log entry, and the room they were forked from.

The round cannot be computed without the rules of the games. It stays empty until the next decision.
"""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("room", sa.Column("period", sa.Text, nullable=False, server_default="[]"))
    op.add_column("room", sa.Column("changed_at", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("room", sa.Column("fork_of", sa.String(32), nullable=False, server_default=""))
    op.execute(
        "UPDATE room SET changed_at = COALESCE("
        "(SELECT MAX(room_event.at) FROM room_event WHERE room_event.room = room.id), created_at)"
    )
    mark_forks()


def mark_forks() -> None:
    """Fill ``fork_of`` from the first log entry. A fork has a position to begin from, a rematch has none."""
    connection = op.get_bind()
    first = sa.text("SELECT room, body FROM room_event WHERE seq = 1 AND body LIKE '%\"origin\"%'")
    for id, body in connection.execute(first).all():
        made = json.loads(body)
        if made.get("origin") and made.get("start"):
            change = sa.text("UPDATE room SET fork_of = :origin WHERE id = :id")
            connection.execute(change, {"origin": made["origin"], "id": id})


def downgrade() -> None:
    raise NotImplementedError("no downgrade: restore the backup that was made before the upgrade")
