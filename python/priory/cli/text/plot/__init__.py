"""The commands of ``priory text plot``, one module each."""

COMMANDS = {
    "words": "plot the probabilities of the most informative words, by label",
    "evidence": "plot the evidence for and against the label of a text",
    "matrix": "plot the document-term matrix",
    "roc": "plot ROC curves",
    "reliability": "plot a reliability diagram (calibration curve)",
    "refusals": "plot the error-reject curve",
    "costs": "plot the mean cost by decision threshold",
}
