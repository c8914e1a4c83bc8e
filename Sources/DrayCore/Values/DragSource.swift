// SPDX-License-Identifier: MIT

/// What the source of a drag has said about its content: a `wl_data_source`, as it was when the drag began.
public struct DragSource: Equatable, Sendable {
    /// What the content is offered as.
    public var types: Representations
    /// The mask of `wl_data_source.set_actions`; nil where it was never called. See
    /// ``Negotiation/visibleActions(of:rule:wish:)`` for what nil means.
    public var actions: DragActions?
    public var dialect: Dialect
    /// How many items travel; 1 where nothing better is known (HIG-06).
    public var itemCount: Int
    /// Whether the drag carries a window of the source (`xdg_toplevel_drag_v1`). Such a source waits for
    /// `dnd_drop_performed` to let the window go, so it is told of the release wherever that happens.
    public var carriesWindow: Bool
    /// What can be made of the types besides, for targets that take none of them (HIG-25).
    public var further: [Conversion]
    /// Whether plain text whose name leaves the encoding open is read from the source's type in Unicode (HIG-25). See
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

    /// How a type comes about that is not the source's own, or is replaced; nil for others.
    public func conversion(to type: MimeType) -> Conversion? {
        guard types.contains(type) else { return further.first { $0.type == type } }
        return isReadAsUnicode ? Conversion.unicodeTexts(in: types).first { $0.type == type } : nil
    }

    /// The types of an offer.
    func types(_ breadth: OfferBreadth) -> Representations {
        guard breadth != .own else { return types }
        var all = Array(types)
        if breadth.contains(.keys) { all += keys.map(\.type) }
        if breadth.contains(.further) { all += further.map(\.type) }
        return Representations(all)
    }

    /// A type's place: those of the source, then those that are made of them, then keys to its files. Nil if it is not in such an
    /// offer.
    func place(of type: MimeType, _ breadth: OfferBreadth) -> Int? {
        if let place = types.firstIndex(of: type) { return place }
        if breadth.contains(.further), let place = further.firstIndex(where: { $0.type == type }) {
            return types.count + place
        }
        guard breadth.contains(.keys) else { return nil }
        return keys.firstIndex { $0.type == type }.map { types.count + further.count + $0 }
    }

    /// Whether the type in this place is made of the content: not one of the source's own, and no key to its files.
    func isMade(at place: Int) -> Bool { place >= types.count && place < types.count + further.count }

    /// The type in this place, as targets know it.
    func type(at place: Int) -> MimeType {
        place < types.count ? types[place] : conversion(at: place).type
    }

    /// The type that the source is asked for when this one is read.
    func origin(at place: Int) -> MimeType {
        place < types.count ? types[place] : conversion(at: place).origin
    }

    private func conversion(at place: Int) -> Conversion {
        let place = place - types.count
        return place < further.count ? further[place] : keys[place - further.count]
    }
}
