# SPDX-License-Identifier: MIT
"""The plugin, in a pytest of its own."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conftest import APPS, PYTHON

import dray_run

START = f"""
    def start(desktop):
        return desktop.start([{PYTHON!r}, {str(APPS / "gtk_notes.py")!r}], name="notes")
"""


def test_a_failure_leaves_a_picture_and_a_report(pytester):
    pytester.makepyfile(
        START
        + """
    def test_fails(desktop):
        start(desktop).window("Notes")
        (desktop.home / "left.txt").write_text("x")
        assert desktop.state["drag"]["state"] == "finished"

    def test_passes(desktop):
        start(desktop).window("Notes")
    """
    )
    result = pytester.runpytest_subprocess("--dray-report", "out")
    result.assert_outcomes(failed=1, passed=1)
    result.stdout.fnmatch_lines(
        ["*- Captured desktop call -*", "*#1 “Notes” org.example.Notes*", "report: *report.html"]
    )
    folders = list((pytester.path / "out").iterdir())
    assert len(folders) == 1 and "test_fails" in folders[0].name
    names = {path.name for path in folders[0].iterdir()}
    assert {"report.html", "picture.png", "wire.jsonl", "serve.log", "home"} <= names
    assert (folders[0] / "home" / "left.txt").exists()
    page = (folders[0] / "report.html").read_text(encoding="utf-8")
    assert "test_fails" in page and "Notes" in page and "picture.png" in page


def test_a_program_that_crashes_fails_the_test(pytester):
    pytester.makepyfile(
        """
    def test_crash(desktop):
        program = desktop.start(["sh", "-c", "kill -SEGV $$"])
        desktop.wait_until(lambda: not program.is_running or False, within=5)
    """
    )
    result = pytester.runpytest_subprocess()
    result.stdout.fnmatch_lines(["*sh was killed by SIGSEGV*"])
    assert result.ret == 1


def test_all_passed_leaves_nothing(pytester):
    pytester.makepyfile("def test_empty(desktop):\n    assert desktop.windows == []\n")
    pytester.runpytest_subprocess().assert_outcomes(passed=1)
    assert not (pytester.path / "dray-report").exists()


def test_in_parallel(pytester):
    pytest.importorskip("xdist")
    pytester.makepyfile(
        START
        + """
    import pytest

    @pytest.mark.parametrize("number", range(6))
    def test_windows(desktop, number):
        window = start(desktop).window("Notes").move_to(number, number)
        desktop.wait_until(lambda: window.position == (number, number), "it is moved")
        assert len(desktop.windows) == 1
    """
    )
    result = pytester.runpytest_subprocess("-n", "3")
    result.assert_outcomes(passed=6)


def test_a_wrong_marker_is_told(pytester):
    pytester.makepyfile("import pytest\n@pytest.mark.desktop(colour=1)\ndef test_it(desktop): pass\n")
    result = pytester.runpytest_subprocess()
    result.stdout.fnmatch_lines(["*the marker `desktop` takes size=, scale=, *session=, not colour*"])


def test_a_program_that_is_none_is_told(pytester, monkeypatch):
    monkeypatch.setenv("DRAY_PROGRAM", "/nowhere/dray")
    pytester.makepyfile("def test_it(desktop): pass\n")
    result = pytester.runpytest_subprocess()
    result.stdout.fnmatch_lines(["*DRAY_PROGRAM is /nowhere/dray, which is no program*"])


def alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_whoever_is_killed_leaves_no_process(tmp_path, number):
    # Who runs in the background of a shell was told to ignore SIGINT, and passes that on.
    script = f"""
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from dray_run import Desktop
desktop = Desktop(folder={str(tmp_path)!r})
program = desktop.start(["sh", "-c", "setsid sleep 300 & echo $! on; wait"])
program.expect_output(" on")
print(desktop._server.pid, program.pid, program.output.split()[0], desktop._server.socket, flush=True)
sys.stdin.read()
"""
    root = Path(dray_run.__file__).parent.parent
    victim = subprocess.Popen(
        [sys.executable, "-c", script],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(root)},
    )
    *pids, socket = victim.stdout.readline().split()
    victim.send_signal(number)
    victim.wait(20)
    deadline = time.monotonic() + 20
    while any(alive(pid) for pid in pids) or os.path.exists(socket):
        assert time.monotonic() < deadline, f"still there: {[pid for pid in pids if alive(pid)]}, {socket}"
        time.sleep(0.02)
    assert not os.path.exists(os.path.dirname(socket))
