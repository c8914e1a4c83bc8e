# SPDX-License-Identifier: MIT
"""The lines on stdout, and the files of --save."""

import hashlib
import json
import os
import re
import time

from . import content

TEXT_LIMIT = 4096
"""The maximum number of characters of a text in a line; the hash covers the whole text."""

HIDDEN = re.compile("[\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e0fff]")
"""Control and invisible characters, which are escaped in JSON."""


class Reporter:
    """Writes one JSON object per line, each in a single write, so that no line is incomplete."""

    def __init__(self, options):
        self.folder = options.save
        self.drops = 0
        if self.folder:
            os.makedirs(self.folder, exist_ok=True)

    def event(self, name, **facts):
        line = json.dumps({"event": name, "time": time.monotonic_ns() // 1_000_000, **facts}, ensure_ascii=False)
        # Readers that split lines at other characters than U+000A read one line all the same.
        line = HIDDEN.sub(lambda match: json.dumps(match[0])[1:-1], line)
        rest = (line + "\n").encode("utf-8", "backslashreplace")
        try:
            while rest:
                rest = rest[os.write(1, rest) :]
        except BrokenPipeError:
            os._exit(0)  # The reader has closed the stream: the test has ended.

    def received(self, mime, data):
        """Saves the bytes, then reports them, so that readers of the line find the file."""
        facts = {"type": mime, "size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        if content.is_text(mime):
            facts["text"] = data.decode(errors="replace")[:TEXT_LIMIT]
        if mime.lower() == content.URIS:
            facts["uris"] = content.uri_list(data)
        self.drops += 1
        if self.folder:
            facts["file"] = os.path.join(self.folder, f"drop-{self.drops:03}.bin")
            with open(facts["file"], "wb") as file:
                file.write(data)
        self.event("received", **facts)

    def drag_end(self, action, reason=None):
        """The source's end of a drag: `action` is the final action, None if there was none."""
        if action:
            result = {"copy": "copied", "move": "moved", "ask": "asked", "link": "linked"}[action]
            self.event("drag-end", result=result, action=action)
        else:
            self.event("drag-end", result="cancelled", reason=reason or "unknown")
