# SPDX-FileCopyrightText: 2026 The Spur authors
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Prints what fish offers in place of the last word: ask.fish SCRIPT WORD...

source $argv[1]

function spur
    $SPUR_BINARY $argv
end

complete --do-complete "spur $argv[2..-1]" | string replace --regex -- '/?(\t.*)?$' ''
