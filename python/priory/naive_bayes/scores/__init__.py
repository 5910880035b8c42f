"""Counts and priors become parameters, and these become scores, posteriors and explanations."""
