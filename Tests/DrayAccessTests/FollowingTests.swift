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
import TestClients
import TestTimeout
import Testing
import WaylandClient
import WaylandServer
import XServer

/// HIG-18: drags move and look as the desktop's portal says, whatever that does.
@Suite(.serialized) final class FollowingTests: SpokenDrag {
    static let appearance = "org.freedesktop.appearance"

    init() throws { try super.init(on: AccessBus()) }

    deinit { fixture.host.engine.followDesktop([]) }

    /// A frame goes by, and whatever has come is heard.
    func serve() {
        fixture.compositor.dispatch(timeout: 5)
        fixture.compositor.advance()
    }

    func portal(_ settings: String...) throws -> Lines {
        let program = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Clients/portal.py").path
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
                throw AccessBus.Failure(description: "\(what) did not come; the desktop is \(desktop)")
            }
            serve()
        }
    }

    /// Where no desktop keeps any settings: the folder is empty, and there is no `gsettings`.
    var withoutFiles: [String] {
        bus.environment.filter { !$0.hasPrefix("PATH=") } + ["PATH=\(bus.folder.path)/none", "XDG_CONFIG_DIRS=/none"]
    }

    /// Of the drag's image.
    private var opacity: Double? {
        fixture.host.engine.shown.first?.layers.first { $0.role == .image }?.opacity
    }

    /// Drags until the image is there as it stays.
    func showImage(opacity wanted: Double = PresentationStyle.defaultOpacity) throws {
        try begin()
        try fixture.move(to: Point(x: 100, y: 60))
        try wait("the image") { opacity == wanted }
    }

    /// Lets go of it over what takes nothing; whether its image has moved from where it was before it went.
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

    @Test func whatTheDesktopWishesIsObeyedAtOnce() throws {
        let portal = try portal("\(Self.appearance) contrast uint32 0", "\(Self.appearance) reduced-motion uint32 0")
        follow()
        try wait("what the desktop wishes") { desktop.reducesMotion == false }
        try showImage()
        portal.tell("\(Self.appearance) contrast uint32 1")
        try wait("high contrast") { opacity == 1 }
        portal.tell("\(Self.appearance) contrast uint32 0")
        try wait("contrast as ever") { opacity == PresentationStyle.defaultOpacity }
        #expect(try imageFliesHome())
        portal.tell("\(Self.appearance) reduced-motion uint32 1")
        try wait("reduced motion") { desktop.reducesMotion == true }
        try showImage()
        #expect(try !imageFliesHome())
    }

    @Test func onlyWhatIsAskedForIsFollowed() throws {
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

    @Test func aPortalIsReadWhenItComesAndGoesWithoutAnyChange() throws {
        follow(on: withoutFiles)
        for _ in 0..<20 { serve() }
        #expect(desktop == DesktopSettings())
        let first = try portal(
            "org.kde.kdeglobals.KDE AnimationDurationFactor '0'", "\(Self.appearance) color-scheme uint32 1")
        try wait("KDE's word") { desktop.reducesMotion == true && desktop.isDark == true }
        first.end()
        let second = try portal("\(Self.appearance) color-scheme uint32 2")
        try wait("the next portal's word") { desktop.isDark == false }
        #expect(desktop.reducesMotion == true)
        _ = second
    }

    /// One that answers nothing, and one that does not even take what it is sent.
    @Test(arguments: [false, true]) func aPortalThatHangsDelaysNobody(_ isStopped: Bool) throws {
        let portal = try portal()
        portal.tell("silence")
        try portal.wait("silence") { $0.contains("ok silence") }
        if isStopped { kill(portal.processID, SIGSTOP) }
        let reader = try bus.reader("on", "listen object:announcement")
        #expect(fixture.host.engine.speak(in: .english, environment: withoutFiles, program: program))
        follow(on: withoutFiles)
        // The same process speaks meanwhile, and a whole drag has its frames.
        try showImage()
        try reader.wait("the beginning", serve: serve) { $0.compactMap(Heard.init).first?.text == "Picked up 1 item" }
        #expect(try imageFliesHome())
        #expect(desktop == DesktopSettings())
    }

    @Test func whatNoPortalSaysIsNoHarm() throws {
        let portal = try portal("\(Self.appearance) reduced-motion uint32 1")
        follow()
        try wait("reduced motion") { desktop.reducesMotion == true }
        let process = try #require(fixture.host.engine.speaker)
        portal.tell("lie")
        portal.tell("flood 20000")
        portal.tell("\(Self.appearance) color-scheme uint32 1")
        portal.tell("\(Self.appearance) contrast <uint32 1>")
        try wait("the truth") { desktop == DesktopSettings(reducesMotion: true, hasHighContrast: true, isDark: true) }
        #expect(fixture.host.engine.speaker == process)
        let text = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        let kilobytes = try #require(line.split(separator: " ").compactMap { Int($0) }.first)
        #expect(kilobytes <= 8192, "\(kilobytes) KB")
    }

    @Test func whoPretendsToBeThePortalIsNotBelieved() throws {
        let portal = try portal("\(Self.appearance) reduced-motion uint32 1")
        follow(on: withoutFiles)
        try wait("reduced motion") { desktop.reducesMotion == true }
        let impostor = try bus.impostor("session", to: #require(fixture.host.engine.speaker))
        try impostor.wait("the lie", serve: serve) { $0.contains("done") }
        // What comes later has been heard later.
        portal.tell("\(Self.appearance) color-scheme uint32 1")
        try wait("the truth") { desktop.isDark == true }
        #expect(desktop == DesktopSettings(reducesMotion: true, isDark: true))
    }

    @Test func aProcessThatDiesIsStartedThreeTimesAgain() throws {
        let portal = try portal("\(Self.appearance) contrast uint32 1")
        follow()
        try wait("high contrast") { desktop.hasHighContrast == true }
        try showImage(opacity: 1)
        for round in 0...3 {
            let process = try #require(fixture.host.engine.speaker)
            kill(process, SIGKILL)
            // What is known stays known, and the drag goes on.
            if round < 3 { try wait("another process") { fixture.host.engine.speaker.map { $0 != process } ?? false } }
        }
        try wait("the end of the last") { fixture.host.engine.speaker == nil }
        let later = ContinuousClock.now + .milliseconds(1500)
        while ContinuousClock.now < later { serve() }
        #expect(fixture.host.engine.speaker == nil)
        #expect(opacity == 1)
        #expect(try imageFliesHome())
        _ = portal
    }

    /// Which nobody may start as drags are yet to come, and anybody as one begins: also where the first question is on its way.
    @Test func theFirstDragStartsThePortal() throws {
        let program = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Clients/portal.py").path
        try """
        [D-BUS Service]
        Name=org.freedesktop.portal.Desktop
        Exec=/usr/bin/python3 "\(program)" "\(Self.appearance) contrast uint32 1"
        """.write(
            to: bus.folder.appendingPathComponent("services/org.freedesktop.portal.Desktop.service"), atomically: true,
            encoding: .utf8)
        follow(on: withoutFiles)
        try begin()
        try wait("the portal's words") { desktop.hasHighContrast == true }
        try fixture.release()
    }

    /// The process has said all before to somebody else, who needs it no more; it goes on for another's sake.
    @Test func whoFollowsAgainHearsAllOfIt() throws {
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

    /// xdg-desktop-portal and GTK's part of it, with settings of GNOME's that change.
    @Test func theRealPortalIsFollowed() throws {
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
        try wait("GNOME's words") { desktop.reducesMotion == true && desktop.hasHighContrast == false }
        #expect(desktop.isDark == nil)
        try set("org.gnome.desktop.interface color-scheme", "prefer-dark")
        try wait("dark") { desktop.isDark == true }
        try set("org.gnome.desktop.a11y.interface high-contrast", "true")
        try wait("high contrast") { desktop.hasHighContrast == true }
        try set("org.gnome.desktop.interface enable-animations", "true")
        try wait("motion") { desktop.reducesMotion == false }
        _ = (backend, frontend, screen)
    }
}
