// SPDX-License-Identifier: MIT

/// What to do with the descriptor of a `wl_data_offer.receive`.
public enum ReadVerdict: Hashable, Sendable {
    /// Send it on to the source (`wl_data_source.send`); if the source went away after the drop, feed it from what was
    /// taken in before (HIG-23), or close it.
    case forward
    /// The same, and tell the host: a client that the content is merely held over has not said yet whether it wants any of
    /// it. Qt's text fields read what they are about to decide on.
    case forwardEarly
    /// Keep it until the drop, then ask again (HIG-22).
    case hold
    /// Close it, and tell the host: who has not said yet whether it wants any of it is not trusted with it.
    case tooEarly
    /// Close it; the reader gets the end of the file.
    case close
}
