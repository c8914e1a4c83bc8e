// SPDX-License-Identifier: MIT

import DrayCore
import Testing

@Suite struct TargetActionsTests {
    @Test func unknownBitsInTheMaskAreAnError() {
        #expect(throws: OfferError.invalidActionMask) {
            try TargetActions(mask: DragActions(rawValue: 8), preferred: [])
        }
        #expect(throws: OfferError.invalidActionMask) {
            try TargetActions(mask: DragActions(rawValue: 0xffff_ffff), preferred: .copy)
        }
    }

    @Test func preferenceMustBeOneActionOfTheMask() {
        #expect(throws: OfferError.invalidAction) { try TargetActions(mask: .copy, preferred: .move) }
        #expect(throws: OfferError.invalidAction) { try TargetActions(mask: .all, preferred: [.copy, .move]) }
        #expect(throws: OfferError.invalidAction) { try TargetActions(mask: .all, preferred: DragActions(rawValue: 8)) }
        #expect(throws: OfferError.invalidAction) { try TargetActions(mask: [], preferred: .copy) }
    }

    @Test func noPreferenceIsLegal() throws {
        #expect(try TargetActions(mask: .all, preferred: []) == .stated(mask: .all, preferred: nil))
        #expect(try TargetActions(mask: [], preferred: []) == .stated(mask: [], preferred: nil))
        #expect(try TargetActions(mask: .all, preferred: .ask) == .stated(mask: .all, preferred: .ask))
    }

    @Test func errorsHaveTheProtocolsNumbers() {
        #expect(OfferError.invalidFinish.rawValue == 0)
        #expect(OfferError.invalidActionMask.rawValue == 1)
        #expect(OfferError.invalidAction.rawValue == 2)
        #expect(OfferError.invalidOffer.rawValue == 3)
    }
}
