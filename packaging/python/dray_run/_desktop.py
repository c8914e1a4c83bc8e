# SPDX-License-Identifier: MIT
"""A desktop without a screen: its programs, their windows, and the input for them."""

from __future__ import annotations

import collections
import contextlib
import json
import signal
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Literal, Optional, Union

from . import _words
from ._client import Program
from ._drag import Drag
from ._errors import Crash, DrayError, NotSo, Refused
from ._places import Button, Easing, Modifier, Place, Spot, all_words, motion_words, spot_words, time_words
from ._records import Answer, ClientRecord, DragRecord, Event, OutputRecord, StateRecord, WindowRecord
from ._server import Server
from ._text import Text, all_of_words, is_all, is_in, shown, text_words
from ._window import Window
from ._wire import Wire

Policy = Literal["human-interface", "wayland"]
Theme = Literal["light", "dark"]
Device = Literal["pointer", "keyboard", "touch", "pen"]
PenButton = Literal["upper", "lower"]
#: The subject of a picture: a window, the drag image, or one of several screens by its name.
Subject = Union[Window, Literal["drag-image"], str]


class Desktop:
    """A compositor without a screen. Its programs have their own home folder and session bus.

    :param size: the size of its screen, in logical pixels.
    :param scale: the scale of its screen, 1 to 4; may be a fraction such as 1.5.
    :param policy: the policy of drags.
    :param accessibility: whether AT-SPI is enabled, so that objects can be named. Programs start more slowly then.
    :param portal: whether there is a desktop portal, for file choosers and the theme.
    :param xwayland: whether there is an X server, Xwayland. ``display`` is its name.
    :param theme: the theme of badges and, with a portal, of programs; ``light`` if left out.
    :param outputs: several screens instead of ``size`` and ``scale``, as in a scenario:
        ``[{"name": "left", "size": "800x600"}, {"name": "right", "size": "800x600", "scale": 2}]``.
    :param settings: the ``settings`` of a scenario, such as ``{"reduce-motion": True}``.
    :param session: the ``session`` of a scenario, such as ``{"services": "all"}``.
    :param folder: the folder for the home and the logs. If left out, a temporary folder that ``close`` removes.
    """

    #: The number of lines of output that are kept for each program.
    LINES = 10_000
    #: The number of messages to and from the compositor that are kept for reports.
    TALK = 5_000

    def __init__(
        self,
        size: tuple[int, int] = (1280, 720),
        *,
        scale: float = 1,
        policy: Policy = "human-interface",
        accessibility: bool = False,
        portal: bool = False,
        xwayland: bool = False,
        theme: Optional[Theme] = None,
        outputs: Optional[Sequence[Mapping[str, object]]] = None,
        settings: Optional[Mapping[str, object]] = None,
        session: Optional[Mapping[str, object]] = None,
        folder: Union[str, Path, None] = None,
    ) -> None:
        _words.size("size", size)
        _words.number("scale", scale, 1, 4)
        _words.choice("policy", policy, _words.POLICIES)
        _words.optional_choice("theme", theme, _words.THEMES)
        for name, value in (("accessibility", accessibility), ("portal", portal), ("xwayland", xwayland)):
            if not isinstance(value, bool):
                raise TypeError(f"{name} has to be True or False, not {value!r}")
        self._temporary = tempfile.TemporaryDirectory(prefix="dray-") if folder is None else None
        self.folder = Path(self._temporary.name if self._temporary else folder or ".").absolute()
        self.folder.mkdir(parents=True, exist_ok=True)
        #: The home folder of the programs.
        self.home = self.folder / "home"
        self.programs: list[Program] = []
        #: The folder of the files for ``expect_picture``. With pytest it is the folder of the test.
        self.pictures = Path.cwd()
        #: Whether ``expect_picture`` overwrites a picture that differs.
        self.update_pictures = False
        #: Whether AT-SPI is enabled.
        self.accessibility = accessibility or bool((session or {}).get("accessibility"))
        #: The announcements of drags to assistive technology.
        self.announcements: list[str] = []
        self.talk: collections.deque[str] = collections.deque(maxlen=self.TALK)
        self._windows: dict[int, WindowRecord] = {}
        self._objects: dict[int, Window] = {}
        self._clients: dict[str, ClientRecord] = {}
        self._output: dict[str, collections.deque[OutputRecord]] = {}
        self._drag: DragRecord = {}
        self._last_press = 0.0
        self._is_closed = False
        self._server = Server(
            self.home,
            self.folder / "serve.log",
            [
                *("--size", f"{size[0]}x{size[1]}", "--scale", f"{scale:g}", "--policy", policy),
                *(["--theme", theme] if theme else []),
                *(["--accessibility"] if accessibility else []),
                *(["--portal"] if portal else []),
                *(["--xwayland"] if xwayland else []),
                # JSON is YAML.
                *(["--outputs", json.dumps(outputs)] if outputs is not None else []),
                *(["--settings", json.dumps(settings)] if settings is not None else []),
                *(["--session", json.dumps(session)] if session is not None else []),
            ],
        )
        try:
            self._wire = Wire(self._server.socket, self._take, lambda way, line: self.talk.append(f"{way} {line}"))
            self._begin()
        except BaseException:
            self._server.end()
            raise

    def _begin(self) -> None:
        snapshot = self._wire.request("listen")["snapshot"]
        if snapshot["version"] != 1:
            version = snapshot["version"]
            raise DrayError(f"`dray` has version {version} of the control protocol, and this package has version 1")
        #: The variable ``DISPLAY`` of the programs; ``None`` without ``xwayland=True``.
        self.display = snapshot.get("display")
        self._windows = {record["number"]: record for record in snapshot["windows"]}
        self._drag = snapshot["state"]["drag"]

    # Lifetime

    def __enter__(self) -> Desktop:
        return self

    def __exit__(
        self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        try:
            if kind is None:
                self.check()
        finally:
            self.close()

    def close(self) -> None:
        """Ends the desktop and all programs in it. Only the files in its folder stay, unless that is temporary."""
        if self._is_closed:
            return
        self._is_closed = True
        self._wire.close()
        self._server.end()
        if self._temporary:
            self._temporary.cleanup()

    def check(self) -> None:
        """Handles all pending events, and raises an error if a program has exited unexpectedly."""
        self._wire.request("state")
        self._look_for_crashes()

    # Programs and windows

    def start(
        self,
        command: Sequence[Union[str, Path]],
        *,
        name: Optional[str] = None,
        environment: Optional[dict[str, str]] = None,
        directory: Union[str, Path, None] = None,
    ) -> Program:
        """Starts a program. It is ended with the desktop."""
        words = _command_words(command)
        if directory is not None and not Path(directory).is_dir():
            raise NotADirectoryError(f"there is no folder {str(directory)!r} to start {words[0]} in")
        for variable, value in (environment or {}).items():
            _words.text(f"the variable {variable!r}", value)
        more: dict[str, object] = {"directory": str(Path(directory or ".").absolute())}
        if name is not None:
            more["name"] = _words.text("name", name)
        if environment:
            more["environment"] = environment
        record = self._wire.request("start", *words, more=more)["client"]
        self._clients.setdefault(record["name"], record)
        program = Program(self, record, words)
        self.programs.append(program)
        return program

    @property
    def windows(self) -> list[Window]:
        """The mapped windows, the topmost last."""
        return [self._window(record) for record in self._wire.request("windows").get("windows", [])]

    def window(
        self,
        title: Optional[Text] = None,
        *,
        app_id: Optional[str] = None,
        program: Union[Program, str, None] = None,
        within: float = 10.0,
    ) -> Window:
        """Waits for a window with a title, an app id or a program, and returns it.

        :param title: the whole title, or a pattern that matches in it.
        :param program: a program or its name; ``"portal"`` for windows of the portal.
        """
        owner = _owner(program)
        if title is not None:
            _words.text_or_pattern("title", title)

        def found() -> Optional[WindowRecord]:
            for record in self._windows.values():
                if title is not None and not is_all(title, record["title"]):
                    continue
                if app_id is not None and record["app_id"] != app_id:
                    continue
                if owner is not None and record.get("client") != owner:
                    continue
                return record
            return None

        words = [f"titled {text_words(title)}" if title is not None else "", f"of app id {app_id}" if app_id else ""]
        words += [f"of {owner}" if owner else ""]
        what = " ".join(["there is a window", *filter(None, words)])
        self.wait_until(
            lambda: found() is not None,
            what,
            within,
            lambda: program._last_words() if isinstance(program, Program) and not program.windows else "",
        )
        record = found()
        assert record is not None
        return self._window(record)

    def new_window(
        self, title: Optional[Text] = None, *, program: Union[Program, str, None] = None, within: float = 10.0
    ) -> Window:
        """Waits for a window that was mapped since the last input, such as a dialog, and returns it.

        :param title: the whole title, or a pattern that matches in it.
        :param program: a program or its name; ``"portal"`` for windows of the portal.
        """
        owner = _owner(program)
        if title is not None:
            _words.text_or_pattern("title", title)
        words = [f"client={owner}"] if owner else []
        if title is not None:
            text, kind = all_of_words(title)
            words += [f"title={text}", kind]
        return self._window(self._expect("wait-new", *words, within=within)["windows"][0])

    # Input

    @property
    def state(self) -> StateRecord:
        """Pointer, modifiers and the last drag."""
        return self._wire.request("state")["state"]

    def drag(
        self,
        source: Union[Spot, list[Spot]],
        target: Spot,
        *,
        via: Sequence[Spot] = (),
        duration: float = 0.5,
        easing: Optional[Easing] = None,
        button: Button = "left",
    ) -> Drag:
        """Drags from one place to another, and waits for the programs where necessary.

        :param source: a place, or a list of places that are selected; the drag starts at the last one.
        :param via: places that the pointer passes, at a constant speed: ``[window.at("top"), (640, 20)]``.
        :param duration: the time from press to release, in seconds.
        :raises Refused: if no drag began.
        """
        sources = source if isinstance(source, list) else [source]
        if not sources:
            raise ValueError("there is nothing to drag: the list of places is empty")
        _words.choice("button", button, _words.BUTTONS)
        command = "drag" if len(sources) == 1 else "drag-items"
        words = [*all_words(sources), *motion_words(target, via, duration, easing), f"button={button}"]
        record = self._wire.request(command, *words)["drag"]
        self._pressed()
        self._drag = record
        self._look_for_crashes()
        return Drag(self, record, f"from {source!r} to {target!r}")

    def hold_over(
        self, source: Spot, target: Spot, *, via: Sequence[Spot] = (), duration: float = 0.5
    ) -> DragRecord:
        """Drags from one place to another without dropping; ``release`` drops. Returns the state of the drag."""
        self.move(source)
        self.press()
        self.move(target, via=via, duration=duration)
        self.command("settle")
        return self.state["drag"]

    def move(
        self, to: Spot, *, via: Sequence[Spot] = (), duration: float = 0.0, easing: Optional[Easing] = None
    ) -> None:
        """Moves the pointer."""
        self.command("move", *motion_words(to, via, duration, easing))

    def press(self, button: Button = "left") -> None:
        self.command("press", _words.choice("button", button, _words.BUTTONS))
        self._pressed()

    def release(self, button: Button = "left") -> None:
        self.command("release", _words.choice("button", button, _words.BUTTONS))

    def click(self, at: Optional[Spot] = None, *, button: Button = "left", count: int = 1) -> None:
        """Clicks. Two calls are never a double click; ``count=2`` is one."""
        _words.choice("button", button, _words.BUTTONS)
        _words.integer("count", count, 1, 10)
        if at is not None:
            self.move(at)
        rest = 0.6 - (time.monotonic() - self._last_press)
        if rest > 0 and self._last_press:
            self.wait(rest)
        self.command("click", button, str(count))
        self._pressed()

    def double_click(self, at: Optional[Spot] = None) -> None:
        self.click(at, count=2)

    def select(self, *places: Spot) -> None:
        """Clicks on the first place, and with Ctrl on each of the others."""
        if not places:
            raise TypeError("select() takes the places of what is selected")
        self.command("select", *all_words(places))
        self._pressed()

    def select_range(self, first: Spot, last: Spot) -> None:
        """Clicks on one place, and with Shift on another: selects rows or a text."""
        self.command("select-to", *all_words([first, last]))
        self._pressed()

    def menu(self, *names: str, context: Optional[Spot] = None, button: Optional[Spot] = None) -> None:
        """Chooses an item of a menu by names. Needs ``accessibility=True``; for a menu bar see ``Window.menu``.

        :param context: the place whose context menu is opened.
        :param button: the button or combo box that opens the menu.
        """
        if (context is None) == (button is None):
            raise TypeError("menu() takes either context= or button=")
        if not names:
            raise TypeError("menu() takes the names of what is chosen: menu('Rename', context=place)")
        for name in names:
            _words.text("a name in a menu", name)
        if context is not None:
            self.command("menu-at", *spot_words(context), *names)
        elif button is not None:
            self.command("menu-of", *spot_words(button), *names)
        self._pressed()

    def scroll(self, x: float = 0, y: float = 0, *, source: Literal["wheel", "finger"] = "wheel") -> None:
        """Turns the wheel, or scrolls with two fingers; positive is right and down."""
        words = [f"{_words.number(name, value, -65536, 65536):g}" for name, value in (("x", x), ("y", y))]
        self.command("scroll", *words, _words.choice("source", source, _words.SOURCES))

    def key(self, name: str) -> None:
        """Presses and releases a key: ``Escape``, ``ctrl+c``."""
        self.command("key", _words.key(name))

    def key_down(self, name: str) -> None:
        """Presses a key without releasing it."""
        self.command("key-down", _words.key(name))

    def key_up(self, name: str) -> None:
        self.command("key-up", _words.key(name))

    def type(self, text: str) -> None:
        """Types a text, with any keyboard layout."""
        self.command("type", _words.text("the text", text))

    @contextlib.contextmanager
    def holding(self, *modifiers: Modifier) -> Iterator[None]:
        """Holds modifiers inside the ``with`` block."""
        if not modifiers:
            raise TypeError("holding() takes modifiers, such as holding('ctrl')")
        for modifier in modifiers:
            _words.choice("a modifier", modifier, _words.MODIFIERS)
        self.command("hold", *modifiers)
        try:
            yield
        finally:
            self.command("let-go", *modifiers)

    def pen_enter(self, at: Spot) -> None:
        """Brings the pen of a tablet into proximity."""
        self.command("pen-enter", *spot_words(at))

    def pen_down(self, pressure: float = 0.5) -> None:
        """Puts the tip of the pen down, with a pressure of 0 to 1."""
        self.command("pen-down", _pressure(pressure))

    def pen_move(
        self,
        to: Spot,
        *,
        via: Sequence[Spot] = (),
        duration: float = 0.0,
        easing: Optional[Easing] = None,
        pressure: Optional[float] = None,
    ) -> None:
        """Moves the pen. Without ``pressure`` the pressure stays the same."""
        words = [] if pressure is None else [_pressure(pressure)]
        self.command("pen-move", *motion_words(to, via, duration, easing), *words)

    def pen_press(self, pressure: float) -> None:
        """Changes the pressure, 0 to 1."""
        self.command("pen-press", _pressure(pressure))

    def pen_hold(self, button: PenButton) -> None:
        self.command("pen-hold", _words.choice("button", button, _words.PEN_BUTTONS))

    def pen_release(self, button: PenButton) -> None:
        self.command("pen-release", _words.choice("button", button, _words.PEN_BUTTONS))

    def pen_up(self) -> None:
        self.command("pen-up")

    def pen_leave(self) -> None:
        self.command("pen-leave")

    def unplug(self, device: Optional[Device] = None, *, output: Optional[str] = None) -> None:
        """Removes a device, whose buttons and keys are released, or a screen, whose windows move to another one."""
        self.command("unplug", *_device_words(device, output))

    def plug(self, device: Optional[Device] = None, *, output: Optional[str] = None) -> None:
        """Adds a device or a screen again, or one of ``outputs`` that is unplugged at first."""
        self.command("plug", *_device_words(device, output))

    def touch_down(self, at: Spot, finger: int = 0) -> None:
        self.command("touch-down", *spot_words(at), _finger(finger))

    def touch_move(
        self,
        to: Spot,
        finger: int = 0,
        *,
        via: Sequence[Spot] = (),
        duration: float = 0.0,
        easing: Optional[Easing] = None,
    ) -> None:
        self.command("touch-move", *motion_words(to, via, duration, easing), _finger(finger))

    def touch_move_together(
        self, ways: Mapping[int, Spot], *, duration: float = 0.0, easing: Optional[Easing] = None
    ) -> None:
        """Moves several fingers at the same time: ``{0: (100, 100), 1: (300, 100)}``."""
        places = [word for finger, spot in ways.items() for word in [_finger(finger), *spot_words(spot)]]
        _words.optional_choice("easing", easing, _words.EASINGS)
        easings = [f"easing={easing}"] if easing else []
        self.command("touch-move-together", *places, *time_words("duration", duration), *easings)

    def touch_up(self, finger: int = 0) -> None:
        self.command("touch-up", _finger(finger))

    def touch_cancel(self) -> None:
        """Cancels all touch points, as palm rejection does."""
        self.command("touch-cancel")

    def touch_drag(
        self, source: Spot, target: Spot, *, via: Sequence[Spot] = (), press: float = 1.0, duration: float = 0.5
    ) -> Drag:
        """Drags by touch: presses for ``press`` seconds, then moves and releases."""
        before = self._drag.get("number", 0)
        self.command("touch-down", *spot_words(source))
        self.command("wait", *time_words("press", press))
        self.touch_move(target, via=via, duration=max(duration, 0.001))
        self.command("settle")
        self.command("touch-up")
        record = self._wire.request("outcome")["drag"]
        if record["number"] == before:
            raise NotSo(f"a long press on {source!r} and a movement to {target!r} began no drag")
        self._drag = record
        self._look_for_crashes()
        return Drag(self, record, f"by finger from {source!r} to {target!r}")

    # Expectations

    def wait(self, seconds: float) -> None:
        """Waits for a time in seconds. An expectation is more reliable, and says what the test waits for."""
        self.command("wait", *(time_words("the time", seconds) or ["0ms"]))

    def picture(self, file: Union[str, Path], of: Optional[Subject] = None) -> Path:
        """Saves a screenshot as PNG: of all screens, a window, ``"drag-image"``, or one of several screens."""
        path = Path(file).absolute()
        path.parent.mkdir(parents=True, exist_ok=True)
        self.command("shot", str(path), *_subject_words(of))
        return path

    def expect_held(
        self,
        *,
        target: Union[Window, None, Literal["any"]] = "any",
        action: Optional[str] = None,
        badge: Union[str, int, None] = None,
        cursor: Optional[str] = None,
        within: float = 5.0,
    ) -> None:
        """Waits until a drag in progress has all of these properties.

        :param target: the window that accepts the content, or ``None`` for none.
        :param action: the current action: ``copy``, ``move``, ``ask`` or ``none``.
        :param badge: ``none``, ``plus``, ``not-allowed``, or the number of items.
        :param cursor: the pointer's shape, such as ``grabbing``.
        """
        if not (target is None or target == "any" or isinstance(target, Window)):
            raise TypeError(f"target has to be a window, or None for none, not {target!r} ({_words.kind(target)})")
        _words.optional_choice("action", action, _words.ACTIONS)
        if badge is not None:
            badge = _badge(badge)
        number = target.number if isinstance(target, Window) else None
        wanted = [
            (target == "any", "target", target),
            (action is None, "action", action),
            (badge is None, "badge", badge),
            (cursor is None, "cursor", cursor),
        ]
        words = ", ".join(f"{name} {value!r}" for is_any, name, value in wanted if not is_any)
        seen: list[StateRecord] = []

        def holds() -> bool:
            state = self.state
            drag = state["drag"]
            seen[:] = [state]
            return (
                drag["state"] == "under-way"
                and (target == "any" or drag.get("target") == number)
                and action in (None, drag["action"])
                and badge in (None, drag["badge"])
                and cursor in (None, state["cursor"])
            )

        def instead() -> str:
            drag = seen[0]["drag"]
            held = f"#{drag['target']}" if "target" in drag else "None"
            return (
                f"the drag is {drag['state']}, target {held}, action '{drag['action']}', badge '{drag['badge']}', "
                f"cursor '{seen[0]['cursor']}'"
            )

        self.wait_until(holds, f"a drag is under way{' with ' if words else ''}{words}", within, instead)

    def expect_still(
        self, for_: float = 0.3, *, of: Optional[Subject] = None, tolerance: float = 0.0, within: float = 10.0
    ) -> None:
        """Waits until the image does not change for ``for_`` seconds.

        :param tolerance: the share of pixels that may differ, 0 to 1.
        """
        words = _subject_words(of)
        _words.seconds("for_", for_)
        words += [f"for={round(for_ * 1000)}ms", f"tolerance={_share(tolerance):.6f}"]
        self._expect("wait-still", *words, within=within)

    def expect_picture(
        self,
        file: Union[str, Path],
        *,
        of: Optional[Subject] = None,
        tolerance: float = 0.0,
        channel: int = 0,
        within: float = 5.0,
    ) -> None:
        """Waits until the image matches a picture. If it does not, the image and the difference stay in ``folder``.

        :param file: the path of a PNG, relative to ``pictures``.
        :param of: a window, ``"drag-image"``, or one of several screens; all screens if left out.
        :param tolerance: the share of pixels that may differ, 0 to 1.
        :param channel: the difference of a colour channel that is tolerated, 0 to 255.
        """
        if not isinstance(file, (str, Path)):
            raise TypeError(f"file has to be a path, not {file!r} ({_words.kind(file)})")
        if Path(file).suffix.lower() != ".png":
            raise ValueError(f"a picture is a PNG, and its name ends with .png: {str(file)!r} does not")
        wanted = self.pictures / file
        subject = _subject_words(of)
        _words.integer("channel", channel, 0, 255)
        _words.seconds("within", within)
        seen, difference = self.folder / f"{wanted.stem}-seen.png", self.folder / f"{wanted.stem}-difference.png"
        words = [str(wanted), *subject, f"tolerance={_share(tolerance):.6f}", f"channel={channel}", f"seen={seen}"]
        words.append(f"difference={difference}")
        if not wanted.is_file() and not self.update_pictures:
            self.picture(seen, of=of)
            raise NotSo(
                f"there is no picture {wanted} to compare with. What is seen now is {seen}; "
                f"`pytest --dray-update-pictures` takes that for right\n{self.overview}"
            )
        deadline = time.monotonic() + (0 if self.update_pictures else within)
        while True:
            try:
                self.command("compare", *words)
                for left in (seen, difference):
                    left.unlink(missing_ok=True)
                return
            except Refused as error:
                self._look_for_crashes()
                if self.update_pictures:
                    self.picture(wanted, of=of)
                    return
                if time.monotonic() < deadline:
                    self._wire.listen(time.monotonic() + 0.1)
                    continue
                raise NotSo(f"{error}; what is seen is {seen}\n{self.overview}") from None

    def expect_announced(self, text: Text, within: float = 5.0) -> None:
        """Waits until a drag announces a text to assistive technology."""
        self.wait_until(
            lambda: any(is_in(text, line) for line in self.announcements),
            f"{text_words(text)} is announced",
            within,
            lambda: f"the announcements were: {', '.join(self.announcements) or 'none'}",
        )

    def expect_no_file(self, path: Union[str, Path], within: float = 5.0) -> None:
        """Waits until there is no file or folder with this path in the programs' home."""
        file = self._in_home(path)
        self.wait_until(lambda: not file.exists(), f"{path} is not in the home", within)

    def expect_folder(self, path: Union[str, Path], within: float = 5.0) -> Path:
        """Waits until there is a folder with this path in the programs' home."""
        folder = self._in_home(path)
        self.wait_until(folder.is_dir, f"the folder {path} is in the home", within, lambda: self._beside(folder))
        return folder

    def expect_file(
        self, path: Union[str, Path], content: Union[Text, bytes, Path, None] = None, within: float = 5.0
    ) -> Path:
        """Waits until there is a file with this path in the programs' home.

        :param content: its whole content, a pattern that matches in it, or the path of a file with the same content.
        """
        file = self._in_home(path)
        if content is not None and not isinstance(content, (bytes, Path)):
            _words.text_or_pattern("content", content)
        wanted = content.read_bytes() if isinstance(content, Path) else content

        def has_content() -> bool:
            if wanted is None:
                return True
            if isinstance(wanted, (str, bytes)):
                return file.read_bytes() == (wanted.encode() if isinstance(wanted, str) else wanted)
            return is_in(wanted, file.read_text(encoding="utf-8", errors="replace"))

        def words() -> str:
            if content is None:
                return ""
            if isinstance(content, (str, bytes)):
                return f" with the content {content!r}"
            if isinstance(content, Path):
                return f" with the content of {content}"
            return f" with {text_words(content)} in it"

        self.wait_until(
            lambda: file.is_file() and has_content(),
            f"{path} is in the home{words()}",
            within,
            lambda: f"its content is {file.read_bytes()[:200]!r}" if file.is_file() else self._beside(file),
        )
        return file

    def _in_home(self, path: Union[str, Path]) -> Path:
        """Returns a path in the programs' home. Other paths are rejected: they are not part of the desktop."""
        if not isinstance(path, (str, Path)):
            raise TypeError(f"the path has to be a str or a Path, not {path!r} ({_words.kind(path)})")
        inside = Path(path)
        if inside.is_absolute() and inside.is_relative_to(self.home):
            inside = inside.relative_to(self.home)
        if inside.is_absolute() or ".." in inside.parts or inside == Path("."):
            raise ValueError(
                f"the path has to be one in the programs' home, such as 'Documents/note.txt', not {str(path)!r}; "
                "wait_until() looks anywhere else"
            )
        return self.home / inside

    def _beside(self, file: Path) -> str:
        """Describes what is found at the path of a missing file or folder."""
        if file.exists():
            return f"{file} is a {'folder' if file.is_dir() else 'file'}"
        if not file.parent.is_dir():
            return f"the folder {file.parent} is not there"
        near = sorted(entry.name for entry in file.parent.iterdir())
        return f"{file.parent} has: {', '.join(near) or 'nothing'}"

    def wait_until(
        self,
        holds: Callable[[], bool],
        what: str = "it holds",
        within: float = 5.0,
        instead: Callable[[], str] = lambda: "",
    ) -> None:
        """Waits until a condition holds. It is evaluated after each event, and at least every 50 ms.

        :param what: the condition, for the message of the error.
        :param instead: returns the actual state, for the message of the error.
        :raises NotSo: if it does not hold in time.
        """
        if not callable(holds):
            raise TypeError(f"wait_until() takes a function, such as lambda: ..., not {holds!r}")
        deadline = time.monotonic() + _words.seconds("within", within)
        while not holds():
            self._look_for_crashes()
            now = time.monotonic()
            if now >= deadline:
                reason = instead()
                parts = [f"within {within:g} s it did not come true that {what}"]
                parts += [reason] if reason else []
                raise NotSo("\n".join([*parts, self.overview]))
            # Files cause no events.
            self._wire.listen(min(deadline, now + 0.05))

    @property
    def overview(self) -> str:
        """A description of the windows and programs."""
        lines = ["windows:"]
        for record in self._windows.values():
            lines.append(
                f"    #{record['number']} “{shown(record['title'])}” {shown(record['app_id']) or 'no app id'}"
                f" at {record['x']:g}, {record['y']:g} size {record['width']:g}x{record['height']:g}"
                f" of {record.get('client', 'no client')}"
            )
        lines += ["    none"] if not self._windows else []
        lines.append("programs:")
        for client in self._clients.values():
            end = {"running": "runs", "exited": f"ended with status {client.get('status')}"}
            words = end.get(client["state"], f"was killed by signal {client.get('signal')}")
            lines.append(f"    {client['name']} {words}")
        lines += ["    none"] if not self._clients else []
        return "\n".join(lines)

    @property
    def log(self) -> str:
        """The output of all programs."""
        return "".join(f"{name}: {line['text']}\n" for name, lines in self._output.items() for line in lines)

    @property
    def names(self) -> str:
        """A description of the accessible objects of all windows; empty without ``accessibility=True``."""
        if not self.accessibility:
            return ""
        parts = []
        for window in self.windows:
            try:
                parts += [repr(window), *(f"    {thing}" for thing in window.objects())]
            except Refused as error:
                parts += [repr(window), f"    {error}"]
        return "\n".join(parts)

    def _expect(self, *words: str, within: float) -> Answer:
        """Sends a command that waits for a condition, and raises ``NotSo`` if the condition does not hold in time."""
        _words.seconds("within", within)
        try:
            return self._wire.request(*words, f"{round(within * 1000)}ms", extra_time=within)
        except Refused as error:
            self.check()
            raise NotSo(f"{error}\n{self.overview}") from None

    def command(self, *words: str) -> list[str]:
        """Sends any command of `dray ctl`. Returns the lines of its answer.

        :raises Refused: if the compositor cannot carry it out.
        """
        return self._wire.request(*words).get("lines", [])

    # Events

    def _window(self, record: WindowRecord) -> Window:
        window = self._objects.setdefault(record["number"], Window(self, record))
        self._windows[record["number"]] = record
        return window

    def _take(self, event: Event) -> None:
        kind = event["event"]
        if kind in ("window-mapped", "window-changed"):
            self._windows[event["window"]["number"]] = event["window"]
        elif kind == "window-gone":
            self._windows.pop(event["window"]["number"], None)
        elif kind == "drag":
            self._drag = event["drag"]
        elif kind == "client":
            self._clients[event["client"]["name"]] = event["client"]
        elif kind == "output":
            line = event["output"]
            self._output.setdefault(line["client"], collections.deque(maxlen=self.LINES)).append(line)
        elif kind == "announced":
            self.announcements.append(event["text"])

    def _pressed(self) -> None:
        """Records the time of a press: for a while another click would be part of a double click."""
        self._last_press = time.monotonic()

    def _look_for_crashes(self) -> None:
        for program in self.programs:
            if program.is_running or program._may_end or program.status == 0:
                continue
            program._may_end = True
            how = (
                f"was killed by {_signal_name(-(program.status or 0))}"
                if (program.status or 0) < 0
                else (f"ended with status {program.status}")
            )
            raise Crash(f"{program.name} {how}{program._said()}\n{self.overview}")


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _owner(program: Union[Program, str, None]) -> Optional[str]:
    """Checks a program or its name, and returns the name."""
    if program is None or isinstance(program, str):
        return program
    if not isinstance(program, Program):
        raise TypeError(f"program has to be a program or its name, not {program!r} ({_words.kind(program)})")
    return program.name


def _command_words(command: Sequence[Union[str, Path]]) -> list[str]:
    """Checks a command, and returns it as a list of texts."""
    if isinstance(command, (str, bytes, Path)):
        raise TypeError(
            f"the command has to be a list of words, such as ['my-notes', '--empty'], not {command!r}; "
            "shlex.split() makes one of a line"
        )
    words = list(command)
    if not words:
        raise ValueError("the command is empty: its first word is the program")
    for word in words:
        if not isinstance(word, (str, Path)):
            raise TypeError(f"the words of a command are str or Path, and {word!r} is {_words.kind(word)}")
    return [str(word) for word in words]


def _finger(finger: int) -> str:
    return str(_words.integer("finger", finger, 0, 31))


def _pressure(pressure: float) -> str:
    return f"{_words.number('pressure', pressure, 0, 1):g}"


def _share(tolerance: float) -> float:
    """Checks a share of pixels."""
    if isinstance(tolerance, str):
        raise TypeError(f"tolerance has to be a share of pixels, 0 to 1, not {tolerance!r}; 5 % are 0.05")
    return _words.number("tolerance, a share of pixels,", tolerance, 0, 1)


def _badge(badge: Union[str, int]) -> str:
    """Checks a badge, and returns its name in records."""
    if isinstance(badge, int) and not isinstance(badge, bool):
        return str(_words.integer("badge", badge, 2, 999))
    if isinstance(badge, str) and badge.isdigit():
        return badge
    return _words.choice("badge", badge, ("none", "plus", "not-allowed"))


def _subject_words(of: Optional[Subject]) -> list[str]:
    """The words of a command for the subject of a picture."""
    if of is None:
        return []
    if not isinstance(of, (Window, str)):
        raise TypeError(f"of has to be a window, 'drag-image' or a screen's name, not {of!r} ({_words.kind(of)})")
    if isinstance(of, Window):
        return [of.reference]
    return [of] if of == "drag-image" else [f"output={of}"]


def _device_words(device: Optional[Device], output: Optional[str]) -> list[str]:
    if (device is None) == (output is None):
        raise TypeError("the arguments are either a device or output=")
    if device is not None:
        return [_words.choice("the device", device, _words.DEVICES)]
    return ["output", _words.text("output", output)]
