# SPDX-License-Identifier: MIT
"""X11 programs together with Wayland programs."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import APPS, PYTHON

from dray_run import Desktop, DrayError

pytestmark = [
    pytest.mark.skipif(not shutil.which("Xwayland"), reason="there is no Xwayland (Debian: xwayland)"),
    pytest.mark.desktop(xwayland=True),
]


def tcl_packages():
    """The installed Tcl packages. Tcl lists all of them only after a search for a missing one."""
    script = "catch {package require nothing}; puts [package names]"
    return subprocess.run(["tclsh"], input=script, stdout=subprocess.PIPE, text=True, check=True).stdout.split()


@pytest.fixture
def box(desktop):
    if not shutil.which("wish") or "tkdnd" not in tcl_packages():
        pytest.skip("there is no Tk with tkdnd (Debian: tk, tkdnd)")
    program = desktop.start(["wish", APPS / "tk_box.tcl"], name="box")
    # Tk does not set the process id of its windows.
    desktop.window("Box").move_to(640, 80)
    program.expect_output("the field is shown")
    return program


def test_a_text_goes_to_an_x11_program_and_back(desktop, notes, board, box):
    board.window().move_to(640, 400)
    drag = desktop.drag(notes.window().at("50%", "30%"), desktop.window("Box").at("50%", "30%"))
    drag.expect(result="finished", action="copy", text="Buy milk")
    box.expect_output("got Buy milk")
    desktop.drag(desktop.window("Box").at("50%", "30%"), board.window()).expect(result="finished", text="Buy milk")
    board.expect_output("got Buy milk")


def test_an_x11_window_behaves_like_others(desktop, box):
    window = desktop.window("Box")
    # The class of WM_CLASS.
    assert window.record["app_id"] == "Tk_box.tcl"
    desktop.click(window.at("50%", "97%"))
    box.expect_output("the field has the keyboard")
    desktop.type("Hello, X\n")
    box.expect_output("typed Hello, X")
    window.expect_still(tolerance=0.001)
    window.close()
    window.expect_gone()
    box.expect_exit(0)


def test_programs_for_both_use_x11_on_request(desktop):
    environment = {"GDK_BACKEND": "x11"}
    program = desktop.start([PYTHON, APPS / "gtk_notes.py"], name="notes", environment=environment)
    window = program.window("Notes")
    desktop.click(window.at("50%", "95%"))
    window.expect_title("Renamed")
    # On Wayland, GTK would set the id of the application.
    assert window.record["app_id"] != "org.example.Notes"
    program = desktop.start(["sh", "-c", 'echo "display=$DISPLAY"; sleep 60'])
    program.expect_output(f"display={desktop.display}\n")


def test_nothing_is_left_of_the_x_server(tmp_path):
    with Desktop(folder=tmp_path, xwayland=True) as desktop:
        assert desktop.display and re.fullmatch(":[0-9]+", desktop.display)
        socket = Path(f"/tmp/.X11-unix/X{desktop.display[1:]}")
        which = socket.stat()
        server = {pid for pid in os.listdir("/proc") if pid.isdigit() and is_server(pid, desktop._server.pid)}
        assert len(server) == 1
    # Another server may have the same number by now.
    now = socket.stat() if socket.exists() else None
    assert now is None or (now.st_ino, now.st_ctime_ns) != (which.st_ino, which.st_ctime_ns)
    assert not any(is_server(pid, desktop._server.pid) for pid in server)


def is_server(pid, parent):
    try:
        name, rest = Path(f"/proc/{pid}/stat").read_text().split("(", 1)[1].rsplit(")", 1)
    except OSError:
        return False
    return name == "Xwayland" and int(rest.split()[1]) == parent


@pytest.mark.desktop(xwayland=False)
def test_there_is_no_display_without_xwayland(desktop):
    assert desktop.display is None
    program = desktop.start(["sh", "-c", 'echo "display=$DISPLAY."; sleep 60'])
    program.expect_output("display=.\n")


def test_a_missing_xwayland_is_reported(tmp_path, monkeypatch):
    words = tmp_path / "words"
    words.mkdir()
    (words / "dbus-daemon").symlink_to(shutil.which("dbus-daemon") or "/usr/bin/dbus-daemon")
    monkeypatch.setenv("PATH", str(words))
    with pytest.raises(DrayError, match="(?s)there is no program Xwayland on the PATH.*package xwayland"):
        Desktop(folder=tmp_path / "desktop", xwayland=True)
