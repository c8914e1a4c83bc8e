// SPDX-License-Identifier: MIT

public import DrayCore

/// What `dray-access` is told, a line each.
public enum AccessRequest: Equatable, Sendable {
    case say(String, Speech.Politeness)

    /// In bytes; a longer text is cut.
    static let textLimit = 2000

    var line: String {
        switch self {
        case .say(let text, let politeness): "say \(politeness.rawValue) \(Self.spoken(text))"
        }
    }

    /// In one line, without what nobody can say, and not too long.
    private static func spoken(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var size = 0
        for scalar in text.unicodeScalars {
            let isControl = scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
            size += scalar.utf8.count
            guard size <= textLimit else { break }
            result.append(isControl ? " " : scalar)
        }
        return String(result)
    }
}

/// What `dray-access` says, a line each.
public enum AccessWord: Equatable, Sendable {
    /// Whether anybody hears what is said.
    case listens(Bool)
    /// There is no session bus.
    case quiet

    static let lineSize = 4096

    /// - Returns: nil for what it never says.
    public init?(line: String) {
        switch line {
        case "listen 1": self = .listens(true)
        case "listen 0": self = .listens(false)
        case "quiet": self = .quiet
        default: return nil
        }
    }
}

extension Unicode.Scalar {
    fileprivate var utf8: String.UTF8View { String(self).utf8 }
}
