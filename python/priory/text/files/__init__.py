"""Models as bytes and on disk."""
