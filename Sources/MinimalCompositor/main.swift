// SPDX-License-Identifier: MIT

import DrayCore
import Glibc
import WaylandServer

// Serves clients, and does what standard input says, line by line:
//     move HAND X Y     press HAND     release HAND     escape     picture FILE.png     quit
// Hand 0 is the pointer with its button; 1 to 10 are fingers, which are moved to where they come down.

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
    case ("escape", nil, 1): compositor.pressEscape()
    case ("picture", nil, 2): compositor.draw(to: words[1])
    case ("quit", nil, 1): return false
    default: say("not a command: \(line)")
    }
    return true
}

/// Serves until standard input ends, or says so.
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

signal(SIGPIPE, SIG_IGN)  // Whoever reads the note may close its end.
do {
    try serve()
} catch {
    say("\(error)")
    exit(1)
}
