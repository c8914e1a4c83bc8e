# SPDX-License-Identifier: MIT
"""Other unmodified wlroots compositors, headless, each with the same preloaded library as sway."""

import itertools
import json
import os
import signal
import socket
import subprocess

from hosts import TIMEOUT, is_served, wait_for
from sway_host import VirtualDevices, as_sway

SIZE = (1280, 720)
SOURCE, TARGET = (100, 100), (700, 100)
MOVE, HIDE = 68, 67  # F10, F9


def labwc_rules(places):
    return "".join(
        f'<windowRule title="{title}"><action name="MoveTo" x="{x}" y="{y}"/></windowRule>'
        for title, (x, y) in places.items())


class Labwc:
    """Shows windows side by side, at positions in its settings. Later commands are bound to keys, which are pressed."""

    shows_one_window = False

    def __init__(self, run, places):
        self.folder = run.directory / "labwc"
        self.folder.mkdir()
        self.places, self.keys = dict(places), {}
        self.write()
        self.command = ["labwc", "-d", "-C", self.folder]

    def write(self):
        keys = "".join(f'<keybind key="{key}">{action}</keybind>' for key, action in self.keys.items())
        (self.folder / "rc.xml").write_text(
            f"<labwc_config><core><decoration>client</decoration></core><keyboard>{keys}</keyboard>"
            f"<windowRules>{labwc_rules(self.places)}</windowRules></labwc_config>\n")

    def bind(self, key, title, action):
        self.keys[key] = f'<action name="ForEach"><query title="{title}"/><then>{action}</then></action>'

    @staticmethod
    def end(process):
        assert process.end() == 0


class Cage:
    """Shows one window, fullscreen, and exits with the program that it has started."""

    shows_one_window = True

    def __init__(self, run, places):
        self.pipe = run.directory / "end"
        os.mkfifo(self.pipe)
        self.command = ["cage", "--", "cat", self.pipe]

    def end(self, process):
        self.pipe.write_text("")
        assert process.process.wait(TIMEOUT) == 0


class Phoc:
    """Shows one window, fullscreen, as on a phone."""

    shows_one_window = True

    def __init__(self, run, places):
        self.command = ["phoc"]

    @staticmethod
    def end(process):
        # With and without Dray.
        assert process.end() in (0, -signal.SIGTERM)


class Sway:
    """Shows windows side by side, at positions in its settings."""

    shows_one_window = False

    def __init__(self, run, places):
        config = run.directory / "config"
        config.write_text(
            "output HEADLESS-1 resolution {}x{}\nfocus_follows_mouse no\n"
            'for_window [title=".*"] floating enable, border none\n'.format(*SIZE)
            + "".join(f'for_window [title="^{title}$"] move absolute position {x} {y}\n'
                      for title, (x, y) in places.items()))
        self.command = ["sway", "--verbose", "--config", config]

    @staticmethod
    def end(process):
        assert process.end() == 0


class Wayfire:
    """Shows windows side by side, at positions sent to its socket."""

    shows_one_window = False

    def __init__(self, run, places):
        # The plugin for sockets creates its socket there.
        self.socket, self.done = run.directory / "wayfire.socket", run.directory / "done"
        config = run.directory / "wayfire.ini"
        config.write_text(
            "[core]\nplugins = ipc ipc-rules command foreign-toplevel\n"
            "xwayland = false\npreferred_decoration_mode = client\n"
            f"[command]\nbinding_done = KEY_F5\ncommand_done = touch {self.done}\n"
            "[output:HEADLESS-1]\nmode = {}x{}@60000\n".format(*SIZE))
        self.command = ["env", f"_WAYFIRE_SOCKET={self.socket}", "wayfire", "-c", config]

    def ask(self, method, **data):
        """Returns the answer of its socket. Both directions are JSON with a length prefix of four bytes."""
        words = json.dumps({"method": method, "data": data}).encode()
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(TIMEOUT)
            connection.connect(str(self.socket))
            connection.sendall(len(words).to_bytes(4, "little") + words)
            with connection.makefile("rb") as answer:
                return json.loads(answer.read(int.from_bytes(answer.read(4), "little")))

    def find(self, title):
        return next((view for view in self.ask("window-rules/list-views") if view["title"] == title), None)

    @staticmethod
    def end(process):
        assert process.end() == 0


COMPOSITORS = {"sway": Sway, "labwc": Labwc, "cage": Cage, "phoc": Phoc, "wayfire": Wayfire}


class Compositor(VirtualDevices):
    """One of these compositors, without clients. `places` are the positions of later windows, by title."""

    def __init__(self, run, name, preload, pointer, keyboard, places={}, options="", wrapper=(), outputs=1,
                 **environment):
        self.run, self.name = run, name
        self.kind = COMPOSITORS[name](run, places)
        if os.getuid() == 0:
            for path in [run.directory, *run.directory.rglob("*")]:
                os.chown(path, 65534, 65534)
        self.process = run.start(
            name, "env", f"LD_PRELOAD={preload}", *as_sway(), *wrapper, *self.kind.command, WLR_BACKENDS="headless",
            WLR_LIBINPUT_NO_DEVICES="1", WLR_RENDERER="pixman", WLR_HEADLESS_OUTPUTS=str(outputs), DRAY_TRACE="1",
            HOME=str(run.directory), XCURSOR_THEME="Adwaita", **environment)

        def serving():
            return [path.name for path in run.directory.glob("wayland-*")
                    if path.is_socket() and is_served(path)]
        run.environment["WAYLAND_DISPLAY"] = wait_for(f"the socket of {name}", serving)[0]
        self.plug_in(run, pointer, keyboard, options, (outputs * SIZE[0], SIZE[1]))

    def press(self, key):
        self.key(key, 1)
        self.key(key, 0)

    def read_settings_again(self):
        """Has labwc reload its settings after they were written."""
        self.kind.write()
        before = self.settings_read()
        self.process.process.send_signal(signal.SIGHUP)
        wait_for("the settings", lambda: self.settings_read() > before)

    def settings_read(self):
        return self.process.output().count("read config file")

    def prepare_place(self, title, place):
        """Sets the position of a window that labwc will open."""
        self.kind.places[title] = place
        self.read_settings_again()

    def move_window(self, title, place):
        self.kind.bind("F10", title, '<action name="MoveTo" x="{}" y="{}"/>'.format(*place))
        self.read_settings_again()
        self.press(MOVE)

    def hide_window(self, title):
        self.kind.bind("F9", title, '<action name="Iconify"/>')
        self.read_settings_again()
        self.press(HIDE)

    def end(self):
        self.unplug()
        self.kind.end(self.process)


class Desktop(Compositor):
    """A compositor with a source and a target."""

    size = SIZE

    def __init__(self, run, name, preload, pointer, keyboard, places={}, **options):
        places = {"source": SOURCE, "target": TARGET, **places}
        super().__init__(run, name, preload, pointer, keyboard, places, **options)
        if self.shows_one_window:
            self.source = self.target = run.client("source", "--role", "both", "--text", "dragged")
            # A window that is not fullscreen is centred.
            mapped = self.source.mapped
            places = ((SIZE[0] - mapped["width"]) // 2, (SIZE[1] - mapped["height"]) // 2),
            places *= 2
        else:
            self.source = run.client("source", "--role", "source", "--text", "dragged")
            self.target = run.client("target", "--role", "target")
            places = SOURCE, TARGET
        self.from_point = self.middle(places[0], self.source.mapped["source"])
        self.to_point = self.middle(places[1], self.target.mapped["target"])

    @property
    def shows_one_window(self):
        return self.kind.shows_one_window

    def settle(self, title, place):
        """Does nothing: the compositor's settings position windows when they open."""

    @staticmethod
    def middle(place, box):
        return place[0] + box[0] + box[2] // 2, place[1] + box[1] + box[3] // 2

    def picture(self):
        """Takes a screenshot without the cursor."""
        return subprocess.run(["grim", "-t", "ppm", "-"], env=self.run.environment, stdout=subprocess.PIPE, check=True,
                              timeout=TIMEOUT).stdout

    def pick_up(self):
        x, y = self.from_point
        steps = itertools.count(5)
        self.move(x - 3, y)
        self.move(x, y)
        self.button(1)

        # A window may be in its position slightly later than its client knows.
        def press_again():
            self.button(0)
            self.move(x - 3, y)
            self.move(x, y)
            self.button(1)
        self.source.expect("button", meanwhile=press_again, state="pressed")
        self.source.expect("drag-begin", meanwhile=lambda: self.move(x + next(steps), y))

    def go_to_target(self):
        x, y = self.to_point
        before = self.process.offers_to_copy()
        # The target may have received other drags before.
        self.move(x - 3, y)
        self.move(x, y)
        self.target.expect("drag-enter", meanwhile=lambda: (self.move(x - 3, y), self.move(x, y)))
        # GTK's target reports that it accepts slightly earlier than Dray receives that. The source receives the action
        # if it has changed; not all compositors write a log.
        if self.target is self.source:
            self.source.expect("drag-action", meanwhile=lambda: (self.move(x - 3, y), self.move(x, y)), action="move")
        else:
            wait_for("the target's consent", lambda: self.process.offers_to_copy() > before)

    def drag(self):
        """Drags until the target has accepted."""
        self.pick_up()
        self.go_to_target()

    def end(self):
        self.source.end()
        if self.target is not self.source:
            self.target.end()
        log = self.process.output()
        assert "mistake of dray-wlroots" not in log and "mistake of Dray" not in log, log[-3000:]
        super().end()
