#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Random drags between windows of several toolkits in KWin or GNOME Shell: by pointer, finger and keyboard; dropped,
cancelled, onto nothing, and with the source or the target killed.

usage: desktop-random.py kwin PLUGIN INPUT-PLUGIN SMALL-CLIENT SEED [OPTION ...]
       desktop-random.py gnome HOST-FOLDER TEST-FOLDER SMALL-CLIENT SEED [OPTION ...]

options: --drags=NUMBER | --minutes=NUMBER, --memcheck, --without-dray

The source of each drag receives its end, and what it has copied has arrived as a whole. After all drags the desktop
runs, draws nothing of them, its memory has grown by less than GROWTH_LIMIT, and an ordinary drag works.

--memcheck runs the desktop under valgrind; its own errors are in valgrind.supp. --without-dray plays KWin's own drags,
by pointer and between toolkits, to compare the memory. mutter's own drags have no end for GTK 3 if nothing is dropped.
"""

import os
import random
import re
import sys
import time
from pathlib import Path

import gnome_host
import kwin_host
from hosts import TIMEOUT, Run, memcheck, wait_for
from steps import Hand, middle

NAME = sys.argv[1]
DRAY, INPUT, SMALL = map(os.path.abspath, sys.argv[2:5])
SEED = int(sys.argv[5])
OPTIONS = sys.argv[6:]
WITHOUT, MEMCHECK = "--without-dray" in OPTIONS, "--memcheck" in OPTIONS
ESCAPE, RETURN, TAB, D, SHIFT, SUPER = 1, 28, 15, 32, 42, 125
RIGHT_BUTTON = 0x111
# More than a pipe holds.
TEXT = "dragged " * 10000
TOOLKITS = ("gtk3", "gtk4", "qt6")
# At the default rate each command would last 33 ms, because GNOME Shell answers after two frames.
HOME, COMPOSITOR_OPTIONS = {"kwin": (kwin_host, {}), "gnome": (gnome_host, {"rate": 240})}[NAME]
# Valgrind would check the code that SpiderMonkey's JIT generates again and again.
if MEMCHECK and NAME == "gnome":
    COMPOSITOR_OPTIONS["GJS_DISABLE_JIT"] = "1"
# The number of paints in which clients answer: a tenth of a second.
PAINTS = {"kwin": 3, "gnome": 12}[NAME]
# Below GNOME Shell's top bar. Windows cover the edges of their neighbours, so the stacking order matters.
TOP = {"kwin": 20, "gnome": 40}[NAME]
CARD = "200x150"
SOURCES = {name: (20 + 190 * index, TOP) for index, name in enumerate(TOOLKITS)} | {"small": (780, TOP)}
TARGETS = {name: (20 + 190 * index, 340) for index, name in enumerate(TOOLKITS)} | {"small": (780, 340)}
NOTHING = (650, 250)
# mutter's virtual touchscreen cannot cancel.
ENDS = {"drop": 10, "nothing": 3, "escape": 4, "kill source": 1, "kill target": 1} | (
    {"touch cancel": 1} if NAME == "kwin" else {})
# The memory of the desktop is measured every ten drags. It varies by 15 MB with what is drawn and transferred, so the
# smallest value of the first half of the drags is compared with that of the second. In bytes.
GROWTH_LIMIT = 8 << 20
# The number of drags before the first measurement. GNOME Shell's caches grow by 20 MB at first.
WARM_UP = {"kwin": 0, "gnome": 300}[NAME]


def option(name, default):
    values = [text.partition("=")[2] for text in OPTIONS if text.startswith(f"--{name}=")]
    return int(values[-1]) if values else default


class Log:
    """The trace of the desktop, read as it grows."""

    def __init__(self, path):
        self.file, self.rest = path.open(errors="replace"), ""
        self.begun, self.ended = set(), set()

    def read(self):
        *lines, self.rest = (self.rest + self.file.read()).split("\n")
        for line in lines:
            if found := re.search(r"dray: drag (\d+): (.*)", line):
                self.begun.add(int(found[1]))
                if "ended (" in found[2]:
                    self.ended.add(int(found[1]))
            assert f"mistake of dray-{NAME}" not in line and "mistake of Dray" not in line, line
        return self

    def count(self):
        return len(self.read().begun)


class Card:
    """A source or a target made with a toolkit."""

    def __init__(self, world, toolkit, role):
        self.world, self.toolkit, self.role = world, toolkit, role
        self.title = f"{toolkit}-{role}"
        self.place = (SOURCES if role == "source" else TARGETS)[toolkit]
        self.start()

    def start(self):
        text = ["--text", TEXT] if self.role == "source" else []
        # The session's bus would start portals, which nothing here needs.
        self.client = self.world.run.client(
            self.title, "--role", self.role, "--size", CARD, *text, toolkit=self.toolkit,
            variables={"DBUS_SESSION_BUS_ADDRESS": "disabled:"})
        self.middle = middle(self.place, self.client.mapped[self.role])
        self.world.desktop.place(self.title, self.place)

    def restart(self):
        self.client.kill()
        self.world.run.processes.remove(self.client)
        self.start()

    def heard(self, event):
        return [line for line in list(self.client.lines.queue) if line and line["event"] == event]

    def begin(self, press):
        self.client.seen.clear()
        while not self.client.lines.empty():
            self.client.lines.get()
        press(lambda: self.heard("drag-begin"))

    def wait_for_end(self):
        """Returns the result."""
        return self.client.expect("drag-end")["result"]

    def check_content(self, is_whole):
        """Checks that the window runs, and the size of what it has received."""
        while not self.client.lines.empty():
            line = self.client.lines.get()
            assert line is not None, f"{self.title} exits: {self.client.output()}"
            if line["event"] == "received":
                # A slow target may read the file that Dray makes of a text.
                is_file = line["type"] == "text/uri-list" and "dray-clippings" in line["text"]
                assert is_file or line["size"] in (len(TEXT), len("dragged")) or not is_whole, line
                self.world.results["received"] += 1


class Small:
    """A window of small-client.c."""

    toolkit = "small"

    def __init__(self, world, role):
        self.world, self.role = world, role
        self.place = (SOURCES if role == "source" else TARGETS)["small"]
        self.middle = self.place[0] + 100, self.place[1] + 100
        self.title = f"small-{role}"
        self.start()

    def start(self):
        self.client = self.world.run.start(
            self.title, SMALL, self.role, TITLE=self.title, ACTIONS="3", FINGERS="1",
            FIRST_FINGER=str(HOME.FIRST_FINGER))
        self.world.desktop.place(self.title, self.place)

    def restart(self):
        self.client.kill()
        self.world.run.processes.remove(self.client)
        self.start()

    def lines(self, *words):
        return [line for line in self.client.output().splitlines() if line in words]

    def begin(self, press):
        self.ends, before = self.lines("finished", "cancelled"), self.world.log.count()
        press(lambda: self.world.log.count() > before)

    def wait_for_end(self):
        return wait_for(
            "the end for the small client", lambda: self.lines("finished", "cancelled")[len(self.ends):])[0]

    def check_content(self, is_whole):
        assert self.client.is_running(), f"{self.title} exits: {self.client.output()[-2000:]}"


class World(Hand):
    """The desktop with all windows."""

    def __init__(self, run, chance):
        self.run, self.chance = run, chance
        wrapper = memcheck(run.directory) if MEMCHECK else []
        self.desktop = HOME.Compositor(
            run, "" if WITHOUT else DRAY, INPUT, wrapper=wrapper, **COMPOSITOR_OPTIONS)
        self.log = Log(self.desktop.process.log)
        self.results = {"received": 0}
        self.move, self.button, self.key, self.press = (
            self.desktop.move, self.desktop.button, self.desktop.key, self.desktop.press)
        self.put_away()
        self.desktop.do("paint")
        self.empty = self.shown()
        names = TOOLKITS if WITHOUT else (*TOOLKITS, "small")
        self.sources, self.targets = [], []
        for name in names:
            kind = Small if name == "small" else lambda world, role, name=name: Card(world, name, role)
            self.sources.append(kind(self, "source"))
            self.targets.append(kind(self, "target"))

    def put_away(self):
        """Moves the pointer to where it is in each compared image."""
        self.move(1000, 600)

    def shown(self):
        """Returns the pixels of the screen, without GNOME Shell's top bar, which has a clock."""
        picture = self.desktop.picture()
        return picture.pixels if NAME == "kwin" else picture.pixels[3 * picture.width * TOP:]

    def put_in_place(self, window):
        """GNOME Shell would draw two frames for each window, also for one in its place."""
        if self.desktop.do.ask(f"window {window.title}") != "{} {}".format(*window.place):
            self.desktop.place(window.title, window.place)

    def memory(self):
        """The private memory of the desktop, in bytes."""
        smaps = Path(f"/proc/{self.desktop.process.process.pid}/smaps_rollup").read_text()
        return sum(int(number) for number in re.findall(r"^Private_\w+: +(\d+) kB$", smaps, re.M)) << 10

    # ------------------------------------------------------------------------------------------------------- Beginning

    def attempts(self, what, attempt, has_begun):
        """Tries to begin a drag until it has begun; a window may be in its position later than its client knows."""
        def try_once():
            wiggle = attempt()
            end = time.monotonic() + TIMEOUT / 20
            while time.monotonic() < end:
                if has_begun():
                    return True
                # GTK 3 ignores a motion that arrives together with the press.
                wiggle()
                time.sleep(0.01)
            return False
        wait_for(what, try_once, 3 * TIMEOUT)

    def begin_by_pointer(self, source):
        x, y = source.middle

        def attempt():
            self.button(0)
            self.move(x - 3, y)
            self.move(x, y)
            self.button(1)
            for step in range(1, 9):
                self.move(x + 4 * step, y + step)
            return lambda: (self.move(x + 30, y), self.move(x + 33, y))
        source.begin(lambda has_begun: self.attempts(f"a drag of {source.title}", attempt, has_begun))

    def begin_by_finger(self, source):
        x, y = source.middle
        finger = self.desktop.finger

        def attempt():
            finger(0, "up")
            finger(0, "down", x, y)
            for step in range(1, 12):
                finger(0, "move", x + 4 * step, y + step)
            return lambda: (finger(0, "move", x + 42, y), finger(0, "move", x + 45, y))
        source.begin(lambda has_begun: self.attempts(f"a drag of {source.title} by finger", attempt, has_begun))

    def begin_by_keyboard(self, source):
        def attempt():
            self.press(ESCAPE)
            # A click on the small client begins a drag, which leaves its window in the background.
            self.move(*source.middle)
            self.desktop.do(f"activate {source.title}")
            wait_for("the keyboard focus", lambda: self.desktop.do("focus") == source.title)
            for key in (SUPER, SHIFT):
                self.key(key, 1)
            self.press(D)
            for key in (SHIFT, SUPER):
                self.key(key, 0)
            self.press(RETURN)
            return lambda: None
        source.begin(lambda has_begun: self.attempts(f"a drag of {source.title} by keyboard", attempt, has_begun))

    # ------------------------------------------------------------------------------------------------------ On its way

    def somewhere(self):
        x, y = self.chance.choice([window.middle for window in self.sources + self.targets] + [NOTHING])
        return x + self.chance.randrange(-90, 90), y + self.chance.randrange(-70, 70)

    def go(self, device, place):
        if device == "keyboard":
            self.press(self.chance.choice([TAB, TAB, 103, 105, 106, 108]))
            return
        go = self.move if device == "pointer" else lambda x, y: self.desktop.finger(0, "move", x, y)
        for offset in (-2, -1, 0):
            go(place[0] + offset, place[1])

    def disturb(self, device):
        """Does something that does not belong to the drag."""
        what = self.chance.choice(["other button", "scroll", "modifier", "desktop", "finger beside", "pointer beside"])
        self.what += f", {what}"
        if what == "other button":
            self.button(1, RIGHT_BUTTON)
            self.button(0, RIGHT_BUTTON)
        elif what == "scroll":
            self.desktop.scroll()
        elif what == "modifier":
            self.key(SHIFT, 1)
            self.go(device, self.somewhere())
            self.key(SHIFT, 0)
        elif what == "desktop":
            self.desktop.do("desktop 2")
            self.go(device, self.somewhere())
            self.desktop.do("desktop 1")
        elif what == "finger beside" and device != "finger":
            x, y = self.somewhere()
            self.desktop.finger(1, "down", x, y)
            for step in range(1, 12):
                self.desktop.finger(1, "move", x + 4 * step, y)
            self.desktop.finger(1, self.chance.choice(["up", "up"]))
        elif what == "pointer beside" and device == "finger":
            self.move(*self.somewhere())
            self.button(1)
            self.move(*self.somewhere())
            self.button(0)

    # ------------------------------------------------------------------------------------------------------------- End

    def release(self, device):
        if device == "pointer":
            self.button(0)
        elif device == "finger":
            self.desktop.finger(0, "up")
        else:
            self.press(RETURN)

    def drag(self):
        chance = self.chance
        source, target = chance.choice(self.sources), chance.choice(self.targets)
        device = "pointer" if WITHOUT else chance.choices(["pointer", "finger", "keyboard"], [5, 3, 2])[0]
        end = chance.choices(list(ENDS), list(ENDS.values()))[0]
        way = [self.somewhere() for _ in range(chance.randrange(4))]
        self.what = f"{device}, {source.title} to {target.title}, {end}"
        for window in self.sources + self.targets:
            # GTK 3 moves its window by a finger on the heading.
            self.put_in_place(window)
        getattr(self, f"begin_by_{device}")(source)
        for place in way:
            self.go(device, place)
            if not WITHOUT and chance.random() < 0.2:
                self.disturb(device)
        if end == "nothing":
            self.go(device, NOTHING)
        else:
            self.go(device, target.middle)
        if chance.random() < 0.8:
            # Clients have answered by then.
            for _ in range(PAINTS):
                self.desktop.do("paint")
        if end == "escape" or end == "drop" and chance.random() < 0.05:
            self.press(ESCAPE)
        elif end == "kill source":
            source.client.kill()
        elif end == "kill target":
            target.client.kill()
        elif end == "touch cancel" and device == "finger":
            self.desktop.cancel_fingers()
        self.release(device)
        if device == "keyboard":
            # A drop on nothing does not end a drag by keyboard.
            self.press(ESCAPE)
        result = None
        if end == "kill source":
            source.restart()
        else:
            result = source.wait_for_end()
            self.results[result] = self.results.get(result, 0) + 1
        if end == "kill target":
            target.restart()
        for window in self.sources + self.targets:
            # Qt waits a second for content, and reports none if the source is slower; then the drag is cancelled.
            window.check_content(result not in (None, "cancelled"))
        self.log.read()
        assert self.desktop.process.is_running(), f"{NAME} has exited"

    def end(self):
        """Closes all windows; nothing may be left on the screen."""
        for window in self.sources + self.targets:
            window.client.kill()
        self.put_away()
        wait_for("an empty screen", lambda: (
            self.desktop.do("paint"), self.shown() == self.empty)[-1])
        report = self.run.directory / f"memcheck-{self.desktop.process.process.pid}.log"
        wait_for("the end of all drags", lambda: self.log.read().begun == self.log.ended)
        assert WITHOUT or self.log.begun, "the trace has no drags"
        self.desktop.end()
        if MEMCHECK:
            said = report.read_text()
            assert "ERROR SUMMARY: 0 errors" in said, said


def main():
    print(f"seed {SEED}", flush=True)
    deadline = time.monotonic() + 60 * option("minutes", 0)
    wanted = option("drags", 0 if option("minutes", 0) else 1000)
    with Run() as run:
        world = World(run, random.Random(SEED))
        count, memory = 0, []
        while count < wanted or time.monotonic() < deadline:
            try:
                world.drag()
            except Exception:
                print(f"seed {SEED}, drag {count}: {world.what}", flush=True)
                raise
            count += 1
            if count % 10 == 0 and count > WARM_UP:
                memory.append(world.memory())
            if count % 100 == 0:
                print(f"{count} drags, {world.memory() >> 10} kB, {world.results}", flush=True)
        print(f"{count} drags, {world.results}", flush=True)
        half = len(memory) // 2
        if half and not MEMCHECK:
            first, second = min(memory[:half]), min(memory[half:])
            print(f"memory: {first >> 10} kB, then {second >> 10} kB", flush=True)
            assert second - first < GROWTH_LIMIT, memory
        # An ordinary drag.
        source, target = world.sources[1], world.targets[1]
        world.begin_by_pointer(source)
        x, y = target.middle
        target.client.expect("drag-enter", meanwhile=lambda: (world.move(x - 1, y), world.move(x, y)))
        world.desktop.do("paint")
        world.button(0)
        target.client.expect("received", size=len(TEXT))
        assert source.wait_for_end() in ("copied", "moved")
        world.end()


if __name__ == "__main__":
    main()
