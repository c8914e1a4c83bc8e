#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A drag-and-drop client made with Qt 6."""

import ctypes
import sys

sys.dont_write_bytecode = True

from common import content, looks, options as command_line, process
from common.report import Reporter

options = command_line.parse("Qt 6")
process.prepare()

from PyQt6.QtCore import QByteArray, QEvent, QMetaType, QMimeData, QObject, QPoint, Qt, QT_VERSION_STR, QTimer, QUrl
from PyQt6.QtGui import QDrag, QGuiApplication, QPixmap
from PyQt6.QtWidgets import QApplication, QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

# Qt has no "ask": it is removed from the actions of a Qt window.
ACTION = {"copy": Qt.DropAction.CopyAction, "move": Qt.DropAction.MoveAction}
NAMES = [*ACTION.items(), ("link", Qt.DropAction.LinkAction)]
BUTTONS = {Qt.MouseButton.LeftButton: 1, Qt.MouseButton.MiddleButton: 2, Qt.MouseButton.RightButton: 3}


def names(actions):
    return [name for name, action in NAMES if actions & action]


def name_of(action):
    return next((name for name, value in NAMES if value == action), None)


def mask(action_names):
    result = Qt.DropAction.IgnoreAction
    for name in action_names:
        result |= ACTION.get(name, Qt.DropAction.IgnoreAction)
    return result


def label(text, name, wrap=False):
    widget = QLabel(text, objectName=name, wordWrap=wrap)
    widget.setTextFormat(Qt.TextFormat.PlainText)
    # Long text is cut off instead of widening the window.
    widget.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored if wrap else QSizePolicy.Policy.Fixed)
    return widget


def restyle(widget, name, value):
    widget.setProperty(name, value)
    widget.style().unpolish(widget)
    widget.style().polish(widget)


def show_picture(widget, data):
    """Shows the bytes in the label as a fitting image; False if they are not an image."""
    pixmap = QPixmap()
    if not pixmap.loadFromData(data):
        return False
    width = options.size[0] // (2 if options.role == "both" else 1) - 70
    height = options.size[1] - 110
    if pixmap.width() > width or pixmap.height() > height:
        keep, smooth = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
        pixmap = pixmap.scaled(max(width, 16), max(height, 16), keep, smooth)
    widget.setPixmap(pixmap)
    widget.setAlignment(Qt.AlignmentFlag.AlignCenter)
    return True


class RawMimeData(QMimeData):
    """Provides the bytes unmodified; Qt's own class would parse and rebuild a list of URIs."""

    def __init__(self, pairs):
        super().__init__()
        self.pairs = dict(pairs)

    def formats(self):
        return list(self.pairs)

    def hasFormat(self, mime):
        return mime in self.pairs

    def retrieveData(self, mime, kind):
        data = self.pairs.get(mime)
        if data is None:
            return None
        # Qt 6.8 requests URLs, and generates their bytes itself.
        if kind.id() == QMetaType.Type.QVariantList.value:
            return [QUrl(line) for line in data.decode().splitlines()]
        # Qt requests plain text as a string, and does not accept Python bytes for it.
        return data.decode() if kind.id() == QMetaType.Type.QString.value else QByteArray(data)


class Source(QFrame):
    """The card that is dragged."""

    def __init__(self, report):
        super().__init__(objectName="card")
        self.report = report
        self.pairs = content.representations(options)
        self.pressed_at = None
        words, self.caption_text = looks.source_words(options, self.pairs)
        column = QVBoxLayout(self)
        shown = False
        if options.image:
            image = label("", "picture")
            shown = show_picture(image, dict(self.pairs)[content.PNG])
            image.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
            column.addWidget(image, 3)
        if words or not shown:
            column.addWidget(label(words, "body", wrap=True), 1)
        self.caption = label(self.caption_text, "caption")
        column.addWidget(self.caption)

    def drag(self):
        """Runs one drag to its end, in Qt's nested loop."""
        drag = QDrag(self)
        drag.setMimeData(RawMimeData(self.pairs))
        drag.setPixmap(self.grab())
        drag.setHotSpot(self.pressed_at)
        drag.actionChanged.connect(lambda action: self.report.event("drag-action", action=name_of(action)))
        self.pressed_at = None
        restyle(self, "dragging", True)
        actions = [name for name in options.actions if name in ACTION]
        self.report.event("drag-begin", types=[mime for mime, _ in self.pairs], actions=actions)
        default = ACTION.get(options.preferred or actions[0] if actions else None, Qt.DropAction.IgnoreAction)
        action = name_of(drag.exec(mask(actions), default))
        restyle(self, "dragging", False)
        self.caption.setText(f"{self.caption_text} · {looks.DONE.get(action, 'cancelled')}")
        self.report.drag_end(action, "unknown")

    def mousePressEvent(self, event):
        if event.button() == Qt.MouseButton.LeftButton:
            self.pressed_at = event.position().toPoint()

    def mouseMoveEvent(self, event):
        if self.pressed_at is None:
            return
        moved = event.position().toPoint() - self.pressed_at
        if moved.manhattanLength() >= QApplication.startDragDistance():
            self.drag()

    def mouseReleaseEvent(self, event):
        self.pressed_at = None


class Target(QFrame):
    """The zone that accepts drops."""

    def __init__(self, report):
        super().__init__(objectName="zone", acceptDrops=True)
        self.report = report
        self.action = None
        words, takes = looks.zone_words(options)
        column = QVBoxLayout(self)
        self.shown = label(words, "body", wrap=True)
        self.shown.setProperty("hint", True)
        self.shown.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column.addWidget(self.shown, 1)
        self.caption = label(takes, "caption")
        self.caption.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column.addWidget(self.caption)

    def chosen_type(self, event):
        return None if options.refuse else content.choose(options.accept, event.mimeData().formats())

    def place(self, event):
        point = self.mapTo(self.window(), event.position().toPoint())
        return {"x": point.x(), "y": point.y()}

    def answer(self, event):
        """Accepts with the preferred action, or rejects."""
        wishes = [options.preferred] if options.preferred else []
        wishes += [name_of(event.proposedAction()), *options.actions]
        usable = [
            ACTION[name]
            for name in wishes
            if name in options.actions and name in ACTION and event.possibleActions() & ACTION[name]
        ]
        if self.chosen_type(event) is None or not usable:
            event.setDropAction(Qt.DropAction.IgnoreAction)
            event.ignore()
            return None
        event.setDropAction(usable[0])
        event.accept()
        return name_of(usable[0])

    def dragEnterEvent(self, event):
        self.action = None
        chosen = self.chosen_type(event)
        restyle(self, "look", "over" if chosen else "refusing")
        self.report.event(
            "drag-enter",
            types=event.mimeData().formats(),
            actions=names(event.possibleActions()),
            accepts=chosen,
            **self.place(event),
        )
        self.answer(event)
        # After an ignored enter event Qt would send no further events; reject in the following moves instead.
        event.accept()

    def dragMoveEvent(self, event):
        action = name_of(event.proposedAction())
        if action != self.action:
            self.action = action
            self.report.event("drag-motion", action=action, **self.place(event))
        self.answer(event)

    def dragLeaveEvent(self, event):
        restyle(self, "look", "")
        self.report.event("drag-leave")

    def dropEvent(self, event):
        mime = self.chosen_type(event)
        action = self.answer(event)
        self.report.event("drop", type=mime, action=action, **self.place(event))
        restyle(self, "look", "")
        if mime is None or action is None:
            return
        data = bytes(event.mimeData().data(mime))
        self.report.received(mime, data)
        self.show_data(mime, data, action)

    def show_data(self, mime, data, action):
        words, caption = looks.received_words(mime, data, action)
        self.shown.setProperty("hint", False)
        if words is not None:
            self.shown.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
            self.shown.setText(words)
        elif not show_picture(self.shown, data):
            self.shown.setText("(not a picture)")
        self.caption.setAlignment(Qt.AlignmentFlag.AlignLeft)
        self.caption.setText(caption)
        restyle(self.shown, "hint", False)
        restyle(self, "look", "filled")


class InputWatch(QObject):
    """Reports keys, buttons, touches and pointer crossings."""

    def __init__(self, window, report):
        super().__init__()
        self.window = window
        self.report = report
        self.keysyms = ctypes.CDLL("libxkbcommon.so.0")  # Qt's own names of keys differ from GTK's.

    def key_name(self, keysym):
        name = ctypes.create_string_buffer(64)
        self.keysyms.xkb_keysym_get_name(ctypes.c_uint32(keysym), name, ctypes.c_size_t(64))
        return name.value.decode()

    def eventFilter(self, watched, event):
        if watched is self.window.windowHandle():
            self.tell(event)
        return False

    def tell(self, event):
        kind, types = event.type(), QEvent.Type
        if kind in (types.KeyPress, types.KeyRelease):
            name, code = self.key_name(event.nativeVirtualKey()), event.nativeScanCode()
            self.report.event("key", key=name, code=code, state="pressed" if kind == types.KeyPress else "released")
        elif kind in (types.MouseButtonPress, types.MouseButtonRelease):
            button = BUTTONS.get(event.button(), 0)
            state = "pressed" if kind == types.MouseButtonPress else "released"
            self.report.event("button", button=button, state=state, **self.place(event.position()))
        elif kind in (types.TouchBegin, types.TouchEnd):
            state = "pressed" if kind == types.TouchBegin else "released"
            self.report.event("touch", state=state, **self.place(event.points()[0].position()))
        elif kind == types.Enter:
            self.report.event("enter", **self.place(event.position()))
        elif kind == types.Leave:
            self.report.event("leave")
        elif kind == types.Wheel:
            steps = event.angleDelta()
            self.report.event("scroll", dx=-steps.x() / 120, dy=-steps.y() / 120)
        elif kind in (types.FocusIn, types.FocusOut):
            self.report.event("focus", active=kind == types.FocusIn)

    def place(self, position):
        return {"x": round(position.x()), "y": round(position.y())}


class Window(QWidget):
    """The window; reports once that it is mapped."""

    def __init__(self, report):
        super().__init__(objectName="window")
        self.setWindowFlag(Qt.WindowType.FramelessWindowHint)
        self.setWindowTitle(options.title)
        self.report = report
        self.exposed = False
        self.parts = []
        page = QVBoxLayout(self)
        page.setContentsMargins(12, 12, 12, 12)
        page.setSpacing(8)
        heading = QHBoxLayout()
        heading.addWidget(label(options.title, "heading"), 1)
        heading.addWidget(QLabel(f"Qt {QT_VERSION_STR}", objectName="toolkit"))
        page.addLayout(heading)
        halves = QHBoxLayout()
        halves.setSpacing(12)
        page.addLayout(halves, 1)
        for part, wanted in ((Source, options.is_source), (Target, options.is_target)):
            if wanted:
                self.parts.append(part(report))
                halves.addWidget(self.parts[-1], 1)
        self.resize(*options.size)

    def paintEvent(self, event):
        super().paintEvent(event)
        if self.exposed:
            return
        self.exposed = True
        QTimer.singleShot(0, self.tell_mapped)  # After this frame was sent to the compositor.

    def tell_mapped(self):
        rectangles = {}
        for part in self.parts:
            corner = part.mapTo(self, QPoint(0, 0))
            rectangles[type(part).__name__.lower()] = [corner.x(), corner.y(), part.width(), part.height()]
        self.report.event(
            "mapped",
            toolkit=f"Qt {QT_VERSION_STR}",
            title=options.title,
            app_id=options.app_id,
            width=self.width(),
            height=self.height(),
            **rectangles,
        )


def main():
    QGuiApplication.setDesktopFileName(options.app_id)
    application = QApplication([sys.argv[0]])
    application.setStyleSheet(looks.QT_CSS)
    report = Reporter(options)
    window = Window(report)
    window.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    watch = InputWatch(window, report)
    application.installEventFilter(watch)
    window.show()
    application.exec()


main()
