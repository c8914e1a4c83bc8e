# SPDX-License-Identifier: MIT
"""An unmodified sway with Dray, headless, as tests control and observe it."""

import json
import os
import subprocess

from hosts import TIMEOUT, Device, is_served, wait_for

SIZE = (1024, 640)
CONFIG = """
output HEADLESS-1 resolution {}x{} scale {} position 0 0
default_floating_border none
focus_follows_mouse no
for_window [app_id=".*"] floating enable, border none
"""


class VirtualDevices:
    """A virtual pointer and a virtual keyboard, created by clients of the compositor."""

    def plug_in(self, run, pointer, keyboard, options="", size=SIZE):
        self.pointer, self.keyboard = Device(run, pointer), Device(run, keyboard, XKB_DEFAULT_OPTIONS=options)
        self.size = size

    def move(self, x, y):
        self.pointer(f"move {x} {y} {self.size[0]} {self.size[1]}")

    def button(self, is_pressed, code=0x110):
        self.pointer(f"button {code} {int(is_pressed)}")

    def scroll(self):
        self.pointer("scroll")

    def key(self, code, is_pressed):
        self.keyboard(f"key {code} {int(is_pressed)}")

    def unplug(self):
        self.pointer.end()
        self.keyboard.end()


def as_sway():
    """Returns the command prefix that runs a program as the user of sway, which is not root."""
    return ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] if os.getuid() == 0 else []


class Compositor(VirtualDevices):
    """sway, headless, without clients."""

    def __init__(self, run, preload, pointer, keyboard, wrapper=(), config="", options="", scale=1, **environment):
        self.run = run
        (run.directory / "config").write_text(CONFIG.format(*(int(scale * length) for length in SIZE), scale) + config)
        command = [*as_sway(), *wrapper, "sway", "--verbose", "--config", run.directory / "config"]
        if os.getuid() == 0:
            os.chown(run.directory, 65534, 65534)
        # setpriv would load the preloaded library as well, which does no harm.
        self.process = run.start(
            "sway", "env", f"LD_PRELOAD={preload}", *command, WLR_BACKENDS="headless",
            WLR_LIBINPUT_NO_DEVICES="1", DRAY_TRACE="1", WLR_RENDERER="pixman", XCURSOR_THEME="Adwaita", **environment)
        wait_for("sway's socket", lambda: is_served(run.directory / "wayland-1"))
        run.environment["WAYLAND_DISPLAY"] = "wayland-1"
        self.plug_in(run, pointer, keyboard, options)

    def add_output(self, x, scale=1):
        """Adds an output of the same size to the right of all others."""
        before = {output["name"] for output in self.message("-t", "get_outputs")}
        self.message("create_output")
        new, = {output["name"] for output in self.message("-t", "get_outputs")} - before
        width, height = (int(scale * length) for length in SIZE)
        self.message(f"output {new} resolution {width}x{height} scale {scale} position {x} 0")
        wait_for("the output in its place", lambda: any(
            output["rect"] == {"x": x, "y": 0, "width": SIZE[0], "height": SIZE[1]}
            for output in self.message("-t", "get_outputs")))
        self.size = x + SIZE[0], SIZE[1]

    def message(self, *words):
        """Returns the answer of swaymsg."""
        answer = subprocess.run(
            ["swaymsg", "--raw", *words], stdout=subprocess.PIPE, check=True, timeout=TIMEOUT, text=True,
            env={**self.run.environment, "SWAYSOCK": str(next(self.run.directory.glob("sway-ipc.*.sock")))})
        return json.loads(answer.stdout)

    def windows(self):
        """Returns all windows in sway's description."""
        def look(node):
            return ([node] if node.get("pid") else []) + sum(map(look, node["nodes"] + node["floating_nodes"]), [])
        return look(self.message("-t", "get_tree"))

    def focused(self):
        """Returns the title of the focused window; None if there is none."""
        return next((window["name"] for window in self.windows() if window["focused"]), None)

    def end(self):
        self.unplug()
        status = self.process.end()
        assert status == 0, f"sway exits with {status}"
