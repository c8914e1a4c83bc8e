// SPDX-License-Identifier: MIT

/// Requirements on the machine; the scenario is skipped where they are not met.
package struct Condition: Equatable, Sendable {
    /// Programs, by name on the `PATH` or by path.
    package var installed: [String]

    package init(installed: [String] = []) {
        self.installed = installed
    }
}

extension Condition {
    static let shape = Shape<Condition>.record { keys in
        let programs = keys.required(
            "installed", "A program, or a list of programs that must all be installed.",
            .list(.list(of: program, minimum: 1), or: program.map { [$0] }))
        return programs.map { Condition(installed: $0) }
    }
    .named("condition")

    private static let program = Shape<String>.words

    /// The reason to skip the scenario in these surroundings; nil if the condition holds.
    func skipReason(in surroundings: Surroundings) -> String? {
        let missing = installed.filter {
            !surroundings.programExists($0, from: surroundings.scenarioDirectory, searchPath: nil)
        }
        guard let last = missing.last else { return nil }
        guard missing.count > 1 else { return "\(last) is not installed" }
        return "\(missing.dropLast().joined(separator: ", ")) and \(last) are not installed"
    }
}
