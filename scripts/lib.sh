# SPDX-FileCopyrightText: 2026 The Spur authors
# SPDX-License-Identifier: LGPL-2.1-or-later
# shellcheck shell=bash
#
# What the scripts share. To be sourced, from any folder.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# The system's own, whatever is before it in PATH: the standard library is enough.
python=/usr/bin/python3

say()
{
    printf '%s\n' "$*"
}

die()
{
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}

# The packages of the groups that are named.
packages()
{
    local group

    for group in "$@"; do
        sed -n "s/^$group //p" "$root/scripts/packages.txt"
    done
}

# Those of the packages named that are not installed.
missing_packages()
{
    local package status

    for package in "$@"; do
        status=$(dpkg-query --show --showformat '${db:Status-Status}' "$package" 2>/dev/null || true)
        [ "$status" = installed ] || printf '%s\n' "$package"
    done
}

as_root()
{
    if [ "$(id -u)" -eq 0 ]; then
        env DEBIAN_FRONTEND=noninteractive "$@"
    elif command -v sudo >/dev/null; then
        sudo --preserve-env=http_proxy,https_proxy env DEBIAN_FRONTEND=noninteractive "$@"
    else
        die "neither root nor sudo; have these installed: $*"
    fi
}

# Installs what is missing of the groups that are named. Says so, and is silent otherwise. Debian is
# asked once what there is.
is_updated=
install_packages()
{
    local missing log

    if ! command -v dpkg-query >/dev/null; then
        say "Not a Debian system: taking it that the packages of scripts/packages.txt are there."
        return
    fi
    mapfile -t missing < <(packages "$@" | xargs -r -n 1 | while read -r package; do
        missing_packages "$package"
    done)
    [ ${#missing[@]} -gt 0 ] || return 0

    say "Installing ${#missing[@]} Debian packages: ${missing[*]}"
    log=$(mktemp)
    if ! { { [ -n "$is_updated" ] || as_root apt-get -q update; } &&
        as_root apt-get -q -y install --no-install-recommends "${missing[@]}"; } \
        >"$log" 2>&1 </dev/null; then
        tail -n 30 "$log" >&2
        rm -f "$log"
        die "the packages could not be installed"
    fi
    rm -f "$log"
    is_updated=yes
}

# The parallel jobs of a build: one per processor, SPUR_JOBS if that is set.
jobs_count()
{
    printf '%s\n' "${SPUR_JOBS:-$(nproc)}"
}

# configure FOLDER OPTION...: sets up a build folder, or one that is there where other options are
# wanted than the last time.
configure()
{
    local folder=$1
    shift

    if [ ! -f "$root/$folder/build.ninja" ]; then
        (cd "$root" && meson setup "$folder" "$@") || return 1
    elif [ "$(cat "$root/$folder/.spur-options" 2>/dev/null || true)" != "$*" ]; then
        (cd "$root" && meson setup --reconfigure "$folder" "$@") || return 1
    fi
    printf '%s\n' "$*" >"$root/$folder/.spur-options"
}
