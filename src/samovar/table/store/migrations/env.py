"""Run by Alembic: upgrade the database of the given connection to the newest schema."""

from __future__ import annotations

from alembic import context

from samovar.table.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
