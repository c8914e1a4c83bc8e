// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import WaylandScanner

/// An error in a protocol file is reported with its file, its line and its reason.
@Suite struct MalformedProtocolTests {
    struct Mistake: Sendable, CustomTestStringConvertible {
        var xml: String
        var line: Int
        var reason: String

        /// - Parameter body: The content of the file from its third line on, inside an interface of version 2.
        init(_ body: String, line: Int = 3, _ reason: String) {
            xml = "<protocol name=\"p\">\n<interface name=\"i\" version=\"2\">\n\(body)\n</interface>\n</protocol>\n"
            self.line = line
            self.reason = reason
        }

        init(whole xml: String, line: Int = 1, _ reason: String) {
            self.xml = xml
            self.line = line
            self.reason = reason
        }

        var testDescription: String { reason }
    }

    static let vocabulary: [Mistake] = [
        Mistake(
            whole: "<interface name=\"i\"/>",
            "the document begins with <interface>, a protocol file begins with <protocol>"),
        Mistake(
            whole: "\n\n<html/>", line: 3, "the document begins with <html>, a protocol file begins with <protocol>"),
        Mistake(whole: "<protocol/>", "<protocol> lacks the attribute \"name\""),
        Mistake(whole: "<protocol name=p/>", "<protocol> lacks the attribute \"name\""),
        Mistake(whole: "<protocol name=\"\"/>", "<protocol> lacks the attribute \"name\""),
        Mistake(
            whole: "<protocol name=\"p\">\n<request name=\"r\"/></protocol>", line: 2,
            "<request> cannot stand inside <protocol>"),
        Mistake("<gadget/>", "<gadget> cannot stand inside <interface>"),
        Mistake("<interface name=\"j\" version=\"1\"/>", "<interface> cannot stand inside <interface>"),
        Mistake("<arg name=\"a\" type=\"int\"/>", "<arg> cannot stand inside <interface>"),
        Mistake(
            "<request name=\"r\">\n<entry name=\"e\" value=\"1\"/></request>", line: 4,
            "<entry> cannot stand inside <request>"),
        Mistake("<request/>", "<request> lacks the attribute \"name\""),
        Mistake("<request name=\"r s\"/>", "name=\"r s\" is not a name of letters, digits and underscores"),
        Mistake("<event name=\"__\"/>", "name=\"__\" is not a name of letters, digits and underscores"),
        Mistake("<enum name=\"e\"><entry name=\"n\"/></enum>", "<entry> lacks the attribute \"value\""),
        Mistake("<request name=\"r\">\n<arg name=\"a\"/></request>", line: 4, "<arg> lacks the attribute \"type\""),
    ]

    static let values: [Mistake] = [
        Mistake(
            "<request name=\"r\" type=\"constructor\"/>",
            "unknown message type \"constructor\"; the only one is \"destructor\""),
        Mistake(
            "<request name=\"r\"><arg name=\"a\" type=\"float\"/></request>",
            "argument a has the unknown type \"float\"; "
                + "known are int, uint, fixed, string, object, new_id, array and fd"
        ),
        Mistake(
            "<request name=\"r\"><arg name=\"a\" type=\"string\" allow-null=\"yes\"/></request>",
            "allow-null is \"true\" or \"false\", not \"yes\""),
        Mistake("<enum name=\"e\" bitfield=\"1\"/>", "bitfield is \"true\" or \"false\", not \"1\""),
        Mistake(
            "<enum name=\"e\">\n<entry name=\"n\" value=\"many\"/></enum>", line: 4,
            "value=\"many\" is not a 32-bit number"),
        Mistake(
            "<enum name=\"e\"><entry name=\"n\" value=\"4294967296\"/></enum>",
            "value=\"4294967296\" is not a 32-bit number"),
        Mistake(
            "<enum name=\"e\"><entry name=\"n\" value=\"0xG\"/></enum>", "value=\"0xG\" is not a 32-bit number"),
        Mistake(
            "<enum name=\"e\"><entry name=\"n\" value=\"0x-1\"/></enum>", "value=\"0x-1\" is not a 32-bit number"),
        Mistake("<request name=\"r\" since=\"0\"/>", "since=\"0\": versions count from 1"),
        Mistake("<request name=\"r\" since=\"soon\"/>", "since=\"soon\" is not a 32-bit number"),
        Mistake(
            whole: "<protocol name=\"p\">\n<interface name=\"i\"/></protocol>", line: 2,
            "<interface> lacks the attribute \"version\""),
        Mistake(
            whole: "<protocol name=\"p\">\n<interface name=\"i\" version=\"0\"/></protocol>", line: 2,
            "version=\"0\": versions count from 1"),
        Mistake(
            "<request name=\"r\" since=\"3\">\n</request>", line: 4,
            "i.r is since version 3, but the interface has version 2"),
    ]

    static let references: [Mistake] = [
        Mistake("<request name=\"r\"/>\n<request name=\"r\"/>", line: 4, "i.r is declared twice"),
        Mistake("<event name=\"r\"/>\n<event name=\"r\"/>", line: 4, "i.r is declared twice"),
        Mistake("<enum name=\"e\"/>\n<enum name=\"e\"/>", line: 4, "enum i.e is declared twice"),
        Mistake(
            "<enum name=\"e\"><entry name=\"n\" value=\"1\"/>\n<entry name=\"n\" value=\"2\"/></enum>", line: 4,
            "entry e.n is declared twice"),
        Mistake(
            "<request name=\"r\"><arg name=\"a\" type=\"int\"/>\n<arg name=\"a\" type=\"fd\"/></request>", line: 4,
            "argument a of r is declared twice"),
        Mistake(
            whole:
                "<protocol name=\"p\">\n<interface name=\"i\" version=\"1\"/>\n"
                + "<interface name=\"i\" version=\"1\"/></protocol>",
            line: 3, "interface i is declared twice"),
        Mistake(
            "<request name=\"r\">\n<arg name=\"a\" type=\"uint\" enum=\"e\"/></request>", line: 4,
            "i.r: argument a names the enum i.e, which is not declared"),
        Mistake(
            "<event name=\"v\"><arg name=\"a\" type=\"int\" enum=\"i.other\"/></event>",
            "i.v: argument a names the enum i.other, which is not declared"),
        Mistake(
            "<event name=\"v\"><arg name=\"a\" type=\"fixed\" enum=\"e\"/></event>",
            "argument a names an enum, but is neither int nor uint"),
    ]

    static let markup: [Mistake] = [
        Mistake(whole: "", line: 0, "an empty file"),
        Mistake(
            whole: "<protocol name=\"p\">\n<interface name=\"i\" version=\"1\">\n</protocol>", line: 3,
            "an element that is never closed"),
        Mistake(whole: "<protocol name=\"p\">\n", "a document that ends too early"),
        Mistake(
            whole: "<protocol name=\"p\">\n<interface name=\"i\" version=\"1\"></event></protocol>", line: 2,
            "a tag that closes nothing"),
        Mistake(whole: "<protocol name=\"p\">\n&nothing;</protocol>", line: 2, "an undeclared entity"),
    ]

    @Test(arguments: vocabulary + values + references)
    func errorIsReportedWithItsPosition(mistake: Mistake) {
        let expected = ScannerError(file: "dir/p.xml", line: mistake.line, reason: mistake.reason)
        #expect(throws: expected) { try ProtocolParser.parse(Data(mistake.xml.utf8), file: "dir/p.xml") }
        #expect("\(expected)" == "dir/p.xml:\(mistake.line): error: \(mistake.reason)")
    }

    /// The rest of these reasons is libxml2's, whose wording differs between versions.
    @Test(arguments: markup)
    func malformedXMLIsReportedWithItsPosition(mistake: Mistake) throws {
        let error = #expect(throws: ScannerError.self) {
            try ProtocolParser.parse(Data(mistake.xml.utf8), file: "p.xml")
        }
        #expect(error?.line == mistake.line)
        #expect(error?.reason.hasPrefix("not well-formed XML: ") == true, "\(error?.reason ?? "")")
    }

    @Test func anEnumOfAnotherFileIsLeftToTheCompiler() throws {
        let xml = """
            <protocol name="p"><interface name="i" version="1"><request name="r">
            <arg name="a" type="uint" enum="elsewhere.e"/></request></interface></protocol>
            """
        let model = try ProtocolParser.parse(Data(xml.utf8), file: "p.xml")
        #expect(
            model.interfaces[0].requests[0].arguments[0].kind
                == .enumeration(EnumReference(interface: "elsewhere", name: "e"), signed: false))
    }
}
