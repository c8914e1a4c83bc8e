# SPDX-License-Identifier: MIT
"""The highlight ring around the target."""

from adapters import SIDE
from cases.case import case
from cases.seen import OLIVE, has_ring, image, is_alike
from cases.steps import colour, drag, escape, go_to, open_pair, pick_up
from hosts import wait_for


@case("HIG-15")
def ring_is_around_the_target_only(host):
    source, target = open_pair(host)
    before = host.picture()
    pick_up(host, source)
    wait_for("the image", lambda: image(host.picture()))
    # There is no ring before the drag has left its origin.
    assert not any(has_ring(host.picture(), source.place)), "a ring around its origin"
    go_to(host, source, target)
    wait_for("the ring", lambda: all(has_ring(host.picture(), target.place)))
    host.move(*host.DESKTOP)
    wait_for("the end of the ring", lambda: has_ring(host.picture(), target.place) == has_ring(before, target.place))
    escape(host)
    source.expect("cancelled")


@case("HIG-15", scale=2)
def ring_is_around_the_target_on_a_hidpi_output(host):
    source, target = open_pair(host)
    drag(host, source, target)
    wait_for("the ring", lambda: all(has_ring(host.picture(), target.place)))
    escape(host)
    source.expect("cancelled")


@case("HIG-15")
def ring_is_around_the_window_and_not_its_shadow(host):
    source = host.open("source", host.SOURCE)
    target = host.open("target", host.TARGET, SHADOW="30", **colour("COLOUR", OLIVE))
    # Hosts differ in the corner that they report as the position of a window, so the position is taken from its colour.
    (x, y), reach = target.place, SIDE + 80
    seen = wait_for("the window", lambda: host.picture().box(
        lambda *rgb: is_alike(rgb, OLIVE), (max(x - 80, 0), max(y - 80, 0), x + reach, y + reach), step=1))
    drag(host, source, target)
    wait_for("the ring", lambda: all(has_ring(host.picture(), seen[:2])))
    escape(host)
    source.expect("cancelled")


@case("HIG-15")
def ring_follows_its_window(host):
    source, target = open_pair(host)
    drag(host, source, target)
    x, y = target.middle
    wait_for("the ring", lambda: all(has_ring(host.picture(), target.place)))
    host.put(target, (target.place[0] + 40, target.place[1] + 30))
    wait_for("the ring where the window is now", lambda: all(has_ring(host.picture(), target.place)))
    # The ring stays on the screen though the window's edge is outside. The pointer stays over the window.
    host.move(x, 140)
    host.put(target, (target.place[0], -10))
    wait_for("the ring at the edge", lambda: all(has_ring(host.picture(), target.place)))
    escape(host)
    source.expect("cancelled")
