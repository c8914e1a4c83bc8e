// SPDX-License-Identifier: MIT

import DrayCore
import Foundation
import Glibc
import HeadlessDesktop
import Testing
import WaylandServer

/// Programs of real toolkits come up, draw, and hear what the seat does.
@Suite(.serialized)
struct ToolkitTests {
    /// For people to look at.
    private func save(_ picture: Picture, _ name: String) throws {
        guard let folder = getenv("DRAY_PICTURES") else { return }
        try picture.writePNG(to: "\(String(cString: folder))/\(name).png")
    }

    @Test(arguments: ["gtk3-form", "gtk4-form", "qt6-form"])
    func programComesUpDrawsAndTakesPointerAndKeys(_ name: String) throws {
        let compositor = try HeadlessCompositor()
        defer { compositor.close() }
        // GTK listens to no seat before it has this; objects without a handler are enough for it.
        let dataDevices = Global(compositor.display, WlDataDeviceManager.self, version: 3) { _, _ in }
        defer { withExtendedLifetime(dataDevices) {} }
        let script = try #require(
            Bundle.module.path(forResource: name, ofType: "py", inDirectory: "Clients"))
        let program = try ToolkitProcess(script, in: compositor)
        try #require(program.wait { compositor.window(titled: "Form") != nil })
        let window = try #require(compositor.window(titled: "Form"))
        #expect(window.isActivated)
        #expect(window.processID > 0)
        #expect(compositor.settle() == [])

        let picture = try compositor.capture()
        try save(picture, name)
        let area = window.geometry
        var colours: Set<UInt32> = []
        for y in stride(from: area.y + 1, to: area.maxY, by: 2) {
            for x in stride(from: area.x + 1, to: area.maxX, by: 2) { colours.insert(picture[Int(x), Int(y)]) }
        }
        #expect(colours.count > 8, "the window shows hardly anything")

        let seat = compositor.seats[0]
        seat.pointer.move(to: Point(x: area.center.x, y: area.y + area.height * 0.4))
        seat.pointer.click()
        #expect(program.says("clicked"))

        seat.touch.down(FingerID(3), at: Point(x: area.center.x, y: area.y + area.height * 0.4))
        seat.touch.up(FingerID(3))
        #expect(program.wait { program.lines.filter { $0 == "clicked" }.count == 2 }, "a tap is a click")

        seat.pointer.move(to: Point(x: area.center.x, y: area.maxY - area.height * 0.12))
        seat.pointer.click()
        #expect(seat.keyboard.type("Hello, World! 42"))
        #expect(program.says("text Hello, World! 42"), "\(program.lines)")
        seat.keyboard.type("\n")
        #expect(program.says("entered Hello, World! 42"))

        // The field's own menu, which a click beside the window ends.
        seat.pointer.click(InputEvent.Button.right)
        let inMenu = seat.pointer.position + Point(x: 20, y: 30)
        func menu() -> Surface? {
            compositor.surface(at: inMenu).flatMap { $0.surface.role == .popup ? $0.surface : nil }
        }
        #expect(program.wait { menu() != nil })
        try save(compositor.capture(), "\(name)-menu")
        seat.pointer.move(to: Point(x: 1100, y: 700))
        seat.pointer.click()
        #expect(program.wait { menu() == nil })
        window.close()
        #expect(program.wait { compositor.windows.isEmpty })
    }
}
