// SPDX-License-Identifier: MIT

internal import CDray
internal import DrayCore
internal import Glibc

/// Runs the body of a C function with the object of its handle. An error becomes a line in the log and a status.
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

/// Runs the body of a C function without a handle.
func call(function: StaticString = #function, _ body: () throws(Mistake) -> Void) -> dray_status {
    do throws(Mistake) {
        try body()
        return DRAY_OK
    } catch {
        return report(error, in: function)
    }
}

/// Returns a text for a log as one line. Parts of it come from clients, which could otherwise forge lines of the log.
func oneLine(_ text: String) -> String { VisibleText.singleLine(text) }

/// Writes a line of the log to stderr, for an engine without a log callback.
/// - Parameter client: The process ID of the client that caused the line.
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

/// Returns the C name of a function: "dray_seat_drop" for "dray_seat_drop(_:)".
private func name(of function: StaticString) -> Substring { "\(function)".prefix { $0 != "(" } }
