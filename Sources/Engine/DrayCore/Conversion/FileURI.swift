// SPDX-License-Identifier: MIT

/// File URIs (RFC 8089), as far as lists of files need them. Operates on bytes, since a combining mark would merge with
/// a preceding slash into one character.
public enum FileURI {
    /// Returns the path of a local file.
    ///
    /// - Parameter host: The local host name.
    /// - Returns: Nil for any other URI, and for one whose path cannot be decoded exactly: see
    ///   ``PercentEncoding/decoded(_:)``. An escaped slash would change the path, and `?` and `#` end a path.
    public static func path(of uri: String, host: String) -> String? {
        guard let encoded = encodedPath(of: uri, host: host), !encoded.contains(where: isEndOfPath),
            let path = PercentEncoding.decoded(Substring(encoded)),
            path.utf8.count(where: isSlash) == encoded.count(where: isSlash)
        else { return nil }
        return path
    }

    /// Returns a URI for a list: on one line, and for a local file in the form `file:///path`, which all programs
    /// support.
    /// - Parameter host: The local host name.
    public static func listed(_ uri: String, host: String) -> String {
        PercentEncoding.escapingUnsafe(encodedPath(of: uri, host: host).map { "file://" + Substring($0) } ?? uri)
    }

    /// Returns the user-visible name on one line: the last component of the path, or its encoded form if it cannot be
    /// decoded.
    public static func name(of uri: String) -> String {
        let last = uri.utf8.prefix { !isEndOfPath($0) }.split(whereSeparator: isSlash).last.map(Substring.init) ?? ""
        return LineText.title(PercentEncoding.decoded(last) ?? String(last)) ?? PercentEncoding.escapingUnsafe(uri)
    }

    /// - Parameter path: An absolute path.
    public static func uri(ofPath path: String) -> String { "file://" + PercentEncoding.encoded(path: path) }

    /// Returns the part of a file URI from its path on: `file:/path`, or `file://host/path` with an empty host,
    /// `localhost` or the local host name in any case. Nil for any other URI.
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
