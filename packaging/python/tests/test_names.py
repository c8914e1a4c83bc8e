# SPDX-License-Identifier: MIT
"""Accessible names in applications of GTK 4 and Qt 6: places, menus, texts, dialogs, and several objects."""

import re

import pytest
from conftest import APPS, PYTHON

from dray_run import NotSo, Refused

pytestmark = pytest.mark.desktop(accessibility=True)


@pytest.fixture(params=["gtk", "qt"])
def toolkit(request):
    return request.param


@pytest.fixture
def program(desktop, toolkit):
    file = {"gtk": "gtk_album.py", "qt": "qt_editor.py"}[toolkit]
    program = desktop.start([PYTHON, APPS / file], name="program")
    program.window().move_to(40, 60).expect_seen("Forget")
    return program


def test_objects_are_found_by_their_names(desktop, program):
    window = program.window()
    forest = window.expect_seen("Forest")
    assert forest.width > 0 and forest in window.objects()
    window.expect_text("nothing yet")
    desktop.click(window.named("Forget", role="push button"))
    window.expect_unseen("Forget")
    with pytest.raises(NotSo, match="(?s)“Frest” was not found in #1 “.*”, did you mean `Forest`.*windows:"):
        window.expect_seen("Frest", within=0.5)
    with pytest.raises(NotSo, match="(?s)did not show /yet .a-z./ within .*“nothing yet”"):
        window.expect_text(re.compile("yet [a-z]"), within=0.5)
    with pytest.raises(Refused, match="“Nowhere” was not found in #1 “"):
        desktop.click(window.named("Nowhere"))
    with pytest.raises(Refused, match="there is no role `buttn`"):
        desktop.click(window.named("Forest", role="buttn"))


def test_a_double_click_opens(desktop, program):
    desktop.double_click(program.window().named("Harbour"))
    program.expect_output("opened Harbour")
    program.window().expect_text("opened Harbour")


def test_several_objects_are_selected(desktop, program):
    window = program.window()
    desktop.select(window.named("Sunrise"), window.named("Harbour"))
    program.expect_output("selected Sunrise, Harbour")
    desktop.select_range(window.named("Sunrise"), window.named("Harbour"))
    program.expect_output("selected Sunrise, Forest, Harbour")
    assert desktop.state["modifiers"] == []
    with pytest.raises(Refused, match="“Nothing” was not found"):
        desktop.select(window.named("Sunrise"), window.named("Nothing"))
    assert desktop.state["modifiers"] == [], "the modifier is released"


def test_a_new_dialog_is_found(desktop, program, toolkit):
    window = program.window()
    if toolkit == "gtk":
        desktop.click(window.named("Ask"))
    else:
        window.menu("Tools", "Ask")
    dialog = program.new_window()
    assert dialog.number != window.number
    dialog.expect_still()
    desktop.click(dialog.named("Yes"))
    dialog.expect_gone()
    window.expect_text("agreed")
    with pytest.raises(NotSo, match="(?s)no new window of program with the title “Never” appeared within"):
        program.new_window("Never", within=0.3)


def test_an_item_of_a_combo_box_is_chosen(desktop, program, toolkit):
    window = program.window()
    desktop.menu("Large", button=window.named("Small"))
    program.expect_output("size 1" if toolkit == "gtk" else "size Large")


def test_a_window_is_compared_with_a_picture(desktop, tmp_path, program):
    window = program.window()
    window.expect_still()
    desktop.move((1200, 700))
    right = window.picture(tmp_path / "right.png")
    window.expect_picture(right)
    desktop.click(window.named("Forget"))
    window.expect_unseen("Forget")
    with pytest.raises(NotSo, match="it does not look like .*right.png: .* pixels differ"):
        window.expect_picture(right, within=0.3)
    assert (desktop.folder / "right-seen.png").is_file() and (desktop.folder / "right-difference.png").is_file()
    desktop.update_pictures = True
    window.expect_picture(right)
    desktop.update_pictures = False
    window.expect_picture(right)


@pytest.mark.parametrize("toolkit", ["qt"])
def test_an_item_of_a_submenu_is_chosen(desktop, program):
    program.window().menu("Tools", "More", "Shout")
    program.expect_output("SHOUTED")
    with pytest.raises(Refused, match="“Whisper” was not found in the menu of #1 “Editor”"):
        program.window().menu("Tools", "Whisper")


def test_several_items_are_dragged_from_one_toolkit_to_another(desktop):
    album = desktop.start([PYTHON, APPS / "gtk_album.py"], name="album").window("Album").move_to(40, 60)
    editor = desktop.start([PYTHON, APPS / "qt_editor.py"], name="editor").window("Editor").move_to(640, 60)
    drag = desktop.drag([album.named("Sunrise"), album.named("Harbour")], editor.named("nothing yet"))
    drag.expect(result="finished", action="copy", text="Sunrise, Harbour")
    assert drag.early_reads == 0
    editor.expect_text("got Sunrise, Harbour")
    desktop.expect_announced("Editor")


@pytest.mark.desktop(portal=True, theme="dark")
def test_a_file_is_chosen_in_the_portal(desktop, program):
    (desktop.home / "letter.txt").write_text("Hello")
    desktop.click(program.window().named("Open"))
    chooser = desktop.new_window(program="portal")
    chooser.expect_still()
    desktop.type("/")
    chooser.expect_still()
    desktop.key("ctrl+a")
    desktop.type(str(desktop.home / "letter.txt"))
    chooser.expect_still()
    desktop.key("Return")
    chooser.expect_gone()
    program.expect_output("chose letter.txt")


@pytest.mark.desktop(accessibility=False)
def test_names_need_accessibility(desktop, notes):
    with pytest.raises(Refused, match="only available with `accessibility=True`"):
        desktop.click(notes.window().named("Rename"))
