// SPDX-License-Identifier: MIT

internal import TestClients
internal import WaylandClient

// The guarantees of `dray_drag_surface_v1` and its zones: the zone under the drag, and protocol errors.

extension Stage {
    /// A zone around a position in the target's window, extending 6 points to each side.
    fileprivate func zone(
        _ name: String, around place: ScreenPlace, on surface: DrayDragSurfaceV1,
        behaviour: DrayDragZoneV1.Behaviour = []
    ) -> DrayDragZoneV1 {
        target.words.zone(
            name, on: surface, at: (place.localX - 6, place.localY - 6, 12, 12), label: name, behaviour: behaviour)
    }

    /// Divides the target's window into one zone for the whole of it, and two small ones at the positions that the
    /// pointer can reach, without a commit.
    fileprivate func divide(
        _ behaviour: DrayDragZoneV1.Behaviour = []
    ) throws -> (surface: DrayDragSurfaceV1, here: DrayDragZoneV1, there: DrayDragZoneV1) {
        try press(in: source)
        try letGo()
        guard let window = target.window else { throw NotSeen(reason: "the target has no window") }
        let surface = target.words.surface(window.surface)
        return (
            surface, zone("here", around: target.places[0], on: surface, behaviour: behaviour),
            zone("there", around: target.places[1], on: surface, behaviour: behaviour)
        )
    }

    /// The events of zones and drags at the target, in order.
    fileprivate var zoneWords: [String] {
        target.told.filter { $0.hasPrefix("enter ") || $0.hasPrefix("leave ") || ["wl:leave", "wl:drop"].contains($0) }
    }
}

extension ConformanceCheck {
    static let ofZones: [ConformanceCheck] = ofZoneEvents + ofZoneMistakes

    private static let ofZoneEvents: [ConformanceCheck] = [
        ConformanceCheck(.zones, "enter, after wl_data_device.enter", needsHand: true) {
            stage in
            let (surface, _, _) = try stage.divide()
            surface.commit()
            try stage.begin(stage.makeContent())
            try stage.enterTarget()
            try stage.wait(for: "enter here", at: stage.target)
            try stage.expect(stage.target.heard("wl:enter", before: "enter here"), "the order is wrong")
        },
        ConformanceCheck(
            .zones, "leave before the enter of another zone, and before wl_data_device.leave", needsHand: true
        ) {
            stage in
            let (surface, _, _) = try stage.divide()
            surface.commit()
            try stage.begin(stage.makeContent())
            try stage.enterTarget()
            try stage.wait(for: "enter here", at: stage.target)
            try stage.move(to: stage.target.places[1])
            try stage.wait(for: "enter there", at: stage.target)
            try stage.leave()
            try stage.wait(for: "wl:leave", at: stage.target)
            try stage.expect(
                stage.zoneWords == ["enter here", "leave here", "enter there", "leave there", "wl:leave"],
                "it is \(stage.zoneWords)")
        },
        ConformanceCheck(.zones, "a drop on the zone has no leave before it", needsHand: true) { stage in
            let (surface, _, _) = try stage.divide()
            surface.commit()
            _ = try stage.bring(stage.makeContent())
            try stage.wait(for: "enter here", at: stage.target)
            try stage.drop(on: stage.target)
            // wl_data_device may send a leave after the drop.
            try stage.expect(stage.zoneWords.starts(with: ["enter here", "wl:drop"]), "it is \(stage.zoneWords)")
        },
        ConformanceCheck(.zones, "zones are applied with their commit", needsHand: true) { stage in
            let (surface, _, _) = try stage.divide()
            try stage.begin(stage.makeContent())
            try stage.enterTarget()
            try stage.settle()
            try stage.expect(stage.zoneWords.isEmpty, "a zone is entered before it is committed")
            surface.commit()
            try stage.wait(for: "enter here", at: stage.target)
        },
        ConformanceCheck(.zones, "of overlapping zones, the one created last is used", needsHand: true) {
            stage in
            let (surface, _, _) = try stage.divide()
            _ = stage.target.words.zone("last", on: surface, at: (-1000, -1000, 5000, 5000))
            surface.commit()
            try stage.begin(stage.makeContent())
            try stage.enterTarget()
            try stage.wait(for: "enter last", at: stage.target)
            try stage.expect(stage.zoneWords == ["enter last"], "it is \(stage.zoneWords)")
        },
        ConformanceCheck(
            .zones, "a destroyed zone receives no leave; the zone below is entered", needsHand: true
        ) {
            stage in
            let (surface, _, _) = try stage.divide()
            let upper = stage.target.words.zone("upper", on: surface, at: (-1000, -1000, 5000, 5000))
            surface.commit()
            try stage.begin(stage.makeContent())
            try stage.enterTarget()
            try stage.wait(for: "enter upper", at: stage.target)
            upper.destroy()
            surface.commit()
            try stage.wait(for: "enter here", at: stage.target)
            try stage.expect(!stage.target.heard("leave upper"), "leave is sent")
        },
        ConformanceCheck(.zones, "spring, after the drag has hovered over a spring-loaded zone", needsHand: true) {
            stage in
            let (surface, _, _) = try stage.divide(.springLoaded)
            surface.commit()
            _ = try stage.bring(stage.makeContent())
            try stage.wait(for: "enter here", at: stage.target)
            try stage.expect(!stage.target.heard("spring here"), "spring is sent at once")
            try stage.wait(for: "spring here", at: stage.target)
        },
        ConformanceCheck(.zones, "scroll down, while the drag is near a lower edge", needsHand: true) {
            stage in
            try stage.press(in: stage.source)
            try stage.letGo()
            guard let window = stage.target.window else { return }
            let surface = stage.target.words.surface(window.surface)
            let place = stage.target.places[0]
            _ = stage.target.words.zone(
                "list", on: surface, at: (place.localX - 100, place.localY - 196, 200, 200),
                behaviour: .scrollVertically)
            surface.commit()
            _ = try stage.bring(stage.makeContent())
            try stage.wait(for: "scroll") { stage.target.told.contains { $0.hasPrefix("scroll list") } }
            for entry in stage.target.told where entry.hasPrefix("scroll") {
                let words = entry.split(separator: " ")
                try stage.expect(words.count == 4 && words[2] == "0" && !words[3].hasPrefix("-"), "it is \(entry)")
            }
        },
        ConformanceCheck(.zones, "no events of drags over other clients", needsHand: true) { stage in
            let (surface, _, _) = try stage.divide(.springLoaded)
            surface.commit()
            try stage.begin(stage.makeContent())
            try stage.move(to: stage.source.places[0])
            try stage.expect(stage.zoneWords.isEmpty, "it is \(stage.zoneWords)")
        },
    ]

    private static let ofZoneMistakes: [ConformanceCheck] = [
        ConformanceCheck(.zones, "set_rectangle with a negative size: invalid_rectangle") { stage in
            let surface = stage.source.words.surface(stage.source.client.makeSurface())
            _ = stage.source.words.zone("zone", on: surface, at: (0, 0, 5, -5))
            try stage.expectError(DrayDragZoneV1.Error.invalidRectangle, by: DrayDragZoneV1.self)
        },
        ConformanceCheck(.zones, "set_behaviour with an unknown bit: invalid_behaviour") { stage in
            let surface = stage.source.words.surface(stage.source.client.makeSurface())
            _ = stage.source.words.zone("zone", on: surface, at: (0, 0, 5, 5), behaviour: .init(rawValue: 1 << 31))
            try stage.expectError(DrayDragZoneV1.Error.invalidBehaviour, by: DrayDragZoneV1.self)
        },
        ConformanceCheck(.zones, "zones may exceed the surface, and have any size") { stage in
            let surface = stage.source.words.surface(stage.source.client.makeSurface())
            _ = stage.source.words.zone("zone", on: surface, at: (.min, .max, .max, 0), container: .max, label: "")
            surface.commit()
            try stage.expectNoError()
        },
        ConformanceCheck(.zones, "zones of a destroyed object are inert") { stage in
            let surface = stage.source.words.surface(stage.source.client.makeSurface())
            let zone = stage.source.words.zone("zone", on: surface, at: (0, 0, 5, 5))
            surface.destroy()
            zone.setRectangle(x: 0, y: 0, width: 2, height: 2)
            zone.setLabel(label: "late")
            zone.destroy()
            try stage.expectNoError()
        },
        ConformanceCheck(.zones, "512 zones on a surface; beyond a limit: too_many_zones") { stage in
            let surface = stage.source.words.surface(stage.source.client.makeSurface())
            func add(_ count: Int) { for _ in 0..<count { stage.source.client.keep(surface.createZone().proxy) } }
            for _ in 0..<16 {
                add(32)
                try stage.settle()
            }
            surface.commit()
            try stage.expectNoError()
            try stage.untilRefused(DrayDragSurfaceV1.Error.tooManyZones, by: DrayDragSurfaceV1.self) { _ in add(32) }
        },
        ConformanceCheck(.zones, "4096 zones of a client") { stage in
            for _ in 0..<16 {
                let surface = stage.source.words.surface(stage.source.client.makeSurface())
                for number in 0..<256 {
                    stage.source.client.keep(surface.createZone().proxy)
                    if number.isMultiple(of: 32) { try stage.settle() }
                }
            }
            try stage.expectNoError()
        },
    ]
}
