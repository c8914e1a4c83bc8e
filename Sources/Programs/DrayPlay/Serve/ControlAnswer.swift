// SPDX-License-Identifier: MIT

/// The result of a command.
enum ControlAnswer {
    /// - Parameters:
    ///   - lines: The human-readable output.
    ///   - record: The machine-readable output; nil for the lines.
    case done(_ lines: [String], _ record: ControlRecord? = nil)
    case failed(String)
}
