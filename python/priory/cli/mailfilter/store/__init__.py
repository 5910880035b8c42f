"""``priory store``: the commands that maintain a store, one file a command."""

COMMANDS = {
    "check": "check the integrity of the store",
    "compact": "shrink the store: drop rare old words and old journal entries",
    "replay": "teach all messages anew, after many were forgotten or corrected",
    "backup": "copy the store to another file, also while it is in use",
    "export": "export the store as JSON lines or as a bogofilter word list",
    "import": "import an exported store: all of it or nothing",
    "merge": "merge another store into this one",
    "erase": "remove the store, what belongs to it, and named backups",
}
