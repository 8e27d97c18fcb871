# SPDX-FileCopyrightText: 2026 The Spur authors
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Completion of the command spur for fish. The command itself says what it takes.

function __spur_complete
    set -l words (commandline --tokenize --cut-at-cursor --current-process)
    set -l current (commandline --current-token --cut-at-cursor)
    set -l command $words[1]
    set -l before $words[2..-1]
    set -l option ''
    # "--option=value" is two words to the command.
    if string match --quiet --regex -- '^--[^=]+=' $current
        set -a before (string replace --regex -- '=.*' '' $current)
        set option (string replace --regex -- '=.*' '=' $current)
        set current (string replace --regex -- '^[^=]*=' '' $current)
    end

    for line in ($command --complete $before "$current" 2>/dev/null)
        switch $line
            case ':files *'
                set -l end (string replace -- ':files *' '' $line | string escape --style=regex)
                __fish_complete_path $current \
                    | string match --regex -- "^[^\t]*(?:/|$end)(?:\t.*)?\$" \
                    | string replace --regex -- '^' "$option"
            case ':files'
                __fish_complete_path $current | string replace --regex -- '^' "$option"
            case ':folders'
                __fish_complete_directories $current | string replace --regex -- '^' "$option"
            case ':command *'
                set -l begin (math (string replace -- ':command ' '' $line) + 1)
                set -l rest $before[$begin..-1]
                complete --do-complete (string join -- ' ' (string escape -- $rest) "$current")
            case '*'
                string join -- '' $option $line
        end
    end
end

complete --command spur --no-files --arguments '(__spur_complete)'
