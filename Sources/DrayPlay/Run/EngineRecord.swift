// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import DrayReport
import DrayScenario

extension TraceEvent.Engine {
    /// An event or an effect of a drag session as the trace keeps it: the case's name, and its values by label.
    ///
    /// Read by reflection, so that a new case needs no code here to be seen in traces. A value without a label is
    /// `value`, `value1` and so on, by its place; what is nil is left out. `DragEvent.init(replaying:)` reads events back.
    /// - Parameter time: what a moment of the compositor's clock is in the scenario's time.
    init(_ flow: Flow, reflecting value: Any, of drag: DragID, time: (Instant) -> Instant = { $0 }) {
        let (path, fields) = Self.unfold(value, time)
        self.init(
            flow: flow, name: path.joined(separator: "."), fields: fields,
            text: Self.words(path.joined(separator: " "), fields), drag: drag.rawValue)
    }

    /// The names of nested cases, `target.action`, and the values of the innermost one.
    private static func unfold(
        _ value: Any, _ time: (Instant) -> Instant
    ) -> (path: [String], fields: [String: String]) {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .enum, let payload = mirror.children.first else { return (["\(value)"], [:]) }
        let name = payload.label ?? "\(value)"
        let inner = Mirror(reflecting: payload.value)
        if inner.displayStyle == .enum, isEffect(payload.value) {
            let (path, fields) = unfold(payload.value, time)
            return ([name] + path, fields)
        }
        guard inner.displayStyle == .tuple else { return ([name], ["value": text(payload.value, time)]) }
        var fields: [String: String] = [:]
        for (index, child) in inner.children.enumerated() {
            let label = child.label.flatMap { $0.hasPrefix(".") ? nil : $0 }
            let mirror = Mirror(reflecting: child.value)
            if mirror.displayStyle == .optional, mirror.children.isEmpty { continue }
            fields[label ?? "value\(index == 0 ? "" : String(index))"] = text(child.value, time)
        }
        return ([name], fields)
    }

    private static func isEffect(_ value: Any) -> Bool {
        value is TargetEffect || value is SourceEffect || value is PresentationEffect
    }

    private static func text(_ value: Any, _ time: (Instant) -> Instant) -> String {
        switch value {
        case let point as Point: return "\(point.x),\(point.y)"
        case let instant as Instant: return "\(time(instant).microseconds)"
        case let id as OfferID: return "\(id.rawValue)"
        case let id as SurfaceID: return "\(id.rawValue)"
        case let id as ApplicationID: return "\(id.rawValue)"
        case let id as ContainerID: return "\(id.rawValue)"
        case let actions as DragActions: return "\(actions.rawValue)"
        case let modifiers as Modifiers: return "\(modifiers.rawValue)"
        case let type as MimeType: return type.rawValue
        default: break
        }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.map { text($0.value, time) } ?? "none"
        case .struct:
            return mirror.children.map { "\($0.label ?? "")=\(text($0.value, time))" }.joined(separator: " ")
        case .collection: return mirror.children.map { text($0.value, time) }.joined(separator: ", ")
        case .enum:
            guard let payload = mirror.children.first else { return "\(value)" }
            return "\(payload.label ?? "")(\(text(payload.value, time)))"
        default: return "\(value)"
        }
    }

    private static func words(_ name: String, _ fields: [String: String]) -> String {
        let values = fields.sorted { $0.key < $1.key }
            .map { $0.key.hasPrefix("value") ? $0.value : "\($0.key): \($0.value)" }
        return values.isEmpty ? name : "\(name) (\(values.joined(separator: ", ")))"
    }
}
