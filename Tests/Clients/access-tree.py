#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Looks at an application as a screen reader does, by libatspi, and uses it as one.

    access-tree.py APPLICATION COMMAND…

    tree                    writes what there is, a line each: indented, role "name" [states] x,y wxh {actions}
    wait ROLE NAME          until there is such an object
    do ROLE NAME ACTION     has the object do what it offers under that name
    focus ROLE NAME         puts the keyboard there
    select ROLE NAME INDEX  selects a child, beside those that are selected
    hear SECONDS            writes the events that come in that time, or until there is `heard` on standard input

Each command is answered with `ok COMMAND`, one that cannot be done with `failed COMMAND`. Events are written from the beginning,
as `event TYPE DETAIL ROLE "NAME" VALUE`.
"""

import signal
import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

# Those that a person is told of.
STATES = ("active", "busy", "focused", "selected", "sensitive", "showing", "multiselectable")
EVENTS = ("object:state-changed:focused", "object:state-changed:selected", "object:selection-changed",
          "object:children-changed", "object:property-change:accessible-name", "window:activate", "window:deactivate",
          "object:announcement")
PATIENCE = 20


# What libatspi 2.56 calls otherwise than 2.46 does: who asks for it here, and who reads of it, has one name with either.
RENAMED = {"button": "push button"}


def say(*words):
    print(*words, flush=True)


def role_of(node):
    name = node.get_role_name()
    return RENAMED.get(name, name)


def turn():
    """Lets events come, for a moment."""
    context = GLib.MainContext.default()
    end = time.monotonic() + 0.02
    while time.monotonic() < end:
        if not context.iteration(False):
            time.sleep(0.002)


def heard(event):
    try:
        say("event", event.type, event.detail1, role_of(event.source), f'"{event.source.get_name()}"', event.any_data)
    except GLib.Error as error:
        say("event", event.type, "of what has gone:", error.message)


def children(node):
    return [child for child in (node.get_child_at_index(i) for i in range(node.get_child_count())) if child is not None]


def everything(node):
    yield node
    for child in children(node):
        yield from everything(child)


def application(name):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for found in children(Atspi.get_desktop(0)):
            if found.get_name() == name:
                return found
        turn()
    raise SystemExit(f"there is no application {name}")


def find(root, role, name):
    for node in everything(root):
        if role_of(node) == role and node.get_name() == name:
            return node
    return None


def describe(node, depth=0):
    states = node.get_state_set()
    words = [word for word in STATES if states.contains(getattr(Atspi.StateType, word.upper()))]
    line = f'{"  " * depth}{role_of(node)} "{node.get_name()}" [{" ".join(words)}]'
    component = node.get_component_iface()
    if component is not None:
        area = component.get_extents(Atspi.CoordType.WINDOW)
        line += f" {area.x},{area.y} {area.width}x{area.height}"
    action = node.get_action_iface()
    if action is not None:
        names = [f"{action.get_action_name(i)}={action.get_key_binding(i)}" for i in range(action.get_n_actions())]
        line += " {" + ", ".join(names) + "}"
    say(line)
    for child in children(node):
        describe(child, depth + 1)


def obey(root, word, arguments):
    if word == "tree":
        describe(root)
        return True
    if word == "hear":
        end = time.monotonic() + float(arguments[0])
        while time.monotonic() < end:
            turn()
        return True
    end = time.monotonic() + PATIENCE
    while (node := find(root, *arguments[:2])) is None and time.monotonic() < end:
        turn()
    if node is None:
        return False
    if word == "wait":
        return True
    if word == "focus":
        return node.get_component_iface().grab_focus()
    if word == "select":
        return node.get_selection_iface().select_child(int(arguments[2]))
    action = node.get_action_iface()
    for index in range(action.get_n_actions()):
        if action.get_action_name(index) == arguments[2]:
            return action.do_action(index)
    return False


def main():
    # It ends as soon as it is told to.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    Atspi.init()
    listener = Atspi.EventListener.new(heard)
    for event in EVENTS:
        listener.register(event)
    root = application(sys.argv[1])
    root.set_cache_mask(Atspi.Cache.NONE)
    counts = {"tree": 0, "hear": 1, "wait": 2, "focus": 2, "do": 3, "select": 3}
    words = sys.argv[2:]
    while words:
        word, arguments = words[0], words[1:1 + counts[words[0]]]
        words = words[1 + counts[word]:]
        say("ok" if obey(root, word, arguments) else "failed", word, *arguments)
        turn()
    say("done")
    while True:
        turn()


main()
