// SPDX-License-Identifier: MIT

public import DrayCore

/// A program at one end of a transfer.
public struct TransferParty: Hashable, Sendable {
    /// The connection; nil for the compositor's own content and drop targets.
    public let application: ApplicationID?
    /// The process at the other end of the connection; nil if the kernel does not report it.
    public let process: Int32?

    public init(_ application: ApplicationID, process: Int32? = nil) {
        self.init(application: application, process: process.flatMap { $0 > 0 ? $0 : nil })
    }

    private init(application: ApplicationID?, process: Int32?) {
        self.application = application
        self.process = process
    }

    /// The compositor.
    public static let host = TransferParty(application: nil, process: nil)

    /// The unit that the limits apply to: all connections of a process together. Nil for the compositor, which has no
    /// share.
    var share: Share? { process.map(Share.process) ?? application.map(Share.application) }

    /// One user of a limited resource.
    enum Share: Hashable, Sendable {
        case process(Int32)
        case application(ApplicationID)
    }
}

/// The two programs of a transfer.
public struct TransferParties: Hashable, Sendable {
    public let source: TransferParty
    public let reader: TransferParty

    public init(source: TransferParty, reader: TransferParty) {
        self.source = source
        self.reader = reader
    }

    /// Content that the compositor both provides and reads.
    public static let host = TransferParties(source: .host, reader: .host)

    /// The shares that the transfer counts for, without duplicates.
    var shares: [TransferParty.Share] {
        let (source, reader) = (source.share, reader.share)
        return source == reader ? [source].compactMap(\.self) : [source, reader].compactMap(\.self)
    }

    /// The other share of the transfer; the same one for a program that reads its own content.
    func counterpart(of share: TransferParty.Share) -> TransferParty.Share? {
        source.share == share ? reader.share : source.share
    }
}
