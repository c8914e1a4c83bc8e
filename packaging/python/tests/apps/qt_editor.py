#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A small application of Qt 6: menus, a list with several selected, a text, dialogs, and a file that is chosen."""

import sys

from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QFileDialog,
    QLabel,
    QListWidget,
    QMainWindow,
    QMessageBox,
    QPushButton,
    QVBoxLayout,
    QWidget,
)


class Editor(QMainWindow):
    def __init__(self) -> None:
        super().__init__()
        self.setWindowTitle("Editor")
        self.resize(360, 360)
        self.said = QLabel("nothing yet")
        self.list = QListWidget()
        self.list.addItems(["Sunrise", "Forest", "Harbour"])
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.itemSelectionChanged.connect(lambda: print("selected", self.selected(), flush=True))
        self.list.itemDoubleClicked.connect(lambda item: self.say(f"opened {item.text()}"))
        self.list.setDragEnabled("--drags" in sys.argv)
        self.setAcceptDrops(True)
        sizes = QComboBox()
        sizes.setAccessibleName("Size")
        sizes.addItems(["Small", "Large"])
        sizes.currentTextChanged.connect(lambda text: self.say(f"size {text}"))
        forget = QPushButton("Forget")
        forget.clicked.connect(forget.hide)
        open_button = QPushButton("Open")
        open_button.clicked.connect(self.open)
        box = QWidget()
        layout = QVBoxLayout(box)
        for widget in (self.said, self.list, sizes, forget, open_button):
            layout.addWidget(widget)
        self.setCentralWidget(box)
        tools = self.menuBar().addMenu("Tools")
        tools.addAction("Ask", self.ask)
        more = tools.addMenu("More")
        more.addAction("Shout", lambda: self.say("SHOUTED"))

    def selected(self) -> str:
        return ", ".join(item.text() for item in self.list.selectedItems())

    def say(self, text: str) -> None:
        self.said.setText(text)
        print(text, flush=True)

    def ask(self) -> None:
        answer = QMessageBox.question(self, "Question", "Really?")
        self.say("agreed" if answer == QMessageBox.StandardButton.Yes else "declined")

    def open(self) -> None:
        file, _ = QFileDialog.getOpenFileName(self, "Pick a file")
        self.say(f"chose {file.rsplit('/', 1)[-1] or 'none'}")

    def dragEnterEvent(self, event) -> None:
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()

    def dropEvent(self, event) -> None:
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        self.say(f"got {event.mimeData().text()}")


application = QApplication(sys.argv)
editor = Editor()
editor.show()
sys.exit(application.exec())
