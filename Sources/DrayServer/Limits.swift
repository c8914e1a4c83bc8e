// SPDX-License-Identifier: MIT

/// What one client may make the compositor keep for it.
public enum Limits {
    /// Representations of one source. Office suites offer about forty; a thousand leaves room, and still fits what one
    /// offer sends into a client's socket buffer.
    public static let typesPerSource = 1000
    /// All type names of one source together, in bytes.
    public static let typeBytesPerSource = 64 * 1024
    /// `wl_data_device` objects of one client on one seat. A toolkit needs one; an application with several toolkits in
    /// it a few.
    public static let devicesPerClient = 16
}
