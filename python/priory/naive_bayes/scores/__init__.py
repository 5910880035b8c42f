"""Parameter estimates, scores, posteriors and explanations."""
