# SPDX-License-Identifier: MIT
"""Invalid arguments raise Python errors at the call, before a command is sent."""

import re
import signal
from pathlib import Path

import pytest
from conftest import APPS, PYTHON

from dray_run import Desktop, NotSo


@pytest.mark.parametrize(
    "options, error, words",
    [
        (
            {"size": "800x600"},
            TypeError,
            r"size has to be a pair \(width, height\), such as \(800, 600\), not '800x600'",
        ),
        ({"size": (800, 0)}, ValueError, "the height of size has to be 1 to 16384, not 0"),
        ({"scale": 7}, ValueError, "scale has to be 1 to 4, not 7"),
        ({"scale": "2"}, TypeError, "scale has to be a number, not '2'"),
        ({"policy": "human-interfce"}, ValueError, "policy has to be .*; did you mean 'human-interface'"),
        ({"policy": None}, TypeError, "policy has to be 'human-interface' or 'wayland', not None"),
        ({"theme": "black"}, ValueError, "theme has to be 'light' or 'dark', not 'black'"),
        ({"accessibility": "yes"}, TypeError, "accessibility has to be True or False, not 'yes'"),
        ({"settings": {"redcue-motion": True}}, ValueError, "settings: .*redcue-motion.*reduce-motion"),
        ({"outputs": [{"nam": "left"}]}, ValueError, "outputs: .*unknown key `nam`, did you mean `name`"),
        ({"session": {"bus": "two"}}, ValueError, "session: .*`two`"),
    ],
)
def test_arguments_of_a_desktop(tmp_path, options, error, words):
    with pytest.raises(error, match=words) as caught:
        Desktop(folder=tmp_path, **options)
    assert "--" not in str(caught.value) and "dray serve" not in str(caught.value)


def test_arguments_of_places(desktop, notes):
    window = notes.window()
    for act, error, words in [
        (lambda: window.at("middle"), ValueError, "a place on a window has to be 'center', .*, not 'middle'"),
        (lambda: window.at("30%"), TypeError, "a corner such as 'center', or x and y; there is only x, '30%'"),
        (lambda: window.at(5), TypeError, "there is only x, 5"),
        (lambda: window.at("30", 5), ValueError, "x has to be a number of logical pixels or a share such as \"30%\""),
        (lambda: window.named("Photo", at="midle"), ValueError, "at has to be 'center', "),
        (lambda: window.named(re.compile("P")), TypeError, "the name has to be a str"),
        (lambda: window.named("Photo", number=0), ValueError, "number has to be 1 to 10000, not 0"),
        (lambda: desktop.click("Save"), TypeError, "a place is a window, .* not 'Save'"),
        (lambda: desktop.click(notes), TypeError, "not program notes .*; its window\\(\\) is one"),
        (lambda: desktop.click((1, 2, 3)), TypeError, "a pair \\(x, y\\) on the screen, not \\(1, 2, 3\\)"),
        (lambda: desktop.move(("30%", "20%")), TypeError, "a pair of numbers .*; shares are of a window"),
        (lambda: desktop.move(window, via=(20, 20)), TypeError, "via has to be a list of places"),
        (lambda: window.move_to("left", 3), TypeError, "x has to be a number, not 'left'"),
        (lambda: window.resize(100.5, 100), TypeError, "width has to be an int, not 100.5"),
    ]:
        with pytest.raises(error, match=words):
            act()


def test_arguments_of_input(desktop, notes):
    window = notes.window()
    for act, error, words in [
        (
            lambda: desktop.drag(window, (9, 9), duration="500ms"),
            TypeError,
            "duration .* seconds, not '500ms' .*: 0.5 is",
        ),
        (lambda: desktop.drag(window, (9, 9), duration=5000), ValueError, "0 to 3600 seconds, not 5000; 5000 ms are 5"),
        (lambda: desktop.drag([], (9, 9)), ValueError, "there is nothing to drag"),
        (lambda: desktop.drag(window, (9, 9), easing="ease"), ValueError, "easing has to be 'linear'"),
        (lambda: desktop.drag(window, (9, 9), button="rigt"), ValueError, "not 'rigt'; did you mean 'right'"),
        (lambda: desktop.click(window, count=0), ValueError, "count has to be 1 to 10"),
        (lambda: desktop.key("ctrl-c"), ValueError, "modifiers stand before a plus sign: 'ctrl\\+c'"),
        (lambda: desktop.key("Control-Shift"), ValueError, "'ctrl\\+Shift'"),
        (lambda: desktop.key("crtl+c"), ValueError, "not 'crtl'; did you mean 'ctrl'"),
        (lambda: desktop.key("Hello World"), ValueError, "type\\(\\) types a text"),
        (lambda: desktop.key(5), TypeError, "the key has to be a str, not 5"),
        (lambda: desktop.type(5), TypeError, "the text has to be a str, not 5 \\(int\\); str\\(\\) makes one of it"),
        (lambda: desktop.holding("control").__enter__(), ValueError, "a modifier has to be 'shift', 'ctrl'"),
        (lambda: desktop.wait("1s"), TypeError, "the time has to be a number of seconds, not '1s' .*: 1 is 1s"),
        (lambda: desktop.unplug("mouse"), ValueError, "the device has to be 'pointer', 'keyboard'"),
        (lambda: desktop.touch_down(window, 99), ValueError, "finger has to be 0 to 31, not 99"),
        (lambda: desktop.pen_press(2), ValueError, "pressure has to be 0 to 1, not 2"),
        (lambda: desktop.menu("Red", context=window, button=window), TypeError, "either context= or button="),
        (lambda: window.menu(), TypeError, "takes the names of what is chosen"),
        (lambda: desktop.start("my-notes --empty"), TypeError, "a list of words, .*shlex.split"),
        (lambda: desktop.start([]), ValueError, "the command is empty"),
        (lambda: desktop.start(["sh", 5]), TypeError, "and 5 is int"),
        (lambda: desktop.start(["sh"], environment={"A": 1}), TypeError, "the variable 'A' has to be a str, not 1"),
        (
            lambda: desktop.start(["sh"], directory="/nowhere"),
            NotADirectoryError,
            "no folder '/nowhere' to start sh in",
        ),
    ]:
        with pytest.raises(error, match=words):
            act()
    # No command was sent.
    assert desktop.state["drag"]["number"] == 0 and notes.output == ""


def test_arguments_of_expectations(desktop, notes, board):
    drag = desktop.drag(notes.window().at("50%", "30%"), board.window())
    window = notes.window()
    for act, error, words in [
        (lambda: drag.expect(read=re.compile("text")), TypeError, "read, a MIME type, has to be a str, not re.compile"),
        (
            lambda: drag.expect(read="Buy milk"),
            ValueError,
            "such as 'text/plain', not 'Buy milk'; text= is what was read",
        ),
        (lambda: drag.expect(result="finshed"), ValueError, "result has to be .*; did you mean 'finished'"),
        (lambda: drag.expect(action="cpoy"), ValueError, "action has to be 'copy'"),
        (
            lambda: drag.expect(payload="Buy milk"),
            TypeError,
            "payload has to be bytes or a Path, .*; text= is for a str",
        ),
        (lambda: drag.expect(text=b"Buy milk"), TypeError, "text has to be a str or a re.Pattern"),
        (lambda: drag.payload(5), TypeError, "type has to be a str"),
        (lambda: desktop.expect_held(target="Board"), TypeError, "target has to be a window, or None for none"),
        (lambda: desktop.expect_held(badge="pluss"), ValueError, "badge has to be 'none', 'plus' or 'not-allowed'"),
        (
            lambda: desktop.expect_file("/etc/passwd"),
            ValueError,
            "in the programs' home, .*not '/etc/passwd'; wait_until",
        ),
        (lambda: desktop.expect_file("../other"), ValueError, "in the programs' home"),
        (lambda: desktop.expect_no_file(5), TypeError, "the path has to be a str or a Path, not 5"),
        (lambda: desktop.expect_file("board.txt", 5), TypeError, "content has to be a str or a re.Pattern, not 5"),
        (lambda: desktop.expect_picture("seen.jpg"), ValueError, "a picture is a PNG"),
        (
            lambda: desktop.expect_picture("a.png", tolerance="5%"),
            TypeError,
            "a share of pixels, 0 to 1, .*; 5 % are 0.05",
        ),
        (
            lambda: desktop.expect_picture("a.png", tolerance=5),
            ValueError,
            "tolerance, a share of pixels, has to be 0 to 1",
        ),
        (lambda: desktop.expect_picture("a.png", channel=0.5), TypeError, "channel has to be an int"),
        (lambda: desktop.expect_picture("a.png", of=notes), TypeError, "of has to be a window, 'drag-image' or"),
        (lambda: window.expect_text(re.compile("x", re.I)), ValueError, "flags are not known"),
        (lambda: window.expect_title(5), TypeError, "the text has to be a str or a re.Pattern, not 5"),
        (lambda: desktop.window(5), TypeError, "title has to be a str or a re.Pattern"),
        (lambda: desktop.window(program=5), TypeError, "program has to be a program or its name"),
        (lambda: notes.expect_output("x", stream="out"), ValueError, "stream has to be 'stdout' or 'stderr'"),
        (lambda: notes.expect_output("x", within="5s"), TypeError, "within has to be a number of seconds"),
        (lambda: notes.expect_exit("0"), TypeError, "status has to be an int"),
        (lambda: notes.expect_event("drop"), ValueError, "'interface.event', such as 'wl_data_device.drop'"),
        (lambda: desktop.wait_until(True), TypeError, "wait_until\\(\\) takes a function"),
    ]:
        with pytest.raises(error, match=words):
            act()
    # An absolute path in the home is the same as the relative one.
    assert desktop.expect_file(desktop.home / "board.txt", "Buy milk") == desktop.expect_file(Path("board.txt"))


def test_a_missing_picture_is_reported_with_the_screenshot(desktop, notes):
    notes.window()
    with pytest.raises(NotSo, match="there is no picture .*never.png to compare with. What is seen .*never-seen.png"):
        desktop.expect_picture("never.png")
    assert (desktop.folder / "never-seen.png").read_bytes()[:4] == b"\x89PNG"


def test_expect_event_waits_for_each_event_once(desktop, notes, board):
    desktop.drag(notes.window().at("50%", "30%"), board.window())
    board.expect_event("wl_data_device.drop")
    with pytest.raises(NotSo, match=r"(?s)board was not sent wl_data_device.drop within 0.2 .*; the last event was "):
        board.expect_event("wl_data_device.drop", within=0.2)
    desktop.drag(notes.window().at("50%", "30%"), board.window())
    board.expect_event("wl_data_device.drop")
    with pytest.raises(NotSo, match="has no event `dropp`, did you mean `drop`"):
        board.expect_event("wl_data_device.dropp", within=0.2)


def test_a_cancelled_drag_has_a_reason(desktop, notes, board):
    start = notes.window().at("50%", "30%")
    drag = desktop.drag(start, (320, 650))
    assert drag.reason == "it was dropped where nothing accepts the content"
    with pytest.raises(NotSo, match="result cancelled .it was dropped where nothing accepts"):
        drag.expect(result="finished", within=0.2)
    with pytest.raises(NotSo, match="(?s)nothing was read in the last drag.*it was dropped where"):
        drag.expect(text="Buy milk", within=0.2)
    assert desktop.drag(start, board.window()).reason is None
    desktop.hold_over(start, board.window())
    desktop.key("Escape")
    desktop.wait_until(lambda: desktop.state["drag"].get("reason") == "Escape was pressed", "Escape is the reason")
    desktop.release()
    closed = desktop.start([PYTHON, APPS / "qt_board.py", "Closed", "--closed"])
    closed.window("Closed").move_to(640, 400)
    assert "the window “Closed” rejected it" in (desktop.drag(start, closed.window()).reason or "")


@pytest.mark.parametrize("workers", [[], ["-n", "2"]])
def test_ctrl_c_reports_only_the_interrupted_test(pytester, workers):
    """^C reaches all processes of the terminal. The output must name only the interrupted test."""
    if workers:
        pytest.importorskip("xdist")
    pytester.makepyfile(
        f"""
        import pathlib, time

        def test_long(desktop):
            program = desktop.start([{PYTHON!r}, {str(APPS / "gtk_notes.py")!r}], name="notes")
            program.window("Notes")
            pathlib.Path("up").write_text(str(desktop._server.pid))
            desktop.wait_until(lambda: False, "never", within=600)
        """
    )
    import os
    import subprocess
    import sys
    import time

    process = subprocess.Popen(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *workers],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=pytester.path,
        start_new_session=True,
        # A background process of a shell ignores SIGINT.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    deadline = time.monotonic() + 60
    mark = pytester.path / "up"
    while not (mark.exists() and mark.read_text()):
        assert time.monotonic() < deadline and process.poll() is None, process.communicate()[0]
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGINT)
    text = process.communicate(timeout=60)[0]
    assert process.returncode == 2, text
    assert "KeyboardInterrupt" in text
    for ours in ("Traceback", "DrayError", "has disconnected", "ERROR", "Crash"):
        assert ours not in text, text
    assert not os.path.exists(f"/proc/{mark.read_text()}"), "the compositor has exited"
