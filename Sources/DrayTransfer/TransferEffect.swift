// SPDX-License-Identifier: MIT

public import DrayCore

/// What a ledger of reads wants done. Effects are carried out in order, after the event that led to them is complete.
public enum TransferEffect: Equatable, Sendable {
    /// Ask the source to write its content as this type, and report how that goes.
    case request(ReadID, MimeType)
    /// Close the read's descriptor: its reader gets the end of the file.
    case refuse(ReadID)
    /// A client that the content is merely held over wanted to read it; so many such reads there were in this drag.
    case earlyRead(count: Int)
    /// What is known of the drop's content has changed (HIG-17).
    case delivery(Delivery)
}
