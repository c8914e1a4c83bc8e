#!/bin/sh
# SPDX-License-Identifier: MIT
# Waits until a folder has a non-empty file whose name matches a pattern: awaits-file.sh FOLDER PATTERN
# Prints `found NAME SIZE`, and the file type by its first bytes. The timeout is one minute.
set -eu
folder=$1 pattern=$2
for _ in $(seq 600); do
    for file in "$folder"/$pattern; do
        # The file may be truncated and written again, or be removed, in the meantime.
        size=$(stat -c %s "$file" 2>/dev/null) || continue
        beginning=$(head -c 160 "$file" 2>/dev/null | tr -c '[:print:]' .)
        if [ -n "$beginning" ] && [ "$size" = "$(stat -c %s "$file" 2>/dev/null)" ]; then
            echo "found ${file##*/} $size $beginning"
            exec sleep 600
        fi
    done
    sleep 0.1
done
echo "nothing like $pattern in $folder"
