# SPDX-License-Identifier: MIT
"""Sandboxes as compositors see them, and the portal through which sandboxed programs get files."""

import os
import socket

from wire import Connection, text

DOCUMENTS = "/usr/libexec/xdg-document-portal"
PERMISSIONS = "/usr/libexec/xdg-permission-store"


class SecurityContext:
    """A security context (wp_security_context_v1), as Flatpak creates one from 1.15.11 on: clients of its socket are
    sandboxed.

    The context manager returns the path of the socket. The socket accepts clients until it is closed; clients stay
    connected.
    """

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
