#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Drags of files, and the clipboard, in a session of Plasma: an unmodified KWin, Plasma's shell, Dolphin and Klipper.

usage: kwin-plasma.py PLUGIN INPUT-PLUGIN [TEST ...]

Each test runs with KWin's own drag and drop as well, for comparison. Where Plasma is not installed, the status is 77,
which Meson counts as skipped.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from daily import compared
from hosts import TIMEOUT, Run, play, wait_for
from kwin_host import Compositor

PLUGIN, INPUT = map(os.path.abspath, sys.argv[1:3])
PROGRAMS = ("plasmashell", "dolphin", "wl-paste", "dbus-update-activation-environment")
CLIPBOARD = Path(__file__).with_name("clipboard-client.py")
CONTROL, SHIFT, RETURN, ESCAPE, F1, F2 = 29, 42, 28, 1, 59, 60
# Windows of Dolphin above each other, with the desktop to their right. Dolphin warns root, above the files.
DOLPHIN = (690, 290)
UPPER, LOWER = (0, 0), (0, 295)
ROW = 164 if os.getuid() == 0 else 116
FIRST, SECOND, BESIDE = (319, ROW), (438, ROW), (620, ROW)
DESKTOP, PANEL = (850, 300), (600, 612)
CONTENT = "contents\n"


class Plasma(Compositor):
    """KWin with Plasma's shell, in a home folder of its own."""

    def __init__(self, run, plugin, **options):
        self.home = run.directory / "home"
        self.desktop = self.home / "Desktop"
        self.desktop.mkdir(parents=True)
        run.environment |= {
            "HOME": str(self.home), "XDG_DATA_HOME": str(self.home / ".local/share"),
            "XDG_CACHE_HOME": str(self.home / ".cache"), "XDG_STATE_HOME": str(self.home / ".local/state"),
            "XDG_CURRENT_DESKTOP": "KDE", "XDG_MENU_PREFIX": "plasma-", "XDG_SESSION_TYPE": "wayland",
            "KDE_FULL_SESSION": "true", "KDE_SESSION_VERSION": "6", "LC_ALL": "C.UTF-8",
            "QT_QUICK_BACKEND": "software", "LIBGL_ALWAYS_SOFTWARE": "1"}
        (run.directory / "kwinrulesrc").write_text(
            "[General]\ncount=1\nrules=dolphin\n[dolphin]\nDescription=dolphin\nwmclass=dolphin\nwmclassmatch=2\n"
            "size=%d,%d\nsizerule=2\nignoregeometry=true\nignoregeometryrule=2\n" % DOLPHIN)
        super().__init__(run, plugin, INPUT, **options)
        self.check_plugin(plugin)
        # Programs that D-Bus starts.
        names = [*run.environment, "QT_QPA_PLATFORM"]
        run.environment["QT_QPA_PLATFORM"] = "wayland"
        subprocess.run(["dbus-update-activation-environment", *names], env=run.environment, check=True,
                       stderr=subprocess.DEVNULL, timeout=TIMEOUT)
        self.shell = run.start("plasmashell", "plasmashell", "--no-respawn", WAYLAND_DEBUG="client")
        wait_for("Klipper", lambda: self.has_name("org.kde.klipper"), 3 * TIMEOUT)

    def call(self, service, path, method, *arguments):
        return subprocess.run(
            ["dbus-send", "--print-reply=literal", f"--dest={service}", path, method, *arguments], check=True,
            env=self.run.environment, capture_output=True, text=True, timeout=TIMEOUT).stdout

    def has_name(self, name):
        return "true" in self.call("org.freedesktop.DBus", "/", "org.freedesktop.DBus.NameHasOwner", f"string:{name}")

    def clipboard_of_klipper(self):
        return self.call("org.kde.klipper", "/klipper", "org.kde.klipper.klipper.getClipboardContents").strip()

    def has_stored(self, text):
        """Whether Klipper has written the text to its database, from which it returns it. It shows it slightly earlier.
        """
        files = (self.home / ".local/share/klipper/data").glob("*/*")
        return any(file.read_text() == text for file in files)

    def history_of_klipper(self):
        return self.call("org.kde.klipper", "/klipper", "org.kde.klipper.klipper.getClipboardHistoryMenu")


class Dolphin:
    """A window of Dolphin with a folder of its own."""

    def __init__(self, plasma, name, place, *files):
        self.plasma, self.name, self.place = plasma, name, place
        self.folder = plasma.home / name
        self.folder.mkdir()
        for file in files:
            if file.endswith("/"):
                (self.folder / file).mkdir()
            else:
                (self.folder / file).write_text(CONTENT)
        self.process = plasma.run.start(name, "dolphin", "--new-window", self.folder, WAYLAND_DEBUG="client")
        wait_for(f"the window of {name}", lambda: plasma.do.try_once(f"place {name} {place[0]} {place[1]}"),
                 3 * TIMEOUT)

    def at(self, point):
        return self.place[0] + point[0], self.place[1] + point[1]

    def count(self, word):
        return self.process.output().count(word)

    def pick_up(self, point):
        """Presses on a file until its drag has begun. Dolphin shows its files some time after its window."""
        before = self.count(".start_drag(")
        x, y = self.at(point)

        def attempt():
            self.plasma.button(0)
            self.plasma.move(x - 3, y)
            self.plasma.move(x, y)
            self.plasma.do("paint")
            self.plasma.button(1)
            for step in range(1, 12):
                self.plasma.move(x + 3 * step, y + step)
            for _ in range(10):
                self.plasma.do("paint")
                if self.count(".start_drag(") > before:
                    return True
            return False
        wait_for(f"a drag out of {self.name}", attempt)

    def drop_at(self, point, target, *keys):
        """Drops at a point of the screen when the target would accept."""
        x, y = point
        before, ends = target.output().count('.accept('), self.ends()

        def is_accepted():
            # Plasma's desktop rejects what enters before it has read its folder, until it enters again.
            self.plasma.move(*self.at(BESIDE))
            self.plasma.do("paint")
            for step in range(5):
                self.plasma.move(x - 4 + step, y)
                self.plasma.do("paint")
            answers = re.findall(r"\.accept\(\d+, (.*)\)", target.output())[before:]
            return answers and answers[-1] != "nil"
        wait_for("the target's consent", is_accepted)
        for key in keys:
            self.plasma.key(key, 1)
        # The target learns about modifiers with the next motion.
        for _ in range(3):
            self.plasma.move(x - 1, y)
            self.plasma.move(x, y)
            self.plasma.do("paint")
        self.plasma.button(0)
        wait_for("the end of the drag", lambda: self.ends() > ends)
        for key in keys:
            self.plasma.key(key, 0)

    def ends(self):
        # Qt destroys its source at the end, which it does not wait for when it drops on itself.
        return len(re.findall(r"-> wl_data_source#\d+\.destroy\(", self.process.output()))

    def has(self, name):
        path = self.folder / name
        return path.exists() and path.read_text() == CONTENT


@compared(PLUGIN)
def file_is_copied_onto_the_desktop(plugin):
    with Run() as run:
        plasma = Plasma(run, plugin)
        source = Dolphin(plasma, "first", UPPER, "one.txt")
        source.pick_up(FIRST)
        source.drop_at(DESKTOP, plasma.shell, CONTROL)
        wait_for("the file on the desktop", lambda: (plasma.desktop / "one.txt").exists())
        wait_for("its content", lambda: (plasma.desktop / "one.txt").read_text() == CONTENT)
        assert source.has("one.txt")
        plasma.end()


@compared(PLUGIN)
def file_is_copied_into_another_window_of_dolphin(plugin):
    """Each window of Dolphin is a process."""
    with Run() as run:
        plasma = Plasma(run, plugin)
        source = Dolphin(plasma, "first", UPPER, "one.txt")
        target = Dolphin(plasma, "second", LOWER, "other.txt")
        source.pick_up(FIRST)
        source.drop_at(target.at(BESIDE), target.process, CONTROL)
        wait_for("the file in the other window", lambda: target.has("one.txt"))
        assert source.has("one.txt")
        plasma.end()


@compared(PLUGIN)
def shift_moves_nothing_between_applications(plugin):
    """KWin's own drag moves the file."""
    with Run() as run:
        plasma = Plasma(run, plugin)
        source = Dolphin(plasma, "first", UPPER, "one.txt")
        target = Dolphin(plasma, "second", LOWER, "other.txt")
        source.pick_up(FIRST)
        source.drop_at(target.at(BESIDE), target.process, SHIFT)
        wait_for("the file in the other window", lambda: target.has("one.txt"))
        if plugin:
            assert source.has("one.txt"), "the file was moved"
        else:
            wait_for("the end of the move", lambda: not source.has("one.txt"))
        plasma.end()


@compared(PLUGIN)
def file_is_moved_into_a_folder_of_its_window(plugin):
    with Run() as run:
        plasma = Plasma(run, plugin)
        window = Dolphin(plasma, "first", UPPER, "folder/", "one.txt")
        window.pick_up(SECOND)
        window.drop_at(window.at(FIRST), window.process, SHIFT)
        wait_for("the file in the folder", lambda: window.has("folder/one.txt"))
        wait_for("the end of the move", lambda: not window.has("one.txt"))
        plasma.end()


@compared(PLUGIN)
def file_is_dropped_on_the_panel(plugin):
    """The panel offers nothing for it, and no file is lost."""
    with Run() as run:
        plasma = Plasma(run, plugin)
        source = Dolphin(plasma, "first", UPPER, "one.txt")
        source.pick_up(FIRST)
        source.drop_at(PANEL, plasma.shell)
        assert source.has("one.txt")
        assert plasma.shell.is_running()
        # Plasma's shell works as before.
        source.pick_up(FIRST)
        source.drop_at(DESKTOP, plasma.shell, CONTROL)
        wait_for("the file on the desktop", lambda: (plasma.desktop / "one.txt").exists())
        plasma.end()


@compared(PLUGIN)
def klipper_keeps_and_returns_the_clipboard(plugin):
    with Run() as run:
        plasma = Plasma(run, plugin)
        windows = {}
        for name, place in ("first", UPPER), ("second", LOWER):
            windows[name] = run.client(name, program=CLIPBOARD)
            plasma.place(name, place)
            plasma.click((place[0] + 100, place[1] + 100))
            windows[name].expect("focus", active=True)
            plasma.press(F1)
            windows[name].expect("copied")
            wait_for("the text in Klipper", lambda name=name: plasma.clipboard_of_klipper() == name)
            wait_for("the text in its database", lambda name=name: plasma.has_stored(name))
        # The owner exits, and Klipper owns the text from then on.
        windows["second"].end()
        windows["first"].expect("clipboard", meanwhile=lambda: (
            plasma.click((UPPER[0] + 100, UPPER[1] + 100)), plasma.press(F2)), text="second")
        # The user selects an older text in the history.
        history = plasma.history_of_klipper()
        assert history.split()[-3:] == ["second", "first", "]"], history
        plasma.call("org.kde.klipper", "/klipper", "org.kde.klipper.klipper.setClipboardContents", "string:first")
        windows["first"].expect("clipboard", meanwhile=lambda: plasma.press(F2), text="first")
        windows["first"].end()
        plasma.end()


@compared(PLUGIN)
def window_is_moved_by_its_title_bar(plugin):
    with Run() as run:
        plasma = Plasma(run, plugin)
        Dolphin(plasma, "first", UPPER)
        plasma.do("paint")
        x, y = 500, 14
        plasma.move(x, y)
        plasma.button(1)
        for step in range(1, 11):
            plasma.move(x + 20 * step, y + 20 * step)
        plasma.button(0)
        plasma.move(x, y)
        wait_for("the window at the pointer", lambda: plasma.do("window first") == "200 200")
        plasma.end()


TESTS = [
    file_is_copied_onto_the_desktop,
    file_is_copied_into_another_window_of_dolphin,
    shift_moves_nothing_between_applications,
    file_is_moved_into_a_folder_of_its_window,
    file_is_dropped_on_the_panel,
    klipper_keeps_and_returns_the_clipboard,
    window_is_moved_by_its_title_bar,
]

if __name__ == "__main__":
    missing = [program for program in PROGRAMS if shutil.which(program) is None]
    if missing:
        print("not installed:", *missing)
        sys.exit(77)
    play(TESTS, sys.argv[3:])
