# SPDX-License-Identifier: MIT
"""The Wayland wire format by hand: for test devices, and for messages that no library would send."""

import array
import os
import pathlib
import socket
import struct

TIMEOUT = 20


def number(value):
    return struct.pack("=I", value & 0xFFFFFFFF)


def fixed(value):
    return struct.pack("=i", int(value * 256))


def text(value):
    data = value.encode() + b"\0"
    return number(len(data)) + data + b"\0" * (-len(data) % 4)


def message(target, opcode, *arguments):
    body = b"".join(number(part) if isinstance(part, int) else part for part in arguments)
    return struct.pack("=II", target, (8 + len(body)) << 16 | opcode) + body


class Connection:
    """A client with the globals of its compositor. Object IDs are never reused."""

    def __init__(self, environment):
        path = pathlib.Path(environment["XDG_RUNTIME_DIR"]) / environment["WAYLAND_DISPLAY"]
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(TIMEOUT)
        self.socket.connect(str(path))
        self.inbox = b""
        self.last = 1
        self.globals = {}
        self.registry = self.new()
        self.send(1, 1, self.registry)
        self.roundtrip()

    def new(self):
        self.last += 1
        return self.last

    def send(self, target, opcode, *arguments, descriptors=()):
        data = message(target, opcode, *arguments)
        if descriptors:
            socket.send_fds(self.socket, [data], descriptors)
        else:
            self.socket.sendall(data)

    def bind(self, interface, version=1):
        name, offered = self.globals[interface]
        new = self.new()
        self.send(self.registry, 0, name, text(interface), min(version, offered), new)
        return new

    def events(self):
        """Returns all complete events; waits until there are some."""
        data = self.socket.recv(65536)
        if not data:
            raise ConnectionError("the compositor has closed the connection")
        self.inbox += data
        found = []
        while len(self.inbox) >= 8:
            target, word = struct.unpack_from("=II", self.inbox)
            size = word >> 16
            if len(self.inbox) < size:
                break
            found.append((target, word & 0xFFFF, self.inbox[8:size]))
            self.inbox = self.inbox[size:]
        return found

    def roundtrip(self):
        """Waits until the compositor has processed all requests. Returns the events that arrived meanwhile."""
        done = self.new()
        self.send(1, 0, done)
        found = []
        while True:
            for event in self.events():
                target, opcode, body = event
                if target == 1 and opcode == 0:
                    raise ConnectionError(body[12:])
                if target == self.registry and opcode == 0:
                    name, length = struct.unpack_from("=II", body)
                    start = 8 + (length + 3) // 4 * 4
                    self.globals[body[8:7 + length].decode()] = name, struct.unpack_from("=I", body, start)[0]
                found.append(event)
                if target == done:
                    return found

    def end(self):
        self.socket.close()
