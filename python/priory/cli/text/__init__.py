"""The commands of ``priory text``, one module each."""

COMMANDS = {
    "fit": "train a text classifier and save it",
    "predict": "classify texts",
    "evaluate": "measure text classifiers by cross-validation or on a test file",
    "explain": "explain the classification of a text",
    "plot": "plot a model or its performance",
    "words": "list the most informative words of each label",
}
