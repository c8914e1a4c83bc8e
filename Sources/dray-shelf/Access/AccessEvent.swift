// SPDX-License-Identifier: MIT

/// Something that assistive technology is told.
enum AccessEvent: Equatable {
    case children(of: Node, isAdded: Bool, index: Int, child: Node)
    case name(Node, String)
    /// It is in another part now.
    case parent(Node, Node)
    case state(Node, name: String, isSet: Bool)
    case selection(of: Node)
    /// The window has the keyboard, or not any more.
    case window(isActive: Bool)
}

extension AccessSnapshot {
    /// What has changed since an earlier one, in the order in which it is told: what is new, what it is called, which window is
    /// in front, what is selected, where the keyboard is, and last what has gone, so that the keyboard is never on that.
    func events(since old: AccessSnapshot) -> [AccessEvent] {
        var events: [AccessEvent] = []
        for node in ordered {
            let before = old[node]?.children ?? []
            for (index, child) in (self[node]?.children ?? []).enumerated() where !before.contains(child) {
                events.append(.children(of: node, isAdded: true, index: index, child: child))
            }
        }
        for node in ordered {
            if let before = old[node]?.name, let name = self[node]?.name, name != before {
                events.append(.name(node, name))
            }
        }
        for node in ordered {
            if let before = old[node]?.parent, let parent = self[node]?.parent, parent != before {
                events.append(.parent(node, parent))
            }
        }
        let (was, isActive) = (old[.window]?.states.contains(.active), self[.window]?.states.contains(.active))
        if let was, let isActive, was != isActive { events.append(.window(isActive: isActive)) }
        events += states(since: old)
        for node in old.ordered {
            let after = self[node]?.children ?? []
            for (index, child) in (old[node]?.children ?? []).enumerated()
            where !after.contains(child) && self[node] != nil {
                events.append(.children(of: node, isAdded: false, index: index, child: child))
            }
        }
        return events
    }

    private func states(since old: AccessSnapshot) -> [AccessEvent] {
        var events: [AccessEvent] = []
        for (state, name) in AccessStates.told {
            // First what is not so any more.
            for isSet in [false, true] {
                for node in ordered {
                    // What has just come is told with its states, all but where the keyboard is.
                    guard let before = old[node]?.states ?? (state == .focused ? [] : nil),
                        let now = self[node]?.states,
                        now.contains(state) == isSet, before.contains(state) != isSet
                    else { continue }
                    events.append(.state(node, name: name, isSet: isSet))
                }
            }
            guard state == .selected else { continue }
            for node in ordered where self[node]?.states.contains(.multiselectable) == true {
                if selection(of: node) != old.selection(of: node) { events.append(.selection(of: node)) }
            }
        }
        return events
    }

    /// The selected children of a part.
    func selection(of node: Node) -> [Node] {
        (self[node]?.children ?? []).filter { self[$0]?.states.contains(.selected) == true }
    }

    /// All parts, each after what it is in.
    var ordered: [Node] {
        var nodes: [Node] = [.application]
        var next = 0
        while next < nodes.count {
            nodes += self[nodes[next]]?.children ?? []
            next += 1
        }
        return nodes
    }
}
