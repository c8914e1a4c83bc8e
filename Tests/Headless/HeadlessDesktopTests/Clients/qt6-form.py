#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A Qt 6 window with a button and a text field that prints its events."""

import signal
import sys

from PyQt6.QtWidgets import QApplication, QLineEdit, QPushButton, QSizePolicy, QVBoxLayout, QWidget


def say(text):
    print(text, flush=True)


signal.signal(signal.SIGTERM, signal.SIG_DFL)
app = QApplication(sys.argv)
window = QWidget()
window.setWindowTitle("Form")
window.resize(320, 240)
layout = QVBoxLayout(window)
button = QPushButton("Press")
button.clicked.connect(lambda: say("clicked"))
entry = QLineEdit()
entry.textChanged.connect(lambda text: say("text " + text))
entry.returnPressed.connect(lambda: say("entered " + entry.text()))
for widget in (button, entry):
    widget.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
    layout.addWidget(widget)
entry.setFocus()
window.show()
app.exec()
