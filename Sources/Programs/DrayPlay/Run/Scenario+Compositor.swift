// SPDX-License-Identifier: MIT

import Dray
package import DrayCore
import DrayHeadless
import DrayPresentation
package import DrayScenario
import HeadlessDesktop

// Converts a scenario's outputs, policy and style to values of the compositor and the engine.

extension HeadlessConfiguration {
    /// The compositor that a scenario describes.
    init(_ scenario: Scenario) {
        self.init(outputs: scenario.outputs.filter(\.isPlugged).map { OutputConfiguration($0, of: scenario) })
    }
}

extension HeadlessCompositor {
    /// The window of a target: the target is the window's own surface, or one of its subsurfaces or popups.
    func window(of target: Target) -> Window? {
        windows.first { $0.surface.id == target.surface || $0.surface.id.rawValue == target.container.rawValue }
    }
}

extension OutputConfiguration {
    /// - Parameter scenario: The scenario of the output. An output without a position is placed to the right of its
    ///   predecessors.
    init(_ output: Output, of scenario: Scenario) {
        self.init(
            name: output.name, width: Int32((Double(output.size.width) * output.scale).rounded()),
            height: Int32((Double(output.size.height) * output.scale).rounded()), scale: output.scale,
            position: Self.position(of: output, among: scenario.outputs))
    }

    /// The position, independent of which outputs are plugged in.
    private static func position(of output: Output, among outputs: [Output]) -> Point {
        var right = 0.0
        for other in outputs {
            let corner = other.position.map(Point.init) ?? Point(x: right, y: 0)
            if other.name == output.name { return corner }
            right = max(right, corner.x + Double(other.size.width))
        }
        return Point(x: right, y: 0)
    }
}

extension DragPolicy {
    /// The policy of a scenario, with its settings.
    init(_ scenario: Scenario) {
        self.init(scenario.policy)
        if let rules = scenario.settings.modifiers {
            var wishes: [Modifiers: DragAction] = [:]
            for rule in rules { wishes[Modifiers(rule.modifiers)] = DragAction(rule.action) }
            modifiers = ModifierMap(wishes)
        }
        switch scenario.settings.earlyReads {
        case nil: break
        case .forwarded: earlyReads = .forwarded
        case .afterAnswer: earlyReads = .afterAnswer
        case .heldUntilDrop: earlyReads = .heldUntilDrop
        }
    }

    /// The policy of a name, without settings.
    package init(_ policy: Scenario.Policy) {
        switch policy {
        case .humanInterface: self = .humanInterface
        case .wayland: self = .wayland
        }
    }
}

extension PresentationStyle {
    init(_ scenario: Scenario) {
        let settings = scenario.settings
        self.init(
            appearance: settings.theme == .dark ? .dark : .light,
            opacity: settings.opacity ?? PresentationStyle.defaultOpacity,
            motion: settings.reduceMotion ? .reduced : .full)
    }
}

extension DragEngine.DesktopWishes {
    /// The desktop settings that the engine follows: those that the scenario does not set itself.
    init(leftOpenBy scenario: Scenario) {
        self = .all
        if scenario.settings.reduceMotion { remove(.motion) }
        if scenario.settings.theme != .light { remove(.colours) }
    }
}

extension DragAction {
    /// The scenario's `none` is not an action.
    init?(_ action: DropAction) {
        switch action {
        case .copy: self = .copy
        case .move: self = .move
        case .ask: self = .ask
        case .none: return nil
        }
    }
}
