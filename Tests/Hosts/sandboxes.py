# SPDX-License-Identifier: MIT
"""Sandboxes, as far as compositors see them, and the portal that programs in one get files by."""

import os
import socket

from wire import Connection, text

DOCUMENTS = "/usr/libexec/xdg-document-portal"
PERMISSIONS = "/usr/libexec/xdg-permission-store"


class SecurityContext:
    """What makes a sandbox tells the compositor of it, as Flatpak does from 1.15.11 on (wp_security_context_v1): who connects by the
    socket is in it. Entered, it is the socket's path; the socket serves as long as it is open, and clients stay longer."""

    def __init__(self, environment, path, application):
        self.path = str(path)
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.bind(self.path)
        self.socket.listen()
        self.lasting, lasts = os.pipe()
        connection = Connection(environment)
        manager, context = connection.bind("wp_security_context_manager_v1"), connection.new()
        connection.send(manager, 1, context, descriptors=[self.socket.fileno(), lasts])
        os.close(lasts)
        connection.send(context, 1, text("org.flatpak"))
        connection.send(context, 2, text(application))
        connection.send(context, 4)
        connection.roundtrip()
        connection.end()

    def __enter__(self):
        return self.path

    def __exit__(self, kind, error, trace):
        os.close(self.lasting)
        self.socket.close()
