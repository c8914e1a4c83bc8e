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

/// Where there is no portal, as in sway or Weston alone, what desktops keep in their files is followed, by real `gsettings`, dconf and
/// files as KDE writes them.
extension FollowingTests {
    private var settings: URL { bus.folder.appendingPathComponent(".config") }

    /// As KDE writes: a new file takes the place of the old.
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

    /// Kilobytes that the process has had at most.
    private func peak() throws -> Int {
        let process = try #require(fixture.host.engine.speaker)
        let text = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(line.split(separator: " ").compactMap { Int($0) }.first)
    }

    /// A `gsettings` of our own.
    private func gsettings(_ script: String) throws -> [String] {
        let folder = bus.folder.appendingPathComponent("programs")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appendingPathComponent("gsettings").path
        try "#!/bin/sh\n\(script)\n".write(toFile: path, atomically: true, encoding: .utf8)
        chmod(path, 0o755)
        return bus.environment.filter { !$0.hasPrefix("PATH=") } + ["PATH=\(folder.path):/usr/bin:/bin"]
    }

    @Test func kdesFilesAreFollowedWithoutAPortal() throws {
        let system = bus.folder.appendingPathComponent("system")
        try writeKDE("[General]\nColorScheme=BreezeDark\n", in: system)
        let environment = withoutFiles.filter { !$0.hasPrefix("XDG_") } + ["XDG_CONFIG_DIRS=/none:\(system.path)"]
        follow(on: environment)
        try wait("what is so for everybody") { desktop == DesktopSettings(isDark: true) }
        // The folder for the person's own settings is made only now.
        try writeKDE("# a comment\r\n[KDE]\r\nAnimationDurationFactor[$i]= 0 \r\n[General]\r\nColorScheme=Ocean\r\n")
        try wait("the person's own") { desktop == DesktopSettings(reducesMotion: true) }
        try showImage()
        #expect(try !imageFliesHome())
        try writeKDE("[KDE]\nAnimationDurationFactor=1\n[KDE][Sub]\nAnimationDurationFactor=0\n")
        try wait("motion") { desktop == DesktopSettings(reducesMotion: false, isDark: true) }
        try showImage()
        #expect(try imageFliesHome())
        // Written in its place, as an editor may.
        let file = try FileHandle(forWritingTo: settings.appendingPathComponent("kdeglobals"))
        try file.truncate(atOffset: 0)
        try file.write(contentsOf: Data("[KDE]\nAnimationDurationFactor=0\n".utf8))
        try file.close()
        try wait("no motion") { desktop.reducesMotion == true }
        try FileManager.default.removeItem(at: settings)
        try wait("what is left") { desktop == DesktopSettings(isDark: true) }
        try writeKDE("[KDE]\nAnimationDurationFactor=0\n")
        try wait("the folder once more") { desktop == DesktopSettings(reducesMotion: true, isDark: true) }
    }

    /// Many portals answer late while a desktop starts. What is in the files counts until then, and then what they say.
    @Test func aPortalThatIsSlowIsWaitedFor() throws {
        try writeKDE("[KDE]\nAnimationDurationFactor=0\n")
        let portal = try portal("\(Self.appearance) contrast <uint32 1>")
        kill(portal.processID, SIGSTOP)
        defer { kill(portal.processID, SIGCONT) }
        follow()
        try wait("the files, as nobody answers") { desktop.reducesMotion == true }
        #expect(desktop.hasHighContrast == nil)
        kill(portal.processID, SIGCONT)
        try wait("the portal") { desktop.hasHighContrast == true }
    }

    /// Files of settings are often links to where somebody keeps all of theirs.
    @Test func aFileThatIsALinkIsFollowed() throws {
        let kept = bus.folder.appendingPathComponent("kept")
        try writeKDE("[KDE]\nAnimationDurationFactor=1\n", in: kept)
        try FileManager.default.createDirectory(at: settings, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            at: settings.appendingPathComponent("kdeglobals"),
            withDestinationURL: kept.appendingPathComponent("kdeglobals"))
        follow(on: withoutFiles)
        try wait("motion") { desktop.reducesMotion == false }
        for factor in ["0", "1", "0"] {
            try writeKDE("[KDE]\nAnimationDurationFactor=\(factor)\n", in: kept)
            try wait("the link's file") { desktop.reducesMotion == (factor == "0") }
        }
    }

    @Test(arguments: ["keyfile", "dconf"]) func gnomesSettingsAreFollowedWithoutAPortal(_ backend: String) throws {
        let environment =
            bus.environment.filter { !$0.hasPrefix("GSETTINGS_BACKEND=") } + ["GSETTINGS_BACKEND=\(backend)"]
        // Nobody is started on this bus by himself.
        let writer = try backend == "dconf" ? Lines(["/usr/libexec/dconf-service"], environment) : nil
        let deadline = ContinuousClock.now + .timeout(30)
        while try backend == "dconf" && !bus.knows("ca.desrt.dconf"), ContinuousClock.now < deadline { serve() }
        follow(on: environment)
        // What counts where nothing was set.
        try wait("GNOME's words") { desktop == DesktopSettings(reducesMotion: false, hasHighContrast: false) }
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
        try wait("motion") { desktop == DesktopSettings(reducesMotion: false, hasHighContrast: true) }
        try wait("the end of all that read") { children.isEmpty }
        #expect(try peak() <= 8192)
        _ = writer
    }

    @Test func aPortalComesBeforeTheFilesForWhatItSays() throws {
        try writeKDE("[KDE]\nAnimationDurationFactor=0\n[General]\nColorScheme=BreezeDark\n")
        follow()
        try wait("the files") { desktop.reducesMotion == true && desktop.isDark == true }
        let portal = try portal("\(Self.appearance) color-scheme uint32 2")
        // Of motion and contrast it says nothing: that is as KDE's and GNOME's files have it.
        try wait("the portal") {
            desktop == DesktopSettings(reducesMotion: true, hasHighContrast: false, isDark: false)
        }
        try wait("the end of all that read") { children.isEmpty }
        // These go on to count, and those of colours do not.
        try writeKDE("[KDE]\nAnimationDurationFactor=1\n[General]\nColorScheme=BreezeDark\n")
        try wait("motion") { desktop == DesktopSettings(reducesMotion: false, hasHighContrast: false, isDark: false) }
        portal.tell("\(Self.appearance) contrast uint32 1")
        try wait("the portal once more") { desktop.hasHighContrast == true }
        #expect(desktop == DesktopSettings(reducesMotion: false, hasHighContrast: true, isDark: false))
    }

    /// GNOME's key for motion comes by the portal: what KDE has left in this home says nothing then, and comes back no more.
    @Test func whatAnotherDesktopHasLeftDoesNotCountWhereThePortalSpeaks() throws {
        try writeKDE("[KDE]\nAnimationDurationFactor=0\n[General]\nColorScheme=BreezeDark\n")
        let portal = try portal("org.gnome.desktop.interface enable-animations true")
        follow(on: withoutFiles)
        try wait("the portal and the files") { desktop == DesktopSettings(reducesMotion: false, isDark: true) }
        portal.tell("\(Self.appearance) color-scheme uint32 2")
        portal.tell("org.gnome.desktop.a11y.interface high-contrast true")
        try wait("all of the portal") {
            desktop == DesktopSettings(reducesMotion: false, hasHighContrast: true, isDark: false)
        }
        try writeKDE("[KDE]\nAnimationDurationFactor=0\n")
        portal.tell("org.gnome.desktop.a11y.interface high-contrast false")
        try wait("the portal's last word") {
            desktop == DesktopSettings(reducesMotion: false, hasHighContrast: false, isDark: false)
        }
    }

    /// Some portals know no settings, as one for wlroots alone; and "no preference" is what one says of what nobody has set.
    @Test func aPortalThatKnowsNothingIsAsNone() throws {
        let portal = try portal()
        try writeKDE("[KDE]\nAnimationDurationFactor=0\n")
        follow(on: withoutFiles)
        try wait("the files") { desktop.reducesMotion == true }
        portal.tell("\(Self.appearance) reduced-motion uint32 0")
        portal.tell("\(Self.appearance) contrast uint32 0")
        try wait("the portal") { desktop == DesktopSettings(reducesMotion: true, hasHighContrast: false) }
    }

    @Test func filesThatAreNoneAreNoHarm() throws {
        let system = bus.folder.appendingPathComponent("system")
        try FileManager.default.createDirectory(at: system, withIntermediateDirectories: true)
        // Nobody ever writes into it.
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
        try wait("its last line") { desktop == DesktopSettings(reducesMotion: false) }
        try writeKDE("[General]\nColorScheme=BreezeDark\n")
        try wait("the one that is good") { desktop == DesktopSettings(isDark: true) }
        // None is as large.
        try writeKDE("[KDE]\nAnimationDurationFactor=0\n" + String(repeating: "a=b\n", count: 300_000))
        try wait("nothing") { desktop == DesktopSettings() }
        for number in 0..<200 { try writeKDE("[KDE]\nAnimationDurationFactor=\(number % 2)\n") }
        try wait("the last word") { desktop.reducesMotion == false }
        #expect(try peak() <= 8192)
    }

    /// It is not waited for, and its end comes.
    @Test(arguments: ["exec sleep 600", "exec yes \"$2 gtk-theme 'x'\"", "yes | tr -d '\\n'"])
    func aProgramThatDoesNotEndDelaysNobody(_ script: String) throws {
        let environment = try gsettings(script)
        let reader = try bus.reader("on", "listen object:announcement")
        #expect(fixture.host.engine.speak(in: .english, environment: environment, program: program))
        follow(on: environment)
        try wait("the program") { !children.isEmpty }
        try writeKDE("[KDE]\nAnimationDurationFactor=0\n")
        try wait("KDE's word") { desktop.reducesMotion == true }
        try showImage()
        try reader.wait("the beginning", serve: serve) { $0.compactMap(Heard.init).first?.text == "Picked up 1 item" }
        #expect(try !imageFliesHome())
        try wait("its end") { children.isEmpty }
        #expect(desktop == DesktopSettings(reducesMotion: true))
        #expect(try peak() <= 8192)
    }

    /// However that ends: nothing is left of what it has begun.
    @Test func aProgramThatIsReadEndsWithTheHelper() throws {
        follow(on: try gsettings("exec sleep 600"))
        try wait("the program") { !children.isEmpty }
        let program = try #require(children.first)
        kill(try #require(fixture.host.engine.speaker), SIGKILL)
        // Whoever takes note of its end then may do so at once or never.
        func hasEnded() -> Bool {
            (try? String(contentsOfFile: "/proc/\(program)/status", encoding: .utf8))?.contains("State:\tZ") ?? true
        }
        try wait("its end") { hasEnded() }
    }

    /// Whether it was read well is known only then.
    @Test func aProgramThatEndsLateIsRead() throws {
        follow(on: try gsettings("echo $2 enable-animations false; exec >/dev/null; sleep 0.3"))
        try wait("what it has said") { desktop == DesktopSettings(reducesMotion: true) }
        try wait("its end") { children.isEmpty }
    }

    @Test func whatAProgramShouldNotSayIsNoHarm() throws {
        let environment = try gsettings(
            """
            printf '%s\\n' "$2" "$2 enable-animations" "$2  false" 'org.gnome.shell enable-animations false'
            printf '%s enable-animations %2000s\\n' "$2" false
            printf '%s color-scheme \\033]0;dark\\n%s enable-animations false' "$2" "$2"
            printf '\\n%s high-contrast true' "$2"
            """)
        follow(on: environment)
        // The last line has no end, and is none.
        try wait("the one that is good") { desktop == DesktopSettings(reducesMotion: true) }
        let failing = try gsettings("echo $2 enable-animations false; exit 1")
        fixture.host.engine.followDesktop([])
        follow(on: failing)
        try writeKDE("[General]\nColorScheme=BreezeDark\n")
        try wait("KDE's word") { desktop.isDark == true }
        try wait("its end") { children.isEmpty }
        #expect(desktop == DesktopSettings(isDark: true))
    }
}
