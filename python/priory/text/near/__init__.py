"""The parts of TextNeighbors: stored texts, vectorization and voting."""
