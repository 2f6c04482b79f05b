"""Translations: one `.po` file per language, and the classes that read and fill in the texts."""
