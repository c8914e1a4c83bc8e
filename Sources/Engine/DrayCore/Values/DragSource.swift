// SPDX-License-Identifier: MIT

/// The source's description of its content: the state of a `wl_data_source` when the drag began.
public struct DragSource: Equatable, Sendable {
    /// The offered types.
    public var types: Representations
    /// The mask of `wl_data_source.set_actions`; nil if the request was never sent. See
    /// ``Negotiation/visibleActions(of:rule:wish:)`` for the meaning of nil.
    public var actions: DragActions?
    public var dialect: Dialect
    /// The number of items; 1 if unknown (HIG-06).
    public var itemCount: Int
    /// Whether the drag carries a window of the source (`xdg_toplevel_drag_v1`). Such a source waits for
    /// `dnd_drop_performed` to detach the window, so it receives that event for a release anywhere.
    public var carriesWindow: Bool
    /// The types that can be made from `types` by conversion, for targets that accept none of them (HIG-25).
    public var further: [Conversion]
    /// Whether plain text without a declared charset is read from the source's Unicode type (HIG-25). See
    /// ``Conversion/unicodeTexts(in:)``.
    public var isReadAsUnicode = false

    public init(
        types: Representations, actions: DragActions?, dialect: Dialect, itemCount: Int = 1,
        carriesWindow: Bool = false,
        further: [Conversion] = []
    ) {
        self.types = types
        self.actions = actions
        self.dialect = dialect
        self.itemCount = itemCount
        self.carriesWindow = carriesWindow
        self.further = further
    }

    /// Returns the conversion that produces a type that is not the source's own, or that replaces an own type; nil for
    /// others.
    public func conversion(to type: MimeType) -> Conversion? {
        guard types.contains(type) else { return further.first { $0.type == type } }
        return isReadAsUnicode ? Conversion.unicodeTexts(in: types).first { $0.type == type } : nil
    }

    /// Returns the types of an offer.
    func types(_ breadth: OfferBreadth) -> Representations {
        guard breadth != .own else { return types }
        var all = Array(types)
        if breadth.contains(.keys) { all += keys.map(\.type) }
        if breadth.contains(.further) { all += further.map(\.type) }
        return Representations(all)
    }

    /// Returns the index of a type: the source's types come first, then the converted ones, then keys to its files. Nil
    /// if such an offer does not contain it.
    func place(of type: MimeType, _ breadth: OfferBreadth) -> Int? {
        if let place = types.firstIndex(of: type) { return place }
        if breadth.contains(.further), let place = further.firstIndex(where: { $0.type == type }) {
            return types.count + place
        }
        guard breadth.contains(.keys) else { return nil }
        return keys.firstIndex { $0.type == type }.map { types.count + further.count + $0 }
    }

    /// Whether the type at this index is made from the content by conversion: neither one of the source's own types,
    /// nor a key to its files.
    func isMade(at place: Int) -> Bool { place >= types.count && place < types.count + further.count }

    /// Returns the type at this index, as offered to targets.
    func type(at place: Int) -> MimeType {
        place < types.count ? types[place] : conversion(at: place).type
    }

    /// Returns the source's type that is requested when the type at this index is read.
    func origin(at place: Int) -> MimeType {
        place < types.count ? types[place] : conversion(at: place).origin
    }

    private func conversion(at place: Int) -> Conversion {
        let place = place - types.count
        return place < further.count ? further[place] : keys[place - further.count]
    }
}
