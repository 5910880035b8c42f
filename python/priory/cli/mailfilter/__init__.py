"""The commands of the mail filter: one file a command."""

COMMANDS = {
    "learn": "learn that messages are of a class, such as spam or ham",
    "forget": "forget messages that were learned",
    "classify": "say what messages are: spam, ham, unsure, or any other class",
}
