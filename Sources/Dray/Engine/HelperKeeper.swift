// SPDX-License-Identifier: MIT

import DrayAccess
import Glibc
import WaylandServer

/// Keeps `dray-access` for all of an engine that want something of it: it is started when first needed, and again when it dies,
/// as often as `HelperLife` says. It ends with the last who keeps this.
///
/// Who needs it all the time says so by a standing request: each new process is told that first, and one that dies is followed by
/// the next a moment later.
final class HelperKeeper {
    let program: String
    let environment: [String]
    let loop: EventLoop
    private var life = HelperLife()
    private var helper: AccessHelper?
    private var listeners: [Weak] = []
    private var timer: TimerSource?

    /// So long nobody is started again for a standing request, in milliseconds.
    private static let restTime: Int32 = 1000

    private struct Weak {
        weak var listener: (any HelperListener)?
    }

    /// - Parameters:
    ///   - program: `dray-access`.
    ///   - environment: of that, as `NAME=value`.
    init(program: String, environment: [String], loop: EventLoop) {
        self.program = program
        self.environment = environment
        self.loop = loop
    }

    /// The variables of this process, as `NAME=value`.
    static var ownEnvironment: [String] {
        var result: [String] = []
        var next = environ
        while let variable = next.pointee {
            result.append(String(cString: variable))
            next += 1
        }
        return result
    }

    /// The process, for tests.
    var processID: Int32? { helper?.processID }

    /// From here on it hears what the process says, which is told its standing request now. Not kept.
    /// - Returns: whether that can be kept up.
    func add(_ listener: any HelperListener) -> Bool {
        if listener.standing != nil, timer == nil {
            timer = loop.makeTimer { [weak self] in
                if let self, isNeeded { _ = start() }
            }
            if timer == nil { return false }
        }
        listeners.removeAll { $0.listener == nil }
        listeners.append(Weak(listener: listener))
        guard let request = listener.standing else { return true }
        if helper != nil { send(request) } else { _ = start() }
        return true
    }

    /// - Returns: whether it is there.
    func start() -> Bool {
        switch life.wanted() {
        case .isThere: break
        case .never: return false
        case .start:
            helper = AccessHelper(program, environment: environment, loop: loop) { [weak self] in self?.hear($0) }
            if helper == nil { life.ended() }
            for listener in listeners { listener.listener?.standing.map { _ = send($0) } }
        }
        return helper != nil
    }

    /// Tells it something, if it is there. Nobody waits.
    /// - Returns: whether it has it.
    @discardableResult
    func send(_ request: AccessRequest, _ descriptors: [Int32] = []) -> Bool {
        helper?.send(request, descriptors) ?? false
    }

    /// Whether somebody needs it all the time.
    private var isNeeded: Bool { listeners.contains { $0.listener?.standing != nil } }

    private func hear(_ event: AccessHelper.Event) {
        switch event {
        case .said(.quiet): life.isUseless()
        case .said: break
        case .ended:
            helper = nil
            life.ended()
        }
        withExtendedLifetime(self) {
            for listener in listeners { listener.listener?.hear(event) }
        }
        if case .ended = event, isNeeded { timer?.arm(milliseconds: Self.restTime) }
    }
}

/// Who wants something of `dray-access`, and hears all that it says.
protocol HelperListener: AnyObject {
    /// What each new process is told; nil for who needs none all the time.
    var standing: AccessRequest? { get }
    func hear(_ event: AccessHelper.Event)
}

extension HelperListener {
    var standing: AccessRequest? { nil }
}
