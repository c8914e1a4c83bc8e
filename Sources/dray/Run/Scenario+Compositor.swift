// SPDX-License-Identifier: MIT

import DrayCore
import DrayHeadless
import DrayPresentation

extension HeadlessConfiguration {
    /// The compositor that a scenario describes.
    init(_ scenario: Scenario) {
        self.init(
            outputs: scenario.outputs.map { output in
                let scale = Int32(output.scale.rounded(.up))
                return OutputConfiguration(
                    name: output.name, width: Int32(output.size.width) * scale,
                    height: Int32(output.size.height) * scale,
                    scale: scale)
            })
    }
}

extension DragPolicy {
    /// The rules that a scenario plays by.
    init(_ scenario: Scenario) {
        switch scenario.policy {
        case .humanInterface: self = .humanInterface
        case .wayland: self = .wayland
        }
        if let opacity = scenario.settings.opacity { imageOpacity = opacity }
        if let rules = scenario.settings.modifiers {
            var wishes: [Modifiers: DragAction] = [:]
            for rule in rules { wishes[Modifiers(rule.modifiers)] = DragAction(rule.action) }
            modifiers = ModifierMap(wishes)
        }
    }
}

extension DragStageStyle {
    init(_ scenario: Scenario) {
        let settings = scenario.settings
        self.init(
            appearance: settings.theme == .dark ? .dark : .light, motion: settings.reduceMotion ? .reduced : .full,
            opacity: settings.opacity ?? DragPolicy.standardImageOpacity)
    }
}

extension DragAction {
    /// The scenario's `none` is no action.
    init?(_ action: DropAction) {
        switch action {
        case .copy: self = .copy
        case .move: self = .move
        case .ask: self = .ask
        case .none: return nil
        }
    }
}
