// SPDX-License-Identifier: MIT

import CAccessible
import Glibc

/// Presents the window to assistive technology, which needs no drag (HIG-39).
final class Accessibility {
    private var objects: OpaquePointer?
    private var session: OpaquePointer?
    private var tree: AccessibleTree
    private let perform: (Command, Item.ID) -> Bool

    /// Connects to the accessibility bus in the background.
    /// - Parameter perform: performs a command with a card; returns false if it is not possible.
    /// - Returns: nil if there is no session bus, or if accessibility is disabled.
    init?(_ scene: Painter.Scene, _ loop: EventLoop, perform: @escaping (Command, Item.ID) -> Bool) {
        self.perform = perform
        tree = AccessibleTree(scene)
        var program = dray_accessible_program(
            describe: { data, number, description in
                guard let object = Accessibility.of(data).tree.objects[number] else { return false }
                description?.pointee = object.description
                return true
            },
            child: { data, number, index in
                let children = Accessibility.of(data).tree.objects[number]?.children ?? []
                return children.indices.contains(Int(index)) ? children[Int(index)] : -1
            },
            action: { data, number, index in
                let actions = Accessibility.of(data).tree.objects[number]?.actions ?? []
                return actions.indices.contains(Int(index)) ? strdup(actions[Int(index)].name) : nil
            },
            perform: { data, number, index in
                let accessibility = Accessibility.of(data)
                guard let action = accessibility.tree.objects[number]?.actions[Int(index)] else { return false }
                return accessibility.perform(action.command, Item.ID(number: Int(number - AccessibleTree.lastArea)))
            })
        objects = dray_accessible_new(&program, Unmanaged.passUnretained(self).toOpaque())
        session = dray_accessible_open(objects)
        guard let session else {
            dray_accessible_free(objects)
            return nil
        }
        loop.watch(dray_accessible_descriptor(session), for: POLLIN) { dray_accessible_process(session) }
        dray_accessible_process(session)
    }

    private static func of(_ data: UnsafeMutableRawPointer?) -> Accessibility {
        Unmanaged.fromOpaque(data!).takeUnretainedValue()
    }

    /// Reports the changes.
    func update(_ scene: Painter.Scene) {
        let old = tree.objects
        tree = AccessibleTree(scene)
        // What has ended comes first, so that no card has two parents, and only one has the focus. Parents come before
        // their children.
        for isSet in [false, true] {
            for (number, object) in tree.objects.sorted(by: { $0.key < $1.key }) {
                let before = old[number]?.children ?? []
                let (these, others) = isSet ? (object.children, before) : (before, object.children)
                let changes = these.enumerated().filter { !others.contains($0.element) }
                for (index, child) in isSet ? changes : changes.reversed() {
                    dray_accessible_child_changed(objects, number, isSet, Int32(index), child)
                }
                let changed = object.states ^ (old[number]?.states ?? 0)
                for (state, name) in AccessibleTree.reported
                where changed & state != 0 && (object.states & state != 0) == isSet {
                    dray_accessible_state_changed(objects, number, name, isSet)
                }
            }
        }
        for (number, object) in tree.objects where object.name != (old[number] ?? object).name {
            dray_accessible_name_changed(objects, number, object.name)
        }
        if let session { dray_accessible_process(session) }
    }
}

/// The accessible objects by number: the application, its window, the areas, and the cards.
struct AccessibleTree {
    private(set) var objects: [Int32: Object] = [:]

    struct Object {
        let parent: Int32
        let role: dray_accessible_role
        var name: String
        var states = AccessibleTree.shown
        /// In window coordinates; nil for the application.
        var box: Rectangle?
        var actions: [(name: String, command: Command)] = []
        fileprivate(set) var children: [Int32] = []

        fileprivate var description: dray_accessible_description {
            let values = [box?.origin.x, box?.origin.y, box?.size.width, box?.size.height].map { Int32($0 ?? 0) }
            return dray_accessible_description(
                parent: parent, role: role, states: states, box: (values[0], values[1], values[2], values[3]),
                name: strdup(name))
        }
    }

    private static let shown = [dray_state_enabled, dray_state_sensitive, dray_state_visible, dray_state_showing]
        .reduce(0) { $0 | $1.rawValue }

    /// The states whose changes are reported, and their names in events.
    static let reported = [
        (dray_state_active.rawValue, "active"), (dray_state_selected.rawValue, "selected"),
        (dray_state_focused.rawValue, "focused"),
    ]

    static let application: Int32 = 0, window: Int32 = 1, lastArea: Int32 = 4

    init(_ scene: Painter.Scene) {
        let shelf = scene.shelf
        add(Self.application, Object(parent: -1, role: dray_role_application, name: "dray-shelf"))
        var window = Object(parent: Self.application, role: dray_role_frame, name: scene.title)
        window.box = Rectangle(origin: .zero, size: shelf.layout.size)
        if scene.isActive { window.states |= dray_state_active.rawValue }
        add(Self.window, window)
        for area in Layout.Area.allCases {
            guard let bounds = shelf.layout.bounds(of: area) else { continue }
            let role = area == .shredder ? dray_role_panel : dray_role_list
            let list = Self.window + Int32(area.rawValue)
            add(list, Object(parent: Self.window, role: role, name: area.label, box: bounds))
            for id in shelf.ids(in: area) {
                // The cards of a folded zone have no rectangle.
                guard let frame = shelf.frame(of: id) else { continue }
                var card = Object(
                    parent: list, role: dray_role_list_item, name: shelf[id]?.text ?? "Arriving",
                    box: frame, actions: Self.actions(in: area, of: shelf))
                card.states |= dray_state_selectable.rawValue | dray_state_focusable.rawValue
                if shelf.selected.contains(id) { card.states |= dray_state_selected.rawValue }
                if scene.isActive, shelf.selection == id { card.states |= dray_state_focused.rawValue }
                let isScrolledOut = frame.maxY <= bounds.origin.y || frame.origin.y >= bounds.maxY
                if isScrolledOut { card.states &= ~dray_state_showing.rawValue }
                add(Self.lastArea + Int32(id.number), card)
            }
        }
    }

    private mutating func add(_ number: Int32, _ object: Object) {
        objects[number] = object
        objects[object.parent]?.children.append(number)
    }

    private static func actions(in area: Layout.Area, of shelf: Shelf) -> [(name: String, command: Command)] {
        let moves: [(String, Command)] =
            area == .zone
            ? [("move to the table", .changeArea), ("move earlier", .earlier), ("move later", .later)]
            : shelf.layout.zone == nil ? [] : [("move to the zone", .changeArea)]
        return moves + [("copy", .copy), ("remove", .remove)]
    }
}
