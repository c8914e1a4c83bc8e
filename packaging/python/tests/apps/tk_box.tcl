#!/usr/bin/wish
# SPDX-License-Identifier: MIT
# A small application of Tk, which knows X11 alone: texts are dropped into it, and dragged out again.

package require tkdnd

fconfigure stdout -encoding utf-8
wm title . Box
wm geometry . 320x240
label .area -text empty -background white
entry .field
pack .area -fill both -expand yes
pack .field -fill x
# Tk lays its parts out after it has shown the window.
bind .field <Map> { say "the field is shown" }
bind .field <FocusIn> { say "the field has the keyboard" }
bind .field <Return> { say "typed [.field get]" }

proc say {words} {
    puts $words
    flush stdout
}

proc take {text} {
    .area configure -text $text
    say "got $text"
}

tkdnd::drop_target register .area DND_Text
bind .area <<DropEnter>> { list copy }
bind .area <<DropPosition>> { list copy }
bind .area <<Drop>> {
    take %D
    list copy
}
tkdnd::drag_source register .area DND_Text
bind .area <<DragInitCmd>> { list copy DND_Text [.area cget -text] }
