#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Draws a sequence diagram of a drag between two programs, as SVG, from the trace of a run.

    dray run Tests/EndToEnd/Scenarios/shelf-extension.yaml -o RUN
    Tests/EndToEnd/Scenarios/sequence.py RUN/trace.jsonl SOURCE TARGET [FIRST-STEP LAST-STEP] > picture.svg

SOURCE and TARGET are the names of the two clients in the scenario; the steps are line numbers in its file. Of the core
protocol only the essential messages are shown. Equal consecutive messages are shown once, with their number.
"""

import html
import json
import sys

# The shown messages of the core protocol. They mark the phases of the drag.
CORE = {
    ("wl_data_device", "start_drag"), ("wl_data_device", "enter"), ("wl_data_device", "leave"),
    ("wl_data_device", "drop"),
    ("wl_data_offer", "accept"), ("wl_data_offer", "receive"), ("wl_data_offer", "finish"),
    ("wl_data_source", "send"), ("wl_data_source", "dnd_drop_performed"), ("wl_data_source", "dnd_finished"),
    ("wl_data_source", "cancelled"), ("wl_touch", "down"), ("wl_touch", "up"),
}
# The hidden messages of the extension: sent when the window is created, or irrelevant to a reader.
HIDDEN = {
    "set_rectangle", "set_behaviour", "set_label", "destroy", "commit", "create_zone", "get_surface", "create_item",
    "set_name", "set_kind", "set_place", "set_preview",
}
# The shown messages of an item. A commit shows the kind of the item, and whether it has a preview.
OF_ITEM = {"commit", "destroy"}
# The shown arguments of each message, by their index.
SHOWN = {
    "kind": [0, 1], "set_container": [0], "take_items": [0], "set_preview_size": [0, 1],
    "set_insertion": [0, 1, 2, 3], "set_irreversible": [0], "set_progress": [0], "items": [0], "failed": [0],
    "answer": [0],
    "accept": [1], "receive": [0], "send": [0], "set_size": [0, 2], "progress": [0, 2, 4],
}
WIDTH, ROW, TOP = 760, 19, 54


def messages(path, clients, first, last):
    """The shown messages in order, as (client, is_request, is_extension, text)."""
    labels, looks, line, found = {}, {}, 0, []
    for text in open(path, encoding="utf-8"):
        entry = json.loads(text)
        if entry["kind"] == "step":
            line = entry.get("line", line)
        if entry["kind"] != "message" or entry.get("client") not in clients:
            continue
        client, interface, name = entry["client"], entry["interface"], entry["name"]
        values = [argument["value"] for argument in entry.get("arguments", [])]
        if name in ("set_label", "set_name"):
            labels[client, entry["object"]] = values[0]
        if name in ("set_kind", "set_preview"):
            looks.setdefault((client, entry["object"]), {})[name] = values[0] if name == "set_kind" else "preview"
        is_extension = interface.startswith("dray_drag_")
        is_hidden = name not in OF_ITEM if interface == "dray_drag_item_v1" else name in HIDDEN
        if not first <= line <= last or is_hidden or not (is_extension or (interface, name) in CORE):
            continue
        subject = interface.removeprefix("dray_drag_").removesuffix("_v1")
        # The container of a zone does not change.
        if subject == "zone" and name == "set_container":
            continue
        if is_extension and subject in ("zone", "item"):
            subject = f'{subject} "{labels.get((client, entry["object"]), "?")}"'
        shown = [values[index] for index in SHOWN.get(name, []) if index < len(values)]
        if interface == "dray_drag_item_v1" and name == "commit":
            shown = looks.get((client, entry["object"]), {}).values()
        words = f"{subject}.{name}({', '.join(shown)})"
        found.append((client, entry["direction"] == "request", is_extension, words))
    return found


def folded(found):
    """Merges equal consecutive rows, with their number."""
    rows = []
    for row in found:
        if rows and rows[-1][0] == row:
            rows[-1][1] += 1
        else:
            rows.append([row, 1])
    return rows


def main():
    path, source, target = sys.argv[1:4]
    first, last = (int(sys.argv[4]), int(sys.argv[5])) if len(sys.argv) > 5 else (0, 1 << 30)
    rows = folded(messages(path, (source, target), first, last))
    height = TOP + ROW * len(rows) + 20
    columns = {source: 30, "compositor": WIDTH / 2, target: WIDTH - 30}
    view = f'viewBox="0 0 {WIDTH} {height}"'
    print(f'<svg xmlns="http://www.w3.org/2000/svg" {view} font-family="sans-serif" font-size="11">')
    print(f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>')
    for name, x in columns.items():
        anchor = {source: "start", target: "end"}.get(name, "middle")
        at = {source: 8, target: WIDTH - 8}.get(name, x)
        title = {source: f"source: {source}", target: f"target: {target}"}.get(name, name)
        print(f'<text x="{at}" y="24" text-anchor="{anchor}" font-weight="bold">{title}</text>')
        print(f'<line x1="{x}" y1="34" x2="{x}" y2="{height - 8}" stroke="#9aa0a8"/>')
    for number, ((client, is_request, is_extension, words), count) in enumerate(rows):
        y = TOP + ROW * number + 8
        here, there = columns[client], columns["compositor"]
        start, end = (here, there) if is_request else (there, here)
        way = 1 if end > start else -1
        colour = "#1f5fbf" if is_extension else "#6b6f78"
        text = html.escape(words + (f"  × {count}" if count > 1 else ""))
        print(f'<line x1="{start}" y1="{y}" x2="{end - way * 6}" y2="{y}" stroke="{colour}"/>')
        print(f'<path d="M{end} {y} l{-way * 7} -3.5 v7 z" fill="{colour}"/>')
        print(f'<text x="{(here + there) / 2}" y="{y - 4}" text-anchor="middle" fill="{colour}">{text}</text>')
    print("</svg>")


main()
