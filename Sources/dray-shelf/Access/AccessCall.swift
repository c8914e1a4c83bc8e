// SPDX-License-Identifier: MIT

/// A question or a wish of assistive technology, and its answer.
struct AccessCall {
    let provider: AccessProvider
    let bus: BusConnection
    let call: BusMessage

    private static let accessible = "org.a11y.atspi.Accessible"
    private static let application = "org.a11y.atspi.Application"
    private static let action = "org.a11y.atspi.Action"
    private static let component = "org.a11y.atspi.Component"
    private static let selection = "org.a11y.atspi.Selection"

    /// - Returns: false for what sd-bus has an answer to: introspection, and an error.
    func answer() -> Bool {
        if call.interface == "org.a11y.atspi.Cache", call.member == "GetItems" {
            // What there is is asked for one by one; nobody needs to keep a copy of ours.
            reply { $0.appendArray(of: "((so)(so)(so)iiassusau)") {} }
            return true
        }
        guard let node = Node(path: call.path) else { return false }
        guard let entry = provider.shown[node] else {
            bus.refuse(call, "org.freedesktop.DBus.Error.UnknownObject", "it is not there any more")
            return true
        }
        switch call.interface {
        case "org.freedesktop.DBus.Properties": return property(node, entry)
        case Self.accessible: return accessible(node, entry)
        case Self.application:
            // The number of the language's category is of no use: nothing here is translated.
            guard node == .application, ["GetLocale", "GetApplicationBusAddress"].contains(call.member) else {
                return false
            }
            reply { $0.append("") }
            return true
        case Self.action: return action(node, entry)
        case Self.component: return component(node, entry)
        case Self.selection: return selection(node)
        default: return false
        }
    }

    private func reply(_ fill: (BusMessage) -> Void) { bus.reply(to: call, fill) }

    private func reply(_ isDone: Bool) { reply { $0.append(isDone) } }

    private func reply(_ node: Node?) { reply { append(node, to: $0) } }

    private func append(_ node: Node?, to message: BusMessage) {
        if let node {
            message.append(reference: bus.name, node.path)
        } else {
            message.append(reference: "", "/org/a11y/atspi/null")
        }
    }

    private func interfaces(of node: Node, _ entry: AccessSnapshot.Entry) -> [String] {
        var names = [Self.accessible]
        if node == .application { names.append(Self.application) }
        if !entry.actions.isEmpty { names.append(Self.action) }
        if entry.frame != nil { names.append(Self.component) }
        if case .area = node { names.append(Self.selection) }
        return names
    }

    // MARK: Properties

    private func property(_ node: Node, _ entry: AccessSnapshot.Entry) -> Bool {
        guard let interface = call.readText() else { return false }
        switch call.member {
        case "Get":
            guard let name = call.readText(), let value = value(of: name, interface, node, entry) else {
                bus.refuse(call, "org.freedesktop.DBus.Error.UnknownProperty", "there is no such property")
                return true
            }
            reply { value.append(to: $0) }
        case "GetAll":
            let names = Self.properties[interface] ?? []
            reply { message in
                message.appendArray(of: "{sv}") {
                    for name in names {
                        guard let value = value(of: name, interface, node, entry) else { continue }
                        message.appendEntry("sv") {
                            message.append(name)
                            value.append(to: message)
                        }
                    }
                }
            }
        case "Set":
            guard interface == Self.application, call.readText() == "Id" else {
                bus.refuse(call, "org.freedesktop.DBus.Error.PropertyReadOnly", "it cannot be set")
                return true
            }
            if let number = call.readVariant(of: "i", { $0.readInt() }) { provider.applicationID = number }
            reply { _ in }
        default: return false
        }
        return true
    }

    private static let properties = [
        accessible: [
            "Name", "Description", "Parent", "ChildCount", "Locale", "AccessibleId", "HelpText",
        ],
        application: ["ToolkitName", "Version", "ToolkitVersion", "AtspiVersion", "InterfaceVersion", "Id"],
        action: ["NActions"],
        selection: ["NSelectedChildren"],
    ]

    private enum Value {
        case text(String)
        case number(Int)
        case unsigned(UInt32)
        case reference(name: String, path: String)

        func append(to message: BusMessage) {
            switch self {
            case .text(let text): message.appendVariant("s") { message.append(text) }
            case .number(let number): message.appendVariant("i") { message.append(Int32(clamping: number)) }
            case .unsigned(let number): message.appendVariant("u") { message.append(number) }
            case .reference(let name, let path):
                message.appendVariant("(so)") { message.append(reference: name, path) }
            }
        }
    }

    private func value(of name: String, _ interface: String, _ node: Node, _ entry: AccessSnapshot.Entry) -> Value? {
        switch (interface, name) {
        case (Self.accessible, "Name"): .text(entry.name)
        case (Self.accessible, "Description"): .text(entry.description)
        case (Self.accessible, "ChildCount"): .number(entry.children.count)
        case (Self.accessible, "Parent"): parent(of: entry)
        case (Self.accessible, "AccessibleId"): .text(String(node.path.dropFirst(Node.prefix.count + 1)))
        case (Self.accessible, "Locale"), (Self.accessible, "HelpText"): .text("")
        case (Self.application, "ToolkitName"): .text("dray-shelf")
        case (Self.application, "AtspiVersion"): .text("2.1")
        case (Self.application, "InterfaceVersion"): .unsigned(1)
        case (Self.application, "Version"), (Self.application, "ToolkitVersion"): .text("")
        case (Self.application, "Id"): .number(Int(provider.applicationID))
        case (Self.action, "NActions"): .number(entry.actions.count)
        case (Self.selection, "NSelectedChildren"): .number(provider.shown.selection(of: node).count)
        default: nil
        }
    }

    private func parent(of entry: AccessSnapshot.Entry) -> Value {
        if let parent = entry.parent { return .reference(name: bus.name, path: parent.path) }
        return provider.desktop.map { .reference(name: $0.name, path: $0.path) }
            ?? .reference(name: "", path: "/org/a11y/atspi/null")
    }

    // MARK: What it is

    private func accessible(_ node: Node, _ entry: AccessSnapshot.Entry) -> Bool {
        switch call.member {
        case "GetRole": reply { $0.append(entry.role.rawValue) }
        case "GetRoleName", "GetLocalizedRoleName": reply { $0.append(entry.role.name) }
        case "GetState":
            reply { message in
                message.appendArray(of: "u") {
                    message.append(UInt32(truncatingIfNeeded: entry.states.rawValue))
                    message.append(UInt32(truncatingIfNeeded: entry.states.rawValue >> 32))
                }
            }
        case "GetChildren":
            reply { message in
                message.appendArray(of: "(so)") { for child in entry.children { append(child, to: message) } }
            }
        case "GetChildAtIndex":
            guard let index = call.readInt() else { return false }
            reply(entry.children.indices.contains(Int(index)) ? entry.children[Int(index)] : nil)
        case "GetIndexInParent": reply { $0.append(Int32(provider.shown.index(of: node) ?? -1)) }
        case "GetApplication": reply(.application)
        case "GetRelationSet": reply { $0.appendArray(of: "(ua(so))") {} }
        case "GetAttributes":
            reply { message in
                message.appendArray(of: "{ss}") {
                    message.appendEntry("ss") {
                        message.append("toolkit")
                        message.append("dray-shelf")
                    }
                }
            }
        case "GetInterfaces":
            reply { message in
                message.appendArray(of: "s") { for name in interfaces(of: node, entry) { message.append(name) } }
            }
        default: return false
        }
        return true
    }

    // MARK: What can be done

    private func action(_ node: Node, _ entry: AccessSnapshot.Entry) -> Bool {
        if call.member == "GetActions" {
            reply { message in
                message.appendArray(of: "(sss)") {
                    for action in entry.actions {
                        message.appendStructure("sss") {
                            message.append(action.title)
                            message.append(action.title)
                            message.append(action.key)
                        }
                    }
                }
            }
            return true
        }
        guard ["GetName", "GetLocalizedName", "GetDescription", "GetKeyBinding", "DoAction"].contains(call.member),
            let index = call.readInt()
        else { return false }
        guard entry.actions.indices.contains(Int(index)) else {
            bus.refuse(call, "org.freedesktop.DBus.Error.InvalidArgs", "there is no action \(index)")
            return true
        }
        let action = entry.actions[Int(index)]
        switch call.member {
        case "GetName": reply { $0.append(action.name) }
        case "GetKeyBinding": reply { $0.append(action.key) }
        case "DoAction": reply(provider.perform(.action(action, node)))
        default: reply { $0.append(action.title) }
        }
        return true
    }

    // MARK: Where it is

    private func component(_ node: Node, _ entry: AccessSnapshot.Entry) -> Bool {
        guard let frame = entry.frame else { return false }
        switch call.member {
        case "GetExtents":
            guard let corner = corner(of: frame, entry, call.readUInt()) else { return false }
            reply { message in
                message.appendStructure("iiii") {
                    for value in [corner.x, corner.y, frame.size.width, frame.size.height] {
                        message.append(Int32(value))
                    }
                }
            }
        case "GetPosition":
            guard let corner = corner(of: frame, entry, call.readUInt()) else { return false }
            reply {
                $0.append(Int32(corner.x))
                $0.append(Int32(corner.y))
            }
        case "GetSize":
            reply {
                $0.append(Int32(frame.size.width))
                $0.append(Int32(frame.size.height))
            }
        case "Contains":
            guard let point = point(in: entry) else { return false }
            reply(frame.contains(point))
        case "GetAccessibleAtPoint":
            guard let point = point(in: entry) else { return false }
            reply(provider.shown.node(at: point))
        // A widget of its window, neither in front of it nor behind.
        case "GetLayer": reply { $0.append(3 as UInt32) }
        case "GetMDIZOrder": reply { $0.append(0 as Int16) }
        case "GetAlpha": reply { $0.append(1.0) }
        case "GrabFocus", "ScrollTo": reply(provider.perform(.focus(node)))
        default: return false
        }
        return true
    }

    /// In the window for 0 and 1, since nobody knows where that is on the screen; in its parent for 2.
    private func corner(of frame: Rectangle, _ entry: AccessSnapshot.Entry, _ kind: UInt32?) -> Point? {
        guard let kind else { return nil }
        let parent = kind == 2 ? entry.parent.flatMap { provider.shown[$0]?.frame } : nil
        return frame.origin - (parent?.origin ?? .zero)
    }

    private func point(in entry: AccessSnapshot.Entry) -> Point? {
        guard let x = call.readInt(), let y = call.readInt(), let kind = call.readUInt() else { return nil }
        let parent = kind == 2 ? entry.parent.flatMap { provider.shown[$0]?.frame } : nil
        return Point(x: Double(x), y: Double(y)) + (parent?.origin ?? .zero)
    }

    // MARK: What is selected

    private func selection(_ node: Node) -> Bool {
        guard case .area(let area) = node, let children = provider.shown[node]?.children else { return false }
        let ids = { (nodes: [Node]) -> [Item.ID] in
            nodes.compactMap { if case .item(let id) = $0 { id } else { nil } }
        }
        let selected = provider.shown.selection(of: node)
        let select = { (nodes: [Node]) in reply(provider.perform(.selection(ids(nodes), in: area))) }
        switch call.member {
        case "SelectAll":
            select(children)
            return true
        case "ClearSelection":
            select([])
            return true
        default: break
        }
        guard let number = call.readInt() else { return false }
        let child = children.indices.contains(Int(number)) ? children[Int(number)] : nil
        switch call.member {
        case "GetSelectedChild": reply(selected.indices.contains(Int(number)) ? selected[Int(number)] : nil)
        case "IsChildSelected": reply(child.map(selected.contains) ?? false)
        case "SelectChild":
            guard let child else { return decline() }
            select(selected.contains(child) ? selected : selected + [child])
        case "DeselectChild":
            guard let child else { return decline() }
            select(selected.filter { $0 != child })
        case "DeselectSelectedChild":
            guard selected.indices.contains(Int(number)) else { return decline() }
            select(selected.filter { $0 != selected[Int(number)] })
        default: return false
        }
        return true
    }

    private func decline() -> Bool {
        reply(false)
        return true
    }
}
