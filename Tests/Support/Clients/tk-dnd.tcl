#!/usr/bin/wish
# SPDX-License-Identifier: MIT
# A drag-and-drop client made with Tk and tkdnd, which support only X11.
#
# usage: tk-dnd.tcl --role source|target --title TITLE [--text TEXT] [--refuse]

package require tkdnd
wm withdraw .

array set options {--role target --title Tk --text {} --refuse 0}
while {[llength $argv]} {
    set argv [lassign $argv name]
    if {$name eq "--refuse"} {
        set options(--refuse) 1
    } else {
        set argv [lassign $argv options($name)]
    }
}

# Prints one line of JSON per event, like the other clients.
proc report {event args} {
    set line "{\"event\": \"$event\""
    foreach {name value} $args {
        append line ", \"$name\": \"[string map {\\ \\\\ \" \\\" \n \\n \r \\r} $value]\""
    }
    puts "$line}"
    flush stdout
}

fconfigure stdout -encoding utf-8
wm title . $options(--title)
wm geometry . 380x360
label .area -text [expr {$options(--role) eq "source" ? "Drag this" : "Drop here"}] -background white
pack .area -fill both -expand yes -padx 12 -pady 12

bind . <Map> { if {"%W" eq "."} { report mapped } }
bind .area <Enter> { report enter }
bind .area <ButtonPress> { report button number %b state pressed }
bind . <KeyPress> { report key key %K }

if {$options(--role) eq "source"} {
    tkdnd::drag_source register .area DND_Text
    bind .area <<DragInitCmd>> {
        report drag-begin
        list copy DND_Text $options(--text)
    }
    bind .area <<DragEndCmd>> { report drag-end result %A }
} else {
    tkdnd::drop_target register .area {DND_Text DND_Files}
    bind .area <<DropEnter>> {
        report drag-enter types {%L}
        expr {$options(--refuse) ? "refuse_drop" : "copy"}
    }
    bind .area <<DropPosition>> { expr {$options(--refuse) ? "refuse_drop" : "copy"} }
    bind .area <<DropLeave>> { report drag-leave }
    bind .area <<Drop>> {
        report received text %D
        list copy
    }
}
wm deiconify .
