#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Two Qt 6 windows; when the one named Go is closed, the one named Main opens a dialog and a menu without

user input. Without an earlier press, Qt makes the menu a window with a parent and not a popup.
"""

import signal
import sys

from PyQt6.QtCore import QPoint
from PyQt6.QtWidgets import QApplication, QDialog, QMenu, QWidget


class Go(QWidget):
    def closeEvent(self, event):
        dialog.show()
        menu.popup(QPoint(0, 0))


signal.signal(signal.SIGTERM, signal.SIG_DFL)
app = QApplication(sys.argv)
app.setQuitOnLastWindowClosed(False)
main = QWidget()
main.setWindowTitle("Main")
main.resize(360, 260)
dialog = QDialog(main)
dialog.setWindowTitle("Dialog")
dialog.resize(200, 120)
menu = QMenu(main)
menu.setWindowTitle("Menu")
for word in ("Copy", "Move", "Link", "Cancel"):
    menu.addAction(word)
go = Go()
go.setWindowTitle("Go")
go.resize(200, 100)
main.show()
go.show()
app.exec()
