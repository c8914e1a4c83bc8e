// SPDX-License-Identifier: MIT

internal import DrayInput

/// A keymap, and the file with it that every client maps.
final class SharedKeymap {
    let keymap: Keymap
    let file: KeymapFile

    init(_ names: KeymapNames) throws(InputError) {
        keymap = try Keymap(names)
        file = try KeymapFile(keymap)
    }
}
