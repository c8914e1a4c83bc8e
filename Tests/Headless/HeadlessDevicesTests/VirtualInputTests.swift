// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import DrayInput
import Foundation
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient
import WaylandUtil

/// Clients that control the devices of a seat: `zwlr_virtual_pointer_v1` and `zwp_virtual_keyboard_v1`.
@Suite struct VirtualInputTests {
    let fixture: DragFixture
    let source: DragClient
    let target: DragClient
    let tool: DragClient
    let sourceWindow: TestWindow
    let virtual: VirtualInputGlobals
    let reports = Heard<DeviceReport>()
    let left = InputEvent.Button.left

    init() throws {
        fixture = try DragFixture()
        virtual = try VirtualInputGlobals(fixture.compositor) { [reports] in reports.all.append($0) }
        source = try fixture.makeClient("source")
        target = try fixture.makeClient("target")
        tool = try fixture.makeClient("tool")
        sourceWindow = try fixture.makeWindow(of: source, at: Point(x: 0, y: 0))
        _ = try fixture.makeWindow(of: target, at: Point(x: 300, y: 0))
        fixture.clearLogs()
    }

    @Test func withoutTheGlobalsThereAreNone() throws {
        let plain = try DragFixture()
        let globals = GlobalList(try plain.makeClient("client").connection)
        try plain.settle()
        #expect(globals.bind(ZwlrVirtualPointerManagerV1.self) == nil)
        #expect(globals.bind(ZwpVirtualKeyboardManagerV1.self) == nil)
    }

    // MARK: Pointer

    @Test func aVirtualPointerDrags() throws {
        let pointer = try makePointer()
        let content = try pickUp(with: pointer)
        for step in UInt32(1)...10 { point(pointer, 50 + step * 30, 40) }
        try fixture.settle()
        let offer = try #require(target.dragOffer?.object)
        offer.setActions(dndActions: .copy, preferredAction: .copy)
        offer.accept(serial: target.enterSerial, mimeType: "text/plain")
        try fixture.settle()
        pointer.button(time: 2, button: left, state: .released)
        pointer.frame()
        try fixture.settle()
        #expect(target.log.contains(.drop))
        #expect(source.log.contains(.sourceDropPerformed))
        _ = content
    }

    @Test func nothingHappensBeforeTheFrame() throws {
        let pointer = try makePointer()
        pointer.motionAbsolute(time: 1, x: 50, y: 50, xExtent: 1280, yExtent: 800)
        pointer.button(time: 1, button: left, state: .pressed)
        try fixture.settle()
        #expect(fixture.seat.pointer.pressedButtons.isEmpty)
        pointer.frame()
        try fixture.settle()
        #expect(fixture.seat.pointer.position == Point(x: 50, y: 50))
        #expect(source.log.contains(.pointerButton(left, isPressed: true)))
    }

    @Test func relativeMotionsStopAtTheEdgeOfTheOutputs() throws {
        let pointer = try makePointer()
        point(pointer, 100, 100)
        pointer.motion(time: 1, dx: Fixed(-20.5), dy: Fixed(4))
        pointer.frame()
        try fixture.settle()
        #expect(fixture.seat.pointer.position == Point(x: 79.5, y: 104))
        pointer.motion(time: 1, dx: Fixed(-8_000_000), dy: Fixed(8_000_000))
        pointer.frame()
        try fixture.settle()
        let position = fixture.seat.pointer.position
        #expect(position.x == 0 && position.y < 800 && position.y > 799)
    }

    @Test func invalidExtentsAreIgnored() throws {
        let pointer = try makePointer()
        point(pointer, 100, 100)
        pointer.motionAbsolute(time: 1, x: 5, y: 5, xExtent: 0, yExtent: 0)
        pointer.motionAbsolute(time: 1, x: .max, y: .max, xExtent: 1, yExtent: 1)
        pointer.frame()
        try fixture.settle()
        let position = fixture.seat.pointer.position
        #expect(
            fixture.compositor.outputs[0].area.contains(Rectangle(x: position.x, y: position.y, width: 0, height: 0)))
    }

    @Test func aWheelTurnsByNotches() throws {
        let pointer = try makePointer()
        point(pointer, 50, 50)
        pointer.axisSource(axisSource: .wheel)
        pointer.axisDiscrete(time: 1, axis: .verticalScroll, value: Fixed(15), discrete: 1)
        pointer.frame()
        try fixture.settle()
        #expect(source.log.contains(.pointerAxis))
    }

    @Test func anUnknownAxisIsAnError() throws {
        let pointer = try makePointer()
        // The bindings have no case for it.
        pointer.proxy.marshal(3, count: 3) { arguments in
            arguments.uint(1)
            arguments.uint(7)
            arguments.fixed(Fixed(1))
        }
        #expect(
            throws: Connection.Failure.protocolError(
                interface: "zwlr_virtual_pointer_v1", object: pointer.proxy.objectID, code: 0)
        ) { try fixture.pump(tool.connection) }
    }

    @Test func aToolThatDiesInMidDragCancelsIt() throws {
        let pointer = try makePointer()
        let content = try pickUp(with: pointer)
        point(pointer, 350, 40)
        try fixture.settle()
        fixture.kill(tool)
        try fixture.settle()
        #expect(source.log.contains(.sourceCancelled))
        #expect(!target.log.contains(.drop))
        #expect(fixture.seat.pointer.pressedButtons.isEmpty)
        _ = content
    }

    // MARK: Keyboard

    @Test func aVirtualKeyboardHasItsOwnKeymap() throws {
        let ears = try Ears(target, fixture)
        let keyboard = try makeKeyboard(.fixed(layout: "de"))
        keyboard.key(time: 1, key: 21, state: 1)
        keyboard.key(time: 2, key: 21, state: 0)
        try fixture.settle()
        #expect(try ears.typed() == ["z"])
        #expect(fixture.seat.keyboard.pressedKeys.isEmpty)
        fixture.seat.keyboard.key(21, .pressed)
        fixture.seat.keyboard.key(21, .released)
        try fixture.settle()
        #expect(try ears.typed() == ["z", "y"], "the seat's own keyboard has its own keymap")
    }

    @Test func modifiersOfAVirtualKeyboardDecideADrag() throws {
        let keyboard = try makeKeyboard(.fixed(layout: "us"))
        let content = source.makeSource(actions: [.copy, .move])
        try fixture.startDrag(of: source, from: sourceWindow, at: Point(x: 50, y: 50), source: content)
        try fixture.move(to: Point(x: 80, y: 50))
        let offer = try #require(source.dragOffer?.object)
        offer.setActions(dndActions: [.copy, .move], preferredAction: .move)
        offer.accept(serial: source.enterSerial, mimeType: "text/plain")
        try fixture.settle()
        #expect(fixture.drags.feedback?.outcome == .move)
        let control: UInt32 = 4
        keyboard.modifiers(modsDepressed: 0, modsLatched: control, modsLocked: 0, group: 0)
        try fixture.settle()
        #expect(fixture.drags.feedback?.outcome == .copy, "a latched Control counts")
        keyboard.destroy()
        try fixture.settle()
        #expect(fixture.drags.feedback?.outcome == .move, "it was removed with its keyboard")
        _ = content
    }

    @Test func escapeOfAVirtualKeyboardCancels() throws {
        let keyboard = try makeKeyboard(.fixed(layout: "us", options: "caps:swapescape"))
        let content = source.makeSource()
        try fixture.startDrag(of: source, from: sourceWindow, at: Point(x: 50, y: 50), source: content)
        try fixture.move(to: Point(x: 350, y: 50))
        keyboard.key(time: 1, key: 1, state: 1)
        keyboard.key(time: 1, key: 1, state: 0)
        try fixture.settle()
        #expect(fixture.drags.isDragging, "that key is Caps Lock there")
        keyboard.key(time: 1, key: 58, state: 1)
        keyboard.key(time: 1, key: 58, state: 0)
        try fixture.settle()
        #expect(source.log.contains(.sourceCancelled))
        _ = content
    }

    @Test func aKeyBeforeTheKeymapIsAnError() throws {
        let manager = try bind(ZwpVirtualKeyboardManagerV1.self)
        let keyboard = manager.createVirtualKeyboard(seat: tool.seat)
        keyboard.key(time: 1, key: 30, state: 1)
        #expect(
            throws: Connection.Failure.protocolError(
                interface: "zwp_virtual_keyboard_v1", object: keyboard.proxy.objectID, code: 0)
        ) { try fixture.pump(tool.connection) }
    }

    @Test func aKeymapThatDoesNotCompileIsNamedAndTheKeyboardIsSilent() throws {
        let manager = try bind(ZwpVirtualKeyboardManagerV1.self)
        let keyboard = manager.createVirtualKeyboard(seat: tool.seat)
        try send("xkb_keymap { nonsense };", on: keyboard)
        keyboard.key(time: 1, key: 30, state: 1)
        try fixture.settle()
        #expect(reports.all.count == 1)
        let words = reports.all.first?.description ?? ""
        #expect(
            words.contains("virtual keyboard of process \(getpid())") && words.contains("does not compile"), "\(words)")
        #expect(fixture.seat.keyboard.pressedKeys.isEmpty)

        // A pipe is not accepted as a keymap file, so that reading cannot block.
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        keyboard.keymap(format: 1, fd: ends[0], size: 100)
        keyboard.keymap(format: 1, fd: ends[0], size: .max)
        keyboard.keymap(format: 7, fd: ends[0], size: 100)
        try fixture.settle()
        #expect(reports.all.count == 4)
        close(ends[0])
        close(ends[1])
        try send(Keymap(.fixed(layout: "us")).text, on: keyboard)
        keyboard.key(time: 1, key: 30, state: 1)
        try fixture.settle()
        #expect(fixture.seat.keyboard.pressedKeys == [30])
    }

    /// Debian's wtype, if installed: the text arrives as if it were typed by a user.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/wtype")))
    func wtypeTypes() throws {
        let ears = try Ears(target, fixture)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("dray-wtype-\(getpid())")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: folder) }
        // libwayland reads the runtime folder once, when the socket is created; other tests may have set it.
        let socket = folder.appendingPathComponent("socket").path
        try fixture.listen(at: socket)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/wtype")
        process.arguments = ["Zürich, 5 €"]
        process.environment = ["WAYLAND_DISPLAY": socket, "XDG_RUNTIME_DIR": folder.path, "LC_ALL": "C.UTF-8"]
        try process.run()
        while process.isRunning {
            fixture.compositor.dispatch(timeout: 5)
        }
        try fixture.settle()
        #expect(process.terminationStatus == 0)
        #expect(try ears.text() == "Zürich, 5 €")
    }

    // MARK: Details

    private func bind<Object: ProxyObject>(_ type: Object.Type) throws -> Object {
        let globals = GlobalList(tool.connection)
        try fixture.settle()
        return try #require(globals.bind(type))
    }

    private func makePointer() throws -> ZwlrVirtualPointerV1 {
        try bind(ZwlrVirtualPointerManagerV1.self).createVirtualPointer(seat: tool.seat)
    }

    private func makeKeyboard(_ names: KeymapNames) throws -> ZwpVirtualKeyboardV1 {
        let keyboard = try bind(ZwpVirtualKeyboardManagerV1.self).createVirtualKeyboard(seat: tool.seat)
        try send(Keymap(names).text, on: keyboard)
        return keyboard
    }

    private func send(_ text: String, on keyboard: ZwpVirtualKeyboardV1) throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let descriptor = open(file.path, O_RDONLY)
        defer { close(descriptor) }
        keyboard.keymap(format: 1, fd: descriptor, size: UInt32(text.utf8.count))
        try fixture.settle()
    }

    private func point(_ pointer: ZwlrVirtualPointerV1, _ x: UInt32, _ y: UInt32) {
        pointer.motionAbsolute(time: 1, x: x, y: y, xExtent: 1280, yExtent: 800)
        pointer.frame()
    }

    private func pickUp(with pointer: ZwlrVirtualPointerV1) throws -> WaylandClient.WlDataSource {
        point(pointer, 50, 50)
        pointer.button(time: 1, button: left, state: .pressed)
        pointer.frame()
        try fixture.settle()
        let content = source.makeSource()
        source.device.startDrag(
            source: content, origin: sourceWindow.surface, icon: nil, serial: source.pressSerial)
        try fixture.settle()
        #expect(fixture.drags.isDragging)
        return content
    }
}

/// Receives a client's keyboard events like a toolkit: keys are translated by the latest keymap.
private final class Ears {
    private let keyboard: WaylandClient.WlKeyboard
    private var keymap = ""
    private var heard: [(keymap: String, key: UInt32, masks: ModifierMasks)] = []
    private var masks = ModifierMasks()

    init(_ client: DragClient, _ fixture: DragFixture) throws {
        keyboard = client.seat.getKeyboard()
        keyboard.onEvent { [unowned self] event in
            switch event {
            case .keymap(_, let descriptor, let size): read(descriptor, size)
            case .key(_, _, let key, let state): if state == .pressed { heard.append((keymap, key, masks)) }
            case .modifiers(_, let depressed, let latched, let locked, let group):
                masks = ModifierMasks(depressed: depressed, latched: latched, locked: locked, group: group)
            case .enter, .leave, .repeatInfo: break
            }
        }
        try fixture.settle()
    }

    func typed() throws -> [String] {
        try heard.map { keymap, key, masks in
            let state = KeyboardState(try Keymap(text: keymap))
            state.update(masks: masks)
            return state.keysym(code: key).description
        }
    }

    /// The characters of the keysyms.
    func text() throws -> String {
        try typed().map { name in
            // Names such as udiaeresis stand for characters; the character with the same keysym is used.
            (0x20...0x20ff).lazy.compactMap { Unicode.Scalar($0) }
                .first { Keysym(character: $0) == Keysym(named: name) }.map { String(Character($0)) } ?? "<\(name)>"
        }.joined()
    }

    private func read(_ descriptor: ReceivedDescriptor, _ size: UInt32) {
        guard let file = descriptor.borrowed else { return }
        var bytes = [UInt8](repeating: 0, count: Int(size))
        let count = pread(file, &bytes, bytes.count, 0)
        keymap = String(decoding: bytes.prefix(max(count, 0)).prefix { $0 != 0 }, as: UTF8.self)
    }
}
