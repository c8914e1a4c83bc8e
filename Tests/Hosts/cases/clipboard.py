# SPDX-License-Identifier: MIT
"""Offers of the clipboard end with the keyboard."""

import signal

from cases.case import case
from cases.seen import GREY, has_keyboard
from cases.steps import LETTER, colour, point_at
from hosts import wait_for


def see_offers_end(host, **which):
    """Who has lost the keyboard reads nothing by an old offer, neither what was there nor what comes later."""
    peeker = host.open("peeker", host.TARGET, **colour("COLOUR", GREY), **which)
    owner = host.open("owner", host.SOURCE, **which)

    def click(window, other):
        point_at(host, window, window.middle)
        host.button(1)
        host.button(0)
        wait_for("its keyboard", lambda: has_keyboard(window) and not has_keyboard(other))

    def peek(times):
        peeker.process.process.send_signal(signal.SIGUSR2)
        wait_for("what it read", lambda: sum(line.startswith("peeked") for line in peeker.said()) == times)
        return [line for line in peeker.said() if line.startswith("peeked")][-1].split()[1:]

    wait_for("the newest window's keyboard", lambda: has_keyboard(owner))
    host.press(LETTER)
    owner.expect("copied")
    click(peeker, owner)
    peeker.expect("kept an offer")
    assert peek(1) == ["dragged"], peeker.said()
    click(owner, peeker)
    assert peek(2) == [], "it reads the clipboard without the keyboard"
    # Nor what comes later.
    host.press(LETTER)
    owner.expect("copied", 2)
    assert peek(3) == [], "it reads by an old offer what came later"
    # With the keyboard come new offers; the old one is over.
    click(peeker, owner)
    assert peek(4) == [], "an old offer comes to life again"


@case("WL-01")
def offer_of_the_clipboard_ends_with_the_keyboard(host):
    see_offers_end(host)


@case("WL-01", "WL-02")
def offer_of_the_primary_selection_ends_with_the_keyboard(host):
    see_offers_end(host, PRIMARY="1")
