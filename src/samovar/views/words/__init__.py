"""Sentences for people: one `.po` file per language, and the classes that fill them in."""
