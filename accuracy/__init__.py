"""How often Priory and its peers are right, on the same mail and the same texts."""
