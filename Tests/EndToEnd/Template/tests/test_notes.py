# SPDX-License-Identifier: MIT
"""Drags between two windows of the application, in Python."""

from pathlib import Path

import pytest
from dray_run import Desktop, Program, Refused

APPLICATION = Path(__file__).parent.parent / "notes.py"


@pytest.fixture
def mine(desktop: Desktop) -> Program:
    program = desktop.start(["/usr/bin/python3", APPLICATION, "Mine"])
    program.window("Mine").move_to(40, 80)
    return program


@pytest.fixture
def yours(desktop: Desktop) -> Program:
    program = desktop.start(["/usr/bin/python3", APPLICATION, "Yours"])
    program.window("Yours").move_to(520, 80)
    return program


def test_a_note_is_copied(desktop: Desktop, mine: Program, yours: Program) -> None:
    drag = desktop.drag(mine.window().at("50%", "30%"), yours.window().at("50%", "80%"))
    drag.expect(result="finished", action="copy", text="Buy milk")
    desktop.expect_file("inbox.txt", "Buy milk")


def test_a_note_is_not_dropped_on_a_note(desktop: Desktop, mine: Program, yours: Program) -> None:
    drag = desktop.drag(mine.window().at("50%", "30%"), yours.window().at("50%", "30%"))
    drag.expect(result="cancelled")
    assert not (desktop.home / "inbox.txt").exists()


def test_the_inbox_gives_nothing_away(desktop: Desktop, mine: Program, yours: Program) -> None:
    with pytest.raises(Refused, match="no drag began"):
        desktop.drag(mine.window().at("50%", "80%"), yours.window())
