// SPDX-License-Identifier: MIT

/// Who sees the bindings.
enum Access: String {
    /// Whoever imports the module.
    case `public`
    /// The module alone: nobody else speaks of these interfaces.
    case `internal`
}
