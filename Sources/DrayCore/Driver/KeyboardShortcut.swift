// SPDX-License-Identifier: MIT

/// A key with modifiers that a host takes for itself: by what is written on the key.
public struct KeyboardShortcut: Hashable, Sendable {
    /// A number of xkbcommon's; of a letter the small one.
    public var keysym: UInt32
    public var modifiers: Modifiers

    /// Super, Shift and D: begins a drag by keyboard (HIG-32).
    public static let dragByKeyboard = KeyboardShortcut(keysym: 0x64, modifiers: [.logo, .shift])

    public init(keysym: UInt32, modifiers: Modifiers) {
        self.keysym = keysym
        self.modifiers = modifiers
    }

    /// Whether this key, with these modifiers, is it. Locks do not count.
    public func matches(keysym: UInt32, modifiers: Modifiers) -> Bool {
        let isCapital = (0x41...0x5a).contains(keysym)
        return (isCapital ? keysym + 0x20 : keysym) == self.keysym
            && modifiers.subtracting([.capsLock, .numLock]) == self.modifiers
    }
}
