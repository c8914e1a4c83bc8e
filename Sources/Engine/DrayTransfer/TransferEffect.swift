// SPDX-License-Identifier: MIT

public import DrayCore

/// An action requested by ``DragTransfers``. Effects are carried out in order, after the event that caused them has
/// been handled.
public enum TransferEffect: Equatable, Sendable {
    /// Ask the source to write its content as this type, and report the result.
    case request(ReadID, MimeType)
    /// Close the read's descriptor, so that its reader gets the end of the file.
    case refuse(ReadID)
    /// A client tried to read before it had accepted; the value is the number of such reads in this drag.
    case earlyRead(count: Int)
    /// The delivery state of the drop has changed (HIG-17).
    case delivery(Delivery)
}
