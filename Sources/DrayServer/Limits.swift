// SPDX-License-Identifier: MIT

/// What one client may make the compositor keep for it.
public enum Limits {
    /// Representations of one source. Office suites offer about forty, some programs a few hundred. What is beyond is left
    /// out: the last are the poorest.
    public static let typesPerSource = 1000
    /// All type names of one source together, in bytes; what is beyond is left out. All of them are sent to every client
    /// that the content is dragged over, some 80 KiB, and a client that reads nothing for a moment can still take that.
    public static let typeBytesPerSource = 64 * 1024
    /// All type names of all sources that a client has of one protocol; what is beyond is left out.
    public static let typeBytesPerClient = 2 << 20
    /// `wl_data_device` objects of one client on one seat, and as many `zwp_primary_selection_device_v1`. A toolkit needs
    /// one; an application with several toolkits in it a few.
    public static let devicesPerClient = 4
    /// Further `wl_data_device` objects that it has reserved for drags beside another: fingers that a person has beside the first.
    public static let devicesBesidePerClient = 9
    /// Reads of one offer. A target that reads every type of a large source twice is at its limit, and no toolkit reads
    /// them all.
    public static let readsPerOffer = 2000
    /// Reads that a source has been asked for and has not taken note of; what is beyond is refused. The socket of a source
    /// that is busy holds that many, and so may the descriptors that are in flight, from three sources of one client.
    public static let readsInFlight = 128
    /// Sources of one protocol that a client has and has not destroyed. It needs one for every selection and every
    /// unfinished drag; this leaves room for some that were forgotten.
    public static let sourcesPerClient = 256
    /// Drops on one client that it has not finished. A person drops again while a large file is still being copied, but
    /// not so often; what is beyond belongs to a client that never finishes, and the oldest is given up.
    public static let unfinishedDropsPerClient = 32
    /// Objects of `dray_drag_v1` that a client has and has not destroyed. It needs one for each zone, and a few for each
    /// source, offer and drop that can be taken back.
    public static let extensionObjectsPerClient = 8192
    /// Items of all sources of a client. A person drags thousands of files now and then.
    public static let itemsPerClient = 16_384
    /// Zones of one surface: a mail program has some hundred folders. They are searched with each motion over the surface.
    public static let zonesPerSurface = 512
    /// Zones of all surfaces of a client.
    public static let zonesPerClient = 4096
}
