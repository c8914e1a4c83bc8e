// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Pens, fingers and outputs, with programs that do not know Dray.
@Suite struct DeviceTests {
    private func play(_ yaml: String, _ ground: borrowing Playground) throws -> Playground.Outcome {
        let outcome = try ground.run(yaml: yaml)
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        #expect(ground.leftovers.isEmpty)
        return outcome
    }

    @Test func aPenDragsFromOneToolkitToAnother() throws {
        let ground = try Playground()
        let steps = """
              - wait: {windows: [source, target]}
              - wait: {quiet: 300ms}
              - pen: {enter: {window: source}}
              - pen: {down: {pressure: 0.3}}
              - pen: {move: {to: {window: source, at: [60%, 55%]}, duration: 200ms}}
              - wait: {event: {client: source, name: wl_data_device.enter}}
              - say: The mouse has no say in it.
              - pointer: {move: {to: {screen: [5, 5]}}}
              - pen: {move: {to: {window: target}, duration: 400ms, pressure: 0.8}}
              - expect: {target: target, action: copy, badge: plus, cursor: grabbing}
              - pen: up
              - expect: {action: copy, result: finished, payload: {equals: a note}}
              - expect: {client: {name: target, output: {matches: '"event": ?"received"'}}}
              - pen: leave
            """
        _ = try play(RealClients.scenario(from: "gtk4", to: "qt6", mark: ground.mark, steps: steps), ground)
    }

    @Test func thePensUpperButtonIsAModifierAndUnpluggingCancels() throws {
        let ground = try Playground()
        let yaml = """
            name: test
            clients:
              both:
                command: [/usr/bin/python3, "\(RealClients.folder)/gtk4-dnd.py", --role, both, --title, Both, --app-id,
                  "\(ground.mark)"]
                windows: {both: {title: Both, position: [60, 120], size: 760x360}}
            steps:
              - wait: {window: both}
              - wait: {quiet: 300ms}
              - pen: {down: {at: {content: both, at: [25%, 50%]}}}
              - pen: {move: {to: {window: both, at: [30%, 55%]}, duration: 200ms}}
              - wait: {event: {client: both, name: wl_data_device.enter}}
              - pen: {move: {to: {window: both, at: [75%, 50%]}, duration: 400ms}}
              - expect: {target: both, action: move, badge: none, cursor: grabbing}
              - pen: {hold: upper}
              - expect: {action: copy, badge: plus, cursor: grabbing}
              - pen: {release: upper}
              - expect: {action: move}
              - unplug: pen
              - expect: {result: cancelled, target: none}
              - plug: pen
              - pen: {enter: {window: both}}
              - say: It is a pointer as before. GTK 4.18 does not set its cursor again after the drag.
              - pen: {move: {to: {window: both, at: [60%, 55%]}, duration: 100ms}}
              - expect: {client: {name: both, output: {matches: '"drag-end"(.|\\n)*"enter"'}}}
            """
        _ = try play(yaml, ground)
    }

    @Test func aDragEndsWhenItsTouchIsCancelled() throws {
        let ground = try Playground()
        let steps = """
              - wait: {windows: [source, target]}
              - wait: {quiet: 300ms}
              - touch: {down: {at: {window: source}}}
              - wait: {time: 600ms}
              - touch: {move: {to: {window: source, at: [60%, 55%]}, duration: 200ms}}
              - wait: {event: {client: source, name: wl_data_device.enter}}
              - touch: {down: {at: {screen: [500, 30]}, finger: 1}}
              - touch:
                  move:
                    - {to: {window: target}, duration: 400ms}
                    - {to: {screen: [700, 40]}, finger: 1, duration: 100ms}
              - expect: {target: target, action: copy}
              - touch: cancel
              - expect: {result: cancelled}
              - expect: {client: {name: target, output: {matches: '"event": ?"drag-leave"'}}}
              - expect: {client: {name: source, output: {matches: '"event": ?"drag-end".*"cancelled"'}}}
            """
        _ = try play(RealClients.scenario(from: "gtk3", to: "gtk4", mark: ground.mark, steps: steps), ground)
    }

    @Test func anOutputIsUnpluggedUnderADrag() throws {
        let ground = try Playground()
        let steps = """
              - wait: {window: source}
              - say: The target comes last, so it lies above the source when it has no other place.
              - start: target
              - wait: {window: target}
              - wait: {quiet: 300ms}
            \(RealClients.pickUp)
              - pointer: {move: {to: {window: target}, duration: 400ms}}
              - expect: {target: target, action: copy}
              - picture: both
              - picture: {name: right, of: {output: tv}}
              - picture: {name: window, of: {window: target}}
              - unplug: {output: tv}
              - say: The window has come to the first output, and the pointer to its edge.
              - expect: {target: none, events: [{client: target, name: wl_surface.leave}]}
              - picture: one
              - plug: {output: tv}
              - pointer: {move: {to: {window: target, at: [90%, 50%]}, duration: 400ms}}
              - expect: {target: target, action: copy}
              - pointer: {release: left}
              - expect: {action: copy, result: finished, payload: {equals: a note}}
            """
        let head = "outputs: [{name: laptop, size: 640x480}, {name: tv, size: 640x480, scale: 1.5}]"
        _ = try play(
            RealClients.scenario(
                from: "gtk4", to: "gtk3", mark: ground.mark, head: head, targetPosition: "[720, 60]", steps: steps),
            ground)
        #expect(try size(of: "both", ground) == [1920, 720])
        #expect(try size(of: "right", ground) == [960, 720])
        #expect(try size(of: "window", ground) == [570, 540])
        #expect(try size(of: "one", ground) == [640, 480])
    }

    /// The width and height of a screenshot of the run.
    private func size(of name: String, _ ground: borrowing Playground) throws -> [UInt32] {
        let data = try Data(contentsOf: URL(fileURLWithPath: ground.path("run/\(name).png")))
        return [16, 20].map { start in data[start..<(start + 4)].reduce(0) { $0 << 8 | UInt32($1) } }
    }
}
