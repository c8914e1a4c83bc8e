// SPDX-License-Identifier: MIT

public import DrayCore

// The choice of a catalogue's sentence for a step, and its values.

extension Announcement {
    /// Returns the text of the step, for a host without a catalogue of its own (HIG-33).
    /// - Parameters:
    ///   - catalogue: The catalogue to use.
    ///   - name: Returns the user-visible name of a surface, usually the title of its window, or nil if it has none.
    public func words(in catalogue: Catalogue = .english, name: (SurfaceID) -> String?) -> String {
        switch self {
        case .pickedUp(let count): catalogue.pickedUp.form(of: count).filled(["count": "\(count)"])
        case .pickedUpUncounted: catalogue.pickedUpUncounted
        case .over(nil, _): catalogue.overNothing
        case .over(let surface?, let outcome):
            Self.over(name(surface), catalogue.outcomes.words(for: outcome), catalogue)
        case .pickedUpKind(let kind, let count):
            catalogue.pickedUpKinds.form(of: kind, count).filled(["count": "\(count)"])
        case .pickedUpItem(let name): catalogue.pickedUpItem.filled(["name": name.asSpoken])
        case .overZone(let label, let outcome):
            Self.over(label, catalogue.outcomes.words(for: outcome), catalogue)
        case .asked(_, let reason):
            reason.isEmpty
                ? catalogue.askedWithoutReason : catalogue.asked.filled(["reason": reason.asReason])
        case .dropped(let surface): Self.words(catalogue.dropped, name(surface), else: catalogue.droppedUnnamed)
        case .droppedBeside(let surface):
            Self.words(catalogue.droppedBeside, name(surface), else: catalogue.droppedBesideUnnamed)
        case .brokeOff: catalogue.ends.brokeOff
        case .ended(let outcome): catalogue.ends.words(for: outcome)
        case .picking(let surface):
            Self.words(catalogue.pick, surface.flatMap(name), else: catalogue.pickUnnamed)
        case .pickingItem(let name): catalogue.pickItem.filled(["name": name.asSpoken])
        case .notDraggable: catalogue.notDraggable
        case .takesNothing(let surface):
            Self.words(catalogue.takesNothing, name(surface), else: catalogue.takesNothingUnnamed)
        case .lookingForPlace: catalogue.lookingForPlace
        case .nothingTakes: catalogue.nothingTakes
        case .pointerTookOver: catalogue.pointerTookOver
        case .draggingByName(let name, let target):
            catalogue.draggingByName.filled(["name": name.asSpoken, "target": target.asSpoken])
        }
    }

    private static func over(_ name: String?, _ outcome: String, _ catalogue: Catalogue) -> String {
        guard let name else { return catalogue.overUnnamed.filled(["outcome": outcome]) }
        return catalogue.over.filled(["name": name.asSpoken, "outcome": outcome])
    }

    private static func words(_ named: String, _ name: String?, else unnamed: String) -> String {
        name.map { named.filled(["name": $0.asSpoken]) } ?? unnamed
    }
}

extension Catalogue.Outcomes {
    fileprivate func words(for outcome: Feedback.Outcome) -> String {
        switch outcome {
        case .undecided: undecided
        case .copy: copy
        case .move: move
        case .ask: ask
        case .notPossible: notPossible
        }
    }
}

extension Catalogue.Ends {
    fileprivate func words(for outcome: DragOutcome) -> String {
        switch outcome {
        case .finished(.copy): copied
        case .finished(.move): moved
        case .finished(.ask): done
        case .handedOver: handedOver
        case .missed: missed
        case .refused: refused
        case .abandoned: abandoned
        case .targetGone: targetGone
        case .sourceGone: sourceGone
        case .interrupted(.escape), .interrupted(.host): cancelled
        case .interrupted(.deviceGone): deviceGone
        case .interrupted(.touchCancelled): touchCancelled
        case .interrupted(.sessionLocked): sessionLocked
        case .interrupted(.transferFailed): transferFailed
        case .interrupted(.timedOut): timedOut
        }
    }
}

extension String {
    /// Returns the template with its placeholders replaced. Values are not searched for placeholders.
    fileprivate func filled(_ values: [String: String]) -> String {
        var result = ""
        var rest = self[...]
        while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
            result += rest[..<start]
            let key = String(rest[rest.index(after: start)..<end])
            result += values[key] ?? String(rest[start...end])
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    /// A reason provided by an application, without its final full stop, since the sentence continues after it.
    fileprivate var asReason: String {
        let reason = VisibleText.shortened(VisibleText.singleLine(self), to: Self.reasonLimit)
        return reason.last == "." || reason.last == "。" ? String(reason.dropLast()) : reason
    }

    /// A name provided by an application, for use between quotation marks. The limit is in scalars, so that a long name
    /// cannot push the following outcome out of the spoken text.
    fileprivate var asSpoken: String { VisibleText.quotable(self, to: Self.nameLimit) }

    private static let nameLimit = 100
    private static let reasonLimit = 120
}
