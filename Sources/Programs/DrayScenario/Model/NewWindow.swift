// SPDX-License-Identifier: MIT

/// Waits for a window opened by the previous action, and gives it a name.
package struct NewWindow: Equatable, Sendable {
    package var client: Located<String>
    /// The name that the step declares.
    package var name: Located<String>
    /// The expected title; nil if any title matches.
    package var title: TextMatch?

    package init(client: Located<String>, name: Located<String>, title: TextMatch? = nil) {
        self.client = client
        self.name = name
        self.title = title
    }
}

extension NewWindow {
    static let shape = Shape<NewWindow>.record { keys in
        let client = keys.required("client", "The owner: a client, or the `portal`.", Self.owner)
        let name = keys.required("name", "The name of the window in the following steps.", Client.newWindowName)
        let title = keys.optional(
            "title", "A substring of its title, or a mapping with another match.", TextMatch.shape)
        guard let client, let name else { return nil }
        return NewWindow(client: client, name: name, title: title)
    }

    private static let owner = Shape<Located<String>>(schema: { Shape<String>.text.schema() }) { node, reading in
        if reading.hasPortal, case .scalar(let scalar) = node.content, scalar.text == Session.portalName {
            return Located(Session.portalName, at: node.location)
        }
        return Shape<Located<String>>.reference(to: .client).read(node, reading)
    }
}
