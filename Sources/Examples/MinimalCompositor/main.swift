// SPDX-License-Identifier: MIT

import DrayCore
import Glibc
import WaylandServer

// Serves clients, and executes the commands of standard input, one per line:
//     move HAND X Y     press HAND     release HAND     remove HAND     modifiers SET     escape
//     picture FILE.png     quit
// Hand 0 is the pointer with its button; 1 to 10 are touch points, which are moved to the position where they go down.
// To remove a hand is to remove its device, the pointer or the touch screen. A set of modifiers is the raw value of
// `Modifiers`.

func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
}

func run(_ line: String, in compositor: Compositor) -> Bool {
    let words = line.split(separator: " ").map(String.init)
    let index = words.count > 1 ? Int(words[1]).flatMap { compositor.hands.indices.contains($0) ? $0 : nil } : nil
    switch (words.first, index, words.count) {
    case ("move", let index?, 4):
        guard let x = Double(words[2]), let y = Double(words[3]) else { fallthrough }
        compositor.move(index, to: Point(x: x, y: y))
    case ("press", let index?, 2): compositor.press(index)
    case ("release", let index?, 2): compositor.release(index)
    case ("remove", let index?, 2): compositor.removeDevice(of: index)
    case ("modifiers", _, 2) where UInt32(words[1]) != nil:
        compositor.changeModifiers(to: Modifiers(rawValue: UInt32(words[1]) ?? 0))
    case ("escape", nil, 1): compositor.pressEscape()
    case ("picture", nil, 2): compositor.draw(to: words[1])
    case ("quit", nil, 1): return false
    default: say("not a command: \(line)")
    }
    return true
}

/// Serves until the end of standard input, or until the command `quit`.
func serve() throws {
    let compositor = try Compositor()
    say("WAYLAND_DISPLAY=\(try compositor.display.addSocket())")
    var isRunning = true
    var input: [UInt8] = []
    let source = compositor.display.eventLoop.watch(STDIN_FILENO, for: .readable) { _ in
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        guard count > 0 else { return isRunning = false }
        input += bytes[..<count]
        while isRunning, let end = input.firstIndex(of: UInt8(ascii: "\n")) {
            isRunning = run(String(decoding: input[..<end], as: UTF8.self), in: compositor)
            input.removeSubrange(...end)
        }
    }
    while isRunning, source != nil { compositor.display.dispatch(timeout: -1) }
    compositor.display.destroyClients()
}

signal(SIGPIPE, SIG_IGN)  // The reader of the note may close the pipe.
do {
    try serve()
} catch {
    say("\(error)")
    exit(1)
}
