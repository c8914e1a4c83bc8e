// SPDX-License-Identifier: MIT

// The positions of menus. The compositor knows the position of each popup, and the application knows which objects are
// in one. Neither maps objects to popups, and the meaning of positions depends on the toolkit:
//
//   toolkit   object of the popup                                 origin of positions in it
//   --------  --------------------------------------------------  -----------------------------------------------
//   GTK 3     a window of its own (context menus)                 the popup's surface
//             none: items are in the "menu" of the menu bar       the popup's surface
//   GTK 4     an object "GtkPopover" of its size                  unknown, but the same for the object itself
//   Qt 6      a "popup menu" of its size                          the window, also for the object itself
//             a "list" with a thin frame around it (combo boxes)  the same
//
// Therefore an object with the size of the popup represents it, and positions in it are relative to the object's
// corner. Without such an object, the popup contains the items of the "menu" that fill it.

extension AccessTree {
    /// Returns the objects in the popups of a window, the topmost first, and the identifiers of all objects in a popup.
    /// Requires a settled tree.
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

    /// The content of a popup.
    private struct PopupContent {
        /// The objects that contain the content.
        var roots: Set<Int>
        /// The objects that are not part of the window.
        var taken: Set<Int>
        /// The offset from positions in the popup to the window.
        var shift: Point
    }

    private func content(of popup: AccessPopup, except taken: Set<Int>) -> PopupContent? {
        let free = objects.filter { !taken.contains($0.id) }
        let candidates = free.filter { popup.mayBe($0.area.size) }
        // A submenu may be as large as its menu, and follows it. Of two other objects, the first contains the second.
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

    /// Returns the items of a menu that has no object of its size.
    private func menuContent(of popup: AccessPopup, among free: [AccessObject]) -> PopupContent? {
        let surface = Rectangle(origin: .zero, size: popup.surface)
        for menu in free.reversed() where menu.role.isMenu {
            let items = free.filter { $0.parent == menu.id && $0.area.width > 1 && $0.area.height > 1 }
            let shown = items.compactMap { $0.area.clipped(to: surface) }
            guard let first = shown.first else { continue }
            let all = shown.dropFirst().reduce(first) { $0.union($1) }
            // The items fill most of a menu.
            guard all.width > popup.geometry.width * 0.6, all.height > popup.geometry.height * 0.6 else { continue }
            return PopupContent(
                roots: [menu.id], taken: Set(items.map(\.id)), shift: popup.origin - popup.geometry.origin)
        }
        return nil
    }
}

extension AccessPopup {
    /// Whether an object of this size may represent the popup: GTK 4 includes a shadow at the sides, but not at the
    /// bottom.
    fileprivate func mayBe(_ size: Size) -> Bool {
        size.width >= geometry.width - 1 && size.width <= surface.width + 1 && size.height >= geometry.height - 1
            && size.height <= surface.height + 1
    }

    /// Whether the popup consists of an object of this size and a thin frame around it.
    fileprivate func isFramed(_ size: Size) -> Bool {
        let widths = geometry.width - size.width
        let heights = geometry.height - size.height
        return (0...8).contains(widths) && (0...8).contains(heights)
    }
}

extension AccessRole {
    /// A window, a popup menu or a tool tip.
    fileprivate var isPopup: Bool { [41, 64, 69].contains(rawValue) }
    /// A container: a filler, a list, a panel, a list box or a grouping.
    fileprivate var isContainer: Bool { [20, 31, 39, 98, 99].contains(rawValue) }
    /// A list or a list box.
    fileprivate var isList: Bool { [31, 98].contains(rawValue) }
    /// A menu, or the list of a combo box.
    fileprivate var isMenu: Bool { [11, 33].contains(rawValue) }
}
