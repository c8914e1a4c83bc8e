// SPDX-License-Identifier: MIT
// The icons of the dash as drop targets: an application opens the files that are dropped on its icon, and shows its
// window when content hovers over the icon.
import GLib from 'gi://GLib';

import * as Main from 'resource:///org/gnome/shell/ui/main.js';

const FILES = 'text/uri-list';

function open(app, content) {
    const uris = GLib.uri_list_extract_uris(new TextDecoder().decode(content.get_data()));
    if (uris.length === 0)
        return false;
    return app.app_info.launch_uris(uris, global.create_app_launch_context(0, -1));
}

export class DashTargets {
    constructor(dray) {
        this._dray = dray;
        this._box = Main.overview.dash._box;
        for (const item of this._box.get_children())
            this._add(item);
        this._box.connectObject('child-added', (_box, item) => this._add(item), this);
    }

    destroy() {
        this._box.disconnectObject(this);
        for (const item of this._box.get_children())
            this._dray.remove_target(item);
    }

    // Other items are separators, the button that shows all applications, and applications that open no files.
    _add(item) {
        const app = item.child?._delegate?.app;
        if (!app?.app_info?.supports_uris() && !app?.app_info?.supports_files())
            return;
        this._dray.add_target(item, [FILES], (step, _type, content) => {
            if (step === 'dropped')
                return open(app, content);
            app.activate();
            return true;
        });
    }
}
