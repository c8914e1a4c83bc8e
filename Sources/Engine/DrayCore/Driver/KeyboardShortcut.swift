// SPDX-License-Identifier: MIT

/// A keyboard shortcut of the host, by keysym.
public struct KeyboardShortcut: Hashable, Sendable {
    /// The xkbcommon keysym; lower case for a letter.
    public var keysym: UInt32
    public var modifiers: Modifiers

    /// Super, Shift and D: begins a drag by keyboard (HIG-32).
    public static let dragByKeyboard = KeyboardShortcut(keysym: 0x64, modifiers: [.logo, .shift])

    public init(keysym: UInt32, modifiers: Modifiers) {
        self.keysym = keysym
        self.modifiers = modifiers
    }

    /// Whether a key with these modifiers matches. Locks are ignored.
    public func matches(keysym: UInt32, modifiers: Modifiers) -> Bool {
        let isCapital = (0x41...0x5a).contains(keysym)
        return (isCapital ? keysym + 0x20 : keysym) == self.keysym
            && modifiers.subtracting([.capsLock, .numLock]) == self.modifiers
    }
}
