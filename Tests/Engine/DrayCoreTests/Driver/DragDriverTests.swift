// SPDX-License-Identifier: MIT

import DrayCore
import Testing

/// HIG-30, HIG-31, HIG-32: device input during a drag.
@Suite struct DragDriverTests {
    private static let left: UInt32 = 0x110
    private static let right: UInt32 = 0x111
    private static let escape: UInt32 = 0xff1b

    @Test func theButtonThatBeganTheDragDrops() {
        var driver = DragDriver(.pointer(button: Self.left))
        #expect(driver.handle(.pointerButton(Self.right, .pressed)) == .kept)
        #expect(driver.handle(.pointerButton(Self.right, .released)) == .kept)
        #expect(driver.handle(.pointerButton(Self.left, .released)) == .drop)
    }

    @Test func penAndPointerDoNotDriveEachOther() {
        var pen = DragDriver(.pen(button: Self.left))
        #expect(pen.handle(.pointerButton(Self.left, .released)) == .passed)
        #expect(pen.handle(.penButton(Self.left, .released)) == .drop)
        var pointer = DragDriver(.pointer(button: Self.left))
        #expect(pointer.handle(.penButton(Self.left, .released)) == .passed)
        #expect(pointer.handle(.finger(FingerID(0), .up)) == .passed)
    }

    @Test func onlyTheFingerThatBeganTheDragDrivesIt() {
        var driver = DragDriver(.finger(FingerID(3)))
        #expect(driver.handle(.finger(FingerID(4), .down)) == .passed)
        #expect(driver.handle(.finger(FingerID(4), .moved)) == .passed)
        #expect(driver.handle(.finger(FingerID(4), .up)) == .passed)
        #expect(driver.handle(.finger(FingerID(4), .cancelled)) == .passed)
        #expect(driver.handle(.pointerButton(Self.left, .released)) == .passed)
        #expect(driver.handle(.finger(FingerID(3), .moved)) == .kept)
        #expect(driver.handle(.finger(FingerID(3), .up)) == .drop)
        #expect(driver.handle(.finger(FingerID(3), .cancelled)) == .cancel(.touchCancelled))
    }

    @Test func escapeFollowsTheKeymapAndIsKeptUntilItsRelease() {
        var driver = DragDriver(.pointer(button: Self.left))
        // Caps Lock, with caps:escape.
        #expect(driver.handle(.key(58, keysym: Self.escape, .pressed)) == .cancel(.escape))
        var kept = driver.keptKeys
        #expect(!kept.isEmpty)
        #expect(driver.handle(.key(58, keysym: Self.escape, .released)) == .kept)
        #expect(driver.keptKeys.isEmpty)
        // The drag ends before the release of the key; the owner keeps the remaining keys.
        let knowsAnother = kept.release(1)
        let knowsIt = kept.release(58)
        #expect(!knowsAnother && knowsIt)
        #expect(kept.isEmpty)
    }

    @Test func aKeyInEscapesPlaceIsNotEscape() {
        var driver = DragDriver(.pointer(button: Self.left))
        #expect(driver.handle(.key(1, keysym: 0xffe5, .pressed)) == .passed)
        #expect(driver.keptKeys.isEmpty)
    }

    @Test func keysOfThePreviousDragAreTakenOver() {
        var first = DragDriver(.pointer(button: Self.left))
        _ = first.handle(.key(1, keysym: Self.escape, .pressed))
        var second = DragDriver(.pointer(button: Self.left), keptKeys: first.keptKeys)
        #expect(second.handle(.key(1, keysym: Self.escape, .released)) == .kept)
        #expect(second.keptKeys.isEmpty)
    }

    @Test func releasesOfPressesThatOutliveTheDragAreKept() {
        var driver = DragDriver(.pointer(button: Self.left))
        _ = driver.handle(.pointerButton(Self.right, .pressed))
        _ = driver.handle(.penButton(Self.left, .pressed))
        #expect(driver.handle(.key(1, keysym: Self.escape, .pressed)) == .cancel(.escape))
        var kept = driver.keptPresses
        let isMissed = [
            kept.handle(.penButton(Self.left, .released)), kept.handle(.pointerButton(Self.right, .released)),
            kept.handle(.pointerButton(Self.left, .released)), kept.handle(.pointerButton(Self.left, .released)),
        ]
        #expect(isMissed == [false, true, true, false])
        #expect(kept == KeptPresses())
    }

    @Test func aFingerThatDraggedIsKeptUntilItIsUp() {
        let finger = FingerID(3)
        var driver = DragDriver(.finger(finger))
        _ = driver.handle(.finger(FingerID(4), .down))
        _ = driver.handle(.key(1, keysym: Self.escape, .pressed))
        var kept = driver.keptPresses
        let others = [DriverInput.Finger.moved, .up].map { kept.handle(.finger(FingerID(4), $0)) }
        let own = [DriverInput.Finger.moved, .moved, .up, .down, .moved].map { kept.handle(.finger(finger, $0)) }
        #expect(others == [false, false])
        #expect(own == [true, true, true, false, false])
    }

    /// A new press implies the missing release.
    @Test func aPressWithoutAReleaseIsRemoved() {
        var kept = DragDriver(.pointer(button: Self.left)).keptPresses
        let again = kept.handle(.pointerButton(Self.left, .pressed))
        #expect(!again && kept == KeptPresses())
        kept = DragDriver(.finger(FingerID(0))).keptPresses
        let isGone = kept.handle(.deviceGone(.touch))
        #expect(!isGone && kept == KeptPresses())
        kept = DragDriver(.finger(FingerID(0))).keptPresses
        kept.release(.finger(FingerID(0)))
        #expect(kept == KeptPresses())
    }

    @Test func aDropLeavesNoKeptPresses() {
        var driver = DragDriver(.pointer(button: Self.left))
        #expect(driver.handle(.pointerButton(Self.left, .released)) == .drop)
        #expect(driver.keptPresses == KeptPresses())
    }

    @Test(arguments: [DragDevice.pointer(button: 0x110), .pen(button: 0x110), .finger(FingerID(0))])
    func onlyTheRemovalOfTheDrivingDeviceEndsTheDrag(_ device: DragDevice) {
        for kind in [DragDevice.Kind.pointer, .pen, .touch] {
            var driver = DragDriver(device)
            #expect(driver.handle(.deviceGone(kind)) == (kind == device.kind ? .cancel(.deviceGone) : .passed))
        }
    }

    @Test func aRemovedKeyboardReleasesItsKeys() {
        var driver = DragDriver(.pointer(button: Self.left))
        _ = driver.handle(.key(1, keysym: Self.escape, .pressed))
        #expect(driver.handle(.keyboardGone) == .passed)
        #expect(driver.keptKeys.isEmpty)
    }
}
