#!/bin/sh
# SPDX-License-Identifier: MIT
# Waits until a folder has a file whose name matches a pattern and that is no longer empty: awaits-file.sh FOLDER PATTERN
# Says `found NAME SIZE`, and what it is by its first bytes; looks for a minute.
set -eu
folder=$1 pattern=$2
for _ in $(seq 600); do
    for file in "$folder"/$pattern; do
        if [ -s "$file" ]; then
            printf 'found %s %s %s\n' "${file##*/}" "$(wc -c <"$file")" "$(head -c 160 "$file" | tr -c '[:print:]' .)"
            exec sleep 600
        fi
    done
    sleep 0.1
done
echo "nothing like $pattern in $folder"
