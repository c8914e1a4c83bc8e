// SPDX-License-Identifier: MIT

import DrayCore
import Foundation
import Glibc
import HeadlessDesktop
import Testing
import WaylandServer

/// Programs of real toolkits start, draw, and receive input of the seat.
@Suite(.serialized)
struct ToolkitTests {
    /// Saves a screenshot for inspection.
    private func save(_ picture: Screenshot, _ name: String) throws {
        guard let folder = getenv("DRAY_PICTURES") else { return }
        try picture.writePNG(to: "\(String(cString: folder))/\(name).png")
    }

    @Test(arguments: ["gtk3-form", "gtk4-form", "qt6-form"])
    func programComesUpDrawsAndTakesPointerAndKeys(_ name: String) throws {
        let compositor = try HeadlessCompositor()
        defer { compositor.close() }
        // GTK ignores seats without this global; objects without a handler are sufficient.
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

        // The field's own menu, which a click beside the window dismisses.
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

    /// A menu that Qt opens before any press is a window with a parent.
    @Test(arguments: [("qt6-windows", ["Dialog", "Menu"]), ("gtk4-windows", ["Dialog"])])
    func dialogsAndMenuWindowsAreCentredOverTheirParent(_ name: String, _ children: [String]) throws {
        let compositor = try HeadlessCompositor()
        defer { compositor.close() }
        // As above.
        let dataDevices = Global(compositor.display, WlDataDeviceManager.self, version: 3) { _, _ in }
        defer { withExtendedLifetime(dataDevices) {} }
        let script = try #require(Bundle.module.path(forResource: name, ofType: "py", inDirectory: "Clients"))
        // One position with enough room, and one where the parent is too near to the corner of the output.
        for place in [Point(x: 700, y: 300), Point(x: 1200, y: 640)] {
            let program = try ToolkitProcess(script, in: compositor)
            try #require(
                program.wait { compositor.window(titled: "Main") != nil && compositor.window(titled: "Go") != nil })
            let main = try #require(compositor.window(titled: "Main"))
            compositor.place(main, at: place)
            #expect(compositor.settle() == [])
            compositor.window(titled: "Go")?.close()
            for title in children {
                let isThere = program.wait { compositor.window(titled: title) != nil }
                try #require(isThere, "\(title): \(compositor.windows.map(\.title))")
                let child = try #require(compositor.window(titled: title)).geometry
                let screen = compositor.outputs[0].area
                #expect(!child.isEmpty)
                #expect(child.x >= screen.x && child.y >= screen.y, "\(title) \(child)")
                #expect(child.maxX <= screen.maxX && child.maxY <= screen.maxY, "\(title) \(child)")
                // It is centred over its parent, as far as the output permits.
                let middle = main.geometry.center
                #expect(
                    abs(child.center.x - min(middle.x, screen.maxX - child.width / 2)) <= 1
                        && abs(child.center.y - min(middle.y, screen.maxY - child.height / 2)) <= 1,
                    "\(title) \(child), Main \(main.geometry)")
            }
            for window in compositor.windows.reversed() { window.close() }
            #expect(program.wait { children.allSatisfy { compositor.window(titled: $0) == nil } })
        }
    }
}
