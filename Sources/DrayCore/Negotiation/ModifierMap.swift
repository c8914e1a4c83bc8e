// SPDX-License-Identifier: MIT

/// Which action a combination of modifiers asks for (HIG-03). A host can put another in its policy.
///
/// A modifier that no combination names (Caps Lock, Num Lock, the logo key) is ignored; the others must match exactly.
public struct ModifierMap: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// What each combination asks for.
    public let wishes: [Modifiers: DragAction]
    private let named: Modifiers

    /// Ctrl copies, Shift moves, both together ask: the habit of Linux. Alt alone is the guideline's Option and copies;
    /// Alt and Shift ask, for window managers that keep Ctrl and Shift to themselves.
    public static let standard: ModifierMap = [
        .control: .copy,
        .shift: .move,
        .alt: .copy,
        [.control, .shift]: .ask,
        [.alt, .shift]: .ask,
    ]

    /// A map with these combinations. An empty combination would rule when no modifier is held.
    public init(_ wishes: [Modifiers: DragAction]) {
        self.wishes = wishes
        self.named = wishes.keys.reduce([]) { $0.union($1) }
    }

    /// A map with these combinations; where one is written twice, the last rules.
    public init(dictionaryLiteral elements: (Modifiers, DragAction)...) {
        self.init(Dictionary(elements, uniquingKeysWith: { $1 }))
    }

    /// What these modifiers ask for, or nil where they leave the choice to the policy.
    public func wish(for modifiers: Modifiers) -> DragAction? {
        wishes[modifiers.intersection(named)]
    }
}
