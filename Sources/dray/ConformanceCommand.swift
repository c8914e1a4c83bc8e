// SPDX-License-Identifier: MIT

import ArgumentParser
import DrayPlay
import DrayPromises
import DrayReport
import DrayScenario

/// `dray conformance --extension`: what does a compositor keep of what `dray_drag_v1` promises?
struct ConformanceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conformance", abstract: "Find out what a compositor keeps of dray_drag_v1.",
        discussion: """
            For authors of compositors: it runs programs in the compositor of WAYLAND_DISPLAY, any compositor, and asks \
            nothing of it but what programs can. Each promise of the protocol is looked at by two programs of its own.

              dray conformance --extension --list
              dray serve -- dray conformance --extension
              dray conformance --extension --display wayland-1 --only undo

            Most promises are about drags, and somebody has to drag. That is a virtual pointer, where the compositor has \
            zwlr_virtual_pointer_v1; else whoever listens at --input-socket, a line for each thing to do, each answered by \
            a line that begins with "ok" once the compositor has handled it:

              move X Y            the pointer, in pixels of a screen of --input-size
              button 0x110 1      its left button is pressed; 0 for released

            Without either, what needs a drag is not looked at. Leave the screen to it: two windows, both of them seen.

            Exit status: 0 if nothing was found broken, 1 if something was, 2 if no compositor answers or it does not \
            offer the extension.
            """)

    @Flag(name: .customLong("extension"), help: "Look at dray_drag_v1.")
    var looksAtExtension = false

    @Flag(help: "Show what would be looked at, and look at nothing.")
    var list = false

    @Option(help: ArgumentHelp("Only promises that have this in their text.", valueName: "text"))
    var only: String?

    @Option(help: ArgumentHelp("The socket of the compositor, in place of WAYLAND_DISPLAY.", valueName: "name"))
    var display: String?

    @Option(help: ArgumentHelp("A socket that moves the pointer.", valueName: "path"))
    var inputSocket: String?

    @Option(help: ArgumentHelp("The size of the screen that --input-socket moves on.", valueName: "WxH"))
    var inputSize = "1024x640"

    @Flag(help: "What could not be looked at counts as broken.")
    var strict = false

    func validate() throws {
        if !looksAtExtension { throw ValidationError("say what to look at: --extension") }
        if ServeCommand.size(inputSize) == nil {
            throw ValidationError("--input-size has to be like 1024x640, not `\(inputSize)`")
        }
        if promises.isEmpty { throw ValidationError("no promise has `\(only ?? "")` in its text; see --list") }
    }

    private var promises: [Promise] {
        guard let only else { return Promise.all }
        return Promise.all.filter { "\($0.chapter.rawValue) \($0.text)".contains(only) }
    }

    func run() throws {
        if list { return forEachChapter { print("  \($0.needsHand ? "drag  " : "      ")\($0.text)") } }
        let (hand, lack) = try makeHand()
        let inspection: Inspection
        do throws(Inspection.Failure) { inspection = try Inspection(display: display, hand: hand) } catch {
            StandardStream.errors.write("dray conformance: \(error.description)\n")
            throw ExitCode(2)
        }
        print("dray_drag_v1, version \(inspection.version)")
        if let lack { print("What needs a drag is not looked at: \(lack).") }
        var kept = 0
        var broken = 0
        var unseen = 0
        forEachChapter { promise in
            switch inspection.look(at: promise) {
            case .kept:
                kept += 1
                print("  kept      \(promise.text)")
            case .broken(let reason):
                broken += 1
                print("  BROKEN    \(promise.text)\n            \(reason)")
            case .notLookedAt(let reason):
                unseen += 1
                print("  not seen  \(promise.text)\(lack == nil ? "\n            \(reason)" : "")")
            }
        }
        print("\n\(kept + broken + unseen) promises: \(kept) kept, \(broken) broken, \(unseen) not looked at")
        if broken > 0 || (strict && unseen > 0) { throw ExitCode.failure }
    }

    private func forEachChapter(_ body: (Promise) -> Void) {
        for chapter in Promise.Chapter.allCases {
            let own = promises.filter { $0.chapter == chapter }
            if !own.isEmpty { print("\n\(chapter.rawValue)") }
            for promise in own { body(promise) }
        }
    }

    /// Who drags, or why nobody does.
    private func makeHand() throws -> (hand: (any Hand)?, lack: String?) {
        if let inputSocket, let size = ServeCommand.size(inputSize) {
            do throws(LocalSocket.Failure) {
                let descriptor = try LocalSocket.connect(to: inputSocket)
                return (LineHand(owning: descriptor, width: size.width, height: size.height), nil)
            } catch {
                StandardStream.errors.write("dray conformance: \(error.description)\n")
                throw ExitCode(2)
            }
        }
        do { return (try VirtualPointer(display: display), nil) } catch { return (nil, "\(error)") }
    }
}
