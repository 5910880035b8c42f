"""``priory store``: what keeps a store well, one file a command."""

COMMANDS = {
    "check": "look whether the store is sound",
    "compact": "make the store smaller: drop rare old words, and what old messages added",
    "backup": "copy the store to another file, while others may use it",
    "export": "write the store as JSON lines, or as a word list of bogofilter",
    "import": "add what was exported: all of it or nothing",
    "merge": "add another store, as if its mail had been learned here",
}
