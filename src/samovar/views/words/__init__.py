"""Sentences for people, in English and Czech."""
