// SPDX-License-Identifier: MIT

/// URIs of files (RFC 8089), as far as lists of them need it. Works on bytes: a combining mark after a slash makes no
/// other character of the slash.
public enum FileURI {
    /// The path of a file on this machine.
    ///
    /// - Parameter host: the name of this machine.
    /// - Returns: nil for any other URI, and for one whose path cannot be decoded exactly: see
    ///   ``PercentEncoding/decoded(_:)``. A slash that is written as an escape would make another path, and `?` and
    ///   `#` end a path.
    public static func path(of uri: String, host: String) -> String? {
        guard let encoded = encodedPath(of: uri, host: host), !encoded.contains(where: isEndOfPath),
            let path = PercentEncoding.decoded(Substring(encoded)),
            path.utf8.count(where: isSlash) == encoded.count(where: isSlash)
        else { return nil }
        return path
    }

    /// A URI as lists contain it: in one line, and a file of this machine as `file:///path`, the form that all
    /// programs know.
    /// - Parameter host: the name of this machine.
    public static func listed(_ uri: String, host: String) -> String {
        PercentEncoding.escapingUnsafe(encodedPath(of: uri, host: host).map { "file://" + Substring($0) } ?? uri)
    }

    /// The name that a user knows: the last part of the path, as it is written where it cannot be decoded. In one line.
    public static func name(of uri: String) -> String {
        let last = uri.utf8.prefix { !isEndOfPath($0) }.split(whereSeparator: isSlash).last.map(Substring.init) ?? ""
        return LineText.title(PercentEncoding.decoded(last) ?? String(last)) ?? PercentEncoding.escapingUnsafe(uri)
    }

    /// - Parameter path: absolute.
    public static func uri(ofPath path: String) -> String { "file://" + PercentEncoding.encoded(path: path) }

    /// The rest of a URI from its path on: `file:/path`, or `file://host/path` with an empty host, `localhost` or the
    /// name of this machine in letters of any case. Nil for any other.
    private static func encodedPath(of uri: String, host: String) -> Substring.UTF8View? {
        let bytes = uri.utf8
        guard isSame(bytes.prefix(5), "file:") else { return nil }
        let rest = bytes.dropFirst(5)
        guard rest.starts(with: "//".utf8) else { return rest.first == UInt8(ascii: "/") ? rest : nil }
        let authority = rest.dropFirst(2).prefix { !isSlash($0) }
        let path = rest.dropFirst(2 + authority.count)
        guard !path.isEmpty, authority.isEmpty || isSame(authority, "localhost") || isSame(authority, host) else {
            return nil
        }
        return path
    }

    private static func isSame(_ bytes: Substring.UTF8View, _ name: String) -> Bool {
        bytes.lazy.map(small).elementsEqual(name.utf8.lazy.map(small))
    }

    private static func small(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    private static func isSlash(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") }
    private static func isEndOfPath(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") }
}
