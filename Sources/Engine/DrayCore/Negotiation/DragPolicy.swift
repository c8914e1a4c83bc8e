// SPDX-License-Identifier: MIT

/// The rules of a drag, as a value (HIG-05). A host uses a preset, modifies one, or builds its own.
public struct DragPolicy: Hashable, Sendable {
    /// The rule inside the container that the content comes from.
    public var sameContainer: ActionRule
    /// The rule for another container of the same application.
    public var sameApplication: ActionRule
    /// The rule for another application.
    public var otherApplication: ActionRule
    /// The relation of two windows of one process.
    public var windows: Windows
    /// The actions that modifiers request. They choose from the actions that the rules and both clients permit, and
    /// never add one.
    public var modifiers: ModifierMap
    /// The handling of a target's `receive` before the drop (HIG-22).
    public var earlyReads: EarlyReads
    /// The way to determine the number of items if the source does not report it (HIG-06).
    public var itemCounting: ItemCounting

    /// Whether a target that accepts none of the content's types is offered conversions (HIG-25).
    public var conversion: ConversionOffers

    /// The offers for a target that accepts none of the source's types.
    public enum ConversionOffers: Hashable, Sendable {
        /// No further types.
        case off
        /// The conversions that the engine supports: text in other encodings, lists of files in other formats, images
        /// in other formats, and files made from text, links and images. Converted content is always copied.
        case made
    }

    /// Whether a target that content hovers over is activated (HIG-19).
    public var springLoading: SpringLoading

    /// The behaviour of a window or a control that content is held over.
    public enum SpringLoading: Hashable, Sendable {
        /// No activation. Clients also receive no repeated motion events while the content hovers.
        case off
        /// Activation after the content has hovered for this time, in microseconds: background windows are raised.
        case after(UInt64)
    }

    /// The relation of two windows of one process. A compositor sees connections: a program that shows all its windows
    /// over one connection is one application to it, whatever the user perceives.
    public enum Windows: Hashable, Sendable {
        /// Containers of one application: ``sameApplication`` applies, and a target that prefers a move gets it
        /// (HIG-02).
        case ofOneApplication
        /// Separate applications: ``otherApplication`` applies, and with the preset a drop copies.
        case separate
    }

    /// The source of the number of items.
    public enum ItemCounting: Hashable, Sendable {
        /// If the source offers `text/uri-list`, it is read once in the background when the drag begins.
        case fromUriList
        /// The number is not determined: without information from the source it is 1.
        case off
    }

    /// The handling of a read before the drop.
    public enum EarlyReads: Hashable, Sendable {
        /// Forwarded to the source. Toolkits read content to decide whether they accept it; the host is notified how
        /// often a client did so before it had answered.
        case forwarded
        /// Forwarded to the source once the client has answered the offer (`accept` or `set_actions`); until then the
        /// read returns nothing. Protects content from windows that the pointer merely crosses. Text fields of Qt 6
        /// accept no text with this setting, since they read before they answer.
        case afterAnswer
        /// Delayed until the drop; without a drop it returns nothing.
        case heldUntilDrop
    }

    /// The rules of the Human Interface Guidelines: moves stay inside an application, and drops between applications
    /// copy (HIG-01, HIG-02, HIG-03).
    public static let humanInterface = DragPolicy(
        sameContainer: ActionRule(targetMayChoose: false, order: [.move, .copy]),
        sameApplication: ActionRule(targetMayChoose: true, order: [.copy]),
        otherApplication: .copying)

    /// The protocol's negotiation and nothing else, as in other compositors.
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

    /// Returns the rule for a target with this relation to the origin.
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
    /// 750 ms: long enough for the pointer to cross a window without opening it, short enough to wait for.
    public static let standard = DragPolicy.SpringLoading.after(750_000)

    /// The delay in microseconds; nil if spring-loading is off.
    public var wait: UInt64? {
        switch self {
        case .off: nil
        case .after(let wait): wait
        }
    }
}
