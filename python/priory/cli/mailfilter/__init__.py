"""The commands of the mail filter: one file a command."""

COMMANDS = {
    "learn": "learn that messages are of a class, such as spam or ham",
    "forget": "forget messages that were learned",
    "classify": "say what messages are: spam, ham, unsure, or any other class",
    "explain": "show what makes messages what they are taken for",
    "words": "show how often words were learned, and what they tell",
    "stats": "show what was learned so far, and which settings are in force",
    "filter": "pass a message from standard input to standard output, with a header on top that "
    "says what it is",
    "sort": "file the spam of a Maildir into its Junk folder",
    "store": "keep well what was learned: check it, make it smaller, copy and exchange it",
}
