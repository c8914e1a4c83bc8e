# SPDX-License-Identifier: MIT
"""Drags between a small application of GTK 4 and one of Qt 6."""

import os
import re
import signal
from pathlib import Path

import pytest
from conftest import APPS, PYTHON

from dray_run import Crash, NotSo, Refused


def test_a_note_is_copied_to_the_board(desktop, notes, board):
    drag = desktop.drag(notes.window().at("50%", "30%"), board.window())
    drag.expect(result="finished", action="copy", text="Buy milk")
    board.expect_output("got Buy milk")
    notes.expect_output("given away")
    desktop.expect_file("board.txt", "Buy milk")


def test_two_drags_are_two(desktop, notes, board):
    first = desktop.drag(notes.window().at("50%", "30%"), board.window())
    second = desktop.drag(notes.window().at("50%", "30%"), board.window())
    assert (first.number, second.number) == (1, 2)
    assert second.expect(result="finished").text == "Buy milk"


def test_the_action_is_known_before_the_drop(desktop, notes, board):
    held = desktop.hold_over(notes.window().at("50%", "30%"), board.window())
    assert (held["state"], held["action"], held["badge"]) == ("under-way", "copy", "plus")
    assert held["target"] == board.window().number
    desktop.key("Escape")
    desktop.wait_until(lambda: desktop.state["drag"]["state"] == "cancelled", "Escape cancels the drag")
    desktop.release()
    assert "got" not in board.output


def test_a_board_that_accepts_nothing_rejects_the_note(desktop, notes):
    board = desktop.start([PYTHON, APPS / "qt_board.py", "--closed"])
    board.window("Board").move_to(640, 80)
    drag = desktop.drag(notes.window().at("50%", "30%"), board.window())
    drag.expect(result="cancelled", action="none")
    assert drag.types == []
    with pytest.raises(Refused, match="nothing was read in the last drag"):
        drag.payload()


def test_no_drag_begins_without_a_source(desktop, board):
    with pytest.raises(Refused, match="no drag began"):
        desktop.drag(board.window(), (20, 600))
    # The button was released, so it can be pressed again.
    desktop.press()
    desktop.release()


def test_a_text_is_typed(desktop, notes):
    notes.window().raise_()
    desktop.wait_until(lambda: notes.window().is_active, "the note has the keyboard")
    desktop.type("Hello, World!\n")
    notes.expect_output("typed: Hello, World!")
    desktop.type("Grüße → 漢字\n")
    notes.expect_output("Grüße → 漢字")
    with pytest.raises(Refused, match="it has a control character"):
        desktop.type("a\x01b")


def test_a_window_changes_its_title(desktop, notes):
    window = notes.window("Notes")
    desktop.click(window.at("50%", "95%"))
    window.expect_title("Renamed")


def test_a_window_is_closed(desktop, notes):
    window = notes.window("Notes")
    assert window.is_there and window.position == (40, 80)
    window.close()
    window.expect_gone()
    notes.expect_exit(0)


def test_a_crash_is_reported(desktop, notes):
    notes.kill(signal.SIGKILL)
    notes.expect_exit(-signal.SIGKILL)
    crasher = desktop.start(["sh", "-c", "echo the last words >&2; sleep 0.2; exit 3"])
    with pytest.raises(Crash, match="(?s)sh ended with status 3; it said last: the last words"):
        desktop.window("Never", program=crasher)


def test_what_is_missing_is_explained(desktop, notes):
    notes.window("Notes")
    with pytest.raises(NotSo, match="(?s)there is a window titled “Mail”.*#1 “Notes” org.example.Notes at 40, 80"):
        desktop.window("Mail", within=0.3)
    with pytest.raises(NotSo, match="(?s)the title is “Mail”.*it is “Notes”"):
        notes.window().expect_title("Mail", within=0.3)
    (desktop.home / "other.txt").write_text("x")
    with pytest.raises(NotSo, match="(?s)note.txt is in the home.*has: .*other.txt"):
        desktop.expect_file("note.txt", within=0.2)
    with pytest.raises(NotSo, match="(?s)notes has written “bye”"):
        notes.expect_output("bye", within=0.2)


def test_programs_have_a_home_of_their_own(desktop, tmp_path):
    script = 'echo "$HOME|$WORD|$PWD|$DBUS_SESSION_BUS_ADDRESS"; sleep 60'
    program = desktop.start(["sh", "-c", script], environment={"WORD": "a b"}, directory=tmp_path)
    program.expect_output("a b")
    home, word, folder, bus = program.output.strip().split("|")
    assert (home, word, folder) == (str(desktop.home), "a b", str(tmp_path))
    assert bus != os.environ.get("DBUS_SESSION_BUS_ADDRESS")
    socket = Path(bus.removeprefix("unix:path="))
    assert socket.is_socket() and socket.parent.name.startswith("dray-")


def test_a_pen_and_fingers(desktop, notes):
    window = notes.window()
    with pytest.raises(Refused, match="the pen is not in proximity"):
        desktop.pen_down()
    desktop.pen_enter(window.at("50%", "95%"))
    desktop.pen_down(0.8)
    desktop.pen_press(0.9)
    desktop.pen_up()
    desktop.pen_leave()
    window.expect_title("Renamed")
    desktop.touch_down(window.at("50%", "30%"))
    desktop.touch_move((300, 400), duration=0.1)
    desktop.touch_up()
    desktop.unplug("keyboard")
    desktop.plug("keyboard")
    # The program uses the new keyboard.
    desktop.click(window.at("50%", "79%"))
    desktop.type("Hello\n")
    notes.expect_output("typed: Hello")
    desktop.unplug("keyboard")
    desktop.plug("keyboard")
    desktop.type("again\n")
    notes.expect_output(re.compile("^typed: .*again", re.MULTILINE))


@pytest.mark.desktop(size=(400, 300), scale=1.5)
def test_a_scale_may_be_a_fraction(desktop, tmp_path):
    picture = desktop.picture(tmp_path / "screen.png").read_bytes()
    assert (int.from_bytes(picture[16:20], "big"), int.from_bytes(picture[20:24], "big")) == (600, 450)


@pytest.mark.desktop(size=(400, 300), scale=2)
def test_the_marker_sets_the_options_of_the_desktop(desktop, tmp_path):
    picture = desktop.picture(tmp_path / "screen.png").read_bytes()
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    assert (int.from_bytes(picture[16:20], "big"), int.from_bytes(picture[20:24], "big")) == (800, 600)
