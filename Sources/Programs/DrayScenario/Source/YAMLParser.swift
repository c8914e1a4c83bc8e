// SPDX-License-Identifier: MIT

internal import CYAML

/// libyaml's parser for one text, event by event. It encapsulates all handling of libyaml's memory.
final class YAMLParser {
    private let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    private let source: SourceText
    /// The input buffer; it must outlive the parser.
    private let input: UnsafeMutableBufferPointer<UInt8>

    /// The next syntactic element of the text.
    struct Event {
        let location: Location
        let content: Content

        enum Content {
            /// - Parameter isPlain: Whether the scalar is unquoted.
            case scalar(text: String, isPlain: Bool, anchor: String?)
            case sequenceStart(anchor: String?)
            case sequenceEnd
            case mappingStart(anchor: String?)
            case mappingEnd
            case alias(String)
            case documentStart
            case documentEnd
            case streamStart
            case streamEnd
        }
    }

    /// A syntax error with libyaml's message.
    struct Failure: Error {
        let problem: String
        let location: Location
        /// The construct being parsed, and where it begins.
        var context: (text: String, location: Location)?
    }

    init(_ source: SourceText) {
        self.source = source
        var text = source.text
        input = text.withUTF8 { bytes in
            let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
            _ = copy.initialize(from: bytes)
            return copy
        }
        yaml_parser_initialize(parser)
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, input.baseAddress, input.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
        input.deallocate()
    }

    /// Returns the next event. It must not be called after the end of the stream.
    func next() throws(Failure) -> Event {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw failure }
        defer { yaml_event_delete(&event) }
        return Event(location: location(event.start_mark), content: Self.content(of: event))
    }

    private static func content(of event: yaml_event_t) -> Event.Content {
        switch event.type {
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            return .scalar(
                text: String(decoding: bytes, as: UTF8.self),
                isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE || scalar.style == YAML_ANY_SCALAR_STYLE,
                anchor: text(scalar.anchor))
        case YAML_SEQUENCE_START_EVENT: return .sequenceStart(anchor: text(event.data.sequence_start.anchor))
        case YAML_SEQUENCE_END_EVENT: return .sequenceEnd
        case YAML_MAPPING_START_EVENT: return .mappingStart(anchor: text(event.data.mapping_start.anchor))
        case YAML_MAPPING_END_EVENT: return .mappingEnd
        case YAML_ALIAS_EVENT: return .alias(text(event.data.alias.anchor) ?? "")
        case YAML_DOCUMENT_START_EVENT: return .documentStart
        case YAML_DOCUMENT_END_EVENT: return .documentEnd
        case YAML_STREAM_START_EVENT: return .streamStart
        default: return .streamEnd
        }
    }

    private static func text(_ bytes: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        bytes.map { String(cString: $0) }
    }

    private var failure: Failure {
        let problem = parser.pointee.problem.map { String(cString: $0) } ?? "out of memory"
        switch parser.pointee.error {
        case YAML_READER_ERROR: return Failure(problem: problem, location: place(of: parser.pointee.problem_offset))
        case YAML_SCANNER_ERROR, YAML_PARSER_ERROR:
            let context = parser.pointee.context.map {
                (text: String(cString: $0), location: location(parser.pointee.context_mark))
            }
            return Failure(problem: problem, location: location(parser.pointee.problem_mark), context: context)
        default: return Failure(problem: problem, location: source.start)
        }
    }

    /// The location of a byte, by its offset from the beginning.
    private func place(of offset: Int) -> Location {
        let before = String(decoding: input.prefix(offset), as: UTF8.self).unicodeScalars
        let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
        return source.location(lines.count, (lines.last?.count ?? 0) + 1)
    }

    private func location(_ mark: yaml_mark_t) -> Location { source.location(mark.line + 1, mark.column + 1) }
}
