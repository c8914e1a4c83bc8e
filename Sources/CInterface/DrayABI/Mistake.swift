// SPDX-License-Identifier: MIT

internal import CDray

/// An error of the host's in a call: a status for the caller, and a text for the log.
struct Mistake: Error {
    let status: dray_status
    let text: String

    static func null(_ what: String) -> Mistake { Mistake(status: DRAY_ERROR_NULL, text: "\(what) is NULL") }

    static func size(_ text: String) -> Mistake { Mistake(status: DRAY_ERROR_SIZE, text: text) }

    static func value(_ text: String) -> Mistake { Mistake(status: DRAY_ERROR_VALUE, text: text) }

    static func handle(_ kind: HandleKind) -> Mistake {
        Mistake(status: DRAY_ERROR_HANDLE, text: "not a \(kind.name), or its object was destroyed")
    }

    static func resource(_ text: String) -> Mistake { Mistake(status: DRAY_ERROR_RESOURCE, text: text) }

    static func thread(_ kind: HandleKind) -> Mistake {
        Mistake(status: DRAY_ERROR_THREAD, text: "this \(kind.name) belongs to another thread")
    }

    static func order(_ text: String) -> Mistake { Mistake(status: DRAY_ERROR_ORDER, text: text) }

    static func memory(_ what: String) -> Mistake { Mistake(status: DRAY_ERROR_MEMORY, text: "no \(what) left") }
}
