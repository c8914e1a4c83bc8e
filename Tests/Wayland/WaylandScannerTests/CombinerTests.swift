// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import WaylandScanner

@Suite struct CombinerTests {
    private let system = """
        <protocol name="system">
          <interface name="lamp" version="3">
            <request name="switch_on"/>
            <request name="dim" since="2"/>
            <request name="blink" since="3"/>
            <event name="broke"/>
            <event name="flickered" since="3"/>
            <enum name="state">
              <entry name="off" value="0"/>
              <entry name="warm" value="1" since="3"/>
            </enum>
          </interface>
        </protocol>
        """

    @Test func messagesNewerThanTheKnownVersionAreLeftOut() throws {
        let lamp = try #require(combine([system], versions: ["lamp": 2]).first?.interfaces.first)
        #expect(lamp.version == 2)
        #expect(lamp.requests.map(\.name) == ["switch_on", "dim"])
        #expect(lamp.events.map(\.name) == ["broke"])
        #expect(lamp.enums[0].entries.map(\.name) == ["off"])
    }

    @Test func interfaceWithoutAKnownVersionIsUnchanged() throws {
        let lamp = try #require(combine([system], versions: [:]).first?.interfaces.first)
        #expect(lamp.version == 3)
        #expect(lamp.requests.count == 3)
    }

    @Test func aLaterFileAddsToAnInterface() throws {
        let addition = """
            <protocol name="addition">
              <interface name="lamp" version="4"><request name="release" type="destructor" since="4"/></interface>
            </protocol>
            """
        let models = try combine([system, addition], versions: ["lamp": 3])
        #expect(models[0].interfaces[0].requests.map(\.name) == ["switch_on", "dim", "blink", "release"])
        #expect(models[0].interfaces[0].version == 4)
        #expect(models[1].interfaces.isEmpty)
    }

    @Test func existingMessagesAreNotAddedTwice() throws {
        let addition = """
            <protocol name="addition">
              <interface name="lamp" version="3"><request name="blink" since="3"/></interface>
            </protocol>
            """
        let models = try combine([system, addition], versions: [:])
        #expect(models[0].interfaces[0].requests.count == 3)
    }

    private func combine(_ texts: [String], versions: [String: UInt32]) throws -> [ProtocolModel] {
        let models = try texts.map { try ProtocolParser.parse(Data($0.utf8), file: "test.xml") }
        return ProtocolCombiner(versions: versions).combine(models)
    }
}
