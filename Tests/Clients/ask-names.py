#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Asks a compositor for drags by name, at the socket of dray-access. It writes down what it is answered, and ends as the last answer has
come or the socket is closed.

    ask-names.py SOCKET REQUEST...     a request is like "drag|name=Photo|to=Mail", or "names|Album"
"""

import socket
import sys


def main():
    path, *requests = sys.argv[1:]
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(path)
        answers = connection.makefile()
        for request in requests:
            try:
                connection.sendall(request.replace("|", "\t").encode() + b"\n")
                for line in answers:
                    print(line, end="", flush=True)
                    if not line.startswith("= "):
                        break
                else:
                    print("closed", flush=True)
                    return
            except (BrokenPipeError, ConnectionResetError):
                print("closed", flush=True)
                return


main()
