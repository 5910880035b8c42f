"""``priory mail``: one file a command."""

COMMANDS = {
    "show": "show parsed messages: headers, parts, text, links, marks",
    "tokens": "show the tokens of messages, with their counts and origins",
    "recipients": "list the addresses that messages were sent to, one per line",
}
