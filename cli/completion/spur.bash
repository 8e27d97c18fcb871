# SPDX-FileCopyrightText: 2026 The Spur authors
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Completion of the command spur for bash. The command itself says what it takes.

_spur ()
{
  local current=${COMP_WORDS[COMP_CWORD]} line i
  local words=() places=()

  # Bash splits "--option=value" into three words; the command wants two.
  for ((i = 1; i < COMP_CWORD; i++)); do
    if [[ ${COMP_WORDS[i]} != '=' ]]; then
      words+=("${COMP_WORDS[i]}")
      places+=("$i")
    fi
  done
  [[ $current == '=' ]] && current=''
  places+=("$COMP_CWORD")

  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      ':files '*)
        compopt -o filenames 2> /dev/null
        mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(
          compgen -f -X "!${line#:files }" -- "$current"
          compgen -d -- "$current"
        )
        ;;
      ':files')
        compopt -o filenames 2> /dev/null
        mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- "$current")
        ;;
      ':folders')
        compopt -o filenames 2> /dev/null
        mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -d -- "$current")
        ;;
      ':command '*)
        i=${places[${line#:command }]}
        if ((i == COMP_CWORD)); then
          mapfile -t COMPREPLY < <(compgen -c -- "$current")
          compopt -o filenames 2> /dev/null
          mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- "$current")
        elif declare -F _command_offset > /dev/null; then
          _command_offset "$i"
        else
          compopt -o filenames 2> /dev/null
          mapfile -t COMPREPLY < <(compgen -f -- "$current")
        fi
        ;;
      *)
        line=${line%%$'\t'*}
        [[ $line == "$current"* ]] && COMPREPLY+=("$line")
        ;;
    esac
  done < <("${COMP_WORDS[0]/#\~/$HOME}" --complete "${words[@]}" "$current" 2> /dev/null)
}

complete -F _spur spur
