# SPDX-License-Identifier: MIT
"""Compositors and clients as processes of a test."""

import json
import os
import pathlib
import queue
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]
CLIENTS = REPOSITORY / "Tests/Support/Clients"
# Seconds until an expected event counts as missing; multiplied on a busy machine.
TIMEOUT = round(20 * float(os.environ.get("TEST_TIMEOUT_FACTOR", 1)))


def everyone_may_write(folder):
    return folder.stat().st_mode & 0o002 and all(path.stat().st_mode & 0o001 for path in (folder, *folder.parents))


# If root runs the tests, some compositors run as another user, who must have access to the test's folder and has own
# files.
if os.getuid() == 0 and not everyone_may_write(pathlib.Path(tempfile.gettempdir())):
    os.environ["TMPDIR"] = tempfile.tempdir = "/tmp"


def is_served(path):
    """Whether a process listens at a socket. The file exists slightly earlier."""
    with socket.socket(socket.AF_UNIX) as attempt:
        return attempt.connect_ex(str(path)) == 0


def wait_for(what, condition, patience=None):
    """Returns the first true value of condition(). Raises an error with `what` after the timeout."""
    end = time.monotonic() + (patience or TIMEOUT)
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError(f"timeout: {what}")
        time.sleep(0.01)


def play(tests, names=()):
    """Runs tests and prints their names; only the named ones, if there are names."""
    for test in tests:
        if names and test.__name__ not in names:
            continue
        print(test.__name__, flush=True)
        test()


def memcheck(folder):
    """Returns the start of a command that runs a compositor under valgrind, with a report in the folder."""
    suppressions = pathlib.Path(__file__).with_name("valgrind.supp")
    return [
        "valgrind", "--leak-check=no", "--num-callers=30", f"--log-file={folder}/memcheck-%p.log",
        f"--suppressions={suppressions}",
        # After a SIGBUS from truncated client memory, libwayland continues, and needs all registers to be up to date.
        "--vex-iropt-register-updates=allregs-at-mem-access"]


class Process:
    """A program with its output in a file. The test checks its exit."""

    def __init__(self, name, command, directory, environment, **options):
        self.name = name
        self.log = pathlib.Path(directory) / f"{name}.log"
        self.process = subprocess.Popen(
            [str(part) for part in command], env=environment, stdin=options.pop("stdin", subprocess.DEVNULL),
            stdout=options.pop("stdout", self.log.open("w")), stderr=self.log.open("a"), **options)

    def output(self):
        return self.log.read_text(errors="replace")

    def heard(self):
        return []

    def offers_to_copy(self):
        """Returns how many times the trace of a compositor reports that a drop would copy.

        A target accepts, and reports that, slightly earlier than Dray receives it.
        """
        return self.output().count("presentation.feedback (outcome: copy,")

    def is_running(self):
        return self.process.poll() is None

    def end(self):
        if self.is_running():
            self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(TIMEOUT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise AssertionError(f"{self.name} does not end")

    def kill(self):
        self.process.kill()
        self.process.wait()


class Client(Process):
    """One of Tests/Support/Clients; its output is read as it arrives."""

    def __init__(
            self, name, directory, environment, *arguments, toolkit="gtk4", program=None, command=None, wrapper=()):
        command = command or ["/usr/bin/python3", program or CLIENTS / f"{toolkit}-dnd.py", "--title", name, *arguments]
        super().__init__(name, [*wrapper, *command], directory, environment, stdout=subprocess.PIPE, text=True)
        self.seen = []
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self.mapped = self.expect("mapped")

    def kill(self):
        # The browser of a page is a separate process, which would not exit.
        subprocess.run(["pkill", "-KILL", "-P", str(self.process.pid)])
        super().kill()

    def heard(self):
        return self.seen + list(self.lines.queue)

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(json.loads(line))
        self.lines.put(None)

    def expect(self, event, meanwhile=None, within=None, **members):
        """Returns the next event with this name and these members; other events are skipped and kept in `seen`.

        Until then, `meanwhile` is called ten times a second: for fingers that keep moving.
        """
        end = time.monotonic() + (within or TIMEOUT)
        while True:
            try:
                line = self.lines.get(timeout=0.1)
            except queue.Empty:
                if time.monotonic() < end:
                    if meanwhile:
                        meanwhile()
                    continue
                line = None
            if line is None:
                seen = self.seen[:-13:-1]
                raise AssertionError(f"{self.name}: no {event} {members}; seen, newest first: {seen}\n{self.output()}")
            self.seen.append(line)
            if line["event"] == event and all(line.get(name) == value for name, value in members.items()):
                return line


class Socket:
    """A connection to the input module of a compositor. Commands and answers are lines."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(TIMEOUT)
        # The file exists slightly earlier than the listener.
        wait_for(f"the socket {path}", lambda: self.socket.connect_ex(str(path)) == 0)
        self.file = self.socket.makefile("rw")

    def try_once(self, command):
        print(command, file=self.file, flush=True)
        return self.file.readline().startswith("ok")

    def ask(self, command):
        """Returns the answer; None if it is an error."""
        print(command, file=self.file, flush=True)
        answer = self.file.readline().strip()
        return answer[2:].strip() if answer.startswith("ok") else None

    def __call__(self, command):
        print(command, file=self.file, flush=True)
        return self._answer(command)

    def at_once(self, *commands):
        """Sends all commands within one iteration of the compositor's event loop."""
        print("\n".join(commands), file=self.file, flush=True)
        return [self._answer(command) for command in commands]

    def _answer(self, command):
        answer = self.file.readline().strip()
        if not answer.startswith("ok"):
            raise AssertionError(f"{command}: {answer}")
        return answer[2:].strip()


class Device:
    """A client that accepts commands as lines, such as a virtual device or a camera."""

    def __init__(self, run, program, **environment):
        self.process = subprocess.Popen(
            [program], env={**run.environment, **environment}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout.readline() == "ok\n"

    def __call__(self, command):
        print(command, file=self.process.stdin, flush=True)
        assert self.process.stdout.readline() == "ok\n", command

    def end(self):
        self.process.stdin.close()
        self.process.wait(TIMEOUT)


class Run:
    """A directory and an environment for one test, with its processes; they are killed at the end of the test."""

    def __init__(self):
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="dray-hosts-"))
        self.directory.chmod(0o700)
        self.environment = {
            name: value for name, value in os.environ.items()
            if name not in ("WAYLAND_DISPLAY", "DISPLAY", "WAYLAND_SOCKET")
        }
        self.environment["XDG_RUNTIME_DIR"] = str(self.directory)
        self.environment["XDG_CONFIG_HOME"] = str(self.directory)
        # Programs that are killed, such as Chromium and wl-copy, leave temporary files. Some run as another user.
        temporary = self.directory / "tmp"
        temporary.mkdir()
        temporary.chmod(0o1777)
        self.environment["TMPDIR"] = str(temporary)
        self.processes = []

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if kind is not None:
            for process in self.processes:
                print(f"---- {process.name}\n{process.output()[-6000:]}")
                for line in process.heard():
                    print(line)
        for process in reversed(self.processes):
            if process.is_running():
                process.kill()
            process.process.wait()
        shutil.rmtree(self.directory, ignore_errors=True)

    def start(self, name, *command, pass_fds=(), **environment):
        process = Process(name, command, self.directory, {**self.environment, **environment}, pass_fds=pass_fds)
        self.processes.append(process)
        return process

    def client(self, name, *arguments, variables=None, **options):
        process = Client(name, self.directory, {**self.environment, **(variables or {})}, *arguments, **options)
        self.processes.append(process)
        return process
