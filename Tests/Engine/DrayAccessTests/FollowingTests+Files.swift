// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import DrayPresentation
import Foundation
import Glibc
import HeadlessDesktop
import ProgramLines
import TestTimeout
import Testing

/// Without a portal, as in sway or Weston alone, the desktops' own settings are followed, with the real `gsettings`,
/// dconf, and files as written by KDE.
extension FollowingTests {
    private var settings: URL { bus.folder.appendingPathComponent(".config") }

    /// Writes as KDE does: a new file replaces the old one.
    private func writeKDE(_ text: String, in folder: URL? = nil) throws {
        let folder = folder ?? settings
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try text.write(to: folder.appendingPathComponent("kdeglobals"), atomically: true, encoding: .utf8)
    }

    private func run(_ command: [String], _ environment: [String]) throws {
        let program = try Lines(command, environment)
        try program.wait(command[0], serve: serve) { _ in !program.isRunning }
    }

    private func set(_ key: String, _ value: String, _ environment: [String]) throws {
        try run(["/usr/bin/gsettings", "set"] + key.split(separator: " ").map(String.init) + [value], environment)
    }

    private var children: [Int32] {
        guard let helper = fixture.host.engine.speaker,
            let text = try? String(contentsOfFile: "/proc/\(helper)/task/\(helper)/children", encoding: .utf8)
        else { return [] }
        return text.split(separator: " ").compactMap { Int32($0) }
    }

    /// Returns the peak memory use of the helper in KiB.
    private func peak() throws -> Int {
        let process = try #require(fixture.host.engine.speaker)
        let text = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(line.split(separator: " ").compactMap { Int($0) }.first)
    }

    /// Creates a `gsettings` program with this script and returns an environment that uses it.
    private func gsettings(_ script: String) throws -> [String] {
        let folder = bus.folder.appendingPathComponent("programs")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appendingPathComponent("gsettings").path
        try "#!/bin/sh\n\(script)\n".write(toFile: path, atomically: true, encoding: .utf8)
        chmod(path, 0o755)
        return bus.environment.filter { !$0.hasPrefix("PATH=") } + ["PATH=\(folder.path):/usr/bin:/bin"]
    }

    @Test func kdeFilesAreFollowedWithoutAPortal() throws {
        let system = bus.folder.appendingPathComponent("system")
        try writeKDE("[General]\nColorScheme=BreezeDark\n", in: system)
        let environment = withoutFiles.filter { !$0.hasPrefix("XDG_") } + ["XDG_CONFIG_DIRS=/none:\(system.path)"]
        follow(on: environment)
        try wait("the system's settings") { desktop == DesktopSettings(isDark: true) }
        // The folder of the user's own settings is created only now.
        try writeKDE("# a comment\r\n[KDE]\r\nAnimationDurationFactor[$i]= 0 \r\n[General]\r\nColorScheme=Ocean\r\n")
        try wait("the user's own settings") { desktop == DesktopSettings(reducesMotion: true) }
        try showImage()
        #expect(try !imageFliesHome())
        try writeKDE("[KDE]\nAnimationDurationFactor=1\n[KDE][Sub]\nAnimationDurationFactor=0\n")
        try wait("full motion") { desktop == DesktopSettings(reducesMotion: false, isDark: true) }
        try showImage()
        #expect(try imageFliesHome())
        // Written in place, as by some editors.
        let file = try FileHandle(forWritingTo: settings.appendingPathComponent("kdeglobals"))
        try file.truncate(atOffset: 0)
        try file.write(contentsOf: Data("[KDE]\nAnimationDurationFactor=0\n".utf8))
        try file.close()
        try wait("reduced motion") { desktop.reducesMotion == true }
        try FileManager.default.removeItem(at: settings)
        try wait("the remaining settings") { desktop == DesktopSettings(isDark: true) }
        try writeKDE("[KDE]\nAnimationDurationFactor=0\n")
        try wait("the new folder") { desktop == DesktopSettings(reducesMotion: true, isDark: true) }
    }

    /// Many portals answer late while a desktop starts. Until then the files are used, and afterwards the portal.
    @Test func slowPortalIsAwaited() throws {
        try writeKDE("[KDE]\nAnimationDurationFactor=0\n")
        let portal = try portal("\(Self.appearance) contrast <uint32 1>")
        kill(portal.processID, SIGSTOP)
        defer { kill(portal.processID, SIGCONT) }
        follow()
        try wait("the files, without an answer of the portal") { desktop.reducesMotion == true }
        #expect(desktop.hasHighContrast == nil)
        kill(portal.processID, SIGCONT)
        try wait("the portal") { desktop.hasHighContrast == true }
    }

    /// Settings files are often links to a folder of dotfiles.
    @Test func linkedFileIsFollowed() throws {
        let kept = bus.folder.appendingPathComponent("kept")
        try writeKDE("[KDE]\nAnimationDurationFactor=1\n", in: kept)
        try FileManager.default.createDirectory(at: settings, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            at: settings.appendingPathComponent("kdeglobals"),
            withDestinationURL: kept.appendingPathComponent("kdeglobals"))
        follow(on: withoutFiles)
        try wait("full motion") { desktop.reducesMotion == false }
        for factor in ["0", "1", "0"] {
            try writeKDE("[KDE]\nAnimationDurationFactor=\(factor)\n", in: kept)
            try wait("the link's file") { desktop.reducesMotion == (factor == "0") }
        }
    }

    @Test(arguments: ["keyfile", "dconf"]) func gnomeSettingsAreFollowedWithoutAPortal(_ backend: String) throws {
        let environment =
            bus.environment.filter { !$0.hasPrefix("GSETTINGS_BACKEND=") } + ["GSETTINGS_BACKEND=\(backend)"]
        // Services cannot be activated on this bus.
        let writer = try backend == "dconf" ? Lines(["/usr/libexec/dconf-service"], environment) : nil
        let deadline = ContinuousClock.now + .timeout(30)
        while try backend == "dconf" && !bus.knows("ca.desrt.dconf"), ContinuousClock.now < deadline { serve() }
        follow(on: environment)
        // The defaults.
        try wait("GNOME's settings") { desktop == DesktopSettings(reducesMotion: false, hasHighContrast: false) }
        try set("org.gnome.desktop.interface enable-animations", "false", environment)
        try wait("reduced motion") { desktop.reducesMotion == true }
        try set("org.gnome.desktop.interface color-scheme", "prefer-dark", environment)
        try set("org.gnome.desktop.a11y.interface high-contrast", "true", environment)
        try wait("dark and high contrast") {
            desktop == DesktopSettings(reducesMotion: true, hasHighContrast: true, isDark: true)
        }
        try showImage(opacity: 1)
        #expect(try !imageFliesHome())
        try run(["/usr/bin/gsettings", "reset-recursively", "org.gnome.desktop.interface"], environment)
        try wait("full motion") { desktop == DesktopSettings(reducesMotion: false, hasHighContrast: true) }
        try wait("the end of all readers") { children.isEmpty }
        #expect(try peak() <= 8192)
        _ = writer
    }

    @Test func portalTakesPrecedenceOverFiles() throws {
        try writeKDE("[KDE]\nAnimationDurationFactor=0\n[General]\nColorScheme=BreezeDark\n")
        follow()
        try wait("the files") { desktop.reducesMotion == true && desktop.isDark == true }
        let portal = try portal("\(Self.appearance) color-scheme uint32 2")
        // The portal reports neither motion nor contrast, so those of KDE's and GNOME's files are used.
        try wait("the portal") {
            desktop == DesktopSettings(reducesMotion: true, hasHighContrast: false, isDark: false)
        }
        try wait("the end of all readers") { children.isEmpty }
        // Motion and contrast are still read from the files, colours are not.
        try writeKDE("[KDE]\nAnimationDurationFactor=1\n[General]\nColorScheme=BreezeDark\n")
        try wait("motion") { desktop == DesktopSettings(reducesMotion: false, hasHighContrast: false, isDark: false) }
        portal.tell("\(Self.appearance) contrast uint32 1")
        try wait("the portal's change") { desktop.hasHighContrast == true }
        #expect(desktop == DesktopSettings(reducesMotion: false, hasHighContrast: true, isDark: false))
    }

    /// The portal reports GNOME's key for motion, so the KDE settings left in this home folder are ignored, even after
    /// later changes.
    @Test func portalOverridesFilesOfAnotherDesktop() throws {
        try writeKDE("[KDE]\nAnimationDurationFactor=0\n[General]\nColorScheme=BreezeDark\n")
        let portal = try portal("org.gnome.desktop.interface enable-animations true")
        follow(on: withoutFiles)
        try wait("the portal and the files") { desktop == DesktopSettings(reducesMotion: false, isDark: true) }
        portal.tell("\(Self.appearance) color-scheme uint32 2")
        portal.tell("org.gnome.desktop.a11y.interface high-contrast true")
        try wait("all settings of the portal") {
            desktop == DesktopSettings(reducesMotion: false, hasHighContrast: true, isDark: false)
        }
        try writeKDE("[KDE]\nAnimationDurationFactor=0\n")
        portal.tell("org.gnome.desktop.a11y.interface high-contrast false")
        try wait("the portal's last value") {
            desktop == DesktopSettings(reducesMotion: false, hasHighContrast: false, isDark: false)
        }
    }

    /// Some portals have no settings, such as one for wlroots alone; "no preference" is the value of a setting that was
    /// never set.
    @Test func portalWithoutSettingsIsIgnored() throws {
        let portal = try portal()
        try writeKDE("[KDE]\nAnimationDurationFactor=0\n")
        follow(on: withoutFiles)
        try wait("the files") { desktop.reducesMotion == true }
        portal.tell("\(Self.appearance) reduced-motion uint32 0")
        portal.tell("\(Self.appearance) contrast uint32 0")
        try wait("the portal") { desktop == DesktopSettings(reducesMotion: true, hasHighContrast: false) }
    }

    @Test func invalidFilesAreHarmless() throws {
        let system = bus.folder.appendingPathComponent("system")
        try FileManager.default.createDirectory(at: system, withIntermediateDirectories: true)
        // A FIFO without a writer.
        #expect(mkfifo(system.appendingPathComponent("kdeglobals").path, 0o600) == 0)
        let folder = bus.folder.appendingPathComponent("folder")
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("kdeglobals"), withIntermediateDirectories: true)
        let endless = "XDG_CONFIG_DIRS=\(system.path):\(folder.path):relative::\(String(repeating: "/x:", count: 3000))"
        follow(on: withoutFiles.filter { !$0.hasPrefix("XDG_CONFIG_DIRS=") } + [endless])
        let long = String(repeating: "x", count: 100_000)
        try writeKDE(
            """
            [\(long)]
            AnimationDurationFactor=0
            [KDE
            AnimationDurationFactor=0
            []
            =
            [General][de]
            ColorScheme=BreezeDark
            [General]
            ColorScheme[de]=BreezeDark
            ColorScheme=Breeze\u{1b}Dark
            \(long)=0
            AnimationDurationFactor\(long)
            [KDE]
            AnimationDurationFactor\u{0}=0
            x=
            AnimationDurationFactor=1
            """)
        try wait("the last line") { desktop == DesktopSettings(reducesMotion: false) }
        try writeKDE("[General]\nColorScheme=BreezeDark\n")
        try wait("the valid value") { desktop == DesktopSettings(isDark: true) }
        // Larger than any real file.
        try writeKDE("[KDE]\nAnimationDurationFactor=0\n" + String(repeating: "a=b\n", count: 300_000))
        try wait("no settings") { desktop == DesktopSettings() }
        for number in 0..<200 { try writeKDE("[KDE]\nAnimationDurationFactor=\(number % 2)\n") }
        try wait("the last value") { desktop.reducesMotion == false }
        #expect(try peak() <= 8192)
    }

    /// The program does not block the helper, and is terminated.
    @Test(arguments: ["exec sleep 600", "exec yes \"$2 gtk-theme 'x'\"", "yes | tr -d '\\n'"])
    func hangingProgramDoesNotBlock(_ script: String) throws {
        let environment = try gsettings(script)
        let reader = try bus.reader("on", "listen object:announcement")
        #expect(fixture.host.engine.speak(in: .english, environment: environment, program: program))
        follow(on: environment)
        try wait("the program") { !children.isEmpty }
        try writeKDE("[KDE]\nAnimationDurationFactor=0\n")
        try wait("KDE's setting") { desktop.reducesMotion == true }
        try showImage()
        try reader.wait("the beginning", serve: serve) { $0.compactMap(Heard.init).first?.text == "Picked up 1 item" }
        #expect(try !imageFliesHome())
        try wait("its end") { children.isEmpty }
        #expect(desktop == DesktopSettings(reducesMotion: true))
        #expect(try peak() <= 8192)
    }

    /// The program is terminated even if the helper is killed.
    @Test func programExitsWithTheHelper() throws {
        follow(on: try gsettings("exec sleep 600"))
        try wait("the program") { !children.isEmpty }
        let program = try #require(children.first)
        kill(try #require(fixture.host.engine.speaker), SIGKILL)
        // The process may remain a zombie if init does not reap it.
        func hasEnded() -> Bool {
            (try? String(contentsOfFile: "/proc/\(program)/status", encoding: .utf8))?.contains("State:\tZ") ?? true
        }
        try wait("its end") { hasEnded() }
    }

    /// The result is valid only after the program has exited.
    @Test func programThatExitsLateIsRead() throws {
        follow(on: try gsettings("echo $2 enable-animations false; exec >/dev/null; sleep 0.3"))
        try wait("its output") { desktop == DesktopSettings(reducesMotion: true) }
        try wait("its end") { children.isEmpty }
    }

    @Test func invalidProgramOutputIsHarmless() throws {
        let environment = try gsettings(
            """
            printf '%s\\n' "$2" "$2 enable-animations" "$2  false" 'org.gnome.shell enable-animations false'
            printf '%s enable-animations %2000s\\n' "$2" false
            printf '%s color-scheme \\033]0;dark\\n%s enable-animations false' "$2" "$2"
            printf '\\n%s high-contrast true' "$2"
            """)
        follow(on: environment)
        // The last line is incomplete and ignored.
        try wait("the valid value") { desktop == DesktopSettings(reducesMotion: true) }
        let failing = try gsettings("echo $2 enable-animations false; exit 1")
        fixture.host.engine.followDesktop([])
        follow(on: failing)
        try writeKDE("[General]\nColorScheme=BreezeDark\n")
        try wait("KDE's setting") { desktop.isDark == true }
        try wait("its end") { children.isEmpty }
        #expect(desktop == DesktopSettings(isDark: true))
    }
}
