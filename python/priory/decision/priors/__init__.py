"""Priors: given, inside of models, the shares of labels, estimated, and put in another's place."""
