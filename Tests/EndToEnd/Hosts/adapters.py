# SPDX-License-Identifier: MIT
"""The compositors in which rules.py plays the cases, behind a common interface."""

import os
import signal
import subprocess

import gnome_host
import kwin_host
import others_host
import sway_host
import weston
from hosts import TIMEOUT, Run, Socket, is_served, wait_for
from screen import Picture, Screen
from steps import CommandedHand, Hand

SIDE = 200  # size of a window, in points


class Window:
    """A window of small-client.c, which prints lines."""

    def __init__(self, process, title, place, **environment):
        self.process, self.title, self.place, self.environment = process, title, place, environment

    @property
    def middle(self):
        return self.place[0] + SIDE // 2, self.place[1] + SIDE // 2

    def said(self):
        return self.process.output().splitlines()

    def has_said(self, line, times=1):
        return self.said().count(line) >= times

    def expect(self, line, times=1):
        wait_for(f"{self.title}: {line}", lambda: self.has_said(line, times))

    def quit(self):
        self.process.process.terminate()
        self.process.process.wait(TIMEOUT)

    def go_on(self):
        """Triggers the action that its environment variables select (SIGUSR2)."""
        self.process.process.send_signal(signal.SIGUSR2)

    def close(self):
        """Closes the window; its client keeps running."""
        self.process.process.send_signal(signal.SIGUSR1)
        self.expect("closed")


class Host(Hand):
    """A compositor with Dray. All coordinates are points of its screen.

    A host that does not support something lacks the method; cases/cannot.py has the reason and the cases that must fail
    there.
    """

    SOURCE, TARGET = (100, 100), (500, 100)
    DESKTOP = (480, 480)  # without a window
    IS_ONE_WINDOW = False  # whether only the newest window is visible
    WIDTH, OUTPUTS = 1024, 1  # width of an output; the maximum number of outputs, each to the right of the previous one
    IS_FINE = False  # whether outputs can have a scale above 1
    FIRST_FINGER = 0  # the ID of the first finger for clients
    windows = 0

    def __init__(self, small, *programs, reduce_motion=False, opacity=None, keeps=False, keymap="", outputs=1, scale=1,
                 within=None,
                 **options):
        if outputs > self.OUTPUTS:
            raise NotImplementedError(f"{outputs} outputs")
        if scale > 1 and not self.IS_FINE:
            raise NotImplementedError(f"scale {scale}")
        self.run, self.outputs, self.scale = within or Run(), outputs, scale
        self.small = os.path.abspath(small)
        self.start(
            *map(os.path.abspath, programs), reduce_motion=reduce_motion, opacity=opacity, keeps=keeps, keymap=keymap,
            **options)

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        try:
            if kind is None:
                self.end()
        except BaseException as failure:
            self.run.__exit__(type(failure), failure, failure.__traceback__)
            raise
        self.run.__exit__(kind, error, trace)

    def open(self, role, place, title=None, **environment):
        """Opens a window with its upper left corner at `place`."""
        window = self.launch(role, place, title, **environment)
        window.expect("mapped")
        self.windows += 1
        self.settle(window)
        return window

    def launch(self, role, place, title=None, **environment):
        """Starts the client of a window, which may be mapped later, at any position."""
        title = title or role
        process = self.run.start(
            title, self.small, role, TITLE=title, KEEPS="1", DEVICES="1", FIRST_FINGER=str(self.FIRST_FINGER),
            WAYLAND_DISPLAY=self.run.environment["WAYLAND_DISPLAY"], **{"ICON_COLOUR": "0xffe020e0", **environment})
        return Window(process, title, place, **environment)

    def start(self, *programs, **settings):
        raise NotImplementedError

    def settle(self, window):
        """Waits until a new window is at its position, or reads the position that the host has chosen."""
        self.put(window, window.place)

    def put(self, window, place):
        """Moves a window to a position."""
        raise NotImplementedError

    def picture(self, with_pointer=False):
        """Takes a screenshot with one pixel per point."""
        return self.fine_picture(with_pointer).in_points(self.scale)

    def fine_picture(self, with_pointer=False):
        """Takes a screenshot with all pixels."""
        raise NotImplementedError

    def early_reads(self):
        """Returns the number of early reads that were reported to the host in the newest drag."""
        raise NotImplementedError

    def end(self):
        raise NotImplementedError

    def early_reads_in(self, log):
        line = [line for line in log.splitlines() if "content was read before an answer" in line]
        return int(line[-1].split(", ")[1].split()[0]) if line else 0


class Weston(CommandedHand, Host):
    """Weston, with the module. usage: WESTON-MODULE INPUT-MODULE"""

    OUTPUTS, IS_FINE = 2, True
    WORKSPACE_KEYS = [59, 60]  # F1, F2

    def start(self, module, devices, reduce_motion, opacity, keeps, keymap):
        settings = "".join(
            f"{name}={'true' if value else 'false'}\n"
            for name, value in {"reduce-motion": reduce_motion, "keep-drops": keeps}.items())
        if opacity is not None:
            settings += f"opacity={opacity}\n"
        self.weston = weston.Compositor(
            self.run, module, devices, settings + f"[keyboard]\nkeymap_options={keymap}\n", shell="num-workspaces=2",
            scale=self.scale)
        self.do = self.weston.do
        self.weston.wait_for_dray()
        for _ in range(1, self.outputs):
            self.do("plug-output")
        self.weston.wait_for_light()

    def put(self, window, place):
        self.weston.place(window.title, place)
        self.do("paint")
        window.place = place

    def hide(self, window):
        self.do(f"hide {window.title}")
        self.do("paint")

    def show_workspace(self, number):
        self.key(125, 1)
        self.press(self.WORKSPACE_KEYS[number - 1])
        self.key(125, 0)

    def fine_picture(self, with_pointer=False):
        return self.weston.picture()

    def early_reads(self):
        return self.early_reads_in(self.weston.process.output())

    def prepare_shortcut(self):
        return [125, 15]  # super and Tab: its window switcher selects the unfocused window

    def has_done_shortcut(self, source, target):
        return self.do("stack").split()[0] == target.title

    def end(self):
        self.weston.end()


class Weston14(Weston):
    """Its screenshots are taken by a client, which sees one output."""

    OUTPUTS = 1


class Sway(Host):
    """sway, with the preload. usage: PRELOAD TOUCH-SCREEN VIRTUAL-POINTER VIRTUAL-KEYBOARD"""

    OUTPUTS, IS_FINE = 2, True

    def start(self, preload, touch, pointer, keyboard, reduce_motion, opacity, keeps, keymap):
        devices = self.run.directory / "touch"
        environment = {"DRAY_TEST_DEVICES": str(devices), "DRAY_REDUCE_MOTION": str(int(reduce_motion)),
                       "DRAY_KEEP_DROPS": str(int(keeps))}
        if opacity is not None:
            environment["DRAY_OPACITY"] = str(opacity)
        self.sway = sway_host.Compositor(
            self.run, f"{preload}:{touch}", pointer, keyboard, options=keymap,
            # The first workspace that is bound is the visible one.
            config="bindsym F4 workspace 1\nbindsym F5 workspace 2\n", scale=self.scale, **environment)
        self.touch = Socket(devices)
        self.move, self.button, self.key = self.sway.move, self.sway.button, self.sway.key
        self.scroll = self.sway.scroll
        for number in range(1, self.outputs):
            self.sway.add_output(number * self.WIDTH)

    def rectangle(self, window):
        for found in self.sway.windows():
            if found["name"] == window.title:
                return tuple(found["rect"][key] for key in ("x", "y", "width", "height"))
        return None

    def put(self, window, place):
        wait_for(f"{window.title} in sway", lambda: self.rectangle(window))
        self.sway.message(f'[title="{window.title}"] move absolute position {place[0]} {place[1]}')
        wait_for(f"{window.title} in its place", lambda: self.rectangle(window) == (*place, SIDE, SIDE))
        window.place = place

    def hide(self, window):
        self.sway.message(f'[title="{window.title}"] move scratchpad')

    def send_to_workspace(self, window, number):
        self.sway.message(f'[title="{window.title}"] move to workspace {number}')

    def show_workspace(self, number):
        self.sway.message(f"workspace {number}")

    def finger(self, number, what, x=0, y=0):
        self.touch(f"touch {number} {what} {x} {y}")

    def cancel_fingers(self):
        self.finger(0, "cancel")

    def fine_picture(self, with_pointer=False):
        return Screen(self.run, *(["-c"] if with_pointer else []))

    def early_reads(self):
        return self.early_reads_in(self.sway.process.output())

    def prepare_shortcut(self):
        return [63]  # F5: another workspace

    def has_done_shortcut(self, source, target):
        workspaces = self.sway.message("-t", "get_workspaces")
        return [workspace["name"] for workspace in workspaces if workspace["focused"]] == ["2"]

    def end(self):
        self.sway.end()


class Commanded(CommandedHand, Host):
    """A desktop with an input module of the tests, which is `compositor`."""

    OUTPUTS, IS_FINE = 2, True

    @property
    def do(self):
        return self.compositor.do

    def put(self, window, place):
        self.compositor.place(window.title, place)
        self.do("paint")
        window.place = place

    def hide(self, window):
        self.do(f"hide {window.title}")
        self.do("paint")

    def send_to_workspace(self, window, number):
        self.do(f"send {window.title} {number}")

    def show_workspace(self, number):
        self.do(f"desktop {number}")

    def early_reads(self):
        return self.early_reads_in(self.compositor.process.output())

    def prepare_shortcut(self):
        return [63]  # F5: another workspace

    def has_done_shortcut(self, source, target):
        return self.do("desktop") == "2"

    def end(self):
        self.compositor.end()


class KWin(Commanded):
    """KWin, with the plugin. usage: PLUGIN INPUT-PLUGIN"""

    def start(self, plugin, devices, reduce_motion, opacity, keeps, keymap):
        settings = "".join(f"{name}={'true' if value else 'false'}\n" for name, value in {
            "reduce-motion": reduce_motion, "keep-drops": keeps}.items())
        if opacity is not None:
            settings += f"opacity={opacity}\n"
        self.compositor = kwin_host.Compositor(
            self.run, plugin, devices, settings, keymap, outputs=self.outputs, scale=self.scale)

    def fine_picture(self, with_pointer=False):
        return self.compositor.picture()


class Gnome(Commanded):
    """GNOME Shell, with the extension. usage: HOST-FOLDER TEST-FOLDER"""

    FIRST_FINGER = gnome_host.FIRST_FINGER

    def start(self, extension, devices, reduce_motion, opacity, keeps, keymap):
        settings = [f"reduce-motion=just {str(reduce_motion).lower()}", f"keep-drops={str(keeps).lower()}"]
        if opacity is not None:
            settings.append(f"opacity={float(opacity)}")
        self.compositor = gnome_host.Compositor(
            self.run, extension, devices, "\n".join(settings), keymap, outputs=self.outputs, scale=self.scale)

    def fine_picture(self, with_pointer=False):
        return self.compositor.picture(with_pointer)


class Other(Host):
    """The common part of labwc, cage and phoc. usage: PRELOAD VIRTUAL-POINTER VIRTUAL-KEYBOARD [TOUCH-SCREEN]"""

    WIDTH = others_host.SIZE[0]

    def start(self, preload, pointer, keyboard, touch=None, *, reduce_motion, opacity, keeps, keymap):
        environment = {"DRAY_REDUCE_MOTION": str(int(reduce_motion)), "DRAY_KEEP_DROPS": str(int(keeps))}
        if opacity is not None:
            environment["DRAY_OPACITY"] = str(opacity)
        self.devices = self.run.directory / "touch"
        if touch is not None:
            preload = f"{preload}:{touch}"
            environment["DRAY_TEST_DEVICES"] = str(self.devices)
        self.other = others_host.Compositor(
            self.run, type(self).__name__.lower(), preload, pointer, keyboard, options=keymap,
            outputs=self.outputs, **environment)
        self.process = self.other.process
        self.move, self.button, self.key = self.other.move, self.other.button, self.other.key
        self.scroll = self.other.scroll
        self.touch = Socket(self.devices) if touch is not None else None

    def finger(self, number, what, x=0, y=0):
        if self.touch is None:
            raise NotImplementedError("a touch screen")
        # The touch screen maps to an output of sway's size in these tests.
        width, height = (sway / own for sway, own in zip(sway_host.SIZE, others_host.SIZE))
        self.touch(f"touch {number} {what} {x * width} {y * height}")

    def cancel_fingers(self):
        self.finger(0, "cancel")

    def fine_picture(self, with_pointer=False):
        return Screen(self.run, *(["-c"] if with_pointer else []))

    def early_reads(self):
        return self.early_reads_in(self.process.output())

    def end(self):
        self.other.end()


class Labwc(Other):
    """labwc, whose key bindings move and hide windows."""

    SHORTCUT = 63  # F5
    OUTPUTS = 2

    def start(self, *programs, **settings):
        super().start(*programs, **settings)
        self.done = self.run.directory / "done"
        self.other.kind.keys["F5"] = f'<action name="Execute" command="touch {self.done}"/>'

    def open(self, role, place, title=None, **environment):
        self.other.prepare_place(title or role, place)
        return super().open(role, place, title, **environment)

    def settle(self, window):
        self.wait_for_place(window, window.place)

    def wait_for_place(self, window, place):
        """Waits until the colour of the window is visible, with its corner at `place`."""
        colour = int(window.environment.get("COLOUR", "0xffffffff"), 16)
        wanted = colour >> 16 & 255, colour >> 8 & 255, colour & 255
        x, y = place

        def is_there():
            picture = self.picture()
            # The cursor may hide the upper left corner.
            return all(picture.at(*point) == wanted for point in ((x, y + SIDE - 1), (x + SIDE - 1, y))) and (
                picture.at(x - 1, y + SIDE - 1) != wanted and picture.at(x + SIDE - 1, y - 1) != wanted)
        wait_for(f"{window.title} in its place", is_there)

    def put(self, window, place):
        self.other.move_window(window.title, place)
        window.place = place

    def hide(self, window):
        self.other.hide_window(window.title)

    def prepare_shortcut(self):
        return [self.SHORTCUT]

    def has_done_shortcut(self, source, target):
        return self.done.exists()


class Wayfire(Other):
    """wayfire, whose socket moves windows."""

    def put(self, window, place):
        view = wait_for(f"{window.title} in wayfire", lambda: self.other.kind.find(window.title))
        geometry = dict(zip(("x", "y", "width", "height"), (*place, SIDE, SIDE)))
        self.other.kind.ask("window-rules/configure-view", id=view["id"], geometry=geometry)
        wait_for(f"{window.title} in its place", lambda: (
            self.other.kind.find(window.title) or {}).get("geometry") == geometry)
        window.place = place

    def prepare_shortcut(self):
        return [63]  # F5

    def has_done_shortcut(self, source, target):
        return self.other.kind.done.exists()


class OneWindow(Other):
    """The common part of hosts in which the newest window covers all others; one that is not fullscreen is in the
    corner.
    """

    IS_ONE_WINDOW = True
    DESKTOP = (900, 600)

    def settle(self, window):
        window.place = 0, 0


class Cage(OneWindow):
    """cage."""


class Phoc(OneWindow):
    """phoc, configured as on a phone."""


class Wlroots(Host):
    """The small compositor of these tests, with wlroots 0.15. usage: COMPOSITOR"""

    def start(self, compositor, reduce_motion, opacity, keeps, keymap):
        switches = {"REDUCE_MOTION": reduce_motion, "KEEP_DROPS": keeps}
        environment = {name: "1" for name, value in switches.items() if value}
        if opacity is not None:
            environment["OPACITY"] = str(opacity)
        path = self.run.directory / "input"
        self.process = self.run.start(
            "compositor", compositor, path, WLR_RENDERER="pixman", XKB_DEFAULT_OPTIONS=keymap, **environment)
        self.do = Socket(path)
        self.run.environment["WAYLAND_DISPLAY"] = "wayland-0"
        wait_for("the Wayland socket", lambda: is_served(self.run.directory / "wayland-0"))

    def settle(self, window):
        window.expect("mapped", 2)
        window.place = 400 * self.windows - 300, 100

    def move(self, x, y):
        self.do(f"move {x} {y}")

    def button(self, is_pressed, code=weston.BUTTON):
        self.do(f"button {code} {int(is_pressed)}")

    def key(self, code, is_pressed):
        self.do(f"key {code} {int(is_pressed)}")

    def finger(self, number, what, x=0, y=0):
        self.do(f"touch {number} {what} {x} {y}")

    def cancel_fingers(self):
        self.finger(0, "cancel")

    def fine_picture(self, with_pointer=False):
        return Screen(self.run)

    def early_reads(self):
        return self.early_reads_in(self.process.output())

    def end(self):
        status = self.process.end()
        assert status == 0, f"the compositor ends with {status}"


class Example(Host):
    """The example in C. usage: EXAMPLE"""

    SOURCE, TARGET = (0, 0), (400, 0)
    DESKTOP = (700, 100)

    def start(self, example, reduce_motion, opacity, keeps, keymap):
        self.log = self.run.directory / "example.log"
        self.process = subprocess.Popen(
            [example], env=self.run.environment, stdin=subprocess.PIPE, stdout=self.log.open("w"),
            stderr=subprocess.STDOUT, text=True)
        wait_for("the name of the socket", lambda: "WAYLAND_DISPLAY=" in self.log.read_text())
        self.run.environment["WAYLAND_DISPLAY"] = self.log.read_text().split("WAYLAND_DISPLAY=")[1].split()[0]

    def settle(self, window):
        window.place = 400 * (self.windows - 1), 0

    def do(self, command):
        print(command, file=self.process.stdin, flush=True)

    # Device 0 is the pointer; the others are fingers.
    def move(self, x, y):
        self.do(f"move 0 {x} {y}")

    def button(self, is_pressed, code=weston.BUTTON):
        if code != weston.BUTTON:
            raise NotImplementedError(f"the button {code}")
        self.do("press 0" if is_pressed else "release 0")

    # The modifiers that are held, with the numbers of enum dray_modifier by key.
    held = 0
    MODIFIERS = {29: 2, 42: 1}  # KEY_LEFTCTRL, KEY_LEFTSHIFT

    def key(self, code, is_pressed):
        if code in self.MODIFIERS:
            self.held = self.held | self.MODIFIERS[code] if is_pressed else self.held & ~self.MODIFIERS[code]
            return self.do(f"modifiers {self.held}")
        assert code == weston.ESCAPE, "it has no other key"
        if is_pressed:
            self.do("escape")

    def finger(self, number, what, x=0, y=0):
        if what != "up":
            self.do(f"move {number + 1} {x} {y}")
        if what != "move":
            self.do(f"{'press' if what == 'down' else 'release'} {number + 1}")

    def fine_picture(self, with_pointer=False):
        path = self.run.directory / "screen.png"
        before = self.log.read_text().count("picture: ")
        self.do(f"picture {path}")
        wait_for("the picture", lambda: self.log.read_text().count("picture: ") > before)
        return Picture.of_png(path)

    def end(self):
        self.do("quit")
        status = self.process.wait(TIMEOUT)
        assert status == 0, f"the example ends with {status}"

    def __exit__(self, kind, error, trace):
        try:
            super().__exit__(kind, error, trace)
        finally:
            self.process.kill()
            self.process.wait()


class Twin(Example):
    """The example in Swift. usage: EXAMPLE"""


class Headless(Host):
    """`dray serve`. usage: DRAY VIRTUAL-POINTER VIRTUAL-KEYBOARD"""

    OUTPUTS, IS_FINE = 2, True

    def start(self, dray, pointer, keyboard, reduce_motion, opacity, keeps, keymap, wrapper=()):
        # Settings come from a scenario, which `dray serve` can also load.
        base = self.run.directory / "base.yaml"
        outputs = ", ".join(
            f"{{name: output-{number}, size: 1024x640, scale: {self.scale}}}" for number in range(self.outputs))
        base.write_text(
            f"name: rules\noutputs: [{outputs}]\n"
            "steps:\n  - say: Nothing is played.\n"
            f"settings: {{reduce-motion: {'true' if reduce_motion else 'false'}, opacity: {opacity or 0.8}, "
            f"transfers: {{keep-drops: {'true' if keeps else 'false'}}}}}\n")
        self.process = self.run.start(
            "serve", *wrapper, dray, "run", "--record", self.run.directory / "recording.yaml", base,
            XCURSOR_THEME="Adwaita")
        wait_for("its sockets", lambda: "DRAY_SOCKET=" in self.process.output())
        said = dict(line.split("=", 1) for line in self.process.output().splitlines() if "=" in line)
        self.run.environment["WAYLAND_DISPLAY"] = said["WAYLAND_DISPLAY"]
        self.do = Control(said["DRAY_SOCKET"])
        self.devices = sway_host.VirtualDevices()
        self.devices.plug_in(self.run, pointer, keyboard, keymap, (self.outputs * self.WIDTH, 640))
        self.move, self.button, self.key = self.devices.move, self.devices.button, self.devices.key
        self.scroll = self.devices.scroll

    def put(self, window, place):
        wait_for(f"{window.title} in its place",
                 lambda: self.do.try_once(f"place {window.title} {place[0]} {place[1]}"))
        window.place = place

    def finger(self, number, what, x=0, y=0):
        self.do(f"touch-{what} {number}" if what == "up" else f"touch-{what} {x} {y} {number}")

    def cancel_fingers(self):
        self.do("touch-cancel")

    def fine_picture(self, with_pointer=False):
        path = self.run.directory / "screen.png"
        self.do(f"shot {path}")
        return Picture.of_png(path)

    def early_reads(self):
        lines = [line for line in self.do("state") if line.startswith("read before an answer: ")]
        return int(lines[0].split(": ")[1]) if lines else 0

    def end(self):
        self.devices.unplug()
        self.do("quit")
        assert self.process.process.wait(TIMEOUT) == 0, "dray fails"


class Control(Socket):
    """The control socket of `dray serve`."""

    def answer(self, command):
        print(command, file=self.file, flush=True)
        lines = []
        while (line := self.file.readline().rstrip("\n")).startswith("= "):
            lines.append(line[2:])
        return line, lines

    def try_once(self, command):
        return self.answer(command)[0] == "ok"

    def __call__(self, command):
        end, lines = self.answer(command)
        # The server may exit on `quit` before it answers.
        assert end == "ok" or (command == "quit" and end == ""), f"{command}: {end}"
        return lines


HOSTS = {
    "headless": Headless, "weston-10": Weston, "weston-14": Weston14, "weston-16": Weston14, "sway-1.7": Sway,
    "sway-1.10": Sway, "kwin-6.3": KWin, "kwin-6.7": KWin, "labwc": Labwc, "cage": Cage, "phoc": Phoc,
    "wayfire": Wayfire, "gnome-48": Gnome, "gnome-51": Gnome, "wlroots": Wlroots, "example": Example, "twin": Twin}
