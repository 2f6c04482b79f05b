"""A game of which nothing is installed but its rules: every other layer has a default."""
