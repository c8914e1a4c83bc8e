// SPDX-License-Identifier: MIT

package import DrayCore

/// What the application of a window calls something that it shows, for assistive technology.
package struct AccessName: Equatable, Sendable {
    package var name: Located<String>
    /// What it is, as AT-SPI calls it, if that matters.
    package var role: AccessRole?
    /// Which of several, 1 for that nearest to the pointer; nil where there is one.
    package var number: Int?

    package init(name: Located<String>, role: AccessRole? = nil, number: Int? = nil) {
        self.name = name
        self.role = role
        self.number = number
    }

    /// As a person reads it: `the icon “Photo”`.
    package var words: String {
        "\(role.map { "the \($0.name) " } ?? "")“\(name.value)”\(number.map { " number \($0)" } ?? "")"
    }
}

extension AccessName {
    /// The keys of a place that make it one with a name.
    /// - Parameter isRequired: whether there has to be a name.
    init?(_ keys: Keys, isRequired: Bool = false) {
        let about = "What is called so in the window, for assistive technology: `Photo`."
        let text = Shape<String>.text.located
        let name = isRequired ? keys.required("name", about, text) : keys.optional("name", about, text)
        let role = keys.optional(
            "role", "What that is, in AT-SPI's words: `icon`, `push button`, `list item`.", Self.roleShape)
        let number = keys.optional(
            "number", "Which of several with that name, 1 for the one nearest to the pointer.",
            .integer(in: 1...10_000))
        keys.require(oneOf: ["window"], beside: "name")
        keys.require(oneOf: ["name"], beside: "role")
        keys.require(oneOf: ["name"], beside: "number")
        guard let name else { return nil }
        self.init(name: name, role: role, number: number)
        keys.reading?.useAccessibility(for: name)
    }

    private static let roleShape = Shape<String>.text.checked { text, node, reading -> AccessRole? in
        if let role = AccessRole(name: text) { return role }
        reading.report(
            "there is no role `\(text)`\(Suggestion.phrase(for: text, among: AccessRole.names))", at: node,
            help: "AT-SPI's names of roles: `icon`, `push button`, `list item`, `table cell`, `label`")
        return nil
    }
}
