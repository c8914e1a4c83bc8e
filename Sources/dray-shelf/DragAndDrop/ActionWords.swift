// SPDX-License-Identifier: MIT

import WaylandClient

// Actions as the shelf's report and its tests call them.

extension WlDataDeviceManager.DndAction {
    /// All actions in the set, by name.
    var words: [String] {
        var words: [String] = []
        if contains(.copy) { words.append("copy") }
        if contains(.move) { words.append("move") }
        if contains(.ask) { words.append("ask") }
        return words
    }

    /// The action's name; nil for none.
    var word: String? { words.first }
}
