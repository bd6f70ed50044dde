"""``python -m vulkar.pages --table SOCKET --listen HOST:PORT``: the web process with its pages.

The arguments are those of ``python -m vulkar.remote``, which serves the API alone.
"""

import sys

from vulkar.pages.app import build
from vulkar.remote.__main__ import main

if __name__ == "__main__":
    sys.exit(main(make=build))
