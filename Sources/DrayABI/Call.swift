// SPDX-License-Identifier: MIT

internal import CDray
internal import DrayCore
internal import Glibc

/// Runs the body of a function of C's with the object of its handle. A mistake becomes a line in the log and a status.
@inline(__always)
func call<Object: HandleObject>(
    _ handle: OpaquePointer?, _ type: Object.Type, function: StaticString = #function,
    _ body: (Object) throws(Mistake) -> Void
) -> dray_status {
    do throws(Mistake) {
        return try HandleTable.withObject(of: handle, as: type) { object in
            do throws(Mistake) {
                try body(object)
                return DRAY_OK
            } catch {
                object.log(DRAY_BLAME_HOST, "\(name(of: function)): \(error.text)")
                return error.status
            }
        }
    } catch {
        return report(error, in: function)
    }
}

/// Runs the body of a function of C's that has no handle.
func call(function: StaticString = #function, _ body: () throws(Mistake) -> Void) -> dray_status {
    do throws(Mistake) {
        try body()
        return DRAY_OK
    } catch {
        return report(error, in: function)
    }
}

/// A text for a log as one line: some of it is a client's, which could write lines of its own into it.
func oneLine(_ text: String) -> String { VisibleText.singleLine(text) }

/// Writes a line to stderr: where it goes without an engine that has a log of its own.
/// - Parameter client: the process of the client that has brought it about.
func writeLog(_ blame: dray_blame, _ text: String, of client: Int32? = nil) {
    let who =
        switch blame {
        case DRAY_BLAME_HOST: "the host's mistake: "
        case DRAY_BLAME_CLIENT: "a client's mistake\(client.map { " (process \($0))" } ?? ""): "
        case DRAY_BLAME_DRAY: "Dray's own mistake: "
        default: ""
        }
    var line = Array("dray: \(who)\(text)\n".utf8)
    _ = write(STDERR_FILENO, &line, line.count)
}

private func report(_ mistake: Mistake, in function: StaticString) -> dray_status {
    writeLog(DRAY_BLAME_HOST, "\(name(of: function)): \(mistake.text)")
    return mistake.status
}

/// "dray_seat_drop" of "dray_seat_drop(_:)".
private func name(of function: StaticString) -> Substring { "\(function)".prefix { $0 != "(" } }
