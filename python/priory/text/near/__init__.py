"""What TextNeighbors stands on: texts that are kept, and their votes."""
