// SPDX-License-Identifier: MIT

/// What one client may make the compositor keep for it.
public enum Limits {
    /// Representations of one source. Office suites offer about forty. All of them are sent to every client that the
    /// content is dragged over, once for each of its devices: at most some 60 KiB in all, which a client that does not
    /// read for a moment can still take.
    public static let typesPerSource = 200
    /// All type names of one source together, in bytes. See `typesPerSource`.
    public static let typeBytesPerSource = 8 * 1024
    /// `wl_data_device` objects of one client on one seat, and as many `zwp_primary_selection_device_v1`. A toolkit needs one; an application with several toolkits in
    /// it a few.
    public static let devicesPerClient = 4
    /// Reads of one offer that wait for the drop, where a policy holds them back; each keeps a descriptor open.
    public static let heldReadsPerOffer = 16
}
