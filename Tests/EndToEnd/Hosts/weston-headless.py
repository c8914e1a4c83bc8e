#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Drags between two GTK 4 applications in an unmodified Weston with Dray, headless.

usage: weston-headless.py DRAY-MODULE INPUT-MODULE MODULE-FOR-ANOTHER-WESTON LIBDRAY [TEST...]
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import damage
from hosts import CLIENTS, TIMEOUT, Process, Run, play, wait_for
from speech import ScreenReader
from steps import middle
from weston import BUTTON, CONTROL, ESCAPE, F1, F2, SHIFT, SOURCE, TARGET, Compositor, Pair, backend, version

DRAY, INPUT, WRONG, LIBDRAY = sys.argv[1:5]


PLACES = {"source": SOURCE, "target": TARGET}
STRIP = (20, 20)


def weston_pair(run, settings="", **options):
    return Pair(run, DRAY, INPUT, settings, **options)


def pointer_drag_copies_between_applications():
    with Run() as run:
        weston = weston_pair(run)
        weston.drag()
        # Between applications the offer has no move (HIG-01), though the source would allow it.
        assert weston.target.seen[-1]["actions"] == ["copy"], weston.target.seen[-1]
        # The drag image: the client's, translucent, with a badge above it (HIG-12, HIG-13).
        wait_for("the image and the badge", weston.shows_image)
        weston.record()
        weston.do(f"button {BUTTON} 0")
        weston.target.expect("received", text="dragged")
        weston.source.expect("drag-end", result="copied")
        # It lands, and disappears (HIG-16).
        assert weston.lands(weston.to_point)
        weston.finish()


def modifiers_choose_where_the_policy_leaves_a_choice():
    with Run() as run:
        weston = weston_pair(run, settings="policy=wayland")
        weston.drag()
        assert sorted(weston.target.seen[-1]["actions"]) == ["copy", "move"], weston.target.seen[-1]
        weston.do(f"key {SHIFT} 1")
        weston.source.expect("drag-action", action="move")
        weston.do(f"button {BUTTON} 0")
        weston.source.expect("drag-end", result="moved")
        weston.finish()


def drag_is_said_to_a_screen_reader():
    with Run() as run:
        reader = ScreenReader(run)
        weston = weston_pair(run)
        reader.hears_a_drag(weston)
        weston.finish()


def drag_by_keyboard_goes_from_name_to_name():
    for kits in (("gtk4", "gtk3"), ("qt6", "gtk4")):
        with Run() as run:
            reader = ScreenReader(run)
            weston = Compositor(run, DRAY, INPUT)
            weston.wait_for_light()
            reader.drags_by_names(run, weston, *kits, placed=lambda title: weston.place(title, PLACES[title]))
            weston.end()


def program_drags_by_name():
    stranger = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] if os.getuid() == 0 else []
    with Run() as run:
        reader = ScreenReader(run)
        weston = Compositor(run, DRAY, INPUT)
        weston.wait_for_light()
        reader.drags_to_a_name(
            run, weston, "gtk3", "gtk4", lambda title: weston.place(title, PLACES[title]), stranger=stranger)
        weston.end()


def no_drag_by_name_while_the_session_is_locked():
    with Run() as run:
        reader = ScreenReader(run)
        weston = Compositor(run, DRAY, INPUT, options=[backend("headless"), "--idle-time=1"], shell="locking=true")
        reader.is_refused_while_locked(run, weston)
        weston.end()


def settings_of_the_desktop_are_followed():
    appearance = "org.freedesktop.appearance contrast uint32"
    with Run() as run:
        ScreenReader(run)
        portal = Process(
            "portal", ["/usr/bin/python3", CLIENTS / "portal.py", f"{appearance} 0"], run.directory, run.environment,
            stdin=subprocess.PIPE)
        run.processes.append(portal)
        wait_for("the portal", lambda: "ready" in portal.output())
        weston = weston_pair(run)
        # Weston may be ready before the helper process.
        wait_for("all settings to be read", lambda: "read\n" in portal.output())
        weston.pick_up()
        wait_for("the image", lambda: [layer[4] for layer in weston.layers()] == [0.8])
        portal.process.stdin.write(f"{appearance} 1\n".encode())
        portal.process.stdin.flush()
        wait_for("an opaque image", lambda: [layer[4] for layer in weston.layers()] == [1])
        weston.press(ESCAPE)
        weston.finish()


def settings_are_followed_without_a_portal():
    with Run() as run:
        ScreenReader(run)
        weston = weston_pair(run, GSETTINGS_BACKEND="keyfile")
        weston.pick_up()
        wait_for("the image", lambda: [layer[4] for layer in weston.layers()] == [0.8])
        subprocess.run(
            ["gsettings", "set", "org.gnome.desktop.a11y.interface", "high-contrast", "true"],
            env={**run.environment, "GSETTINGS_BACKEND": "keyfile"}, check=True, timeout=TIMEOUT)
        wait_for("an opaque image", lambda: [layer[4] for layer in weston.layers()] == [1])
        weston.press(ESCAPE)
        weston.finish()


def pointer_shows_what_a_drop_would_do():
    with Run() as run:
        weston = weston_pair(run, settings="hide-badge=true")
        weston.pick_up()
        weston.wait_for_cursor("grabbing")
        weston.go_to_target()
        weston.wait_for_cursor("dnd-copy", "copy")
        # The image without a badge above it.
        assert all(layer[4] < 1 for layer in weston.layers()[:1]), weston.layers()
        weston.do("move 450 600")
        weston.wait_for_cursor("dnd-no-drop", "no-drop")
        weston.do(f"key {ESCAPE} 1")
        weston.source.expect("drag-end", result="cancelled")
        # No client has pointer focus until the button is released.
        weston.wait_for_cursor("default")
        weston.do(f"key {ESCAPE} 0")
        weston.do(f"button {BUTTON} 0")
        weston.finish()


def client_sets_its_own_cursor_after_a_drag():
    with Run() as run:
        weston = weston_pair(run)
        x, y = weston.to_point
        weston.do(f"move {x} {y}")
        weston.target.expect("enter")
        before = wait_for("the target's cursor", lambda: weston.do.ask("cursor"))
        weston.drag()
        weston.wait_for_cursor("grabbing")
        weston.do(f"button {BUTTON} 0")
        weston.source.expect("drag-end", result="copied")
        wait_for("the target's cursor", lambda: weston.do.ask("cursor") == before)
        weston.finish()


def badge_tells_how_many_files_travel():
    with Run() as run:
        files = [str(run.directory / name) for name in ("one", "two", "three")]
        for name in files:
            Path(name).write_text(name)
        weston = weston_pair(run, content=("--uris", *files))
        weston.pick_up()
        # The engine has read the list: three sheets are shown, and the badge has the number.
        wait_for("the count", lambda: "pickedUp (items: 3)" in weston.process.output())
        weston.go_to_target()
        wait_for("the badge with its number", lambda: "copy, items: 3" in weston.process.output())
        wait_for("three sheets and a badge", lambda: len([layer for layer in weston.layers() if layer[4] > 0]) >= 4)
        weston.do(f"button {BUTTON} 0")
        received = weston.target.expect("received")
        assert len(received["uris"]) == 3, received
        weston.source.expect("drag-end", result="copied")
        weston.wait_for_end_of_image()
        weston.finish()


def modifiers_change_the_badge_at_once():
    with Run() as run:
        weston = weston_pair(run, settings="policy=wayland")
        weston.drag()
        wait_for("the badge", weston.shows_image)
        with_badge = len(weston.layers())
        # A move has no badge (HIG-13), so the cursor shows it. The pointer does not move.
        weston.do(f"key {SHIFT} 1")
        wait_for("no badge", lambda: not weston.shows_image() and len(weston.layers()) < with_badge)
        weston.do(f"key {SHIFT} 0")
        weston.do(f"key {CONTROL} 1")
        wait_for("the badge", lambda: weston.shows_image() and len(weston.layers()) == with_badge)
        # The key is held at the drop: without it the target's preference counts, which it may send late.
        weston.do(f"button {BUTTON} 0")
        weston.do(f"key {CONTROL} 0")
        weston.source.expect("drag-end", result="copied")
        weston.finish()


def touch_drag_copies():
    with Run() as run:
        # GTK 4.8 uses the serial of the last button for a drag by touch, and there is none here.
        weston = weston_pair(run, toolkit="gtk3")
        weston.touch_up_source()
        weston.touch_target()
        weston.finger(0, "up")
        weston.target.expect("received", text="dragged")
        weston.source.expect("drag-end", result="copied")
        weston.finish()


def pointer_that_is_unplugged_ends_its_drag():
    with Run() as run:
        weston = weston_pair(run)
        weston.drag()
        weston.do("unplug")
        weston.source.expect("drag-end", result="cancelled")
        weston.target.expect("drag-leave")
        weston.finish()


def two_people_drag_at_once():
    with Run() as run:
        weston = weston_pair(run, toolkit="gtk3")
        weston.do("seat 2")
        weston.do("move 1000 600")
        other = run.client("other", "--role", "source", "--text", "of the other", toolkit="gtk3")
        weston.place("other", (100, 380))
        weston.do("seat 1")
        weston.pick_up()
        # GTK 3 begins a drag with the newest serial that it has seen, and the first drag removes a keyboard.
        wait_for("the first drag", lambda: "dray: drag 1: " in weston.process.output())
        weston.do("seat 2")
        weston.drag_off(other, middle((100, 380), other.mapped["source"]))
        wait_for("the second drag", lambda: "dray: drag 2: " in weston.process.output())
        # One drag is cancelled, the other is dropped.
        weston.press(ESCAPE)
        other.expect("drag-end", result="cancelled")
        weston.do(f"button {BUTTON} 0")
        weston.do("seat 1")
        weston.go_to_target()
        wait_for("the image and the badge", weston.shows_image)
        weston.do(f"button {BUTTON} 0")
        weston.target.expect("received", text="dragged")
        weston.source.expect("drag-end", result="copied")
        weston.wait_for_end_of_image()
        other.end()
        weston.finish()


def output_that_is_unplugged_leaves_the_drag_alone():
    with Run() as run:
        weston = weston_pair(run)
        weston.drag()
        wait_for("the image and the badge", weston.shows_image)
        weston.do("unplug-output")
        weston.do(f"button {BUTTON} 0")
        weston.source.expect("drag-end")
        if version() < 12:
            return weston.finish()
        # The shell of Weston 14 crashes when its clients exit after that, even without Dray.
        assert weston.process.is_running(), weston.process.output()


def wrong_settings_are_named_and_ignored():
    with Run() as run:
        weston = Compositor(run, DRAY, INPUT, settings="policy=finder\nreduce-motion=maybe\ndark=2\nopacity=thick")
        weston.wait_for_dray()
        log = weston.process.output()
        for line in (
            "[dray] policy is 'finder', but must be human-interface or wayland; human-interface is used",
            "[dray] reduce-motion is 'maybe', but must be true, false, 1 or 0; false is used",
            "[dray] dark is '2', but must be true, false, 1 or 0; false is used",
            "[dray] opacity is 'thick', but must be a number from 0 to 1",
        ):
            assert line in log, f"missing: {line}\n{log}"
        weston.end()
    with Run() as run:
        weston = Compositor(run, DRAY, INPUT, settings="opacity=1.5")
        weston.wait_for_dray()
        assert "[dray] opacity is '1.5', but must be a number from 0 to 1" in weston.process.output()
        weston.end()


def wrong_weston_goes_on_without_dray():
    with Run() as run:
        weston = Pair(run, WRONG, INPUT)
        log = weston.process.output()
        assert "dray: there is no dray-weston-" in log and "Weston goes on without Dray" in log, log
        maps = Path(f"/proc/{weston.process.process.pid}/maps").read_text()
        assert "libdray" not in maps and "dray-weston-1" not in maps, maps
        # Weston's own drag and drop is used.
        weston.pick_up()
        x, y = weston.to_point
        weston.do(f"move {x} {y}")
        weston.target.expect("drag-enter", meanwhile=lambda: weston.do(f"move {x} {y}"))
        weston.target.expect("drag-motion", meanwhile=lambda: weston.do(f"move {x + 1} {y}"), action="copy")
        weston.do(f"button {BUTTON} 0")
        weston.target.expect("received", text="dragged")
        weston.finish()


def weston_goes_on_without_a_whole_libdray():
    files = {file.name: file for file in [Path(DRAY), *Path(DRAY).parent.glob("dray-weston-1*.so")]}
    module = f"dray-weston-{version()}.so"
    whole = [
        *damage.OF_LIBDRAY,
        (lambda folder: damage.cut(folder / module, 30000), "is cut short"),
        # An incomplete upgrade: the module has another version of the interface.
        (lambda folder: damage.age(folder / module, b"dray_weston_init"), "undefined symbol: dray_weston_init"),
    ]
    for harm, complaint in whole:
        with Run() as run:
            folder = damage.folder_of(run, {**files, "libdray.so.0": LIBDRAY})
            harm(folder)
            weston = Compositor(run, str(folder / Path(DRAY).name), INPUT)
            weston.wait_for_light()
            lines = [line for line in weston.process.output().splitlines() if "dray: " in line]
            assert len(lines) == 1 and "Weston goes on without Dray" in lines[0] and complaint in lines[0], lines
            weston.end()


def module_that_is_named_twice_is_there_once():
    with Run() as run:
        # The same file, and another copy of it.
        copy = run.directory / "copy"
        copy.mkdir()
        for file in [Path(DRAY), *Path(DRAY).parent.glob("dray-weston-1*.so")]:
            shutil.copy(file, copy)
        weston = weston_pair(run, others=[DRAY, copy / Path(DRAY).name])
        log = weston.process.output()
        assert log.count("is already loaded in this Weston: this copy is ignored") == 2, log
        assert log.count("does drag and drop") == 1, log
        weston.drag()
        wait_for("the image and the badge", weston.shows_image)
        weston.do(f"button {BUTTON} 0")
        weston.target.expect("received", text="dragged")
        weston.source.expect("drag-end", result="copied")
        weston.finish()


def clipboard_is_shared_with_westons_own_parts():
    with Run() as run:
        weston = Compositor(run, DRAY, INPUT)
        weston.wait_for_light()
        program = Path(__file__).with_name("clipboard-client.py")
        one, two = run.client("one", program=program), run.client("two", program=program)
        weston.place("one", SOURCE)
        weston.place("two", TARGET)

        def focus(place):
            weston.click((place[0] + 100, place[1] + 100))

        focus(SOURCE)
        weston.press(F1)
        one.expect("copied")
        # Weston reads it, as Xwayland would; then another client does.
        wait_for("the clipboard", lambda: weston.do.try_once("has-selection"))
        assert weston.do("read-selection") == "one"
        focus(TARGET)
        weston.press(F2)
        two.expect("clipboard", text="one")
        # Weston's own content, such as that of an X11 application, reaches the clients.
        weston.do("selection from Weston")
        weston.press(F2)
        two.expect("clipboard", meanwhile=lambda: weston.press(F2), text="from Weston")
        # The client that owns it exits: Weston has kept a copy, and serves it.
        weston.press(F1)
        two.expect("copied")
        wait_for("the clipboard", lambda: weston.do.try_once("has-selection"))
        assert weston.do("read-selection") == "two"
        two.end()
        focus(SOURCE)
        one.expect("clipboard", meanwhile=lambda: weston.press(F2), text="two")
        one.end()
        weston.end()


def globals_of(run, *wrapper):
    told = subprocess.run(
        [*wrapper, "wayland-info"], env=run.environment, stdout=subprocess.PIPE, text=True, check=True,
                          timeout=TIMEOUT)
    return [line.split("'")[1] for line in told.stdout.splitlines() if line.startswith("interface: ")]


DATA_CONTROL = ["zwlr_data_control_manager_v1", "ext_data_control_manager_v1"]


def clipboard_managers_are_let_in_where_the_settings_say_so():
    with Run() as run:
        weston = Compositor(run, DRAY, INPUT, "data-control=true")
        window = run.client("window", program=Path(__file__).with_name("clipboard-client.py"))
        weston.place("window", SOURCE)
        weston.click((SOURCE[0] + 100, SOURCE[1] + 100))
        weston.press(F1)
        window.expect("copied")

        def paste():
            return subprocess.run(["wl-paste", "--no-newline"], env=run.environment, stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL, text=True, timeout=TIMEOUT).stdout

        wait_for("the clipboard", lambda: paste() == "window")
        subprocess.run(["wl-copy", "of wl-copy"], env=run.environment, stderr=subprocess.DEVNULL, check=True,
                       timeout=TIMEOUT)
        # Clients can read it, and so can parts of Weston.
        window.expect("clipboard", meanwhile=lambda: weston.press(F2), text="of wl-copy")
        wait_for("the clipboard", lambda: weston.do.try_once("has-selection"))
        assert weston.do("read-selection") == "of wl-copy"
        # One after the other: Weston has the types of the newest copy.
        for type in "application/x-one", "application/x-two":
            subprocess.run(
                ["wl-copy", "--type", type, "of wl-copy"], env=run.environment, stderr=subprocess.DEVNULL, check=True,
                           timeout=TIMEOUT)
            wait_for(type, lambda: weston.do("selection-types") == type)
        weston.press(F1)
        window.expect("copied")
        wait_for("the window's types", lambda: "text/plain;charset=utf-8" in weston.do("selection-types").split())
        assert weston.do("read-selection") == "window"
        # It is not offered to sandboxed clients.
        assert [name for name in globals_of(run) if name in DATA_CONTROL] == DATA_CONTROL
        confined = globals_of(run, "bwrap", "--dev-bind", "/", "/")
        assert "wl_data_device_manager" in confined and not set(DATA_CONTROL) & set(confined), confined
        window.end()
        weston.end()


def clipboard_managers_stay_out_otherwise():
    with Run() as run:
        weston = Compositor(run, DRAY, INPUT)
        wait_for("Weston", lambda: weston.do.try_once("light"))
        assert not set(DATA_CONTROL) & set(globals_of(run))
        weston.end()


def tab_of_chromium_travels_with_its_drag():
    """A tab is torn off, put back, torn off again, and left where it is dropped (xdg_toplevel_drag_v1)."""
    with Run() as run:
        weston = Compositor(run, DRAY, INPUT)
        weston.wait_for_light()
        chromium = run.start(
            "chromium", "chromium", "--ozone-platform=wayland", f"--user-data-dir={run.directory}/profile",
            "--disable-gpu",
            "--no-sandbox", "--disable-dev-shm-usage", "--test-type", "--no-first-run", "--disable-component-update",
            "--disable-sync", "--disable-background-networking", "--password-store=basic", "--window-size=600,400",
            "--window-position=0,0", "data:text/html,<title>One</title>one", "data:text/html,<title>Two</title>two",
            HOME=str(run.directory))
        weston.place("One", STRIP)
        x, y = STRIP[0] + 320, STRIP[1] + 20

        def windows():
            return weston.do("stack").split(" ")

        def is_torn_off():
            return "One" in windows() and "Two" in windows()

        def place():
            """Returns the position of the tab's window; NaN if there is none."""
            return tuple(map(float, (weston.do.ask("window Two") or "nan nan").split()))

        def tear_off():
            """Whether the second tab became a window, which appears slightly later than the first window."""
            weston.move(x, y)
            weston.button(1)
            for step in range(1, 200):
                weston.move(x + step, y + step)
                # Waits for a frame, as long as a user takes.
                weston.picture()
                if is_torn_off():
                    return True
            weston.button(0)
            return False

        def go(to_x, to_y, what, is_so):
            """Moves the pointer there, with small motions until the condition holds."""
            def look():
                weston.move(to_x + 1, to_y)
                weston.picture()
                weston.move(to_x, to_y)
                return is_so()
            wait_for(what, look)

        wait_for("a window of the second tab", tear_off)
        go(700, 300, "the window at the pointer", lambda: place()[0] > STRIP[0] + 200)
        left, top = place()
        weston.move(760, 340)
        assert place() == (left + 60, top + 40), (left, top, place())
        # The pick result is the window under the attached one: the tabs of the other window.
        go(x + 60, y, "the tab in the strip", lambda: not is_torn_off())
        go(800, 300, "a window of it again", is_torn_off)
        go(700, 300, "the window at the pointer", lambda: place() == (left, top))
        weston.button(0)
        weston.wait_for_end_of_image()
        weston.move(300, 500)
        weston.picture()
        assert place() == (left, top), place()
        chromium.end()
        weston.end()


TESTS = [
    pointer_drag_copies_between_applications,
    drag_is_said_to_a_screen_reader,
    drag_by_keyboard_goes_from_name_to_name,
    program_drags_by_name,
    no_drag_by_name_while_the_session_is_locked,
    settings_of_the_desktop_are_followed,
    settings_are_followed_without_a_portal,
    modifiers_choose_where_the_policy_leaves_a_choice,
    pointer_shows_what_a_drop_would_do,
    client_sets_its_own_cursor_after_a_drag,
    badge_tells_how_many_files_travel,
    modifiers_change_the_badge_at_once,
    touch_drag_copies,
    pointer_that_is_unplugged_ends_its_drag,
    two_people_drag_at_once,
    output_that_is_unplugged_leaves_the_drag_alone,
    wrong_settings_are_named_and_ignored,
    wrong_weston_goes_on_without_dray,
    weston_goes_on_without_a_whole_libdray,
    module_that_is_named_twice_is_there_once,
    clipboard_is_shared_with_westons_own_parts,
    clipboard_managers_are_let_in_where_the_settings_say_so,
    clipboard_managers_stay_out_otherwise,
]

if __name__ == "__main__":
    # Chromium's test runs only by its name: a test of Meson's own, which may run again.
    names = sys.argv[5:]
    play([*TESTS, tab_of_chromium_travels_with_its_drag] if names else TESTS, names)
