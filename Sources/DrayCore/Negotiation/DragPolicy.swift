// SPDX-License-Identifier: MIT

/// The rules of a drag, as a value (HIG-05). A host takes a preset, changes what it wants, or builds its own.
public struct DragPolicy: Hashable, Sendable {
    /// How an action is chosen while the content is where it came from.
    public var sameContainer: ActionRule
    /// How an action is chosen in another place of the same application.
    public var sameApplication: ActionRule
    /// How an action is chosen in another application.
    public var otherApplication: ActionRule
    /// How two windows of one process stand to each other.
    public var windows: Windows
    /// What the modifiers ask for. They choose among what the rules and both clients allow, and never add to it.
    public var modifiers: ModifierMap
    /// What happens to a target's `receive` before the drop (HIG-22).
    public var earlyReads: EarlyReads
    /// How the number of items becomes known where the source does not tell it (HIG-06).
    public var itemCounting: ItemCounting

    /// Whether a target that takes none of the content's types is offered others that can be made of them (HIG-25).
    public var conversion: ConversionOffers

    /// What a target is offered that takes none of the source's types.
    public enum ConversionOffers: Hashable, Sendable {
        /// Nothing else.
        case off
        /// What the engine can make of them: text in other encodings, lists of files of other kinds, pictures of other formats,
        /// and files of text, links and pictures. What is made is copied, whatever the rules.
        case made
    }

    /// Whether what the content rests over is activated (HIG-19).
    public var springLoading: SpringLoading

    /// What becomes of a window or a control that the content is held over.
    public enum SpringLoading: Hashable, Sendable {
        /// Nothing. Nor are clients told again that the content rests.
        case off
        /// It springs when the content has rested over it for so long: windows behind others come to the front. In
        /// microseconds.
        case after(UInt64)
    }

    /// How two windows of one process stand to each other. A compositor sees connections: a program that shows all its
    /// windows over one is one application to it, whatever people take them for.
    public enum Windows: Hashable, Sendable {
        /// As places of one application: ``sameApplication`` rules, and a target that prefers a move gets it (HIG-02).
        case ofOneApplication
        /// As applications of their own: ``otherApplication`` rules, and by the preset a drop copies.
        case separate
    }

    /// Where the number of items comes from.
    public enum ItemCounting: Hashable, Sendable {
        /// A source that offers `text/uri-list` is asked for it once, when the drag begins, in the background.
        case fromUriList
        /// Nobody is asked: what is not told counts as one item.
        case off
    }

    /// What happens to a read before the drop.
    public enum EarlyReads: Hashable, Sendable {
        /// It goes on to the source. Toolkits peek at content to decide whether they can take it; the host hears how often
        /// a client did so before it had answered.
        case forwarded
        /// It goes on to the source once the client has said anything about the offer (`accept`, `set_actions`); until then
        /// it gets nothing. Keeps content from windows that are merely crossed. Text fields of Qt 6 take no text then: they
        /// read before they answer.
        case afterAnswer
        /// It waits for the drop, and gets nothing if there is none.
        case heldUntilDrop
    }

    /// The guideline's rules: moves stay inside an application, between applications everything is a copy
    /// (HIG-01, HIG-02, HIG-03).
    public static let humanInterface = DragPolicy(
        sameContainer: ActionRule(targetMayChoose: false, order: [.move, .copy]),
        sameApplication: ActionRule(targetMayChoose: true, order: [.copy]),
        otherApplication: .copying)

    /// The negotiation of the protocol and nothing else: what other compositors do.
    public static let wayland = DragPolicy(
        sameContainer: .wayland, sameApplication: .wayland, otherApplication: .wayland,
        itemCounting: .off, conversion: .off, springLoading: .off)

    public init(
        sameContainer: ActionRule,
        sameApplication: ActionRule,
        otherApplication: ActionRule,
        windows: Windows = .ofOneApplication,
        modifiers: ModifierMap = .standard,
        earlyReads: EarlyReads = .forwarded,
        itemCounting: ItemCounting = .fromUriList,
        conversion: ConversionOffers = .made,
        springLoading: SpringLoading = .standard
    ) {
        self.sameContainer = sameContainer
        self.sameApplication = sameApplication
        self.otherApplication = otherApplication
        self.windows = windows
        self.modifiers = modifiers
        self.earlyReads = earlyReads
        self.itemCounting = itemCounting
        self.conversion = conversion
        self.springLoading = springLoading
    }

    /// The rule for a target that stands so to the origin.
    public func rule(for relation: Relation) -> ActionRule {
        switch relation {
        case .sameContainer: sameContainer
        case .sameApplication:
            switch windows {
            case .ofOneApplication: sameApplication
            case .separate: otherApplication
            }
        case .otherApplication: otherApplication
        }
    }
}

extension DragPolicy.SpringLoading {
    /// Three quarters of a second: long enough to be on the way across, short enough to wait for.
    public static let standard = DragPolicy.SpringLoading.after(750_000)

    /// The wait in microseconds; nil if nothing springs.
    public var wait: UInt64? {
        switch self {
        case .off: nil
        case .after(let wait): wait
        }
    }
}
