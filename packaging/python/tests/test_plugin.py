# SPDX-License-Identifier: MIT
"""The pytest plugin, each test in another pytest process."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import quote

import pytest
from conftest import APPS, PYTHON

import dray_run
from dray_run._folder import ReportFolder

START = f"""
    def start(desktop):
        return desktop.start([{PYTHON!r}, {str(APPS / "gtk_notes.py")!r}], name="notes")
"""


def test_a_failed_test_leaves_a_picture_and_a_report(pytester):
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


def test_similar_ids_have_separate_reports(pytester):
    ids = ["a/b", "a b", "a:b", "a-b", "a#b", "a%62", "..", "x" * 200, "y" + "x" * 200]
    pytester.makepyfile(
        f"""
    import pytest

    @pytest.mark.parametrize("word", {ids!r}, ids=str)
    def test_fails(desktop, word):
        (desktop.home / "word.txt").write_text(word)
        assert word == ""
    """
    )
    names = []
    for _ in range(2):  # A second run replaces the reports of the first.
        pytester.runpytest_subprocess("--dray-report", "out").assert_outcomes(failed=len(ids))
        folders = sorted((pytester.path / "out").iterdir())
        assert sorted((folder / "home" / "word.txt").read_text() for folder in folders) == sorted(ids)
        assert all((folder / "report.html").is_file() for folder in folders)
        names.append([folder.name for folder in folders])
    assert names[0] == names[1]
    assert all(name == quote(name) for name in names[0]), "a link to the report needs no escapes"


def test_a_locked_folder_is_not_reused(tmp_path):
    first, second = ReportFolder(tmp_path / "out", "test[a]"), ReportFolder(tmp_path / "out", "test[a]")
    (first.path / "kept").write_text("")
    assert first.path != second.path and (first.path / "kept").exists()
    second.remove()
    second.close()
    assert first.path.exists()
    first.close()
    third = ReportFolder(tmp_path / "out", "test[a]")
    assert third.path == first.path and not (third.path / "kept").exists()
    third.remove()
    third.close()
    assert not (tmp_path / "out").exists()


def test_the_same_test_on_several_workers(pytester):
    pytest.importorskip("xdist")
    pytester.makepyfile(
        """
    import time

    def test_fails(desktop):
        mark = desktop.home / "mark.txt"
        mark.write_text("x")
        (desktop.folder.parent.parent / f"ready-{desktop.folder.name}").write_text("")
        # Both workers run the test at the same time.
        desktop.wait_until(lambda: len(list(desktop.folder.parent.parent.glob("ready-*"))) == 2, "both", 60)
        assert not mark.exists()
    """
    )
    result = pytester.runpytest_subprocess("--dist", "each", "--tx", "2*popen", "--dray-report", "out")
    result.assert_outcomes(failed=2)
    assert len(list((pytester.path / "out").glob("*/report.html"))) == 2


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


def test_passed_tests_leave_no_files(pytester):
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


def test_an_invalid_marker_is_reported(pytester):
    pytester.makepyfile("import pytest\n@pytest.mark.desktop(colour=1)\ndef test_it(desktop): pass\n")
    result = pytester.runpytest_subprocess()
    result.stdout.fnmatch_lines(["*the marker `desktop` takes size=, scale=, *session=, not colour*"])


def test_an_invalid_dray_program_is_reported(pytester, monkeypatch):
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
def test_a_killed_test_leaves_no_process(tmp_path, number):
    # A background process of a shell ignores SIGINT, and its children inherit that.
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
