#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The programs that a compositor with Dray trusts with clipboards at any time, drags by name, and its control socket.

usage: trust.py headless DRAY [TEST ...]
       trust.py weston DRAY WESTON-MODULE INPUT-MODULE

Runs in a PID namespace, in which a process ID can be reused on demand (/proc/sys/kernel/ns_last_pid).
"""

import ctypes
import os
import platform
import socket
import subprocess
import sys
from pathlib import Path

import weston
from hosts import TIMEOUT, Run, play, wait_for
from speech import ScreenReader
from wire import Connection, message

INSIDE = "DRAY_TEST_TRUST"
DATA_CONTROL = {"zwlr_data_control_manager_v1", "ext_data_control_manager_v1"}
SANDBOX = ("bwrap", "--dev-bind", "/", "/")
PYTHON = "/usr/bin/python3"
CLONE_NEWNS = 0x20000
SO_PEERPIDFD = 77
LIBC = ctypes.CDLL(None, use_errno=True)

# Connects to the socket, and passes the connection and its process ID through an inherited socket.
HANDS_OVER = """
import os, socket, sys
connection = socket.socket(socket.AF_UNIX)
connection.connect(sys.argv[1])
with socket.socket(fileno=int(sys.argv[2])) as other:
    socket.send_fds(other, [b"%d" % os.getpid()], [connection.fileno()])
"""
# Sends a line to the socket, and prints the answer.
SAYS = """
import socket, sys
connection = socket.socket(socket.AF_UNIX)
connection.connect(sys.argv[1])
try:
    connection.sendall(sys.argv[2].encode() + b"\\n")
except BrokenPipeError:
    pass
print(connection.makefile(errors="replace").readline(), end="")
"""


# Executes a program with a seccomp(2) filter that makes the kernel behave as if it did not support SO_PEERPIDFD.
OLDER_KERNEL = """
import ctypes, os, platform, struct, sys
number = {"x86_64": 55, "aarch64": 209}[platform.machine()]
load, jump, end = 0x20, 0x15, 0x06
steps = [
    (load, 0, 0, 0), (jump, 0, 3, number), (load, 0, 0, 32), (jump, 0, 1, 77),
    (end, 0, 0, 0x50000 | 92), (end, 0, 0, 0x7fff0000)]
code = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *step) for step in steps))
rules = ctypes.create_string_buffer(struct.pack("@HP", len(steps), ctypes.addressof(code)))
libc = ctypes.CDLL(None)
assert libc.prctl(38, 1, 0, 0, 0) == 0 and libc.prctl(22, 2, rules) == 0
os.execvp(sys.argv[1], sys.argv[1:])
"""


class Client(Connection):
    """A client with a connection that another process has made."""

    def __init__(self, connection):
        self.socket, self.inbox, self.last = connection, b"", 1
        self.socket.settimeout(TIMEOUT)

    def sees(self):
        """Returns the globals, requested anew."""
        self.globals = {}
        self.registry = self.new()
        self.send(1, 1, self.registry)
        self.roundtrip()
        return set(self.globals)


class Headless:
    def __init__(self, run, wrapper=()):
        self.process = run.start("serve", *wrapper, DRAY, "serve")
        wait_for("its sockets", lambda: "DRAY_SOCKET=" in self.process.output())
        said = dict(line.split("=", 1) for line in self.process.output().splitlines() if "=" in line)
        self.control = said["DRAY_SOCKET"]
        run.environment["WAYLAND_DISPLAY"] = said["WAYLAND_DISPLAY"]

    def end(self):
        assert says(self.control, "quit").startswith("ok")
        assert self.process.process.wait(TIMEOUT) == 0


class Weston(weston.Compositor):
    def __init__(self, run, wrapper=()):
        super().__init__(
            run, *map(os.path.abspath, MODULES), settings="data-control=true\ndrag-by-name=true", wrapper=wrapper)
        self.wait_for_dray()
        self.wait_for_light()


def display(run):
    return str(run.directory / run.environment["WAYLAND_DISPLAY"])


def handed_over(path, wrapper=()):
    """Returns a connection whose process has exited, and the former process ID."""
    mine, its = socket.socketpair()
    with mine, its:
        subprocess.run(
            [*wrapper, PYTHON, "-c", HANDS_OVER, path, str(its.fileno())], pass_fds=[its.fileno()], check=True,
            timeout=TIMEOUT)
        number, descriptors, _, _ = socket.recv_fds(mine, 100, 1)
    return socket.socket(fileno=descriptors[0]), int(number)


def process_with_number(run, number):
    """Starts a process outside of any sandbox with this process ID."""
    for _ in range(1000):
        Path("/proc/sys/kernel/ns_last_pid").write_text(str(number - 1))
        process = run.start("heir", "sleep", "1000")
        if process.process.pid == number:
            return process
        process.kill()
        process.process.wait()
    raise AssertionError(f"no process gets the ID {number}")


def says(path, line, *wrapper):
    return subprocess.run(
        [*wrapper, PYTHON, "-c", SAYS, path, line], check=True, capture_output=True, text=True, timeout=TIMEOUT).stdout


def in_child(work):
    """Runs a function in a child process, and returns its output."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(writing, " ".join(work()).encode())
        finally:
            os._exit(0)
    os.close(writing)
    with open(reading) as words:
        result = words.read().split()
    os.waitpid(child, 0)
    return result


def enter(namespace):
    """Enters a mount namespace: a new one, or an existing one by its file."""
    result = LIBC.unshare(CLONE_NEWNS) if namespace is None else LIBC.setns(namespace, CLONE_NEWNS)
    assert result == 0, os.strerror(ctypes.get_errno())


def a_used_number_is_not_trusted_again(wrapper=()):
    """The process in the sandbox exits, and a process outside gets its ID: the connection stays the sandbox's."""
    with Run() as run:
        host = HOST(run, wrapper)
        free = Connection({**run.environment, "XDG_RUNTIME_DIR": str(run.directory)})
        assert DATA_CONTROL <= set(free.globals), free.globals
        confined, number = handed_over(display(run), SANDBOX)
        client = Client(confined)
        # One of the two clients requests the globals before the process ID is reused as well.
        assert not DATA_CONTROL & client.sees()
        other, second = handed_over(display(run), SANDBOX)
        # Connections are accepted in order.
        Connection({**run.environment, "XDG_RUNTIME_DIR": str(run.directory)}).end()
        for used in (number, second):
            process_with_number(run, used)
        for connection in (client, Client(other)):
            found = connection.sees()
            assert "wl_data_device_manager" in found and not DATA_CONTROL & found, found
        # The same holds for a process outside of sandboxes that has exited: another process has its connection.
        ended, number = handed_over(display(run))
        process_with_number(run, number)
        assert not DATA_CONTROL & Client(ended).sees()
        free.end()
        host.end()


def an_older_kernel_trusts_no_used_number_either():
    if platform.machine() not in ("x86_64", "aarch64"):
        print("  skipped: unknown system call numbers on this machine")
        return
    older = (PYTHON, "-c", OLDER_KERNEL)
    asks = f"import socket; socket.socketpair()[0].getsockopt(socket.SOL_SOCKET, {SO_PEERPIDFD})"
    tried = subprocess.run([*older, PYTHON, "-c", asks], capture_output=True, text=True)
    assert "Protocol not available" in tried.stderr, tried
    a_used_number_is_not_trusted_again(older)


def a_used_number_is_not_trusted_before_the_compositor_looks():
    """As above, but the compositor is stopped meanwhile: it accepts the connection when the process ID has been reused
    already.
    """
    with Run() as run:
        host = HOST(run)
        with socket.socketpair()[0] as own:
            try:
                os.close(own.getsockopt(socket.SOL_SOCKET, SO_PEERPIDFD))
            except OSError:
                print("  skipped: this kernel (before 6.5) lacks SO_PEERPIDFD")
                return
        host.process.process.send_signal(19)
        confined, number = handed_over(display(run), SANDBOX)
        process_with_number(run, number)
        host.process.process.send_signal(18)
        assert not DATA_CONTROL & Client(confined).sees()
        host.end()


def a_client_that_confines_itself_stays_confined():
    """A client enters a sandbox and leaves it again."""
    with Run() as run:
        host = HOST(run)

        def work():
            own = os.open("/proc/self/ns/mnt", os.O_RDONLY)
            connection = socket.socket(socket.AF_UNIX)
            connection.connect(display(run))
            client = Client(connection)
            yield str(DATA_CONTROL <= client.sees())
            for namespace in (None, own):
                enter(namespace)
                yield str(bool(DATA_CONTROL & client.sees()))
        said = in_child(work)
        assert said == ["True", "False", "False"], said
        host.end()


def names_are_for_programs_outside_of_sandboxes():
    """The socket for drags by name: a sandbox, a reused process ID, and a client that sandboxes itself."""
    with Run() as run:
        reader = ScreenReader(run)
        host = HOST(run)
        door = str(reader.door(run, host))
        assert says(door, "names").split()[0] in ("=", "ok")
        assert says(door, "names", *SANDBOX) == "error programs in a sandbox may not drive this session\n"
        for wrapper in (SANDBOX, ()):
            connection, number = handed_over(door, wrapper)
            process_with_number(run, number)
            assert answer_to("names", connection).startswith("error"), wrapper
        said = in_child(lambda: asks_before_and_after(door, "names"))
        assert said == ["served", "refused"], said
        host.end()


def the_control_socket_is_for_programs_outside_of_sandboxes():
    """Its commands can start any program outside of the sandbox."""
    with Run() as run:
        host = HOST(run)
        mark = run.directory / "started"
        start = f"start /usr/bin/touch {mark}"
        refusal = "error programs in a sandbox may not drive this session\n"
        assert says(host.control, start, *SANDBOX) == refusal
        assert says(host.control, '{"id": 1, "command": ["start", "/usr/bin/touch", "%s"]}' % mark, *SANDBOX) == refusal
        told = subprocess.run(
            [*SANDBOX, DRAY, "ctl", "--socket", host.control, "start", "/usr/bin/touch", str(mark)],
            capture_output=True,
            text=True, timeout=TIMEOUT)
        assert told.returncode == 1 and "sandbox" in told.stderr, told
        for wrapper in (SANDBOX, ()):
            connection, number = handed_over(host.control, wrapper)
            process_with_number(run, number)
            assert answer_to(start, connection).startswith("error"), wrapper
        said = in_child(lambda: asks_before_and_after(host.control, "state"))
        assert said == ["served", "refused"], said
        # Connections of sandboxes do not count towards the limit of 32.
        knocking = [handed_over(host.control, SANDBOX)[0] for _ in range(3)]
        free = [socket.socket(socket.AF_UNIX) for _ in range(32)]
        for connection in free:
            connection.connect(host.control)
            assert answer_to("state", connection).startswith(("=", "ok"))
        for connection in [*knocking, *free]:
            connection.close()
        wait_for("a free place", lambda: says(host.control, "state") != "")
        assert not mark.exists()
        assert says(host.control, start).startswith(("=", "ok"))
        wait_for("the program", mark.exists)
        host.end()


def the_control_socket_is_for_the_same_user():
    with Run() as run:
        host = HOST(run)
        mark = run.directory / "started"
        # The permissions of the private socket have been widened.
        run.directory.chmod(0o711)
        os.chmod(host.control, 0o777)
        said = says(host.control, f"start /usr/bin/touch {mark}", "setpriv", "--reuid=65534", "--clear-groups")
        assert said == "error only programs of the same user may drive this session\n", said
        assert says(host.control, "state").startswith("=") and not mark.exists()
        host.end()


def answer_to(line, connection):
    connection.settimeout(TIMEOUT)
    try:
        connection.sendall(line.encode() + b"\n")
    except BrokenPipeError:
        pass
    with connection.makefile(errors="replace") as lines:
        answer = lines.readline()
        while answer.startswith("= "):
            answer = lines.readline()
    return answer


def asks_before_and_after(path, line):
    """Whether a program is served before it enters a sandbox, and after."""
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(path)
    yield "served" if answer_to(line, connection) == "ok\n" else "refused"
    enter(None)
    yield "served" if answer_to(line, connection) == "ok\n" else "refused"


def enter_own_numbers():
    """Executes this script in a PID namespace, with root's capabilities in it."""
    command = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc"]
    if os.geteuid() != 0:
        command += ["--user", "--map-root-user"]
    tried = subprocess.run(
        [*command, "sh", "-c", "echo 100 > /proc/sys/kernel/ns_last_pid"], capture_output=True, text=True)
    if tried.returncode != 0:
        print(f"skipped: namespaces are not available: {tried.stderr.strip()}")
        sys.exit(77)
    os.execvpe(command[0], [*command, PYTHON, *sys.argv], {**os.environ, INSIDE: str(os.geteuid())})


if INSIDE not in os.environ:
    enter_own_numbers()

DRAY = os.path.abspath(sys.argv[2])
MODULES = sys.argv[3:5]
HOST = {"headless": Headless, "weston": Weston}[sys.argv[1]]
TESTS = [
    a_used_number_is_not_trusted_again, an_older_kernel_trusts_no_used_number_either,
    a_used_number_is_not_trusted_before_the_compositor_looks, a_client_that_confines_itself_stays_confined,
]
if HOST is Headless:
    TESTS.append(the_control_socket_is_for_programs_outside_of_sandboxes)
    # Only root can become another user.
    if os.environ[INSIDE] == "0":
        TESTS.append(the_control_socket_is_for_the_same_user)
else:
    TESTS.append(names_are_for_programs_outside_of_sandboxes)

play(TESTS, sys.argv[3:] if HOST is Headless else ())
