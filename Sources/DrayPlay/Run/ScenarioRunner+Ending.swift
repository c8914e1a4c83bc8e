// SPDX-License-Identifier: MIT

import Dray
import DrayHeadless
import DrayReport
import DrayScenario
import Glibc
import HeadlessDesktop
import WaylandServer

// How a run ends: by itself, by a signal, or since it takes too long.

extension ScenarioRunner {
    /// Ends the run when a signal comes, or when it takes too long. The clients are ended at once, so that nobody goes
    /// on waiting for one of them.
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

    /// Whether something wants the run to end, for what takes long and does not serve the loop meanwhile.
    func isToStop() -> Bool {
        stop != nil || ContinuousTime.now > deadline || signals?.isPending == true
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
        transferLog.everybodyHeard()
        recordOutput()
        let now = playClock.scenarioTime(at: compositor.clock.now)
        for event in transferLog.rest(of: host.engine.transferLedger, at: now) { record(event) }
        host.engine.transferObserver = nil
        endClients()
        recordOutput()
        // What the session has started is no client's.
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

    /// Ends the clients as a person would, or at once where something wants the run to end.
    private func endClients() {
        endedOnPurpose.formUnion(clients.keys)
        let farewell = Farewell(
            clients: scenario.clients.compactMap { client in
                clients[client.name.value].map {
                    .init(process: $0, patience: client.endsWithin, isStopped: stopped.contains(client.name.value))
                }
            })
        farewell.play(
            windows: { name in compositor.windows.filter { self.name(of: $0.ownerID, $0.processID) == name } },
            serve: serveTheEnd, isToHurry: { stop != nil })
        for note in farewell.notes { record(.note(.init(text: note))) }
        // Told in their order, whichever was the quickest.
        stop = nil
        try? checkClients()
    }

    /// Lets clients go on for a moment, with frames for those that draw.
    private func serveTheEnd() { serve(timeout: 4) }

    /// The same, and sees what has come.
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
