#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A small application of Qt 6 that asks with a menu what to do with a text that was dropped."""

import sys

from PyQt6.QtCore import Qt, QTimer
from PyQt6.QtGui import QPalette
from PyQt6.QtWidgets import QApplication, QLabel, QMenu


class Place(QLabel):
    def __init__(self):
        super().__init__("Drop here")
        self.setWindowTitle("Place")
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.resize(400, 300)
        self.setAcceptDrops(True)

    def dragEnterEvent(self, event):
        event.acceptProposedAction()

    def dropEvent(self, event):
        text, position = event.mimeData().text(), event.position().toPoint()
        event.acceptProposedAction()
        # Like file managers: the drop has ended before the menu opens.
        QTimer.singleShot(0, lambda: self.ask(text, position))

    def ask(self, text, position):
        menu = QMenu(self)
        for name in ("Keep", "Throw away"):
            menu.addAction(name, lambda name=name: print(name, text, flush=True))
        menu.aboutToShow.connect(lambda: print("menu", flush=True))
        menu.popup(self.mapToGlobal(position))
        self.menu = menu


application = QApplication(sys.argv)
print("dark" if application.palette().color(QPalette.ColorRole.Window).lightness() < 128 else "light", flush=True)
place = Place()
place.show()
sys.exit(application.exec())
