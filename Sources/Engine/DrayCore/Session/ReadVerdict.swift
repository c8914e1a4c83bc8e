// SPDX-License-Identifier: MIT

/// The way to handle the descriptor of a `wl_data_offer.receive`.
public enum ReadVerdict: Hashable, Sendable {
    /// Forwards the descriptor to the source (`wl_data_source.send`). If the source was destroyed after the drop, the
    /// content that was kept is written to it (HIG-23), or it is closed.
    case forward
    /// Like `forward`, and notifies the host: the client has the content merely held over it and has not answered yet.
    /// Qt's text fields read the content that they are about to decide on.
    case forwardEarly
    /// Keeps the descriptor until the drop, then asks again (HIG-22).
    case hold
    /// Closes the descriptor and notifies the host: a client that has not answered yet may not read the content.
    case tooEarly
    /// Closes the descriptor; the reader gets end of file.
    case close
}
