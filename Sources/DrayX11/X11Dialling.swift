// SPDX-License-Identifier: MIT

import CPipe
internal import Glibc
internal import Synchronization
public import WaylandServer
internal import WaylandUtil
public import XCB

/// Connects to an X server for an ``X11Bridge``, in a thread of its own: a server greets when it likes, and one that waits for its
/// compositor meanwhile would wait for ever.
public final class X11Dialling {
    private let line: Line
    private let end: ReceivedDescriptor
    private var source: DescriptorSource?

    /// - Parameters:
    ///   - display: the server's name, as `:1`.
    ///   - then: called once on the loop, later, unless the object is let go of before.
    /// - Returns: nil if there are no descriptors or threads left.
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

    /// What both threads know.
    private final class Line: Sendable {
        private let display: String
        private let ring: Int32
        private let state = Mutex(State.dialling)

        private enum State {
            case dialling
            case answered(Carried)
            /// Nobody waits for the answer any more, or it was taken.
            case over
        }

        /// Made in the one thread, and used in the other from then on: `@unchecked Sendable`, as never both have it.
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

        /// Signals are the host's, and its threads' that know of them.
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
                // So that the bridge needs no answer as it begins.
                _ = connection.atoms(XdndAtom.self)
                return .success(connection)
            } catch {
                return .failure(error)
            }
        }
    }
}
