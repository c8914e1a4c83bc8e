#!/bin/sh
# SPDX-License-Identifier: MIT
# Orca, with a voice that writes down what it is to speak: each time a line `spoken TEXT`.
set -eu
folder=$XDG_RUNTIME_DIR/orca
socket=$folder/speech.sock
mkdir -p "$folder/modules"
: >"$folder/modules/none.conf"
cat >"$folder/speechd.conf" <<EOF
LogLevel 0
LogDir "$folder"
CommunicationMethod "unix_socket"
SocketPath "$socket"
AddModule "record" "$(cd "$(dirname "$0")" && pwd)/sd_record" "none.conf"
DefaultModule record
EOF
export SPEECHD_ADDRESS="unix_socket:$socket" RECORD="$folder/spoken"
: >"$RECORD"
tail -n +1 -f "$RECORD" | sed -u 's/^/spoken /' &
speech-dispatcher -s -t 0 -C "$folder" -P "$folder/pid" &
until [ -S "$socket" ]; do sleep 0.05; done
exec orca
