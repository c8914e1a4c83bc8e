# SPDX-License-Identifier: MIT
"""What these tests have in common. `make test-python` says which `dray` they use."""

import sys
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

APPS = Path(__file__).parent / "apps"
# The interpreter of the applications: Debian's, which has GTK and Qt.
PYTHON = "/usr/bin/python3"


@pytest.fixture
def notes(desktop):
    program = desktop.start([PYTHON, APPS / "gtk_notes.py"], name="notes")
    program.window("Notes").move_to(40, 80)
    return program


@pytest.fixture
def board(desktop):
    program = desktop.start([PYTHON, APPS / "qt_board.py"], name="board")
    program.window("Board").move_to(640, 80)
    return program
