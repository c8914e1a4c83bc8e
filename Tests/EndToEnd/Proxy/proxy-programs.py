#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Real programs behind `dray proxy` in front of stock compositors: their windows open, and drags between and within
them follow the rules.

usage: proxy-programs.py [--write] DRAY PAGE [DESKTOP ...]     (kwin, mutter; all that are installed)
Each line is one result in the JSON file beside PAGE; one that differs is a failure. --write updates the file and the
page, which programs_page.py makes of it.

The programs are not instrumented: their parts are found with the pointer, and the outcome is read from the proxy's
trace and from disk.
"""

import itertools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Hosts"))
import desktops
from hosts import CLIENTS, TIMEOUT, wait_for
from programs_page import Results

CONTROL, SHIFT, KEY_A = 29, 42, 30
HALF = desktops.SIZE[0] // 2
# Seconds from a motion to its consequences on a desktop; conditions are polled meanwhile.
MOMENT = 0.4


class Trace:
    """The proxy's trace, as it grows."""

    def __init__(self, path):
        self.path, self.records, self.offset, self.rest = path, [], 0, b""

    def read(self):
        with open(self.path, "rb") as file:
            file.seek(self.offset)
            data = self.rest + file.read()
            self.offset = file.tell()
        *lines, self.rest = data.split(b"\n")
        self.records += [record for record in map(json.loads, lines) if record["kind"] == "message"]
        return self.records

    def of(self, client, interface, name, since=0):
        return [
            record for record in self.read()[since:]
            if record["client"].split(" ")[0] == client and (record["interface"], record["name"]) == (interface, name)]

    def count(self):
        return len(self.read())


class Stage:
    """A desktop with a proxy in front of it."""

    def __init__(self, run, desktop, dray, policy):
        self.run = run
        self.desktop = desktop(run)
        self.proxy = run.start(
            "proxy", dray, "proxy", "--session", "--policy", policy, "--trace", run.directory / "trace")
        wait_for("the proxy", lambda: "serves at" in self.proxy.output())
        self.trace = Trace(run.directory / "trace" / "trace.jsonl")

    def open(self, program, title, half):
        """Starts a program, and waits until its window has the keyboard focus, with which it receives the clipboard."""
        since = self.trace.count()
        program.start(self.run, title)
        wait_for(
            f"the window of {program.name}",
            lambda: self.trace.of(program.executable, "wl_data_device", "selection", since),
            # On a busy machine, an office that is not cached has taken more than 20 seconds.
            patience=4 * TIMEOUT)
        # A file manager reads its folder, an office shows a splash window first; no event reports the end.
        time.sleep(program.patience)
        self.desktop.place(half)
        time.sleep(MOMENT)

    def pick_up(self, program, points, half):
        """Presses at the points until the program begins a drag."""
        since = self.trace.count()
        for x, y in points:
            x += desktops.HALVES[half]
            self.desktop.move(x, y)
            time.sleep(0.05)
            self.desktop.button(1)
            # GTK merges the motions of one frame.
            for step in range(1, 7):
                self.desktop.move(x + 6 * step, y + 3 * step)
                time.sleep(0.04)
                if self.trace.of(program.executable, "wl_data_device", "start_drag", since):
                    return since
            end = time.monotonic() + MOMENT
            while time.monotonic() < end:
                if self.trace.of(program.executable, "wl_data_device", "start_drag", since):
                    return since
                time.sleep(0.02)
            self.desktop.button(0)
            time.sleep(0.05)
        raise AssertionError(f"{program.name} begins no drag")

    def carry(self, program, points, half, since):
        """Moves to the points until the program would accept the drop."""
        # Moves as a user who hesitates at the border: KWin and mutter take a late answer of a window for that of the
        # next one, and Chromium reports only the first acceptance.
        (x, y), target = self.desktop.at, (points[0][0] + desktops.HALVES[half], points[0][1])
        for step in range(1, 20):
            before = self.desktop.at[0]
            self.desktop.move(x + (target[0] - x) * step // 20, y + (target[1] - y) * step // 20)
            time.sleep(0.03 if before >= HALF or self.desktop.at[0] < HALF - 50 else MOMENT)
        for x, y in points:
            x += desktops.HALVES[half]
            end = time.monotonic() + MOMENT
            steps = itertools.count()
            while time.monotonic() < end:
                self.desktop.move(x + next(steps) % 3, y)
                time.sleep(0.05)
                if self.is_taken(program, since):
                    return
        raise AssertionError(f"{program.name} accepts nothing")

    def is_refused(self, source, since):
        """Whether the source was last sent that no target accepts, though the target has accepted.

        KWin takes a late answer of a window for that of the next one. GTK 4 takes its own late answer for the new one,
        and Chromium reports only the first acceptance: a drop would be rejected, and the cursor shows that.
        """
        targets = self.trace.of(source.executable, "wl_data_source", "target", since)
        return bool(targets) and value(targets[-1]) in ("nil", '""')

    def go_in_once_more(self, source, since):
        """Leaves the window and enters it again, as a user who sees the not-allowed cursor: then no late answer is
        pending.
        """
        x, y = self.desktop.at
        for _ in range(3):
            if not self.is_refused(source, since):
                return
            self.desktop.move(HALF - 4, desktops.SIZE[1] - 4)
            time.sleep(MOMENT)
            for step in range(8):
                self.desktop.move(x + step % 3, y)
                time.sleep(0.05)

    def is_taken(self, program, since):
        enters = self.trace.of(program.executable, "wl_data_device", "enter", since)
        actions = self.trace.of(program.executable, "wl_data_offer", "action", since)
        return bool(enters and actions and value(actions[-1]) != "0" and actions[-1]["object"] == offer(enters[-1]))

    def drop(self, source, since, keys, at):
        for key in keys:
            self.desktop.key(key, 1)
        # The compositor learns about a modifier with a motion, and the target with the next one.
        for step in range(10):
            self.desktop.move(at[0] + step % 3, at[1] + step % 2)
            time.sleep(0.05)
        self.desktop.button(0)
        told = lambda name: self.trace.of(source.executable, "wl_data_source", name, since)
        # Qt 5 destroys its source when it drops on itself, without waiting for the end.
        def is_over():
            return told("dnd_finished") or told("cancelled") or told("dnd_drop_performed") and told("destroy")
        try:
            wait_for("the end of the drag", is_over)
        finally:
            for key in keys:
                self.desktop.key(key, 0)
        actions = told("action")
        outcomes = {"0": "nothing", "1": "copied", "2": "moved", "4": "asked"}
        action = outcomes[value(actions[-1])] if actions else "nothing"
        if told("dnd_finished"):
            return action
        return "refused" if told("cancelled") else f"{action} (action sent; the program ends the drag itself)"

    def drag(self, source, target, keys=(), inside=False):
        halves = ("first", "first" if inside else "second")
        since = self.pick_up(source, source.pick_at, halves[0])
        self.carry(target, target.inside_at if inside else target.drop_at, halves[1], since)
        if not inside:
            self.go_in_once_more(source, since)
        return self.drop(source, since, keys, self.desktop.at)


def value(record):
    return record["arguments"][0]["value"]


def offer(record):
    """Returns the offer of an `enter` event."""
    return int(record["arguments"][4]["value"].split("#")[-1])


def grid(xs, ys):
    return [(x, y) for y in ys for x in xs]


class Program:
    """How a program is started, and the approximate points in its window where items can be picked up and dropped."""

    patience = 1.0
    drop_at = grid((320, 400, 240), (400, 500, 300))
    inside_at = ()

    def __init__(self, name, executable):
        self.name, self.executable = name, executable


class Rig(Program):
    """One of Tests/Support/Clients, as the other end of a drag."""

    pick_at = drop_at = grid((HALF // 2, 160, 480), (360, 120, 240))

    def __init__(self, toolkit, executable, role, *options):
        super().__init__(toolkit, executable)
        self.toolkit, self.role, self.options = toolkit, role, options

    def start(self, run, title):
        # Its output is not used: all programs are observed in the same way.
        self.process = run.client(
            title, "--role", self.role, "--preferred", "move", "--size", f"{HALF - 60}x600", *self.options,
            toolkit=self.toolkit)


class Both(Rig):
    """The same, with one half to drag from and one to drop on."""

    pick_at = grid((160, 120, 200), (360, 300, 240))
    inside_at = grid((HALF - 160, HALF - 120, HALF - 200), (360, 300, 240))


class Files(Program):
    """A file manager with a folder and a file in it."""

    patience = 3.0
    # From the right, so that the file is found before the folder.
    pick_at = grid(range(520, 140, -36), (130, 165, 200, 235))
    inside_at = pick_at

    def __init__(self, name, executable, *contents):
        super().__init__(name, executable)
        self.contents = contents

    def start(self, run, title):
        self.folder = run.directory / f"home-{title}" / title
        run.start(
            f"{self.name}-{title}", CLIENTS / "files.sh", self.executable, self.folder.parent, title,
            *[make_file(run, name) for name in self.contents if not name.endswith("/")])
        wait_for("its folder", self.folder.exists)
        for name in self.contents:
            if name.endswith("/"):
                (self.folder / name).mkdir()

    def has(self, name):
        return (self.folder / name).exists()


class Writer(Program):
    """LibreOffice with a page of text, all of it selected."""

    patience = 5.0
    pick_at = grid(range(150, 420, 30), range(200, 420, 20))
    drop_at = grid((200, 260, 320), (260, 300, 340))

    def __init__(self, text):
        super().__init__("LibreOffice", "soffice.bin")
        self.text = text

    def start(self, run, title):
        path = run.directory / f"{title}.txt"
        path.write_text(self.text)
        run.start(
            f"office-{title}", "soffice", f"-env:UserInstallation=file://{run.directory}/office-{title}", "--norestore",
            "--nologo", "--nolockcheck", "--writer", path, SAL_USE_VCLPLUGIN="gtk3", GDK_BACKEND="wayland",
            HOME=str(run.directory))


def make_file(run, name):
    path = run.directory / name
    path.write_text("contents\n")
    return path


def python():
    """Returns the kernel's name for the process of /usr/bin/python3."""
    return pathlib.Path(os.path.realpath("/usr/bin/python3")).name


class Play:
    """Plays one drag in new windows."""

    def __init__(self, dray, desktop, policy="human-interface"):
        self.dray, self.make_desktop, self.policy = dray, desktop, policy

    def __call__(self, source, target, keys=(), prepare=None, inside=False, check=None, policy=None):
        with desktops.Rig() as run:
            run.environment |= {"XCURSOR_THEME": "Adwaita", "LC_ALL": "C.UTF-8", "GSETTINGS_BACKEND": "memory"}
            stage = Stage(run, self.make_desktop, self.dray, policy or self.policy)
            stage.open(source, "first", "first")
            if not inside:
                stage.open(target, "second", "second")
            if prepare:
                prepare(stage)
            result = stage.drag(source, target, keys, inside)
            assert stage.proxy.is_running()
            assert check is None or check(), "what was dragged is gone"
            if result in ("copied", "moved"):
                drops = subprocess.run(
                    [self.dray, "proxy", "--list-drops"], env=run.environment, capture_output=True, text=True).stdout
                assert result in drops and f"({source.executable})" in drops, drops
            return result


def select_all(stage):
    """Selects all in the window that is clicked."""
    stage.desktop.move(300, 300)
    stage.desktop.button(1)
    stage.desktop.button(0)
    time.sleep(MOMENT)
    stage.desktop.type(CONTROL, KEY_A)
    time.sleep(MOMENT)


def rows(play, run_file):
    """Yields the rows of the table: a name, and a function that plays the drag with some keys held; uninstalled
    programs are skipped.
    """
    rig_source = lambda *options: Rig("gtk4", python(), "source", *options)
    rig_target = lambda *options: Rig("gtk4", python(), "target", *options)
    for name, executable in (("Thunar", "thunar"), ("Dolphin", "dolphin")):
        if not shutil.which(executable):
            continue
        def files_out(keys):
            source = Files(name, executable, "a note.txt")
            return play(source, rig_target("--accept", "uris"), keys, check=lambda: source.has("a note.txt"))
        yield f"file out of {name}", files_out
        def files_in(keys):
            return play(rig_source("--uris", str(run_file)), Files(name, executable), keys, check=run_file.exists)
        yield f"file into {name}", files_in
        # The control for the line above.
        def without_the_rule(keys):
            result = play(rig_source("--uris", str(run_file)), Files(name, executable), keys, policy="wayland")
            there = run_file.exists()
            run_file.write_text("contents\n")
            return f"{result}, and {'still there' if there else 'gone'}"
        # Dolphin shows a menu of its own in any case.
        if name == "Thunar":
            yield f"file into {name} by the protocol's own rules", without_the_rule
        def inside(keys):
            source = Files(name, executable, "a folder/", "note.txt")
            return play(source, source, keys, inside=True)
        yield f"file onto a folder inside a window of {name}", inside
    if shutil.which("soffice"):
        yield "text out of LibreOffice", lambda keys: play(
            Writer("dragged\n" * 12), rig_target(), keys, prepare=select_all)
        yield "text into LibreOffice", lambda keys: play(rig_source("--text", "dragged"), Writer("\n" * 12), keys)
    toolkits = [("GTK 3", "gtk3", python()), ("GTK 4", "gtk4", python()), ("Qt 6", "qt6", python())]
    browsers = [("Firefox", "firefox", "firefox-esr"), ("Chromium", "chromium", "chromium")]
    for name, toolkit, executable in browsers + toolkits:
        if not shutil.which(executable):
            continue
        yield f"text out of {name}", lambda keys: play(
            Rig(toolkit, executable, "source", "--text", "dragged"), rig_target(), keys)
        yield f"text into {name}", lambda keys: play(
            rig_source("--text", "dragged"), Rig(toolkit, executable, "target"), keys)
        def inside(keys):
            both = Both(toolkit, executable, "both", "--text", "dragged")
            return play(both, both, keys, inside=True)
        yield f"text inside a window of {name}", inside


def cell(find_out, has_keyboard):
    """Returns the outcomes without a key, with Shift and with Ctrl; a single one if all are equal."""
    results = {}
    for words, keys in (("", ()), ("Shift: ", (SHIFT,)), ("Ctrl: ", (CONTROL,)))[:3 if has_keyboard else 1]:
        try:
            results[words] = find_out(keys)
        except AssertionError as error:
            results[words] = (str(error).splitlines() or ["not as it should be"])[0][:100]
    if len(set(results.values())) == 1:
        return results[""]
    return ", ".join(words + result for words, result in results.items())


def version(package):
    text = subprocess.run(
        ["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, text=True, check=True).stdout
    return re.match(r"(?:\d+:)?(\d+\.\d+)", text)[1]


DESKTOPS = {
    "kwin": (desktops.KWin, "kwin_wayland", lambda: f"KWin {version('kwin-wayland')}"),
    "mutter": (desktops.Mutter, "mutter", lambda: f"mutter {version('mutter')}"),
}


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--write"]
    dray, results = os.path.abspath(arguments[0]), Results(arguments[1])
    names = arguments[2:] or [name for name, (_, program, _) in DESKTOPS.items() if shutil.which(program)]
    # A regular expression.
    only = os.environ.get("DRAY_ROWS", "")
    failures = 0
    for name in names:
        desktop, _, title = DESKTOPS[name]
        column = title()
        with desktops.Rig() as run:
            play = Play(dray, desktop, os.environ.get("DRAY_POLICY", "human-interface"))
            for row, find_out in rows(play, make_file(run, "report.txt")):
                if not re.search(only, row):
                    continue
                result = cell(find_out, desktop.has_keyboard)
                known = results.get(row, column)
                if result != known and "--write" not in sys.argv:
                    print(f"{column}: {row}: {result}, trying again", flush=True)
                    result = cell(find_out, desktop.has_keyboard)
                if "--write" in sys.argv:
                    results.set(row, column, result)
                    results.write()
                is_wrong = result != known and "--write" not in sys.argv
                failures += is_wrong
                print(f"{column}: {row}: {result}{f'  WRONG, {known} before' if is_wrong else ''}", flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
