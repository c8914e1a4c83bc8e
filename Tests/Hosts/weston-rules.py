#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Rules of drags that a host keeps or breaks, in an unmodified Weston with Dray, headless.

usage: weston-rules.py DRAY-MODULE INPUT-MODULE SMALL-CLIENT HOSTILE-CLIENT [TEST...]
"""

import signal
import sys
from pathlib import Path

from adapters import Window
from hosts import Run, play, wait_for
from weston import BUTTON, ESCAPE, F1, SOURCE, TARGET, Compositor, Pair, version

DRAY, INPUT, SMALL, HOSTILE = sys.argv[1:5]
# Since 12 Weston has nothing left of a surface that its client puts away: what was on it is read once, as the drop is.
KEEPS_CONTENT = version() < 12


def weston_pair(run, settings="", **options):
    return Pair(run, DRAY, INPUT, settings, **options)


def small(run, weston, role, place, **environment):
    """A window of small-client.c."""
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
    # The client begins a little earlier than the compositor.
    wait_for("the drag", lambda: "dray: drag " in weston.process.output())


def bring_forward(weston, title, point):
    """The list of windows is as of the last frame."""
    weston.click(point)
    wait_for(f"{title} in front", lambda: weston.do("focus") == title and weston.do("stack").split()[0] == title)


def move(weston, point):
    weston.do(f"move {point[0]} {point[1]}")


def drag_small(weston, source):
    """The small client begins its drag as it is pressed; the image appears after a few points."""
    x, y = source.middle
    weston.do(f"move {x} {y}")
    weston.do(f"button {BUTTON} 1")
    wait_for("the drag", lambda: "dray: drag " in weston.process.output())
    for step in range(1, 4):
        weston.do(f"move {x + 10 * step} {y}")


def focus_and_stack(weston):
    return weston.do("focus"), weston.do("stack").split()


def image_left(weston):
    """Of the client's icon or, if Dray draws it, of the widest picture that is not opaque."""
    icons = [tuple(map(float, icon.split(","))) for icon in weston.do("icon").split()]
    return max(icons or [layer for layer in weston.layers() if layer[4] < 1], key=lambda layer: layer[2], default=None)


def way_of_image(weston):
    """Where the image is, again and again, until nothing is left of it."""
    seen = []

    def is_gone():
        layers = weston.layers()
        box = image_left(weston)
        if layers and box:
            seen.append(box)
        return not layers
    wait_for("the end of the image", is_gone)
    assert seen, "the image was never seen"
    return seen


def ring(weston):
    """Left and top of its eight parts, which are all that is opaque beside the badge."""
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
        # Where the client wants it, translucent, and the only such thing on the screen (HIG-12).
        x, y, width, height, opacity = map(float, icon.split(","))
        assert x < weston.to_point[0] < x + width and y < weston.to_point[1] < y + height, icon
        assert opacity == 0.8, icon
        weston.do(f"button {BUTTON} 0")
        weston.target.expect("received", text="dragged")
        weston.wait_for_end_of_image()
        weston.finish()


def textures_outlive_the_buffers_that_they_were_made_of():
    """With OpenGL, by the processor: nothing is read, whatever the client does to its icon, where Weston keeps it."""
    for trick in "CLOSES", "TAKES":
        # All the way, it is the client's surface that lands; or what was read of it, from when the client has put it away, which
        # on a machine that does other things may be after it has landed.
        for _ in range(5):
            seen = surfaces_that_land(trick)
            assert seen and (all(seen) if KEEPS_CONTENT else seen == sorted(seen, reverse=True)), (trick, seen)
            if KEEPS_CONTENT or not seen[-1]:
                break
        else:
            raise AssertionError(f"{trick}: {seen}: nothing lands that was read")


def surfaces_that_land(trick):
    """Whether the client's own surface was shown, as often as it was looked at from the drop on."""
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
            # In this order: what is gone at first does not come back.
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
    """How many bytes of its icon's memory there are: what nobody has read since it was given back is not there."""
    times = len([line for line in source.said() if line.startswith("icon in use: ")])
    source.process.process.send_signal(signal.SIGUSR2)
    lines = wait_for("its answer", lambda: [
        line for line in source.said() if line.startswith("icon in use: ")][times:])
    return int(lines[0].split(": ")[1])


def icon_is_never_read_where_the_card_has_it():
    """As with a buffer of the graphics card, which nobody can read: not during the drag, nor later if Weston keeps it."""
    for renderer, is_read in ("gl", False), ("pixman", True):
        with Run() as run:
            weston = small_weston(run, renderer=renderer, LIBGL_ALWAYS_SOFTWARE="1")
            source = small(run, weston, "source", SOURCE, PUNCHES="1", KEEPS="1")
            target = small(run, weston, "target", TARGET)
            drag_small(weston, source)
            source.expect("punched")
            for step in range(4):
                move(weston, (target.middle[0] + 10 * step, target.middle[1]))
                weston.do("paint")
            wait_for("the target's consent", weston.process.offers_to_copy)
            weston.do("paint")
            # pixman draws out of the client's memory, frame by frame: so it is seen that reading is seen.
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
            # Both badges in each drag: that of the moment before the target's answer may be seen, or not.
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
        # Beside what is read of the icon of each drag, where that has to be.
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
        # The client has the compositor move its window; no button goes up that this window would hear of.
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
        # The client begins a little earlier than the compositor; a finger that goes up until then has tapped.
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
    """A finger begins a drag of a small client, which is off its window then."""
    x, y = source.middle
    weston.do(f"finger 0 down {x} {y}")
    source.expect("enter with an offer")
    weston.do(f"finger 0 move {x} {y + 250}")
    source.expect("leave")


def grab_of_another_part_takes_no_drag():
    """Menus and shells start a grab, pointer constraints end one: the drag goes on under its own."""
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
        # Another press is another drag's.
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


def clipboard_is_nobodys_for_good():
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
        there = image_left(weston)
        weston.press(ESCAPE)
        # It fades where it is (HIG-18).
        for box in way_of_image(weston):
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


def vast_icons_keep_nobody_waiting():
    """What reading them would take is counted as time of the processor, whatever else the machine does."""
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
        print(f"    {taken:.2f} s of the processor", flush=True)
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
    clipboard_is_nobodys_for_good,
    settings_change_what_is_seen,
    unknown_settings_are_named,
    vast_icons_keep_nobody_waiting,
]

if __name__ == "__main__":
    play(TESTS, sys.argv[5:])
