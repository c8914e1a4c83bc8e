// SPDX-License-Identifier: MIT

import DrayAccess
import WaylandServer

/// Keeps `dray-access` for all of an engine that want something of it: it is started when first needed, and again when it dies,
/// as often as `HelperLife` says. It ends with the last who keeps this.
final class HelperKeeper {
    let program: String
    let environment: [String]
    let loop: EventLoop
    private var life = HelperLife()
    private var helper: AccessHelper?
    private var listeners: [Weak] = []

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

    /// The process, for tests.
    var processID: Int32? { helper?.processID }

    /// From here on it hears what the process says. Not kept.
    func add(_ listener: any HelperListener) {
        listeners.removeAll { $0.listener == nil }
        listeners.append(Weak(listener: listener))
    }

    /// - Returns: whether it is there.
    func start() -> Bool {
        switch life.wanted() {
        case .isThere: break
        case .never: return false
        case .start:
            helper = AccessHelper(program, environment: environment, loop: loop) { [weak self] in self?.hear($0) }
            if helper == nil { life.ended() }
        }
        return helper != nil
    }

    /// Tells it something, if it is there. Nobody waits.
    /// - Returns: whether it has it.
    @discardableResult
    func send(_ request: AccessRequest) -> Bool { helper?.send(request) ?? false }

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
    }
}

/// Who wants something of `dray-access`, and hears all that it says.
protocol HelperListener: AnyObject {
    func hear(_ event: AccessHelper.Event)
}
