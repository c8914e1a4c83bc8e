// SPDX-License-Identifier: MIT

import DrayAccess
import Glibc
import WaylandServer

/// Runs `dray-access` for all parts of an engine that use it: starts it on first use and restarts it when it exits, as
/// often as `RestartPolicy` allows. The helper exits when the last reference to this object is released.
///
/// A user that always needs the helper has a standing request: each new process is sent that request first, and a
/// process that exits is replaced after a delay.
package final class HelperSupervisor {
    let program: String
    let environment: [String]
    let loop: EventLoop
    private var life = RestartPolicy()
    private var helper: AccessHelper?
    private var listeners: [Weak] = []
    private var timer: TimerSource?

    /// The minimum delay before the helper is restarted for a standing request, in milliseconds.
    private static let restartDelay: Int32 = 1000

    private struct Weak {
        weak var listener: (any HelperListener)?
    }

    /// - Parameters:
    ///   - program: The path of `dray-access`.
    ///   - environment: Its environment, as `NAME=value`.
    init(program: String, environment: [String], loop: EventLoop) {
        self.program = program
        self.environment = environment
        self.loop = loop
    }

    /// The environment of this process, as `NAME=value`.
    static var ownEnvironment: [String] {
        var result: [String] = []
        var next = environ
        while let variable = next.pointee {
            result.append(String(cString: variable))
            next += 1
        }
        return result
    }

    /// The environment of this process, with another value of a variable.
    package static func ownEnvironment(replacing name: String, by value: String) -> [String] {
        ownEnvironment.filter { !$0.hasPrefix("\(name)=") } + ["\(name)=\(value)"]
    }

    /// The process ID, for tests.
    var processID: Int32? { helper?.processID }

    /// Adds a listener, held weakly, and sends its standing request.
    /// - Returns: Whether the timer for restarts is available.
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

    /// Starts the helper if it is not running.
    /// - Returns: Whether it is running.
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

    /// Sends a request to the helper if it is running, without blocking.
    /// - Returns: Whether it was sent.
    @discardableResult
    func send(_ request: AccessRequest, _ descriptors: [Int32] = []) -> Bool {
        helper?.send(request, descriptors) ?? false
    }

    /// Whether any listener always needs the helper.
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
        if case .ended = event, isNeeded { timer?.arm(milliseconds: Self.restartDelay) }
    }
}

/// A user of `dray-access`, which receives all events of the helper.
protocol HelperListener: AnyObject {
    /// The request sent to each new process, or nil if the helper is only needed at times.
    var standing: AccessRequest? { get }
    func hear(_ event: AccessHelper.Event)
}

extension HelperListener {
    var standing: AccessRequest? { nil }
}
