"""Run by Alembic: bring the database that the store hands over to the newest schema."""

from __future__ import annotations

from alembic import context

from samovar.table.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
