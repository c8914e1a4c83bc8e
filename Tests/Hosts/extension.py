#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What compositors keep of dray_drag_v1: `dray conformance --extension` against them.

usage: extension.py headless DRAY
       extension.py weston DRAY WESTON-MODULE INPUT-MODULE
       extension.py sway DRAY PRELOAD VIRTUAL-POINTER VIRTUAL-KEYBOARD
       extension.py without DRAY WESTON-MODULE INPUT-MODULE     a Weston without Dray
"""

import os
import signal
import subprocess
import sys

import sway_host
import weston
from hosts import Run, is_served, wait_for

DRAY, *PROGRAMS = map(os.path.abspath, sys.argv[2:])
LIMIT = 240  # seconds for all promises


def inspect(run, *options, status=0):
    result = subprocess.run(
        [DRAY, "conformance", "--extension", "--strict", *options], env=run.environment, capture_output=True, text=True,
        timeout=LIMIT)
    print(result.stdout, result.stderr, sep="\n")
    assert result.returncode == status, f"it ends with {result.returncode}"
    return result


def headless(run):
    socket = run.directory / "wayland-test"
    server = run.start("dray serve", DRAY, "serve", "--socket", "wayland-test")
    wait_for("the Wayland socket", lambda: is_served(socket))
    run.environment["WAYLAND_DISPLAY"] = "wayland-test"
    inspect(run)
    assert server.end() == 128 + signal.SIGTERM
    assert inspect(run, status=2).stdout == "", "nobody is there any more"


def in_weston(run):
    module, devices = PROGRAMS
    host = weston.Compositor(run, module, devices)
    host.wait_for_dray()
    host.wait_for_light()
    # The module for input serves one at a time.
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
    # Its own module for input takes Dray's place: a Weston as it is, with a seat.
    run.start(
        "weston", "weston", weston.backend("headless"), "--use-pixman", "--socket=wayland-test",
        "--modules=" + devices, DRAY_TEST_INPUT=str(run.directory / "input"))
    wait_for("the Wayland socket", lambda: is_served(run.directory / "wayland-test"))
    run.environment["WAYLAND_DISPLAY"] = "wayland-test"
    result = inspect(run, status=2)
    assert "does not offer dray_drag_manager_v1" in result.stderr, result.stderr


with Run() as run:
    {"headless": headless, "weston": in_weston, "sway": in_sway, "without": without}[sys.argv[1]](run)
