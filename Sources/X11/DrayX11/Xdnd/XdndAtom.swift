// SPDX-License-Identifier: MIT

public import XCB

/// The atoms of XDND and of the shared selections.
public enum XdndAtom: String, XAtomName {
    case aware = "XdndAware"
    case proxy = "XdndProxy"
    case selection = "XdndSelection"
    case typeList = "XdndTypeList"
    case actionList = "XdndActionList"
    case enter = "XdndEnter"
    case position = "XdndPosition"
    case status = "XdndStatus"
    case leave = "XdndLeave"
    case drop = "XdndDrop"
    case finished = "XdndFinished"
    case copy = "XdndActionCopy"
    case move = "XdndActionMove"
    case link = "XdndActionLink"
    case ask = "XdndActionAsk"
    case privately = "XdndActionPrivate"
    case clipboard = "CLIPBOARD"
    case targets = "TARGETS"
    case multiple = "MULTIPLE"
    case timestamp = "TIMESTAMP"
    case incremental = "INCR"
    case atomPair = "ATOM_PAIR"
    case utf8 = "UTF8_STRING"
    case transfer = "_DRAY_TRANSFER"
    case windowState = "WM_STATE"
}
