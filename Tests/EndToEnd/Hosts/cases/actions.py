# SPDX-License-Identifier: MIT
"""The action of a drop, its types, and the time of its reads."""

from pathlib import Path
from urllib.parse import unquote

from cases.case import case
from cases.seen import image, see_badge, see_nothing
from cases.steps import CONTROL, SHIFT, drag, drop, go_to, open_pair, pick_up
from hosts import wait_for
from screen import GREEN, VIOLET


@case("HIG-01")
def drop_on_another_application_copies(host):
    source, target = open_pair(host, source_ACTIONS="3")
    drag(host, source, target)
    # The source actions do not even include a move.
    assert target.has_said("offered actions 1") and not target.has_said("offered actions 3"), target.said()
    drop(host)
    target.expect("received dragged")
    source.expect("finished")
    assert not source.has_said("action move"), source.said()


@case("HIG-01", "HIG-03")
def shift_moves_nothing_between_applications(host):
    source, target = open_pair(host, source_ACTIONS="3")
    pick_up(host, source)
    host.key(SHIFT, 1)
    go_to(host, source, target)
    drop(host)
    target.expect("received dragged")
    source.expect("finished")
    assert not source.has_said("action move"), source.said()
    host.key(SHIFT, 0)


@case("HIG-03", "HIG-04", "HIG-13")
def control_and_shift_have_the_target_ask(host):
    source, target = open_pair(host, source_ACTIONS="5", target_ASKS="1")
    drag(host, source, target)
    host.key(CONTROL, 1)
    host.key(SHIFT, 1)
    see_badge(host, VIOLET, target.middle)
    host.key(SHIFT, 0)
    see_badge(host, GREEN, target.middle)
    host.key(CONTROL, 0)
    drop(host)
    target.expect("received dragged")


@case("HIG-02", "HIG-03", "HIG-04")
def control_copies_inside_a_window(host):
    both = host.open("both", host.SOURCE, ACTIONS="3")
    pick_up(host, both)
    both.expect("action move")
    host.key(CONTROL, 1)
    # At once, without a motion.
    both.expect("action copy")
    times = both.said().count("action move") + 1
    host.key(CONTROL, 0)
    both.expect("action move", times)
    drop(host)
    both.expect("finished")
    see_nothing(host)


@case("HIG-02")
def drop_inside_a_window_moves(host):
    both = host.open("both", host.SOURCE, ACTIONS="3")
    pick_up(host, both)
    both.expect("action move")
    drop(host)
    both.expect("finished")
    assert [line for line in both.said() if line.startswith("action ")][-1] == "action move", both.said()


@case("HIG-02")
def containers_inside_a_window_are_known(host):
    both = host.open("both", host.SOURCE, ACTIONS="3", HALVES="1", CHOOSES="0")
    x, y = both.middle
    pick_up(host, both, (x - 60, y))
    both.expect("action move")
    host.move(x + 50, y)
    both.expect("action copy")
    see_badge(host, GREEN, (x + 50, y))
    times = both.said().count("action move") + 1
    host.move(x - 50, y)
    both.expect("action move", times)
    drop(host)
    both.expect("finished")


@case("HIG-21")
def types_keep_their_order(host):
    types = ["text/html", "application/x-own", "text/plain", "image/png", "STRING"]
    source, target = open_pair(host, source_TYPES=" ".join(types))
    drag(host, source, target)
    offered = [line.removeprefix("type ") for line in target.said() if line.startswith("type ")]
    assert offered == types, offered
    drop(host)
    target.expect("received dragged")


@case("HIG-22")
def reads_before_an_answer_are_reported(host):
    source, target = open_pair(host, target_EARLY="1")
    drag(host, source, target)
    target.expect("early dragged")
    wait_for("the host's report of an early read", lambda: host.early_reads() == 1)
    host.move(*host.DESKTOP)
    go_to(host, source, target)
    wait_for("the host's report of a second early read", lambda: host.early_reads() == 2)
    drop(host)
    # A read after the drop is not early.
    target.expect("received dragged")
    source.expect("finished")


@case("HIG-23", keeps=True)
def content_arrives_though_its_source_quits(host):
    source, target = open_pair(host, target_LATE="1")
    drag(host, source, target)
    drop(host)
    target.expect("drop")
    source.expect("dropped")
    # Not requested by the target, which does not read before it gets a signal.
    source.expect("gave it")
    source.quit()
    target.go_on()
    target.expect("received dragged")


@case("HIG-24", "HIG-11")
def slow_transfer_is_shown(host):
    source, target = open_pair(host, source_SLOW="1")
    drag(host, source, target)
    drop(host)
    source.expect("asked for text/plain")
    x, y = target.middle

    def ring():
        area = x - 40, y - 40, x + 40, y + 40
        return host.picture().box(lambda red, green, blue: blue > 150 and red < 80 and green < 130, area, step=1)
    # The image ends with the drop; a small highlight ring stays in its place.
    wait_for("the ring", ring)
    assert image(host.picture()) is None, "the image stays"
    source.go_on()
    target.expect("received dragged")
    source.expect("finished")
    wait_for("the end of the ring", lambda: ring() is None)


@case("HIG-25")
def text_becomes_a_file_where_files_are_accepted(host):
    source, target = open_pair(host, target_WANTS="text/uri-list")
    drag(host, source, target)
    drop(host)

    def files():
        return [line.split("file://", 1)[1].strip() for line in target.said() if line.startswith("received file://")]
    path = Path(unquote(wait_for("the file", files)[0]))
    assert path.read_text() == "dragged", path.read_text()
    assert path.stem.endswith(" dragged"), path
