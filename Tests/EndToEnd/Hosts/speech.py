# SPDX-License-Identifier: MIT
"""A session bus for a test, with at-spi2-core's accessibility bus and a screen reader that records announcements."""

import os
import pathlib
import shutil
import stat
import subprocess
import time

from hosts import CLIENTS, Process, wait_for

ESCAPE, TAB, RETURN, D, SHIFT, SUPER = 1, 15, 28, 32, 42, 125
# Seconds; longer than a compositor delays announcements, and than its pause between two of them (`Speech`).
QUIET = 0.6
LAUNCHER = pathlib.Path("/usr/share/dbus-1/services/org.a11y.Bus.service")
BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>{address}</listen><auth>EXTERNAL</auth><servicedir>{services}</servicedir>
<policy context="default"><allow user="*"/><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>
<allow own="*"/></policy></busconfig>
"""


class ScreenReader:
    """A running screen reader that wants announcements, and records them.

    A compositor that is started in `run` afterwards finds it. `wrapper` makes it run as the compositor's user, because
    the accessibility bus accepts only that user.
    """

    def __init__(self, run, wrapper=()):
        folder = run.directory / "speech"
        services = folder / "services"
        services.mkdir(parents=True)
        shutil.copy(LAUNCHER, services)
        address = f"unix:path={folder}/bus"
        (folder / "bus.conf").write_text(BUS.format(address=address, services=services))
        for path in (folder, services, run.directory):
            path.chmod(0o711 if path == run.directory else 0o777)
        run.environment |= {"DBUS_SESSION_BUS_ADDRESS": address, "GSETTINGS_BACKEND": "memory", "LANG": "C.UTF-8"}
        run.start(
            "bus", *wrapper, "dbus-daemon", f"--config-file={folder}/bus.conf", "--nofork", XDG_RUNTIME_DIR=str(folder),
            HOME=str(folder))
        wait_for("the session bus", (folder / "bus").exists)
        commands = ["on", "listen object:announcement"]
        self.process = Process(
            "screen-reader", [*wrapper, "/usr/bin/python3", CLIENTS / "screen-reader.py", *commands], run.directory,
            {**run.environment, "XDG_RUNTIME_DIR": str(folder), "HOME": str(folder)}, stdin=subprocess.PIPE)
        run.processes.append(self.process)
        self.waited_for = 0
        wait_for("the screen reader", lambda: all(f"ok {command}" in self.lines() for command in commands))

    def lines(self):
        # The last line may be incomplete.
        return self.process.output().split("\n")[:-1]

    def heard(self):
        """Returns the announcements so far."""
        return [line.split(" ", 4)[4] for line in self.lines() if line.startswith("said announcement ")]

    def hears_a_drag(self, host):
        """Checks that each step of a drag from the source to the target is announced with the names of their windows
        (HIG-33).
        """
        host.pick_up()
        self.hear("Picked up 1 item")
        host.go_to_target()
        self.hear("Over “target”, will copy")
        host.button(0)
        host.target.expect("received", text="dragged")
        # The drop itself may be announced in between.
        self.hear("Copied")

    def drags_by_names(self, run, host, album, post, placed=lambda title: None):
        """Drags an image from one window to the other by keyboard, using the names of accessible objects (HIG-32)."""
        windows = [self.window(run, *window) for window in ((post, "post", "target"), (album, "album", "source"))]
        for title in ("target", "source"):
            placed(title)
        # The newest window has the keyboard focus, but no other process can observe that.
        wait_for("picking in the album", lambda: self.begins_picking(host, "source"))
        self.go(host, "“Photo”, press Return to pick up")
        wait_for("the album's drag", lambda: self.picks_up(host, windows[1]))
        self.hear("Picked up 1 item")
        self.go(host, "Over “Inbox”, will copy")
        host.press(RETURN)
        wait_for("the picture in the inbox", lambda: "got Photo on Inbox" in windows[0].output())
        self.hear("Copied")
        # Tab has skipped what accepts nothing.
        assert not any("“Bin”" in text and "will copy" in text for text in self.heard()), self.heard()
        for window in windows:
            window.end()

    def drags_to_a_name(self, run, host, album, post, placed, wrapper=(), stranger=()):
        """Has a program drag an image by name from one window to the other (HIG-33).

        Only programs of the same user may do that: `stranger` is the prefix of a command that runs as another user.
        """
        windows = [self.window(run, *window) for window in ((post, "post", "target"), (album, "album", "source"))]
        for title in ("target", "source"):
            placed(title)
        # An application that has just started registers slightly later.
        wait_for("names", lambda: "“Photo” in “source”" in self.asks(run, host, "names|source", wrapper=wrapper))
        wait_for("names", lambda: "“Inbox” in “target”" in self.asks(run, host, "names", wrapper=wrapper))
        path = self.door(run, host)
        assert stat.S_IMODE(os.stat(path).st_mode) == 0o600, oct(os.stat(path).st_mode)
        if stranger or wrapper:
            answer = self.asks(run, host, "drag|name=Photo|to=Inbox", wrapper=stranger)
            # The reason is lost if the request was in transit when the connection was closed.
            assert answer in ("closed", "") or answer.startswith("error ") and "drive" in answer, answer
        assert self.asks(run, host, "drag|name=Photo|to=Inbox", wrapper=wrapper) == "ok"
        wait_for("the picture in the inbox", lambda: "got Photo on Inbox" in windows[0].output())
        wait_for("the announcement", lambda: "Dragging “Photo” to “Inbox” by name" in self.heard())
        self.hear("Copied")
        assert "the target does not accept it" in self.asks(run, host, "drag|name=Photo|to=Bin", wrapper=wrapper)
        assert "was not found" in self.asks(run, host, "drag|name=Foto|to=Bin", wrapper=wrapper)
        # A line without an end, and one that is not a request.
        assert self.asks(run, host, "x" * 5000, wrapper=wrapper) == "error this request is too long"
        assert "unknown command" in self.asks(run, host, "jump", wrapper=wrapper)
        for window in windows:
            window.end()

    def is_refused_while_locked(self, run, host, wrapper=()):
        """Checks that in a locked session no program can drag by name or list names."""
        for request in ("drag|name=Photo|to=Inbox", "names"):
            wait_for("the lock", lambda: (
                self.asks(run, host, request, wrapper=wrapper) == "error the session is locked"))

    def door(self, run, host):
        path = run.directory / f"dray-names-{host.process.process.pid}"
        wait_for("the socket", path.exists)
        return path

    def asks(self, run, host, request, wrapper=()):
        """Returns the answer to a program's request."""
        asked = subprocess.run(
            [*wrapper, "/usr/bin/python3", CLIENTS / "ask-names.py", self.door(run, host), request],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True, env=run.environment, timeout=60)
        return asked.stdout.strip()

    def window(self, run, toolkit, role, title):
        process = Process(
            role, ["/usr/bin/python3", CLIENTS / "album.py", toolkit, role, "--title", title], run.directory,
            run.environment)
        run.processes.append(process)
        wait_for(f"the {role}", lambda: "ready" in process.output())
        return process

    def picks_up(self, host, album):
        """Presses Return until the drag begins; a busy application may answer too late, which is announced, and the
        user tries again.
        """
        told = self.heard().count("Cannot be dragged")
        host.press(RETURN)
        wait_for("an announcement", lambda: (
            "drags Photo" in album.output() or self.heard().count("Cannot be dragged") > told))
        return "drags Photo" in album.output()

    def begins_picking(self, host, title):
        self.waited_for = len(self.heard())
        host.key(SUPER, 1)
        host.key(SHIFT, 1)
        host.press(D)
        host.key(SHIFT, 0)
        host.key(SUPER, 0)
        said = wait_for("words", lambda: self.heard()[self.waited_for:])
        if f"“{title}”" in said[-1]:
            return True
        host.press(ESCAPE)
        self.hear("Cancelled")
        return False

    def go(self, host, text):
        """Presses Tab until the text is announced."""
        # An application that has just started registers slightly later.
        for _ in range(40):
            self.waited_for = len(self.heard())
            host.press(TAB)
            if self.hears_where_tab_goes(text):
                return self.hear(text)
        raise AssertionError(f"not “{text}”: {self.heard()}")

    def hears_where_tab_goes(self, text):
        """Waits until the text is announced, or until Tab has reached another object.

        The position may be announced on the way, and the last announcement may arrive after the next key press was due.
        """
        last, since = None, time.monotonic()

        def is_over():
            nonlocal last, since
            said = self.heard()[self.waited_for:]
            if said != last:
                last, since = said, time.monotonic()
            ends = ("press Return to pick up", "will copy", "No window accepts this")
            is_somewhere = any(word in words for words in said for word in ends)
            return text in said or is_somewhere and time.monotonic() - since > QUIET
        wait_for(f"where Tab goes; heard: {self.heard()}", is_over)
        return text in last

    def hear(self, text):
        """Waits until the text is announced, after everything that was waited for before.

        It need not be the last announcement: by the time of the check the drag may have advanced.
        """
        def place():
            said = self.heard()
            return next((number + 1 for number in range(self.waited_for, len(said)) if said[number] == text), None)
        self.waited_for = wait_for(f"“{text}”; heard: {self.heard()}", place)
