# SPDX-License-Identifier: MIT
"""The clipboard transfers all copies, and its offers end with the keyboard focus."""

from cases.case import case
from cases.seen import GREY, OLIVE, has_keyboard
from cases.steps import CLEAR, LETTER, colour, point_at
from hosts import wait_for


def click(host, window):
    """Gives the keyboard focus to a window by a click, unless the last click has done that.

    A window prints that it lost the focus slightly later than another one prints that it has got it.
    """
    def enters():
        return sum(line.startswith("keyboard enters") for line in window.said())
    clicked = getattr(host, "clicked", None)
    times = enters()
    if clicked is not window and not (clicked is None and has_keyboard(window)):
        point_at(host, window, window.middle)
        host.button(1)
        host.button(0)
        wait_for(f"the keyboard of {window.title}", lambda: enters() > times)
    host.clicked = window


def ask(window, *beginnings):
    """Sends SIGUSR2 to a window and returns the line that it then prints."""
    def answers():
        return [line for line in window.said() if line.startswith(beginnings)]
    times = len(answers())
    window.go_on()
    wait_for(f"{window.title}: {beginnings}", lambda: len(answers()) > times)
    return answers()[-1]


def copy(host, owner):
    click(host, owner)
    times = owner.said().count("copied") + 1
    host.press(LETTER)
    owner.expect("copied", times)


def paste(host, paster):
    click(host, paster)
    return ask(paster, "pasted", "nothing to paste").removeprefix("pasted ")


def open_owners(host, *titles, **which):
    """Opens windows that copy, side by side; the last one has the keyboard focus."""
    # Their centres do not overlap.
    places = [(host.SOURCE[0], host.SOURCE[1] + 250 * index) for index in range(len(titles))]
    return [
        host.open("owner", place, title, **colour("COLOUR", OLIVE), **which) for title, place in zip(titles, places)]


def open_paster(host, **which):
    return host.open("paster", host.TARGET, **colour("COLOUR", GREY), **which)


def see_copies_of_one(host, **which):
    paster = open_paster(host, **which)
    [owner] = open_owners(host, "owner", **which)
    for number in range(1, 5):
        copy(host, owner)
        assert paste(host, paster) == f"owner-{number}", paster.said()
    # Every copy except the newest is cancelled.
    assert owner.said().count("cancelled") == (0 if "FREES" in which else 3), owner.said()


def see_copies_in_turn(host, **which):
    paster = open_paster(host, **which)
    one, other = open_owners(host, "one", "other", **which)
    for number in range(1, 4):
        for owner in one, other:
            copy(host, owner)
            assert paste(host, paster) == f"{owner.title}-{number}", paster.said()
    one.expect("cancelled", 3)
    other.expect("cancelled", 2)
    assert one.said().count("cancelled") == 3 and other.said().count("cancelled") == 2, (one.said(), other.said())


def see_copies_after_clearing(host, **which):
    paster = open_paster(host, **which)
    [owner] = open_owners(host, "owner", **which)
    for number in range(1, 3):
        copy(host, owner)
        click(host, paster)
        assert paste(host, paster) == f"owner-{number}", paster.said()
        click(host, owner)
        host.press(CLEAR)
        owner.expect("cleared", number)
        owner.expect("cancelled", number)
    return paster


def see_copies_while_they_are_read(host, **which):
    """Has a focused window read each offer when it arrives, and once more the offer that it replaces."""
    paster = open_paster(host, EAGER="1", **which)
    one, other = open_owners(host, "one", "other", **which)
    for number in (1, 3):
        for owner in one, other:
            copy(host, owner)
        click(host, paster)
        paster.expect(f"pasted other-{number}")
        # This window was the last one to lose the focus, so its serial is the newest of the two.
        other.go_on()
        paster.expect(f"pasted other-{number + 1}")
        late = [line.removeprefix("read late").strip() for line in paster.said() if line.startswith("read late")]
        assert set(late) <= {"", f"other-{number}", f"other-{number - 1}"}, paster.said()
        assert paste(host, paster) == f"other-{number + 1}", paster.said()


@case("WL-01")
def copies_of_one_application_are_all_pasted(host):
    see_copies_of_one(host)


@case("WL-01")
def copies_that_destroy_the_previous_source_are_all_pasted(host):
    see_copies_of_one(host, FREES="1")


@case("WL-01")
def copies_of_two_applications_are_all_pasted(host):
    see_copies_in_turn(host)


@case("WL-01")
def copies_are_pasted_after_the_clipboard_was_cleared(host):
    see_copies_after_clearing(host)


@case("WL-01")
def nothing_is_pasted_after_the_clipboard_was_cleared(host):
    paster = see_copies_after_clearing(host)
    assert paste(host, paster) == "nothing to paste", paster.said()


@case("WL-01")
def copies_are_pasted_while_they_are_replaced(host):
    see_copies_while_they_are_read(host)


@case("WL-01", "WL-02")
def primary_selections_of_one_application_are_all_pasted(host):
    see_copies_of_one(host, PRIMARY="1")


@case("WL-01", "WL-02")
def primary_selections_that_destroy_the_previous_source_are_all_pasted(host):
    see_copies_of_one(host, PRIMARY="1", FREES="1")


@case("WL-01", "WL-02")
def primary_selections_of_two_applications_are_all_pasted(host):
    see_copies_in_turn(host, PRIMARY="1")


@case("WL-01", "WL-02")
def nothing_is_pasted_after_the_primary_selection_was_cleared(host):
    paster = see_copies_after_clearing(host, PRIMARY="1")
    assert paste(host, paster) == "nothing to paste", paster.said()


@case("WL-01", "WL-02")
def primary_selections_are_pasted_while_they_are_replaced(host):
    see_copies_while_they_are_read(host, PRIMARY="1")


def see_offers_end(host, **which):
    """Checks that a client without the keyboard focus reads nothing by an old offer, neither the old content nor a
    later one.
    """
    peeker = host.open("peeker", host.TARGET, **colour("COLOUR", GREY), **which)
    owner = host.open("owner", host.SOURCE, **which)

    def peek():
        return ask(peeker, "peeked").split()[1:]

    wait_for("the newest window's keyboard", lambda: has_keyboard(owner))
    host.press(LETTER)
    owner.expect("copied")
    click(host, peeker)
    peeker.expect("kept an offer")
    assert peek() == ["owner-1"], peeker.said()
    click(host, owner)
    wait_for("the keyboard away", lambda: not has_keyboard(peeker))
    assert peek() == [], "it reads the clipboard without the keyboard"
    # Nor later content.
    host.press(LETTER)
    owner.expect("copied", 2)
    assert peek() == [], "it reads by an old offer what came later"
    # With the focus the client gets new offers; the old one has ended.
    click(host, peeker)
    assert peek() == [], "an old offer comes to life again"


@case("WL-01")
def offer_of_the_clipboard_ends_with_the_keyboard(host):
    see_offers_end(host)


@case("WL-01", "WL-02")
def offer_of_the_primary_selection_ends_with_the_keyboard(host):
    see_offers_end(host, PRIMARY="1")
