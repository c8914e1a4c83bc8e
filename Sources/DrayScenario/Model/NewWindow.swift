// SPDX-License-Identifier: MIT

/// A window that has come by what was done last, and gets a name by that.
package struct NewWindow: Equatable, Sendable {
    package var client: Located<String>
    /// Declared by the step that waits for it.
    package var name: Located<String>
    /// What its title has to be, if that matters.
    package var title: TextMatch?

    package init(client: Located<String>, name: Located<String>, title: TextMatch? = nil) {
        self.client = client
        self.name = name
        self.title = title
    }
}

extension NewWindow {
    static let shape = Shape<NewWindow>.record { keys in
        let client = keys.required("client", "Whose: a client's, or the `portal`'s.", Self.owner)
        let name = keys.required("name", "What steps that follow call it.", Client.newWindowName)
        let title = keys.optional("title", "A piece of its title, or more in a mapping.", TextMatch.shape)
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
