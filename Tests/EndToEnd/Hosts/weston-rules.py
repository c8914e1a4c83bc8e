#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Rules of drags that depend on the host, in an unmodified Weston with Dray, headless.

usage: weston-rules.py DRAY-MODULE INPUT-MODULE SMALL-CLIENT HOSTILE-CLIENT [TEST...]
"""

import signal
import sys
from pathlib import Path

from adapters import Window
from hosts import Run, play, wait_for
from weston import BUTTON, ESCAPE, F1, SOURCE, TARGET, Compositor, Pair, version

DRAY, INPUT, SMALL, HOSTILE = sys.argv[1:5]
# Since version 12 Weston keeps nothing of a surface that its client unmaps: its content is copied once, at the drop.
KEEPS_CONTENT = version() < 12


def weston_pair(run, settings="", **options):
    return Pair(run, DRAY, INPUT, settings, **options)


def small(run, weston, role, place, **environment):
    """Opens a window of small-client.c."""
    window = Window(run.start(role, SMALL, role, **environment), role, place)
    window.expect("mapped")
    weston.place(role, place)
    return window


def small_weston(run, **options):
    weston = Compositor(run, DRAY, INPUT, **options)
    weston.wait_for_dray()
    weston.wait_for_light()
    return weston


def pick_up(weston):
    weston.pick_up()
    # The client begins slightly earlier than the compositor.
    wait_for("the drag", lambda: "dray: drag " in weston.process.output())


def bring_forward(weston, title, point):
    """Clicks until a window is in front. The list of windows is that of the last frame."""
    weston.click(point)
    wait_for(f"{title} in front", lambda: weston.do("focus") == title and weston.do("stack").split()[0] == title)


def move(weston, point):
    weston.do(f"move {point[0]} {point[1]}")


def drag_small(weston, source):
    """Begins a drag of the small client with a press; the image appears after a few points."""
    x, y = source.middle
    weston.do(f"move {x} {y}")
    weston.do(f"button {BUTTON} 1")
    wait_for("the drag", lambda: "dray: drag " in weston.process.output())
    for step in range(1, 4):
        weston.do(f"move {x + 10 * step} {y}")


def focus_and_stack(weston):
    return weston.do("focus"), weston.do("stack").split()


def image(layers):
    """Returns the layer of the drag image in one frame, which is the widest translucent one."""
    return max((layer for layer in layers if layer[4] < 1), key=lambda layer: layer[2], default=None)


def ring(weston):
    """Returns left and top of the highlight ring's eight parts, which are the opaque layers other than the badge."""
    sides = [layer for layer in weston.layers() if layer[4] == 1 and layer[2:4] != (32, 32)]
    if len(sides) != 8 or not all(side[2] for side in sides):
        return None
    return min(side[0] for side in sides), min(side[1] for side in sides)


# ---------------------------------------------------------------------------------------------------------- The image


def icon_is_the_clients_own_surface():
    with Run() as run:
        weston = weston_pair(run)
        pick_up(weston)
        weston.go_to_target()
        icon = wait_for("the client's own surface", lambda: "0.80" in weston.do("icon") and weston.do("icon"))
        # The client's own surface, translucent and at its own offset, is the only one on the screen (HIG-12).
        x, y, width, height, opacity = map(float, icon.split(","))
        assert x < weston.to_point[0] < x + width and y < weston.to_point[1] < y + height, icon
        assert opacity == 0.8, icon
        weston.do(f"button {BUTTON} 0")
        weston.target.expect("received", text="dragged")
        weston.wait_for_end_of_image()
        weston.finish()


def textures_outlive_the_buffers_that_they_were_made_of():
    """With OpenGL in software nothing is read, whatever the client does to its icon, if Weston keeps the content."""
    for trick in "CLOSES", "TAKES":
        # Normally the client's surface lands; or the copy of it after the client has unmapped it, which on a busy
        # machine may be after it has landed.
        for _ in range(5):
            seen = surfaces_that_land(trick)
            assert seen and (all(seen) if KEEPS_CONTENT else seen == sorted(seen, reverse=True)), (trick, seen)
            if KEEPS_CONTENT or not seen[-1]:
                break
        else:
            raise AssertionError(f"{trick}: {seen}: no copy lands")


def surfaces_that_land(trick):
    """Returns whether the client's own surface was shown, for each look from the drop on."""
    with Run() as run:
        weston = small_weston(run, renderer="gl", LIBGL_ALWAYS_SOFTWARE="1")
        assert "GL ES" in weston.process.output(), weston.process.output()
        source = small(run, weston, "source", SOURCE, **{trick: "1"})
        target = small(run, weston, "target", TARGET)
        drag_small(weston, source)
        move(weston, target.middle)
        wait_for("the target's consent", weston.process.offers_to_copy)
        wait_for("the client's own surface", lambda: "0.80" in weston.do("icon"))
        weston.do("paint")
        weston.do(f"button {BUTTON} 0")
        seen = []

        def is_gone():
            # In this order: an icon that has disappeared does not return.
            icon, layers = weston.do("icon"), weston.layers()
            if layers:
                seen.append(bool(icon))
            return not layers
        wait_for("the end of the image", is_gone)
        source.expect("dropped")
        target.expect("received dragged")
        source.expect("finished")
        weston.end()
        return seen


def memory_of_an_icon(source):
    """Returns the number of resident bytes of the icon's memory: pages are absent unless they were read since the
    client freed them.
    """
    times = len([line for line in source.said() if line.startswith("icon in use: ")])
    source.process.process.send_signal(signal.SIGUSR2)
    lines = wait_for("its answer", lambda: [
        line for line in source.said() if line.startswith("icon in use: ")][times:])
    return int(lines[0].split(": ")[1])


def icon_is_never_read_where_the_card_has_it():
    """A dmabuf could not be read either: neither during the drag nor later, if Weston keeps the content."""
    for renderer, is_read in ("gl", False), ("pixman", True):
        with Run() as run:
            weston = small_weston(run, renderer=renderer, LIBGL_ALWAYS_SOFTWARE="1")
            source = small(run, weston, "source", SOURCE, PUNCHES="1", KEEPS="1")
            target = small(run, weston, "target", TARGET)
            drag_small(weston, source)
            # The memory is freed once Weston has painted the icon, which a frame callback does not prove.
            wait_for("the client's own surface", lambda: "0.80" in weston.do("icon"))
            weston.do("paint")
            source.process.process.send_signal(signal.SIGUSR2)
            source.expect("punched")
            for step in range(4):
                move(weston, (target.middle[0] + 10 * step, target.middle[1]))
                weston.do("paint")
            wait_for("the target's consent", weston.process.offers_to_copy)
            weston.do("paint")
            # pixman reads the client's memory for each frame, which proves that reads are detected.
            assert (memory_of_an_icon(source) > 0) == is_read, (renderer, source.said())
            weston.do(f"button {BUTTON} 0")
            target.expect("received dragged")
            weston.wait_for_end_of_image()
            is_read_later = is_read or not KEEPS_CONTENT
            assert (memory_of_an_icon(source) > 0) == is_read_later, (renderer, source.said())
            source.expect("finished")
            weston.end()


def pictures_are_made_once():
    with Run() as run:
        weston = weston_pair(run)

        def memory():
            lines = Path(f"/proc/{weston.process.process.pid}/maps").read_text().splitlines()
            return {line.split()[4] for line in lines if "/memfd:dray" in line}

        def drag():
            pick_up(weston)
            # Each drag shows both badges: the one before the target's answer may be visible or not.
            move(weston, (450, 600))
            wait_for("the image and the badge", weston.shows_image)
            weston.go_to_target()
            wait_for("the ring and the badge", lambda: ring(weston) and weston.shows_image())
            weston.do(f"button {BUTTON} 0")
            weston.source.expect("drag-end", result="copied")
            weston.wait_for_end_of_image()

        drag()
        after_one = memory()
        drag()
        drag()
        # In addition to the copies of each drag's icon, where those are needed.
        most = len(after_one) if KEEPS_CONTENT else len(after_one) + 2
        assert after_one <= memory() and len(memory()) <= most, f"{sorted(after_one)}, later {sorted(memory())}"
        weston.finish()


# ------------------------------------------------------------------------------------------------------------ Windows


def window_that_is_moved_comes_forward():
    with Run() as run:
        weston = small_weston(run)
        mover = small(run, weston, "mover", SOURCE)
        other = small(run, weston, "target", TARGET)
        bring_forward(weston, "target", other.middle)
        x, y = mover.middle
        weston.do(f"move {x} {y}")
        weston.do(f"button {BUTTON} 1")
        # The client starts an interactive move of its window, so this window receives no release.
        mover.expect("moves")
        steps = iter(range(1, 2000))

        def moves():
            weston.do(f"move {x + next(steps)} {y}")
            return focus_and_stack(weston) == ("mover", ["mover", "target"])
        wait_for("the window that is moved", moves)
        weston.do(f"button {BUTTON} 0")
        weston.end()


# ------------------------------------------------------------------------------------------------------------ Devices


def touch_leaves_a_window_in_the_background():
    with Run() as run:
        weston = weston_pair(run, toolkit="gtk3")
        bring_forward(weston, "target", weston.to_point)
        before = focus_and_stack(weston)
        weston.touch_up_source()
        # The client begins slightly earlier than the compositor; a finger that is lifted before has tapped.
        wait_for("the drag", lambda: "dray: drag " in weston.process.output())
        weston.do("touch move 450 600")
        weston.do("touch up 0 0")
        weston.source.expect("drag-end", result="cancelled")
        assert focus_and_stack(weston) == before, focus_and_stack(weston)
        x, y = weston.from_point
        weston.do(f"touch down {x} {y}")
        assert focus_and_stack(weston) == before, focus_and_stack(weston)
        weston.do("touch up 0 0")
        wait_for("the window", lambda: focus_and_stack(weston) == ("source", ["source", "target"]))
        weston.finish()


def touch_up(weston, source):
    """Begins a drag of a small client by a finger, and moves off its window."""
    x, y = source.middle
    weston.do(f"finger 0 down {x} {y}")
    source.expect("enter with an offer")
    weston.do(f"finger 0 move {x} {y + 250}")
    source.expect("leave")


def grab_of_another_part_takes_no_drag():
    """Menus and shells start a grab, pointer constraints end one: the drag goes on with its own."""
    for takes in "grab pointer", "end-grab", "grab touch":
        with Run() as run:
            weston = small_weston(run)
            source = small(run, weston, "source", SOURCE, FINGERS="1")
            target = small(run, weston, "target", TARGET)
            x, y = target.middle
            if takes == "grab touch":
                touch_up(weston, source)
                moves, drops = f"finger 0 move {x} {y}", f"finger 0 up {x} {y}"
            else:
                drag_small(weston, source)
                moves, drops = f"move {x} {y}", f"button {BUTTON} 0"
            weston.do(takes)
            weston.do(moves)
            wait_for("the target's consent", weston.process.offers_to_copy)
            if takes != "grab touch":
                weston.wait_for_cursor("grabbing")
            weston.do.at_once(takes, moves)
            weston.do(drops)
            target.expect("received dragged")
            source.expect("finished")
            weston.wait_for_end_of_image()
            weston.end()


def drag_ends_if_its_button_or_finger_goes_up_under_another_grab():
    with Run() as run:
        weston = small_weston(run)
        source = small(run, weston, "source", SOURCE, FINGERS="1")
        target = small(run, weston, "target", TARGET)
        x, y = source.middle
        drag_small(weston, source)
        weston.do.at_once("grab pointer", f"button {BUTTON} 0")
        source.expect("cancelled")
        # Another press belongs to another drag.
        drag_small(weston, source)
        source.expect("pressed", 2)
        weston.do.at_once("end-grab", f"button {BUTTON} 0", f"button {BUTTON} 1")
        source.expect("cancelled", 2)
        weston.do(f"button {BUTTON} 0")
        touch_up(weston, source)
        weston.do.at_once("grab touch", f"finger 0 up {x} {y}")
        source.expect("cancelled", 3)
        touch_up(weston, source)
        weston.do.at_once("grab touch", f"finger 1 down {x} {y}")
        source.expect("cancelled", 4)
        weston.do(f"finger 1 up {x} {y}")
        weston.do(f"finger 0 up {x} {y}")
        drag_small(weston, source)
        move(weston, target.middle)
        wait_for("the target's consent", weston.process.offers_to_copy)
        weston.do(f"button {BUTTON} 0")
        target.expect("received dragged")
        weston.wait_for_end_of_image()
        weston.end()


def drag_ends_if_its_pointer_goes_under_another_grab():
    with Run() as run:
        weston = small_weston(run)
        source = small(run, weston, "source", SOURCE)
        drag_small(weston, source)
        weston.do.at_once("grab pointer", "unplug")
        source.expect("cancelled")
        weston.wait_for_end_of_image()
        weston.end()


def clipboard_can_always_be_replaced():
    with Run() as run:
        weston = small_weston(run)
        hostile = run.client("future-selection", command=[HOSTILE, "future-selection"])
        weston.place("future-selection", TARGET)
        weston.click((TARGET[0] + 100, TARGET[1] + 100))
        hostile.expect("attacked")
        client = run.client("one", program=Path(__file__).with_name("clipboard-client.py"))
        weston.place("one", SOURCE)
        hostile.process.kill()
        weston.click((SOURCE[0] + 100, SOURCE[1] + 100))
        wait_for("the keyboard", lambda: weston.do("focus") != "-")
        weston.press(F1)
        client.expect("copied")
        wait_for("the clipboard", lambda: weston.do.try_once("has-selection"))
        assert weston.do("read-selection") == "one"
        client.end()
        weston.end()


# ----------------------------------------------------------------------------------------------------------- Settings


def settings_change_what_is_seen():
    with Run() as run:
        weston = weston_pair(run, settings="reduce-motion=true\nhide-ring=true\nopacity=0.5\nthreshold=60")
        pick_up(weston)
        x, y = weston.from_point
        move(weston, (x + 50, y))
        weston.do("paint")
        assert not weston.layers(), "the threshold is 60 points"
        weston.go_to_target()
        wait_for("the image", lambda: 0.5 in [layer[4] for layer in weston.layers()])
        weston.do("paint")
        assert ring(weston) is None, weston.layers()
        there = image(weston.layers())
        weston.record()
        weston.press(ESCAPE)
        # The image fades where it is (HIG-18).
        way = [box for box in map(image, weston.recorded()) if box]
        assert way, "the image was never seen"
        for box in way:
            assert abs(box[0] - there[0]) < 3 and abs(box[2] - there[2]) < 3, (box, there)
        weston.do(f"button {BUTTON} 0")
        weston.finish()


def unknown_settings_are_named():
    with Run() as run:
        weston = small_weston(
            run, settings="hide-rign=true\nhide-ring=true\n# reduce-moton=true\ncolour=red\n[other]\nthreshhold=3",
            DRAY_BADGE="0", DRAY_HIDE_RING="1", DRAY_SOCKET="/nowhere")
        log = weston.process.output()
        unknown = sorted(line.partition("dray: ")[2] for line in log.splitlines() if "unknown setting" in line)
        where = "in the section [dray] of weston.ini?"
        assert unknown == [
            f"unknown setting DRAY_BADGE; did you mean hide-badge {where}",
            f"unknown setting DRAY_HIDE_RING; did you mean hide-ring {where}",
            "weston.ini: [dray] unknown setting colour",
            "weston.ini: [dray] unknown setting hide-rign; did you mean hide-ring?"], log
        weston.end()


def very_large_icons_do_not_delay_the_compositor():
    """The cost of reading them is measured as CPU time, which does not depend on the load of the machine."""
    with Run() as run:
        weston = weston_pair(run)
        hostile = run.client("vast-icon", command=[HOSTILE, "vast-icon"])
        weston.place("vast-icon", (100, 400))

        def seconds():
            fields = Path(f"/proc/{weston.process.process.pid}/stat").read_text().rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / 100

        before = seconds()
        weston.do("move 200 500")
        weston.do(f"button {BUTTON} 1")
        weston.do("move 230 500")
        hostile.expect("attacked", meanwhile=lambda: weston.do("move 231 500"))
        weston.do("paint")
        taken = seconds() - before
        weston.press(ESCAPE)
        weston.do(f"button {BUTTON} 0")
        hostile.process.kill()
        # Fifty commits of 16 and 64 megapixels.
        print(f"    {taken:.2f} s of CPU time", flush=True)
        assert taken < 1, taken
        weston.wait_for_end_of_image()
        weston.finish()


TESTS = [
    icon_is_the_clients_own_surface,
    textures_outlive_the_buffers_that_they_were_made_of,
    icon_is_never_read_where_the_card_has_it,
    pictures_are_made_once,
    window_that_is_moved_comes_forward,
    touch_leaves_a_window_in_the_background,
    grab_of_another_part_takes_no_drag,
    drag_ends_if_its_button_or_finger_goes_up_under_another_grab,
    drag_ends_if_its_pointer_goes_under_another_grab,
    clipboard_can_always_be_replaced,
    settings_change_what_is_seen,
    unknown_settings_are_named,
    very_large_icons_do_not_delay_the_compositor,
]

if __name__ == "__main__":
    play(TESTS, sys.argv[5:])
