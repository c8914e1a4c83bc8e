# SPDX-License-Identifier: MIT
"""Common fixtures. `make test-python` sets the `dray` that the tests use."""

import sys
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

APPS = Path(__file__).parent / "apps"
# The interpreter of the applications: that of Debian, which has GTK and Qt.
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
