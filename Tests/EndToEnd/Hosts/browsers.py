# SPDX-License-Identifier: MIT
"""Browsers in a compositor with the interface of steps.CommandedHand, and `run`, `place` and the command `window`."""

from hosts import wait_for


def tear_off_a_tab_of_chromium(host, strip):
    """Tears off a tab, puts it back, tears it off again, and leaves it where it is dropped (xdg_toplevel_drag_v1). The
    window is placed at `strip`.
    """
    chromium = host.run.start(
        "chromium", "chromium", "--ozone-platform=wayland", f"--user-data-dir={host.run.directory}/profile",
        "--disable-gpu", "--no-sandbox", "--disable-dev-shm-usage", "--test-type", "--no-first-run",
        "--disable-component-update", "--disable-sync", "--disable-background-networking",
        "--password-store=basic", "--window-size=600,400", "--window-position=0,0",
        "data:text/html,<title>One</title>one", "data:text/html,<title>Two</title>two", HOME=str(host.run.directory))
    host.place("One", strip)
    x, y = strip[0] + 320, strip[1] + 20

    def is_torn_off():
        return host.do.ask("window One") and host.do.ask("window Two")

    def place():
        return tuple(map(float, (host.do.ask("window Two") or "nan nan").split()))

    def tear_off():
        """Whether the second tab became a window, which appears slightly later than the first window."""
        host.move(x, y)
        host.button(1)
        for step in range(1, 200):
            host.move(x + step, y + step)
            # Waits for two frames, as long as a user takes.
            host.do("paint")
            if is_torn_off():
                return True
        host.button(0)
        return False

    def go(to_x, to_y, what, is_so):
        """Moves the pointer there, with small motions until the condition holds."""
        def look():
            host.move(to_x + 1, to_y)
            host.do("paint")
            host.move(to_x, to_y)
            return is_so()
        wait_for(what, look)

    wait_for("a window of the second tab", tear_off)
    go(700, 300, "the window at the pointer", lambda: place()[0] > strip[0] + 200)
    left, top = place()
    host.move(760, 340)
    assert place() == (left + 60, top + 40), (left, top, place())
    # What lies below the attached window is the target: the tabs of the other window.
    go(x + 60, y, "the tab in the strip", lambda: not is_torn_off())
    go(800, 300, "a window of it again", is_torn_off)
    go(700, 300, "the window at the pointer", lambda: place() == (left, top))
    host.button(0)
    host.move(300, 500)
    host.do("paint")
    assert place() == (left, top), place()
    chromium.end()
