// SPDX-License-Identifier: MIT

/// What one client may make the compositor keep for it.
public enum Limits {
    /// Representations of one source. Office suites offer about forty. All of them are sent to every client that the
    /// content is dragged over, once for each of its devices: at most some 60 KiB in all, which a client that does not
    /// read for a moment can still take.
    public static let typesPerSource = 200
    /// All type names of one source together, in bytes. See `typesPerSource`.
    public static let typeBytesPerSource = 8 * 1024
    /// `wl_data_device` objects of one client on one seat, and as many `zwp_primary_selection_device_v1`. A toolkit needs
    /// one; an application with several toolkits in it a few.
    public static let devicesPerClient = 4
    /// Reads of one offer that wait for the drop, where a policy holds them back; each keeps a descriptor open.
    public static let heldReadsPerOffer = 16
    /// Reads of one offer. Each passes a descriptor on, which stays in flight until the source takes it, and Linux lets a
    /// process have 1024 of those by default: at a source that is busy, the last would fail and cost the source its
    /// connection. A target that reads every type of a large source twice is far below.
    public static let readsPerOffer = 500
    /// Sources that a client has and has not destroyed. It needs one for every selection and every unfinished drag; this
    /// leaves room for some that were forgotten, and holds what one client can have kept to some 2 MiB of type names.
    public static let sourcesPerClient = 256
    /// Drops on one client that it has not finished. A person drops again while a large file is still being copied, but
    /// not so often; what is beyond belongs to a client that never finishes, and the oldest is given up.
    public static let unfinishedDropsPerClient = 32
}
