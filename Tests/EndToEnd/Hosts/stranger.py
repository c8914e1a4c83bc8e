# SPDX-License-Identifier: MIT
"""A client that sends random requests, many of them valid.

It knows the protocols by their XML, has a window, and answers what requires an answer. All else is random: drags, icons
of any size and shape whose memory is truncated, selections with valid serials or without, requests of each of its
objects with any arguments. Most protocol errors disconnect a client, so they are rare.
"""

import os
import pathlib
import socket
import struct
import xml.etree.ElementTree as ElementTree

from wire import message, number, text

PROTOCOLS = pathlib.Path(__file__).resolve().parents[3] / "protocols"
SPOKEN = [
    "wayland/wayland", "wayland-protocols/xdg-shell", "wayland-protocols/viewporter",
    "wayland-protocols/primary-selection-unstable-v1", "wayland-protocols/fractional-scale-v1", "dray-drag-v1",
    "xdg-toplevel-drag-v1", "ext-data-control-v1", "wlr-data-control-unstable-v1"]
TYPES = ["text/plain;charset=utf-8", "text/plain", "text/uri-list", "image/png", "", "x" * 200, "a/b\n", "%s%n", "ä/ö"]
SERVERS_OWN = 0xFF000000
NUMBERS = [0, 1, 2, 3, 4, 5, 7, 8, 10, 16, 64, 100, 255, 256, 4096, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0xFFFFFFFE]
LONGEST = 4000  # the limit of a message that libwayland reads


class Interface:
    def __init__(self, node):
        self.requests = [Message(part) for part in node.findall("request")]
        self.events = [Message(part) for part in node.findall("event")]
        self.entries = {
            part.get("name"): [int(entry.get("value"), 0) for entry in part.findall("entry")]
            for part in node.findall("enum")}
        self.opcodes = {part.name: opcode for opcode, part in enumerate(self.requests)}


class Message:
    def __init__(self, node):
        self.name = node.get("name")
        self.since = int(node.get("since", "1"))
        self.destroys = node.get("type") == "destructor"
        self.arguments = [
            (part.get("type"), part.get("interface"), part.get("allow-null") == "true", part.get("enum"))
            for part in node.findall("arg")]
        first = node.find("arg")
        self.begins_with_serial = first is not None and first.get("name") == "serial"


def read_protocols():
    return {node.get("name"): Interface(node) for name in SPOKEN
            for node in ElementTree.parse(PROTOCOLS / f"{name}.xml").getroot().findall("interface")}


INTERFACES = read_protocols()
# Requests that always disconnect the client, or create another client.
LEFT_OUT = {
    ("wl_registry", "bind"), ("wl_display", "get_registry"), ("wl_display", "sync"),
    # Weston 10 exits when a viewport is destroyed whose source had a fractional height, with and without Dray
    # (surface_commit: Assertion "surface->viewport_resource").
    ("wp_viewport", "set_source")}
# Shells are not tested: some sequences of their requests crash Weston 10, with and without Dray.
LEFT_ALONE = {"xdg_surface", "xdg_toplevel", "xdg_popup", "xdg_positioner"}
# Requests that disconnect the client unless all arguments are valid: rare.
DELICATE = {
    "wl_shell", "wl_shell_surface", "wl_shm", "wl_shm_pool", "wl_subcompositor", "wl_subsurface",
    "xdg_wm_base", "wp_viewport", "zwp_primary_selection_source_v1", "ext_data_control_source_v1",
    "zwlr_data_control_source_v1", "wl_data_source"}


class Stranger:
    def __init__(self, environment, random, title, cuts_all=True):
        self.random, self.title, self.cuts_all = random, title, cuts_all
        path = pathlib.Path(environment["XDG_RUNTIME_DIR"]) / environment["WAYLAND_DISPLAY"]
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(str(path))
        self.socket.setblocking(False)
        self.inbox, self.is_there, self.said = b"", True, ""
        self.objects, self.versions, self.last = {1: "wl_display"}, {1: 1}, 1
        self.files, self.icons, self.serials, self.pressed = [], set(), [0], []
        self.is_configured = self.is_placed = False
        self.window = self.toplevel = self.shell_surface = None
        self.registry = self.add("wl_registry", 1)
        self.send(1, 1, self.registry)

    # ------------------------------------------------------------------------------------------------------- Messages

    def add(self, interface, version):
        self.last += 1
        self.objects[self.last], self.versions[self.last] = interface, version
        return self.last

    def all(self, interface):
        return [number for number, kind in self.objects.items() if kind == interface]

    def one(self, interface):
        found = self.all(interface)
        return self.random.choice(found) if found else None

    def send(self, target, opcode, *arguments, descriptors=()):
        if not self.is_there:
            return
        data = message(target, opcode, *arguments)
        try:
            if socket.send_fds(self.socket, [data], descriptors) < len(data):
                self.end()  # the message is incomplete and would be ignored
        except BlockingIOError:
            self.end()
        except OSError:
            self.end()

    def ask(self, target, name, *arguments, descriptors=()):
        """Sends a request by its name, if the object has it."""
        interface = INTERFACES[self.objects[target]]
        opcode = interface.opcodes.get(name)
        if opcode is not None and interface.requests[opcode].since <= self.versions[target]:
            self.send(target, opcode, *arguments, descriptors=descriptors)

    def make(self, target, name, interface, *arguments, before=()):
        """Sends a request that creates an object, which may be its first argument or, after others, any."""
        requests = INTERFACES[self.objects[target]].requests
        if not any(part.name == name and part.since <= self.versions[target] for part in requests):
            return None
        new = self.add(interface, self.versions[target])
        self.ask(target, name, *before, new, *arguments)
        return new

    def read(self):
        """Reads all events. An incomplete one at the end is discarded."""
        while self.is_there:
            try:
                data, descriptors, _, _ = socket.recv_fds(self.socket, 65536, 28)
            except BlockingIOError:
                return
            except OSError:
                return self.end()
            for descriptor in descriptors:
                self.take(descriptor)
            if not data:
                return self.end()
            self.inbox += data
            while len(self.inbox) >= 8:
                target, word = struct.unpack_from("=II", self.inbox)
                size = word >> 16
                if len(self.inbox) < size:
                    break
                body, self.inbox = self.inbox[8:size], self.inbox[size:]
                self.hear(target, word & 0xFFFF, body)

    def take(self, descriptor):
        """Serves a source: writes much, little or nothing."""
        os.set_blocking(descriptor, False)
        try:
            os.write(descriptor, b"x" * self.random.choice([0, 1, 5, 100_000]))
        except OSError:
            pass
        os.close(descriptor)

    def hear(self, target, opcode, body):
        interface = self.objects.get(target)
        if target == 1 and opcode == 0:
            self.said = body[12:].decode(errors="replace")
            return self.end()
        if interface is None:
            return
        event = INTERFACES[interface].events[opcode]
        if event.arguments and event.arguments[0][0] == "new_id":
            new, = struct.unpack_from("=I", body)
            self.objects[new], self.versions[new] = event.arguments[0][1], self.versions[target]
        if interface == "wl_registry" and opcode == 0:
            name, length = struct.unpack_from("=II", body)
            start = 8 + (length + 3) // 4 * 4
            self.bind(name, body[8:7 + length].decode(), struct.unpack_from("=I", body, start)[0])
        elif interface == "xdg_wm_base":
            self.ask(target, "pong", *struct.unpack_from("=I", body))
        elif interface == "xdg_surface":
            self.ask(target, "ack_configure", *struct.unpack_from("=I", body))
            if target == self.shell_surface:
                self.is_configured = True
                self.show(self.window, 200, 200)
        elif event.begins_with_serial:
            serial, = struct.unpack_from("=I", body)
            self.serials = [*self.serials[-20:], serial]
            if event.name in ("button", "down"):
                self.pressed = [*self.pressed[-5:], serial]
                is_release = event.name == "button" and struct.unpack_from("=I", body, 12)[0] == 0
                if not is_release and self.random.random() < 0.6:
                    self.drag()

    def bind(self, name, interface, version):
        if interface not in INTERFACES or interface == "wl_shell":
            return
        known = max((part.since for part in INTERFACES[interface].requests + INTERFACES[interface].events), default=1)
        new = self.add(interface, min(version, max(known, 1)))
        self.send(self.registry, 0, name, text(interface), self.versions[new], new)

    def end(self):
        if self.is_there:
            self.is_there = False
            self.socket.close()
            for file in self.files:
                os.close(file)
            self.files = []

    # ----------------------------------------------------------------------------------------------------------- Moves

    def open_window(self):
        compositor, shell = self.one("wl_compositor"), self.one("xdg_wm_base")
        if compositor is None or shell is None or self.window is not None:
            return
        for seat in self.all("wl_seat"):
            self.make(seat, "get_pointer", "wl_pointer")
            self.make(seat, "get_keyboard", "wl_keyboard")
        for manager, device in [("wl_data_device_manager", "wl_data_device"),
                                ("zwp_primary_selection_device_manager_v1", "zwp_primary_selection_device_v1")]:
            for found in self.all(manager):
                self.make(found, "get_data_device" if device == "wl_data_device" else "get_device", device,
                          self.one("wl_seat"))
        self.window = self.make(compositor, "create_surface", "wl_surface")
        self.shell_surface = self.make(shell, "get_xdg_surface", "xdg_surface", self.window)
        self.toplevel = self.make(self.shell_surface, "get_toplevel", "xdg_toplevel")
        self.ask(self.toplevel, "set_title", text(self.title))
        self.ask(self.window, "commit")

    def make_buffer(self, width, height, may_be_cut):
        """Creates a buffer. Its file is kept if its memory is to be truncated later."""
        shm = self.one("wl_shm")
        if shm is None:
            return None
        size, pick = width * height * 4, self.random
        file = os.memfd_create("stranger")
        os.ftruncate(file, size)
        pool = self.add("wl_shm_pool", 1)
        self.ask(shm, "create_pool", pool, size, descriptors=[file])
        if may_be_cut and self.is_there:
            self.files.append(file)
        else:
            os.close(file)
        if len(self.files) > 40:
            os.close(self.files.pop(0))
        new = self.add("wl_buffer", 1)
        self.ask(pool, "create_buffer", new, 0, width, height, width * 4, pick.choice([0, 1]))
        if pick.random() < 0.8:
            self.forget(pool, "destroy")
        return new

    def forget(self, target, name):
        self.ask(target, name)
        self.objects.pop(target, None)

    def show(self, surface, width, height):
        buffer = self.make_buffer(width, height, self.cuts_all or surface in self.icons)
        if buffer is None:
            return
        # Since version 5 of wl_surface an offset is an error here.
        self.ask(surface, "attach", buffer, 0, 0)
        self.ask(surface, "damage", 0, 0, width, height)
        self.ask(surface, "commit")
        if self.random.random() < 0.02:
            self.cut()
        if self.random.random() < 0.3:
            self.forget(buffer, "destroy")

    def side(self):
        return self.random.choice([1, 2, 3, 16, 64, 64, 64, 129, 300, 1000, 3000])

    def some_surface(self):
        """Returns any surface, and rarely the window's own."""
        found = [surface for surface in self.all("wl_surface") if surface != self.window or self.random.random() < 0.1]
        return self.random.choice(found) if found else None

    def draw(self):
        surface = self.some_surface()
        if surface is None:
            return
        if self.random.random() < 0.3:
            self.ask(surface, "set_buffer_transform", self.random.randrange(8))
        if self.random.random() < 0.05:
            self.ask(surface, "set_buffer_scale", self.random.choice([1, 2, 3, 64]))
            return self.ask(surface, "commit")
        if self.random.random() < 0.2:
            self.ask(surface, "frame", self.add("wl_callback", 1))
        self.show(surface, self.side(), self.side())

    def undraw(self):
        surface = self.some_surface()
        if surface is not None:
            self.ask(surface, "attach", 0, 0, 0)
            self.ask(surface, "commit")

    def stretch(self):
        manager, surface = self.one("wp_viewporter"), self.some_surface()
        viewport = self.one("wp_viewport")
        if viewport is None and manager is not None and surface is not None:
            viewport = self.make(manager, "get_viewport", "wp_viewport", surface)
        if viewport is not None:
            self.ask(viewport, "set_destination", self.random.choice([1, 7, 64, 300, 20_000]),
                     self.random.choice([1, 9, 64, 300]))

    def cut(self):
        """Truncates memory that the compositor may be about to read."""
        if self.files:
            os.ftruncate(self.random.choice(self.files[-6:]), self.random.choice([0, 0, 4096]))

    def make_source(self, manager, source, named):
        found = self.one(manager)
        if found is None:
            return None
        new = self.make(found, named, source)
        for _ in range(self.random.choice([0, 1, 1, 2, 5, 30])):
            self.ask(new, "offer", text(self.random.choice(TYPES)))
        return new

    def drag(self):
        device, surface = self.one("wl_data_device"), self.one("wl_surface")
        if device is None or surface is None:
            return
        source = self.make_source("wl_data_device_manager", "wl_data_source", "create_data_source")
        if source is not None and self.random.random() < 0.9:
            self.ask(source, "set_actions", self.random.choice([0, 1, 1, 2, 3, 3, 7]))
        icon = 0
        if self.random.random() < 0.8:
            icon = self.make(self.one("wl_compositor"), "create_surface", "wl_surface")
            self.icons.add(icon)
            if self.random.random() < 0.8:
                self.show(icon, self.side(), self.side())
        serial = self.pressed[-1] if self.pressed and self.random.random() < 0.9 else self.a_serial()
        origin = self.window if self.random.random() < 0.9 else surface
        self.ask(device, "start_drag", source or 0 if self.random.random() < 0.9 else 0, origin or 0, icon, serial)

    def a_serial(self):
        chosen = self.random.choice(self.serials)
        if self.random.random() < 0.6:
            return chosen
        return (chosen + self.random.choice([-1, 1, 1000, 0x7FFFFFF0])) & 0xFFFFFFFF

    def select(self):
        for device, manager, source, made, asked in self.random.sample([
                ("wl_data_device", "wl_data_device_manager", "wl_data_source", "create_data_source", "set_selection"),
                ("zwp_primary_selection_device_v1", "zwp_primary_selection_device_manager_v1",
                 "zwp_primary_selection_source_v1", "create_source", "set_selection")], 1):
            found = self.one(device)
            new = self.make_source(manager, source, made)
            if found is not None:
                self.ask(found, asked, (new or 0) if self.random.random() < 0.9 else 0, self.a_serial())

    def negotiate(self):
        offer = self.one("wl_data_offer")
        if offer is None:
            return
        for _ in range(self.random.choice([1, 1, 2, 50])):
            kind = text(self.random.choice(TYPES)) if self.random.random() < 0.8 else number(0)
            self.ask(offer, "accept", self.a_serial(), kind)
            self.ask(offer, "set_actions", self.random.choice([0, 1, 2, 3, 7]), self.random.choice([0, 1, 2, 1]))
            if self.random.random() < 0.5:
                self.receive(offer)
        if self.random.random() < 0.1:
            self.forget(offer, "destroy")

    def receive(self, offer):
        ends = os.pipe()
        self.ask(offer, "receive", text(self.random.choice(TYPES)), descriptors=[ends[1]])
        for end in ends:
            os.close(end)

    def read_selections(self):
        for kind in ("wl_data_offer", "zwp_primary_selection_offer_v1", "zwlr_data_control_offer_v1"):
            if (offer := self.one(kind)) is not None:
                self.receive(offer)

    def take_apart(self):
        """Destroys an object that is in use."""
        kind = self.random.choice(["wl_data_source", "wl_data_offer", "wl_buffer", "wl_surface", "wl_callback",
                                   "zwp_primary_selection_source_v1", "wl_data_device", "wl_pointer", "wp_viewport"])
        found = self.some_surface() if kind == "wl_surface" else self.one(kind)
        if found is None or kind == "wl_callback":
            return
        # The role object of a surface must be destroyed first. Those are not recorded, so the window stays.
        if found != self.window:
            self.forget(found, "release" if kind in ("wl_data_device", "wl_pointer") else "destroy")

    def anything(self):
        """Sends any request of any object, with any arguments."""
        target = self.random.choice(list(self.objects))
        kind = self.objects[target]
        if kind in LEFT_ALONE or target in (self.window, self.registry):
            return
        if kind in DELICATE and self.random.random() > 0.03:
            return
        requests = [(opcode, request) for opcode, request in enumerate(INTERFACES[kind].requests)
                    if request.since <= self.versions[target] and (kind, request.name) not in LEFT_OUT]
        if not requests or target >= SERVERS_OWN and kind not in ("wl_data_offer", "zwp_primary_selection_offer_v1"):
            return
        opcode, request = self.random.choice(requests)
        arguments, descriptors, before = [], [], self.last
        for argument in request.arguments:
            arguments.append(self.value(target, kind, argument, descriptors))
        is_whole = all(part is not None for part in arguments)
        if is_whole:
            self.send(target, opcode, *arguments, descriptors=descriptors)
        else:
            # Object IDs must be contiguous.
            for new in range(before + 1, self.last + 1):
                self.objects.pop(new)
            self.last = before
        for file in descriptors:
            os.close(file)
        if is_whole and request.destroys:
            self.objects.pop(target, None)

    def value(self, target, kind, argument, descriptors):
        """Returns an argument; None if there is no valid one."""
        form, interface, may_be_null, entries = argument
        if form == "new_id":
            return self.add(interface, self.versions[target]) if interface in INTERFACES else None
        if form == "object":
            found = self.one(interface)
            return found if found is not None else 0 if may_be_null else None
        if form == "string":
            return text(self.random.choice([*TYPES, "y" * self.random.choice([1, 1000, LONGEST - 40])]))
        if form == "fd":
            descriptors.append(self.random.choice([
                lambda: os.open("/dev/null", os.O_RDWR), lambda: os.memfd_create("any"),
                lambda: os.open("/", os.O_RDONLY),
                lambda: os.open("/proc/self/mem", os.O_RDONLY)])())
            return b""
        if form == "array":
            data = self.random.randbytes(self.random.choice([0, 1, 4, 100]))
            return number(len(data)) + data + b"\0" * (-len(data) % 4)
        if entries is not None and "." not in entries and self.random.random() < 0.98:
            known = INTERFACES[kind].entries.get(entries, [0])
            return self.random.choice(known)
        return self.random.choice([*NUMBERS, self.random.getrandbits(32), self.a_serial()])

    def act(self):
        """Performs one random action."""
        moves = {
            self.draw: 12, self.undraw: 1, self.stretch: 2, self.cut: 0.3, self.drag: 6, self.select: 4,
            self.negotiate: 14,
            self.read_selections: 3, self.take_apart: 4, self.anything: 30}
        self.open_window()
        if self.is_configured:
            self.random.choices(list(moves), list(moves.values()))[0]()
