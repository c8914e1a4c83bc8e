// SPDX-License-Identifier: MIT

import ArgumentParser
import DrayPlay
import DrayReport
import DrayScenario
import ExtensionConformance

/// `dray conformance --extension`: checks which guarantees of `dray_drag_v1` a compositor keeps.
struct ConformanceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conformance", abstract: "Check a compositor's implementation of dray_drag_v1.",
        discussion: """
            For authors of compositors. The checks connect to the compositor of WAYLAND_DISPLAY, whichever it is, as \
            ordinary clients. Each check uses two clients of its own, which test one guarantee of the protocol.

              dray conformance --extension --list
              dray serve -- dray conformance --extension
              dray conformance --extension --display wayland-1 --only undo

            Most checks need a drag, and move the pointer by zwlr_virtual_pointer_v1. For compositors without it, \
            --input-socket names a socket that receives one command per line; the program that listens answers each \
            with a line that begins with "ok" as soon as the compositor has processed the input:

              move X Y            moves the pointer, in pixels of a screen of --input-size
              button 0x110 1      presses the left button; 0 releases it

            Without either, checks that need a drag are skipped. Do not use the screen meanwhile: the two windows of \
            the checks must be visible.

            Exit status: 0 if no check failed, 1 if one did, 2 if no compositor answers or it does \
            not offer the extension.
            """)

    @Flag(name: .customLong("extension"), help: "Check dray_drag_v1.")
    var looksAtExtension = false

    @Flag(help: "List the checks without running them.")
    var list = false

    @Option(help: ArgumentHelp("Run only the checks whose text contains this.", valueName: "text"))
    var only: String?

    @Option(help: ArgumentHelp("The compositor's socket instead of WAYLAND_DISPLAY.", valueName: "name"))
    var display: String?

    @Option(help: ArgumentHelp("A socket that accepts pointer commands.", valueName: "path"))
    var inputSocket: String?

    @Option(help: ArgumentHelp("The screen size for the positions that --input-socket receives.", valueName: "WxH"))
    var inputSize = "1024x640"

    @Flag(help: "Count skipped checks as failed.")
    var strict = false

    func validate() throws {
        if !looksAtExtension { throw ValidationError("select what to check: --extension") }
        if ServeCommand.size(inputSize) == nil {
            throw ValidationError("--input-size must have the form 1024x640, not `\(inputSize)`")
        }
        if promises.isEmpty { throw ValidationError("no check contains `\(only ?? "")` in its text; see --list") }
    }

    private var promises: [ConformanceCheck] {
        guard let only else { return ConformanceCheck.all }
        return ConformanceCheck.all.filter { "\($0.chapter.rawValue) \($0.text)".contains(only) }
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
        if let lack { print("Checks that need a drag are skipped: \(lack).") }
        var kept = 0
        var broken = 0
        var unseen = 0
        forEachChapter { promise in
            switch inspection.look(at: promise) {
            case .kept:
                kept += 1
                print("  passed    \(promise.text)")
            case .broken(let reason):
                broken += 1
                print("  FAILED    \(promise.text)\n            \(reason)")
            case .notLookedAt(let reason):
                unseen += 1
                print("  skipped   \(promise.text)\(lack == nil ? "\n            \(reason)" : "")")
            }
        }
        print("\n\(kept + broken + unseen) checks: \(kept) passed, \(broken) failed, \(unseen) skipped")
        if broken > 0 || (strict && unseen > 0) { throw ExitCode.failure }
    }

    private func forEachChapter(_ body: (ConformanceCheck) -> Void) {
        for chapter in ConformanceCheck.Chapter.allCases {
            let own = promises.filter { $0.chapter == chapter }
            if !own.isEmpty { print("\n\(chapter.rawValue)") }
            for promise in own { body(promise) }
        }
    }

    /// Returns the driver of the pointer, or the reason why there is none.
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
