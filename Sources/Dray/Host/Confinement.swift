// SPDX-License-Identifier: MIT

/// Whether a client is in a sandbox (WL-06).
public enum Confinement: Hashable, Sendable {
    /// It can open what the person can.
    case none
    /// It is in one; which application it is, is looked for where Flatpak writes it.
    case sandbox
    /// It is this application, by its ID, in a sandbox: as `wp_security_context_v1.set_app_id` says.
    case application(String)
}
