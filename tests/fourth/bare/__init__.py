"""A package with only the rules of a game. Every other layer uses its default."""
