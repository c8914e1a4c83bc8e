// SPDX-License-Identifier: MIT

/// The mapping from modifiers to the action that they request (HIG-03). A host can set another one in its policy.
///
/// A modifier that no combination names (Caps Lock, Num Lock, the logo key) is ignored; the others must match exactly.
public struct ModifierMap: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// The requested action of each combination.
    public let wishes: [Modifiers: DragAction]
    private let named: Modifiers

    /// Ctrl copies, Shift moves, both together ask: the convention on Linux. Alt alone corresponds to Option in the
    /// Human Interface Guidelines and copies. Alt and Shift ask, for window managers that reserve Ctrl and Shift.
    public static let standard: ModifierMap = [
        .control: .copy,
        .shift: .move,
        .alt: .copy,
        [.control, .shift]: .ask,
        [.alt, .shift]: .ask,
    ]

    /// Creates a map of these combinations. An empty combination applies when no modifier is held.
    public init(_ wishes: [Modifiers: DragAction]) {
        self.wishes = wishes
        self.named = wishes.keys.reduce([]) { $0.union($1) }
    }

    /// Creates a map of these combinations. Of duplicates, the last one applies.
    public init(dictionaryLiteral elements: (Modifiers, DragAction)...) {
        self.init(Dictionary(elements, uniquingKeysWith: { $1 }))
    }

    /// Returns the action that these modifiers request, or nil to leave the choice to the policy.
    public func wish(for modifiers: Modifiers) -> DragAction? {
        wishes[modifiers.intersection(named)]
    }
}
