#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Drags between two GTK 4 applications in an unmodified sway with Dray, headless.

usage: sway.py PRELOAD MODULE LIBDRAY VIRTUAL-POINTER VIRTUAL-KEYBOARD PROBER TOUCH [TEST ...]
"""

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import damage
from hosts import CLIENTS, TIMEOUT, Client, Device, Process, Run, Socket, play, wait_for
from screen import GREEN, RED, Screen
from sandboxes import DOCUMENTS, PERMISSIONS, SecurityContext
from speech import ScreenReader
from steps import Steps, middle
from sway_host import SIZE, Compositor, as_sway

PRELOAD, MODULE, LIBDRAY, POINTER, KEYBOARD, PROBER, TOUCH = map(os.path.abspath, sys.argv[1:8])
ESCAPE, SHIFT, F1, F2, F5 = 1, 42, 59, 60, 63
# For the wlroots of the installed sway.
MODULE_NAME = os.path.basename(MODULE)
SOURCE, TARGET, DESKTOP = (100, 100), (500, 100), (520, 560)
PLACES_OF = {"source": SOURCE, "target": TARGET}
# Including their titles, whose height depends on the installed font.
WINDOWS = [(SOURCE[0] - 8, SOURCE[1] - 40, 340, 320), (TARGET[0] - 8, TARGET[1] - 40, 340, 320)]
# X11 windows have no app_id, by which the others are made floating: a tiled one would be fullscreen.
PLACES = """
for_window [title="source"] floating enable, border none, move absolute position {} {}
for_window [title="target"] floating enable, border none, move absolute position {} {}
""".format(*SOURCE, *TARGET)


class Sway(Steps, Compositor):
    """sway, headless, with a source on the left and a target on the right."""

    def __init__(self, run, preload=PRELOAD, clients=None, config="", **options):
        super().__init__(run, preload, POINTER, KEYBOARD, config=PLACES + config, **options)
        self.source, self.target = (clients or self.source_and_target)(run)
        # From 1.9 on a window is in its position slightly later than its client knows.
        wait_for("the windows' places", self.is_in_order)
        if "source" in self.source.mapped:
            self.from_point = middle(SOURCE, self.source.mapped["source"])
            self.to_point = middle(TARGET, self.target.mapped["target"])

    @staticmethod
    def source_and_target(run):
        return run.client("source", "--role", "source", "--text", "dragged"), run.client("target", "--role", "target")

    def is_in_order(self):
        """Whether there are windows, and those with a fixed position are there, with or without title bars.

        X11 windows too, because tests drop on the area beside them.
        """
        windows = self.windows()
        wanted = {"source": SOURCE, "target": TARGET}
        return windows and all(
            wanted[window["name"]] in [(window[box]["x"], window[box]["y"]) for box in ("rect", "deco_rect")]
            for window in windows if window["name"] in wanted)

    def finish(self):
        self.source.end()
        self.target.end()
        self.end()


def pointer_drag_copies_between_applications():
    with Run() as run:
        sway = Sway(run)
        sway.drag()
        # Between applications the offer has no move (HIG-01): so Dray runs the drag, not wlroots.
        entered = [event for event in sway.target.heard() if event["event"] == "drag-enter"]
        assert entered[-1]["actions"] == ["copy"], entered
        sway.button(0)
        sway.target.expect("received", text="dragged")
        sway.source.expect("drag-end", result="copied")
        # A second drag works: no state is left over.
        sway.drag()
        sway.button(0)
        sway.target.expect("received", text="dragged")
        sway.finish()


def drag_image_has_a_badge_and_hangs_where_it_was_taken():
    with Run() as run:
        sway = Sway(run)
        sway.drag()
        x, y = sway.to_point
        wait_for("the badge", lambda: Screen(run).badge(x + 20, y + 26) == GREEN)
        # The card is white, and the target below it green. Without Dray, sway would show the card with its corner at
        # the pointer.
        assert min(Screen(run).at(x - 100, y - 20)) > 240, Screen(run).at(x - 100, y - 20)
        sway.button(0)
        sway.target.expect("received", text="dragged")
        sway.finish()


def drag_is_said_to_a_screen_reader():
    with Run() as run:
        reader = ScreenReader(run, as_sway())
        sway = Sway(run)
        reader.hears_a_drag(sway)
        sway.finish()


def drag_by_keyboard_goes_from_name_to_name():
    for kits in (("gtk4", "gtk3"), ("gtk3", "qt6")):
        with Run() as run:
            reader = ScreenReader(run, as_sway())
            sway = Compositor(run, PRELOAD, POINTER, KEYBOARD, config=PLACES)
            sway.press = lambda code: (sway.key(code, 1), sway.key(code, 0))

            def is_there(title):
                return any(
                    (window["name"], window["rect"]["x"]) == (title, PLACES_OF[title][0]) for window in sway.windows())
            reader.drags_by_names(
                run, sway, *kits, placed=lambda title: wait_for(f"{title} in its place", lambda: is_there(title)))
            sway.end()


def program_drags_by_name():
    with Run() as run:
        reader = ScreenReader(run, as_sway())
        sway = Compositor(run, PRELOAD, POINTER, KEYBOARD, config=PLACES)

        def is_there(title):
            return any(
                (window["name"], window["rect"]["x"]) == (title, PLACES_OF[title][0]) for window in sway.windows())
        reader.drags_to_a_name(
            run, sway, "gtk3", "gtk4", lambda title: wait_for(f"{title} in its place", lambda: is_there(title)),
            wrapper=as_sway())
        locker = run.start("swaylock", *as_sway(), "swaylock", "--color", "000000", HOME=str(run.directory))
        reader.is_refused_while_locked(run, sway, as_sway())
        assert locker.is_running()
        sway.end()


def wait_for_card(run, what, is_so):
    """Waits until the white card over the dark desktop has this brightness."""
    wait_for(what, lambda: is_so(min(Screen(run).at(DESKTOP[0] - 100, DESKTOP[1] - 20))))


def carry_over_the_desktop(run, sway):
    sway.pick_up()
    sway.move(*DESKTOP)
    wait_for_card(run, "a translucent image", lambda light: 100 < light < 240)


def let_go(sway):
    sway.key(ESCAPE, 1)
    sway.key(ESCAPE, 0)
    sway.button(0)
    sway.source.expect("drag-end", result="cancelled")


def settings_of_the_desktop_are_followed():
    contrast = "org.freedesktop.appearance contrast uint32"
    with Run() as run:
        ScreenReader(run, as_sway())
        portal = Process(
            "portal", [*as_sway(), "/usr/bin/python3", CLIENTS / "portal.py", f"{contrast} 0"], run.directory,
            run.environment,
            stdin=subprocess.PIPE)
        run.processes.append(portal)
        wait_for("the portal", lambda: "ready" in portal.output())
        sway = Sway(run)
        # sway may be ready before the helper process.
        wait_for("all settings to be read", lambda: "read\n" in portal.output())
        carry_over_the_desktop(run, sway)
        portal.process.stdin.write(f"{contrast} 1\n".encode())
        portal.process.stdin.flush()
        wait_for_card(run, "an opaque image", lambda light: light > 250)
        let_go(sway)
        sway.finish()


def settings_are_followed_without_a_portal():
    with Run() as run:
        ScreenReader(run, as_sway())
        kept = {"GSETTINGS_BACKEND": "keyfile"}
        sway = Sway(run, **kept)
        carry_over_the_desktop(run, sway)
        for value, what, is_so in (
                ("true", "an opaque image", lambda light: light > 250),
                ("false", "a translucent image again", lambda light: 100 < light < 240)):
            subprocess.run(
                [*as_sway(), "gsettings", "set", "org.gnome.desktop.a11y.interface", "high-contrast", value],
                env={**run.environment, **kept}, check=True, timeout=TIMEOUT)
            wait_for_card(run, what, is_so)
        let_go(sway)
        sway.finish()


def files_for_a_sandbox_come_by_the_portal():
    """The target is in a sandbox by its security context, as with Flatpak; its program is not really confined."""
    application = "org.example.Opener"
    with Run() as run:
        letter = run.directory / "letter.txt"
        letter.write_text("Hello")
        ScreenReader(run, as_sway())
        for number, program in enumerate((PERMISSIONS, DOCUMENTS)):
            run.start(f"portal-{number}", *as_sway(), program, HOME=str(run.directory / "speech"))

        def clients(run):
            # A program of another user cannot be inspected, counts as sandboxed, and would be given nothing.
            source = run.client("source", "--role", "source", "--uris", str(letter), toolkit="qt6", wrapper=as_sway())
            with SecurityContext(run.environment, run.directory / "sandbox", application) as sandbox:
                target = Client(
                    "target", run.directory, {**run.environment, "WAYLAND_DISPLAY": sandbox}, "--role", "target",
                    "--accept", "uris",
                    toolkit="qt6")
            run.processes.append(target)
            return source, target

        sway = Sway(run, clients=clients)

        def portal(method, *arguments):
            """Returns the answer of the document portal; None until it is running."""
            answer = subprocess.run(
                [*as_sway(), "gdbus", "call", "--session", "--dest", "org.freedesktop.portal.Documents",
                 "--object-path",
                 "/org/freedesktop/portal/documents", "--method", f"org.freedesktop.portal.Documents.{method}",
                 *arguments],
                env=run.environment, stdout=subprocess.PIPE, timeout=TIMEOUT, text=True)
            return answer.stdout if answer.returncode == 0 else None

        wait_for("the document portal", lambda: portal("GetMountPoint"))
        try:
            sway.drag()
            sway.button(0)
            files, = sway.target.expect("received")["uris"]
            shown = re.fullmatch(rf"(?:file://)?{run.directory}/doc/([0-9a-f]+)/letter.txt", files)
            assert shown, files
            info = portal("Info", shown[1])
            assert application in info and "'read'" in info and str(letter) in info, info
        finally:
            subprocess.run([*as_sway(), "fusermount3", "-u", "-z", "-q", run.directory / "doc"], timeout=TIMEOUT)
        sway.finish()


def policy_of_wayland_lets_shift_move():
    with Run() as run:
        sway = Sway(run, DRAY_POLICY="wayland")
        sway.drag()
        sway.key(SHIFT, 1)
        sway.source.expect("drag-action", action="move")
        sway.button(0)
        sway.source.expect("drag-end", result="moved")
        sway.key(SHIFT, 0)
        sway.finish()


def two_windows_for_the_clipboard(run):
    program = Path(__file__).with_name("clipboard-client.py")
    return tuple(run.client(name, program=program) for name in ("source", "target"))


def clipboard_goes_from_one_client_to_another():
    with Run() as run:
        sway = Sway(run, clients=two_windows_for_the_clipboard)

        def press(key):
            sway.key(key, 1)
            sway.key(key, 0)

        def click(place):
            sway.move(place[0] + 97, place[1] + 100)
            sway.move(place[0] + 100, place[1] + 100)
            sway.button(1)
            sway.button(0)

        # A window exists for its client slightly earlier than it is in its position.
        sway.source.expect("copied", meanwhile=lambda: (click(SOURCE), press(F1)))
        sway.target.expect("clipboard", meanwhile=lambda: (click(TARGET), press(F2)), text="source")
        # Clients of data-control share the clipboard: wl-paste and wl-copy use wlroots' implementation.
        pasted = subprocess.run(
            ["wl-paste", "--no-newline"], env=run.environment, stdout=subprocess.PIPE, text=True, timeout=TIMEOUT)
        assert pasted.stdout == "source", pasted
        subprocess.run(["wl-copy", "of wl-copy"], env=run.environment, stderr=subprocess.DEVNULL, check=True,
                       timeout=TIMEOUT)
        sway.target.expect("clipboard", meanwhile=lambda: press(F2), text="of wl-copy")
        # The primary selection stays wlroots' own: with a second manager, clients would have separate ones.
        listed = subprocess.run(
            ["wl-paste", "--list-types"], env={**run.environment, "WAYLAND_DEBUG": "1"}, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, timeout=TIMEOUT)
        for name in ("zwp_primary_selection_device_manager_v1", "wl_data_device_manager"):
            offers = [line for line in listed.stderr.splitlines() if ".global(" in line and f'"{name}"' in line]
            assert len(offers) == 1, offers
        sway.finish()


def unknown_policy_is_named_and_children_load_nothing():
    with Run() as run:
        sway = Sway(run, DRAY_POLICY="wayalnd")
        wait_for("the mistake in the log", lambda: "DRAY_POLICY is 'wayalnd'" in sway.process.output())
        # A child process of sway has no library of Dray loaded.
        listing = run.directory / "children"
        listing.touch()
        listing.chmod(0o666)
        script = run.directory / "child.sh"
        script.write_text(f"cat /proc/self/maps > {listing}; echo end >> {listing}")
        sway.message("exec", f"sh {script}")
        wait_for("the child", lambda: listing.read_text().endswith("end\n"))
        assert "libc.so" in listing.read_text() and "dray" not in listing.read_text().replace(str(run.directory), "")
        sway.finish()


def memory_is_in_order():
    # Leaks of sway itself are ignored.
    with Run() as run:
        suppressions = Path(__file__).with_name("valgrind.supp")
        sway = Sway(run, wrapper=[
            "valgrind", "--quiet", "--error-exitcode=9", "--leak-check=no", f"--suppressions={suppressions}"])
        sway.drag()
        sway.button(0)
        sway.target.expect("received", text="dragged")
        sway.drag()
        sway.key(ESCAPE, 1)
        sway.source.expect("drag-end", result="cancelled")
        sway.key(ESCAPE, 0)
        sway.button(0)
        sway.drag()
        sway.source.process.kill()
        sway.target.expect("drag-leave")
        sway.finish()


# ---------------------------------------------------------------------------------------------- Focus and the keyboard


class Probe:
    """A window of the tests' own client, which prints its events."""

    def __init__(self, run, title="source", **environment):
        self.process = run.start(title, PROBER, "window", title, WAYLAND_DISPLAY="wayland-1", **environment)
        self.mapped = {}
        self.wait_for("mapped")

    def lines(self):
        return self.process.output().splitlines()

    def wait_for(self, line, count=1):
        wait_for(f"'{line}' in {self.process.name}", lambda: self.lines().count(line) >= count)

    def end(self):
        self.process.end()


def probe_and_target(run):
    return Probe(run), run.client("target", "--role", "target")


def drag_off_probe(sway, may_be_killed=False):
    """Begins a drag in the middle of the probe's window."""
    x, y = SOURCE[0] + 100, SOURCE[1] + 100
    # The pointer may have been over the window before it was positioned, so it must enter from outside.
    sway.move(x, SOURCE[1] - 20)
    entered, dragged = (sway.source.lines().count(line) for line in ("pointer enter", "drag enter"))
    wait_for("the pointer in the window", lambda: (
        sway.move(x - 3, y), sway.move(x, y), sway.source.lines().count("pointer enter") > entered)[-1])
    sway.button(1)
    wait_for("the drag", lambda: (
        sway.source.lines().count("drag enter") > dragged or may_be_killed and not sway.source.process.is_running()))
    # The image appears once the pointer has moved beyond the threshold.
    sway.move(x + 8, y)


def shortcuts_of_sway_work_during_a_drag():
    with Run() as run:
        sway = Sway(run, config="bindsym F6 workspace 1\nbindsym F5 workspace 2\n")
        before = Screen(run)
        sway.drag()
        x, y = sway.to_point
        wait_for("the badge", lambda: Screen(run).badge(x + 20, y + 26) == GREEN)
        sway.key(F5, 1)
        sway.key(F5, 0)
        # The window under the pointer is hidden with its workspace.
        sway.target.expect("drag-leave")
        wait_for("a drop that is not possible", lambda: Screen(run).badge(x + 20, y + 26) == RED)
        sway.button(0)
        sway.source.expect("drag-end", result="cancelled")
        # The source is not visible (HIG-16), so the image does not fly there, and disappears.
        gap = SOURCE[0] + 360
        empty = before.at(gap, y)
        states = []

        def is_clear():
            screen = Screen(run)
            states.append(screen.at(gap, y))
            return all(screen.at(*point) == empty for point in (
                (x - 60, y), (x + 20, y + 26), (x + 40, y + 60), (gap, y), sway.from_point))

        wait_for("an empty workspace", is_clear)
        assert set(states) == {empty}, states
        sway.message("workspace", "1")
        sway.finish()


# ----------------------------------------------------------------------------------------------- Devices and locks


def replug(sway):
    """Destroys the virtual pointer while its button is down, and creates another."""
    sway.pointer.end()
    sway.pointer = Device(sway.run, POINTER)


def pointer_that_is_unplugged_holds_no_drag():
    with Run() as run:
        sway = Sway(run)
        sway.drag()
        sway.pointer.end()
        sway.source.expect("drag-end", result="cancelled")
        x, y = sway.to_point
        wait_for("the end of the image", lambda: Screen(run).badge(x + 20, y + 26) is None)
        # Without a click in between.
        sway.pointer = Device(run, POINTER)
        sway.drag()
        sway.button(0)
        sway.target.expect("received", text="dragged")
        sway.source.expect("drag-end", result="copied")
        sway.finish()


def pointer_that_is_unplugged_after_a_drag_keeps_no_other_from_beginning():
    """One of the clients exits and the drag ends, while its button is still down."""
    for role in "source", "target":
        with Run() as run:
            sway = Sway(run, clients=lambda run: (Probe(run), Probe(run, "target")))
            drag_off_probe(sway)
            x, y = TARGET[0] + 100, TARGET[1] + 100
            sway.move(x, y)
            sway.target.wait_for("drag enter")
            killed = getattr(sway, role)
            killed.process.kill()
            if role == "source":
                sway.target.wait_for("drag leave")
            replug(sway)
            if role == "source":
                sway.source = Probe(run, "again")
                sway.message(
                    f'[title="again"] floating enable, border none, move absolute position {SOURCE[0]} {SOURCE[1]}')
                wait_for("its place", lambda: any(
                    (window["name"], window["rect"]["x"]) == ("again", SOURCE[0]) for window in sway.windows()))
            else:
                sway.source.wait_for("cancelled")
            drag_off_probe(sway)
            sway.button(0)
            sway.end()


def menu_of_a_target_keeps_no_drag():
    """A menu that opens when a drag enters a window requests a grab, as any client can at any time."""
    with Run() as run:
        sway = Sway(run, clients=lambda run: (Probe(run), Probe(run, "target", MENU="1")))
        x, y = TARGET[0] + 100, TARGET[1] + 100
        for time in 1, 2:
            drag_off_probe(sway)
            sway.move(x, y)
            sway.target.wait_for("menu asked for", time)
            sway.target.wait_for("menu dismissed", time)
            # The drag still has pointer and keyboard.
            sway.move(*DESKTOP)
            sway.target.wait_for("drag leave", time)
            assert sway.source.lines().count("cancelled") == time - 1, sway.source.lines()
            sway.key(ESCAPE, 1)
            sway.key(ESCAPE, 0)
            sway.source.wait_for("cancelled", time)
            sway.button(0)
            assert sway.source.lines().count("cancelled") == time, sway.source.lines()
        assert not any(line.startswith("key ") for line in sway.target.lines() + sway.source.lines())
        sway.end()


def lock_ends_a_drag():
    with Run() as run:
        sway = Sway(run)
        sway.drag()
        locker = run.start("swaylock", *as_sway(), "swaylock", "--color", "000000", HOME=str(run.directory))
        sway.source.expect("drag-end", result="cancelled")

        def is_locked():
            screen = Screen(run)
            return all(
                max(screen.at(x, y)) < 8
                for x in range(40, SIZE[0], 80) for y in (40, sway.to_point[1] + 26, SIZE[1] - 40))
        wait_for("the lock screen, and nothing above it", is_locked)
        sway.button(0)
        # The signal that unlocks this program.
        locker.process.send_signal(signal.SIGUSR1)
        assert locker.process.wait(TIMEOUT) == 0
        sway.drag()
        sway.button(0)
        sway.target.expect("received", text="dragged")
        sway.finish()


# ------------------------------------------------------------------------------------------------- Pointer's shape


def see_grabbing_pointer(run, output, x, y, scale):
    wait_for(f"the grabbing cursor on {output}", lambda: Screen(
        run, "-c", "-o", output).shows_pointer("grabbing", x, y, scale))


def pointer_grabs_at_every_scale():
    for scale in 1.25, 1.5, 2:
        with Run() as run:
            sway = Sway(run, scale=scale)
            sway.drag()
            # Coordinates that are whole pixels at each of these scales.
            x, y = (length // 4 * 4 for length in sway.to_point)
            sway.move(x, y)
            see_grabbing_pointer(run, "HEADLESS-1", x, y, scale)
            sway.button(0)
            sway.target.expect("received", text="dragged")
            wait_for("another pointer", lambda: (sway.move(x + 4, y), sway.move(x, y), not Screen(
                run, "-c", "-o", "HEADLESS-1").shows_pointer("grabbing", x, y, scale))[-1])
            sway.finish()


def pointer_grabs_on_outputs_of_unlike_scales():
    for scales in (1, 2), (2, 1), (1.5, 2):
        with Run() as run:
            sway = Sway(run, scale=scales[0])
            sway.add_output(SIZE[0], scales[1])
            sway.pick_up()
            for x in DESKTOP[0], SIZE[0] + DESKTOP[0], DESKTOP[0]:
                is_second = x > SIZE[0]
                sway.move(x, DESKTOP[1])
                see_grabbing_pointer(
                    run, f"HEADLESS-{2 if is_second else 1}", x - SIZE[0] * is_second, DESKTOP[1], scales[is_second])
            sway.button(0)
            sway.source.expect("drag-end", result="cancelled")
            sway.finish()


# ------------------------------------------------------------------------------------------------------------ Settings


def settings_come_from_the_environment():
    with Run() as run:
        sway = Sway(
            run, DRAY_THRESHOLD="100", DRAY_OPACITY="2", DRAY_REDUCE_MOTION="yes", DRAY_HIDE_BADGE="1",
            DRAY_HIDE_RING="1",
            DRAY_BADGE="0", DRAY_DRAG_BY_KEYBORD="off", DRAY_COLOUR="red", DRAY_SOCKET="/nowhere")
        log = sway.process.output()
        assert "DRAY_OPACITY is '2', but must be a number from 0 to 1" in log, log
        assert "DRAY_REDUCE_MOTION is 'yes', but must be true, false, 1 or 0; false is used" in log, log
        unknown = sorted(
            line.partition("unknown setting ")[2] for line in log.splitlines() if "unknown setting" in line)
        assert unknown == [
            "DRAY_BADGE; did you mean DRAY_HIDE_BADGE?", "DRAY_COLOUR",
            "DRAY_DRAG_BY_KEYBORD; did you mean DRAY_KEYBOARD?"], log
        sway.pick_up()
        # Below the threshold there is no image yet, so only the desktop is visible around the windows.
        around = Screen(run).outside_of(WINDOWS)
        colours = {around[index:index + 3] for index in range(0, len(around), 3)} - {bytes(3)}
        # The desktop may be black as well.
        assert len(colours) <= 1, colours
        sway.go_to_target()
        x, y = sway.to_point
        # The card is white, and the target below it green.
        wait_for("the image", lambda: min(Screen(run).at(x - 100, y - 20)) > 200)
        assert Screen(run).badge(x + 20, y + 26) != GREEN or min(Screen(run).at(x + 20, y + 26)) > 90
        sway.button(0)
        sway.target.expect("received", text="dragged")
        sway.finish()


# --------------------------------------------------------------------------------------------------------------- Touch


def touch(sway):
    return Socket(sway.run.directory / "touch")


def touch_options(run, **options):
    return {"preload": f"{PRELOAD}:{TOUCH}", "DRAY_TEST_DEVICES": str(run.directory / "touch"), **options}


# ----------------------------------------------------------------------------------------------------- Hostile clients

XBGR8888 = 0x34324258  # supported by wlroots, and read by its renderer


def slowest_answer(run):
    """Returns the maximum time that a client waits for the compositor within three seconds, in milliseconds."""
    answer = subprocess.run(
        [PROBER, "patience"], env=run.environment, stdout=subprocess.PIPE, text=True, check=True, timeout=TIMEOUT + 3)
    return float(answer.stdout.split()[1])


def big_icon_does_not_delay_the_compositor(turn, side=4096):
    with Run() as run:
        def clients(run):
            probe = Probe(run, ICON=str(side), TURN=str(turn), COMMITS="100000")
            return probe, run.client("target", "--role", "target")

        sway = Sway(run, clients=clients)
        drag_off_probe(sway)
        sway.move(480, 500)
        sway.source.wait_for("drag leave")
        slowest = slowest_answer(run)
        print(f"    an icon of {side} pixels, transform {turn}: {slowest} ms", flush=True)
        assert slowest < 150, slowest
        sway.source.process.process.kill()
        sway.finish()


def big_icon_that_is_redrawn_continuously_does_not_delay_the_compositor():
    big_icon_does_not_delay_the_compositor(turn=0)


def big_transformed_icon_does_not_delay_the_compositor():
    big_icon_does_not_delay_the_compositor(turn=1)


def icon_with_truncated_memory_does_no_harm():
    with Run() as run:
        for turn, form in (0, 0), (1, 0), (0, XBGR8888), (1, XBGR8888):
            def clients(run):
                probe = Probe(run, ICON="600", TURN=str(turn), FORMAT=str(form), CUT="1", COMMITS="200")
                return probe, run.client("target", "--role", "target")

            sway = Sway(run, clients=clients)
            # A renderer that reads the memory gets its client disconnected.
            drag_off_probe(sway, may_be_killed=True)
            sway.move(480, 500)
            wait_for("the end of it", lambda: "tired" in sway.source.lines() or not sway.source.process.is_running())
            sway.button(0)
            sway.finish()


def log_says_nothing_of_an_icon_that_the_renderer_reads():
    with Run() as run:
        def clients(run):
            return Probe(run, FORMAT=str(XBGR8888), COMMITS="20000"), run.client("target", "--role", "target")

        sway = Sway(run, clients=clients)
        drag_off_probe(sway)
        sway.move(480, 500)
        wait_for("the end of it", lambda: not sway.source.process.is_running() or "tired" in sway.source.lines())
        log = sway.process.output()
        assert "mistake of" not in log and "cannot be read" not in log, log[-3000:]
        sway.button(0)
        sway.finish()


# -------------------------------------------------------------------------------------------------------- X11 windows


def drags_to_x11_windows_work():
    def clients(run):
        source = run.client("source", "--role", "source", "--text", "dragged")
        # sway sets DISPLAY for its child processes.
        said = run.directory / "display"
        said.touch()
        said.chmod(0o666)
        ask = run.directory / "ask.sh"
        ask.write_text(f"echo $DISPLAY > {said}")
        ipc = str(next(run.directory.glob("sway-ipc.*.sock")))
        subprocess.run(["swaymsg", "exec", f"sh {ask}"], env={**run.environment, "SWAYSOCK": ipc}, check=True,
                       stdout=subprocess.DEVNULL, timeout=TIMEOUT)
        display = wait_for("sway's display", lambda: said.read_text().strip())
        run.environment.update(DISPLAY=display, GDK_BACKEND="x11")
        # An X server accepts only clients of its own user.
        target = run.client("target", command=[
            *as_sway(), "/usr/bin/python3", CLIENTS / "gtk3-dnd.py", "--title", "target", "--role", "target"])
        del run.environment["DISPLAY"], run.environment["GDK_BACKEND"]
        return source, target

    with Run() as run:
        sway = Sway(run, clients=clients)
        sway.pick_up()
        x, y = sway.to_point
        sway.move(x - 5, y)
        sway.target.expect("drag-enter", meanwhile=lambda: (sway.move(x - 3, y), sway.move(x, y)))
        wait_for("the badge", lambda: (
            sway.move(x - 1, y), sway.move(x, y), Screen(run).badge(x + 20, y + 26) == GREEN)[-1])
        sway.button(0)
        sway.target.expect("received", text="dragged")
        sway.source.expect("drag-end", result="copied")
        # Beside it there is no drop target.
        before = len(sway.target.heard())
        sway.pick_up()
        sway.move(480, 500)
        sway.button(0)
        sway.source.expect("drag-end", result="cancelled")
        missed = [line["event"] for line in sway.target.heard()[before:]]
        assert "drag-enter" not in missed, missed
        # The target exits.
        sway.pick_up()
        sway.target.expect("drag-enter", meanwhile=lambda: (sway.move(x - 3, y), sway.move(x, y)))
        sway.target.process.kill()
        sway.source.process.poll()
        sway.button(0)
        sway.source.expect("drag-end", result="cancelled")
        sway.finish()


# ------------------------------------------------------------------------------------------------------- Without Dray


def memory_is_in_order_whatever_clients_do():
    with Run() as run:
        def clients(run):
            return Probe(run, ICON="300", CUT="1", COMMITS="50"), run.client("target", "--role", "target")

        suppressions = Path(__file__).with_name("valgrind.supp")
        sway = Sway(run, clients=clients, config="bindsym F6 workspace 1\nbindsym F5 workspace 2\n", wrapper=[
            "valgrind", "--quiet", "--error-exitcode=9", "--leak-check=no", f"--suppressions={suppressions}",
            # After a SIGBUS from truncated client memory, wlroots continues, and needs all registers to be up to date.
            "--vex-iropt-register-updates=allregs-at-mem-access"],
            **touch_options(run))
        do = touch(sway)
        x, y = SOURCE[0] + 100, SOURCE[1] + 100
        to_x, to_y = middle(TARGET, sway.target.mapped["target"])
        wait_for("the window", lambda: (
            do(f"touch 3 down {x} {y}"), do("touch 3 up 0 0"), "touch up 3" in sway.source.lines())[-1])
        sway.key(ESCAPE, 1)
        sway.key(ESCAPE, 0)
        # The keyboard is removed during a drag while one of its keys is down.
        drag_off_probe(sway)
        sway.move(to_x, to_y)
        sway.key(ESCAPE, 1)
        sway.keyboard.end()
        sway.button(0)
        sway.keyboard = Device(run, KEYBOARD)
        # The workspace changes, and then the client exits.
        drag_off_probe(sway)
        sway.key(F5, 1)
        sway.key(F5, 0)
        sway.source.process.process.kill()
        sway.button(0)
        sway.message("workspace", "1")
        sway.target.end()
        sway.finish()


def sway_runs_on(run, folder, complaint):
    """Checks that sway runs with the preloaded library of this folder, which logs one line about the missing Dray, and
    that wlroots' own drags work.
    """
    sway = Sway(run, preload=folder / "libdray-sway.so")
    lines = [line for line in sway.process.output().splitlines() if "dray: " in line]
    assert len(lines) == 1 and "runs without Dray" in lines[0] and complaint in lines[0], lines
    sway.pick_up()
    x, y = sway.to_point
    sway.target.expect("drag-enter", meanwhile=lambda: (sway.move(x - 3, y), sway.move(x, y)))
    # wlroots itself does not restrict moves.
    assert sorted(sway.target.seen[-1]["actions"]) == ["copy", "move"], sway.target.seen[-1]
    sway.button(0)
    sway.finish()


def folder_of(run):
    return damage.folder_of(run, {"libdray-sway.so": PRELOAD, MODULE_NAME: MODULE, "libdray.so.0": LIBDRAY})


def sway_runs_on_without_a_whole_libdray():
    start = re.search(rb"dray_preload_start_\d+", Path(PRELOAD).read_bytes()).group()
    whole = [
        *damage.OF_LIBDRAY,
        (lambda folder: damage.cut(folder / MODULE_NAME, 30000), "is cut short"),
        # An incomplete upgrade: the module has another version of the interface.
        (lambda folder: damage.age(folder / MODULE_NAME, start), f"undefined symbol: {start.decode()}"),
    ]
    for harm, complaint in whole:
        with Run() as run:
            folder = folder_of(run)
            harm(folder)
            sway_runs_on(run, folder, complaint)


def another_wlroots_is_refused_and_sway_runs_on():
    with Run() as run:
        folder = folder_of(run)
        # As if there were no module for sway's version of wlroots.
        (folder / MODULE_NAME).rename(folder / "dray-wlroots-0.99.so")
        sway_runs_on(run, folder, f"there is no {MODULE_NAME} for /")


def programs_that_are_not_compositors_are_left_alone():
    """Even with an incomplete installation, such programs must not fail."""
    with Run() as run:
        half = folder_of(run)
        (half / "libdray.so.0").unlink()
        (half / MODULE_NAME).unlink()

        def said(command, **environment):
            ended = subprocess.run(
                command, env={**run.environment, **environment}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                text=True,
                timeout=TIMEOUT)
            return ended.returncode, ended.stdout

        # The last two load wlroots or Wayland, but are not compositors.
        commands = ["sh", "-c", "sh -c 'echo runs; exit 3'"], [sys.executable, "-c", "print(1)"], [
            "sway", "--version"], [
            "wl-paste", "--version"]
        for preload in PRELOAD, str(half / Path(PRELOAD).name):
            for command in commands:
                alone = said(command)
                assert alone[1] != "" and said(command, LD_PRELOAD=preload) == alone, (command, preload)
            status, maps = said(["cat", "/proc/self/maps"], LD_PRELOAD=preload)
            assert status == 0 and preload in maps, maps
            assert "libdray.so" not in maps and "dray-wlroots" not in maps, maps


def preload_that_is_there_twice_is_there_once():
    with Run() as run:
        other = folder_of(run) / Path(PRELOAD).name
        sway = Sway(run, preload=f"{PRELOAD}:{other}")
        sway.drag()
        sway.button(0)
        sway.target.expect("received", text="dragged")
        # The second copy checks when one of its functions is first called.
        log = sway.process.output()
        assert "is already loaded in this compositor: this copy is ignored" in log, log
        assert log.count("does drag and drop") == 1, log
        sway.finish()


TESTS = [
    pointer_drag_copies_between_applications,
    drag_is_said_to_a_screen_reader,
    drag_by_keyboard_goes_from_name_to_name,
    program_drags_by_name,
    settings_of_the_desktop_are_followed,
    settings_are_followed_without_a_portal,
    drag_image_has_a_badge_and_hangs_where_it_was_taken,
    files_for_a_sandbox_come_by_the_portal,
    policy_of_wayland_lets_shift_move,
    clipboard_goes_from_one_client_to_another,
    unknown_policy_is_named_and_children_load_nothing,
    shortcuts_of_sway_work_during_a_drag,
    pointer_grabs_at_every_scale,
    pointer_grabs_on_outputs_of_unlike_scales,
    pointer_that_is_unplugged_holds_no_drag,
    pointer_that_is_unplugged_after_a_drag_keeps_no_other_from_beginning,
    menu_of_a_target_keeps_no_drag,
    lock_ends_a_drag,
    settings_come_from_the_environment,
    big_icon_that_is_redrawn_continuously_does_not_delay_the_compositor,
    big_transformed_icon_does_not_delay_the_compositor,
    icon_with_truncated_memory_does_no_harm,
    log_says_nothing_of_an_icon_that_the_renderer_reads,
    drags_to_x11_windows_work,
    memory_is_in_order,
    memory_is_in_order_whatever_clients_do,
    sway_runs_on_without_a_whole_libdray,
    another_wlroots_is_refused_and_sway_runs_on,
    programs_that_are_not_compositors_are_left_alone,
    preload_that_is_there_twice_is_there_once,
]

if shutil.which("Xwayland") is None:
    TESTS.remove(drags_to_x11_windows_work)
# wlroots 0.15 has no security contexts, and not every machine allows unprivileged FUSE mounts.
if MODULE_NAME == "dray-wlroots-0.15.so" or not os.access(DOCUMENTS, os.X_OK) or not os.access(
        "/dev/fuse", os.R_OK | os.W_OK):
    TESTS.remove(files_for_a_sandbox_come_by_the_portal)

if __name__ == "__main__":
    play(TESTS, sys.argv[8:])
