// SPDX-License-Identifier: MIT

/// A condition on a transfer; omitted fields match anything.
package struct TransferMatch: Equatable, Sendable {
    package var type: String?
    package var state: State?
    package var fault: Fault?
    /// Whether the transfer takes or took long enough to be announced (HIG-24).
    package var isAnnounced: Bool?
    /// The minimum number of bytes received so far.
    package var bytes: Int?

    package init(
        type: String? = nil, state: State? = nil, fault: Fault? = nil, isAnnounced: Bool? = nil, bytes: Int? = nil
    ) {
        self.type = type
        self.state = state
        self.fault = fault
        self.isAnnounced = isAnnounced
        self.bytes = bytes
    }

    /// The state of a transfer.
    package enum State: String, CaseIterable, Sendable {
        case asked, flowing, stalled, complete, broken
        case givenUp = "given-up"
        case unwatched
    }

    /// The reason for a broken transfer (HIG-17).
    package enum Fault: String, CaseIterable, Sendable {
        case notAsked = "not-asked"
        case sourceGone = "source-gone"
        case wroteNothing = "wrote-nothing"
        case brokeOff = "broke-off"
        case cancelled
        case notConverted = "not-converted"
    }

    package var words: String {
        let parts = [
            type, state.map { "is \($0.rawValue)" }, fault.map { "failed: \($0.rawValue)" },
            isAnnounced.map { $0 ? "is announced" : "is not announced" }, bytes.map { "has at least \($0) bytes" },
        ]
        return parts.compactMap { $0 }.joined(separator: ", ")
    }
}

extension TransferMatch {
    static let shape = Shape<TransferMatch>.record { keys in
        let parts = keys.atLeastOne([
            Case("type", "The MIME type of the representation.", .mimeType, Part.type),
            Case("state", "The state.", Shape<State>.word, Part.state),
            Case("fault", "The reason for a broken transfer.", Shape<Fault>.word, Part.fault),
            Case("announced", "Whether it took long enough to be announced.", .truth, Part.announced),
            Case("bytes", "The minimum number of bytes received.", .integer(in: 0...(1 << 40)), Part.bytes),
        ])
        guard !parts.isEmpty else { return nil }
        return parts.reduce(into: TransferMatch()) { match, part in
            switch part.value {
            case .type(let type): match.type = type
            case .state(let state): match.state = state
            case .fault(let fault): match.fault = fault
            case .announced(let isAnnounced): match.isAnnounced = isAnnounced
            case .bytes(let bytes): match.bytes = bytes
            }
        }
    }

    private enum Part {
        case type(String)
        case state(State)
        case fault(Fault)
        case announced(Bool)
        case bytes(Int)
    }
}
