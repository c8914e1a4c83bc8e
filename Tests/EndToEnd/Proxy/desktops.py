# SPDX-License-Identifier: MIT
"""Stock compositors without Dray, each with a pointer and, if possible, a keyboard."""

import itertools
import os
import pathlib
import shutil
import signal
import subprocess
import time

from hosts import TIMEOUT, Run, is_served, wait_for
from wire import Connection, fixed

BUTTON = 0x110
SIZE = (1280, 720)
# The x of the left edge of windows whose titles contain these words; each has half of the screen.
HALVES = {"first": 0, "second": SIZE[0] // 2}
# The positions of windows with these titles, without overlap.
PLACES = {"source": (60, 60), "target": (700, 300)}
CONTROL, SUPER, LEFT, RIGHT = 29, 125, 105, 106


def descendants(process):
    """Returns the descendants of a process, as listed in /proc now."""
    children = {}
    for path in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            parent = int((path / "stat").read_text().rsplit(")", 1)[1].split()[1])
        except OSError:
            continue
        children.setdefault(parent, []).append(int(path.name))
    found, waiting = [], [process]
    while waiting:
        below = children.get(waiting.pop(), [])
        found += below
        waiting += below
    return found


def kill(processes):
    for process in processes:
        try:
            os.kill(process, signal.SIGKILL)
        except ProcessLookupError:
            pass


class Rig(Run):
    """A run that also kills the processes that its processes have started."""

    def __exit__(self, *error):
        below = [found for process in self.processes for found in descendants(process.process.pid)]
        super().__exit__(*error)
        kill(below)


class Desktop:
    """A compositor of a run. Later clients find it, or the proxy in front of it, by the run's environment."""

    has_keyboard = True
    # Whether only the client that holds a press may begin a drag.
    checks_presses = True

    def __init__(self, run, process, socket_name):
        self.run = run
        self.process = process
        wait_for(f"the socket {socket_name}", lambda: is_served(run.directory / socket_name))
        run.environment["WAYLAND_DISPLAY"] = socket_name
        self.at = (0, 0)

    def find(self, client):
        """Finds the upper left corner of a window by moving the pointer until its client reports an enter event."""
        def enters():
            return [event for event in client.heard() if event["event"] == "enter"]

        def enter_at(point, patience):
            """Returns the `enter` event of a jump to a point, from a point without a window."""
            self.move(SIZE[0] - 2, SIZE[1] - 2)
            known = len(enters())
            self.move(*point)
            end = time.monotonic() + patience
            while time.monotonic() < end and len(enters()) == known:
                time.sleep(0.002)
            return enters()[known:]

        for y, x in itertools.product(range(40, SIZE[1], 70), range(40, SIZE[0], 80)):
            # A late event belongs to an earlier point, so each hit is checked again with a longer timeout.
            if enter_at((x, y), 0.03) and (found := enter_at((x, y), 1)):
                return x - found[-1]["x"], y - found[-1]["y"]
        return None

    def shift(self, is_held):
        self.key(42, is_held)

    def type(self, *codes):
        """Presses keys one after the other, and releases them."""
        for code in codes:
            self.key(code, 1)
        for code in reversed(codes):
            self.key(code, 0)

    def place(self, title):
        """Moves the focused window to its half, if the compositor's settings do not."""

    def end(self):
        # Processes in a bus session would outlive the compositor.
        below = descendants(self.process.process.pid)
        self.process.end()
        kill(below)


class Serve(Desktop):
    """`dray serve` with the protocol's own rules, as in other compositors."""

    def __init__(self, run, dray):
        self.dray = dray
        process = run.start("serve", dray, "serve", "--policy", "wayland", "--socket", "wayland-test")
        super().__init__(run, process, "wayland-test")
        self.control = str(run.directory / "wayland-test.dray")
        wait_for("its control socket", lambda: is_served(self.control))

    def do(self, *words):
        result = subprocess.run(
            [self.dray, "ctl", *map(str, words)], env={**self.run.environment, "DRAY_SOCKET": self.control},
            capture_output=True, text=True, timeout=20)
        assert result.returncode == 0, (words, result.stdout, result.stderr)
        return result.stdout

    def move(self, x, y):
        self.at = x, y
        self.do("move", int(x), int(y))

    def button(self, is_pressed):
        self.do("press" if is_pressed else "release")

    def shift(self, is_held):
        self.do("hold" if is_held else "let-go", "shift")


class Wlroots(Desktop):
    """A wlroots compositor, driven by its virtual pointer. It ignores modifiers in a drag."""

    has_keyboard = False

    def __init__(self, run, name, *command):
        if os.getuid() == 0:
            os.chown(run.directory, 65534, 65534)
            command = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", *command]
        process = run.start(
            name, *command, WLR_BACKENDS="headless", WLR_LIBINPUT_NO_DEVICES="1", WLR_RENDERER="pixman")
        def sockets():
            names = (path for path in run.directory.glob("wayland-*") if path.suffix == "")
            return [path.name for path in names if is_served(path)]
        super().__init__(run, process, wait_for(f"{name}'s socket", sockets)[0])
        self.wire = Connection(run.environment)
        manager = self.wire.bind("zwlr_virtual_pointer_manager_v1")
        self.pointer = self.wire.new()
        self.wire.send(manager, 0, 0, self.pointer)

    def now(self):
        return int(time.monotonic() * 1000)

    def move(self, x, y):
        self.at = x, y
        self.wire.send(self.pointer, 1, self.now(), int(x), int(y), *SIZE)
        self.wire.send(self.pointer, 4)
        self.wire.roundtrip()

    def button(self, is_pressed):
        self.wire.send(self.pointer, 2, self.now(), BUTTON, is_pressed)
        self.wire.send(self.pointer, 4)
        self.wire.roundtrip()


class Sway(Wlroots):
    """sway without the preloaded library."""

    def __init__(self, run):
        (run.directory / "config").write_text(
            f'output HEADLESS-1 resolution {SIZE[0]}x{SIZE[1]}\nfor_window [app_id=".*"] floating enable\n'
            'focus_follows_mouse no\n' + "".join(
                f'for_window [title="{title}"] move absolute position {x} {y}\n' for title, (x, y) in PLACES.items()))
        super().__init__(run, "sway", "sway", "--config", run.directory / "config")


class Labwc(Wlroots):
    """labwc without the preloaded library."""

    def __init__(self, run):
        folder = run.directory / "labwc"
        folder.mkdir()
        places = "".join(
            f'<windowRule title="{title}"><action name="MoveTo" x="{x}" y="{y}"/></windowRule>'
            for title, (x, y) in PLACES.items())
        (folder / "rc.xml").write_text(f"<labwc_config><windowRules>{places}</windowRules></labwc_config>")
        super().__init__(run, "labwc", "labwc", "--config-dir", folder)


class Weston(Desktop):
    """Weston with the input module, and without Dray."""

    def __init__(self, run, module):
        from hosts import Socket
        path = run.directory / "input"
        (run.directory / "weston.ini").write_text("[core]\nidle-time=0\n")
        process = run.start(
            "weston", "weston", "--backend=headless-backend.so", "--use-pixman", f"--width={SIZE[0]}",
            f"--height={SIZE[1]}", "--socket=wayland-test", f"--modules={os.path.abspath(module)}",
            DRAY_TEST_INPUT=str(path))
        super().__init__(run, process, "wayland-test")
        self.do = Socket(path)

    def find(self, client):
        """Moves the window to its position first: Weston positions windows at random, also above each other."""
        x, y = PLACES.get(client.name, (60, 60))
        wait_for(f"the window {client.name}", lambda: self.do.try_once(f"place {client.name} {x} {y}"))
        return super().find(client)

    def move(self, x, y):
        self.at = x, y
        self.do(f"move {x} {y}")

    def button(self, is_pressed):
        self.do(f"button {BUTTON} {int(is_pressed)}")

    def key(self, code, is_held):
        self.do(f"key {code} {int(is_held)}")


class Plain(Desktop):
    """The small compositor in plain/, whose drags are like those of a compositor that cannot be run here."""

    def __init__(self, run, program, kind, **environment):
        from hosts import Socket
        path = run.directory / "input"
        process = run.start(
            kind, program, kind, WAYLAND_DISPLAY="wayland-test", DRAY_TEST_INPUT=str(path), **environment)
        super().__init__(run, process, "wayland-test")
        self.checks_presses = kind == "niri"
        self.do = Socket(path)

    def find(self, client):
        """Places the window first; all windows are in one corner otherwise."""
        x, y = PLACES.get(client.name, (60, 60))
        wait_for(f"the window {client.name}", lambda: self.do.try_once(f"place {client.name} {x} {y}"))
        return super().find(client)

    def move(self, x, y):
        self.at = x, y
        self.do(f"move {x} {y}")

    def button(self, is_pressed):
        self.do(f"button {BUTTON} {int(is_pressed)}")

    def key(self, code, is_held):
        self.do(f"key {code} {int(is_held)}")


class KWin(Desktop):
    """KWin without a screen, driven by its fake input."""

    def __init__(self, run):
        # Side by side instead of all in the centre.
        (run.directory / "kwinrc").write_text("[Windows]\nPlacement=Smart\n")
        # Windows with matching titles have one half of the screen each.
        halves = [
            f"[{index + 1}]\nDescription={title}\ntitle={title}\ntitlematch=2\nposition={x},0\npositionrule=2\n"
            f"size={SIZE[0] // 2},{SIZE[1]}\nsizerule=2\n" for index, (title, x) in enumerate(HALVES.items())]
        (run.directory / "kwinrulesrc").write_text("[General]\ncount=2\nrules=1,2\n" + "".join(halves))
        # The program has a capability that containers may not grant; its copy has none, and needs none.
        program = shutil.copy(shutil.which("kwin_wayland"), run.directory / "kwin_wayland")
        process = run.start(
            "kwin", "dbus-run-session", "--", program, "--virtual", "--width", SIZE[0], "--height", SIZE[1],
            "--socket", "wayland-test", "--no-lockscreen", "--no-global-shortcuts",
            KWIN_WAYLAND_NO_PERMISSION_CHECKS="1", KWIN_COMPOSE="Q", QT_QPA_PLATFORM="offscreen",
            LIBGL_ALWAYS_SOFTWARE="1", HOME=str(run.directory))
        super().__init__(run, process, "wayland-test")
        self.wire = Connection(run.environment)
        from wire import text
        self.fake = self.wire.bind("org_kde_kwin_fake_input", 4)
        self.wire.send(self.fake, 0, text("dray"), text("tests"))
        self.wire.roundtrip()

    def move(self, x, y):
        self.at = x, y
        self.wire.send(self.fake, 9, fixed(x), fixed(y))
        self.wire.roundtrip()

    def button(self, is_pressed):
        self.wire.send(self.fake, 2, BUTTON, int(is_pressed))
        self.wire.roundtrip()

    def key(self, code, is_held):
        self.wire.send(self.fake, 10, code, int(is_held))
        self.wire.roundtrip()


class Mutter(Desktop):
    """mutter without a screen, driven by its remote desktop, which has no absolute positions, so it starts in the
    corner.
    """

    NAME = "org.gnome.Mutter.RemoteDesktop"

    def __init__(self, run):
        process = run.start(
            "mutter", "dbus-run-session", "--", "sh", "-c",
            'echo "BUS=$DBUS_SESSION_BUS_ADDRESS"; exec mutter --headless --virtual-monitor '
            f'{SIZE[0]}x{SIZE[1]} --wayland --wayland-display wayland-test --no-x11',
            LIBGL_ALWAYS_SOFTWARE="1", HOME=str(run.directory), GSETTINGS_BACKEND="memory")
        super().__init__(run, process, "wayland-test")
        import gi
        gi.require_version("Gio", "2.0")
        from gi.repository import Gio, GLib
        self.variant = GLib.Variant
        address = next(line[4:] for line in process.output().splitlines() if line.startswith("BUS="))
        flags = Gio.DBusConnectionFlags
        self.bus = Gio.DBusConnection.new_for_address_sync(
            address, flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None)
        def begin():
            try:
                return self.call("/org/gnome/Mutter/RemoteDesktop", self.NAME, "CreateSession").unpack()[0]
            except GLib.Error:
                return None
        self.session = wait_for("mutter's remote desktop", begin)
        self.call(self.session, self.NAME + ".Session", "Start")
        # The keyboard exists from its first key on, and windows get the focus only then.
        self.shift(1)
        self.shift(0)
        self.relative(-5000, -5000)

    def call(self, path, interface, method, arguments=None):
        return self.bus.call_sync(self.NAME, path, interface, method, arguments, None, 0, TIMEOUT * 1000, None)

    def relative(self, x, y):
        self.call(
            self.session, self.NAME + ".Session", "NotifyPointerMotionRelative",
            self.variant("(dd)", (float(x), float(y))))

    def move(self, x, y):
        self.relative(x - self.at[0], y - self.at[1])
        self.at = x, y

    def button(self, is_pressed):
        self.call(
            self.session, self.NAME + ".Session", "NotifyPointerButton",
            self.variant("(ib)", (BUTTON, bool(is_pressed))))

    def key(self, code, is_held):
        self.call(
            self.session, self.NAME + ".Session", "NotifyKeyboardKeycode", self.variant("(ub)", (code, bool(is_held))))

    def place(self, title):
        self.type(SUPER, {"first": LEFT, "second": RIGHT}[title])
