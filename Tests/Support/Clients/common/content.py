# SPDX-License-Identifier: MIT
"""The dragged content as bytes for MIME types, and the types that a target accepts."""

import os
import pathlib
import urllib.parse

UTF8 = "text/plain;charset=utf-8"
PLAIN = "text/plain"
HTML = "text/html"
URIS = "text/uri-list"
PNG = "image/png"
LINK = "text/x-moz-url"


def representations(options):
    """The source's (MIME type, bytes) pairs, richest first.

    Text goes out under both names of plain text with the same UTF-8 bytes, so
    that a receiver can compare them whichever it asks for.
    """
    pairs = []
    if options.uris:
        uris = [pathlib.Path(os.path.abspath(name)).as_uri() for name in options.uris]
        pairs.append((URIS, "".join(uri + "\r\n" for uri in uris).encode()))
    if options.link:
        # In the format of Firefox.
        pairs.append((LINK, f"{options.link}\n{options.text or options.link}".encode("utf-16-le")))
    elif options.image:
        pairs.append((PNG, pathlib.Path(options.image).read_bytes()))
    if options.html is not None:
        pairs.append((HTML, options.html.encode()))
    if options.text is not None and not options.link:
        pairs.append((UTF8, options.text.encode()))
        pairs.append((PLAIN, options.text.encode()))
    return pairs


def choose(accepted_kinds, offered):
    """The offered MIME type to read, spelt as it was offered, or None to reject."""
    for kind in accepted_kinds:
        for mime in _candidates(kind, offered):
            return mime
    return None


def _candidates(kind, offered):
    by_name = {mime.lower().replace(" ", ""): mime for mime in reversed(offered)}
    wanted = {
        "text": [UTF8, "utf8_string", PLAIN],
        "plain": [PLAIN],
        "html": [HTML, "text/html;charset=utf-8"],
        "uris": [URIS],
        "image": [PNG],
    }[kind]
    yield from (by_name[name] for name in wanted if name in by_name)
    if kind == "image":
        yield from (mime for mime in offered if mime.lower().startswith("image/"))


def is_text(mime):
    """Whether the bytes of this type are shown and reported as text."""
    return mime.lower().startswith("text/") or mime == "UTF8_STRING"


def uri_names(data):
    """The names to show for a text/uri-list: file names if possible, else the URIs."""
    return [_name(uri) for uri in uri_list(data)]


def uri_list(data):
    """The URIs of a text/uri-list, without its comment lines."""
    lines = data.decode(errors="replace").split("\n")
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def _name(uri):
    return os.path.basename(urllib.parse.unquote(urllib.parse.urlsplit(uri).path)) or uri


def size_words(count):
    """A size for people: '1 byte', '812 bytes', '3.4 KB'."""
    if count == 1:
        return "1 byte"
    if count < 1000:
        return f"{count} bytes"
    for unit in ("KB", "MB"):
        count /= 1000
        if count < 1000:
            return f"{count:.1f} {unit}"
    return f"{count / 1000:.1f} GB"
