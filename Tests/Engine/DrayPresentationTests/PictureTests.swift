// SPDX-License-Identifier: MIT

import DrayCore
import Foundation
import Testing

@testable import DrayPresentation

@Suite("Pictures")
struct PictureTests {
    @Test(arguments: Visual.allCases)
    func looksAsItsReference(_ visual: Visual) {
        switch PictureComparison.compare(visual.render(), with: visual.rawValue) {
        case .equal, .recorded: break
        case .different(let message): Issue.record("\(message)")
        }
    }

    @Test func comparisonDistinguishesBadges() {
        let plus = Visual.badgePlus.render()
        let struck = Visual.badgeNotPossible.render()
        let path = PictureComparison.differencePath("comparison")
        defer { try? FileManager.default.removeItem(atPath: path) }
        guard case .different = PictureComparison.compare(plus, struck, name: "comparison") else {
            Issue.record("two different badges compare equal")
            return
        }
        #expect(PictureComparison.read(path) != nil, "the difference can be looked at")
    }
}
