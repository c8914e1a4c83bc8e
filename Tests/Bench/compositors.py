# SPDX-License-Identifier: MIT
"""The compositors that are measured: headless, with the same output size."""

import os
import re
import socket
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "EndToEnd/Hosts"))
from hosts import Run, wait_for  # noqa: E402
from weston import backend as weston_backend  # noqa: E402

SCREEN = (1024, 640)
WESTON_SETTINGS = """
[core]
idle-time=0
[shell]
locking=false
animation=none
startup-animation=none
"""
SWAY_SETTINGS = "output HEADLESS-1 resolution {}x{}\nxwayland disable\n".format(*SCREEN)
FOCUS_ON_PRESS = "focus_follows_mouse no\n"


class DidNotRun(Exception):
    """A workload that did not run as expected, so that there is nothing to measure."""


@dataclass(frozen=True)
class Compositor:
    """A compositor that is measured."""

    key: str
    name: str
    # The compositor that Dray is compared with; None for those without Dray.
    replaces: str | None
    # The functions through which pointer motions enter the drag code. Their callees are counted with them.
    entries: tuple[str, ...]
    start: Callable
    # Its exit status after it is asked to exit.
    status: int = 0
    # The calls that draw its frames, as caller and callee in the format of callgrind_annotate. Their number depends on
    # time rather than on the workload, and their cost would hide everything else.
    drawing: tuple[str, str] | None = None
    # The calls that move the image in a scene, likewise. sway moves its own icon there too, but not in what is counted.
    moving: tuple[str, str] | None = None
    # The workload's option for a modifier that changes the action.
    modifier: str = "modify"
    # Dray's engine, with symbols; None without Dray.
    engine: Path | None = None
    # Whether the engine is a library of its own rather than part of the program.
    is_library: bool = True
    # The same with the protocol's own rules, without spring loading; None without Dray.
    start_without_rules: Callable | None = None
    # The same with focus on press instead of focus follows pointer; None if it has that anyway.
    start_with_focus_on_press: Callable | None = None


class Running:
    """A running compositor, until the end of the block."""

    def __init__(self, compositor, workload, prefix=(), preloads=()):
        self.compositor = compositor
        self.workload = workload
        self.prefix = [str(word) for word in prefix]
        self.preloads = preloads

    def __enter__(self):
        self.run = Run()
        self.run.__enter__()
        try:
            self.process = self.compositor.start(self.run, self.prefix, self.preloads)
        except AssertionError as error:
            self.fail(str(error))
        return self

    def __exit__(self, kind, error, trace):
        # Errors are not reported here: `fail` has done that.
        self.run.__exit__(None, None, None)

    @property
    def directory(self):
        return self.run.directory

    def command(self, drags, motions, *options):
        return [str(self.workload), str(drags), str(motions), *options]

    def fail(self, why):
        log = "".join(process.output() for process in self.run.processes)
        self.run.__exit__(None, None, None)
        raise DidNotRun(f"{self.compositor.name}: {why}\n{log[-2000:]}")

    def end(self):
        status = self.process.end()
        if status != self.compositor.status:
            self.fail(f"exits with {status}")


def weston(pointer_module, dray_module=None, policy="human-interface"):
    """Returns a function that starts an unmodified Weston; with Dray if its module is given."""

    def start(run, prefix, preloads):
        (run.directory / "weston.ini").write_text(f"{WESTON_SETTINGS}[dray]\npolicy={policy}\n")
        modules = [pointer_module] + ([dray_module] if dray_module else [])
        process = run.start(
            "weston", *preloading(preloads), *prefix, "weston", weston_backend("headless"), "--use-pixman",
            "--width={}".format(SCREEN[0]), "--height={}".format(SCREEN[1]), "--socket=wayland-bench",
            "--modules=" + ",".join(os.path.abspath(module) for module in modules))
        return listening(run, process, "wayland-bench")

    return start


def sway(preload=None, policy="human-interface", settings=""):
    """Returns a function that starts an unmodified sway; with Dray if its library is given."""

    def start(run, prefix, preloads):
        (run.directory / "config").write_text(SWAY_SETTINGS + settings)
        libraries = [*preloads, *([preload] if preload else [])]
        command = [*preloading(libraries), *prefix, "sway", "--config", run.directory / "config"]
        # sway refuses to run as root.
        if os.getuid() == 0:
            os.chown(run.directory, 65534, 65534)
            command = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", *command]
        process = run.start(
            "sway", *command, WLR_BACKENDS="headless", WLR_LIBINPUT_NO_DEVICES="1", WLR_RENDERER="pixman",
            HOME=str(run.directory), DRAY_POLICY=policy)
        return listening(run, process, "wayland-1")

    return start


def headless(dray, policy="human-interface"):
    """Returns a function that starts `dray serve`."""

    def start(run, prefix, preloads):
        # Swift's debug information is too new for valgrind 3.19.
        program = run.directory / "dray"
        strip_debug(dray, program)
        process = run.start(
            "dray", *prefix, program, "serve", "--socket", "wayland-bench", "--size", "{}x{}".format(*SCREEN),
            "--policy", policy)
        return listening(run, process, "wayland-bench")

    return start


def strip_debug(program, output):
    subprocess.run(["strip", "--strip-debug", "-o", output, program], check=True)


def preloading(libraries):
    names = ":".join(os.path.abspath(library) for library in libraries)
    return ["env", f"LD_PRELOAD={names}"] if names else []


def listening(run, process, name):
    path = run.directory / name
    wait_for(f"the socket {name}", lambda: accepts(path) or not process.is_running())
    if not process.is_running():
        raise AssertionError(f"{process.name} does not start")
    run.environment["WAYLAND_DISPLAY"] = name
    return process


def accepts(path):
    """Whether a process listens at a socket. Its file exists slightly earlier."""
    with socket.socket(socket.AF_UNIX) as attempt:
        return attempt.connect_ex(str(path)) == 0


def symbol_in(program, pattern):
    """Returns the only symbol of a program that matches a regular expression."""
    names = subprocess.run(["nm", program], capture_output=True, text=True, check=True).stdout
    found = sorted({name for name in names.split() if re.match(pattern, name)})
    if len(found) != 1:
        raise DidNotRun(f"{program}: {len(found)} symbols like {pattern}, not one")
    return found[0]
