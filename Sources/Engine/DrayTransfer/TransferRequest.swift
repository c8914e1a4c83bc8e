// SPDX-License-Identifier: MIT

public import DrayCore

/// The parameters of a read.
public struct TransferRequest: Equatable, Sendable {
    public let id: ReadID
    public let type: MimeType
    public let seat: SeatID
    public let channel: Transfer.Channel
    /// The type that the source is asked for, if the requested type is converted from it (HIG-25); nil without a
    /// conversion.
    public let madeOf: MimeType?
    /// The programs at both ends, which the limits apply to.
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

/// The end of a read as observed by the pool.
public enum TransferEnd: Equatable, Sendable {
    /// The source closed its end. The value is the state of its application at that moment.
    case sourceClosed(SourceLife)
    /// The source closed its end of a pipe that is not relayed; its application is up.
    case sourceClosedUnseen
    /// The source's end could not be read.
    case sourceFailed
    /// The reader closed its end.
    case targetClosed
    /// The source could not be asked.
    case notAsked
    /// The source has the reader's own descriptor.
    case passedOn
    /// The host cancelled the read.
    case cancelled
    /// The source's content could not be converted into the requested type.
    case notConverted
}

/// The state of the application that provides content.
public enum SourceLife: Hashable, Sendable {
    case up
    /// The connection was closed. An application that exits closes all its descriptors, including its end of a
    /// transfer, whether it has finished or not, so both are observed together. An application that has written
    /// everything closes that end first, and remains connected for a while.
    case gone
}
