// SPDX-License-Identifier: MIT

/// Combines the interfaces of several files: limits them to the supported versions, and merges additions in later
/// files.
///
/// Bindings are used in exhaustive switches, so a request in a newer system file would break the build. It is left out
/// instead, and clients are offered the version without it.
struct ProtocolCombiner {
    /// The highest supported version of each interface; an interface that is missing here is not limited.
    let versions: [String: UInt32]

    func combine(_ models: [ProtocolModel]) -> [ProtocolModel] {
        var combined: [ProtocolModel] = []
        for model in models {
            var model = model
            model.interfaces = model.interfaces.compactMap { interface in
                guard let place = place(of: interface.name, in: combined) else { return limited(interface) }
                combined[place.model].interfaces[place.interface].add(interface)
                return nil
            }
            combined.append(model)
        }
        return combined
    }

    private func place(of name: String, in models: [ProtocolModel]) -> (model: Int, interface: Int)? {
        for (index, model) in models.enumerated() {
            if let interface = model.interfaces.firstIndex(where: { $0.name == name }) { return (index, interface) }
        }
        return nil
    }

    private func limited(_ interface: InterfaceModel) -> InterfaceModel {
        guard let limit = versions[interface.name], limit < interface.version else { return interface }
        var limited = interface
        limited.version = limit
        // Messages are numbered in the order of their versions, so only the last ones are removed.
        limited.requests.removeAll { $0.since > limit }
        limited.events.removeAll { $0.since > limit }
        for index in limited.enums.indices { limited.enums[index].entries.removeAll { $0.since > limit } }
        return limited
    }
}

extension InterfaceModel {
    /// Appends the messages and enums of a later file that this interface lacks.
    fileprivate mutating func add(_ addition: InterfaceModel) {
        guard addition.version > version else { return }
        requests += addition.requests.filter { $0.since > version }
        events += addition.events.filter { $0.since > version }
        enums += addition.enums.filter { added in !enums.contains { $0.name == added.name } }
        version = addition.version
    }
}
