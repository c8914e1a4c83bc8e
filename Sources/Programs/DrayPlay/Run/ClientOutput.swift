// SPDX-License-Identifier: MIT

/// The output of a client so far, in lines. It is limited, so that a client that floods its output can fill neither
/// memory nor the trace.
struct ClientOutput {
    /// The kept standard output: complete lines, and the beginning of an incomplete one.
    var text: String { lines + String(decoding: partial[.standardOutput] ?? [], as: UTF8.self) }
    /// The streams that exceeded the limit.
    private(set) var overLimit: Set<ClientStream> = []

    private var lines = ""
    private var partial: [ClientStream: [UInt8]] = [:]
    private var counts: [ClientStream: (bytes: Int, lines: Int)] = [:]

    /// A remark for failure messages if output was discarded; otherwise empty.
    var words: String {
        overLimit.contains(.standardOutput)
            ? " (its output exceeded the limit of \(Self.lineLimit) lines or \(Self.byteLimit >> 20) MiB; "
                + "the rest was not examined)" : ""
    }

    /// The maximum number of kept bytes per stream; the rest is read and discarded.
    static let byteLimit = 1 << 20
    /// The maximum number of kept lines per stream, because each becomes a trace record.
    static let lineLimit = 20_000
    /// The length at which a line is truncated, in bytes.
    static let lineLengthLimit = 65_536

    /// Appends bytes. Returns the lines that they complete.
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

    /// Handles the end of a stream. A remainder without a line terminator counts as a line.
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
