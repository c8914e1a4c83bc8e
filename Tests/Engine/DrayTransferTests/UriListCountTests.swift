// SPDX-License-Identifier: MIT

import Testing

@testable import DrayTransfer

/// The items of a `text/uri-list` (RFC 2483).
@Suite struct UriListCountTests {
    private func count(_ pieces: String...) -> Int {
        var list = UriListCount()
        for piece in pieces { list.add(piece.utf8) }
        return list.items
    }

    @Test func everyLineIsAnItem() {
        #expect(count("file:///a\r\nfile:///b\r\n") == 2)
        #expect(count("file:///a\nfile:///b\n") == 2)
        #expect(count("file:///a\rfile:///b") == 2)
    }

    @Test func commentsAndEmptyLinesAreNone() {
        #expect(count("") == 0)
        #expect(count("\r\n\n \t\n") == 0)
        #expect(count("# file:///a\r\n#\r\nfile:///b\r\n# end") == 1)
    }

    @Test func signInAnItemIsNoComment() {
        #expect(count("http://example.org/#top\r\n") == 1)
    }

    @Test func endIsWithOrWithoutALineBreakOrAZero() {
        #expect(count("file:///a\r\nfile:///b") == 2)
        #expect(count("file:///a\r\n\0") == 1)
        #expect(count("file:///a\0") == 1)
    }

    @Test func piecesMayEndAnywhere() {
        let text = "# three\r\nfile:///a\r\nfile:///b\r\n\r\n#x\nfile:///c"
        for cut in 0...text.utf8.count {
            var list = UriListCount()
            list.add(text.utf8.prefix(cut))
            list.add(text.utf8.dropFirst(cut))
            #expect(list.items == 3)
        }
    }
}
