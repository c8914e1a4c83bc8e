// SPDX-License-Identifier: MIT

import Testing

@testable import dray_shelf

/// Where the keyboard is, and what its keys mean (HIG-39).
@Suite struct InterfaceTests {
    private func sample(_ texts: String...) -> Interface {
        var interface = Interface(title: "Shelf", shelf: .sample("a", "b", "c", "d", "e"))
        interface.available = [.selectAll, .remove]
        return interface
    }

    @Test func arrowsGoFromCardToCardAsTheyLie() {
        var interface = sample()
        let ids = interface.shelf.ids(in: .table)
        #expect(interface.focus == .item(ids[0]))
        interface.move(.right)
        #expect(interface.focus == .item(ids[1]))
        interface.move(.down)
        #expect(interface.focus == .item(ids[4]))
        interface.move(.down)
        #expect(interface.focus == .item(ids[4]))
        interface.move(.up)
        interface.move(.left)
        interface.move(.left)
        #expect(interface.focus == .item(ids[0]))
        interface.moveToEnd(isFirst: false)
        #expect(interface.focus == .item(ids[4]))
    }

    @Test func tabGoesRoundAllPartsAndBack() {
        var interface = sample()
        let first = interface.focus
        interface.moveToNextPart(backwards: false)
        #expect(interface.focus == .area(.zone))
        interface.moveToNextPart(backwards: false)
        #expect(interface.focus == .menuButton)
        interface.moveToNextPart(backwards: false)
        #expect(interface.focus == first)
        interface.moveToNextPart(backwards: true)
        #expect(interface.focus == .menuButton)
    }

    @Test func inAnAreaTheKeyboardComesToWhatIsSelected() {
        var interface = sample()
        let id = interface.shelf["c"]
        interface.shelf.select(id)
        interface.focus(on: .menuButton)
        interface.moveToNextPart(backwards: false)
        #expect(interface.focus == .item(id))
    }

    @Test func whatIsGoneDoesNotHaveTheKeyboard() {
        var interface = sample()
        let id = interface.shelf["b"]
        interface.focus(on: .item(id))
        interface.shelf.remove(id)
        interface.settle()
        #expect(interface.focus != .item(id))
        interface.shelf.perform(.selectAll)
        interface.shelf.perform(.remove)
        interface.settle()
        #expect(interface.focus == .area(.zone))
    }

    @Test func theMenuGoesRoundWhatCanBeChosenAndGivesTheKeyboardBack() {
        var interface = sample()
        let before = interface.focus
        interface.openMenu()
        #expect(interface.isMenuOpen && interface.focus == .command(.selectAll))
        interface.move(.down)
        #expect(interface.focus == .command(.remove))
        interface.move(.down)
        #expect(interface.focus == .command(.selectAll))
        interface.moveToNextPart(backwards: true)
        #expect(interface.focus == .command(.remove))
        interface.closeMenu()
        #expect(interface.focus == before && !interface.isMenuOpen)
    }

    @Test func aMenuWithoutAnythingToChooseDoesNotOpen() {
        var interface = sample()
        interface.available = []
        interface.openMenu()
        #expect(!interface.isMenuOpen)
    }

    @Test func everyCommandHasAKeyOfItsOwnThatDoesIt() {
        #expect(Set(Command.allCases.map(\.key)).count == Command.allCases.count)
        #expect(Set(Command.allCases.map(\.title)).count == Command.allCases.count)
        let keys: [(String, KeyStroke.Modifiers, Command)] = [
            ("BackSpace", [], .ontoTable), ("Left", .control, .earlier), ("Right", .control, .later),
            ("d", .control, .duplicate), ("x", .control, .cut), ("c", .control, .copy), ("v", .control, .paste),
            ("a", .control, .selectAll), ("Delete", [], .remove), ("z", .control, .undo),
            ("Z", [.control, .shift], .redo),
        ]
        for (name, modifiers, command) in keys { #expect(KeyStroke(name, modifiers) == .command(command)) }
        #expect(KeyStroke("space", .control) == .select(adds: true))
        #expect(KeyStroke("c", []) == nil)
    }

    /// HIG-34.
    @Test(arguments: [Size(width: 480, height: 400), Size(width: 300, height: 700), Size(width: 1200, height: 420)])
    func rowsOfTheMenuAreLargeEnoughForAFingerAndDoNotOverlap(size: Size) {
        let layout = MenuLayout(in: size)
        for command in Command.allCases {
            let frame = layout.frame(of: command)
            #expect(frame.size.width >= 44 && frame.size.height >= 44)
            #expect(frame.origin.x >= 0 && frame.maxX <= size.width && frame.maxY <= size.height)
            #expect(layout.command(at: frame.centre) == command)
        }
        let button = Layout(size: size, hasZone: true).menuButton
        #expect(button.size.width >= 44 && button.size.height >= 44)
        #expect(Layout.card.width >= 44 && Layout.card.height >= 44)
    }

    @Test func aTinyWindowHasATinyMenu() {
        let layout = MenuLayout(in: Size(width: 1, height: 1))
        #expect(Command.allCases.allSatisfy { layout.frame(of: $0).size.width > 0 })
    }
}
