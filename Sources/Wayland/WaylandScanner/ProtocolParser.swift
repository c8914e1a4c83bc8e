// SPDX-License-Identifier: MIT

import Foundation
import FoundationXML

/// Parses a Wayland protocol file into a `ProtocolModel`.
///
/// Foundation's parser reads the XML. This class checks the vocabulary of `wayland.dtd` and the additional rules of the
/// format (unique names, references that resolve, integers in range).
final class ProtocolParser: NSObject, XMLParserDelegate {
    private let file: String
    private var stack: [Element] = []
    private var text = ""
    private var result: ProtocolModel?
    private var failure: ScannerError?

    /// The element that is being parsed, with its content so far.
    private enum Element {
        case protocolFile(ProtocolModel)
        case interface(InterfaceModel)
        case message(MessageModel, isRequest: Bool)
        case enumeration(EnumModel)
        case argument(ArgumentModel)
        case entry(EntryModel)
        case description(Description)
        case ignored

        var name: String {
            switch self {
            case .protocolFile: "protocol"
            case .interface: "interface"
            case .message(_, isRequest: true): "request"
            case .message(_, isRequest: false): "event"
            case .enumeration: "enum"
            case .argument: "arg"
            case .entry: "entry"
            case .description: "description"
            case .ignored: "copyright"
            }
        }
    }

    private init(file: String) {
        self.file = file
    }

    /// Parses `data`. `file` is used only in errors and for the name of the output.
    static func parse(_ data: Data, file: String) throws(ScannerError) -> ProtocolModel {
        let parser = XMLParser(data: data)
        let delegate = ProtocolParser(file: file)
        parser.delegate = delegate
        let finished = parser.parse()
        if let failure = delegate.failure { throw failure }
        guard finished, let result = delegate.result else {
            throw ScannerError(
                file: file, line: parser.lineNumber,
                reason: "not well-formed XML: \(Self.reason(of: parser.parserError))")
        }
        return result
    }

    // MARK: Elements

    func parser(
        _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        guard failure == nil else { return }
        text = ""
        do throws(ScannerError) {
            stack.append(
                try open(element, Attributes(values: attributes, element: element, file: file, line: parser.lineNumber))
            )
        } catch {
            stop(parser, error)
        }
    }

    func parser(_ parser: XMLParser, foundCharacters characters: String) {
        text += characters
    }

    func parser(
        _ parser: XMLParser, didEndElement element: String, namespaceURI: String?, qualifiedName: String?
    ) {
        guard failure == nil, let closed = stack.popLast() else { return }
        do throws(ScannerError) {
            try close(closed, line: parser.lineNumber)
        } catch {
            stop(parser, error)
        }
    }

    private func open(_ element: String, _ attributes: Attributes) throws(ScannerError) -> Element {
        let parent = stack.last
        switch (element, parent) {
        case ("protocol", nil):
            return .protocolFile(
                ProtocolModel(name: try attributes.required("name"), fileStem: Self.stem(of: file), interfaces: []))
        case ("interface", .protocolFile):
            return .interface(
                InterfaceModel(name: try attributes.name(), version: try attributes.version("version")))
        case ("request", .interface), ("event", .interface):
            return .message(try message(attributes), isRequest: element == "request")
        case ("enum", .interface):
            return .enumeration(
                EnumModel(name: try attributes.name(), isBitfield: try attributes.flag("bitfield")))
        case ("entry", .enumeration):
            return .entry(
                EntryModel(
                    name: try attributes.name(), value: try attributes.unsigned("value"),
                    since: attributes.optional("since") == nil ? 1 : try attributes.version("since"),
                    summary: attributes.optional("summary")))
        case ("arg", .message):
            return .argument(try argument(attributes))
        case ("description", _):
            return .description(Description(summary: attributes.optional("summary") ?? "", text: ""))
        case ("copyright", .protocolFile):
            return .ignored
        case (_, nil):
            throw attributes.error("the document begins with <\(element)>, a protocol file begins with <protocol>")
        case (_, .some(let parent)):
            throw attributes.error("<\(element)> cannot stand inside <\(parent.name)>")
        }
    }

    private func close(_ closed: Element, line: Int) throws(ScannerError) {
        switch (closed, stack.popLast()) {
        case (.protocolFile(let model), nil):
            try ReferenceChecker(model: model, file: file).check()
            result = model
        case (.interface(let interface), .protocolFile(var model)):
            guard !model.interfaces.contains(where: { $0.name == interface.name }) else {
                throw twice("interface \(interface.name)", line)
            }
            model.interfaces.append(interface)
            stack.append(.protocolFile(model))
        case (.message(let message, let isRequest), .interface(var interface)):
            let known = isRequest ? interface.requests : interface.events
            guard !known.contains(where: { $0.name == message.name }) else {
                throw twice("\(interface.name).\(message.name)", line)
            }
            guard message.since <= interface.version else {
                throw ScannerError(
                    file: file, line: line,
                    reason: "\(interface.name).\(message.name) is since version \(message.since), "
                        + "but the interface has version \(interface.version)")
            }
            if isRequest { interface.requests.append(message) } else { interface.events.append(message) }
            stack.append(.interface(interface))
        case (.enumeration(let enumeration), .interface(var interface)):
            guard !interface.enums.contains(where: { $0.name == enumeration.name }) else {
                throw twice("enum \(interface.name).\(enumeration.name)", line)
            }
            interface.enums.append(enumeration)
            stack.append(.interface(interface))
        case (.entry(let entry), .enumeration(var enumeration)):
            guard !enumeration.entries.contains(where: { $0.name == entry.name }) else {
                throw twice("entry \(enumeration.name).\(entry.name)", line)
            }
            enumeration.entries.append(entry)
            stack.append(.enumeration(enumeration))
        case (.argument(let argument), .message(var message, let isRequest)):
            guard !message.arguments.contains(where: { $0.name == argument.name }) else {
                throw twice("argument \(argument.name) of \(message.name)", line)
            }
            message.arguments.append(argument)
            stack.append(.message(message, isRequest: isRequest))
        case (.description(var description), .some(let parent)):
            description.text = text
            stack.append(describe(parent, description))
        case (.ignored, .some(let parent)):
            stack.append(parent)
        case (_, let parent):
            // `open` allows no other nesting.
            if let parent { stack.append(parent) }
        }
    }

    /// Adds a description to its element; entries and arguments keep their one-line summary instead.
    private func describe(_ parent: Element, _ description: Description) -> Element {
        switch parent {
        case .protocolFile(var model):
            model.description = description
            return .protocolFile(model)
        case .interface(var interface):
            interface.description = description
            return .interface(interface)
        case .message(var message, let isRequest):
            message.description = description
            return .message(message, isRequest: isRequest)
        case .enumeration(var enumeration):
            enumeration.description = description
            return .enumeration(enumeration)
        case .argument, .entry, .description, .ignored:
            return parent
        }
    }

    // MARK: Attributes

    private func message(_ attributes: Attributes) throws(ScannerError) -> MessageModel {
        let type = attributes.optional("type")
        guard type == nil || type == "destructor" else {
            throw attributes.error("unknown message type \"\(type ?? "")\"; the only one is \"destructor\"")
        }
        return MessageModel(
            name: try attributes.name(), isDestructor: type == "destructor",
            since: attributes.optional("since") == nil ? 1 : try attributes.version("since"))
    }

    private func argument(_ attributes: Attributes) throws(ScannerError) -> ArgumentModel {
        let name = try attributes.name()
        let type = try attributes.required("type")
        let interface = attributes.optional("interface")
        let nullable = try attributes.flag("allow-null")
        let kind: ArgumentModel.Kind
        switch type {
        case "int": kind = .int
        case "uint": kind = .uint
        case "fixed": kind = .fixed
        case "array": kind = .array
        case "fd": kind = .descriptor
        case "string": kind = .string(nullable: nullable)
        case "object": kind = .object(interface: interface, nullable: nullable)
        case "new_id": kind = .newID(interface: interface)
        default:
            throw attributes.error(
                "argument \(name) has the unknown type \"\(type)\"; "
                    + "known are int, uint, fixed, string, object, new_id, array and fd")
        }
        let argument = ArgumentModel(
            name: name, kind: kind, summary: attributes.optional("summary"), line: attributes.line)
        guard let reference = attributes.optional("enum") else { return argument }
        guard kind == .int || kind == .uint else {
            throw attributes.error("argument \(name) names an enum, but is neither int nor uint")
        }
        return ArgumentModel(
            name: name, kind: .enumeration(self.reference(reference), signed: kind == .int), summary: argument.summary,
            line: argument.line)
    }

    /// Resolves an enum reference to the current interface, unless the attribute names another one.
    private func reference(_ attribute: String) -> EnumReference {
        let parts = attribute.split(separator: ".", maxSplits: 1).map(String.init)
        if parts.count == 2 { return EnumReference(interface: parts[0], name: parts[1]) }
        for case .interface(let interface) in stack { return EnumReference(interface: interface.name, name: attribute) }
        return EnumReference(interface: "", name: attribute)
    }

    // MARK: Errors

    private func twice(_ what: String, _ line: Int) -> ScannerError {
        ScannerError(file: file, line: line, reason: "\(what) is declared twice")
    }

    private func stop(_ parser: XMLParser, _ error: ScannerError) {
        failure = error
        parser.abortParsing()
    }

    private static func reason(of error: (any Error)?) -> String {
        guard let error = error as NSError? else { return "the document ends too early" }
        let detail = error.userInfo["NSXMLParserErrorMessage"] as? String
        return detail?.trimmingCharacters(in: .whitespacesAndNewlines) ?? "parser error \(error.code)"
    }

    private static func stem(of file: String) -> String {
        URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
    }
}
