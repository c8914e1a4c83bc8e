#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Rules of drags that a host keeps or breaks, in an unmodified Weston with Dray, headless.

usage: weston-rules.py DRAY-MODULE INPUT-MODULE SMALL-CLIENT HOSTILE-CLIENT [TEST...]
"""

import sys
from pathlib import Path

from hosts import Run, play, wait_for
from weston import BUTTON, ESCAPE, F1, SOURCE, TARGET, Compositor, Pair

DRAY, INPUT, SMALL, HOSTILE = sys.argv[1:5]
CAPS_LOCK, SUPER, TAB, LETTER = 58, 125, 15, 30
SMALL_SIZE = 200


def weston_pair(run, settings="", **options):
    return Pair(run, DRAY, INPUT, settings, **options)


class Small:
    """A window of 200 x 200 points with libwayland alone; what it says are lines."""

    def __init__(self, run, weston, role, place, **environment):
        self.process = run.start(role, SMALL, role, **environment)
        weston.place(role, place)
        self.point = place[0] + SMALL_SIZE // 2, place[1] + SMALL_SIZE // 2
        wait_for("its first frame", lambda: self.has_said("mapped"))

    def said(self):
        return self.process.output().splitlines()

    def has_said(self, line, times=1):
        return self.said().count(line) >= times

    def expect(self, line, times=1):
        wait_for(f"{self.process.name}: {line}", lambda: self.has_said(line, times))


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
    x, y = source.point
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
    return (icons or [layer for layer in weston.layers() if layer[4] < 1] or [None])[0]


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


def image_lands_though_the_target_never_finishes():
    with Run() as run:
        weston = small_weston(run)
        source = Small(run, weston, "source", SOURCE)
        target = Small(run, weston, "target", TARGET, LAZY="1")
        drag_small(weston, source)
        move(weston, target.point)
        wait_for("the target's consent", weston.process.offers_to_copy)
        weston.do(f"button {BUTTON} 0")
        target.expect("drop")
        # The release is the end of what is seen (HIG-11, HIG-16).
        weston.wait_for_end_of_image()
        assert not source.has_said("finished") and not source.has_said("cancelled"), source.said()
        weston.end()


def ends_well(run, **environment):
    """The image is seen as it lands, whatever the client does to it after the drop."""
    weston = small_weston(run)
    source = Small(run, weston, "source", SOURCE, **environment)
    target = Small(run, weston, "target", TARGET)
    x, y = target.point
    drag_small(weston, source)
    weston.do(f"move {x} {y}")
    wait_for("the target's consent", weston.process.offers_to_copy)
    wait_for("the image", lambda: is_red(weston, x + 4, y + 24))
    weston.do(f"button {BUTTON} 0")
    source.expect("dropped")
    # The source has put its icon away, and is asked whether there is anything after that.
    target.expect("received dragged")
    wait_for("the image as it lands", lambda: weston.layers() and is_red(weston, x + 1, y + 12))
    weston.wait_for_end_of_image()
    source.expect("finished")
    weston.end()


def is_red(weston, x, y):
    red, green, blue = map(int, weston.do(f"pixel {x} {y}").split())
    return (red > green + 30 and red > blue + 30) or (blue > green + 30 and blue > red + 30)


def image_lands_though_its_client_puts_it_away():
    with Run() as run:
        ends_well(run, CLOSES="1")


def image_lands_though_its_client_takes_its_memory():
    with Run() as run:
        ends_well(run, TAKES="1")
    with Run() as run:
        ends_well(run, CLOSES="1", TAKES="1")


def textures_outlive_the_buffers_that_they_were_made_of():
    """With OpenGL, by the processor: nothing is read, whatever the client does to its icon."""
    for trick in "CLOSES", "TAKES":
        with Run() as run:
            weston = small_weston(run, renderer="gl", LIBGL_ALWAYS_SOFTWARE="1")
            assert "GL ES" in weston.process.output(), weston.process.output()
            source = Small(run, weston, "source", SOURCE, **{trick: "1"})
            target = Small(run, weston, "target", TARGET)
            drag_small(weston, source)
            move(weston, target.point)
            wait_for("the target's consent", weston.process.offers_to_copy)
            wait_for("the client's own surface", lambda: "0.80" in weston.do("icon"))
            weston.do("paint")
            weston.do(f"button {BUTTON} 0")
            source.expect("dropped")
            target.expect("received dragged")
            # All the way, it is the client's surface that lands.
            seen = set()

            def is_gone():
                # In this order: what is gone at first does not come back.
                icon, layers = weston.do("icon"), weston.layers()
                if layers:
                    seen.add(bool(icon))
                return not layers
            wait_for("the end of the image", is_gone)
            assert seen == {True}, (trick, seen)
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
            weston.go_to_target()
            wait_for("the image and the badge", weston.shows_image)
            weston.do(f"button {BUTTON} 0")
            weston.source.expect("drag-end", result="copied")
            weston.wait_for_end_of_image()

        drag()
        after_one = memory()
        drag()
        drag()
        assert after_one and memory() == after_one, f"{sorted(after_one)}, later {sorted(memory())}"
        weston.finish()


# ------------------------------------------------------------------------------------------------------------ Windows


def ring_follows_its_window():
    with Run() as run:
        weston = weston_pair(run)
        pick_up(weston)
        weston.go_to_target()
        before = wait_for("the ring", lambda: ring(weston))
        weston.do(f"place target {TARGET[0] + 20} {TARGET[1] + 10}")
        wait_for("the ring around where the window is now",
                 lambda: ring(weston) == (before[0] + 20, before[1] + 10))
        # Its line stays on the screen, though the window's edge does not. The pointer stays over the window.
        x, y = weston.to_point
        weston.do(f"move {x} {y - 60}")
        weston.do(f"place target {TARGET[0]} -10")
        top = wait_for("the ring at the edge", lambda: (ring(weston) or (0, 50))[1] < 50 and ring(weston))[1]
        assert top > -10, top
        weston.press(ESCAPE)
        weston.do(f"button {BUTTON} 0")
        weston.finish()


def home_is_where_the_origin_is_now():
    with Run() as run:
        weston = weston_pair(run)
        pick_up(weston)
        weston.go_to_target()
        wait_for("the image", weston.shows_image)
        there = image_left(weston)
        weston.do(f"place source {SOURCE[0]} {SOURCE[1] + 200}")
        weston.do(f"key {ESCAPE} 1")
        way = way_of_image(weston)
        weston.do(f"key {ESCAPE} 0")
        weston.source.expect("drag-end", result="cancelled")
        # Down to the left, and not just to the left.
        assert way[-1][1] > there[1] + 100 and way[-1][0] < there[0] - 200, (there, way[-1])
        weston.do(f"button {BUTTON} 0")
        weston.finish()


def image_evaporates(weston, hide):
    """It goes where it is, since its origin is not seen any more."""
    weston.do("move 850 500")
    wait_for("the image", lambda: image_left(weston))
    hide()
    weston.do("paint")
    there = image_left(weston)
    weston.do(f"key {ESCAPE} 1")
    way = way_of_image(weston)
    weston.do(f"key {ESCAPE} 0")
    weston.do(f"button {BUTTON} 0")
    for box in way:
        assert abs(box[0] + box[2] / 2 - there[0] - there[2] / 2) < 20, (there, box)


def image_evaporates_if_its_origin_is_minimised():
    with Run() as run:
        weston = weston_pair(run)
        pick_up(weston)
        image_evaporates(weston, lambda: weston.do("hide source"))
        weston.source.expect("drag-end", result="cancelled")
        weston.finish()


def image_evaporates_if_its_origin_is_wholly_covered():
    with Run() as run:
        weston = small_weston(run)
        source = Small(run, weston, "source", (140, 160))
        cover = run.client("cover", "--role", "target")
        weston.place("cover", (600, 100))
        bring_forward(weston, "cover", (700, 200))
        move(weston, source.point)
        drag_small(weston, source)
        image_evaporates(weston, lambda: weston.place("cover", (100, 140)))
        source.expect("cancelled")
        cover.end()
        weston.end()


def image_flies_home_if_a_bit_of_its_origin_is_seen():
    with Run() as run:
        weston = small_weston(run)
        source = Small(run, weston, "source", (140, 160))
        cover = run.client("cover", "--role", "target")
        weston.place("cover", (600, 100))
        drag_small(weston, source)
        weston.do("move 850 500")
        wait_for("the image", lambda: image_left(weston))
        weston.place("cover", (150, 140))
        weston.do("paint")
        weston.press(ESCAPE)
        assert way_of_image(weston)[-1][0] < 400
        weston.do(f"button {BUTTON} 0")
        cover.end()
        weston.end()


def drag_leaves_a_window_in_the_background():
    with Run() as run:
        weston = weston_pair(run)
        bring_forward(weston, "target", weston.to_point)
        before = focus_and_stack(weston)
        assert before == ("target", ["target", "source"]), before
        pick_up(weston)
        assert weston.do("stack").split() == before[1]
        weston.do("move 450 600")
        weston.press(ESCAPE)
        weston.source.expect("drag-end", result="cancelled")
        weston.do(f"button {BUTTON} 0")
        # Neither focused nor raised, now or later (HIG-28).
        assert wait_for("the keyboard's focus", lambda: focus_and_stack(weston)) == before
        weston.finish()


def click_brings_a_window_forward_on_release():
    with Run() as run:
        weston = weston_pair(run)
        bring_forward(weston, "target", weston.to_point)
        before = focus_and_stack(weston)
        move(weston, weston.from_point)
        weston.do(f"button {BUTTON} 1")
        weston.source.expect("button", state="pressed")
        assert focus_and_stack(weston) == before, focus_and_stack(weston)
        weston.do(f"button {BUTTON} 0")
        weston.source.expect("button", state="released")
        wait_for("the window", lambda: focus_and_stack(weston) == ("source", ["source", "target"]))
        # The next press is an ordinary one.
        weston.click(weston.from_point)
        assert focus_and_stack(weston) == ("source", ["source", "target"])
        weston.finish()


def window_that_is_moved_comes_forward():
    with Run() as run:
        weston = small_weston(run)
        mover = Small(run, weston, "mover", SOURCE)
        other = Small(run, weston, "target", TARGET)
        bring_forward(weston, "target", other.point)
        x, y = mover.point
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


def focus_follows_a_drop():
    with Run() as run:
        weston = weston_pair(run)
        bring_forward(weston, "source", weston.from_point)
        pick_up(weston)
        weston.go_to_target()
        weston.do(f"button {BUTTON} 0")
        weston.target.expect("received", text="dragged")
        # The target has the keyboard, and is in front (HIG-29).
        wait_for("the target in front", lambda: focus_and_stack(weston) == ("target", ["target", "source"]))
        weston.finish()


# ------------------------------------------------------------------------------------------------------------ Devices


def escape_is_what_the_keymap_says():
    with Run() as run:
        weston = weston_pair(run, settings="\n[keyboard]\nkeymap_options=caps:escape")
        pick_up(weston)
        weston.go_to_target()
        weston.press(CAPS_LOCK)
        weston.source.expect("drag-end", result="cancelled")
        weston.do(f"button {BUTTON} 0")
        weston.finish()


def keys_during_a_drag_reach_nobody():
    with Run() as run:
        weston = small_weston(run)
        source = Small(run, weston, "source", SOURCE, DEVICES="1")
        source.expect("keyboard enters, keys down: 0")
        weston.press(LETTER)
        source.expect(f"key up {LETTER}")
        drag_small(weston, source)
        source.expect("keyboard leaves")
        keys = [line for line in source.said() if line.startswith("key ")]
        weston.press(LETTER)
        weston.do(f"key {ESCAPE} 1")
        source.expect("cancelled")
        weston.do(f"key {ESCAPE} 0")
        # The keyboard comes back when Escape is up.
        source.expect("keyboard enters, keys down: 0", times=2)
        assert [line for line in source.said() if line.startswith("key ")] == keys, source.said()
        weston.do(f"button {BUTTON} 0")
        weston.press(LETTER)
        source.expect(f"key up {LETTER}", times=2)
        weston.end()


def shortcuts_of_the_shell_work():
    with Run() as run:
        weston = weston_pair(run)
        bring_forward(weston, "source", weston.from_point)
        pick_up(weston)
        weston.go_to_target()
        # Its switcher of windows: to the one that has not the keyboard.
        weston.do(f"key {SUPER} 1")
        weston.press(TAB)
        weston.do(f"key {SUPER} 0")
        wait_for("the other window in front", lambda: weston.do("stack").split()[0] == "target")
        assert weston.do("focus") == "-", "keys of a drag are nobody's"
        weston.press(ESCAPE)
        weston.source.expect("drag-end", result="cancelled")
        weston.do(f"button {BUTTON} 0")
        wait_for("the keyboard's focus", lambda: weston.do("focus") == "target")
        weston.finish()


def other_fingers_go_on():
    with Run() as run:
        weston = small_weston(run)
        source = Small(run, weston, "source", SOURCE, DEVICES="1")
        x, y = source.point
        weston.do(f"finger 0 down {x} {y}")
        source.expect("finger down 0")
        wait_for("the drag", lambda: "dray: drag " in weston.process.output())
        weston.do(f"finger 0 move {x + 40} {y}")
        weston.do(f"finger 1 down {x} {y + 50}")
        source.expect("finger down 1")
        weston.do(f"finger 1 move {x} {y + 60}")
        source.expect("finger moves 1")
        weston.do("finger 1 up 0 0")
        source.expect("finger up 1")
        # The first one is the drag's, and still goes on.
        assert not source.has_said("finger moves 0") and not source.has_said("cancelled"), source.said()
        weston.do(f"finger 0 move {x + 300} {y + 100}")
        wait_for("the image", lambda: (image_left(weston) or (0,))[0] > x + 200)
        weston.do("finger 0 up 0 0")
        # Dropped on nothing, it flies home, as that of a pointer does.
        way = way_of_image(weston)
        assert way[-1][0] < x + 150, way
        source.expect("cancelled")
        weston.end()


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
        assert all(abs(box[0] - there[0]) < 3 and box[2] == there[2] for box in way_of_image(weston))
        weston.do(f"button {BUTTON} 0")
        weston.finish()


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
    image_lands_though_the_target_never_finishes,
    image_lands_though_its_client_puts_it_away,
    image_lands_though_its_client_takes_its_memory,
    textures_outlive_the_buffers_that_they_were_made_of,
    pictures_are_made_once,
    ring_follows_its_window,
    home_is_where_the_origin_is_now,
    image_evaporates_if_its_origin_is_minimised,
    image_evaporates_if_its_origin_is_wholly_covered,
    image_flies_home_if_a_bit_of_its_origin_is_seen,
    drag_leaves_a_window_in_the_background,
    click_brings_a_window_forward_on_release,
    window_that_is_moved_comes_forward,
    focus_follows_a_drop,
    escape_is_what_the_keymap_says,
    keys_during_a_drag_reach_nobody,
    shortcuts_of_the_shell_work,
    other_fingers_go_on,
    touch_leaves_a_window_in_the_background,
    clipboard_is_nobodys_for_good,
    settings_change_what_is_seen,
    vast_icons_keep_nobody_waiting,
]

if __name__ == "__main__":
    play(TESTS, sys.argv[5:])
