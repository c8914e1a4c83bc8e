# SPDX-License-Identifier: MIT
"""The command line, the same for every toolkit."""

import argparse
import os
import re

ROLES = ("source", "target", "both")
ACTIONS = ("copy", "move", "ask")
KINDS = ("text", "plain", "html", "uris", "image")

EXAMPLES = """\
examples:
  %(prog)s --role source --text 'Grüße' --actions copy,move
  %(prog)s --role source --uris report.pdf photo.png --image photo.png
  %(prog)s --role target --accept uris,text --save /tmp/drops
  %(prog)s --role target --refuse

One JSON object per line comes out on stdout; Tests/Support/Clients/README.md lists them.
SIGTERM ends the program silently with status 0.
"""


def _one_of(values):
    def parse(text):
        names = [name.strip() for name in text.split(",") if name.strip()]
        unknown = [name for name in names if name not in values]
        if unknown or not names:
            raise argparse.ArgumentTypeError(f"{text!r}: expected some of {','.join(values)}")
        return names

    return parse


def _size(text):
    match = re.fullmatch(r"([1-9]\d{0,4})x([1-9]\d{0,4})", text)
    if not match:
        raise argparse.ArgumentTypeError(f"{text!r}: expected WIDTHxHEIGHT, such as 320x240")
    return int(match[1]), int(match[2])


def _readable_file(text):
    if not os.path.isfile(text) or not os.access(text, os.R_OK):
        raise argparse.ArgumentTypeError(f"{text!r}: no such readable file")
    return text


def parse(toolkit, arguments=None):
    """Reads the command line; ends the program with a message if it is invalid."""
    parser = argparse.ArgumentParser(
        description=f"A drag-and-drop client made with {toolkit}, for tests and pictures.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--role", choices=ROLES, default="both", help="which halves the window has (default: both)")
    parser.add_argument("--title", help="the window's title and heading")
    parser.add_argument("--app-id", metavar="ID", help="the xdg_toplevel app id")
    parser.add_argument("--size", type=_size, metavar="WxH", help="the window's size (default: 320x240, both: 560x260)")

    content = parser.add_argument_group("what the source gives (default: a line of text)")
    content.add_argument("--text", help="text, given as UTF-8")
    content.add_argument("--html", help="the same text with its style, as text/html")
    content.add_argument("--uris", nargs="+", metavar="FILE", help="files, given as text/uri-list")
    content.add_argument("--image", type=_readable_file, metavar="FILE", help="a PNG file, given as image/png")
    content.add_argument(
        "--link", metavar="ADDRESS", help="a link with the text as its title; in browsers a link of the page")
    content.add_argument(
        "--native", action="store_true", help="offer the text under every name that the toolkit has for it (GTK 3 only)"
    )

    actions = parser.add_argument_group("actions")
    actions.add_argument(
        "--actions",
        type=_one_of(ACTIONS),
        default=["copy", "move"],
        metavar="LIST",
        help="the actions of the source and the target, of copy,move,ask (default: copy,move)",
    )
    actions.add_argument(
        "--preferred",
        choices=ACTIONS,
        metavar="ACTION",
        help="the target's preferred action (and the Qt source's default action)",
    )

    target = parser.add_argument_group("what the target takes")
    target.add_argument(
        "--accept",
        type=_one_of(KINDS),
        default=["uris", "image", "text"],
        metavar="LIST",
        help="kinds, best first, of text,plain,html,uris,image (default: uris,image,text); plain is text/plain alone",
    )
    target.add_argument("--refuse", action="store_true", help="refuse every drag")
    target.add_argument("--save", metavar="DIR", help="write the bytes of each drop to DIR/drop-001.bin and so on")

    options = parser.parse_args(arguments)
    if options.preferred and options.preferred not in options.actions:
        parser.error(f"--preferred {options.preferred} is not among --actions {','.join(options.actions)}")
    if options.text is None and options.html is None and not options.uris and not options.image and not options.link:
        options.text = f"Dragged from {toolkit}"
    options.title = options.title or f"{toolkit} {options.role}"
    options.app_id = options.app_id or f"dray.client.{re.sub(r'[^a-z0-9]', '', toolkit.lower())}"
    options.size = options.size or ((560, 260) if options.role == "both" else (320, 240))
    options.is_source = options.role in ("source", "both")
    options.is_target = options.role in ("target", "both")
    return options
