// SPDX-License-Identifier: MIT

internal import DrayInput

/// A keymap, and its file, which all clients map.
final class SharedKeymap {
    let keymap: Keymap
    let file: KeymapFile

    convenience init(_ names: KeymapNames) throws(InputError) {
        try self.init(Keymap(names))
    }

    convenience init(text: String) throws(InputError) {
        try self.init(Keymap(text: text))
    }

    private init(_ keymap: Keymap) throws(InputError) {
        self.keymap = keymap
        file = try KeymapFile(keymap)
    }
}
