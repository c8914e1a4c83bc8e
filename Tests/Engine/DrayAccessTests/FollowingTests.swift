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
import Repository
import TestClients
import TestTimeout
import Testing
import WaylandClient
import WaylandServer
import XServer

/// HIG-18: drags follow the desktop's settings as reported by the portal, whatever the portal does.
@Suite(.serialized) final class FollowingTests: SpokenDrag {
    static let appearance = "org.freedesktop.appearance"

    init() throws { try super.init(on: AccessBus()) }

    deinit { fixture.host.engine.followDesktop([]) }

    /// Makes a frame and processes pending events.
    func serve() {
        fixture.compositor.dispatch(timeout: 5)
        fixture.compositor.advance()
    }

    func portal(_ settings: String...) throws -> Lines {
        let program = Repository.clients + "/portal.py"
        let portal = try Lines(["/usr/bin/python3", program] + settings, bus.environment)
        try portal.wait("the portal") { $0.contains("ready") }
        return portal
    }

    func follow(_ wishes: DragEngine.DesktopWishes = .all, on environment: [String]? = nil) {
        #expect(
            fixture.host.engine.followDesktop(wishes, environment: environment ?? bus.environment, program: program))
    }

    var desktop: DesktopSettings { fixture.host.engine.desktop }

    func wait(_ what: String, until holds: () -> Bool) throws {
        let deadline = ContinuousClock.now + .timeout(30)
        while !holds() {
            guard ContinuousClock.now < deadline else {
                throw AccessBus.Failure(description: "timeout waiting for \(what); the desktop is \(desktop)")
            }
            serve()
        }
    }

    /// An environment without desktop settings: an empty configuration folder, and no `gsettings`.
    var withoutFiles: [String] {
        bus.environment.filter { !$0.hasPrefix("PATH=") } + ["PATH=\(bus.folder.path)/none", "XDG_CONFIG_DIRS=/none"]
    }

    /// The opacity of the drag image.
    private var opacity: Double? {
        fixture.host.engine.shown.first?.layers.first { $0.role == .image }?.opacity
    }

    /// Drags until the image has its final opacity.
    func showImage(opacity wanted: Double = PresentationStyle.defaultOpacity) throws {
        try begin()
        try fixture.move(to: Point(x: 100, y: 60))
        try wait("the image") { opacity == wanted }
    }

    /// Releases the content over a surface that rejects it. Returns whether its image moves before it disappears.
    func imageFliesHome() throws -> Bool {
        let place = try #require(fixture.host.engine.shown.first?.layers.first { $0.role == .image }).bounds
        try fixture.release()
        var hasMoved = false
        try wait("the end of the image") {
            let layers = fixture.host.engine.shown.first?.layers ?? []
            for layer in layers where layer.role == .image && layer.bounds != place { hasMoved = true }
            return layers.isEmpty
        }
        return hasMoved
    }

    @Test func settingsApplyAtOnce() throws {
        let portal = try portal("\(Self.appearance) contrast uint32 0", "\(Self.appearance) reduced-motion uint32 0")
        follow()
        try wait("the desktop's settings") { desktop.reducesMotion == false }
        try showImage()
        portal.tell("\(Self.appearance) contrast uint32 1")
        try wait("high contrast") { opacity == 1 }
        portal.tell("\(Self.appearance) contrast uint32 0")
        try wait("standard contrast") { opacity == PresentationStyle.defaultOpacity }
        #expect(try imageFliesHome())
        portal.tell("\(Self.appearance) reduced-motion uint32 1")
        try wait("reduced motion") { desktop.reducesMotion == true }
        try showImage()
        #expect(try !imageFliesHome())
    }

    @Test func onlyRequestedSettingsAreFollowed() throws {
        let portal = try portal("\(Self.appearance) contrast uint32 1", "\(Self.appearance) reduced-motion uint32 1")
        follow(.contrast)
        try wait("high contrast") { desktop.hasHighContrast == true && desktop.reducesMotion == true }
        try showImage(opacity: 1)
        #expect(try imageFliesHome())
        fixture.host.engine.followDesktop([])
        #expect(desktop == DesktopSettings())
        try showImage()
        _ = portal
    }

    @Test func portalMayAppearAndDisappear() throws {
        follow(on: withoutFiles)
        for _ in 0..<20 { serve() }
        #expect(desktop == DesktopSettings())
        let first = try portal(
            "org.kde.kdeglobals.KDE AnimationDurationFactor '0'", "\(Self.appearance) color-scheme uint32 1")
        try wait("KDE's setting") { desktop.reducesMotion == true && desktop.isDark == true }
        first.end()
        let second = try portal("\(Self.appearance) color-scheme uint32 2")
        try wait("the next portal's value") { desktop.isDark == false }
        #expect(desktop.reducesMotion == true)
        _ = second
    }

    /// A portal that does not answer, and one that does not read its socket.
    @Test(arguments: [false, true]) func hangingPortalDoesNotBlock(_ isStopped: Bool) throws {
        let portal = try portal()
        portal.tell("silence")
        try portal.wait("silence") { $0.contains("ok silence") }
        if isStopped { kill(portal.processID, SIGSTOP) }
        let reader = try bus.reader("on", "listen object:announcement")
        #expect(fixture.host.engine.speak(in: .english, environment: withoutFiles, program: program))
        follow(on: withoutFiles)
        // The same helper announces meanwhile, and the drag has all its frames.
        try showImage()
        try reader.wait("the beginning", serve: serve) { $0.compactMap(Heard.init).first?.text == "Picked up 1 item" }
        #expect(try imageFliesHome())
        #expect(desktop == DesktopSettings())
    }

    @Test func invalidSettingsAreHarmless() throws {
        let portal = try portal("\(Self.appearance) reduced-motion uint32 1")
        follow()
        try wait("reduced motion") { desktop.reducesMotion == true }
        let process = try #require(fixture.host.engine.speaker)
        portal.tell("lie")
        portal.tell("flood 20000")
        portal.tell("\(Self.appearance) color-scheme uint32 1")
        portal.tell("\(Self.appearance) contrast <uint32 1>")
        try wait("settings") { desktop == DesktopSettings(reducesMotion: true, hasHighContrast: true, isDark: true) }
        #expect(fixture.host.engine.speaker == process)
        let text = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        let kilobytes = try #require(line.split(separator: " ").compactMap { Int($0) }.first)
        #expect(kilobytes <= 8192, "\(kilobytes) KB")
    }

    @Test func portalImpostorIsIgnored() throws {
        let portal = try portal("\(Self.appearance) reduced-motion uint32 1")
        follow(on: withoutFiles)
        try wait("reduced motion") { desktop.reducesMotion == true }
        let impostor = try bus.impostor("session", to: #require(fixture.host.engine.speaker))
        try impostor.wait("the forged signals", serve: serve) { $0.contains("done") }
        // Settings sent later are received later.
        portal.tell("\(Self.appearance) color-scheme uint32 1")
        try wait("the real settings") { desktop.isDark == true }
        #expect(desktop == DesktopSettings(reducesMotion: true, isDark: true))
    }

    @Test func helperIsRestartedThreeTimes() throws {
        let portal = try portal("\(Self.appearance) contrast uint32 1")
        follow()
        try wait("high contrast") { desktop.hasHighContrast == true }
        try showImage(opacity: 1)
        for round in 0...3 {
            let process = try #require(fixture.host.engine.speaker)
            kill(process, SIGKILL)
            // The known settings stay valid, and the drag goes on.
            if round < 3 { try wait("another process") { fixture.host.engine.speaker.map { $0 != process } ?? false } }
        }
        try wait("the last exit") { fixture.host.engine.speaker == nil }
        let later = ContinuousClock.now + .milliseconds(1500)
        while ContinuousClock.now < later { serve() }
        #expect(fixture.host.engine.speaker == nil)
        #expect(opacity == 1)
        #expect(try imageFliesHome())
        _ = portal
    }

    /// The portal is not started before the first drag, even while the first query is pending.
    @Test func firstDragStartsThePortal() throws {
        let program = Repository.clients + "/portal.py"
        try """
        [D-BUS Service]
        Name=org.freedesktop.portal.Desktop
        Exec=/usr/bin/python3 "\(program)" "\(Self.appearance) contrast uint32 1"
        """.write(
            to: bus.folder.appendingPathComponent("services/org.freedesktop.portal.Desktop.service"), atomically: true,
            encoding: .utf8)
        follow(on: withoutFiles)
        try begin()
        try wait("the portal's settings") { desktop.hasHighContrast == true }
        try fixture.release()
    }

    /// The helper, which keeps running for announcements, has already sent all settings to the first follower.
    @Test func restartedFollowerReceivesAllSettings() throws {
        let portal = try portal("\(Self.appearance) contrast uint32 1")
        speak()
        follow()
        try wait("high contrast") { desktop.hasHighContrast == true }
        fixture.host.engine.followDesktop([])
        #expect(desktop.hasHighContrast == nil)
        follow()
        try wait("high contrast again") { desktop.hasHighContrast == true }
        _ = portal
    }

    @Test func withoutASessionBusNothingChanges() throws {
        follow(on: ["DBUS_SESSION_BUS_ADDRESS=unix:path=\(bus.folder.path)/none", "PATH=/usr/bin:/bin"])
        try wait("the end of the process") { fixture.host.engine.speaker == nil }
        try showImage()
        #expect(try imageFliesHome())
    }

    /// xdg-desktop-portal and its GTK backend, with GNOME settings that change.
    @Test func realPortalIsFollowed() throws {
        let screen = try XServer()
        let environment =
            bus.environment.filter { !$0.hasPrefix("GSETTINGS_BACKEND=") } + [
                "GSETTINGS_BACKEND=keyfile", "XDG_CURRENT_DESKTOP=GNOME", "DISPLAY=\(screen.display)",
                "GTK_A11Y=none", "NO_AT_BRIDGE=1",
            ]
        func set(_ key: String, _ value: String) throws {
            let setting = try Lines(
                ["/usr/bin/gsettings", "set"] + key.split(separator: " ").map(String.init) + [value], environment)
            try setting.wait("gsettings", serve: serve) { _ in !setting.isRunning }
        }
        try set("org.gnome.desktop.interface enable-animations", "false")
        try set("org.gnome.desktop.interface color-scheme", "default")
        let backend = try Lines(["/usr/libexec/xdg-desktop-portal-gtk"], environment)
        let deadline = ContinuousClock.now + .timeout(30)
        while try !bus.knows("org.freedesktop.impl.portal.desktop.gtk"), ContinuousClock.now < deadline { serve() }
        follow()
        let frontend = try Lines(["/usr/libexec/xdg-desktop-portal"], environment)
        try wait("GNOME's settings") { desktop.reducesMotion == true && desktop.hasHighContrast == false }
        #expect(desktop.isDark == nil)
        try set("org.gnome.desktop.interface color-scheme", "prefer-dark")
        try wait("dark colours") { desktop.isDark == true }
        try set("org.gnome.desktop.a11y.interface high-contrast", "true")
        try wait("high contrast") { desktop.hasHighContrast == true }
        try set("org.gnome.desktop.interface enable-animations", "true")
        try wait("full motion") { desktop.reducesMotion == false }
        _ = (backend, frontend, screen)
    }
}
