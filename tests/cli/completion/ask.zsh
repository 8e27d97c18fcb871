# SPDX-FileCopyrightText: 2026 The Spur authors
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Prints what zsh offers in place of the last word: ask.zsh SCRIPT WORD... The functions of its
# completion system, which need a terminal, print what they are asked for.

compset () { :; }
_describe () { print -rl -- "${described[@]%%:*}"; }
_normal () { print -r -- "command: $words"; }
_files ()
{
  case $1 in
    -/) print -rl -- *(N/) ;;
    -g) print -rl -- ${~2}(N) ;;
    *) print -rl -- *(N) ;;
  esac
}

script=$1
shift
words=("$SPUR_BINARY" "$@")
CURRENT=$#words
source "$script"
