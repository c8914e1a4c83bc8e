// SPDX-License-Identifier: MIT
// For tests only: starts gnome-input.c in the shell, and keeps the overview closed.
import GIRepository from 'gi://GIRepository';

import * as Main from 'resource:///org/gnome/shell/ui/main.js';
import {Extension} from 'resource:///org/gnome/shell/extensions/extension.js';

let isStarted = false;

export default class TestExtension extends Extension {
    // The shell enables this extension again whenever an earlier one was disabled or enabled.
    enable() {
        if (isStarted)
            return;
        isStarted = true;
        // The shell enables extensions before its startup is complete, or after.
        if (Main.layoutManager._startingUp)
            Main.layoutManager.connectObject('startup-complete', () => this._closeOverview(), this);
        else
            this._closeOverview();
    }

    disable() {
    }

    // The shell starts in the overview.
    _closeOverview() {
        if (!Main.overview.visible) {
            this._start();
            return;
        }
        Main.overview.connectObject('hidden', () => this._start(), this);
        Main.overview.hide();
    }

    async _start() {
        Main.overview.disconnectObject(this);
        // Lets the tests evaluate code in the shell.
        global.context.unsafe_mode = true;
        const repository = GIRepository.Repository.dup_default?.() ?? GIRepository.Repository;
        repository.prepend_search_path(this.path);
        repository.prepend_library_path(this.path);
        const {default: input} = await import('gi://DrayTest');
        input.start(global.context);
    }
}
