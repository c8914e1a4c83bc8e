// SPDX-License-Identifier: MIT

/// Why a line is no ``ControlCommand``, in words.
package struct ControlMistake: Error, Equatable, CustomStringConvertible {
    package let description: String
}
