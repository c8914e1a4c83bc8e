// SPDX-License-Identifier: MIT

import WaylandClient

/// The outputs and their scales.
final class Outputs {
    private let outputs: [WlOutput]
    private var scales: [Proxy: Int32] = [:]
    /// Called when the scale of an output is known or has changed.
    var changed: () -> Void = {}

    init(_ outputs: [WlOutput]) {
        self.outputs = outputs
        for output in outputs {
            output.onEvent { [weak self, weak proxy = output.proxy] event in
                guard let self, let proxy else { return }
                switch event {
                case .scale(let factor): scales[proxy] = factor
                case .done: changed()
                case .geometry, .mode, .name, .description: break
                }
            }
        }
    }

    /// The scale for a surface on these outputs: the highest of them.
    func scale(on screens: Set<Proxy>) -> Int32 {
        screens.compactMap { scales[$0] }.max() ?? 1
    }
}
