// SPDX-License-Identifier: MIT

import Dray
package import DrayCore
import DrayHeadless
import DrayScenario
import DrayTransfer
import HeadlessDesktop
import WaylandServer

/// Observes the compositor, and updates the session's state.
extension ServeSession {
    func observe() throws {
        host.onEffect = { [weak self] effect, _ in
            guard let self else { return }
            if case .began = effect { dragCount += 1 }
            if case .announce(let announcement) = effect { tell(announcement) }
            witness.see(effect)
            recorder?.see(effect, witness)
        }
        host.engine.observer = { [weak self] drag, event, effects in self?.witness.see(event, effects, of: drag) }
        host.engine.observesMotions = false
        guard let recorder else { return }
        inputRecorder = try InputRecorder(recorder, compositor, seat) { [unowned self] in expectDrop() }
        logger = ProtocolLogger(compositor.display) { [weak self] message in
            if self?.home != nil { self?.hear(message) }
            guard message.direction == .event, message.interface == "wl_data_device" else { return }
            self?.recorder?.see(event: "wl_data_device.\(message.name)", ofProcess: message.processID)
        }
    }

    /// Records events sent to clients, so that tests can wait for them.
    func keepWhatIsSent() {
        logger = ProtocolLogger(compositor.display) { [weak self] in self?.hear($0) }
    }

    private func hear(_ message: LoggedMessage) {
        let name =
            talkers[message.client] ?? ProcessTree.variable(ClientProcess.nameVariable, of: message.processID) ?? ""
        talkers[message.client] = name
        _ = conversation.hear(message, of: name)
    }

    /// Records transfers, so that tests can inspect them.
    func keepWhatIsRead() {
        host.engine.transferObserver = { [weak self] transfer in self?.witness.see(transfer) }
        host.engine.transferFilter = { [weak self] drag, type, target in
            guard let self else { return target }
            let number = witness.beginTransfer(type, of: drag)
            let relay = TransferRelay(loop: compositor.display.eventLoop, to: target, showing: .bytes) {
                [weak self] event in self?.witness.take(event, of: number)
            }
            guard let relay else { return target }
            relays.append(relay)
            return relay.takeSourceEnd() ?? target
        }
    }
}

extension ServeSession: HeadlessObserver {
    package func sceneChanged() {
        for window in compositor.windows where numbers[window] == nil {
            numbers[window] = (numbers.values.max() ?? 0) + 1
            let place = wanted.firstIndex { $0.match.holds(for: window) }.map { wanted.remove(at: $0) }
            recorder?.add(window, as: place?.name.value)
            if let place { arriving.append((window, place)) }
        }
    }

    /// Input is recorded frame by frame.
    package var wantsFrames: Bool { active != nil || !arriving.isEmpty || inputRecorder != nil }

    package func frame(at time: Instant) {
        recorder?.now = time
        for (window, place) in arriving {
            if let position = place.position { compositor.place(window, at: Point(position)) }
            if let size = place.size { window.resize(width: Double(size.width), height: Double(size.height)) }
        }
        arriving = []
        continueActivity(at: time)
        inputRecorder?.frame()
    }
}
