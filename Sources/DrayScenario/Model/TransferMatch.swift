// SPDX-License-Identifier: MIT

/// What a transfer has to be like; what is left out may be anything.
package struct TransferMatch: Equatable, Sendable {
    package var type: String?
    package var state: State?
    package var fault: Fault?
    /// Whether it takes, or took, so long that it was announced (HIG-24).
    package var isAnnounced: Bool?
    /// At least so many bytes have come.
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

    /// How it stands.
    package enum State: String, CaseIterable, Sendable {
        case asked, flowing, stalled, complete, broken
        case givenUp = "given-up"
        case unwatched
    }

    /// Why it is broken (HIG-17).
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
            Case("type", "Of which representation.", .mimeType, Part.type),
            Case("state", "How it stands.", Shape<State>.word, Part.state),
            Case("fault", "Why it is broken.", Shape<Fault>.word, Part.fault),
            Case("announced", "Whether it took so long that it was announced.", .truth, Part.announced),
            Case("bytes", "At least so many have come.", .integer(in: 0...(1 << 40)), Part.bytes),
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
