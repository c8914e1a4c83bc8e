// SPDX-License-Identifier: MIT
// The shell's icons of applications, and of the wastebasket, as drop targets: those of the dash, of the list of
// applications, and of docks of other extensions that derive their icons from the shell's, such as Dash to Dock. An
// application opens the files that are dropped on its icon, and shows its window when content hovers over the icon.
import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import Shell from 'gi://Shell';

import * as Main from 'resource:///org/gnome/shell/ui/main.js';

const FILES = 'text/uri-list';

Gio._promisify(Gio.File.prototype, 'trash_async', 'trash_finish');

function textOf(content) {
    return new TextDecoder().decode(content.get_data());
}

function open(app, content) {
    const uris = GLib.uri_list_extract_uris(textOf(content));
    if (uris.length === 0)
        return false;
    return app.app_info.launch_uris(uris, global.create_app_launch_context(0, -1));
}

// Moves files to the wastebasket. Returns whether all of them are in it.
async function trash(content) {
    const text = textOf(content);
    const files = GLib.uri_list_extract_uris(text).map(uri => Gio.File.new_for_uri(uri));
    // A list of which a part is missing may end in the path of another file.
    if (files.length === 0 || !text.endsWith('\n') || !files.every(file => file.is_native()))
        return false;
    const results = await Promise.allSettled(files.map(file => file.trash_async(GLib.PRIORITY_DEFAULT, null)));
    for (const {reason} of results.filter(result => result.reason))
        console.warn(`dray: the wastebasket: ${reason.message}`);
    return results.every(({status}) => status === 'fulfilled');
}

export class IconTargets {
    constructor(extension, dray) {
        this._extension = extension;
        this._dray = dray;
        this._icons = new Set();
        // Docks make and destroy icons at any time, so an icon becomes a target when content is dragged over it.
        dray.set_finder(actor => this._find(actor));
    }

    destroy() {
        this._dray.set_finder(null);
        for (const icon of this._icons) {
            icon.disconnectObject(this);
            this._extension.removeTarget(icon);
        }
    }

    _find(actor) {
        while (actor && !(actor._delegate?.app instanceof Shell.App))
            actor = actor.get_parent();
        const app = actor?._delegate.app;
        // Dash to Dock has icons of the wastebasket and of folders, which open no files as applications do.
        if (app?.isTrash)
            this._add(actor, app, trash, {prefersMove: true});
        else if (app?.app_info?.supports_uris() || app?.app_info?.supports_files())
            this._add(actor, app, content => open(app, content));
        else if (app?.get_n_windows() > 0)
            this._add(actor, app, null);
    }

    // Without `use` the icon accepts nothing, and shows the window.
    _add(icon, app, use, options) {
        const isAdded = this._extension.addTarget(icon, use ? [FILES] : [], (step, _type, content) => {
            if (step === 'dropped')
                return use(content);
            // There is no event whose time the shell could use.
            Main.overview.hide();
            app.activate_full(-1, global.display.get_current_time_roundtrip());
            return true;
        }, options);
        if (!isAdded)
            return;
        this._icons.add(icon);
        icon.connectObject('destroy', () => this._icons.delete(icon), this);
    }
}
