"""The commands of the mail filter: one file a command."""

COMMANDS = {
    "learn": "learn messages as a class, such as spam or ham",
    "forget": "forget messages that were learned",
    "classify": "classify messages: spam, ham, unsure, or any other class",
    "review": "teach by keys on the terminal: the unsure and the newest messages, one by one",
    "explain": "show why messages are classified as they are",
    "words": "show the strongest words of each class, or the counts of given words",
    "stats": "show what was learned so far, and the current settings",
    "filter": "copy a message from stdin to stdout, with its verdict in a header (for procmail, "
    "maildrop and the like)",
    "sort": "move the spam of a Maildir to its Junk folder, and other classes to theirs",
    "store": "maintain the store: check, compact, back up, merge, import, export",
}
