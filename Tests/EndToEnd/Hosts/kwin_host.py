# SPDX-License-Identifier: MIT
"""An unmodified KWin with Dray in the window of an X server without a display, as tests control and observe it."""

import mmap
import shutil
import signal
import struct
import subprocess
from pathlib import Path

from hosts import TIMEOUT, Socket, is_served, wait_for
from screen import Picture
from steps import CommandedHand, Steps, middle

SIZE = (1024, 640)
SOURCE, TARGET = (60, 40), (560, 40)
FIRST_FINGER = 0  # the ID of the first finger for clients


class Framebuffer:
    """The screen of Xvfb, which is a file: the header of an XWD image, then the pixels, blue first."""

    def __init__(self, path):
        with path.open("rb") as file:
            self.memory = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)
        header = struct.unpack(">25I", self.memory[:100])
        self.width, self.height, self.stride = header[4], header[5], header[12]
        self.start = header[0] + 12 * header[19]

    def picture(self):
        data = self.memory[self.start:self.start + self.stride * self.height]
        assert self.stride == 4 * self.width
        packed = bytearray(3 * self.width * self.height)
        for channel in range(3):
            packed[channel::3] = data[2 - channel::4]
        return Picture(b"P6 %d %d 255\n" % (self.width, self.height) + bytes(packed))


class Compositor(CommandedHand):
    """KWin, without clients. Its plugins are those of the system, Dray, and the input devices of the tests."""

    program, socket = "kwin_wayland", "wayland-kwin"

    def __init__(self, run, plugin, devices, settings="", options="", outputs=1, scale=1, wrapper=(), arguments=(),
                 locks=False, traces=True, activities=False, **environment):
        self.run = run
        self.width, self.height = (scale * length for length in SIZE)
        plugins = run.directory / "plugins/kwin/plugins"
        plugins.mkdir(parents=True)
        for file in filter(None, (plugin, devices)):
            (plugins / Path(file).name).symlink_to(file)
        (run.directory / "kwinrc").write_text(
            # The pointer would stick to the edges of outputs.
            f"[EdgeBarrier]\nEdgeBarrier=0\nCornerBarrier=false\n[Dray]\n{settings}\n")
        (run.directory / "kxkbrc").write_text(
            f"[Layout]\nUse=true\nLayoutList=us\nResetOldOptions=true\nOptions={options}\n")
        (run.directory / "kcminputrc").write_text("[Mouse]\ncursorTheme=Adwaita\ncursorSize=24\n")
        (run.directory / "kglobalshortcutsrc").write_text(
            "[kwin]\nSwitch to Desktop 2=F5,none,Switch to Desktop 2\nWindow Move=F6,none,Move Window\n")
        # Animations would delay windows.
        (run.directory / "kdeglobals").write_text("[KDE]\nAnimationDurationFactor=0\n")
        screen = run.directory / "screen"
        screen.mkdir()
        number = run.directory / "number"
        with number.open("w") as file:
            self.outer_server = run.start(
                "Xvfb", "Xvfb", "-displayfd", str(file.fileno()), "-screen", "0",
                f"{self.width * outputs}x{self.height}x24", "-fbdir", screen, "-nolisten", "tcp",
                pass_fds=[file.fileno()])
        wait_for("the X server", lambda: number.read_text().endswith("\n"))
        self.display = f":{number.read_text().strip()}"
        self.screen = Framebuffer(screen / "Xvfb_screen0")
        bus = run.directory / "bus"
        run.environment["DBUS_SESSION_BUS_ADDRESS"] = f"unix:path={bus}"
        run.start("bus", "dbus-daemon", "--session", "--nofork", f"--address=unix:path={bus}")
        wait_for("the session bus", lambda: is_served(bus))
        path = run.directory / "input"
        program = self.program
        if wrapper:
            # Valgrind executes no file with capabilities, and a copy has none.
            program = shutil.copyfile(shutil.which(program), run.directory / program)
            program.chmod(0o755)
        self.process = run.start(
            "kwin", *wrapper, program, "--x11-display", self.display,
            "--width", str(SIZE[0]), "--height", str(SIZE[1]), "--scale", str(scale),
            "--output-count", str(outputs), *([] if locks else ["--no-lockscreen"]),
            *([] if activities else ["--no-kactivities"]), "--socket", self.socket, *arguments, KWIN_COMPOSE="Q",
            # Without OpenGL, KWin draws its cursor in a wrong place on a fine screen. That of the X server is in no
            # picture.
            **({"KWIN_FORCE_SW_CURSOR": "1"} if scale == 1 else {}), LIBGL_ALWAYS_SOFTWARE="1",
            QT_PLUGIN_PATH=str(run.directory / "plugins"), DRAY_TEST_INPUT=str(path),
            **({"DRAY_TRACE": "1"} if traces else {}),
            QT_FORCE_STDERR_LOGGING="1", XCURSOR_THEME="Adwaita", **environment)
        wait_for("KWin's socket", lambda: is_served(run.directory / self.socket))
        run.environment["WAYLAND_DISPLAY"] = self.socket
        self.do = Socket(path)
        # KWin chooses another scale than that of its option.
        self.do(f"scale {scale}")
        if outputs > 1:
            self.spread_windows(outputs)

    def check_plugin(self, plugin):
        """KWin ignores a plugin that it cannot load."""
        assert ("does drag and drop" in self.process.output()) == bool(plugin), self.process.output()

    def x11_variables(self):
        """Returns the variables of X11 clients once Xwayland serves them."""
        wait_for("Xwayland", lambda: self.do("variable DISPLAY") != "-")
        variables = {name: self.do(f"variable {name}") for name in ("DISPLAY", "XAUTHORITY")}
        return {name: value for name, value in variables.items() if value != "-"}

    def spread_windows(self, outputs):
        """Moves the windows of all outputs side by side."""
        def windows():
            answer = subprocess.run(
                ["xdotool", "search", "--maxdepth", "1", "--name", ""], capture_output=True, text=True,
                env={**self.run.environment, "DISPLAY": self.display})
            # The first is the root window.
            return sorted(map(int, answer.stdout.split()))[1:]
        wait_for("the outputs", lambda: len(windows()) == outputs)
        for index, window in enumerate(windows()):
            subprocess.run(["xdotool", "windowmove", str(window), str(index * self.width), "0"], check=True,
                           env={**self.run.environment, "DISPLAY": self.display}, timeout=TIMEOUT)

    def place(self, title, point):
        wait_for(f"the window {title}", lambda: self.do.try_once(f"place {title} {point[0]} {point[1]}"))

    def picture(self):
        """Takes a screenshot of all outputs, with all pixels."""
        return self.screen.picture()

    def end(self):
        status = self.process.end()
        # After SIGTERM, KWin exits with the number of the signal.
        assert status == signal.SIGTERM, f"KWin exits with {status}"


class Desktop(Steps, Compositor):
    """KWin with a source and a target."""

    name = "KWin"
    shows_one_window = False
    size = SIZE
    places = {"source": SOURCE, "target": TARGET}

    def __init__(self, run, plugin, devices, toolkits=("gtk4", "gtk4"), **options):
        super().__init__(run, plugin, devices, **options)
        self.source = run.client("source", "--role", "source", "--text", "dragged", toolkit=toolkits[0])
        self.target = run.client("target", "--role", "target", toolkit=toolkits[1])
        self.settle("source", SOURCE)
        self.settle("target", TARGET)
        self.from_point = middle(SOURCE, self.source.mapped["source"])
        self.to_point = middle(TARGET, self.target.mapped["target"])

    def settle(self, title, place):
        self.place(title, place)
        self.do("paint")

    def end(self):
        self.source.end()
        self.target.end()
        log = self.process.output()
        assert "mistake of dray-kwin" not in log and "mistake of Dray" not in log, log[-3000:]
        super().end()
