# SPDX-FileCopyrightText: 2026 The Spur authors
# SPDX-License-Identifier: LGPL-2.1-or-later
# shellcheck shell=bash
#
# Prints what bash offers in place of the last word: ask.bash SCRIPT WORD...

# shellcheck source=/dev/null
source "$1"
shift
COMP_WORDS=("$SPUR_BINARY" "$@")
COMP_CWORD=$#
_spur
printf '%s\n' "${COMPREPLY[@]}"
