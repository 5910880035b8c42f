"""``priory text``: one file a command."""

COMMANDS = {
    "fit": "learn from labelled texts, and write a model",
    "predict": "label texts with a model",
    "explain": "show what makes a model label a text as it does",
    "plot": "draw what a model knows, and how well",
    "words": "show the most telling words of each label",
}
