// SPDX-License-Identifier: MIT

// Where menus are. The compositor knows where each popup lies, and the application which objects are in one; nothing says which
// objects are in which popup, and what their places mean depends on the toolkit:
//
//   toolkit   what stands for the popup                          places in it begin at
//   --------  -------------------------------------------------  ------------------------------------------------
//   GTK 3     a window of its own (context menus)                the popup's surface
//             nothing: items are in the "menu" of the menu bar   the popup's surface
//   GTK 4     an object "GtkPopover", as large as it             somewhere; that object's place is reckoned alike
//   Qt 6      a "popup menu", as large as it                     the window; that object's place is reckoned alike
//             a "list" with a thin frame around it (combo boxes)  the same
//
// So an object that is as large as the popup stands for it, and what is in it is where it is from that one's corner. Where there
// is none, the items of a "menu" that fill the popup, and nothing else, are in it.

extension AccessTree {
    /// What is in the popups of a window, the topmost first, and the objects that are in one of them. Of a tree that is settled.
    func popupLayers(of window: AccessWindow) -> (layers: [[Seen]], taken: Set<Int>) {
        var layers: [[Seen]] = []
        var taken: Set<Int> = []
        for popup in window.popups.reversed() {
            guard let content = content(of: popup, except: taken) else { continue }
            let area = Rectangle(origin: popup.origin, size: popup.geometry.size)
            layers.append(seen(from: content.roots, movedBy: content.shift, within: area, except: taken))
            taken.formUnion(content.taken)
        }
        return (layers, taken)
    }

    /// What is known of a popup's content.
    private struct PopupContent {
        /// In which it is.
        var roots: Set<Int>
        /// What is nowhere else.
        var taken: Set<Int>
        /// What is to be added to places in it, so that they begin at the window.
        var shift: Point
    }

    private func content(of popup: AccessPopup, except taken: Set<Int>) -> PopupContent? {
        let free = objects.filter { !taken.contains($0.id) }
        let candidates = free.filter { popup.mayBe($0.area.size) }
        // A menu in a menu may be as large as that, and comes later; of two others, that which comes first holds the other.
        let object =
            candidates.last { $0.role.isPopup } ?? candidates.first { $0.name == "GtkPopover" }
            ?? candidates.first { $0.parent != nil && $0.role.isContainer }
        if let object {
            let extent = object.area
            let inset = extent.size.isNearly(popup.geometry.size) ? Point.zero : popup.geometry.origin
            return PopupContent(roots: [object.id], taken: [object.id], shift: popup.origin - inset - extent.origin)
        }
        if let list = free.last(where: { $0.role.isList && popup.isFramed($0.area.size) }) {
            let extent = list.area
            let frame = Point(
                x: (popup.geometry.width - extent.width) / 2, y: (popup.geometry.height - extent.height) / 2)
            return PopupContent(roots: [list.id], taken: [list.id], shift: popup.origin + frame - extent.origin)
        }
        return menuContent(of: popup, among: free)
    }

    /// The items of a menu that has no object as large as it is.
    private func menuContent(of popup: AccessPopup, among free: [AccessObject]) -> PopupContent? {
        let surface = Rectangle(origin: .zero, size: popup.surface)
        for menu in free.reversed() where menu.role.isMenu {
            let items = free.filter { $0.parent == menu.id && $0.area.width > 1 && $0.area.height > 1 }
            let shown = items.compactMap { $0.area.clipped(to: surface) }
            guard let first = shown.first else { continue }
            let all = shown.dropFirst().reduce(first) { $0.union($1) }
            // A menu is hardly larger than its items.
            guard all.width > popup.geometry.width * 0.6, all.height > popup.geometry.height * 0.6 else { continue }
            return PopupContent(
                roots: [menu.id], taken: Set(items.map(\.id)), shift: popup.origin - popup.geometry.origin)
        }
        return nil
    }
}

extension AccessPopup {
    /// Whether an object of this size may stand for it: GTK 4 counts a shadow in at its sides, and not at the bottom.
    fileprivate func mayBe(_ size: Size) -> Bool {
        size.width >= geometry.width - 1 && size.width <= surface.width + 1 && size.height >= geometry.height - 1
            && size.height <= surface.height + 1
    }

    /// Whether it is an object of this size and a thin frame around that.
    fileprivate func isFramed(_ size: Size) -> Bool {
        let widths = geometry.width - size.width
        let heights = geometry.height - size.height
        return (0...8).contains(widths) && (0...8).contains(heights)
    }
}

extension AccessRole {
    /// A window of its own, a popup menu, a tool tip.
    fileprivate var isPopup: Bool { [41, 64, 69].contains(rawValue) }
    /// What other things are in: a filler, a list, a panel, a list box, a grouping.
    fileprivate var isContainer: Bool { [20, 31, 39, 98, 99].contains(rawValue) }
    /// A list, a list box.
    fileprivate var isList: Bool { [31, 98].contains(rawValue) }
    /// A menu, or the list of a combo box.
    fileprivate var isMenu: Bool { [11, 33].contains(rawValue) }
}
