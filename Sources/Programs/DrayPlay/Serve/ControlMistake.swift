// SPDX-License-Identifier: MIT

/// A description of why a line is not a valid ``ControlCommand``.
package struct ControlMistake: Error, Equatable, CustomStringConvertible {
    package let description: String
}
