#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A small application of Qt 6: a board that takes texts, and writes them into a file of its user's."""

import sys
from pathlib import Path

from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QApplication, QLabel


class Board(QLabel):
    def __init__(self) -> None:
        super().__init__("Drop notes here")
        self.setWindowTitle(next((word for word in sys.argv[1:] if not word.startswith("-")), "Board"))
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.resize(320, 240)
        self.setAcceptDrops("--closed" not in sys.argv)

    def dragEnterEvent(self, event) -> None:
        print("entered", flush=True)
        if event.mimeData().hasText():
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()

    def dragLeaveEvent(self, event) -> None:
        print("left", flush=True)

    def dropEvent(self, event) -> None:
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        (Path.home() / "board.txt").write_text(event.mimeData().text())
        print("got", event.mimeData().text(), flush=True)


application = QApplication(sys.argv)
board = Board()
board.show()
sys.exit(application.exec())
