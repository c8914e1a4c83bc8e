// SPDX-License-Identifier: MIT

/// What a machine has to have, or the scenario is skipped there.
package struct Condition: Equatable, Sendable {
    /// Programs on the `PATH`, or by their paths.
    package var installed: [String]

    package init(installed: [String] = []) {
        self.installed = installed
    }
}

extension Condition {
    static let shape = Shape<Condition>.record { keys in
        let programs = keys.required(
            "installed", "A program, or a list of programs, all of which are there.",
            .list(.list(of: program, minimum: 1), or: program.map { [$0] }))
        return programs.map { Condition(installed: $0) }
    }
    .named("condition")

    private static let program = Shape<String>.words

    /// Why the scenario is skipped in these surroundings; nil where it is not.
    func skipReason(in surroundings: Surroundings) -> String? {
        let missing = installed.filter {
            !surroundings.programExists($0, from: surroundings.scenarioDirectory, searchPath: nil)
        }
        guard let last = missing.last else { return nil }
        guard missing.count > 1 else { return "\(last) is not installed" }
        return "\(missing.dropLast().joined(separator: ", ")) and \(last) are not installed"
    }
}
