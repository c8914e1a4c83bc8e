// SPDX-License-Identifier: MIT

package import DrayCore

/// The accessible name of an object in a window, as the application reports it through AT-SPI.
package struct AccessName: Equatable, Sendable {
    package var name: Located<String>
    /// The AT-SPI role; nil if any role matches.
    package var role: AccessRole?
    /// The position among several matches, 1 for the nearest to the pointer; nil if the match must be unique.
    package var number: Int?

    package init(name: Located<String>, role: AccessRole? = nil, number: Int? = nil) {
        self.name = name
        self.role = role
        self.number = number
    }

    /// The description for the user: `the icon “Photo”`.
    package var words: String {
        "\(role.map { "the \($0.name) " } ?? "")“\(name.value)”\(number.map { " number \($0)" } ?? "")"
    }
}

extension AccessName {
    /// Reads the keys that identify an object by its accessible name.
    /// - Parameter isRequired: Whether the name is mandatory.
    init?(_ keys: Keys, isRequired: Bool = false) {
        let about = "The accessible name of an object in the window: `Photo`."
        let text = Shape<String>.text.located
        let name = isRequired ? keys.required("name", about, text) : keys.optional("name", about, text)
        let role = keys.optional(
            "role", "Its AT-SPI role: `icon`, `push button`, `list item`.", Self.roleShape)
        let number = keys.optional(
            "number", "The position among several with that name, 1 for the nearest to the pointer.",
            .integer(in: 1...10_000))
        keys.require(oneOf: ["window"], for: "name")
        keys.require(oneOf: ["name"], for: "role")
        keys.require(oneOf: ["name"], for: "number")
        guard let name else { return nil }
        self.init(name: name, role: role, number: number)
        keys.reading?.useAccessibility(for: name)
    }

    private static let roleShape = Shape<String>.text.checked { text, node, reading -> AccessRole? in
        if let role = AccessRole(name: text) { return role }
        reading.report(
            "there is no role `\(text)`\(Suggestion.phrase(for: text, among: AccessRole.names))", at: node,
            help: "names of AT-SPI roles: `icon`, `push button`, `list item`, `table cell`, `label`")
        return nil
    }
}
