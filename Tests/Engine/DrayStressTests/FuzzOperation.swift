// SPDX-License-Identifier: MIT

import Randomness

/// An input event or a client's request.
enum FuzzOperation: CaseIterable {
    // The user
    case move, moveToWindow, press, release, otherButton, fingerDown, fingerMove, fingerUp, touchCancel
    case modifier, escape, unplug, plugIn, frame
    // A client as a source
    case beginDrag, startDrag, makeSource, destroySource, commitIcon, destroyIcon, select
    // A client as a target
    case negotiate, accept, setActions, receive, finish, destroyOffer, lateRequest
    // A client with the extension
    case words
    // A client as such
    case addDevice, releaseDevice, addWindow, destroyWindow, mistake, die

    /// The frequency, relative to the other operations.
    private var weight: Int {
        switch self {
        case .moveToWindow, .negotiate: 40
        case .beginDrag: 25
        case .move, .release, .finish, .words: 15
        case .accept, .setActions, .fingerMove, .press, .fingerUp: 5
        case .receive, .destroyOffer, .destroySource, .modifier, .frame, .plugIn, .startDrag, .commitIcon: 3
        case .makeSource, .fingerDown, .otherButton, .lateRequest, .select, .addWindow: 2
        case .touchCancel, .escape, .unplug, .destroyIcon, .addDevice, .releaseDevice, .destroyWindow, .mistake, .die: 1
        }
    }

    private static let choices = allCases.flatMap { Array(repeating: $0, count: $0.weight) }

    static func random(_ random: inout SplitMix64) -> FuzzOperation { random.pick(choices) }
}
