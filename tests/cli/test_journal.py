"""``vulkar journal``: each of its commands on a real file, in a process of its own."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.cli.run import vulkar
