// SPDX-License-Identifier: MIT

/// Called each time round, when everything that has come has been handled.
final class Refresher: LoopGuest {
    private let refresh: () -> Void

    init(_ refresh: @escaping () -> Void) {
        self.refresh = refresh
    }

    let descriptor: Int32 = -1
    let events: Int16 = 0
    let deadline: UInt64? = nil

    func process() { refresh() }
}
