# SPDX-License-Identifier: MIT
"""A browser as a client: a small loopback server serves `page.html`, and prints the messages of the page."""

import contextlib
import http.server
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import urllib.parse

from . import content, looks, process
from .report import Reporter

PAGE = pathlib.Path(__file__).resolve().parent / "page.html"


def run(toolkit, options, command):
    """Shows the page in a browser until it exits, and exits with its status."""
    show(_handler(options, _settings(toolkit, options)), options.size, command)


def show(handler, size, command):
    """Shows the content of a request handler in a browser until it exits, and exits with its status.

    `command(profile, url, size)` writes a profile to an empty folder, and returns the browser's command line.
    """
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    # The runtime folder is removed with the session, including profiles of clients that were killed.
    profile = pathlib.Path(tempfile.mkdtemp(prefix="profile-", dir=os.environ.get("XDG_RUNTIME_DIR")))
    arguments = command(profile, f"http://127.0.0.1:{server.server_port}/", size)
    surroundings = process.SURROUNDINGS | {"MOZ_ENABLE_WAYLAND": "1"} | os.environ | {"HOME": str(profile)}
    try:
        browser = subprocess.Popen(arguments, stdout=sys.stderr, env=surroundings)
    except OSError as error:
        shutil.rmtree(profile, ignore_errors=True)
        sys.exit(f"{os.path.basename(sys.argv[0])}: {arguments[0]} cannot be started: {error.strerror}")

    def end(*_):
        browser.kill()
        # The wait that is interrupted here holds the lock of all others.
        with contextlib.suppress(ChildProcessError):
            os.waitpid(browser.pid, 0)
        shutil.rmtree(profile, ignore_errors=True)
        os._exit(0)

    signal.signal(signal.SIGTERM, end)
    status = browser.wait()
    shutil.rmtree(profile, ignore_errors=True)
    sys.exit(status if status >= 0 else 128 - status)


def _settings(toolkit, options):
    """The options for the page as JSON."""
    pairs = content.representations(options) if options.is_source else []
    body, caption = looks.source_words(options, pairs) if pairs else ("", "")
    words, takes = looks.zone_words(options)
    return {
        "toolkit": toolkit,
        "title": options.title,
        "source": options.is_source,
        "target": options.is_target,
        # Plain text has one name in a page. Images and links are not data: they are dragged themselves.
        "data": [
            [mime, data.decode()] for mime, data in pairs if mime not in (content.PNG, content.UTF8, content.LINK)
        ],
        "link": options.link,
        "picture": "/picture/" + urllib.parse.quote(os.path.basename(options.image)) if options.image else None,
        "body": body,
        "caption": caption,
        "actions": options.actions,
        "preferred": options.preferred,
        "accept": options.accept,
        "refuse": options.refuse,
        "words": words,
        "takes": takes,
        "done": looks.DONE,
    }


def _handler(options, facts):
    """Serves the page, its image, and requests to print a message."""
    report = Reporter(options)
    page = PAGE.read_text().replace("SETTINGS", json.dumps(facts).replace("<", "\\u003c")).encode()

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            if self.path == "/":
                self.answer("text/html; charset=utf-8", page)
            elif self.path == facts["picture"]:
                self.answer("image/png", pathlib.Path(options.image).read_bytes())
            else:
                self.send_error(404)

        def do_POST(self):
            address = urllib.parse.urlsplit(self.path)
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if address.path == "/received":
                report.received(urllib.parse.unquote(address.query), body)
            else:
                self.tell(**json.loads(body))
            self.answer("text/plain", b"")

        def tell(self, event, **facts):
            if event == "drag-end":
                report.drag_end(facts["action"])
            else:
                report.event(event, **facts)

        def answer(self, kind, body):
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    return Handler
