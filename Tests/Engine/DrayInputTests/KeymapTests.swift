// SPDX-License-Identifier: MIT

import CVirtualDevices
import DrayCore
import DrayInput
import Glibc
import Testing

@Suite struct KeymapTests {
    let german: Keymap
    let french: Keymap
    let dvorak: Keymap
    let american: Keymap

    init() throws {
        german = try Keymap(.fixed(layout: "de"))
        french = try Keymap(.fixed(layout: "fr"))
        dvorak = try Keymap(.fixed(layout: "us", variant: "dvorak"))
        american = try Keymap(.fixed(layout: "us"))
    }

    private func meaning(_ code: Int32, _ keymap: Keymap) -> String {
        KeyboardState(keymap).keysym(code: UInt32(code)).description
    }

    @Test func layoutsMapKeysToKeysyms() {
        #expect([KEY_Y, KEY_Z, KEY_LEFTBRACE].map { meaning($0, german) } == ["z", "y", "udiaeresis"])
        #expect([KEY_Q, KEY_A, KEY_2].map { meaning($0, french) } == ["a", "q", "eacute"])
        #expect([KEY_S, KEY_D, KEY_Q].map { meaning($0, dvorak) } == ["o", "e", "apostrophe"])
    }

    @Test func escapeIsTheSameOnEveryLayout() {
        for keymap in [american, german, french, dvorak] {
            #expect(KeyboardState(keymap).keysym(code: UInt32(KEY_ESC)) == .escape)
        }
    }

    @Test func optionMovesEscape() throws {
        let swapped = try Keymap(.fixed(layout: "us", options: "caps:swapescape"))
        let state = KeyboardState(swapped)
        #expect(state.keysym(code: UInt32(KEY_CAPSLOCK)) == .escape)
        #expect(state.keysym(code: UInt32(KEY_ESC)) != .escape)
    }

    @Test func onlyKeysThatWriteRepeat() {
        #expect(american.repeats(code: UInt32(KEY_A)))
        #expect(american.repeats(code: UInt32(KEY_DOWN)))
        #expect(!american.repeats(code: UInt32(KEY_LEFTSHIFT)))
        #expect(!american.repeats(code: UInt32(KEY_CAPSLOCK)))
        #expect(!american.repeats(code: 60000))
    }

    @Test func keysHaveNames() {
        #expect(american.code(named: "AC01") == UInt32(KEY_A))
        #expect(dvorak.code(named: "AC01") == UInt32(KEY_A))
        #expect(american.code(named: "ESC") == UInt32(KEY_ESC))
        #expect(american.code(named: "NOWHERE") == nil)
    }

    @Test func strokeHasKeyAndModifiers() throws {
        func stroke(_ name: String, _ keymap: Keymap) throws -> KeyStroke {
            let keysym = try #require(Keysym(named: name))
            return try #require(keymap.stroke(for: keysym))
        }
        #expect(try stroke("a", american) == KeyStroke(code: UInt32(KEY_A)))
        #expect(try stroke("a", french) == KeyStroke(code: UInt32(KEY_Q)))
        #expect(try stroke("A", american).modifiers == .shift)
        #expect(try stroke("at", german).code == UInt32(KEY_Q))
        #expect(try stroke("at", german).modifiers == .level3)
        #expect(try stroke("Escape", german).modifiers == [])
    }

    @Test func everyStrokeTypesItsKeysym() throws {
        let keymap = try Keymap(.fixed(layout: "us,de,fr"))
        for scalar in "abcXYZ019!?@#|{}[]\\~äöüßéèçàµ€".unicodeScalars {
            let keysym = try #require(Keysym(character: scalar))
            let stroke = try #require(keymap.stroke(for: keysym), "no key for \(scalar)")
            let state = KeyboardState(keymap)
            state.update(masks: ModifierMasks(depressed: stroke.mask, group: stroke.layout))
            #expect(state.keysym(code: stroke.code) == keysym)
        }
    }

    @Test func keysymWithoutAKeyHasNoStroke() throws {
        let keysym = try #require(Keysym(character: "漢"))
        #expect(american.stroke(for: keysym) == nil)
        #expect(Keysym(named: "NoSuchSymbol") == nil)
    }

    @Test func textCompilesToTheSameKeymap() throws {
        let again = try Keymap(text: german.text)
        #expect(again.layoutNames == ["German"])
        #expect(meaning(KEY_Y, again) == "z")
        // The text itself may differ: xkbcommon 1.7 writes another form the second time.
        let codes = UInt32(0)..<248
        #expect(codes.map(again.repeats) == codes.map(german.repeats))
        #expect((0..<16).map { again.modifiers(in: 1 << $0) } == (0..<16).map { german.modifiers(in: 1 << $0) })
        // The effect of each of the eight real modifiers on every key.
        for mask in UInt32(0)..<256 {
            #expect(meanings(of: codes, again, mask) == meanings(of: codes, german, mask))
        }
        #expect(meanings(of: codes, again, 0) != meanings(of: codes, american, 0))
    }

    private func meanings(of codes: Range<UInt32>, _ keymap: Keymap, _ mask: UInt32) -> [Keysym] {
        let state = KeyboardState(keymap)
        state.update(masks: ModifierMasks(depressed: mask, group: 0))
        return codes.map(state.keysym)
    }

    @Test func invalidTextIsRejectedWithTheReason() {
        #expect {
            try Keymap(text: "xkb_keymap {\n  xkb_keycodes { <A> = ; };\n};")
        } throws: { error in
            guard case .keymapDoesNotCompile(let log)? = error as? InputError else { return false }
            return log.contains("syntax error")
        }
    }

    @Test func unknownLayoutIsRejectedByName() {
        #expect {
            try Keymap(.fixed(layout: "klingon"))
        } throws: { error in
            guard case .keymapDoesNotCompile(let log)? = error as? InputError else { return false }
            return log.contains("klingon")
        }
    }

    @Test func sharedFileContainsTheTextAndIsImmutable() throws {
        let file = try KeymapFile(german)
        let expected = german.text.utf8CString
        #expect(file.size == UInt32(expected.count))

        for sharing in [MAP_PRIVATE, MAP_SHARED] {
            let memory = mmap(nil, Int(file.size), PROT_READ, sharing, file.descriptor, 0)
            try #require(memory != MAP_FAILED)
            let bytes = UnsafeRawBufferPointer(start: memory, count: Int(file.size))
            #expect(expected.withUnsafeBytes { bytes.elementsEqual($0) })
            munmap(memory, Int(file.size))
        }
        #expect(write(file.descriptor, "x", 1) == -1)
        #expect(ftruncate(file.descriptor, 0) == -1)
        // The same through a descriptor of the client's own.
        let writable = open("/proc/self/fd/\(file.descriptor)", O_RDWR)
        if writable >= 0 {
            #expect(write(writable, "x", 1) == -1)
            close(writable)
        }
    }

    @Test func descriptorIsClosedWithTheFile() throws {
        func inode(_ descriptor: Int32) -> UInt64? {
            var status = stat()
            return fstat(descriptor, &status) == 0 ? UInt64(status.st_ino) : nil
        }
        func openAndLeave() throws -> (number: Int32, inode: UInt64?) {
            let file = try KeymapFile(american)
            #expect(fcntl(file.descriptor, F_GETFD) == FD_CLOEXEC)
            return (file.descriptor, inode(file.descriptor))
        }
        // Other tests may open files at the same time, so the number alone is not sufficient.
        let left = try openAndLeave()
        #expect(left.inode != nil)
        #expect(inode(left.number) != left.inode)
    }
}
