"""Class priors: user-given, extracted from models, counted, estimated by EM, and replaced."""
