"""What counts of texts say about texts."""
