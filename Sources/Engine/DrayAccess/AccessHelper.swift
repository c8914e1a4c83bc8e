// SPDX-License-Identifier: MIT

internal import CPipe
internal import CSocket
internal import Glibc
public import WaylandServer
internal import WaylandUtil

/// The helper process `dray-access`, which talks to assistive technology and lists the objects in applications' windows
/// (HIG-33).
///
/// Requests are sent through a socket that accepts complete lines or none, and never blocks. The helper is killed when
/// this object is deinitialised, and exits if this process dies.
public final class AccessHelper {
    private var process: Int32?
    /// A pidfd, which stays valid if the process ID is reused.
    private let exited: ReceivedDescriptor
    private let socket: ReceivedDescriptor
    private var watch: DescriptorSource?
    private let onEvent: (Event) -> Void

    public enum Event {
        case said(AccessWord)
        /// The helper has exited. The last event.
        case ended
    }

    /// - Parameters:
    ///   - path: The path of the program.
    ///   - environment: The environment of the helper, as `NAME=value`, by which it finds the session bus.
    ///   - onEvent: Called with each event, but never during this initialiser or ``send(_:_:)``.
    /// - Returns: Nil if the helper could not be started.
    public init?(
        _ path: String, environment: [String], loop: EventLoop, onEvent: @escaping (Event) -> Void
    ) {
        var ends: [Int32] = [-1, -1]
        guard dray_socket_pair(&ends) == 0 else { return nil }
        socket = ReceivedDescriptor(owning: ends[0])
        let other = ReceivedDescriptor(owning: ends[1])
        self.onEvent = onEvent
        var variables = environment.map { strdup($0) } + [nil]
        defer { for variable in variables { free(variable) } }
        var started: Int32 = -1
        let process = withExtendedLifetime(other) {
            variables.withUnsafeMutableBufferPointer {
                dray_start_helper(path, ends[1], $0.baseAddress, &started)
            }
        }
        guard process > 0 else { return nil }
        self.process = process
        exited = ReceivedDescriptor(owning: started)
        watch = loop.watch(ends[0], for: .readable) { [weak self] _ in self?.hear() }
        guard watch != nil else {
            stop()
            return nil
        }
    }

    deinit {
        stop()
    }

    /// The process ID, for tests.
    public var processID: Int32? { process }

    /// Sends a request without blocking. A request that does not fit in the socket buffer is lost.
    /// - Parameter descriptors: The descriptors for the request; the helper receives duplicates.
    /// - Returns: Whether the request was sent.
    @discardableResult
    public func send(_ request: AccessRequest, _ descriptors: [Int32] = []) -> Bool {
        guard let descriptor = socket.borrowed, process != nil else { return false }
        let line = Array(request.line.utf8)
        return line.withUnsafeBytes {
            dray_send(descriptor, $0.baseAddress, $0.count, descriptors, descriptors.count) == $0.count
        }
    }

    private func hear() {
        withExtendedLifetime(self) {
            var buffer = [UInt8](repeating: 0, count: AccessWord.lineSize)
            // The number of lines per call is limited, so that the helper cannot block the compositor.
            for _ in 0..<64 {
                guard let descriptor = socket.borrowed, process != nil else { return }
                let count = recv(descriptor, &buffer, buffer.count, 0)
                if count < 0, errno == EAGAIN || errno == EINTR { return }
                guard count > 0 else { return end() }
                if let word = AccessWord(line: String(decoding: buffer[..<count], as: UTF8.self)) {
                    onEvent(.said(word))
                }
            }
        }
    }

    private func end() {
        stop()
        onEvent(.ended)
    }

    private func stop() {
        watch = nil
        guard let process, let exited = exited.borrowed else { return }
        self.process = nil
        dray_stop_program(process, exited)
    }
}
