#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""`dray proxy` in front of stock compositors: drags between toolkits with and without it.

usage: proxy.py DRAY WESTON-INPUT PLAIN-COMPOSITOR [DESKTOP ...]
The desktops are serve, sway, labwc, weston, kwin, mutter, hyprland, hyprland-both, niri; all that are installed. The
last three are the small compositor in plain/.
Prints a table; exits with 1 if a drag through the proxy did not follow the rule.
"""

import itertools
import json
import os
import pathlib
import shutil
import subprocess
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Hosts"))
import desktops
from drags import clear_of, drag, middle
from hosts import wait_for
from speech import ScreenReader
from wire import text

DRAY, WESTON_INPUT, PLAIN = map(os.path.abspath, sys.argv[1:4])
PLAIN_KINDS = ("hyprland", "hyprland-both", "niri")
DESKTOPS = {
    "serve": (lambda run: desktops.Serve(run, DRAY), None),
    "sway": (desktops.Sway, "sway"),
    "labwc": (desktops.Labwc, "labwc"),
    "weston": (lambda run: desktops.Weston(run, WESTON_INPUT), "weston"),
    "kwin": (desktops.KWin, "kwin_wayland"),
    "mutter": (desktops.Mutter, "mutter"),
    **{kind: (lambda run, kind=kind: desktops.Plain(run, PLAIN, kind), None) for kind in PLAIN_KINDS},
}
TOOLKITS = ("gtk3", "gtk4", "qt6")


class Liar:
    """A client without a window that requests drags repeatedly, with a source and without. None is granted."""

    def __init__(self, run):
        self.wire = desktops.Connection(run.environment)
        compositor, seat, self.manager = (
            self.wire.bind(name, 3) for name in ("wl_compositor", "wl_seat", "wl_data_device_manager"))
        self.surface, self.device = self.wire.new(), self.wire.new()
        self.wire.send(compositor, 0, self.surface)
        self.wire.send(self.manager, 1, self.device, seat)
        self.is_over = threading.Event()
        self.failure = None
        self.asked = 0
        self.ask()
        self.thread = threading.Thread(target=self.run)

    def ask(self):
        source = self.wire.new()
        self.wire.send(self.manager, 0, source)
        self.wire.send(source, 0, text("text/plain"))
        self.wire.send(source, 2, 3)
        for dragged in (source, 0):
            self.wire.send(self.device, 0, dragged, self.surface, 0, 12345)
        self.wire.roundtrip()
        self.asked += 1

    def run(self):
        try:
            while not self.is_over.wait(0.02):
                self.ask()
        except (ConnectionError, OSError) as error:
            self.failure = error

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *error):
        self.is_over.set()
        self.thread.join()
        self.wire.end()
        assert self.failure is None and self.asked > 5, (self.failure, self.asked)


class Case:
    """A pair of clients on a desktop, behind a proxy or not."""

    def __init__(self, name, toolkits, is_proxied, own=False, preferred="copy", is_spoken=False):
        self.run = desktops.Rig()
        self.is_spoken = is_spoken
        self.name, self.is_proxied = name, is_proxied
        self.toolkits, self.own, self.preferred = toolkits, own, preferred

    def __enter__(self):
        self.run.__enter__()
        try:
            return self.begin()
        except BaseException:
            self.run.__exit__(*sys.exc_info())
            raise

    def begin(self):
        self.desktop = DESKTOPS[self.name][0](self.run)
        if self.is_spoken:
            self.reader = ScreenReader(self.run)
        if self.is_proxied:
            proxy = self.run.start(
                "proxy", DRAY, "proxy", "--session", "--trace", self.run.directory / "trace", "--record",
                self.run.directory / "drag.yaml")
            wait_for("the proxy", lambda: "serves at" in proxy.output())
            self.proxy = proxy
        options = ("--preferred", self.preferred)
        if self.own:
            self.source = self.target = self.run.client(
                "own", "--role", "both", "--text", "dragged", *options, toolkit=self.toolkits[0])
            place = wait_for("the window", lambda: self.desktop.find(self.source))
            self.points = [middle(place, self.source.mapped[part]) for part in ("source", "target")]
        else:
            self.source = self.run.client("source", "--role", "source", "--text", "dragged", toolkit=self.toolkits[0])
            self.target = self.run.client("target", "--role", "target", *options, toolkit=self.toolkits[1])
            places = {}
            for client in (self.source, self.target):
                places[client] = wait_for("a window", lambda: self.desktop.find(client))
            size = (320, 240)
            self.points = [
                clear_of(places[self.source], self.source.mapped["source"], places[self.target], size),
                clear_of(places[self.target], self.target.mapped["target"], places[self.source], size),
            ]
        return self

    def __exit__(self, *error):
        self.run.__exit__(*error)

    def wire(self):
        """Returns the last action that the compositor has sent to the source, from the proxy's trace."""
        records = map(json.loads, (self.run.directory / "trace" / "trace.jsonl").read_text().split("\n")[:-1])
        told = [
            record["arguments"][0]["value"] for record in records
            if record["kind"] == "message" and (record["interface"], record["name"]) == ("wl_data_source", "action")]
        return {"0": "none", "1": "copy", "2": "move", "4": "ask"}[told[-1]] if told else "nothing"

    def drag(self, with_shift=False):
        return drag(self.desktop, self.source, self.target, *self.points, with_shift)


def play(name, toolkits, is_proxied):
    """Returns the results without a key, with Shift (if there is a keyboard), and again without; the target prefers a
    move.
    """
    with Case(name, toolkits, is_proxied, preferred="move") as case:
        results = []
        for with_shift in (False, True, False) if case.desktop.has_keyboard else (False, False):
            results.append(case.drag(with_shift))
            if is_proxied:
                assert case.wire() == "copy", (results, case.wire())
        assert all(text == "dragged" for _, text in results), results
        assert case.source.is_running() and case.target.is_running()
        return [result for result, _ in results]


def recording_is_played(name):
    """A drag on a stock desktop has the same result in the headless compositor: the recording expects it."""
    with Case(name, ("gtk4", "gtk4"), True, preferred="move") as case:
        case.drag()
        case.source.end()
        case.target.end()
        case.proxy.end()
        case.desktop.end()
        file, folder = case.run.directory / "drag.yaml", case.run.directory / "played"
        result = subprocess.run(
            [DRAY, "run", "-o", folder, file], capture_output=True, text=True, timeout=60, env=case.run.environment)
        assert result.returncode == 0, (file.read_text(), result.stdout, result.stderr)
        assert "action: copy" in file.read_text(), file.read_text()
        report = (case.run.directory / "trace" / "report.html").read_text()
        assert "begins a drag" in report and "the content is over another application" in report
        program = {"serve": "dray", "kwin": "kwin_wayland", **dict.fromkeys(PLAIN_KINDS, "plain-compositor")}
        assert f"<span>compositor {program.get(name, name)}</span>" in report, program


def is_said_and_listed(name):
    """Each step is announced to a screen reader in any compositor (HIG-33), and the drop is in the list (HIG-26)."""
    with Case(name, ("gtk4", "gtk3"), True, preferred="move", is_spoken=True) as case:
        list_drops = lambda: subprocess.run(
            [DRAY, "proxy", "--list-drops"], capture_output=True, text=True, timeout=20,
            env=case.run.environment).stdout
        assert list_drops() == "", list_drops()
        case.drag()
        for text in ("Picked up", "Over “target”, will copy", "Copied"):
            case.reader.hear(text)
        program = os.path.basename(os.path.realpath("/usr/bin/python3"))
        drop = wait_for("the drop in the list", list_drops)
        assert drop.count("\n") == 1 and f"  copied  “source” ({program}) → “target” ({program})  " in drop, drop
        assert "text/plain" in drop and "dragged" not in drop, drop
        file = case.run.directory / f"{case.run.environment['WAYLAND_DISPLAY']}.drops"
        assert file.stat().st_mode & 0o777 == 0o600, file
        case.proxy.end()
        assert not file.exists(), "the list ends with the proxy"


def large_windows_are_played():
    """Windows that would cover each other, and more than a small screen has room for: each has a position in the
    recording.
    """
    with desktops.Rig() as run:
        desktop = DESKTOPS["serve"][0](run)
        proxy = run.start("proxy", DRAY, "proxy", "--session", "--record", run.directory / "drag.yaml")
        wait_for("the proxy", lambda: "serves at" in proxy.output())
        source = run.client("source", "--role", "source", "--text", "dragged", "--size", "900x600")
        target = run.client("target", "--role", "target", "--size", "900x400", toolkit="gtk3")
        third = run.client("third", "--role", "target", "--size", "300x200", toolkit="gtk3")
        places = {source: (20, 100), target: (760, 420), third: (940, 20)}
        for client, name in ((source, "source"), (target, "target"), (third, "third")):
            wait_for(name, lambda: f"“{name}”" in desktop.do("windows"))
            desktop.do("place", name, *places[client])
        for to, point in ((target, (1100, 560)), (third, (1090, 120))):
            drag(desktop, source, to, (840, 260), point, False)
        for client in (source, target, third):
            client.end()
        proxy.end()
        file = run.directory / "drag.yaml"
        result = subprocess.run(
            [DRAY, "run", "-o", run.directory / "played", file], capture_output=True, text=True, timeout=60,
            env=run.environment)
        assert result.returncode == 0 and file.read_text().count("action: copy") == 2, (
            file.read_text(), result.stdout, result.stderr)


def foot_takes_a_drop():
    """A terminal, as a third kind of toolkit with a protocol implementation of its own.

    Its only output is the typed text.
    """
    with desktops.Rig() as run:
        desktop = DESKTOPS["serve"][0](run)
        proxy = run.start("proxy", DRAY, "proxy", "--session", "--trace", run.directory / "trace")
        wait_for("the proxy", lambda: "serves at" in proxy.output())
        typed = run.directory / "typed"
        run.start("foot", "foot", "--title", "terminal", "sh", "-c", f"exec head -c 7 > {typed}")
        source = run.client("source", "--role", "source", "--text", "dragged\n")
        wait_for("the terminal", lambda: "“terminal”" in desktop.do("windows"))
        desktop.do("place", "terminal", 600, 60)
        place = wait_for("the source", lambda: desktop.find(source))
        x, y = middle(place, source.mapped["source"])
        desktop.move(x, y)
        desktop.button(1)
        steps = itertools.count(4, 4)
        source.expect("drag-begin", meanwhile=lambda: desktop.move(x + next(steps) % 60, y))
        trace = run.directory / "trace" / "trace.jsonl"
        steps = itertools.count()
        def is_told():
            desktop.move(700 + next(steps) % 5, 160)
            begins = '"client":"foot","direction":"event","interface":"wl_data_offer","kind":"message","name":"action"'
            return begins in (
                trace.read_text())
        wait_for("an action for the terminal", is_told)
        desktop.button(0)
        source.expect("drag-end", result="copied")
        wait_for("what was dropped", lambda: typed.exists() and "dragged" in typed.read_text())


def main():
    names = sys.argv[4:] or [
        name for name, (_, program) in DESKTOPS.items() if program is None or shutil.which(program)]
    failures = 0
    toolkits = os.environ.get("DRAY_TOOLKITS", " ".join(TOOLKITS)).split()
    for name in names:
        for pair in itertools.product(toolkits, toolkits):
            try:
                results = play(name, pair, True)
                is_right = all(result == "copied" for result in results)
            except AssertionError as error:
                results, is_right = [str(error).splitlines()[0][:200]], False
            failures += not is_right
            words = f"proxied: {' '.join(results)}  {'' if is_right else 'WRONG'}"
            print(f"{name:7} {pair[0]} → {pair[1]}  {words}", flush=True)
        for toolkit in toolkits:
            try:
                with Case(name, (toolkit,), True, own=True) as case:
                    result, _ = case.drag()
                    wire = case.wire()
                    # The pointer is still in that window: the client receives the next press.
                    again, _ = case.drag()
                    assert again == result, (result, again)
                    if case.desktop.checks_presses:
                        with Liar(case.run):
                            again, _ = case.drag()
                    assert again == result and case.wire() == wire, (result, again, wire, case.wire())
            except AssertionError as error:
                result, wire = str(error).splitlines()[0][:200], ""
            # Qt's exec() returns the action that its own target preferred rather than the compositor's choice. Hyprland
            # cancels a drop whose target has not read by the compositor, as GTK does not read its own content.
            expected = "cancelled" if name == "hyprland" else "moved"
            is_right = (wire == "move" and result == expected) or toolkit == "qt6"
            failures += not is_right
            words = f"{result}, on the wire {wire}  {'' if is_right else 'WRONG'}"
            print(f"{name:7} {toolkit} inside its window  proxied: {words}", flush=True)
        checks = [("gtk4 → gtk4", "recorded, and played by dray run", lambda: recording_is_played(name))]
        if name != "serve":  # `dray serve` announces the steps itself.
            checks.append(("gtk4 → gtk3", "announced to a screen reader, and listed", lambda: is_said_and_listed(name)))
        else:
            checks.append((
                "gtk4 → gtk3", "large windows are recorded, and played by dray run", large_windows_are_played))
            if shutil.which("foot"):
                checks.append(("gtk4 → foot", "proxied: copied", foot_takes_a_drop))
        for pair, words, check in checks:
            try:
                check()
                print(f"{name:7} {pair}  {words}", flush=True)
            except AssertionError as error:
                failures += 1
                print(f"{name:7} {pair}  {words}: {str(error)[:2000]}  WRONG", flush=True)
        # The control: without the proxy the same drag moves. Hyprland reports that to the target only.
        with Case(name, ("gtk4", "gtk4"), False, preferred="move") as case:
            result, _ = case.drag()
            action = [event["action"] for event in case.target.heard() if event["event"] == "drop"][-1]
        failures += action != "move"
        print(f"{name:7} gtk4 → gtk4  direct: {result}; action sent to the target: {action}", flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
