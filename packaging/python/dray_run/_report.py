# SPDX-License-Identifier: MIT
"""The report of a failed test: a page with the state of the desktop."""

from __future__ import annotations

import html
from pathlib import Path

from ._desktop import Desktop
from ._errors import DrayError
from ._text import shown

_STYLE = """
body {
    font: 15px/1.5 sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; color: #1d1d1f; background: #fff
}
pre { background: #f2f2f4; padding: 1rem; overflow: auto; max-height: 32rem; border-radius: 6px }
img { max-width: 100%; border: 1px solid #c8c8cc }
@media (prefers-color-scheme: dark) { body { color: #f2f2f4; background: #1d1d1f } pre { background: #2c2c2e } }
"""


def write_report(desktop: Desktop, title: str, reason: str) -> Path:
    """Writes ``report.html``, ``picture.png`` and ``wire.jsonl``, the messages to and from the compositor.

    :returns: the page.
    """
    picture = "<p>There is no picture: the compositor has exited.</p>"
    try:
        desktop.picture(desktop.folder / "picture.png")
        picture = '<img src="picture.png" alt="the screen when the test failed">'
    except DrayError:
        pass
    names = ""
    try:
        names = desktop.names
    except DrayError:
        pass
    for file in sorted(desktop.folder.glob("*-seen.png")):
        picture += f'<p>{html.escape(file.name)}</p><img src="{html.escape(file.name)}" alt="what was seen">'
        other = file.name.replace("-seen", "-difference")
        if (desktop.folder / other).exists():
            picture += f'<img src="{html.escape(other)}" alt="what differs">'
    (desktop.folder / "wire.jsonl").write_text("\n".join(desktop.talk) + "\n", encoding="utf-8")
    sections = [
        ("Reason", f"<pre>{html.escape(shown(reason))}</pre>"),
        ("The screen", picture),
        ("Windows and programs", f"<pre>{html.escape(desktop.overview)}</pre>"),
        ("Names in windows", f"<pre>{html.escape(shown(names))}</pre>" if names else ""),
        ("Output of programs", f"<pre>{html.escape(shown(desktop.log)) or 'nothing'}</pre>"),
        ("Messages to and from the compositor", f"<pre>{html.escape(chr(10).join(desktop.talk))}</pre>"),
    ]
    body = "\n".join(f"<h2>{name}</h2>\n{content}" for name, content in sections if content)
    page = desktop.folder / "report.html"
    page.write_text(
        f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>{html.escape(title)}</title>\n'
        f"<style>{_STYLE}</style>\n<h1>{html.escape(title)}</h1>\n{body}\n</html>\n",
        encoding="utf-8",
    )
    return page
