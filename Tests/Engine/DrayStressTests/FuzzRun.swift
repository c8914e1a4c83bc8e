// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import HeadlessDesktop
import Randomness
import TestClients
import WaylandClient

/// One compositor with a few clients, and random operations. The seed determines the run.
final class FuzzRun {
    let seed: UInt64
    private(set) var violations: [String] = []
    private(set) var operations = 0
    /// Counts that show that the run covered something.
    private(set) var drags = 0
    private(set) var drops = 0
    private(set) var finishes = 0
    private(set) var deaths = 0

    let fixture: DragFixture
    let policy: DragPolicy
    var random: SplitMix64
    var clients: [FuzzClient] = []
    private var sources: [String: (mask: UInt32, owner: Int)] = [:]
    private var nextSource = 0
    private var nextClient = 0
    /// The last operations, for the report of a failure.
    private var trail: [String] = []

    init(seed: UInt64) throws {
        self.seed = seed
        random = SplitMix64(seed: seed)
        policy = seed.isMultiple(of: 4) ? .wayland : .humanInterface
        fixture = try DragFixture(policy: policy)
        fixture.host.onEffect = { [unowned self] effect, _ in
            if case .began = effect { drags += 1 }
            if case .ended(_, .finished) = effect { finishes += 1 }
        }
        for _ in 0..<3 { try addClient() }
        settle()
    }

    deinit {
        fixture.host.onEffect = nil
        fixture.host.engine.observer = nil
    }

    /// Performs one random operation, dispatches some of its effects, and checks the state.
    func step() {
        operations += 1
        let operation = FuzzOperation.random(&random)
        trail.append("\(operation)")
        if trail.count > 12 { trail.removeFirst() }
        perform(operation)
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<3: break
        case 3..<6: fixture.compositor.dispatch(timeout: 0)
        case 6..<8: if let client = clients.randomElement(using: &random) { serve(client) }
        default:
            settle()
            checkWhenIdle()
        }
    }

    func report(_ text: String) {
        guard violations.count < 20 else { return }
        violations.append("seed \(seed), operation \(operations): \(text); after \(trail.joined(separator: ", "))")
    }

    // MARK: Clients

    func addClient() throws {
        nextClient += 1
        let number = nextClient
        let version = random.pick([3, 3, 3, 3, 2, 1] as [UInt32])
        let rules = FuzzDevice.Rules(
            source: { [unowned self] type in sources[type].map { ($0.mask, $0.owner == number) } },
            allowsForeignMove: policy == .wayland,
            report: { [unowned self] in report("client \(number) (version \(version)) got \($0)") })
        let client = FuzzClient(try fixture.makeClient("\(number)", version: version), rules: rules)
        clients.append(client)
        addWindow(client)
    }

    func addWindow(_ client: FuzzClient) {
        do {
            let size = (Int32.random(in: 40...300, using: &random), Int32.random(in: 40...200, using: &random))
            client.windows.append(
                try client.client.makeWindow(width: size.0, height: size.1) { try fixture.pump($0) })
            if let shown = fixture.compositor.windows.last { fixture.compositor.place(shown, at: randomPoint()) }
        } catch {
            bury(client, error)
        }
    }

    func makeSource(of client: FuzzClient) -> FuzzSource {
        nextSource += 1
        let types = ["dray/\(nextSource)"] + ["text/plain", "text/html"].filter { _ in random.chance(50) }
        let mask: UInt32 = client.version >= 3 && random.chance(85) ? UInt32.random(in: 1...7, using: &random) : 0
        sources[types[0]] = (mask, Int(client.client.name) ?? 0)
        let object = client.client.manager.createDataSource()
        for type in types { object.offer(mimeType: type) }
        if mask != 0 { object.setActions(dndActions: WlDataDeviceManager.DndAction(rawValue: mask)) }
        let source = FuzzSource(object, types: types, mask: mask, report: client.report)
        client.sources.append(source)
        return source
    }

    /// Disconnects a client, and adds another in its place.
    func replace(_ client: FuzzClient) {
        deaths += 1
        drops += client.dropCount
        clients.removeAll { $0 === client }
        fixture.kill(client.client)
        do { try addClient() } catch { report("no new client: \(error)") }
    }

    /// Replaces a client whose connection is broken. It must have sent a request that allows this.
    func bury(_ client: FuzzClient, _ error: any Error) {
        guard clients.contains(where: { $0 === client }) else { return }
        if !client.mayDie { report("client \(client.client.name) was disconnected: \(error)") }
        replace(client)
    }

    func serve(_ client: FuzzClient) {
        do {
            try fixture.pump(client.client.connection)
            client.caughtUp()
        } catch {
            bury(client, error)
        }
    }

    func settle() {
        for _ in 0..<3 {
            for client in clients { serve(client) }
        }
    }

    func randomPoint() -> Point {
        Point(
            x: Double(Int.random(in: 0..<1280, using: &random)), y: Double(Int.random(in: 0..<800, using: &random)))
    }

    var totalDrops: Int { drops + clients.reduce(0) { $0 + $1.dropCount } }

    // MARK: Idle

    /// Checks the invariants that hold after all clients and the compositor have handled everything.
    private func checkWhenIdle() {
        let isDragging = fixture.drags.isDragging
        if isDragging != (fixture.seat.grab != nil) { report("the grab outlives the drag, or the reverse") }
        let inside = clients.filter(\.isInside)
        let drags = fixture.drags.dragCount
        if inside.count > drags { report("\(inside.count) clients have content over them, of \(drags) drags") }
        if !isDragging, fixture.seat.pointer.pressedButtons.isEmpty, !fixture.isPointerFocusRight {
            report("the pointer focus is not the surface under the pointer")
        }
        for client in clients {
            if let offer = client.current, client.devices.count == 1, let action = offer.action {
                let allowed = (offer.masks.last ?? 0) & (offer.sourceActions ?? 0)
                if action & ~allowed != 0 { report("when idle the action is \(action), allowed are \(allowed)") }
            }
            guard !isDragging else { continue }
            for source in client.sources where source.isNegotiating && source.use == .drag {
                if source.isOpen, source.drops == 0 { report("a source never received the end of its drag") }
            }
        }
        guard drags == 1, let source = clients.flatMap(\.sources).first(where: { $0.isOpen && $0.drops == 0 }) else {
            return
        }
        checkAgreement(of: source, with: inside.first)
    }

    /// Checks that the source and the target have received the same action.
    private func checkAgreement(of source: FuzzSource, with target: FuzzClient?) {
        guard source.isNegotiating, target?.version ?? 3 >= 3 else { return }
        let action = target?.current?.action ?? 0
        if source.action != action { report("the source received action \(source.action), the target \(action)") }
    }
}
