// SPDX-License-Identifier: MIT

import CPipe
internal import Glibc
internal import Synchronization
public import WaylandServer
internal import WaylandUtil
public import XCB

/// Connects to an X server for an ``X11Bridge`` in a separate thread. The server accepts at any time, and a blocking
/// connection would deadlock if the server waits for the compositor meanwhile.
public final class X11Dialling {
    private let line: Line
    private let end: ReceivedDescriptor
    private var source: DescriptorSource?

    /// - Parameters:
    ///   - display: The server's name, such as `:1`.
    ///   - then: Called once on the loop, later, unless this object is released before.
    /// - Returns: Nil if no descriptors or threads are left.
    public init?(
        display: String, loop: EventLoop, then: @escaping (Result<XConnection, XConnectionError>) -> Void
    ) {
        var ends: [Int32] = [-1, -1]
        guard dray_pipe(&ends) == 0 else { return nil }
        end = ReceivedDescriptor(owning: ends[0])
        line = Line(display: display, ring: ends[1])
        let line = line
        source = loop.watch(ends[0], for: .readable) { [weak self] _ in
            self?.source = nil
            if let result = line.take() { then(result) }
        }
        guard source != nil, line.start() else { return nil }
    }

    deinit {
        line.hangUp()
    }

    /// The state that both threads share.
    private final class Line: Sendable {
        private let display: String
        private let ring: Int32
        private let state = Mutex(State.dialling)

        private enum State {
            case dialling
            case answered(Carried)
            /// The result is not needed any more, or was taken.
            case over
        }

        /// Created in one thread, and used only in the other from then on, so `@unchecked Sendable`.
        private struct Carried: @unchecked Sendable {
            let result: Result<XConnection, XConnectionError>
        }

        init(display: String, ring: Int32) {
            self.display = display
            self.ring = ring
        }

        deinit {
            close(ring)
        }

        /// Starts the thread with all signals blocked, so that they are delivered to the host's own threads.
        func start() -> Bool {
            var all = sigset_t()
            var before = sigset_t()
            sigfillset(&all)
            pthread_sigmask(SIG_SETMASK, &all, &before)
            defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
            var thread = pthread_t()
            let own = Unmanaged.passRetained(self)
            let fault = pthread_create(
                &thread, nil,
                { line in
                    if let line { Unmanaged<Line>.fromOpaque(line).takeRetainedValue().dial() }
                    return nil
                }, own.toOpaque())
            guard fault == 0 else {
                own.release()
                return false
            }
            pthread_detach(thread)
            return true
        }

        func take() -> Result<XConnection, XConnectionError>? {
            state.withLock { state -> Carried? in
                guard case .answered(let carried) = state else { return nil }
                state = .over
                return carried
            }?.result
        }

        func hangUp() {
            _ = state.withLock { state -> Carried? in
                defer { state = .over }
                guard case .answered(let carried) = state else { return nil }
                return carried
            }
        }

        private func dial() {
            let carried = Carried(result: Self.connect(display))
            let isAwaited = state.withLock { state in
                guard case .dialling = state else { return false }
                state = .answered(carried)
                return true
            }
            var byte: UInt8 = 1
            if isAwaited { _ = write(ring, &byte, 1) }
        }

        private static func connect(_ display: String) -> Result<XConnection, XConnectionError> {
            do throws(XConnectionError) {
                let connection = try XConnection(display: display)
                // Interned here, so that the creation of the bridge needs no round trip.
                _ = connection.atoms(XdndAtom.self)
                return .success(connection)
            } catch {
                return .failure(error)
            }
        }
    }
}
