// SPDX-License-Identifier: MIT

/// The access level of the bindings.
enum Access: String {
    /// Visible to importing modules.
    case `public`
    /// Visible only inside the module, which is the only user of these interfaces.
    case `internal`
}
