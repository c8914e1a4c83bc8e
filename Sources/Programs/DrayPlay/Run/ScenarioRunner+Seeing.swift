// SPDX-License-Identifier: MIT

import DrayCore
import DrayReport
import DrayScenario
import HeadlessDesktop
import WaylandServer

/// Live views of a run: a video, and a window in the user's session.
extension ScenarioRunner {
    /// Presents a frame to applications and to the live views.
    func showFrame() {
        playClock.frameBegins()
        switch scenario.clock {
        case .virtual: compositor.advance()
        case .real:
            playClock.run()
            compositor.tick()
        }
        beSeen()
    }

    func beSeen() {
        video?.see(compositor, at: scenarioTime)
        guard let window = headed, window.isReady, let screen = try? compositor.captureAll() else { return }
        window.show(screen, scale: compositor.outputs.map(\.scale).max() ?? 1)
        hearWindow()
    }

    /// Watches for events of the live window, whatever the run waits for.
    func watchWindow() {
        guard let window = headed else { return }
        windowWatch = compositor.display.eventLoop.watch(window.descriptor, for: .readable) { [weak self] _ in
            self?.hearWindow()
        }
    }

    private func hearWindow() {
        guard let window = headed, windowWatch != nil else { return }
        window.hear()
        guard let end = window.end else { return }
        windowWatch = nil
        switch end {
        case .closed: self.end(because: Problem(text: "the window that shows the run was closed"))
        case .lost(let reason): record(.note(.init(text: "the run is no longer shown: \(reason)")))
        }
    }

    /// Pauses after a user action, for the viewer.
    func restAfter(_ step: Step) throws {
        guard let pause, step.isDone else { return }
        let end = ContinuousTime.now + pause
        while ContinuousTime.now < end {
            if let stop { throw stop }
            serveMeanwhile(timeout: 10)
        }
        followClients()
    }

    /// Completes the video.
    func finishVideo() {
        guard let video else { return }
        video.finish(compositor, at: scenarioTime)
        if let failure = video.failure {
            record(.note(.init(text: "the video of the run is incomplete: \(failure)")))
        }
    }
}

extension Step {
    /// Whether the step is a user action.
    var isDone: Bool {
        switch action {
        case .pointer, .drag, .select, .menu, .touch, .pen, .key, .start, .kill, .unplug, .plug: true
        case .wait, .picture, .expect, .say: false
        }
    }
}
