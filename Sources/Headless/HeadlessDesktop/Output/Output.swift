// SPDX-License-Identifier: MIT

public import DrayCore
internal import WaylandServer

/// A virtual output: a `wl_output`.
public final class Output {
    public let configuration: OutputConfiguration
    /// The area in global coordinates, in points.
    public let area: Rectangle

    private var objects = ClientObjects<WlOutput>()
    private var global: Global<WlOutput>?

    init(_ configuration: OutputConfiguration, at origin: Point, display: Display) throws(HeadlessError) {
        self.configuration = configuration
        let scale = configuration.scale
        area = Rectangle(
            x: origin.x, y: origin.y, width: Double(configuration.width) / scale,
            height: Double(configuration.height) / scale)
        global = Global(display, WlOutput.self, version: 4) { [unowned self] object, _ in bind(object) }
        guard global != nil else { throw .outOfMemory }
    }

    public var name: String { configuration.name }
    /// The output scale.
    public var scale: Double { configuration.scale }

    func released(_ object: WlOutput) { objects.remove(object) }

    func sendEnter(_ surface: WlSurface) {
        for object in objects[surface.client] { surface.sendEnter(output: object) }
    }

    func sendLeave(_ surface: WlSurface) {
        for object in objects[surface.client] { surface.sendLeave(output: object) }
    }

    /// Removes the global from the registries. Clients that are about to bind it may still do so until `end()`.
    func withdraw() { global?.withdraw() }

    func end() {
        global = nil
        objects.removeAll()
    }

    private func bind(_ object: WlOutput) {
        object.setHandler(OutputRequests(self))
        objects.add(object)
        // A screen of about 96 pixels per inch, as toolkits expect if they use the value.
        let millimetres = 0.264583
        object.sendGeometry(
            x: Int32(area.x), y: Int32(area.y), physicalWidth: Int32(Double(configuration.width) * millimetres),
            physicalHeight: Int32(Double(configuration.height) * millimetres), subpixel: .unknown, make: "Dray",
            model: "headless", transform: .normal)
        object.sendMode(
            flags: [.current, .preferred], width: configuration.width, height: configuration.height, refresh: 60000)
        // The next integer scale: clients without fractional scale draw larger buffers, which are reduced.
        object.sendScale(factor: Int32(configuration.scale.rounded(.up)))
        object.sendName(name: configuration.name)
        object.sendDescription(description: "Dray headless output \(configuration.name)")
        object.sendDone()
    }
}

/// Handles the requests of one `wl_output`.
final class OutputRequests: ResourceHandler {
    private(set) weak var output: Output?

    init(_ output: Output) {
        self.output = output
    }

    func handle(_ request: WlOutput.Request, on object: WlOutput) {
        switch request {
        case .release: break
        }
    }

    func destroyed(_ object: WlOutput) { output?.released(object) }
}
