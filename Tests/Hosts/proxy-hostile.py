#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""`dray proxy` between clients and compositors that do what none should.

usage: proxy-hostile.py DRAY [TEST ...]
"""

import os
import pathlib
import random
import resource
import signal
import socket
import subprocess
import sys
import time

from hosts import PATIENCE, Run, play, wait_for
from wire import message, number, text

DRAY = os.path.abspath(sys.argv[1])


class FakeCompositor:
    """Listens, and does what the test says with what arrives."""

    def __init__(self, path):
        self.path = str(path)
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path)
        self.listener.listen(64)
        self.listener.settimeout(PATIENCE)

    def accept(self):
        connection, _ = self.listener.accept()
        connection.settimeout(PATIENCE)
        return connection

    def accept_client(self):
        """The next connection that says something: those that only look whether anybody listens are passed over."""
        while True:
            connection = self.accept()
            if connection.recv(1, socket.MSG_PEEK):
                return connection
            connection.close()

    def end(self):
        self.listener.close()


class Session:
    """A fake compositor with a proxy in its place."""

    def __init__(self, run, *options):
        resource.setrlimit(resource.RLIMIT_NOFILE, (4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
        self.path = run.directory / "wayland-test"
        run.environment["WAYLAND_DISPLAY"] = "wayland-test"
        self.compositor = FakeCompositor(self.path)
        self.proxy = self.start_proxy(run, "proxy", *options)

    def start_proxy(self, run, name, *options):
        proxy = run.start(name, DRAY, "proxy", "--session", *options)
        wait_for("the proxy", lambda: "serves at" in proxy.output() or not proxy.is_running())
        return proxy

    def connect(self):
        client = socket.socket(socket.AF_UNIX)
        client.settimeout(PATIENCE)
        client.connect(str(self.path))
        return client

    def pair(self):
        """A client, and its connection at the compositor."""
        client = self.connect()
        client.sendall(message(40, 0))
        upstream = self.compositor.accept_client()
        assert receive(upstream, 8) == message(40, 0)
        return client, upstream

    def processes(self):
        """The processes of clients: they live on when the proxy ends, so they are found by their name and their files."""
        found = []
        for path in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                status = (path / "stat").read_text()
            except OSError:
                continue
            if status.rsplit(")", 1)[1].split()[1] == str(self.proxy.process.pid):
                found.append(int(path.name))
        return found


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


def descriptors_keep_their_bytes():
    with Run() as run:
        session = Session(run)
        client, upstream = session.pair()
        # A message in two parts, the descriptor with the first.
        whole = message(41, 3, 1, 2)
        reading, writing = os.pipe()
        socket.send_fds(client, [whole[:5]], [writing])
        os.close(writing)
        time.sleep(0.05)
        client.sendall(whole[5:])
        data, descriptors, _, _ = socket.recv_fds(upstream, 65536, 253)
        data += receive(upstream, len(whole) - len(data))
        assert data == whole and len(descriptors) == 1, (data, descriptors)
        os.write(descriptors[0], b"through")
        os.close(descriptors[0])
        assert os.read(reading, 100) == b"through"
        # Nobody on the way has kept it.
        assert os.read(reading, 100) == b""
        # As many as the kernel takes.
        read, write = os.pipe()
        socket.send_fds(client, [whole], [write] * 253)
        data, descriptors, _, _ = socket.recv_fds(upstream, 65536, 253)
        assert data == whole and len(descriptors) == 253, len(descriptors)
        for descriptor in [*descriptors, read, write, reading]:
            os.close(descriptor)


def headers_that_lie_end_one_client():
    with Run() as run:
        session = Session(run)
        good, good_upstream = session.pair()
        for size in (0, 4, 7, 9, 65535):
            client, upstream = session.pair()
            client.sendall(message(41, 1) + number(42) + number(size << 16))
            assert receive(upstream, 9) == message(41, 1), size
            assert is_closed(client), size
        wait_for("the end of their processes", lambda: len(session.processes()) == 2)
        before = sum(map(processor_time, session.processes()))
        time.sleep(0.5)
        assert sum(map(processor_time, session.processes())) - before < 10, "somebody spins"
        good.sendall(message(43, 0))
        assert receive(good_upstream, 8) == message(43, 0)
        assert "disconnected" in session.proxy.output()


def a_client_that_does_not_read_stops_nobody_else():
    with Run() as run:
        session = Session(run)
        _lazy, lazy_upstream = session.pair()
        lazy_upstream.setblocking(False)
        sent, portion = 0, message(44, 0, 1, 2) * 1000
        while True:
            try:
                sent += lazy_upstream.send(portion)
            except BlockingIOError:
                time.sleep(0.2)
                try:
                    sent += lazy_upstream.send(portion)
                except BlockingIOError:
                    break
        assert sent < 4 << 20, sent
        client, upstream = session.pair()
        upstream.sendall(message(45, 0))
        assert receive(client, 8) == message(45, 0)


def descriptors_without_messages_are_bounded():
    with Run() as run:
        session = Session(run)
        client, _ = session.pair()
        reading, writing = os.pipe()
        try:
            for _ in range(40):
                socket.send_fds(client, [b"\1"], [writing] * 200)
                time.sleep(0.01)
        except OSError:
            pass
        assert is_closed(client)
        os.close(writing)
        # All of them were closed on the way.
        assert os.read(reading, 1) == b""
        os.close(reading)


def a_compositor_that_dies_ends_its_clients():
    with Run() as run:
        session = Session(run)
        client, upstream = session.pair()
        upstream.sendall(message(1, 0, 1, 3, text("the end")))
        upstream.close()
        assert receive(client, 100) == message(1, 0, 1, 3, text("the end"))
        session.compositor.end()
        late = session.connect()
        assert is_closed(late)
        assert session.proxy.process.wait(PATIENCE) != 0
        assert "the compositor is gone" in session.proxy.output()
        assert not session.path.exists()


def a_thousand_clients_leave_nothing():
    with Run() as run:
        session = Session(run)
        session.pair()
        files = open_files(session.proxy.process.pid)
        for round in range(20):
            pairs = [session.pair() for _ in range(50)]
            for index, (client, upstream) in enumerate(pairs):
                # Either side may go first, some in the middle of a message.
                if index % 3 == 0:
                    client.sendall(b"\1\2\3")
                (client if index % 2 else upstream).close()
            for client, upstream in pairs:
                client.close()
                upstream.close()
        # The guardian and the first client are left.
        wait_for("the end of all processes", lambda: len(session.processes()) <= 2)
        assert open_files(session.proxy.process.pid) == files
        client, upstream = session.pair()


def noise_ends_connections_and_nothing_else():
    with Run() as run:
        session = Session(run)
        chance = random.Random(1)
        for _ in range(100):
            client, upstream = session.pair()
            for end in (client, upstream):
                try:
                    end.sendall(chance.randbytes(chance.randrange(1, 4000)))
                except OSError:
                    pass
            client.close()
            upstream.close()
        wait_for("the end of all processes", lambda: len(session.processes()) <= 1)
        client, upstream = session.pair()
        upstream.sendall(message(45, 0))
        assert receive(client, 8) == message(45, 0)


def gives_back(how):
    with Run() as run:
        session = Session(run)
        client, upstream = session.pair()
        inode = os.stat(session.path).st_ino
        session.proxy.process.send_signal(how)
        session.proxy.process.wait(PATIENCE)
        wait_for("the compositor's socket in its place", lambda: os.stat(session.path).st_ino != inode)
        assert not pathlib.Path(f"{session.path}-dray").exists()
        # Who is connected stays connected, and who comes now is direct.
        client.sendall(message(46, 0))
        assert receive(upstream, 8) == message(46, 0)
        direct = session.connect()
        direct.sendall(b"plain")
        assert receive(session.compositor.accept_client(), 5) == b"plain"
        client.close()


def the_place_is_given_back_at_the_end():
    gives_back(signal.SIGTERM)


def the_place_is_given_back_when_killed():
    gives_back(signal.SIGKILL)


def the_place_is_given_back_without_the_guardian():
    with Run() as run:
        session = Session(run)
        inode = os.stat(session.path).st_ino
        os.kill(session.processes()[0], signal.SIGKILL)
        session.proxy.process.send_signal(signal.SIGTERM)
        session.proxy.process.wait(PATIENCE)
        assert os.stat(session.path).st_ino != inode
        direct = session.connect()
        direct.sendall(b"plain")
        assert receive(session.compositor.accept_client(), 5) == b"plain"


def a_stopped_proxy_stops_no_client():
    """The process that listens may hang: those of the clients go on, with a trace too."""
    with Run() as run:
        session = Session(run, "--trace", run.directory / "trace")
        client, upstream = session.pair()
        session.proxy.process.send_signal(signal.SIGSTOP)
        client.sendall(message(1, 1, 2) + message(2, 0, 1, text("wl_data_device_manager"), 3, 3))
        start = time.monotonic()
        count = 20000
        for _ in range(count // 100):
            client.sendall(message(3, 0, 4) * 100)
            receive(upstream, 1200)
        assert time.monotonic() - start < PATIENCE
        session.proxy.process.send_signal(signal.SIGCONT)


def a_dead_proxy_is_mended_by_the_next():
    with Run() as run:
        session = Session(run)
        guardian = session.processes()[0]
        os.kill(guardian, signal.SIGKILL)
        session.proxy.process.kill()
        session.proxy.process.wait(PATIENCE)
        assert pathlib.Path(f"{session.path}-dray").exists()
        session.proxy = session.start_proxy(run, "second")
        assert session.proxy.is_running(), session.proxy.output()
        session.pair()
        third = session.start_proxy(run, "third")
        assert third.process.wait(PATIENCE) != 0
        assert "a proxy is there already" in third.output()
        session.pair()


def a_new_compositor_keeps_its_socket():
    """The old one died and another was started at the same place while the proxy ran: its socket is not touched."""
    with Run() as run:
        session = Session(run)
        session.compositor.end()
        os.unlink(session.path)
        new = FakeCompositor(session.path)
        inode = os.stat(session.path).st_ino
        session.proxy.end()
        assert os.stat(session.path).st_ino == inode
        assert not pathlib.Path(f"{session.path}-dray").exists()
        new.end()


def a_program_has_its_own_status():
    with Run() as run:
        compositor = FakeCompositor(run.directory / "wayland-test")
        environment = {**run.environment, "WAYLAND_DISPLAY": "wayland-test"}
        def end_of(*command):
            return subprocess.run([DRAY, "proxy", "--", *command], env=environment, timeout=PATIENCE, capture_output=True)
        assert end_of("sh", "-c", "exit 7").returncode == 7
        assert end_of("sh", "-c", "kill -9 $$").returncode == 137
        assert end_of("/no/such/program").returncode not in (0, 7)
        shown = end_of("sh", "-c", 'test -S "$XDG_RUNTIME_DIR/$WAYLAND_DISPLAY" && echo "$WAYLAND_DISPLAY"')
        assert shown.returncode == 0 and b"dray-proxy-" in shown.stdout, shown
        assert sorted(os.listdir(run.directory)) == ["wayland-test"], os.listdir(run.directory)
        compositor.end()


def programs_of_the_list_are_passed_unread():
    with Run() as run:
        session = Session(run, "--direct", pathlib.Path(os.readlink("/proc/self/exe")).name)
        client = session.connect()
        # No message at all: only who does not look passes it.
        client.sendall(b"\1\2\3")
        assert receive(session.compositor.accept_client(), 3) == b"\1\2\3"
        wait_for("words about it", lambda: "is passed unread" in session.proxy.output())


TESTS = [
    descriptors_keep_their_bytes, headers_that_lie_end_one_client, a_client_that_does_not_read_stops_nobody_else,
    descriptors_without_messages_are_bounded, a_compositor_that_dies_ends_its_clients, a_thousand_clients_leave_nothing,
    noise_ends_connections_and_nothing_else, the_place_is_given_back_at_the_end, the_place_is_given_back_when_killed,
    the_place_is_given_back_without_the_guardian, a_stopped_proxy_stops_no_client, a_dead_proxy_is_mended_by_the_next, a_new_compositor_keeps_its_socket, a_program_has_its_own_status,
    programs_of_the_list_are_passed_unread,
]

if __name__ == "__main__":
    play(TESTS, sys.argv[2:])
