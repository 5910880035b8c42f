"""From posterior to decision: costs, refusals, other priors, several sources, calibration."""
