// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import DrayHeadless
import DrayReport
import DrayTransfer
import HeadlessDesktop
import WaylandServer
import WaylandUtil

// The observation of the compositor and its drags for the trace.

extension ScenarioRunner {
    func observe() {
        logger = ProtocolLogger(compositor.display) { [weak self] in self?.log($0) }
        host.onEffect = { [weak self] effect, _ in self?.see(effect) }
        host.stage.onFrame = { [weak self] in self?.see($0) }
        host.engine.observer = { [weak self] drag, event, effects in
            guard let self else { return }
            self.witness.see(event, effects, of: drag)
            let time = self.playClock.scenarioTime
            self.record(.engine(TraceEvent.Engine(.event, event.recorded(time: time), of: drag)))
            for effect in effects {
                self.record(.engine(TraceEvent.Engine(.effect, effect.recorded(time: time), of: drag)))
            }
        }
        host.engine.beginningObserver = { [weak self] drag, beginning in
            self?.record(.engine(TraceEvent.Engine(beginning, of: drag)))
        }
        host.engine.transferPolicy = TransferPolicy(scenario)
        host.engine.transferObserver = { [weak self] transfer in
            guard let self else { return }
            self.witness.see(transfer)
            self.transferLog.see(transfer, at: self.playClock.scenarioTime(at: self.compositor.clock.now))
        }
        host.engine.transferFilter = { [weak self] drag, type, target in
            self?.relay(type, to: target, of: drag) ?? target
        }
    }

    private func log(_ message: LoggedMessage) {
        let name = name(of: message.client, message.processID)
        // The number of pings depends on the speed of the machine and is irrelevant.
        if message.interface == "xdg_wm_base", message.name == "ping" || message.name == "pong" { return }
        guard !isEnding else { return }
        quiet?.see(message, of: name, at: compositor.clock.now) { surface(of: message) }
        let (isKept, isFirstBeyondLimit) = conversation.hear(message, of: name)
        if isFirstBeyondLimit {
            record(.note(.init(text: "\(name): the message limit is exceeded; the rest is omitted")))
        }
        let stamps = stamps.translated(message, by: playClock)
        if isKept { record(.message(TraceEvent.Message(message, client: name, stamps: stamps))) }
    }

    /// The surface that a message refers to.
    private func surface(of message: LoggedMessage) -> Surface? {
        let client = compositor.display.clients.first { $0.id == message.client }
        return client?.object(message.objectID).flatMap { Surface.of(WlSurface($0)) }
    }

    private func see(_ effect: HostEffect) {
        if case .began = effect { conversation.dragBegins() }
        witness.see(effect)
        film.see(effect)
        if case .ended = effect, let cancellation {
            record(.note(.init(text: "the drag was cancelled: \(cancellation)")))
        }
        guard case .announce(let announcement) = effect else { return }
        let words = announcement.words { [weak self] surface in
            self?.compositor.windows.first { $0.surface.id == surface }?.title
        }
        witness.hear(words)
        record(.note(.init(text: "announced: \(words)")))
    }

    private func see(_ frame: DragStageFrame) {
        let time = playClock.scenarioTime(at: frame.time)
        for event in film.take(frame, of: compositor) { recorder.record(event, at: time) }
    }

    private func relay(_ type: MimeType, to target: ReceivedDescriptor, of drag: DragID) -> ReceivedDescriptor? {
        let number = witness.beginTransfer(type, of: drag)
        let relay = TransferRelay(
            loop: compositor.display.eventLoop, to: target, showing: .bytes
        ) { [weak self] event in
            self?.witness.take(event, of: number)
        }
        guard let relay else { return nil }
        relays.append(relay)
        return relay.takeSourceEnd()
    }
}
