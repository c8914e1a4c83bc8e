// SPDX-License-Identifier: MIT

import Dray
import DrayHeadless
import DrayReport
import DrayScenario
import Glibc
import HeadlessDesktop
import WaylandServer

// The end of a run: completion, a signal, or the time limit.

extension ScenarioRunner {
    /// Ends the run on a signal or at the time limit. The clients are killed immediately, so that nothing keeps waiting
    /// for one of them.
    func watchForStops(_ signals: SignalWatch?, _ limit: Duration) {
        let loop = compositor.display.eventLoop
        let timer = loop.makeTimer { [weak self] in
            self?.end(because: Problem(text: "the run took longer than \(limit)"))
        }
        timer?.arm(milliseconds: Int32(clamping: limit.microseconds / 1000))
        let watch = signals?.watch(in: loop) { [weak self] signal in
            self?.end(because: Problem(text: "interrupted by \(SignalWatch.name(of: signal))", signal: signal))
        }
        watches = [timer as Any, watch as Any]
    }

    func end(because problem: Problem) {
        guard stop == nil else { return }
        stop = problem
        for (name, client) in clients {
            endedOnPurpose.insert(name)
            client.send(signal: SIGKILL)
        }
    }

    func close() {
        finishVideo()
        windowWatch = nil
        host.onEffect = nil
        host.stage.onFrame = nil
        host.engine.fallSilent()
        isEnding = true
        transferLog.allClientsAnswered()
        recordOutput()
        let now = playClock.scenarioTime(at: compositor.clock.now)
        for event in transferLog.rest(of: host.engine.transferLedger, at: now) { record(event) }
        host.engine.transferObserver = nil
        endClients()
        recordOutput()
        // Descendants of the session belong to no client.
        let left = ProcessTree.end(sparing: ClientSession.processes)
        if !left.isEmpty {
            record(.note(.init(text: "clients left processes behind: \(left.joined(separator: ", "))")))
        }
        watches = []
        logger = nil
        relays = []
        windows = [:]
        session?.endXwayland()
        ProcessTree.end()
        compositor.close()
        session = nil
    }

    /// Ends the clients gracefully, or immediately if the run was interrupted.
    private func endClients() {
        endedOnPurpose.formUnion(clients.keys)
        let farewell = ShutdownSequence(
            clients: scenario.clients.compactMap { client in
                clients[client.name.value].map {
                    .init(process: $0, timeout: client.endsWithin, isStopped: stopped.contains(client.name.value))
                }
            })
        farewell.play(
            windows: { name in compositor.windows.filter { self.name(of: $0.ownerID, $0.processID) == name } },
            serve: serveTheEnd, isToHurry: { stop != nil })
        for note in farewell.notes { record(.note(.init(text: note))) }
        // Reported in a fixed order, whichever client ended first.
        stop = nil
        try? checkClients()
    }

    /// Keeps serving clients for a moment, including frames.
    private func serveTheEnd() { serve(timeout: 4) }

    /// Serves clients, and processes what has arrived.
    func serveMeanwhile(timeout: Int32) {
        serve(timeout: timeout)
        takeIn()
    }

    private func serve(timeout: Int32) {
        compositor.dispatch(timeout: timeout)
        guard playClock.rest == nil, compositor.isFrameWanted else { return }
        showFrame()
    }
}
