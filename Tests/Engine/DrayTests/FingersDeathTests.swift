// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import HeadlessDesktop
import TestClients
import TestTimeout
import Testing
import WaylandClient

/// Two concurrent touch drags, which lose a client, object or device at every step (HIG-10).
@Suite struct FingersDeathTests {
    /// Two drags from one window into another, which begin and end one after the other. Each client has one reserved
    /// data device.
    private final class Play {
        let bench: Bench
        var giving: ClientDevice?
        var taking: ClientDevice?
        var contents: [WlDataSource] = []
        var dead: [String] = []

        init() throws { bench = try Bench() }

        var fixture: DragFixture { bench.fixture }
        func isAlive(_ client: DragClient) -> Bool { !dead.contains(client.name) }

        func reserve(for client: DragClient) -> ClientDevice? {
            guard isAlive(client), let manager = client.dragManager else { return nil }
            let device = client.makeDevice()
            manager.reserveDevice(device: device.object)
            return device
        }

        func begin(by device: WlDataDevice?) {
            guard isAlive(bench.source), let device, device.proxy.isAlive, bench.sourceWindow.surface.proxy.isAlive
            else { return }
            let content = bench.source.makeSource(actions: .copy)
            contents.append(content)
            device.startDrag(
                source: content, origin: bench.sourceWindow.surface, icon: nil, serial: bench.source.pressSerial)
        }

        func take(_ device: ClientDevice?) {
            guard isAlive(bench.target), let device, let offer = device.dragOffer?.object, offer.proxy.isAlive else {
                return
            }
            offer.setActions(dndActions: .copy, preferredAction: .copy)
            offer.accept(serial: device.enterSerial, mimeType: "text/plain")
        }

        func finish(_ device: ClientDevice?) {
            // The device that receives a drag may have changed meanwhile.
            guard isAlive(bench.target), let device, device.log.events.contains(.drop),
                let offer = device.dragOffer?.object,
                offer.proxy.isAlive
            else { return }
            offer.finish()
        }

        func kill(_ client: DragClient) {
            guard isAlive(client) else { return }
            fixture.kill(client)
            dead.append(client.name)
        }
    }

    private static var steps: [(Play) throws -> Void] {
        [
            { $0.giving = $0.reserve(for: $0.bench.source) },
            { $0.taking = $0.reserve(for: $0.bench.target) },
            { $0.fixture.seat.touch.down(FingerID(0), at: $0.bench.start) },
            { $0.begin(by: $0.isAlive($0.bench.source) ? $0.bench.source.device : nil) },
            { $0.fixture.seat.touch.down(FingerID(1), at: Point(x: 80, y: 60)) },
            { $0.begin(by: $0.giving?.object) },
            { $0.fixture.seat.touch.motion(FingerID(0), to: $0.bench.inTarget) },
            { $0.fixture.seat.touch.motion(FingerID(1), to: Point(x: 400, y: 60)) },
            { $0.take($0.isAlive($0.bench.target) ? $0.bench.target.mainSeat.device : nil) },
            { $0.take($0.taking) },
            { $0.fixture.seat.touch.up(FingerID(1)) },
            { $0.finish($0.taking) },
            { $0.fixture.seat.touch.up(FingerID(0)) },
        ]
    }

    private enum Victim: String, CaseIterable {
        case source, target, givingDevice, takingDevice, usualDevice, firstContent, lastContent, originWindow, screen
    }

    private func lose(_ victim: Victim, _ play: Play) throws {
        let (source, target) = (play.bench.source, play.bench.target)
        switch victim {
        case .source: play.kill(source)
        case .target: play.kill(target)
        case .givingDevice: if play.isAlive(source), let device = play.giving?.object { device.release() }
        case .takingDevice: if play.isAlive(target), let device = play.taking?.object { device.release() }
        case .usualDevice:
            guard play.isAlive(target) else { break }
            target.device.release()
            target.renewDevice()
        case .firstContent: play.contents.first?.destroy()
        case .lastContent: play.contents.dropFirst().last?.destroy()
        case .originWindow:
            play.bench.sourceWindow.toplevel.destroy()
            play.bench.sourceWindow.xdgSurface.destroy()
            play.bench.sourceWindow.surface.destroy()
        case .screen: try play.fixture.takeAway(.touch)
        }
    }

    @Test(arguments: Victim.allCases.map(\.rawValue))
    func dragsEndAfterALossAtEveryStep(of name: String) throws {
        let victim = try #require(Victim(rawValue: name))
        for count in 0...Self.steps.count {
            let play = try Play()
            for (number, step) in Self.steps.enumerated() {
                if number == count {
                    try lose(victim, play)
                    // libwayland's clients fail on an offer that is introduced on a device just released.
                    try play.fixture.settle()
                }
                try step(play)
                try play.fixture.settle()
            }
            if count == Self.steps.count { try lose(victim, play) }
            for finger in [0, 1] as [Int32] { play.fixture.seat.touch.up(FingerID(finger)) }
            // A finger's release over a rejecting target is followed by probes of its surroundings (HIG-34).
            let limit = ContinuousClock.now + .timeout(10)
            while play.fixture.drags.isDragging, ContinuousClock.now < limit {
                play.fixture.compositor.dispatch(timeout: 5)
            }
            try play.fixture.settle()
            #expect(!play.fixture.drags.isDragging, "\(name) at step \(count)")
            #expect(play.fixture.seat.grab == nil, "\(name) at step \(count)")
            // Other clients can still drag.
            let other = try play.fixture.makeClient("other")
            let window = try play.fixture.makeWindow(of: other, at: Point(x: 0, y: 250))
            try play.fixture.startDrag(
                of: other, from: window, at: Point(x: 50, y: 300), source: other.makeSource(actions: .copy))
            #expect(play.fixture.drags.isDragging, "\(name) at step \(count)")
        }
    }
}
