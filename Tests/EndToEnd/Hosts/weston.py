# SPDX-License-Identifier: MIT
"""An unmodified Weston with Dray, as tests control and observe it."""

import os
import subprocess
from pathlib import Path

from hosts import TIMEOUT, Device, Socket, wait_for
from screen import CURSOR_SIZE, CURSORS, Picture, cursor
from steps import Hand, Steps, middle

BUTTON, ESCAPE, CONTROL, SHIFT, F1, F2 = "0x110", 1, 29, 42, 59, 60
SOURCE, TARGET = (100, 100), (500, 100)


def version():
    """Returns the major version of the installed Weston: 10, 14."""
    said = subprocess.run(["weston", "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout
    return int(said.split()[1].split(".")[0])


def backend(name):
    """Returns the option for a backend: a file name until Weston 11, a name since."""
    return f"--backend={name}" + ("-backend.so" if version() < 12 else "")


def cursor_of_theme(*names):
    """Returns width, height, hotspot and hash of a cursor, in the format of the command `cursor` of weston-input.c.

    Uses the first name that the theme has, in the module's order: Adwaita 48 has no dnd-copy.
    """
    shape = next((name for name in names if (CURSORS / name).exists()), names[-1])
    width, height, x, y, pixels = cursor(shape, CURSOR_SIZE)
    low = high = 0
    for pixel in pixels:
        for byte in (pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255, pixel >> 24):
            low = (low + byte) % 65535
            high = (high + low) % 65535
    return f"{width} {height} {x} {y} {high << 16 | low}"


def boxes(words):
    """Returns the layers in an answer of weston-input.c."""
    return [tuple(map(float, layer.split(","))) for layer in words.split()]


class Compositor(Hand):
    """Weston, headless by default."""

    def __init__(
            self, run, dray, input, settings="", options=(), wrapper=(), core="", renderer="pixman", others=(),
            shell="", scale=1, **environment):
        (run.directory / "weston.ini").write_text(
            f"[core]\nidle-time=0\n{core}\n[shell]\ncursor-theme=Adwaita\ncursor-size={CURSOR_SIZE}\n{shell}\n"
            f"[dray]\n{settings}\n")
        path = run.directory / "input"
        self.run, self.camera = run, None
        # Since Weston 12 no module can read the screen, so a client does, which is next to the input module.
        self.camera_program = Path(input).with_name("weston-camera") if version() >= 12 else None
        self.process = run.start(
            "weston", *wrapper, "weston", *(options or [backend("headless")]), f"--use-{renderer}",
            "--width=1024", "--height=640", f"--scale={scale}", "--socket=wayland-test",
            "--modules=" + ",".join(os.path.abspath(module) for module in (input, dray, *others) if module),
            DRAY_TEST_INPUT=str(path), DRAY_TRACE="1", **environment)
        run.environment["WAYLAND_DISPLAY"] = "wayland-test"
        self.do = Socket(path)

    def wait_for_dray(self):
        wait_for("Dray", lambda: "does drag and drop" in self.process.output())

    def wait_for_light(self):
        """Waits until the shell's initial black fade, which covers all windows, has ended."""
        wait_for("the shell", lambda: self.do.try_once("light"))

    def place(self, title, point):
        # A window exists for its client slightly earlier than for Weston's shell.
        wait_for(f"the window {title}", lambda: self.do.try_once(f"place {title} {point[0]} {point[1]}"))

    def layers(self):
        """Returns the layers of the drag image, topmost first: x, y, width, height, opacity."""
        return boxes(self.do("layers"))

    def record(self):
        """Keeps the layers of all frames from now on: an animation may end before a test has asked for one of them."""
        self.do("record")

    def recorded(self):
        """Waits for the end of the image, and returns the layers of each frame since record()."""
        self.wait_for_end_of_image()
        return [boxes(frame) for frame in self.do("recorded").split("|")[1:]]

    def shows_image(self):
        """Whether the opaque badge is above the translucent image."""
        opacities = [layer[4] for layer in self.layers()]
        return opacities and opacities[0] == 1 and 0.8 in opacities

    def lands(self, point):
        """Whether the recorded image shrinks into the drop point (HIG-16); checks that it does so there."""
        # A lower layer is the badge, a higher one has not shrunk yet.
        landing = [
            layer for frame in self.recorded() for layer in frame if 0 < layer[4] < 1 and 40 < layer[3] < 150]
        for x, y, width, height, _ in landing:
            assert x <= point[0] <= x + width and y <= point[1] <= y + height, (x, y, width, height)
        return landing

    def wait_for_end_of_image(self):
        wait_for("the end of the image", lambda: not self.layers())

    def wait_for_cursor(self, *names):
        wanted = cursor_of_theme(*names)
        wait_for(f"the pointer {names[0]}", lambda: self.do.ask("cursor") == wanted)

    def picture(self):
        """Takes a screenshot of the next frame."""
        path = self.run.directory / "screen.ppm"
        if self.camera_program is None:
            self.do(f"picture {path}")
        else:
            self.camera = self.camera or Device(self.run, self.camera_program)
            self.camera(str(path))
        return Picture(path.read_bytes())

    def move(self, x, y):
        self.do(f"move {x} {y}")

    def button(self, is_pressed):
        self.do(f"button {BUTTON} {is_pressed}")

    def key(self, code, is_pressed):
        self.do(f"key {code} {is_pressed}")

    def finger(self, number, what, x=0, y=0):
        self.do(f"finger {number} {what} {x} {y}")

    def end(self):
        if self.camera is not None:
            self.camera.end()
        status = self.process.end()
        assert status == 0, f"weston exits with {status}"


class Pair(Steps, Compositor):
    """Weston with a source on the left and a target on the right."""

    def __init__(self, run, dray, input, settings="", content=("--text", "dragged"), actions="copy,move",
                 toolkit="gtk4", **options):
        super().__init__(run, dray, input, settings, **options)
        self.source = run.client("source", "--role", "source", *content, "--actions", actions, toolkit=toolkit)
        self.target = run.client("target", "--role", "target")
        self.place("source", SOURCE)
        self.place("target", TARGET)
        self.wait_for_light()
        self.from_point = middle(SOURCE, self.source.mapped["source"])
        self.to_point = middle(TARGET, self.target.mapped["target"])

    def finish(self):
        self.source.end()
        self.target.end()
        self.end()


# Weston's pixman renderer keeps the address of a pool, which changes when the pool grows: with and without Dray.
ENDS_WESTON = {"icon-in-a-pool-that-grows"}


def attacks_of(client, but=()):
    attacks = subprocess.run([client], capture_output=True, text=True, check=True).stdout.split()
    return [attack for attack in attacks if attack not in but]


def attacks_by_format(run, client):
    """Returns the attacks that exist once per shared memory format of the compositor; one of them only for some
    formats.
    """
    formats = subprocess.run(
        [client, "formats"], env=run.environment, capture_output=True, text=True, check=True).stdout.split()
    assert formats, "no formats"
    return [f"{what}-of-format-loses-memory {format}" for what in ("icon", "cursor") for format in formats] + [
        f"icon-of-format-loses-all {format}" for format in formats[::3]]


def attack(run, weston, client, name):
    """Runs an attack of a hostile client while the pointer moves with the drag that it began."""
    place = (100, 400)
    title = name.split()[0]
    hostile = run.client(title, command=[client, *name.split()])
    weston.place(title, place)
    x, y = place[0] + 100, place[1] + 100
    weston.do(f"move {x} {y}")
    weston.do(f"button {BUTTON} 1")
    # Over the window itself, another window, nothing, and back; then a key, then the button.
    for to_x, to_y in [(x + 5, y), (x + 50, y), weston.to_point, (1000, 600), weston.from_point, (x, y)]:
        weston.do(f"move {to_x} {to_y}")
    if name == "gone":
        hostile.process.wait(TIMEOUT)
    else:
        # Weston must answer meanwhile. The duration of a storm of subsurfaces under memcheck depends on the machine.
        hostile.expect("attacked", meanwhile=lambda: weston.do(f"move {x + 1} {y}"), within=30 * TIMEOUT)
    for to_x, to_y in [(x + 9, y), weston.to_point, (1000, 600), (x, y), weston.to_point]:
        weston.do(f"move {to_x} {to_y}")
    weston.press(ESCAPE)
    weston.do(f"button {BUTTON} 0")
    hostile.kill()
    weston.wait_for_end_of_image()
