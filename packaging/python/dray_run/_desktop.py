# SPDX-License-Identifier: MIT
"""A desktop without a screen: programs in it, their windows, and a hand that points, types and drags."""

from __future__ import annotations

import collections
import contextlib
import os
import signal
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Literal, Optional, Union

from ._errors import Crash, DrayError, NotSo
from ._records import ClientRecord, DragRecord, Event, OutputRecord, StateRecord, WindowRecord
from ._server import Server
from ._wire import Wire

#: A distance from a window's top left corner: logical pixels, or a share of its size such as ``"30%"``.
Length = Union[int, float, str]
Named = Literal["center", "top", "bottom", "left", "right", "top-left", "top-right", "bottom-left", "bottom-right"]
Button = Literal["left", "right", "middle", "back", "forward"]
Modifier = Literal["shift", "ctrl", "alt", "logo"]
Policy = Literal["human-interface", "wayland"]


class Point:
    """A place on the screen, in logical pixels."""

    def __init__(self, x: float, y: float) -> None:
        self.x = x
        self.y = y

    @property
    def words(self) -> list[str]:
        return [f"{self.x:g}", f"{self.y:g}"]

    def __repr__(self) -> str:
        return f"{self.x:g}, {self.y:g} on the screen"


class Place:
    """A place on a window."""

    def __init__(self, window: Window, words: list[str]) -> None:
        self.window = window
        self._words = words

    @property
    def words(self) -> list[str]:
        return [self.window.reference, *self._words]

    def __repr__(self) -> str:
        return f"{' '.join(self._words)} of {self.window!r}"


class Window:
    """A window of a program. What it says of itself is what the compositor said of it last."""

    def __init__(self, desktop: Desktop, record: WindowRecord) -> None:
        self._desktop = desktop
        self.number = record["number"]
        self._record = record

    @property
    def reference(self) -> str:
        """How commands name it."""
        return f"#{self.number}"

    @property
    def record(self) -> WindowRecord:
        """All that is known of it; of a window that is gone, what was known last."""
        self._record = self._desktop._windows.get(self.number, self._record)
        return self._record

    @property
    def title(self) -> str:
        return self.record["title"]

    @property
    def app_id(self) -> str:
        return self.record["app_id"]

    @property
    def position(self) -> tuple[float, float]:
        """Its top left corner on the screen, in logical pixels."""
        return (self.record["x"], self.record["y"])

    @property
    def size(self) -> tuple[float, float]:
        return (self.record["width"], self.record["height"])

    @property
    def is_there(self) -> bool:
        """Whether it is mapped."""
        return self.number in self._desktop._windows

    @property
    def is_active(self) -> bool:
        return self.is_there and self.record["active"]

    def at(self, x: Union[Length, Named], y: Optional[Length] = None) -> Place:
        """A place on it: ``at("30%", 20)`` or ``at("top-left")``."""
        if y is None:
            return Place(self, [str(x)])
        return Place(self, [f"{x:g}" if not isinstance(x, str) else x, f"{y:g}" if not isinstance(y, str) else y])

    def move_to(self, x: float, y: float) -> Window:
        """Puts its top left corner somewhere on the screen."""
        self._desktop.command("place", self.reference, f"{x:g}", f"{y:g}")
        return self

    def resize(self, width: int, height: int) -> Window:
        """Asks it to be that large; whether it will is its own business."""
        self._desktop.command("size", self.reference, str(width), str(height))
        return self

    def raise_(self) -> Window:
        """Brings it in front of all others, with the keyboard."""
        self._desktop.command("raise", self.reference)
        return self

    def close(self) -> None:
        """Asks it to close, as a person does."""
        self._desktop.command("close", self.reference)

    def picture(self, file: Union[str, Path]) -> Path:
        """Saves what is seen of it as PNG."""
        return self._desktop.picture(file, of=self)

    def expect_gone(self, within: float = 5.0) -> None:
        self._desktop.wait_until(lambda: not self.is_there, f"{self!r} is gone", within)

    def expect_title(self, title: str, within: float = 5.0) -> None:
        self._desktop.wait_until(
            lambda: self.title == title, f"the title is “{title}”", within, lambda: f"it is “{self.title}”"
        )

    def __repr__(self) -> str:
        return f"window {self.reference} “{self.title}”"


class Program:
    """A program that was started in a desktop."""

    def __init__(self, desktop: Desktop, record: ClientRecord, command: Sequence[str]) -> None:
        self._desktop = desktop
        self.name = record["name"]
        self.pid = record["pid"]
        self.command = list(command)
        #: Whether a test wants its end.
        self._may_end = False

    @property
    def record(self) -> ClientRecord:
        return self._desktop._clients[self.name]

    @property
    def is_running(self) -> bool:
        return self.record["state"] == "running"

    @property
    def status(self) -> Optional[int]:
        """With which it exited; nil while it runs, and minus the signal that killed it."""
        signal_number = self.record.get("signal")
        return -signal_number if signal_number is not None else self.record.get("status")

    @property
    def output(self) -> str:
        """What it has written to its standard output so far, as far as that is kept."""
        return self._text("stdout")

    @property
    def errors(self) -> str:
        """What it has written to its standard error so far, as far as that is kept."""
        return self._text("stderr")

    @property
    def windows(self) -> list[Window]:
        """Its windows that are there now, the topmost last."""
        return [window for window in self._desktop.windows if window.record.get("client") == self.name]

    def window(self, title: Optional[str] = None, *, app_id: Optional[str] = None, within: float = 10.0) -> Window:
        """Its window of a title or an app id, or its first; waits until it is there."""
        return self._desktop.window(title, app_id=app_id, program=self, within=within)

    def expect_output(self, text: str, within: float = 5.0) -> None:
        """Waits until it has written a text to its standard output."""
        self._desktop.wait_until(
            lambda: text in self.output, f"{self.name} has written “{text}”", within, lambda: self._last_words()
        )

    def expect_exit(self, status: int = 0, within: float = 5.0) -> None:
        """Waits until it has ended by itself, with a status; minus the number of a signal stands for that."""
        self._may_end = True
        self._desktop.wait_until(
            lambda: not self.is_running and self.status == status,
            f"{self.name} has ended with status {status}",
            within,
            lambda: "it runs" if self.is_running else f"its status is {self.status}{self._said()}",
        )

    def close(self, within: float = 5.0) -> None:
        """Ends it as a person does: closes its windows, and waits until it has ended."""
        self._may_end = True
        for window in self.windows:
            window.close()
        self._desktop.wait_until(
            lambda: not self.is_running,
            f"{self.name} has ended when its windows were closed",
            within,
            lambda: "it runs",
        )

    def kill(self, number: signal.Signals = signal.SIGTERM) -> None:
        """Sends a signal to it and all that it has started."""
        self._may_end = True
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, number)

    def _text(self, stream: str) -> str:
        lines = self._desktop._output.get(self.name, ())
        return "".join(line["text"] + "\n" for line in lines if line["stream"] == stream)

    def _last_words(self) -> str:
        state = "" if self.is_running else f"it has ended with status {self.status}; "
        lines = [line["text"] for line in self._desktop._output.get(self.name, ())][-5:]
        return state + (
            "it has written last:\n" + "\n".join(f"    {line}" for line in lines) if lines else "it is silent"
        )

    def _said(self) -> str:
        lines = [line["text"] for line in self._desktop._output.get(self.name, ()) if line["text"].strip()]
        return f"; it said last: {lines[-1]}" if lines else ""

    def __repr__(self) -> str:
        return f"program {self.name}"


class Drag:
    """A drag that is over, and what came of it."""

    def __init__(self, desktop: Desktop, record: DragRecord, words: str) -> None:
        self._desktop = desktop
        self._words = words
        self.number = record["number"]
        self._record = record

    @property
    def record(self) -> DragRecord:
        now = self._desktop._drag
        if now.get("number") == self.number:
            self._record = now
        return self._record

    @property
    def result(self) -> str:
        """``finished``, ``cancelled``, or ``under-way`` where a target takes its time."""
        return self.record["state"]

    @property
    def action(self) -> str:
        """``copy``, ``move``, ``ask`` or ``none``."""
        return self.record["action"]

    @property
    def types(self) -> list[str]:
        """What the target has read of it, by type, in order."""
        return [read["type"] for read in self.record["reads"]]

    def payload(self, type: Optional[str] = None) -> bytes:
        """What the target has read last, or has read as a type."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "payload"
            self._desktop.command("payload", str(file), *([type] if type else []))
            return file.read_bytes()

    @property
    def text(self) -> str:
        """What the target has read last, as text."""
        return self.payload().decode()

    def expect(
        self,
        *,
        result: Optional[str] = None,
        action: Optional[str] = None,
        read: Optional[str] = None,
        text: Optional[str] = None,
        within: float = 5.0,
    ) -> Drag:
        """Waits until everything that is asked for is so."""
        wanted = [
            f"{name} {value}" for name, value in (("result", result), ("action", action), ("read", read)) if value
        ]
        if wanted:
            self._desktop.wait_until(
                lambda: (result in (None, self.result))
                and (action in (None, self.action))
                and (read is None or read in self.types),
                f"the drag {self._words} has {', '.join(wanted)}",
                within,
                lambda: f"result {self.result}, action {self.action}, read {', '.join(self.types) or 'nothing'}",
            )
        if text is not None and self.text != text:
            raise NotSo(f"the drag {self._words} carries {text!r}, but the target has read {self.text!r}")
        return self

    def __repr__(self) -> str:
        return f"drag {self._words}: {self.result}, {self.action}"


Spot = Union[Window, Place, Point, tuple[float, float]]


def _words(spot: Spot) -> list[str]:
    if isinstance(spot, Window):
        # A place of its own, so that a point which follows is not taken for one on the window.
        return [spot.reference, "center"]
    if isinstance(spot, tuple):
        return Point(*spot).words
    return spot.words


def _time(seconds: float) -> list[str]:
    return [f"{round(seconds * 1000)}ms"] if seconds > 0 else []


class Desktop:
    """A compositor without a screen, with a home and a session bus of its own for the programs in it.

    :param size: of its screen, in logical pixels.
    :param scale: pixels for a logical pixel, 1 to 4.
    :param policy: the rules of drags.
    :param folder: where home and logs are; a temporary one, which goes with the desktop, if left out.
    """

    #: So many lines are kept of what a program writes.
    LINES = 10_000
    #: So much of the wire is kept for reports.
    TALK = 5_000

    def __init__(
        self,
        size: tuple[int, int] = (1280, 720),
        *,
        scale: int = 1,
        policy: Policy = "human-interface",
        folder: Union[str, Path, None] = None,
    ) -> None:
        self._temporary = tempfile.TemporaryDirectory(prefix="dray-") if folder is None else None
        self.folder = Path(self._temporary.name if self._temporary else folder or ".").absolute()
        self.folder.mkdir(parents=True, exist_ok=True)
        #: The clients' home.
        self.home = self.folder / "home"
        self.programs: list[Program] = []
        self.talk: collections.deque[str] = collections.deque(maxlen=self.TALK)
        self._windows: dict[int, WindowRecord] = {}
        self._objects: dict[int, Window] = {}
        self._clients: dict[str, ClientRecord] = {}
        self._output: dict[str, collections.deque[OutputRecord]] = {}
        self._drag: DragRecord = {}
        self._last_click = 0.0
        self._is_closed = False
        self._server = Server(
            self.home,
            self.folder / "serve.log",
            ["--size", f"{size[0]}x{size[1]}", "--scale", str(scale), "--policy", policy],
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
            raise DrayError(f"`dray` speaks version {snapshot['version']} of the wire, this package version 1")
        self._windows = {record["number"]: record for record in snapshot["windows"]}
        self._drag = snapshot["state"]["drag"]

    # Life

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
        """Ends it with all programs in it; nothing is left but files in its folder."""
        if self._is_closed:
            return
        self._is_closed = True
        self._wire.close()
        self._server.end()
        if self._temporary:
            self._temporary.cleanup()

    def check(self) -> None:
        """Takes in what has happened, and raises an error if a program has ended that should not have."""
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
        """Starts a program. It ends with the desktop."""
        words = [str(word) for word in command]
        more: dict[str, object] = {"directory": str(Path(directory or ".").absolute())}
        if name:
            more["name"] = name
        if environment:
            more["environment"] = environment
        record = self._wire.request("start", *words, **more)["client"]
        self._clients.setdefault(record["name"], record)
        program = Program(self, record, words)
        self.programs.append(program)
        return program

    @property
    def windows(self) -> list[Window]:
        """The windows that are there now, the topmost last."""
        return [self._window(record) for record in self._wire.request("windows").get("windows", [])]

    def window(
        self,
        title: Optional[str] = None,
        *,
        app_id: Optional[str] = None,
        program: Optional[Program] = None,
        within: float = 10.0,
    ) -> Window:
        """The window of a title, an app id or a program; waits until it is there."""

        def found() -> Optional[WindowRecord]:
            for record in self._windows.values():
                if title is not None and record["title"] != title:
                    continue
                if app_id is not None and record["app_id"] != app_id:
                    continue
                if program is not None and record.get("client") != program.name:
                    continue
                return record
            return None

        words = [f"titled “{title}”" if title is not None else "", f"of app id {app_id}" if app_id else ""]
        words += [f"of {program.name}" if program else ""]
        what = " ".join(["there is a window", *filter(None, words)])
        self.wait_until(
            lambda: found() is not None,
            what,
            within,
            lambda: program._last_words() if program and not program.windows else "",
        )
        record = found()
        assert record is not None
        return self._window(record)

    # The hand

    @property
    def state(self) -> StateRecord:
        """Pointer, modifiers and the last drag."""
        return self._wire.request("state")["state"]

    def drag(self, source: Spot, target: Spot, *, duration: float = 0.5) -> Drag:
        """Picks up at one place and drops at another, not faster than the programs follow.

        :raises Refused: if no drag began.
        """
        record = self._wire.request("drag", *_words(source), *_words(target), *_time(duration))["drag"]
        self._drag = record
        self._look_for_crashes()
        return Drag(self, record, f"from {source!r} to {target!r}")

    def hold_over(self, source: Spot, target: Spot, *, duration: float = 0.5) -> DragRecord:
        """Picks up at one place and holds over another; ``release`` drops. Returns what a drop would do."""
        self.move(source)
        self.command("press")
        self.move(target, duration=duration)
        self.command("settle")
        return self.state["drag"]

    def move(self, to: Spot, *, duration: float = 0.0) -> None:
        """Moves the pointer."""
        self.command("move", *_words(to), *_time(duration))

    def press(self, button: Button = "left") -> None:
        self.command("press", button)

    def release(self, button: Button = "left") -> None:
        self.command("release", button)

    def click(self, at: Optional[Spot] = None, *, button: Button = "left", count: int = 1) -> None:
        """Clicks; two calls are never a double click, ``count=2`` is one."""
        if at is not None:
            self.move(at)
        rest = 0.6 - (time.monotonic() - self._last_click)
        if rest > 0 and self._last_click:
            self.command("wait", *_time(rest))
        self.command("click", button, str(count))
        self._last_click = time.monotonic()

    def double_click(self, at: Optional[Spot] = None) -> None:
        self.click(at, count=2)

    def scroll(self, x: float = 0, y: float = 0) -> None:
        """Turns the wheel; positive is right and down."""
        self.command("scroll", f"{x:g}", f"{y:g}")

    def key(self, name: str) -> None:
        """Presses and releases a key: ``Escape``, ``ctrl+c``."""
        self.command("key", name)

    def type(self, text: str) -> None:
        """Types a text, whatever the layout of the keyboard."""
        self.command("type", text)

    @contextlib.contextmanager
    def holding(self, *modifiers: Modifier) -> Iterator[None]:
        """Holds modifiers meanwhile."""
        self.command("hold", *modifiers)
        try:
            yield
        finally:
            self.command("let-go", *modifiers)

    def touch_drag(self, source: Spot, target: Spot, *, press: float = 1.0, duration: float = 0.5) -> Drag:
        """A drag by finger: rests for a long press, then moves."""
        before = self._drag.get("number", 0)
        self.command("touch-down", *_words(source))
        self.command("wait", *_time(press))
        self.command("touch-move", *_words(target), *_time(max(duration, 0.001)))
        self.command("settle")
        self.command("touch-up")
        record = self._wire.request("outcome")["drag"]
        if record["number"] == before:
            raise NotSo(f"a finger that rested on {source!r} and moved to {target!r} began no drag")
        self._drag = record
        self._look_for_crashes()
        return Drag(self, record, f"by finger from {source!r} to {target!r}")

    # Looking

    def picture(self, file: Union[str, Path], of: Optional[Window] = None) -> Path:
        """Saves a picture as PNG: of the screen, or of a window."""
        path = Path(file).absolute()
        path.parent.mkdir(parents=True, exist_ok=True)
        self.command("shot", str(path), *([of.reference] if of else []))
        return path

    def expect_file(self, path: str, content: Union[str, bytes, None] = None, within: float = 5.0) -> Path:
        """Waits until a file is in the programs' home, with a content where that is given."""
        file = self.home / path
        wanted = content.encode() if isinstance(content, str) else content

        def instead() -> str:
            if not file.exists():
                near = sorted(entry.name for entry in file.parent.iterdir()) if file.parent.is_dir() else None
                return (
                    f"{file.parent} has: {', '.join(near) or 'nothing'}"
                    if near is not None
                    else "the folder is not there"
                )
            return f"its content is {file.read_bytes()[:200]!r}"

        self.wait_until(
            lambda: file.is_file() and (wanted is None or file.read_bytes() == wanted),
            f"{path} is in the home" + (f" with the content {content!r}" if content is not None else ""),
            within,
            instead,
        )
        return file

    def wait_until(
        self,
        holds: Callable[[], bool],
        what: str = "it holds",
        within: float = 5.0,
        instead: Callable[[], str] = lambda: "",
    ) -> None:
        """Waits until something holds. It is asked again whenever something has happened, and twenty times a second.

        :param what: for the error, what is to be.
        :param instead: says for the error what was there instead.
        :raises NotSo: if it does not hold in time.
        """
        deadline = time.monotonic() + within
        while not holds():
            self._look_for_crashes()
            now = time.monotonic()
            if now >= deadline:
                reason = instead()
                parts = [f"within {within:g} s it did not come true that {what}"]
                parts += [reason] if reason else []
                raise NotSo("\n".join([*parts, self.overview]))
            # Files and the like tell nobody.
            self._wire.listen(min(deadline, now + 0.05))

    @property
    def overview(self) -> str:
        """The windows and programs, for people."""
        lines = ["windows:"]
        for record in self._windows.values():
            lines.append(
                f"    #{record['number']} “{record['title']}” {record['app_id'] or 'no app id'}"
                f" at {record['x']:g}, {record['y']:g} size {record['width']:g}x{record['height']:g}"
                f" of {record.get('client', 'nobody')}"
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
        """What the programs have written."""
        return "".join(f"{name}: {line['text']}\n" for name, lines in self._output.items() for line in lines)

    def command(self, *words: str) -> list[str]:
        """Any command of `dray ctl`. Returns the lines of its answer.

        :raises Refused: if it cannot be carried out.
        """
        return self._wire.request(*words).get("lines", [])

    # Hearing

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
