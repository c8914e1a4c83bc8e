// SPDX-License-Identifier: MIT

public import DrayCore

/// The semantic shape of the cursor during a drag (HIG-14). Its appearance depends on the cursor theme.
public enum PointerShape: CaseIterable, Hashable, Sendable {
    /// A drag is in progress, and the outcome of a drop is not known yet.
    case holding
    /// A drop would copy.
    case copy
    /// A drop would move.
    case move
    /// The target would ask for the action.
    case ask
    /// A drop is not possible.
    case notAllowed

    /// The shape for a drag's feedback.
    public init(_ feedback: Feedback) {
        switch feedback.outcome {
        case .undecided: self = .holding
        case .copy: self = .copy
        case .move: self = .move
        case .ask: self = .ask
        case .notPossible: self = .notAllowed
        }
    }

    /// The names in a cursor theme, the best first; a host uses the first that its theme has.
    ///
    /// The order is: the name of the drag-and-drop set, the CSS name, older names of X11 themes, and the hashes under
    /// which old X11 toolkits look up their own bitmaps, which some themes provide without a name. Each list ends with
    /// the plain arrow: a wrong but visible cursor is better than none.
    public var names: [String] {
        switch self {
        case .holding: ["grabbing", "closedhand", "dnd-none", "default", "left_ptr"]
        case .copy:
            [
                "dnd-copy", "copy", "1081e37283d90000800003c07f3ef6bf", "6407b0e94181790501fd1e167b474872", "default",
                "left_ptr",
            ]
        case .move:
            [
                "dnd-move", "move", "4498f0e0c1937ffe01fd06f973665830", "9081237383d90e509aa00f00170e968f", "fleur",
                "default", "left_ptr",
            ]
        case .ask:
            [
                "dnd-ask", "help", "question_arrow", "5c6cd98b3f3ebcb1f9c7f1c204630408",
                "d9ce0ab605698f320427677b458ad60b", "default", "left_ptr",
            ]
        case .notAllowed:
            [
                "dnd-no-drop", "no-drop", "not-allowed", "forbidden", "crossed_circle",
                "03b6e0fcb3499374a867c041f52298f0", "circle", "default", "left_ptr",
            ]
        }
    }

    /// The names of the cursor outside of drags.
    public static let arrowNames = ["default", "left_ptr", "arrow", "top_left_arrow"]
}
