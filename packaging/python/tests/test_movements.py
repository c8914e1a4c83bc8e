# SPDX-License-Identifier: MIT
"""Paths of the pointer, drags in progress, screens that are plugged and unplugged, and options of a desktop."""

import re

import pytest
from conftest import APPS, PYTHON

from dray_run import Crash, NotSo, Refused


@pytest.fixture
def shelf(desktop):
    """A second board, under the first."""
    program = desktop.start([PYTHON, APPS / "qt_board.py", "Shelf"], name="shelf")
    program.window("Shelf").move_to(640, 400)
    return program


def test_a_drag_passes_the_places_in_via(desktop, notes, board, shelf):
    start = notes.window().at("50%", "30%")
    desktop.drag(start, board.window()).expect(result="finished")
    assert "entered" not in shelf.output, "the direct path does not touch the shelf"
    drag = desktop.drag(start, board.window(), via=[shelf.window(), (320, 600)], duration=0.8, easing="linear")
    drag.expect(result="finished", text="Buy milk")
    assert shelf.output == "entered\nleft\n"
    board.expect_output("got Buy milk")


def test_a_drag_with_an_unknown_word_is_rejected(desktop, notes, board):
    with pytest.raises(Refused, match="unknown easing `ease`"):
        desktop.command("drag", "#1", "#2", "easing=ease")
    with pytest.raises(Refused, match="unknown button `rigt`, did you mean `right`"):
        desktop.command("drag", "#1", "#2", "button=rigt")
    with pytest.raises(Refused, match="the destination is missing"):
        desktop.command("drag", "#1", "via", "#2")


def test_a_window_alone_stands_for_its_centre(desktop, notes, board):
    with pytest.raises(Refused, match="no drag began: the window “Board”"):
        desktop.command("drag", "Board", "Notes")
    with pytest.raises(Refused, match="unknown place on a window `botom`, did you mean `bottom`"):
        desktop.command("move", "Board", "botom")


def test_a_click_after_other_presses_is_no_double_click(desktop, notes):
    window = notes.window().at("50%", "79%")
    desktop.select(window)
    desktop.click(window)
    # A double click would have selected the word.
    desktop.type("one two")
    desktop.select(window)
    desktop.click(window)
    desktop.type(" three\n")
    notes.expect_output(re.compile("^typed: .*three.*$", re.MULTILINE))
    assert "one" in notes.output and "two" in notes.output


def test_expect_held_waits_for_the_state(desktop, notes, board):
    desktop.hold_over(notes.window().at("50%", "30%"), board.window(), via=[(320, 600)])
    desktop.expect_held(target=board.window(), action="copy", badge="plus", cursor="grabbing")
    image = desktop.picture(desktop.folder / "image.png", of="drag-image").read_bytes()
    assert 0 < int.from_bytes(image[16:20], "big") < 400
    with pytest.raises(NotSo, match="with action 'move'(?s:.*)the drag is under-way, target #2, action 'copy'"):
        desktop.expect_held(action="move", within=0.2)
    desktop.move((320, 600))
    desktop.expect_held(target=None, action="none")
    desktop.release()
    with pytest.raises(NotSo, match="a drag is under way(?s:.*)the drag is cancelled"):
        desktop.expect_held(within=0.2)


def test_fingers_move_together(desktop, notes):
    window = notes.window()
    desktop.touch_down(window.at("30%", "30%"))
    desktop.touch_down(window.at("70%", "30%"), finger=1)
    desktop.touch_move_together({0: (200, 500), 1: (500, 500)}, duration=0.1)
    desktop.touch_up()
    desktop.touch_up(1)
    with pytest.raises(Refused, match="finger 1 is not down"):
        desktop.touch_move_together({1: window})
    with pytest.raises(Refused, match="finger 0 can only move to one place"):
        desktop.command("touch-move-together", "0", "10", "10", "0", "20", "20")


def test_key_down_holds_a_key(desktop, notes):
    desktop.click(notes.window().at("50%", "79%"))
    desktop.key_down("Shift_L")
    desktop.key("a")
    desktop.key_up("Shift_L")
    desktop.key("b")
    desktop.key("Return")
    notes.expect_output("typed: Ab")


def test_a_pen_changes_its_pressure_during_a_movement(desktop, notes):
    desktop.pen_enter(notes.window().at("50%", "30%"))
    with pytest.raises(Refused, match="the pen is not down"):
        desktop.pen_move((200, 200), pressure=0.4)
    desktop.pen_down()
    desktop.pen_move((200, 200), duration=0.1, pressure=0.9)
    desktop.pen_up()


def test_content_at_includes_the_shadow(desktop, notes):
    window = notes.window()
    desktop.move(window.content_at(0, 0))
    # GTK draws a shadow around its windows.
    corner = desktop.state["pointer"]
    assert corner["x"] < window.position[0] and corner["y"] < window.position[1]
    desktop.move(window.at(0, 0))
    assert (desktop.state["pointer"]["x"], desktop.state["pointer"]["y"]) == window.position


def test_the_read_content_is_compared(desktop, notes, board, tmp_path):
    drag = desktop.drag(notes.window().at("50%", "30%"), board.window())
    (tmp_path / "right").write_text("Buy milk")
    drag.expect(text=re.compile("^Buy"), payload=b"Buy milk", early_reads=False)
    drag.expect(payload=tmp_path / "right", type=drag.types[-1])
    desktop.expect_file("board.txt", re.compile("m.lk$"))
    desktop.expect_file("board.txt", tmp_path / "right")
    with pytest.raises(NotSo, match="has /^Sell/ in it, but the target has read 'Buy milk'".replace("^", r"\^")):
        drag.expect(text=re.compile("^Sell"))
    with pytest.raises(NotSo, match="carries 2 bytes, but the target has read 8 other bytes"):
        drag.expect(payload=b"no")
    with pytest.raises(NotSo, match="board.txt is a file"):
        desktop.expect_folder("board.txt", within=0.1)


def test_standard_error_is_recorded(desktop):
    program = desktop.start(["sh", "-c", "echo careful >&2; sleep 60"])
    program.expect_output("careful", stream="stderr")
    with pytest.raises(NotSo, match="sh has written “careful”"):
        program.expect_output("careful", within=0.1)


SCREENS = [{"name": "left", "size": "800x600"}, {"name": "right", "size": "800x600", "scale": 2}]


@pytest.mark.desktop(outputs=SCREENS)
def test_screens_are_unplugged_and_plugged(desktop, board, tmp_path):
    window = board.window().move_to(1000, 80)
    desktop.wait_until(lambda: window.position == (1000, 80), "it is on the right screen")
    picture = desktop.picture(tmp_path / "right.png", of="right").read_bytes()
    assert int.from_bytes(picture[16:20], "big") == 1600
    desktop.unplug(output="right")
    desktop.wait_until(lambda: window.position[0] < 800, "it has moved to the left screen")
    with pytest.raises(Refused, match="the output right is already unplugged"):
        desktop.unplug(output="right")
    with pytest.raises(Refused, match="the output left is the last one"):
        desktop.unplug(output="left")
    desktop.plug(output="right")
    with pytest.raises(Refused, match="there is no output “rihgt”, did you mean `right`"):
        desktop.plug(output="rihgt")
    desktop.picture(tmp_path / "again.png", of="right")


@pytest.mark.desktop(settings={"theme": "dark"}, session={"portal": True})
def test_settings_and_session_have_the_keys_of_scenarios(desktop):
    desktop.expect_file(".config/glib-2.0/settings/keyfile", re.compile("color-scheme='prefer-dark'"))


@pytest.mark.parametrize(
    ("option", "reason"),
    [
        ("settings={'theem': 'dark'}", "ValueError: settings: unknown key `theem`, did you mean `theme`"),
        ("session={'services': ['org.missing']}", "ValueError: session: there is no service `org.missing`"),
        ("outputs=[{'size': 'big'}]", "ValueError: outputs: "),
        ("outputs=[]", "ValueError: outputs: expected a list of at least one"),
    ],
)
def test_invalid_settings_are_reported(pytester, option, reason):
    pytester.makepyfile(f"import pytest\n@pytest.mark.desktop({option})\ndef test_it(desktop): pass\n")
    result = pytester.runpytest_subprocess()
    result.stdout.fnmatch_lines([f"*{reason}*".replace("[", "?").replace("]", "?")])


def test_a_dialog_is_found_by_a_pattern(desktop, board):
    shelf = desktop.start([PYTHON, APPS / "qt_board.py", "Shelf 2"], name="shelf")
    assert shelf.new_window(re.compile("^Sh.lf [0-9]$")).title == "Shelf 2"
    with pytest.raises(NotSo, match="no new window of shelf with the title /^Never/ appeared".replace("^", r"\^")):
        shelf.new_window(re.compile("^Never"), within=0.1)


def test_a_crash_during_a_drag_is_reported(desktop, notes):
    dying = desktop.start(["sh", "-c", "sleep 0.3; exit 4"], name="dying")
    with pytest.raises(Crash, match="dying ended with status 4"):
        desktop.expect_held(within=5)
    assert not dying.is_running


@pytest.mark.desktop(accessibility=True)
def test_a_drag_inside_one_window(desktop):
    editor = desktop.start([PYTHON, APPS / "qt_editor.py", "--drags"], name="editor")
    window = editor.window().move_to(40, 60)
    drag = desktop.drag(window.named("Forest"), window.named("nothing yet"))
    # Qt does not finish a drop in its own window, and drag() does not wait for it.
    assert drag.is_dropped and drag.result == "under-way"
    with pytest.raises(NotSo, match="result under-way .it was dropped, and the target has not said that it is done"):
        drag.expect(result="finished", within=0.1)
    window.expect_text("got")
    # The highlighted object and the accepting window differ here.
    desktop.hold_over(window.named("Forest"), window.named("Small"))
    desktop.expect_held(target=window, action="move")
    desktop.key("Escape")
    desktop.release()
