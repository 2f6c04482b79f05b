"""Fitting the weights of evaluations by self-play: ``samovar train GAME --value``."""
