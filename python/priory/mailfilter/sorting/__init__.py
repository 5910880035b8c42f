"""A Maildir sorted: spam is filed away, and what a person moves is remembered."""
