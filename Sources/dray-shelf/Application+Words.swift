// SPDX-License-Identifier: MIT

import WaylandClient

/// What is told on the standard output.
extension Application {
    func reportMapped() {
        report(
            "mapped",
            [
                "toolkit": .string("none"), "title": .string(options.title), "app_id": .string(options.appID),
                "width": .number(window.size.width), "height": .number(window.size.height),
                "items": .array(shelf.items.compactMap { shelf.frame(of: $0.id).map(JSON.rectangle) }),
                "target": shelf.layout.zone.map(JSON.rectangle) ?? .null,
            ])
    }

    func reportSelection() {
        report(
            "selection",
            [
                "selected": .optional(shelf.selection.flatMap { shelf[$0]?.content.text?.plain }),
                "all": texts(shelf.selected),
            ])
    }

    /// Where the keyboard is now.
    func reportFocus() {
        guard let entry = AccessSnapshot(interface)[interface.focus] else { return }
        report("keyboard", ["on": .string(entry.name), "role": .string(entry.role.name)])
    }

    private func texts(_ ids: [Item.ID]) -> JSON { .array(ids.map { .optional(shelf[$0]?.content.text?.plain) }) }

    func reportScroll(_ area: Layout.Area) {
        let word =
            switch area {
            case .table: "table"
            case .zone: "zone"
            }
        let (offset, limit) = shelf.layout.scroll(of: area, count: shelf.places(in: area))
        report(
            "scroll",
            [
                "area": .string(word), "offset": .number(offset), "limit": .number(limit),
                "end": .truth(offset >= limit),
            ])
    }

    func reportEnd(_ action: WlDataDeviceManager.DndAction) {
        let result =
            switch action.word {
            case "move": "moved"
            case "ask": "asked"
            default: "copied"
            }
        report("drag-end", ["result": .string(result), "action": .optional(action.word)])
    }

    func reportShelf(isUndone: Bool = false) {
        let table = shelf.ids(in: .table).sorted { $0.number < $1.number }
        report(
            "shelf",
            [
                "zone": texts(shelf.zone), "table": texts(table),
                "selected": .optional(shelf.selection.flatMap { shelf[$0]?.content.text?.plain }),
                "undone": .truth(isUndone),
            ])
    }
}
