// SPDX-License-Identifier: MIT

internal import CPipe
internal import CSocket
internal import Glibc
public import WaylandServer
internal import WaylandUtil

/// The process `dray-access`, which speaks to assistive technology and asks applications what is in their windows (HIG-33).
///
/// What it is told goes through a socket that takes whole lines or none, and never waits. It is killed with this object; when this
/// process dies, it ends by itself.
public final class AccessHelper {
    private var process: Int32?
    /// Stands for it, whatever becomes of its number.
    private let exited: ReceivedDescriptor
    private let socket: ReceivedDescriptor
    private var watch: DescriptorSource?
    private let onEvent: (Event) -> Void

    public enum Event {
        case said(AccessWord)
        /// It is gone. Comes last.
        case ended
    }

    /// - Parameters:
    ///   - path: where the program is.
    ///   - environment: its own, as `NAME=value`: the session bus is found by that.
    ///   - onEvent: never called from within this initialiser, or from ``send(_:)``.
    /// - Returns: nil if it could not be started.
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

    /// Its number, for tests.
    public var processID: Int32? { process }

    /// Tells it something. Nobody waits: what it does not take is lost.
    /// - Parameter descriptors: what the request is about; the process gets copies.
    /// - Returns: whether it has it.
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
            // As much as there is, but nobody keeps a compositor busy by talking.
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
