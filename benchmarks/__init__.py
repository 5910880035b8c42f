"""How fast Priory is and how much memory it takes, beside its peers, in one run."""
