# SPDX-License-Identifier: MIT
"""The lines on stdout, and the files of --save."""

import hashlib
import json
import os
import re
import time

from . import content

TEXT_LIMIT = 4096
"""The most characters of a text that a line repeats; the hash covers all of it."""

HIDDEN = re.compile("[\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e0fff]")
"""Controls and what cannot be seen, which JSON has as escapes."""


class Reporter:
    """Writes one JSON object per line, each in a single write so that a line is whole or absent."""

    def __init__(self, options):
        self.folder = options.save
        self.drops = 0
        if self.folder:
            os.makedirs(self.folder, exist_ok=True)

    def event(self, name, **facts):
        line = json.dumps({"event": name, "time": time.monotonic_ns() // 1_000_000, **facts}, ensure_ascii=False)
        # Readers that part lines at more than U+000A read one line all the same.
        line = HIDDEN.sub(lambda match: json.dumps(match[0])[1:-1], line)
        rest = (line + "\n").encode("utf-8", "backslashreplace")
        try:
            while rest:
                rest = rest[os.write(1, rest) :]
        except BrokenPipeError:
            os._exit(0)  # Nobody is listening any more: the test is over.

    def received(self, mime, data):
        """Saves the bytes, then tells of them; so whoever reads the line finds the file."""
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
        """The source's end of a drag: `action` is what was done, None when nothing was."""
        if action:
            result = {"copy": "copied", "move": "moved", "ask": "asked", "link": "linked"}[action]
            self.event("drag-end", result=result, action=action)
        else:
            self.event("drag-end", result="cancelled", reason=reason or "unknown")
