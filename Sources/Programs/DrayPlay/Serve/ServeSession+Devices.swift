// SPDX-License-Identifier: MIT

import DrayCore
import DrayScenario
import HeadlessDesktop
import WaylandServer

/// The pen, and unplugging and plugging in of devices.
extension ServeSession {
    /// The state of a tablet's pen.
    enum PenState {
        case away, near, down
    }

    /// Throws if the pen is not in the required state.
    func requirePen(_ least: PenState) throws {
        switch (penState, least) {
        case (.away, .near), (.away, .down): throw Problem("the pen is not in proximity: use `pen-enter` first")
        case (.near, .down): throw Problem("the pen is not down")
        case (_, .away), (.near, .near), (.down, .near), (.down, .down): break
        }
    }

    func perform(_ action: PenAction) throws {
        switch action {
        case .enter(let place):
            guard penState == .away else { throw Problem("the pen is already in proximity") }
            recorder?.record(.pen(.enter(try record(place))))
            pen.enter(at: try point(place))
            penState = .near
            return
        case .down(_, let pressure):
            try requirePen(.near)
            guard penState != .down else { throw Problem("the pen is down already") }
            pen.touch(at: pen.position, pressure: pressure)
            penState = .down
        case .press(let pressure):
            try requirePen(.down)
            pen.move(to: pen.position, pressure: pressure)
        case .hold(let button):
            try requirePen(.near)
            pen.press(button, .pressed)
        case .release(let button):
            try requirePen(.near)
            pen.press(button, .released)
        case .up:
            try requirePen(.down)
            expectDrop()
            pen.lift()
            penState = .near
        case .leave:
            try requirePen(.near)
            guard penState != .down else { throw Problem("the pen is down") }
            pen.leave()
            penState = .away
        case .move: return  // Has a duration and is performed elsewhere.
        }
        recorder?.record(.pen(action))
    }

    func unplug(_ device: Device) throws {
        var screen: HeadlessDesktop.Output?
        if case .output(let name) = device {
            try requireOutput(name.value)
            screen = compositor.outputs.first { $0.name == name.value }
            guard screen != nil else { throw Problem("the output \(name.value) is already unplugged") }
            guard compositor.outputs.count > 1 else { throw Problem("the output \(name.value) is the last one") }
        }
        recorder?.record(.unplug(device))
        switch device {
        case .input(.pointer): seat.remove(.pointer)
        case .input(.keyboard): seat.remove(.keyboard)
        case .input(.touch): seat.remove(.touch)
        case .input(.pen):
            pen.unplug()
            penState = .away
        case .output: if let screen { compositor.remove(screen) }
        }
    }

    func plug(_ device: Device) throws {
        var screen: DrayScenario.Output?
        if case .output(let name) = device {
            screen = try requireOutput(name.value)
            guard !compositor.outputs.contains(where: { $0.name == name.value }) else {
                throw Problem("the output \(name.value) is already plugged in")
            }
        }
        recorder?.record(.plug(device))
        switch device {
        case .input(.pointer): plugIn(.pointer)
        case .input(.keyboard): plugIn(.keyboard)
        case .input(.touch): plugIn(.touch)
        case .input(.pen): pen.plugIn()
        case .output: if let screen { try compositor.addOutput(OutputConfiguration(screen, of: scenario)) }
        }
    }

    /// Answers when all clients have been informed of the change, or after a second. Otherwise, the next input might
    /// reach a new keyboard that no client has bound yet.
    func awaitNotice(_ work: Work) {
        var question = compositor.ask()
        var hasAskedAgain = false
        begin(
            .seconds(1), work,
            isOver: { [weak self] _ in
                guard let self else { return true }
                guard question.isAnswered else { return false }
                if hasAskedAgain { return true }
                // Some clients answer before they process the change.
                (question, hasAskedAgain) = (compositor.ask(), true)
                return false
            }, step: { _ in })
    }

    /// An output of the session's configuration.
    @discardableResult
    private func requireOutput(_ name: String) throws -> DrayScenario.Output {
        if let output = scenario.outputs.first(where: { $0.name == name }) { return output }
        let names = scenario.outputs.map(\.name)
        throw Problem(
            "there is no output “\(name)”\(Suggestion.phrase(for: name, among: names)); "
                + "there is \(names.joined(separator: ", "))")
    }
}
