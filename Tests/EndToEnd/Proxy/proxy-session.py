#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Sessions of GNOME and Plasma with `dray proxy` in front: the desktops as packaged by Debian, without a screen, run by
a systemd of their own.

usage: proxy-session.py DRAY [gnome|plasma ...]     (all that are installed)
DRAY is a path, or `installed` for the packaged files.
Needs root, for namespaces: mounts, processes and control groups are removed at the end.
"""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Hosts"))
from hosts import REPOSITORY, Run, is_served, wait_for
from wire import Connection

GROUP = pathlib.Path("/sys/fs/cgroup") / f"dray-session-{os.getenv('DRAY_ISOLATED')}"
FILES = REPOSITORY / "packaging" / "session"
UNIT = "dray-proxy.service"
DESKTOPS = {
    "gnome": ("gnome-session", "org.gnome.Shell@wayland.service", "GNOME"),
    "plasma": ("startplasma-wayland", "plasma-kwin_wayland.service", "KDE"),
}


def isolate():
    """Executes this script again in namespaces of its own, with what a user's systemd needs."""
    if "DRAY_ISOLATED" not in os.environ:
        os.environ["DRAY_ISOLATED"] = os.urandom(8).hex()
        os.execvp("unshare", [
            "unshare", "--mount", "--cgroup", "--pid", "--fork", "--kill-child", "--propagation", "private", "--",
            sys.executable,
            *sys.argv])
    def mount(*arguments):
        subprocess.run(["mount", "-t", *arguments], check=True)
    mount("proc", "proc", "/proc")
    if not os.path.isdir("/sys/fs/cgroup"):
        mount("tmpfs", "none", "/sys")
        os.makedirs("/sys/fs/cgroup")
    if not os.path.exists("/sys/fs/cgroup/cgroup.procs"):
        mount("cgroup2", "none", "/sys/fs/cgroup")
    mount("tmpfs", "none", "/run")
    # systemd starts only if this folder shows that another systemd has booted the machine.
    for folder in ("systemd/system", "dbus", "lock"):
        os.makedirs(f"/run/{folder}")
    mount("tmpfs", "none", "/tmp")
    os.mkdir("/tmp/.X11-unix")
    for folder in ("/tmp", "/tmp/.X11-unix"):
        os.chmod(folder, 0o1777)
    os.environ["TMPDIR"] = "/tmp"
    GROUP.mkdir()
    (GROUP / "cgroup.procs").write_text("0")


def end():
    """Kills all processes here and removes their control groups, which would remain otherwise."""
    (GROUP.parent / "cgroup.procs").write_text("0")
    wait_for("the end of all processes", is_alone)
    for folder in sorted(GROUP.rglob("*/"), reverse=True) + [GROUP]:
        if folder.is_dir():
            folder.rmdir()


def is_alone():
    try:
        os.kill(-1, signal.SIGKILL)
        os.waitpid(-1, os.WNOHANG)
    except (ProcessLookupError, ChildProcessError):
        pass
    return [path.name for path in pathlib.Path("/proc").glob("[0-9]*")] == ["1"]


class Session:
    """The systemd of a user, and the session that a login starts with it."""

    def __init__(self, run, dray, desktop):
        self.run = run
        self.program, self.shell_unit, name = DESKTOPS[desktop]
        home = run.directory / "home"
        self.runtime = run.directory / "run"
        for folder in (home, self.runtime):
            folder.mkdir(mode=0o700)
        run.environment = {
            "HOME": str(home), "XDG_RUNTIME_DIR": str(self.runtime),
            "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
            "LANG": "C.UTF-8", "XDG_SESSION_TYPE": "wayland", "XDG_CURRENT_DESKTOP": name, "LIBGL_ALWAYS_SOFTWARE": "1",
            "SHELL": "/bin/sh", "DBUS_SESSION_BUS_ADDRESS": f"unix:path={self.runtime}/bus"}
        self.units = home / ".local" / "share" / "systemd" / "user"
        if dray == "installed":
            self.entry = pathlib.Path("/usr/share/wayland-sessions") / f"{desktop}-dray.desktop"
        else:
            self.entry = FILES / f"{desktop}-dray.desktop"
            self.install(os.path.abspath(dray))
        self.without_a_screen(desktop)
        run.start("system-bus", "dbus-daemon", "--system", "--nofork")
        run.start("systemd", "/lib/systemd/systemd", "--user", "--log-target=console")
        self.leader = None

    def install(self, dray):
        """Installs the files that the package has below /usr/lib into the user's folders."""
        folder = self.run.directory / "bin"
        folder.mkdir()
        os.symlink(dray, folder / "dray")
        shutil.copy(FILES / "dray-proxy-session", folder)
        self.units.mkdir(parents=True)
        for unit in FILES.glob("*.service"):
            shutil.copy(unit, self.units)
        self.add(UNIT, f"[Service]\nExecSearchPath={folder}:/usr/bin\n")
        for kind in ("aside", "direct"):
            text = (FILES / f"dray-proxy-{kind}.conf").read_text()
            units = re.search(rf"^{kind.upper()}_UNITS = (.*)$", (REPOSITORY / "Makefile").read_text(), re.M)[1]
            for unit in units.split():
                self.add(f"{unit}.service", f"{text}ExecSearchPath={folder}:/usr/bin\n", "dray-proxy")
        self.run.environment["PATH"] = f"{folder}:{self.run.environment['PATH']}"

    def add(self, unit, text, name="test"):
        folder = self.units / f"{unit}.d"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.conf").write_text(text)

    def without_a_screen(self, desktop):
        if desktop == "gnome":
            return self.add(
                self.shell_unit,
                "[Service]\nExecStart=\nExecStart=/usr/bin/gnome-shell --headless --virtual-monitor 1280x720\n")
        # The program has a capability that containers may not grant; its copy has none, and needs none.
        folder = self.run.directory / "kwin"
        folder.mkdir()
        shutil.copy(shutil.which("kwin_wayland"), folder)
        self.add(
            self.shell_unit, f"[Service]\nEnvironment=KWIN_COMPOSE=Q PATH={folder}:/usr/bin:/bin\nExecStart=\n"
            "ExecStart=/usr/bin/kwin_wayland_wrapper --virtual --width 1280 --height 720 --no-lockscreen --xwayland\n")

    def systemctl(self, *arguments):
        return subprocess.run(
            ["systemctl", "--user", "--no-pager", *arguments], env=self.run.environment, capture_output=True, text=True)

    def state(self, unit):
        return self.systemctl("show", "-P", "ActiveState", unit).stdout.strip()

    def wait_for(self, what, condition):
        """Waits for a condition, and prints systemd's status after a timeout."""
        try:
            wait_for(what, condition)
        except AssertionError:
            units = ["list-units", "--type=target,service", "--all", "*session*", "plasma-*", "dray-*"]
            for words in (["list-jobs"], ["list-units", "--failed"], units):
                print(self.systemctl(*words).stdout)
            listing = subprocess.run(
                ["ps", "-eo", "pid,ppid,etimes,stat,wchan:20,args"], capture_output=True, text=True).stdout
            print(listing)
            raise

    def log_in(self, *command):
        # At the end of a GNOME session the bus is restarted.
        on_the_bus = ["busctl", "--user", "status", "org.freedesktop.systemd1"]
        wait_for("systemd", lambda: subprocess.run(
            on_the_bus, env=self.run.environment, capture_output=True).returncode == 0)
        self.leader = self.run.start(f"session-{len(self.run.processes)}", *command)
        self.wait_for("the session", lambda: self.state("graphical-session.target") == "active")

    def log_in_by_entry(self):
        self.log_in(*re.search(r"^Exec=(.*)$", self.entry.read_text(), re.M)[1].split())

    def log_out(self):
        def is_left():
            # A session that has just begun is still starting units.
            if self.program == "gnome-session":
                self.systemctl("start", "gnome-session-shutdown.target")
            else:
                self.systemctl("stop", "graphical-session.target", "plasma-workspace-wayland.target")
            return self.state("graphical-session.target") == "inactive"
        self.wait_for("the session to be left", is_left)
        self.is_over()

    def is_over(self):
        self.wait_for("the end of the session", lambda: self.state("graphical-session.target") == "inactive")
        self.wait_for("the end of its leader", lambda: not self.leader.is_running())
        self.wait_for("the end of the compositor", lambda: self.state(self.shell_unit) in ("inactive", "failed"))
        # If the compositor was killed, the proxy may have failed for lack of one.
        self.wait_for("the end of the proxy", lambda: self.state(UNIT) in ("inactive", "failed"))
        assert not self.is_asked_for(), "the session is over, and the proxy is still asked for"
        # GNOME Shell may leave the file of an unserved socket, with and without the proxy.
        left = [path.name for path in self.runtime.glob("wayland-*") if path.name.endswith("-dray") or is_served(path)]
        assert not left, left

    def is_asked_for(self):
        return os.path.lexists(self.runtime / "systemd/user/graphical-session.target.wants" / "dray-proxy-once.service")

    def socket(self):
        shown = self.systemctl("show-environment").stdout
        return self.runtime / re.search(r"^WAYLAND_DISPLAY=(.*)$", shown, re.M)[1]

    def connect(self):
        """Connects as a program of the session, which finds its compositor by the environment."""
        return Connection({"XDG_RUNTIME_DIR": str(self.runtime), "WAYLAND_DISPLAY": self.socket().name})

    def behind(self):
        """Returns the programs behind the proxy: the IDs of its processes, and their program names."""
        names = {}
        for path in pathlib.Path("/proc").glob("[0-9]*/comm"):
            try:
                name = path.read_text().strip()
            except OSError:
                continue
            if name.startswith("dray:") and name != "dray:guardian":
                names[path.parent.name] = name[5:]
        return names

    def is_in_front(self):
        return self.state(UNIT) == "active" and pathlib.Path(f"{self.socket()}-dray").exists()

    def comes_behind(self):
        """Checks that a new program is behind the proxy."""
        before = self.behind()
        client = self.connect()
        client.roundtrip()
        wait_for("its process", lambda: self.behind().keys() - before.keys())
        return client

    def main_process(self, unit):
        return wait_for(f"a process of {unit}", lambda: int(self.systemctl("show", "-P", "MainPID", unit).stdout))


def is_in_front_from_the_first_program_on(session):
    session.log_in_by_entry()
    assert session.is_in_front(), session.systemctl("status", UNIT).stdout
    started = lambda unit: int(session.systemctl("show", "-P", "ActiveEnterTimestampMonotonic", unit).stdout)
    assert started(session.shell_unit) < started(UNIT) < started("graphical-session.target")
    session.comes_behind().roundtrip()


def survives_a_kill(session):
    client = session.comes_behind()
    inode = os.stat(session.socket()).st_ino
    proxy = session.main_process(UNIT)
    os.kill(proxy, signal.SIGKILL)
    wait_for("another proxy", lambda: session.main_process(UNIT) != proxy and session.is_in_front())
    assert os.stat(session.socket()).st_ino != inode
    client.roundtrip()
    session.comes_behind()


def plasmas_shell_is_direct(session):
    """KWin grants it more rights by its executable; after a restart, it is direct again."""
    if session.program != "startplasma-wayland":
        return
    unit = "plasma-plasmashell.service"
    for _ in range(2):
        wait_for("Plasma's shell", lambda: session.state(unit) == "active")
        wait_for("the proxy", session.is_in_front)
        assert "plasmashell" not in session.behind().values(), session.behind()
        session.comes_behind()
        shell = session.main_process(unit)
        os.kill(shell, signal.SIGKILL)
        wait_for("another shell", lambda: session.main_process(unit) != shell)
    wait_for("Plasma's shell", lambda: session.state(unit) == "active")
    wait_for("the proxy", session.is_in_front)


def plasmas_portal_is_direct(session):
    """If it is installed: it is started on first use, and the proxy does not move for it."""
    unit = "plasma-xdg-desktop-portal-kde.service"
    if session.systemctl("show", "-P", "LoadState", unit).stdout.strip() != "loaded":
        return
    proxy = session.main_process(UNIT)
    session.systemctl("restart", unit)
    wait_for("the portal", lambda: session.state(unit) == "active")
    environment = pathlib.Path(f"/proc/{session.main_process(unit)}/environ").read_bytes().split(b"\0")
    assert f"WAYLAND_DISPLAY={session.socket().name}-dray".encode() in environment, environment
    assert session.main_process(UNIT) == proxy


def a_shell_that_does_not_start_leaves_the_proxy(session):
    """The unit fails repeatedly until systemd gives up: the proxy stays in front."""
    if session.program != "startplasma-wayland":
        return
    unit = "plasma-plasmashell.service"
    # Each attempt fails before it has a bus name.
    session.add(unit, "[Service]\nExecStart=\nExecStart=/bin/false\n", "zz")
    session.systemctl("daemon-reload")
    session.systemctl("restart", unit)
    wait_for("the last try", lambda: session.state(unit) == "failed")
    wait_for("the proxy", session.is_in_front)
    session.comes_behind()
    (session.units / f"{unit}.d" / "zz.conf").unlink()
    session.systemctl("daemon-reload")


def a_compositor_that_dies_leaves_nothing(session):
    shell = session.main_process(session.shell_unit)
    if session.program == "gnome-session":
        os.kill(shell, signal.SIGKILL)
        return session.is_over()
    # KWin is restarted by its wrapper, which keeps the socket.
    def kwin():
        found = subprocess.run(["pgrep", "-x", "kwin_wayland"], capture_output=True, text=True).stdout.split()
        return int(found[0]) if found else 0
    old = kwin()
    os.kill(old, signal.SIGKILL)
    wait_for("another KWin", lambda: kwin() not in (0, old))
    wait_for("the proxy", session.is_in_front)
    session.comes_behind()
    session.log_out()


def another_session_is_as_ever(session):
    """The same user logs in by the desktop's own entry: the earlier request for the proxy is forgotten."""
    session.log_in(session.program)
    assert session.state(UNIT) in ("inactive", "failed") and not session.behind()
    session.log_out()


def and_comes_again(session):
    session.log_in_by_entry()
    assert session.is_in_front()
    session.log_out()


STEPS = [
    is_in_front_from_the_first_program_on, survives_a_kill, plasmas_shell_is_direct, plasmas_portal_is_direct,
    a_shell_that_does_not_start_leaves_the_proxy, a_compositor_that_dies_leaves_nothing,
    another_session_is_as_ever, and_comes_again,
]


def main():
    isolate()
    dray, names = sys.argv[1], sys.argv[2:]
    names = names or [name for name, (program, _, _) in DESKTOPS.items() if shutil.which(program)]
    assert names, "neither GNOME nor Plasma is installed"
    try:
        for name in names:
            with Run() as run:
                session = Session(run, dray, name)
                for step in STEPS:
                    print(f"{name}: {step.__name__}", flush=True)
                    step(session)
    finally:
        end()


if __name__ == "__main__":
    main()
