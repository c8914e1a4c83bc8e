// SPDX-License-Identifier: MIT

@testable import DrayScenario

/// Changes one entry of one mapping of a tree: the entry with the index `target` in traversal order.
struct Mutation {
    let target: Int
    let change: (inout [SourceNode.Entry], Int) -> Void

    /// The changed tree and the changed key; nil if there are fewer entries.
    ///
    /// `parameters` and `matrix` are skipped, because they are read before the rest.
    func applied(to root: SourceNode) -> (node: SourceNode, key: Located<String>)? {
        var next = 0
        var changed: Located<String>?
        let node = copy(root, &next, &changed)
        return changed.map { (node, $0) }
    }

    private func copy(_ node: SourceNode, _ next: inout Int, _ changed: inout Located<String>?) -> SourceNode {
        switch node.content {
        case .scalar:
            return node
        case .sequence(let nodes):
            var copies: [SourceNode] = []
            for node in nodes { copies.append(copy(node, &next, &changed)) }
            return SourceNode(location: node.location, content: .sequence(copies))
        case .mapping(let entries):
            var copies: [SourceNode.Entry] = []
            var index: Int?
            for (position, entry) in entries.enumerated() {
                if ["parameters", "matrix"].contains(entry.key.value) {
                    copies.append(entry)
                    continue
                }
                if next == target {
                    index = position
                    changed = entry.key
                }
                next += 1
                copies.append(.init(key: entry.key, value: copy(entry.value, &next, &changed)))
            }
            if let index { change(&copies, index) }
            return SourceNode(location: node.location, content: .mapping(copies))
        }
    }
}
