"""Limits the index of action ids to rows that have one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    named = sa.text("action_id IS NOT NULL")
    op.drop_index("event_action", "event")
    op.create_index(
        "event_action",
        "event",
        ["game", "action_id"],
        unique=True,
        sqlite_where=named,
        postgresql_where=named,
    )


def downgrade() -> None:
    op.drop_index("event_action", "event")
    op.create_index("event_action", "event", ["game", "action_id"], unique=True)
