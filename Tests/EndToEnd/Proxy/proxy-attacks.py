#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Clients and compositors that attack `dray proxy`; and the same bytes sent to a real compositor directly and by it.

usage: proxy-attacks.py DRAY [TEST ...]
"""

import os
import pathlib
import random
import resource
import signal
import socket
import struct
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Hosts"))
import desktops
from desktops import Rig as Run
from hosts import TIMEOUT, play, wait_for
from proxied import Session, fill, is_closed, private_memory, processor_time, receive
from speech import ScreenReader
from wire import message, number, text

DRAY = os.path.abspath(sys.argv[1])
OFFER = 0xFF000000


def receive_with_files(connection, count):
    """Receives this number of bytes, and returns them with the inodes of the files that arrive with them, in order."""
    data, found = b"", []
    while len(data) < count:
        part, files, _, _ = socket.recv_fds(connection, count - len(data), 253)
        assert part, data
        data += part
        for file in files:
            found.append(os.fstat(file).st_ino)
            os.close(file)
    return data, found


def a_file_with_each_byte_of_a_head():
    """Message headers are split at every byte, each with a file: all files arrive, in order, and none twice."""
    with Run() as run:
        session = Session(run, DRAY)
        client, upstream = session.pair()
        words = message(41, 3, 7) + message(42, 0) + message(43, 1, 2, 3)
        for end, other in ((client, upstream), (upstream, client)):
            given = []
            for index in range(len(words)):
                file = os.memfd_create(f"{index}")
                given.append(os.fstat(file).st_ino)
                socket.send_fds(end, [words[index:index + 1]], [file])
                os.close(file)
            data, found = receive_with_files(other, len(words))
            assert data == words and found == given, (len(found), len(given))


def files_up_to_the_limit_wait_for_their_message():
    """28 at a time, as libwayland sends them, with one byte each, up to the limit of a connection."""
    with Run() as run:
        session = Session(run, DRAY)
        client, upstream = session.pair()
        words = message(41, 3, *range(40))
        file = os.memfd_create("one")
        rounds = 1024 // 28
        for index in range(rounds):
            socket.send_fds(client, [words[index:index + 1]], [file] * 28)
        client.sendall(words[rounds:])
        data, found = receive_with_files(upstream, len(words))
        assert data == words and len(found) == 28 * rounds, len(found)
        os.close(file)


def a_client_that_only_listens_hears_the_answer():
    with Run() as run:
        session = Session(run, DRAY)
        client, upstream = session.pair()
        client.sendall(message(1, 0, 50) + message(44, 0)[:5])
        client.shutdown(socket.SHUT_WR)
        assert receive(upstream, 100) == message(1, 0, 50), "all complete messages, and the end"
        upstream.sendall(message(50, 0, 1))
        assert receive(client, 12) == message(50, 0, 1)
        # A half-closed connection does not cost CPU time.
        process = session.newest()
        before = processor_time(process)
        time.sleep(0.5)
        assert processor_time(process) - before < 10, "it spins"
        client.close()
        assert is_closed(upstream)
        wait_for("the end of its process", lambda: len(session.processes()) <= 1)


def what_follows_an_error_arrives():
    """A compositor ends a client with an error, and more events may follow that; the client goes on sending."""
    with Run() as run:
        session = Session(run, DRAY)
        client, upstream = session.pair()
        words = message(1, 0, 41, 1, text("no")) + message(1, 1, 41) + message(45, 2, 3)
        client.sendall(message(41, 0) * 1000)
        upstream.sendall(words)
        upstream.close()
        for _ in range(100):
            try:
                client.sendall(message(41, 0) * 100)
            except OSError:
                break
        data = b""
        try:
            while part := client.recv(65536):
                data += part
        except ConnectionResetError:
            pass
        assert data == words, data
        wait_for("the end of its process", lambda: len(session.processes()) <= 1)


def events_without_an_object_arrive():
    """Events for IDs that never existed, that were deleted, that the client has destroyed, or that it could not have
    created.
    """
    with Run() as run:
        session = Session(run, DRAY)
        client, upstream = session.pair()
        client.sendall(message(1, 1, 2))
        assert receive(upstream, 12) == message(1, 1, 2)
        words = b"".join(
            message(target, opcode, 3, 4)
            for target in (0, 2, 3, 99, OFFER, OFFER + 7, 0xFFFFFFFF) for opcode in range(6)
            if (target, opcode) != (2, 0))
        words += message(1, 1, 2) + message(2, 0, 9, text("wl_seat"), 7) + message(1, 1, 0)
        words += message(1, 1, 0xFFFFFFFF) + message(1, 1)
        for way, back in ((upstream, client), (client, upstream)):
            way.sendall(words)
            assert receive(back, len(words)) == words


class Dragger:
    """A client with a window, a data device and a source, as a fake compositor sees it.

    IDs are those of the requests.
    """

    REGISTRY, COMPOSITOR, SEAT, MANAGER, WINDOW, DEVICE, SOURCE, TOUCH = range(2, 10)

    def __init__(self, session, manager=b"wl_data_device_manager\0", is_hasty=False):
        self.client, self.upstream = session.pair()
        if is_hasty:
            # The registry uses the ID of a callback before `delete_id`.
            self.ask(message(1, 0, self.REGISTRY) + message(1, 1, self.REGISTRY))
            self.tell(message(self.REGISTRY, 0, 1) + message(1, 1, self.REGISTRY))
        else:
            self.ask(message(1, 1, self.REGISTRY))
        globals_ = ((1, "wl_compositor", 5), (4, "wl_seat", 7), (6, "wl_data_device_manager", 3))
        self.tell(b"".join(
            message(self.REGISTRY, 0, name, text(interface), version) for name, interface, version in globals_))
        called = number(len(manager)) + manager + b"\0" * (-len(manager) % 4)
        self.ask(
            message(self.REGISTRY, 0, 1, text("wl_compositor"), 5, self.COMPOSITOR)
            + message(self.REGISTRY, 0, 4, text("wl_seat"), 7, self.SEAT)
            + message(self.REGISTRY, 0, 6, called, 3, self.MANAGER)
            + message(self.COMPOSITOR, 0, self.WINDOW) + message(self.MANAGER, 1, self.DEVICE, self.SEAT)
            + message(self.MANAGER, 0, self.SOURCE) + message(self.SEAT, 2, self.TOUCH))

    def ask(self, words, expected=None):
        self.client.sendall(words)
        assert (got := receive(self.upstream, len(expected or words))) == (expected or words), got

    def tell(self, words, expected=None):
        self.upstream.sendall(words)
        assert (got := receive(self.client, len(expected or words))) == (expected or words), got

    def offer(self, offer=OFFER):
        self.tell(
            message(self.DEVICE, 0, offer) + message(offer, 0, text("text/plain")) + message(offer, 1, 3)
            + message(self.DEVICE, 1, 5, self.WINDOW, 0, 0, offer),
            message(self.DEVICE, 0, offer) + message(offer, 0, text("text/plain")) + message(offer, 1, 1)
            + message(self.DEVICE, 1, 5, self.WINDOW, 0, 0, offer))

    def begin(self):
        self.tell(message(self.TOUCH, 0, 77, 0, self.WINDOW, 0, 0, 0))
        self.ask(message(self.SOURCE, 0, text("text/plain")) + message(self.DEVICE, 0, self.SOURCE, self.WINDOW, 0, 77))


def an_answer_for_an_offer_that_is_gone_passes():
    """Only the compositor reports an error for it. The next offer with that ID belongs to another drag."""
    with Run() as run:
        dragger = Dragger(Session(run, DRAY))
        dragger.offer()
        dragger.ask(message(OFFER, 4, 3, 2), message(OFFER, 4, 1, 1))
        dragger.ask(message(OFFER, 2) + message(OFFER, 4, 3, 2))
        # Sent before the compositor knew.
        dragger.tell(message(OFFER, 1, 3) + message(OFFER, 2, 2))
        dragger.offer()
        dragger.ask(message(OFFER, 4, 3, 2), message(OFFER, 4, 1, 1))


def another_name_for_the_same_is_no_way_around():
    """libwayland reads a name up to its first NUL: what follows does not hide it."""
    with Run() as run:
        session = Session(run, DRAY)
        for hidden in (b"wl_data_device_manager\0wl_shm\0", b"wl_data_device_manager\0\0\0\0\0\0\0\0\0\0"):
            dragger = Dragger(session, hidden)
            dragger.offer()
            dragger.ask(message(OFFER, 4, 3, 2), message(OFFER, 4, 1, 1))


def an_id_used_again_at_once_is_no_way_around():
    """libwayland's compositors let a client reuse the ID of a destroyed object at once: `delete_id` refers to the old
    object.
    """
    with Run() as run:
        session = Session(run, DRAY)
        dragger = Dragger(session, is_hasty=True)
        device = message(dragger.DEVICE, 2) + message(dragger.MANAGER, 1, dragger.DEVICE, dragger.SEAT)
        for _ in range(3):
            dragger.offer()
            dragger.ask(message(OFFER, 4, 3, 2) + message(OFFER, 2), message(OFFER, 4, 1, 1) + message(OFFER, 2))
            # The same with the data device.
            dragger.ask(device * 5)
            dragger.tell(message(1, 1, dragger.DEVICE) * 5)


def a_stopped_client_stops_only_itself():
    """A client is stopped by a signal while its compositor floods it, and receives everything when it continues."""
    with Run() as run:
        session = Session(run, DRAY)
        reader = """
import socket, sys
client = socket.socket(socket.AF_UNIX)
client.connect(sys.argv[1])
client.sendall(bytes.fromhex(sys.argv[2]))
count = 0
while part := client.recv(65536):
    count += len(part)
print(count)
"""
        program = subprocess.Popen(
            [sys.executable, "-c", reader, str(session.path), message(40, 0).hex()], stdout=subprocess.PIPE, text=True)
        upstream = session.compositor.accept_client()
        assert receive(upstream, 8) == message(40, 0)
        program.send_signal(signal.SIGSTOP)
        sent = fill(upstream)
        process = session.newest()
        assert private_memory(process) < 2048, private_memory(process)
        other, other_upstream = session.pair()
        other.sendall(message(45, 0))
        assert receive(other_upstream, 8) == message(45, 0)
        program.send_signal(signal.SIGCONT)
        # An incomplete message is completed.
        upstream.setblocking(True)
        portion = message(44, 0, 1, 2)
        rest = portion[sent % len(portion):] if sent % len(portion) else b""
        upstream.sendall(rest)
        upstream.close()
        assert int(program.communicate(timeout=TIMEOUT)[0]) == sent + len(rest)


def a_listener_without_files_waits_for_some():
    """New clients wait until descriptors are free, existing ones are served, and the proxy does not poll for free ones.
    """
    with Run() as run:
        session = Session(run, DRAY)
        client, upstream = session.pair()
        proxy = session.proxy.process.pid
        count = len(os.listdir(f"/proc/{proxy}/fd"))
        _, hard = resource.prlimit(proxy, resource.RLIMIT_NOFILE)
        resource.prlimit(proxy, resource.RLIMIT_NOFILE, (count, hard))
        late = session.connect()
        late.sendall(message(40, 0))
        before = processor_time(proxy)
        time.sleep(0.5)
        assert processor_time(proxy) - before < 10, "it spins"
        client.sendall(message(45, 0))
        assert receive(upstream, 8) == message(45, 0)
        resource.prlimit(proxy, resource.RLIMIT_NOFILE, (1024, hard))
        assert receive(session.compositor.accept_client(), 8) == message(40, 0)


def very_long_texts():
    """Titles, types and errors of the maximum length are forwarded in full, logged in short, and not kept in memory."""
    with Run() as run:
        session = Session(run, DRAY, "--trace", run.directory / "trace", "--record", run.directory / "drag.yaml")
        dragger = Dragger(session)
        long = "é" * 32000 + "\x1f\n\"" + "x" * 100
        for index in range(50):
            dragger.ask(message(dragger.SOURCE, 0, text(long)))
        dragger.begin()
        dragger.tell(message(dragger.SOURCE, 0, text(long)) + message(1, 0, dragger.SOURCE, 1, text(long)))
        memory = private_memory(session.newest())
        assert memory < 4096, memory
        session.proxy.end()
        size = (run.directory / "trace" / "trace.jsonl").stat().st_size
        assert 1000 < size < 100_000, size
        assert "dragged" not in (run.directory / "drag.yaml").read_text()


def the_end_of_a_killed_process_is_announced():
    """A compositor kills the process of an unresponsive program, which is that of the proxy.

    Its drag ends, and that is announced although the process cannot report it.
    """
    with Run() as run:
        reader = ScreenReader(run)
        session = Session(run, DRAY)
        dragger = Dragger(session)
        process = session.newest()
        dragger.begin()
        dragger.tell(message(dragger.SOURCE, 0, 0))
        reader.hear("Picked up")
        os.kill(process, signal.SIGKILL)
        reader.hear("Not dropped: the application it came from has quit")


class Answers:
    """The events of a compositor for one connection that sends `words`: each event's object, opcode and size, and
    errors in full.
    """

    def __init__(self, path, words, is_shut):
        self.events, self.errors, rest = [], [], b""
        client = socket.socket(socket.AF_UNIX)
        client.settimeout(TIMEOUT)
        client.connect(path)
        try:
            client.sendall(words)
            if is_shut:
                client.shutdown(socket.SHUT_WR)
        except OSError:
            pass
        try:
            while part := client.recv(65536):
                rest += part
                while len(rest) >= 8:
                    target, word = struct.unpack_from("=II", rest)
                    if len(rest) < word >> 16:
                        break
                    if target == 1 and word & 0xFFFF == 0:
                        self.errors.append(rest[8:word >> 16])
                    self.events.append((target, word & 0xFFFF, word >> 16))
                    rest = rest[word >> 16:]
        except ConnectionResetError:
            # Closing a socket with unread data resets the connection; the answers arrived before.
            pass
        client.close()
        assert not rest, "half an event"


def random_words(chance, globals_):
    """Returns random requests: the start of a client with windows and a data device, with random changes, and then
    anything.
    """
    names = list(globals_)
    words = [message(1, 1, 2)]
    last = 2

    def new():
        nonlocal last
        last += 1
        return last
    for interface in chance.sample(names, chance.randrange(1, len(names) + 1)):
        name, version = globals_[interface]
        if chance.random() < 0.02:
            name, version = chance.choice([(name + 1, version), (name, version + 1), (name, 0)])
        words.append(message(2, 0, name, text(interface), version, new()))
    for _ in range(chance.randrange(10)):
        target = chance.choice([1, 2, chance.randrange(1, last + 3), OFFER])
        arguments = [
            chance.choice([0, 1, 3, chance.randrange(last + 3), chance.getrandbits(32), text("text/plain")])
            for _ in range(chance.randrange(5))]
        # `sync`, and every other request with a new ID, must use the next ID, or it is an error at once.
        if chance.random() < 0.9:
            target, arguments = chance.choice([1, 1, 1, 1, target]), [new(), *arguments[1:]]
        words.append(message(target, chance.randrange(4) if target != 1 else 0, *arguments))
    return b"".join(words)


def the_same_said_directly_and_through_it_has_the_same_answer():
    """In front of an unmodified Weston: 300 random clients, each directly and through the proxy.

    Only the serials differ. All clients end by shutting down their writing side, since the end of the answers would be
    unknown otherwise.
    """
    with Run() as run:
        weston = run.start(
            "weston", "weston", "--backend=headless-backend.so", "--socket=wayland-test", "--idle-time=0",
            "--no-config")
        wait_for("Weston", lambda: desktops.is_served(run.directory / "wayland-test"))
        run.environment["WAYLAND_DISPLAY"] = "wayland-test"
        # Globals for parts of Weston are an error for other clients, or for the second one.
        globals_ = {
            name: found for name, found in desktops.Connection(run.environment).globals.items()
            if not name.startswith(("weston_", "zwp_input_"))}
        proxy = run.start("proxy", DRAY, "proxy", "--session")
        wait_for("the proxy", lambda: "serves at" in proxy.output())
        counts = {"errors": 0, "events": 0}
        for seed in range(300):
            words = random_words(random.Random(seed), globals_)
            direct, proxied = (
                Answers(str(run.directory / name), words, True) for name in ("wayland-test-dray", "wayland-test"))
            assert direct.events == proxied.events and direct.errors == proxied.errors, (
                seed, direct.events[-3:], proxied.events[-3:], direct.errors, proxied.errors)
            counts["errors"] += bool(direct.errors)
            counts["events"] += len(direct.events)
        print(f"  {counts['events']} events, {counts['errors']} of 300 clients disconnected with an error, "
              "the same both ways")
        assert 50 < counts["errors"] < 250, counts
        assert weston.is_running() and proxy.is_running()


TESTS = [
    a_file_with_each_byte_of_a_head, files_up_to_the_limit_wait_for_their_message,
    a_client_that_only_listens_hears_the_answer,
    what_follows_an_error_arrives, events_without_an_object_arrive, an_answer_for_an_offer_that_is_gone_passes,
    another_name_for_the_same_is_no_way_around, an_id_used_again_at_once_is_no_way_around,
    a_stopped_client_stops_only_itself, a_listener_without_files_waits_for_some,
    very_long_texts, the_end_of_a_killed_process_is_announced,
    the_same_said_directly_and_through_it_has_the_same_answer,
]

if __name__ == "__main__":
    play(TESTS, sys.argv[2:])
