// SPDX-License-Identifier: MIT

import Testing
import WaylandUtil

extension WaylandTests {
    /// Coordinates are converted to the nearest fixed-point number.
    @Suite struct FixedTests {
        @Test(
            arguments: [
                (0, 0), (1, 256), (-1, -256), (0.5, 128), (1 / 256, 1), (-1 / 256, -1),
                (0.4 / 256, 0), (0.6 / 256, 1), (-0.4 / 256, 0), (-0.6 / 256, -1),
                (1234.5678, 316_049), (-1234.5678, -316_049),
            ] as [(Double, Int32)])
        func theNearestIsTaken(value: Double, raw: Int32) {
            #expect(Fixed(value).rawValue == raw)
        }

        @Test(arguments: [(0.5, 0), (1.5, 2), (2.5, 2), (-0.5, 0), (-1.5, -2), (-2.5, -2)] as [(Double, Int32)])
        func tiesAreRoundedToEven(steps: Double, raw: Int32) {
            #expect(Fixed(steps / 256).rawValue == raw)
        }

        @Test func theLargestAndTheSmallestAreTakenAsTheyAre() {
            #expect(Fixed(8_388_607.99609375).rawValue == .max)
            #expect(Fixed(-8_388_608).rawValue == .min)
            #expect(Fixed(8_388_607.99609375).doubleValue == 8_388_607.99609375)
        }

        @Test(
            arguments: [
                (8_388_608, .max), (8_388_607.999, .max), (1e300, .max), (.infinity, .max), (-8_388_608.01, .min),
                (-1e300, .min), (-.infinity, .min), (.nan, 0), (-.nan, 0),
            ] as [(Double, Int32)])
        func valuesOutOfRangeAreClamped(value: Double, raw: Int32) {
            #expect(Fixed(value).rawValue == raw)
        }
    }
}
