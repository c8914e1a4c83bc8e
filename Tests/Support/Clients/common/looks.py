# SPDX-License-Identifier: MIT
"""Texts, colours and style sheets, so that the windows of all toolkits look alike."""

from . import content

INK, SOFT, PAPER, CARD = "#1f2430", "#5d6675", "#eef1f6", "#ffffff"
BLUE, GREEN, RED = "#2f6fde", "#1f8f5f", "#c8372d"

GTK_CSS = f"""
window.client {{ background: {PAPER}; color: {INK}; font-family: "DejaVu Sans", sans-serif; font-size: 13px; }}
window.client box, window.client label {{ background: none; text-shadow: none; }}
.page {{ padding: 12px; }}
.heading {{ font-weight: bold; font-size: 14px; color: {INK}; }}
.toolkit, .caption {{ font-size: 11px; color: {SOFT}; }}
.body {{ font-size: 14px; color: {INK}; }}
.hint {{ font-size: 13px; color: {SOFT}; }}
window.client .card, .drag-card {{
  background: {CARD}; border: 1px solid #d3d9e3; border-left: 5px solid {BLUE};
  border-radius: 8px; padding: 10px 12px; color: {INK};
  font-family: "DejaVu Sans", sans-serif;
}}
window.client .card {{ box-shadow: 0 1px 4px rgba(31, 36, 48, 0.18); margin: 2px 3px 4px 3px; }}
window.client .card.dragging {{ background: #e3ecfc; }}
window.client .zone {{
  border: 2px dashed #9aa5b5; border-radius: 10px; padding: 10px 12px; background: #f8fafc;
}}
window.client .zone.over {{ border-color: {GREEN}; background: #e3f5ec; }}
window.client .zone.refusing {{ border-color: {RED}; background: #fbe9e7; }}
window.client .zone.filled {{ border-color: {GREEN}; background: {CARD}; }}
window.drag-window, dragicon {{ background: none; }}
"""

QT_CSS = f"""
QWidget#window {{ background: {PAPER}; }}
QLabel {{ color: {INK}; font-family: "DejaVu Sans"; font-size: 13px; background: transparent; }}
QLabel#heading {{ font-weight: bold; font-size: 14px; }}
QLabel#toolkit, QLabel#caption {{ color: {SOFT}; font-size: 11px; }}
QLabel#body {{ font-size: 14px; }}
QLabel#body[hint="true"] {{ color: {SOFT}; font-size: 13px; }}
QFrame#card {{ background: {CARD}; border: 1px solid #d3d9e3; border-left: 5px solid {BLUE}; border-radius: 8px; }}
QFrame#card[dragging="true"] {{ background: #e3ecfc; }}
QFrame#zone {{ border: 2px dashed #9aa5b5; border-radius: 10px; background: #f8fafc; }}
QFrame#zone[look="over"] {{ border-color: {GREEN}; background: #e3f5ec; }}
QFrame#zone[look="refusing"] {{ border-color: {RED}; background: #fbe9e7; }}
QFrame#zone[look="filled"] {{ border-color: {GREEN}; background: {CARD}; }}
"""

DONE = {"copy": "copied", "move": "moved", "ask": "asked", "link": "linked"}


def source_words(options, pairs):
    """The source card's text and caption."""
    body = ""
    if options.uris:
        body = "\n".join(content.uri_names(dict(pairs)[content.URIS]))
    elif options.link:
        body = options.text or options.link
    elif not options.image:
        body = options.text if options.text is not None else options.html
    kinds = [name for name, given in source_kinds(options) if given]
    size = content.size_words(len(pairs[0][1]))
    return body, f"{' + '.join(kinds)} · {size}"


def source_kinds(options):
    count = len(options.uris or [])
    return [
        ("1 file" if count == 1 else f"{count} files", count),
        ("link", options.link),
        ("picture", options.image),
        ("styled text", options.html is not None),
        ("text", options.text is not None),
    ]


def zone_words(options):
    """The empty drop zone's text and caption."""
    if options.refuse:
        return "Refuses every drag", "for tests of refusal"
    return "Drop here", "takes " + ", ".join(options.accept)


def received_words(mime, data, action):
    """The filled drop zone's text (None for an image) and caption."""
    body = None
    if mime.lower() == content.URIS:
        body = "\n".join(content.uri_names(data))
    elif content.is_text(mime):
        body = data.decode(errors="replace")[:2000].replace("\0", "\N{SYMBOL FOR NULL}")
    return body, f"{DONE.get(action, 'dropped')} · {content.size_words(len(data))} · {mime}"
