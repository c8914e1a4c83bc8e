# SPDX-License-Identifier: MIT
"""`dray proxy` between clients and a compositor that the test implements byte by byte."""

import os
import pathlib
import resource
import select
import socket

from hosts import TIMEOUT, wait_for
from wire import message


class FakeCompositor:
    """Listens, and handles connections as the test says."""

    def __init__(self, path):
        self.path = str(path)
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path)
        self.listener.listen(64)
        self.listener.settimeout(TIMEOUT)

    def accept(self):
        connection, _ = self.listener.accept()
        connection.settimeout(TIMEOUT)
        return connection

    def accept_client(self):
        """Accepts the next connection that sends something; those that only test whether the socket is served are
        skipped.
        """
        while True:
            connection = self.accept()
            if connection.recv(1, socket.MSG_PEEK):
                return connection
            connection.close()

    def end(self):
        self.listener.close()


class Session:
    """A fake compositor with a proxy in its place."""

    def __init__(self, run, dray, *options, wrapper=()):
        self.dray, self.wrapper = dray, wrapper
        resource.setrlimit(resource.RLIMIT_NOFILE, (4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
        self.path = run.directory / "wayland-test"
        run.environment["WAYLAND_DISPLAY"] = "wayland-test"
        self.compositor = FakeCompositor(self.path)
        self.proxy = self.start_proxy(run, "proxy", *options)

    def start_proxy(self, run, name, *options):
        proxy = run.start(name, *self.wrapper, self.dray, "proxy", "--session", *options)
        wait_for("the proxy", lambda: "serves at" in proxy.output() or not proxy.is_running())
        return proxy

    def connect(self):
        client = socket.socket(socket.AF_UNIX)
        # With a timeout this would fail while the proxy has connections to accept, instead of waiting.
        client.connect(str(self.path))
        client.settimeout(TIMEOUT)
        return client

    def pair(self, connect=None):
        """Returns a client, and its connection to the compositor."""
        client = (connect or self.connect)()
        client.sendall(message(40, 0))
        upstream = self.compositor.accept_client()
        assert receive(upstream, 8) == message(40, 0)
        return client, upstream

    def processes(self):
        """Returns the processes of clients. They outlive the proxy, so they are found by their name and their files."""
        found = []
        for path in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                status = (path / "stat").read_text()
            except OSError:
                continue
            if status.rsplit(")", 1)[1].split()[1] == str(self.proxy.process.pid):
                found.append(int(path.name))
        return found

    def newest(self):
        """Returns the process of the newest client."""
        return max(self.processes(), key=started)


class Caller:
    """Another process that makes connections for this one, until the end of the block."""

    def __init__(self, session):
        self.socket, its = socket.socketpair()
        self.process = os.fork()
        if self.process == 0:
            try:
                self.socket.close()
                while its.recv(1):
                    with session.connect() as client:
                        socket.send_fds(its, [b"1"], [client.fileno()])
            finally:
                os._exit(0)
        its.close()

    def connect(self):
        self.socket.sendall(b"1")
        _, descriptors, _, _ = socket.recv_fds(self.socket, 1, 1)
        client = socket.socket(fileno=descriptors[0])
        client.settimeout(TIMEOUT)
        return client

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        # Closing would not be enough: the processes of later callers have the socket too.
        self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()
        os.waitpid(self.process, 0)


def started(process):
    """Returns the start time of a process; the oldest time if it has exited, like that of a client that only tested the
    socket.
    """
    try:
        status = pathlib.Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return 0, process
    return int(status.rsplit(")", 1)[1].split()[19]), process


def private_memory(process):
    """Returns the private memory in kilobytes."""
    lines = pathlib.Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_"))


def receive(connection, count):
    data = b""
    while len(data) < count:
        part = connection.recv(count - len(data))
        if not part:
            break
        data += part
    return data


def is_closed(connection):
    try:
        return connection.recv(1) == b""
    except ConnectionError:
        return True


def open_files(process):
    return len(os.listdir(f"/proc/{process}/fd"))


def processor_time(process):
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return int(fields[11]) + int(fields[12])


def fill(end):
    """Sends until the buffers are full and stay full: their size is bounded."""
    end.setblocking(False)
    sent, portion = 0, message(44, 0, 1, 2) * 1000
    def is_full():
        nonlocal sent
        try:
            while True:
                sent += end.send(portion)
        except BlockingIOError:
            return not select.select([], [end], [], 0.5)[1]
    wait_for("an end that can send no more", is_full)
    assert sent < 4 << 20, sent
    return sent
