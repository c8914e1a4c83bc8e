// SPDX-License-Identifier: MIT

/// Checks that every enum that an argument refers to is declared, if its interface is in the same file.
///
/// References to other files are checked by the Swift compiler, which compiles all files of a module together.
struct ReferenceChecker {
    let model: ProtocolModel
    let file: String

    func check() throws(ScannerError) {
        for interface in model.interfaces {
            for message in interface.requests + interface.events {
                for argument in message.arguments { try check(argument, of: "\(interface.name).\(message.name)") }
            }
        }
    }

    private func check(_ argument: ArgumentModel, of message: String) throws(ScannerError) {
        guard case .enumeration(let reference, _) = argument.kind,
            let interface = model.interfaces.first(where: { $0.name == reference.interface }),
            !interface.enums.contains(where: { $0.name == reference.name })
        else { return }
        throw ScannerError(
            file: file, line: argument.line,
            reason: "\(message): argument \(argument.name) names the enum \(reference.interface).\(reference.name), "
                + "which is not declared")
    }
}
