"""``priory text plot``: one file a picture."""

COMMANDS = {
    "words": "how probable the most telling words are, given each label",
    "evidence": "what speaks for the label of one text, and what against it",
    "matrix": "which text has which word, a dot for each",
    "roc": "what a model finds beside what it mistakes",
    "reliability": "how often a model is right, beside how sure it is",
    "refusals": "how many errors remain if a model may refuse to answer",
    "costs": "what decisions cost at each threshold",
}
