#!/usr/bin/python3
# SPDX-License-Identifier: MIT

"""usage: pages.py DRAY-CONVERT
       pages.py --browser [FILE...]

Converts each page of inner-text.json into text, and compares with what Chromium's `innerText` gives for it; then pages
of extremes, which may fail, but in no other way than by themselves. With --browser, the table is written anew by
Chromium; pages in FILEs are added to it."""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from converter import convert

TABLE = pathlib.Path(__file__).with_name("inner-text.json")

SCRIPT = """
(async () => {
    const texts = [];
    for (const page of pages) {
        const frame = document.createElement("iframe");
        frame.style.width = "2000px";
        await new Promise((loaded) => {
            frame.onload = loaded;
            frame.srcdoc = "<!DOCTYPE html>" + page;
            document.body.append(frame);
        });
        texts.push(frame.contentDocument.body.innerText);
        frame.remove();
    }
    document.getElementById("texts").textContent = encodeURIComponent(JSON.stringify(texts));
})();
"""


def by_browser(pages):
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder, "page.html")
        list_of_pages = json.dumps(pages).replace("</", "<\\/")
        script = f"<script>const pages = {list_of_pages};{SCRIPT}</script>"
        page.write_text(f"<meta charset=utf-8><pre id=texts></pre>{script}")
        command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/user",
                   "--virtual-time-budget=60000", "--dump-dom", page.as_uri()]
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return json.loads(urllib.parse.unquote(re.search(r'<pre id="texts">([^<]*)', output)[1]))


# Each nested as deep, or repeated as often, as no page is. Most are converted; some take too long and are refused.
EXTREMES = {
    "deep tables": "<table><tr><td>" * 30_000 + "x",
    "deep blocks": "<div>" * 100_000 + "x",
    "deep links": "<a>" * 100_000 + "x",
    "deep fonts": "<b><i><font>" * 3_000 + "x",
    "deep drawings": "<svg><g>" * 20_000 + "x",
    "deep lists": "<ul><li>" * 3_000 + "x",
    "crossed": "<b><p></b><i>" * 300 + "x",
    "attributes": "<p " + " ".join(f"a{number}" for number in range(3_000)) + ">x",
    "a long attribute": "<p title='" + "x" * 5_000_000 + "'>x",
    "declarations": "<p style='" + ";display:none" * 100_000 + "'>x",
    "parentheses": "<p style='" + "(" * 1_000_000 + "'>x",
    "open comments": "<!--" * 100_000,
    "open tags": "<" * 1_000_000,
    "references": "&notit" * 100_000,
    "zeroes": "\0" * 1_000_000 + "x",
    "breaks": "<br>" * 1_000_000 + "x",
    "details": "<details>" + "<summary>x</summary>" * 50_000,
    "an open script": "<script>" + "<!--<script>" * 100_000,
    "forms": "<form></form>" * 50_000 + "x",
}


def main():
    if sys.argv[1] == "--browser":
        pages = [page for page, _ in json.loads(TABLE.read_text())]
        pages += [pathlib.Path(file).read_text() for file in sys.argv[2:]]
        rows = [json.dumps(row, ensure_ascii=False) for row in zip(pages, by_browser(pages))]
        TABLE.write_text("[\n" + ",\n".join(rows) + "\n]\n")
        return
    failures = 0
    table = json.loads(TABLE.read_text())
    for page, text in table:
        result = convert(sys.argv[1], f"<!DOCTYPE html>{page}".encode(), "text")
        found = None if result.output is None else result.output.decode()
        if found != text:
            failures += 1
            print(f"{page!r}\n  is {found!r}\n  in place of {text!r}\n  {result.errors.decode(errors='replace')}")
    for name, page in EXTREMES.items():
        result = convert(sys.argv[1], page.encode(), "text")
        # Killed by the limit of processor time, at the latest.
        if result.code not in (0, 1, -9, -24):
            failures += 1
            print(f"{name}: ended with {result.code}\n{result.errors.decode(errors='replace')}")
    print(f"{len(table)} pages and {len(EXTREMES)} extremes, {failures} wrong")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
