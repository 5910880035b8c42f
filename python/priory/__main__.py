"""``python -m priory``: the program ``priory``."""

import sys

from priory.cli import program

if __name__ == "__main__":
    sys.exit(program())
