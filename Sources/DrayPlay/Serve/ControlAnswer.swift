// SPDX-License-Identifier: MIT

/// What a command led to.
enum ControlAnswer {
    /// - Parameters:
    ///   - lines: what people read.
    ///   - record: what programs get instead; nil for the lines.
    case done(_ lines: [String], _ record: ControlRecord? = nil)
    case failed(String)
}
