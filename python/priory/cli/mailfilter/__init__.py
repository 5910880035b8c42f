"""The commands of the mail filter: one file a command."""

COMMANDS = {
    "classify": "say what messages are: spam, ham, unsure, or any other class",
}
