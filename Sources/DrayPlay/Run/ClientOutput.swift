// SPDX-License-Identifier: MIT

/// What a client has written so far, line by line, up to a limit: one that floods its output must fill neither the
/// memory nor the trace.
struct ClientOutput {
    /// What is kept of the standard output: whole lines, and the beginning of one that has not ended.
    var text: String { lines + String(decoding: partial[.standardOutput] ?? [], as: UTF8.self) }
    /// The streams of which more came than is kept.
    private(set) var overLimit: Set<ClientStream> = []

    private var lines = ""
    private var partial: [ClientStream: [UInt8]] = [:]
    private var counts: [ClientStream: (bytes: Int, lines: Int)] = [:]

    /// What a failure says of a client of whose output not all was kept; empty where all was.
    var words: String {
        overLimit.contains(.standardOutput)
            ? " (it wrote more than is kept, \(Self.lineLimit) lines or \(Self.byteLimit >> 20) MiB: "
                + "what came later was not looked at)" : ""
    }

    /// More bytes of a stream than this are read and forgotten.
    static let byteLimit = 1 << 20
    /// More lines of it than this, too: each is a record of the trace.
    static let lineLimit = 20_000
    /// A line that is longer is cut there.
    static let lineLengthLimit = 65_536

    /// Takes in some bytes. Returns the lines that they end.
    mutating func take(_ bytes: some Collection<UInt8>, from stream: ClientStream) -> [String] {
        guard !overLimit.contains(stream) else { return [] }
        var ended: [String] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            extend(stream, by: rest[..<end])
            rest = rest[rest.index(after: end)...]
            finishLine(of: stream, &ended)
            if overLimit.contains(stream) { return ended }
        }
        extend(stream, by: rest)
        return ended
    }

    /// The stream is at its end: what stands there without a line's end is a line too.
    mutating func finish(_ stream: ClientStream) -> [String] {
        var ended: [String] = []
        if partial[stream]?.isEmpty == false { finishLine(of: stream, &ended) }
        return ended
    }

    private mutating func extend(_ stream: ClientStream, by bytes: some Collection<UInt8>) {
        let room = Self.lineLengthLimit - (partial[stream]?.count ?? 0)
        partial[stream, default: []] += bytes.prefix(max(room, 0))
    }

    private mutating func finishLine(of stream: ClientStream, _ ended: inout [String]) {
        let bytes = partial.removeValue(forKey: stream) ?? []
        var count = counts[stream] ?? (0, 0)
        count.bytes += bytes.count + 1
        count.lines += 1
        counts[stream] = count
        guard count.bytes <= Self.byteLimit, count.lines <= Self.lineLimit else {
            overLimit.insert(stream)
            return
        }
        let line = String(decoding: bytes, as: UTF8.self)
        if stream == .standardOutput { lines += line + "\n" }
        ended.append(line)
    }
}
