#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Runs `dray conformance --extension`, which checks dray_drag_v1, against compositors.

usage: extension.py headless DRAY
       extension.py weston DRAY WESTON-MODULE INPUT-MODULE
       extension.py sway DRAY PRELOAD VIRTUAL-POINTER VIRTUAL-KEYBOARD
       extension.py without DRAY WESTON-MODULE INPUT-MODULE     a Weston without Dray
"""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import sway_host
import weston
from hosts import Run, is_served, wait_for

DRAY, *PROGRAMS = map(os.path.abspath, sys.argv[2:])
PROTOCOL = Path(__file__).resolve().parents[3] / "protocols/dray-drag-v1.xml"
LIMIT = 240  # seconds for all checks


def inspect(run, *options, status=0):
    result = subprocess.run(
        [DRAY, "conformance", "--extension", "--strict", *options], env=run.environment, capture_output=True, text=True,
        timeout=LIMIT)
    print(result.stdout, result.stderr, sep="\n")
    assert result.returncode == status, f"it exits with {result.returncode}"
    return result


def expect_errors_in_contents(run):
    """Checks that the list has each error of the protocol, in the chapter of its interface."""
    contents = subprocess.run(
        [DRAY, "conformance", "--extension", "--list"], env=run.environment, capture_output=True, text=True,
        check=True).stdout
    chapters = re.split(r"^(?=dray_)", contents, flags=re.MULTILINE)
    for interface in ElementTree.parse(PROTOCOL).getroot().iter("interface"):
        name = interface.get("name")
        chapter = [chapter for chapter in chapters if name in chapter.split("\n")[0]]
        assert len(chapter) == 1, f"{name} has no chapter in\n{contents}"
        for entry in interface.findall("enum[@name='error']/entry"):
            # This error of a source is in the chapter of its items.
            said = contents if entry.get("name") == "too_many_items" else chapter[0]
            assert re.search(rf": (?:it is )?{entry.get('name')}\b|it is {entry.get('name')}$", said, re.MULTILINE), (
                f"no check of {name}.{entry.get('name')} in\n{contents}")


def headless(run):
    expect_errors_in_contents(run)
    socket = run.directory / "wayland-test"
    server = run.start("dray serve", DRAY, "serve", "--socket", "wayland-test")
    wait_for("the Wayland socket", lambda: is_served(socket))
    run.environment["WAYLAND_DISPLAY"] = "wayland-test"
    inspect(run)
    assert server.end() == 128 + signal.SIGTERM
    assert inspect(run, status=2).stdout == "", "the compositor is still there"


def in_weston(run):
    module, devices = PROGRAMS
    host = weston.Compositor(run, module, devices)
    host.wait_for_dray()
    host.wait_for_light()
    # The input module serves one connection at a time.
    host.do.socket.close()
    host.do.file.close()
    inspect(run, "--input-socket", str(run.directory / "input"))
    host.end()


def in_sway(run):
    host = sway_host.Compositor(run, *PROGRAMS)
    inspect(run)
    host.end()


def without(run):
    _, devices = PROGRAMS
    # The tests' input module is loaded instead of Dray: an unmodified Weston with a seat.
    run.start(
        "weston", "weston", weston.backend("headless"), "--use-pixman", "--socket=wayland-test",
        "--modules=" + devices, DRAY_TEST_INPUT=str(run.directory / "input"))
    wait_for("the Wayland socket", lambda: is_served(run.directory / "wayland-test"))
    run.environment["WAYLAND_DISPLAY"] = "wayland-test"
    result = inspect(run, status=2)
    assert "does not offer dray_drag_manager_v1" in result.stderr, result.stderr


with Run() as run:
    {"headless": headless, "weston": in_weston, "sway": in_sway, "without": without}[sys.argv[1]](run)
