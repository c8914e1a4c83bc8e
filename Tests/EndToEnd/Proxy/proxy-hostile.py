#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""`dray proxy` between clients and compositors that violate the protocol.

usage: proxy-hostile.py DRAY [TEST ...]
"""

import os
import pathlib
import pty
import random
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Hosts"))
from desktops import Rig as Run
from hosts import TIMEOUT, play, wait_for
from proxied import (
    Caller, FakeCompositor, Session, fill, is_closed, open_files, private_memory, processor_time, receive)
from wire import message, number, text

DRAY = os.path.abspath(sys.argv[1])


def descriptors_keep_their_bytes():
    with Run() as run:
        session = Session(run, DRAY)
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
        # The proxy has kept no copy of the descriptor.
        assert os.read(reading, 100) == b""
        # The kernel's limit per message.
        read, write = os.pipe()
        socket.send_fds(client, [whole], [write] * 253)
        data, descriptors, _, _ = socket.recv_fds(upstream, 65536, 253)
        assert data == whole and len(descriptors) == 253, len(descriptors)
        for descriptor in [*descriptors, read, write, reading]:
            os.close(descriptor)


def headers_that_lie_end_one_client():
    with Run() as run:
        session = Session(run, DRAY)
        good, good_upstream = session.pair()
        for size in (0, 4, 7, 9, 65535):
            client, upstream = session.pair()
            client.sendall(message(41, 1) + number(42) + number(size << 16))
            assert receive(upstream, 9) == message(41, 1), size
            assert is_closed(client), size
        wait_for("the end of their processes", lambda: len(session.processes()) == 2)
        before = sum(map(processor_time, session.processes()))
        time.sleep(0.5)
        assert sum(map(processor_time, session.processes())) - before < 10, "a process spins"
        good.sendall(message(43, 0))
        assert receive(good_upstream, 8) == message(43, 0)
        assert "disconnected" in session.proxy.output()


def compositors_that_lie_end_one_client():
    with Run() as run:
        session = Session(run, DRAY)
        good, good_upstream = session.pair()
        for size in (0, 4, 7, 9, 65535):
            client, upstream = session.pair()
            upstream.sendall(message(41, 1) + number(42) + number(size << 16))
            assert receive(client, 9) == message(41, 1), size
            assert is_closed(upstream), size
        good_upstream.sendall(message(43, 0))
        assert receive(good, 8) == message(43, 0)


def bytes_out_of_band_are_ignored():
    """libwayland does not read them either; and an unread one causes no busy loop."""
    with Run() as run:
        session = Session(run, DRAY)
        client, upstream = session.pair()
        process = session.newest()
        for end, other in ((client, upstream), (upstream, client)):
            end.send(b"x", socket.MSG_OOB)
            before = processor_time(process)
            time.sleep(0.5)
            assert processor_time(process) - before < 10, "it spins"
            end.sendall(message(45, 0))
            assert receive(other, 8) == message(45, 0)


def both_sides_flood_and_nothing_is_lost():
    """Both sides send until the buffers are full; then each reads, and receives everything from the other, complete."""
    with Run() as run:
        session = Session(run, DRAY)
        client, upstream = session.pair()
        process = session.newest()
        ends = {client: upstream, upstream: client}
        sent = {end: fill(end) for end in ends}
        assert private_memory(process) < 2048, private_memory(process)
        portion = message(44, 0, 1, 2) * 1000
        for end, other in ends.items():
            other.setblocking(True)
            other.settimeout(TIMEOUT)
            data = receive(other, sent[end])
            whole = portion * (sent[end] // len(portion) + 1)
            assert data == whole[:sent[end]], (len(data), sent[end])


def the_largest_message_arrives():
    """65,532 bytes with the kernel's limit of files, in both directions."""
    with Run() as run:
        session = Session(run, DRAY)
        client, upstream = session.pair()
        whole = message(44, 0, *range(16381))
        assert len(whole) == 65532
        for end, other in ((client, upstream), (upstream, client)):
            file = os.memfd_create("one")
            sender = threading.Thread(target=lambda: socket.send_fds(end, [whole], [file] * 253))
            sender.start()
            data, files, _, _ = socket.recv_fds(other, 65536, 253)
            data += receive(other, len(whole) - len(data))
            sender.join()
            assert data == whole and len(files) == 253, (len(data), len(files))
            for descriptor in [file, *files]:
                os.close(descriptor)


def a_client_that_goes_in_the_middle_is_gone():
    """A client disconnects in the middle of a header or message, with and without a file: the compositor receives no
    incomplete message, and sees the end.
    """
    with Run() as run:
        session = Session(run, DRAY)
        for part in (message(44, 0)[:3], message(44, 0, 1)[:10], number(44) + number(65532 << 16)):
            client, upstream = session.pair()
            reading, writing = os.pipe()
            socket.send_fds(client, [part], [writing])
            os.close(writing)
            client.close()
            assert upstream.recv(100) == b"", part
            assert os.read(reading, 1) == b"", "the file is left open"
            os.close(reading)


def as_many_wait_as_at_a_compositor():
    """A connection that is not accepted yet has the backlog of libwayland: 128."""
    with Run() as run:
        session = Session(run, DRAY)
        session.proxy.process.send_signal(signal.SIGSTOP)
        clients = []
        for _ in range(120):
            client = socket.socket(socket.AF_UNIX)
            client.setblocking(False)
            client.connect(str(session.path))
            clients.append(client)
        session.proxy.process.send_signal(signal.SIGCONT)
        for client in clients:
            client.setblocking(True)
            client.sendall(message(40, 0))
        for _ in clients:
            assert receive(session.compositor.accept_client(), 8) == message(40, 0)


def readiness_is_reported():
    """Through the socket that systemd names, with a file or without one; before that no client is behind the proxy, and
    then all are.
    """
    with Run() as run:
        for name in (str(run.directory / "notify"), f"@dray-{os.getpid()}"):
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
                manager.bind(name.replace("@", "\0"))
                manager.settimeout(TIMEOUT)
                run.environment["NOTIFY_SOCKET"] = name
                compositor = FakeCompositor(run.directory / "wayland-test")
                inode = os.stat(compositor.path).st_ino
                proxy = run.start("proxy", DRAY, "proxy", "--session", "--upstream", "wayland-test")
                assert b"READY=1" in manager.recv(4096).split(b"\n")
                assert os.stat(compositor.path).st_ino != inode
                proxy.end()
                compositor.end()
                os.unlink(compositor.path)


def a_client_that_does_not_read_blocks_no_other():
    with Run() as run:
        session = Session(run, DRAY)
        _lazy, lazy_upstream = session.pair()
        fill(lazy_upstream)
        client, upstream = session.pair()
        upstream.sendall(message(45, 0))
        assert receive(client, 8) == message(45, 0)


def a_compositor_that_does_not_read_takes_no_memory():
    """The client's own socket fills up, as it would without a proxy; other clients do not wait."""
    with Run() as run:
        session = Session(run, DRAY)
        client, _lazy = session.pair()
        process = session.newest()
        fill(client)
        assert private_memory(process) < 2048, private_memory(process)
        other, upstream = session.pair()
        other.sendall(message(45, 0))
        assert receive(upstream, 8) == message(45, 0)


def a_killed_process_takes_one_client_along():
    """A compositor kills the process of an unresponsive program, as the compositor sees it."""
    with Run() as run:
        session = Session(run, DRAY)
        first, first_upstream = session.pair()
        process = session.newest()
        second, second_upstream = session.pair()
        # The compositor sees that process rather than the proxy.
        seen = struct.unpack("3i", first_upstream.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[0]
        assert seen == process != session.proxy.process.pid, (seen, process)
        os.kill(process, signal.SIGKILL)
        assert is_closed(first) and is_closed(first_upstream)
        second.sendall(message(45, 0))
        assert receive(second_upstream, 8) == message(45, 0)
        assert session.proxy.is_running()


def what_random_clients_and_compositors_say_arrives():
    """Random data in parts of any size, in both directions at once, with descriptors: each byte and each file arrives
    in order.
    """
    with Run() as run:
        session = Session(run, DRAY)
        for seed in range(20):
            chance = random.Random(seed)
            client, upstream = session.pair()
            ways = [Stream(client, upstream, chance), Stream(upstream, client, chance)]
            end = time.monotonic() + TIMEOUT
            while not all(way.is_done() for way in ways):
                state = [(len(way.rest), len(way.sent) - len(way.arrived)) for way in ways]
                assert time.monotonic() < end, (seed, state)
                for way in ways:
                    way.step()
            for way in ways:
                assert way.arrived == way.sent, seed
                assert way.files == way.given, seed
            client.close()
            upstream.close()


class Stream:
    """Random messages from one end to the other. Messages that the rules do not affect must arrive unchanged."""

    def __init__(self, source, target, chance):
        self.source, self.target, self.chance = source, target, chance
        self.sent = b"".join(
            message(chance.randrange(100, 1000), chance.randrange(20), *[chance.getrandbits(32) for _ in range(
                chance.choice([0, 1, 3, 10, 200, 4000]))]) for _ in range(chance.randrange(1, 60)))
        self.rest = self.sent
        self.given, self.files, self.arrived = [], [], b""

    def is_done(self):
        return not self.rest and len(self.arrived) == len(self.sent)

    def step(self):
        part = self.rest[:self.chance.choice([1, 3, 8, 100, 5000, 30000])]
        files = []
        if part and self.chance.random() < 0.3:
            files = [os.memfd_create("one") for _ in range(self.chance.choice([1, 2, 28, 29, 100]))]
        if part and select.select([], [self.source], [], 0)[1]:
            self.source.setblocking(False)
            try:
                count = socket.send_fds(self.source, [part], files)
                self.rest = self.rest[count:]
                self.given += [os.fstat(file).st_ino for file in files]
            except BlockingIOError:
                pass
        for file in files:
            os.close(file)
        if select.select([self.target], [], [], 0 if self.rest else 0.01)[0]:
            data, files, _, _ = socket.recv_fds(self.target, 65536, 253)
            self.arrived += data
            self.files += [os.fstat(file).st_ino for file in files]
            for file in files:
                os.close(file)
        self.source.setblocking(True)
        self.source.settimeout(TIMEOUT)


def descriptors_without_messages_are_bounded():
    with Run() as run:
        session = Session(run, DRAY)
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
        # All other copies were closed on the way.
        assert os.read(reading, 1) == b""
        os.close(reading)


def descriptors_that_the_system_drops_end_one_client():
    """If a process may open few files, the kernel drops descriptors without room; the message is then not forwarded."""
    with Run() as run:
        session = Session(run, DRAY, wrapper=("sh", "-c", 'ulimit -n 64; exec "$@"', "sh"))
        other, other_upstream = session.pair()
        client, upstream = session.pair()
        reading, writing = os.pipe()
        socket.send_fds(client, [message(41, 0)], [writing] * 200)
        os.close(writing)
        assert is_closed(client) and upstream.recv(8) == b""
        assert os.read(reading, 1) == b"", "a descriptor is still open"
        os.close(reading)
        other.sendall(message(45, 0))
        assert receive(other_upstream, 8) == message(45, 0)
        wait_for("the reason", lambda: "was disconnected" in session.proxy.output())


def a_compositor_that_dies_ends_its_clients():
    with Run() as run:
        session = Session(run, DRAY)
        client, upstream = session.pair()
        upstream.sendall(message(1, 0, 1, 3, text("the end")))
        upstream.close()
        assert receive(client, 100) == message(1, 0, 1, 3, text("the end"))
        session.compositor.end()
        late = session.connect()
        assert is_closed(late)
        assert session.proxy.process.wait(TIMEOUT) != 0
        assert "the compositor has closed the connection" in session.proxy.output()
        assert not session.path.exists()


def a_thousand_clients_leave_nothing():
    with Run() as run:
        session = Session(run, DRAY)
        session.pair()
        files = open_files(session.proxy.process.pid)
        for round in range(20):
            pairs = [session.pair() for _ in range(50)]
            for index, (client, upstream) in enumerate(pairs):
                # Either side may close first, some in the middle of a message.
                if index % 3 == 0:
                    client.sendall(b"\1\2\3")
                (client if index % 2 else upstream).close()
            for client, upstream in pairs:
                client.close()
                upstream.close()
        # The guardian and the first client remain.
        wait_for("the end of all processes", lambda: len(session.processes()) <= 2)
        # The proxy closes its descriptors slightly after a process has started or exited.
        wait_for("the end of their descriptors", lambda: open_files(session.proxy.process.pid) <= files)
        session.pair()


def a_thousand_clients_at_once():
    with Run() as run:
        session = Session(run, DRAY)
        # One process may not have that many connections.
        callers = [Caller(session) for _ in range(10)]
        pairs = [session.pair(caller.connect) for _ in range(100) for caller in callers]
        for number, (client, upstream) in enumerate(pairs):
            client.sendall(message(100, 0, number))
            upstream.sendall(message(101, 0, number))
        for number, (client, upstream) in enumerate(pairs):
            assert receive(upstream, 12) == message(100, 0, number)
            assert receive(client, 12) == message(101, 0, number)
        processes = session.processes()
        # Including the guardian.
        assert len(processes) == 1001, len(processes)
        memory = sorted(map(private_memory, processes))
        print(f"  private memory of a client's process: {memory[500]} kB, at most {memory[-1]} kB")
        assert memory[-1] < 2048, memory[-1]
        for client, upstream in pairs:
            client.close()
        wait_for("the end of all processes", lambda: len(session.processes()) <= 1)
        session.pair()
        for caller in callers:
            caller.__exit__(None, None, None)


def a_process_gets_its_share_of_connections():
    """Further connections are closed, with one line and a count; other processes are served."""
    with Run() as run:
        session = Session(run, DRAY)
        with Caller(session) as caller:
            clients = [caller.connect() for _ in range(500)]
            for index, client in enumerate(clients):
                try:
                    client.sendall(message(40, 0, index))
                except (BrokenPipeError, ConnectionResetError):
                    pass
            # It is accepted after all of them.
            late = session.connect()
            late.sendall(message(40, 0, 500))
            served = {}
            while 500 not in served:
                upstream = session.compositor.accept_client()
                served[struct.unpack("=3I", receive(upstream, 12))[2]] = upstream
            refused = [index for index, client in enumerate(clients) if has_ended(client)]
            assert 100 < 500 - len(refused) < 400, len(refused)
            while len(served) < 501 - len(refused):
                upstream = session.compositor.accept_client()
                served[struct.unpack("=3I", receive(upstream, 12))[2]] = upstream
            assert not set(served) & set(refused)
            served[500].sendall(message(45, 0))
            assert receive(late, 8) == message(45, 0)
            for client in clients:
                client.close()
            wait_for("the end of their processes", lambda: len(session.processes()) <= 2)
            # The process may connect again.
            session.pair(caller.connect)
        session.proxy.end()
        lines = [line for line in session.proxy.output().splitlines() if f"process {caller.process})" in line]
        assert len(lines) == 2 and "accepts no further connections" in lines[0], lines
        assert f"{len(refused) - 1} more lines were left out" in lines[1], lines


def has_ended(client):
    waiting = select.poll()
    waiting.register(client, select.POLLIN)
    return bool(waiting.poll(0))


def bad_connections_are_one_line_and_a_count():
    with Run() as run:
        session = Session(run, DRAY)
        for _ in range(50):
            client, upstream = session.pair()
            client.sendall(message(41, 1) + number(42) + number(4 << 16))
            assert is_closed(upstream) or is_closed(client)
            client.close()
            upstream.close()
        wait_for("the end of their processes", lambda: len(session.processes()) <= 1)
        session.proxy.end()
        lines = [line for line in session.proxy.output().splitlines() if "disconnected" in line]
        assert len(lines) == 2, lines
        assert f"(process {os.getpid()}) was disconnected: " in lines[0], lines
        assert "49 more lines were left out" in lines[1], lines


def noise_ends_connections_and_nothing_else():
    with Run() as run:
        session = Session(run, DRAY)
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
        session = Session(run, DRAY)
        client, upstream = session.pair()
        inode = os.stat(session.path).st_ino
        session.proxy.process.send_signal(how)
        session.proxy.process.wait(TIMEOUT)
        wait_for("the compositor's socket in its place", lambda: os.stat(session.path).st_ino != inode)
        assert not pathlib.Path(f"{session.path}-dray").exists()
        # Connected clients stay connected, and new ones connect directly.
        client.sendall(message(46, 0))
        assert receive(upstream, 8) == message(46, 0)
        direct = session.connect()
        direct.sendall(b"plain")
        assert receive(session.compositor.accept_client(), 5) == b"plain"
        client.close()


def the_place_is_given_back_at_the_end():
    gives_back(signal.SIGTERM)


def keys_of_a_terminal_are_for_the_proxy_only():
    """^C, ^Z and the end of a terminal are sent to all processes that were started there: the programs behind the proxy
    continue.
    """
    for how in (signal.SIGINT, signal.SIGSTOP, signal.SIGHUP):
        with Run() as run:
            session = Session(run, DRAY, wrapper=("setsid",))
            client, upstream = session.pair()
            # The processes are in the proxy's session, because the kernel may schedule by sessions.
            assert os.getsid(session.newest()) == os.getsid(session.proxy.process.pid)
            os.killpg(session.proxy.process.pid, how)
            if how != signal.SIGSTOP:
                session.proxy.process.wait(TIMEOUT)
            client.sendall(message(46, 0))
            assert receive(upstream, 8) == message(46, 0), how
            if how == signal.SIGSTOP:
                os.killpg(session.proxy.process.pid, signal.SIGCONT)
            client.close()


def the_place_is_given_back_when_killed():
    gives_back(signal.SIGKILL)


def the_place_is_given_back_without_the_guardian():
    with Run() as run:
        session = Session(run, DRAY)
        inode = os.stat(session.path).st_ino
        os.kill(session.processes()[0], signal.SIGKILL)
        session.proxy.process.send_signal(signal.SIGTERM)
        session.proxy.process.wait(TIMEOUT)
        assert os.stat(session.path).st_ino != inode
        direct = session.connect()
        direct.sendall(b"plain")
        assert receive(session.compositor.accept_client(), 5) == b"plain"


def a_stopped_proxy_stops_no_client():
    """The listening process may hang: the clients' processes continue, with a trace too."""
    with Run() as run:
        session = Session(run, DRAY, "--trace", run.directory / "trace")
        client, upstream = session.pair()
        session.proxy.process.send_signal(signal.SIGSTOP)
        client.sendall(message(1, 1, 2) + message(2, 0, 1, text("wl_data_device_manager"), 3, 3))
        start = time.monotonic()
        count = 20000
        for _ in range(count // 100):
            client.sendall(message(3, 0, 4) * 100)
            receive(upstream, 1200)
        assert time.monotonic() - start < TIMEOUT
        session.proxy.process.send_signal(signal.SIGCONT)


def a_dead_proxy_is_mended_by_the_next():
    with Run() as run:
        session = Session(run, DRAY)
        guardian = session.processes()[0]
        os.kill(guardian, signal.SIGKILL)
        session.proxy.process.kill()
        session.proxy.process.wait(TIMEOUT)
        assert pathlib.Path(f"{session.path}-dray").exists()
        session.proxy = session.start_proxy(run, "second")
        assert session.proxy.is_running(), session.proxy.output()
        session.pair()
        third = session.start_proxy(run, "third")
        assert third.process.wait(TIMEOUT) != 0
        assert "another proxy is already running" in third.output()
        session.pair()


def a_new_compositor_keeps_its_socket():
    """The old compositor has crashed, and another was started at the same socket while the proxy runs: its socket is
    not touched.
    """
    with Run() as run:
        session = Session(run, DRAY)
        session.compositor.end()
        os.unlink(session.path)
        new = FakeCompositor(session.path)
        inode = os.stat(session.path).st_ino
        session.proxy.end()
        assert os.stat(session.path).st_ino == inode
        assert not pathlib.Path(f"{session.path}-dray").exists()
        new.end()


def files(run):
    """Returns the names in the folder of a run, without that of temporary files, which is always there."""
    return sorted(set(os.listdir(run.directory)) - {"tmp"})


def a_program_has_its_own_status():
    with Run() as run:
        compositor = FakeCompositor(run.directory / "wayland-test")
        environment = {**run.environment, "WAYLAND_DISPLAY": "wayland-test"}
        def end_of(*command):
            return subprocess.run(
                [DRAY, "proxy", "--", *command], env=environment, timeout=TIMEOUT, capture_output=True)
        assert end_of("sh", "-c", "exit 7").returncode == 7
        assert end_of("sh", "-c", "kill -9 $$").returncode == 137
        assert end_of("/no/such/program").returncode not in (0, 7)
        shown = end_of("sh", "-c", 'test -S "$XDG_RUNTIME_DIR/$WAYLAND_DISPLAY" && echo "$WAYLAND_DISPLAY"')
        assert shown.returncode == 0 and b"dray-proxy-" in shown.stdout, shown
        assert files(run) == ["wayland-test"], files(run)
        compositor.end()


def a_program_ends_when_it_likes():
    """A signal is forwarded once, and the proxy runs as long as the program."""
    with Run() as run:
        compositor = FakeCompositor(run.directory / "wayland-test")
        run.environment["WAYLAND_DISPLAY"] = "wayland-test"
        count = """
import signal, time
counts = {signal.SIGINT: 0, signal.SIGTERM: 0}
def note(number, _):
    counts[number] += 1
for number in counts:
    signal.signal(number, note)
print("ready", flush=True)
while not any(counts.values()):
    time.sleep(0.01)
time.sleep(0.3)
raise SystemExit(10 * counts[signal.SIGINT] + counts[signal.SIGTERM])
"""
        command = [DRAY, "proxy", "--", sys.executable, "-c", count]
        proxy = run.start("proxy", *command)
        wait_for("the program", lambda: "ready" in proxy.output())
        proxy.process.send_signal(signal.SIGTERM)
        assert proxy.process.wait(TIMEOUT) == 1
        # ^C in a terminal is sent to both.
        process, terminal = pty.fork()
        if process == 0:
            os.execve(DRAY, command, run.environment)
        assert b"ready" in os.read(terminal, 100)
        os.write(terminal, b"\x03")
        assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 10
        os.close(terminal)
        assert files(run) == ["proxy.log", "wayland-test"], files(run)
        compositor.end()


def without_a_compositor_no_program_is_started():
    with Run() as run:
        environment = {**run.environment, "WAYLAND_DISPLAY": "wayland-test"}
        result = subprocess.run(
            [DRAY, "proxy", "--", "touch", run.directory / "started"], env=environment, timeout=TIMEOUT,
            capture_output=True, text=True)
        assert result.returncode != 0 and "wayland-test: no compositor listens there" in result.stderr, result
        assert files(run) == [], files(run)


def programs_of_the_list_are_passed_unread():
    with Run() as run:
        session = Session(run, DRAY, "--direct", pathlib.Path(os.readlink("/proc/self/exe")).name)
        client = session.connect()
        # Not a message: it arrives only if the proxy does not inspect.
        client.sendall(b"\1\2\3")
        assert receive(session.compositor.accept_client(), 3) == b"\1\2\3"
        wait_for("words about it", lambda: "is forwarded unread" in session.proxy.output())


# Sends bytes that are not a message.
SPEAKS = """
import socket, sys
client = socket.socket(socket.AF_UNIX)
client.connect(sys.argv[1])
client.sendall(b"\\1\\2\\3")
sys.stdin.read()
"""


def reaches_the_compositor(session, *command):
    """Returns the bytes that arrive at the compositor: some only if the program is not inspected."""
    # Connections that only test whether the compositor listens come first.
    session.pair()
    program = subprocess.Popen([*command, "-c", SPEAKS, session.path], stdin=subprocess.PIPE)
    upstream = session.compositor.accept()
    program.stdin.close()
    assert program.wait(TIMEOUT) == 0
    return receive(upstream, 3)


def names_are_not_believed():
    """A user's program with a listed name is inspected.

    So is one in a mount namespace of its own, at the path of a listed one. One that the user has listed by its path is
    not.
    """
    with Run() as run:
        python = os.path.realpath("/proc/self/exe")
        own = run.directory / "Xwayland"
        shutil.copy(python, own)
        installed = "/usr/bin/yes"
        session = Session(run, DRAY, "--direct", "yes", "--direct", run.directory / "chosen")
        assert reaches_the_compositor(session, own) == b""
        instead = ["unshare", "--mount", *([] if os.geteuid() == 0 else ["--user", "--map-root-user"]), "sh", "-c",
                   f'mount --bind {own} {installed}; exec {installed} "$@"', "sh"]
        if subprocess.run(["unshare", *instead[1:-4], "true"], capture_output=True).returncode == 0:
            assert reaches_the_compositor(session, *instead) == b""
        assert "forwarded unread" not in session.proxy.output()
        shutil.copy(python, run.directory / "chosen")
        assert reaches_the_compositor(session, run.directory / "chosen") == b"\1\2\3"


TESTS = [
    descriptors_keep_their_bytes, headers_that_lie_end_one_client,
    compositors_that_lie_end_one_client, bytes_out_of_band_are_ignored, both_sides_flood_and_nothing_is_lost,
    the_largest_message_arrives, a_client_that_goes_in_the_middle_is_gone, as_many_wait_as_at_a_compositor,
    readiness_is_reported, a_client_that_does_not_read_blocks_no_other,
    a_compositor_that_does_not_read_takes_no_memory, a_killed_process_takes_one_client_along,
    what_random_clients_and_compositors_say_arrives,
    descriptors_without_messages_are_bounded, descriptors_that_the_system_drops_end_one_client,
    a_compositor_that_dies_ends_its_clients, a_thousand_clients_leave_nothing, a_thousand_clients_at_once,
    a_process_gets_its_share_of_connections, bad_connections_are_one_line_and_a_count,
    noise_ends_connections_and_nothing_else, the_place_is_given_back_at_the_end, the_place_is_given_back_when_killed,
    keys_of_a_terminal_are_for_the_proxy_only, the_place_is_given_back_without_the_guardian,
    a_stopped_proxy_stops_no_client, a_dead_proxy_is_mended_by_the_next,
    a_new_compositor_keeps_its_socket, a_program_has_its_own_status,
    a_program_ends_when_it_likes, without_a_compositor_no_program_is_started, programs_of_the_list_are_passed_unread,
    names_are_not_believed,
]

if __name__ == "__main__":
    play(TESTS, sys.argv[2:])
