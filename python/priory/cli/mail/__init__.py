"""``priory mail``: one file a command."""

COMMANDS = {
    "show": "show messages as the parser sees them: headers, parts, text, links, marks",
    "tokens": "show which tokens messages become, how often, and where from",
}
