// SPDX-License-Identifier: MIT

/// The limits on what the compositor keeps for one client.
public enum Limits {
    /// The maximum number of types of one source. Office suites offer about forty, some programs a few hundred. Further
    /// types are ignored; the last ones are the poorest.
    public static let typesPerSource = 1000
    /// The maximum length of all type names of one source in bytes; further types are ignored. All names are sent to
    /// every client that the content is dragged over, about 80 KiB, which a client that stops reading briefly can still
    /// receive.
    public static let typeBytesPerSource = 64 * 1024
    /// The maximum length of all type names of a client's sources of one protocol, in bytes; further types are ignored.
    public static let typeBytesPerClient = 2 << 20
    /// The maximum number of a client's `wl_data_device` objects on one seat, and of its
    /// `zwp_primary_selection_device_v1` objects. A toolkit needs one; an application with several toolkits, a few.
    public static let devicesPerClient = 4
    /// The maximum number of further `wl_data_device` objects reserved for concurrent drags, one for each of the user's
    /// other fingers.
    public static let devicesBesidePerClient = 9
    /// The maximum number of reads of one offer. Reading every type of a large source twice reaches it, and no toolkit
    /// reads them all.
    public static let readsPerOffer = 2000
    /// The maximum number of reads sent to a source that has not read them; further reads are rejected. The socket of a
    /// busy source holds this many, and so does the limit of descriptors in flight, for three sources of one client.
    public static let readsInFlight = 128
    /// The maximum number of a client's sources of one protocol. A client needs one for every selection and every
    /// unfinished drag; the limit leaves room for some that it fails to destroy.
    public static let sourcesPerClient = 256
    /// The maximum number of drops on a client that it has not finished. A user may drop again while a large file is
    /// still being copied, but not this often. Beyond the limit, the client evidently never finishes, and the oldest
    /// drop is ended.
    public static let unfinishedDropsPerClient = 32
    /// The maximum number of a client's `dray_drag_v1` objects. A client needs one for each zone, and a few for each
    /// source, offer and drop that can be undone.
    public static let extensionObjectsPerClient = 8192
    /// The maximum number of items of all sources of a client. Users sometimes drag thousands of files.
    public static let itemsPerClient = 16_384
    /// The maximum number of zones of one surface: a mail client has some hundred folders. Each motion over the surface
    /// searches them.
    public static let zonesPerSurface = 512
    /// The maximum number of zones of all surfaces of a client.
    public static let zonesPerClient = 4096
}
