# SPDX-License-Identifier: MIT
"""An unmodified GNOME Shell with Dray, without a display, as tests control and observe it."""

import json
import subprocess
from pathlib import Path

from hosts import TIMEOUT, Socket, is_served, wait_for
from screen import Picture
from steps import CommandedHand, Steps, middle

SIZE = (1024, 640)
SOURCE, TARGET = (60, 60), (560, 60)
# The ID of the first finger for clients. mutter reserves the lower IDs for real touchscreens.
FIRST_FINGER = 0x160
EXTENSION, TEST_EXTENSION = "dray@dray", "dray-test@dray"
SETTINGS = """[org/gnome/shell]
enabled-extensions={extensions}
disable-user-extensions=false
welcome-dialog-last-shown-version='99'
favorite-apps={favorites}

[org/gnome/desktop/interface]
enable-animations={animations}
enable-hot-corners=false
cursor-theme='Adwaita'
cursor-size=24

[org/gnome/desktop/notifications]
show-banners=false

[org/gnome/desktop/background]
picture-options='none'
primary-color='#000000'

[org/gnome/desktop/input-sources]
sources=[('xkb', 'us')]
xkb-options={xkb_options}

[org/gnome/desktop/screensaver]
lock-enabled=true

[org/gnome/desktop/wm/keybindings]
switch-to-workspace-2=['F5']

[org/gnome/mutter]
dynamic-workspaces=false

[org/gnome/desktop/wm/preferences]
num-workspaces=2

[org/gnome/shell/extensions/dray]
{dray}

[org/gnome/shell/extensions/dash-to-dock]
dock-fixed=true
show-trash=true
show-mounts=false
"""


class Compositor(CommandedHand):
    """GNOME Shell, without clients. `folder` has what Meson builds of the extension, `devices` of that of the tests;
    `others` are extensions of the system, and `scales` those of the outputs if they are unlike.
    """

    socket = "wayland-gnome"

    def __init__(self, run, folder, devices, settings="", options="", outputs=1, scale=1, rate=60, wrapper=(),
                 x11=False, traces=True, favorites=(), animations=False, others=(), scales=(),
                 **environment):
        self.run, self.scale = run, scale
        scales = scales or [scale] * outputs
        names = [name for name, files in self.extensions(folder, devices).items() if self.add_extension(name, files)]
        names += others
        keyfile = run.directory / "glib-2.0/settings/keyfile"
        keyfile.parent.mkdir(parents=True)
        keyfile.write_text(SETTINGS.format(
            extensions=names, favorites=list(favorites) or "@as []", dray=settings,
            animations=str(animations).lower(), xkb_options=[options] if options else "@as []"))
        bus = run.directory / "bus"
        # The shell runs without services of the system.
        run.environment["DBUS_SESSION_BUS_ADDRESS"] = run.environment["DBUS_SYSTEM_BUS_ADDRESS"] = f"unix:path={bus}"
        self.bus = run.start("bus", "dbus-daemon", "--session", "--nofork", f"--address=unix:path={bus}")
        wait_for("the session bus", lambda: is_served(bus))
        path = run.directory / "input"
        if x11:
            # The shell does not start Xwayland if others could replace its sockets.
            Path("/tmp/.X11-unix").mkdir(exist_ok=True)
            Path("/tmp/.X11-unix").chmod(0o1777)
        monitors = [word for each in scales for word in (
            "--virtual-monitor", "{}x{}@{}".format(*(round(each * length) for length in SIZE), rate))]
        self.process = run.start(
            "gnome-shell", *wrapper, "gnome-shell", "--headless", *monitors, "--wayland-display", self.socket,
            *([] if x11 else ["--no-x11"]), XDG_DATA_HOME=str(run.directory / "data"), GSETTINGS_BACKEND="keyfile",
            XDG_SESSION_TYPE="wayland", XDG_CURRENT_DESKTOP="GNOME", LIBGL_ALWAYS_SOFTWARE="1", XCURSOR_THEME="Adwaita",
            DRAY_TEST_INPUT=str(path), **({"DRAY_TRACE": "1"} if traces else {}), **environment)
        wait_for("GNOME Shell's socket", lambda: is_served(run.directory / self.socket))
        run.environment["WAYLAND_DISPLAY"] = self.socket
        self.do = Socket(path)
        if set(scales) != {1}:
            self.set_scales(scales)

    @staticmethod
    def extensions(folder, devices):
        """Returns the files of both extensions by their paths there; none for Dray's without `folder`. An installed
        extension has its libraries and its schema elsewhere.
        """
        test = Path(__file__).with_name("gnome-test")
        patterns = ["*.js", "metadata.json", "libdray-gnome-*.so", "DrayGnome-*.typelib", "gschemas.compiled"]
        built = [path for pattern in patterns for path in Path(folder).glob(pattern)] if folder else []
        return {
            EXTENSION: {("schemas/" if path.suffix == ".compiled" else "") + path.name: path for path in built},
            TEST_EXTENSION: {path.name: path for path in [
                test / "extension.js", test / "metadata.json", Path(devices) / "libgnome-input.so",
                Path(devices) / "DrayTest-0.typelib"]},
        }

    def add_extension(self, name, files):
        """Installs an extension for the user of the test."""
        for path, file in files.items():
            link = self.run.directory / "data/gnome-shell/extensions" / name / path
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(file)
        return bool(files)

    def set_scales(self, scales):
        """Sets the scale of each output, as the Settings application does."""
        arguments = []
        for index, scale in enumerate(scales):
            arguments += ["--logical-monitor", "--monitor", f"Meta-{index}", "--scale", str(scale)]
            arguments += ["--primary"] if index == 0 else ["--right-of", f"Meta-{index - 1}"]
        subprocess.run(["gdctl", "set", *arguments], check=True, env=self.run.environment, capture_output=True,
                       timeout=TIMEOUT)
        self.do("paint")

    def check_extension(self, folder):
        """Checks that Dray runs, or does not without `folder`. The shell may enable it after the tests' extension."""
        def runs():
            return "does drag and drop" in self.process.output()
        if folder:
            wait_for("Dray in the shell", runs)
        else:
            assert not runs(), self.process.output()

    def evaluate(self, code):
        """Evaluates an expression in the shell, and returns its value."""
        answer = subprocess.run(
            ["dbus-send", "--print-reply=literal", "--dest=org.gnome.Shell", "/org/gnome/Shell",
             "org.gnome.Shell.Eval", f"string:{code}"], check=True, env=self.run.environment, capture_output=True,
            text=True, timeout=TIMEOUT).stdout.split(None, 2)
        assert answer[:2] == ["boolean", "true"], f"{code}: {answer}"
        return json.loads(answer[2]) if len(answer) > 2 else None

    def ask_shell(self, method, *arguments):
        """Calls a method of the interface that the Extensions application uses, and returns the answer."""
        return subprocess.run(
            ["dbus-send", "--print-reply", "--dest=org.gnome.Shell", "/org/gnome/Shell",
             f"org.gnome.Shell.Extensions.{method}", *(f"string:{argument}" for argument in arguments)],
            check=True, env=self.run.environment, capture_output=True, text=True, timeout=TIMEOUT).stdout

    def x11_variables(self):
        """Returns the variables of X11 clients, which cause the shell to start Xwayland."""
        return {name: self.evaluate(f"imports.gi.GLib.getenv('{name}')") for name in ("DISPLAY", "XAUTHORITY")}

    def set(self, name, value):
        """Changes a setting of Dray, as other programs do."""
        folder = self.run.directory / "data/gnome-shell/extensions" / EXTENSION / "schemas"
        subprocess.run(
            ["gsettings", "--schemadir", folder, "set", "org.gnome.shell.extensions.dray", name, value],
            check=True, env={**self.run.environment, "GSETTINGS_BACKEND": "keyfile"}, timeout=TIMEOUT)

    def place(self, title, point):
        def is_there():
            if not self.do.try_once(f"place {title} {point[0]} {point[1]}"):
                return False
            self.do("paint")
            return self.do.ask(f"window {title}") == "{} {}".format(*point)
        wait_for(f"the window {title} in its place", is_there)

    def settle(self, title, place):
        self.place(title, place)

    def picture(self, with_pointer=False):
        path = self.run.directory / "picture"
        self.do(f"picture {path} {int(with_pointer)} {self.scale}")
        return Picture(path.read_bytes())

    def end(self):
        # GNOME Shell 51 crashes if it ends before a client with a window, with Dray and without.
        for process in self.run.processes:
            if process not in (self.process, self.bus) and process.is_running():
                process.kill()
        wait_for("the end of all windows", lambda: self.do("stack") == "")
        status = self.process.end()
        assert status == 0, f"GNOME Shell exits with {status}"


class Desktop(Steps, Compositor):
    """GNOME Shell with a source and a target."""

    name = "GNOME Shell"
    shows_one_window = False
    size = SIZE
    places = {"source": SOURCE, "target": TARGET}

    def __init__(self, run, folder, devices, toolkits=("gtk4", "gtk4"), content=("--text", "dragged"), **options):
        super().__init__(run, folder, devices, **options)
        self.source = run.client("source", "--role", "source", *content, toolkit=toolkits[0])
        self.target = run.client("target", "--role", "target", toolkit=toolkits[1])
        self.place("source", SOURCE)
        self.place("target", TARGET)
        self.from_point = middle(SOURCE, self.source.mapped["source"])
        self.to_point = middle(TARGET, self.target.mapped["target"])

    def end(self):
        self.source.end()
        self.target.end()
        log = self.process.output()
        mistakes = [line for line in log.splitlines() if "mistake of dray-gnome" in line or "mistake of Dray" in line]
        assert not mistakes, mistakes
        super().end()
