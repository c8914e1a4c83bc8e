#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Requests drags by name from a compositor at the socket of dray-access. It prints the answers, and ends with the last
one, or when the socket is closed.

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
