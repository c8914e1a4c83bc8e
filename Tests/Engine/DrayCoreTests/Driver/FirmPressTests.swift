// SPDX-License-Identifier: MIT

import DrayCore
import Testing

@Suite struct FirmPressTests {
    @Test func aPressHarderThanHandwritingIsFirmOnce() {
        var press = FirmPress()
        let pressures = [0.0, 0.35, 0.5, 0.69, 0.71, 0.9, 1, 0.72, 0.6, 0.7, 0.8]
        #expect(pressures.map { press.changed(to: $0) }.firstIndex(of: true) == 4)
        let again = [0.6, 0.8, 0.5, 0.69, 0.7].map { press.changed(to: $0) }
        #expect(again == [false, false, false, false, true], "after the pressure fell, and not before")
    }

    @Test func nanIsNoPressure() {
        var press = FirmPress()
        let changes = [Double.nan, -Double.infinity, -1].map { press.changed(to: $0) }
        #expect(changes == [false, false, false])
    }
}
