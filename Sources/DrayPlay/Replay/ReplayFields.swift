// SPDX-License-Identifier: MIT

import DrayCore
import DrayReport

/// Why a record cannot be played again, in words.
struct ReplayProblem: Error, Equatable, CustomStringConvertible {
    let description: String
}

/// The fields of an engine record, typed.
struct ReplayFields {
    private let name: String
    private let fields: [String: String]

    init(_ record: TraceEvent.Engine) {
        name = record.name
        fields = record.fields
    }

    func value<Value>(_ key: String, _ read: (String) -> Value?) throws(ReplayProblem) -> Value {
        guard let text = fields[key] else { throw ReplayProblem(description: "\(name) has no “\(key)”") }
        guard let value = read(text) else { throw ReplayProblem(description: "\(name): “\(key)” is “\(text)”") }
        return value
    }

    func optional<Value>(_ key: String, _ read: (String) -> Value?) throws(ReplayProblem) -> Value? {
        fields[key] == nil ? nil : try value(key, read)
    }

    func identity(_ key: String) throws(ReplayProblem) -> UInt64 { try value(key) { UInt64($0) } }
    func integer(_ key: String) throws(ReplayProblem) -> Int { try value(key) { Int($0) } }

    func offer(_ key: String = "offer") throws(ReplayProblem) -> OfferID { OfferID(try identity(key)) }

    func actions(_ key: String) throws(ReplayProblem) -> DragActions {
        try value(key) { UInt32($0).map { DragActions(rawValue: $0) } }
    }

    func types(_ key: String) throws(ReplayProblem) -> [MimeType] {
        try value(key) { (JSONText.decode($0) as [String]?)?.map { MimeType($0) } }
    }

    func dialect(_ key: String) throws(ReplayProblem) -> Dialect {
        try value(key) { Dialect(recordedName: $0) }
    }

    /// `x,y`
    func point(_ key: String) throws(ReplayProblem) -> Point {
        try value(key) { text in
            let parts = text.split(separator: ",").map { Double($0) }
            guard parts.count == 2, let x = parts[0], let y = parts[1] else { return nil }
            return Point(x: x, y: y)
        }
    }
}
