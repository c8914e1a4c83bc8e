// SPDX-License-Identifier: MIT

public import DrayCore

/// What a read is about, as it begins.
public struct TransferRequest: Equatable, Sendable {
    public let id: ReadID
    public let type: MimeType
    public let seat: SeatID
    public let channel: Transfer.Channel
    /// What the source is asked for, where the type that is read is made of that (HIG-25); nil if it is the source's own.
    public let madeOf: MimeType?
    /// The programs at both ends, for the limits.
    public let parties: TransferParties

    public init(
        _ id: ReadID, _ type: MimeType, seat: SeatID, _ channel: Transfer.Channel, madeOf: MimeType? = nil,
        _ parties: TransferParties = .host
    ) {
        self.id = id
        self.type = type
        self.seat = seat
        self.channel = channel
        self.madeOf = madeOf
        self.parties = parties
    }
}

extension Transfer {
    init(_ request: TransferRequest, at time: Instant) {
        id = request.id
        type = request.type
        seat = request.seat
        channel = request.channel
        madeOf = request.madeOf
        start = time
        lastBytes = time
        lastLook = time
    }
}

/// How a read came to its end, as whoever carries it saw it.
public enum TransferEnd: Equatable, Sendable {
    /// The source closed its end, and this was its application as that was noticed.
    case sourceClosed(SourceLife)
    /// The source has closed its end of a pipe that the engine does not stand in; its application is up.
    case sourceClosedUnseen
    /// The source's end could not be read.
    case sourceFailed
    /// The reader closed its end.
    case targetClosed
    /// Nobody could be asked.
    case notAsked
    /// The source has the reader's own descriptor.
    case passedOn
    /// The host wants no more of it.
    case cancelled
    /// What the source gave could not be made into the type that is read.
    case notConverted
}

/// Whether whoever gives content is still there.
public enum SourceLife: Hashable, Sendable {
    case up
    /// Its connection was closed. An application that ends closes all it has, its end of a transfer as well, finished or
    /// not: the two are seen together. One that has written everything closes that end first, and lives on for a while.
    case gone
}
