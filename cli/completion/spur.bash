# SPDX-FileCopyrightText: 2026 The Spur authors
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Completion of the command spur for bash.

_spur ()
{
  local cur prev verb options i
  local verbs='info events check correct explain stats at draw report convert record recover collect merge monitor simulate plugins validate help'
  local common='--help --json --threads -j --project --map'
  local at=1

  cur=${COMP_WORDS[COMP_CWORD]}
  prev=${COMP_WORDS[COMP_CWORD - 1]}
  COMPREPLY=()

  # The verb comes behind "--project NAME", which bash may have split at the "=".
  while [[ ${COMP_WORDS[at]} == --project ]] && ((at + 1 < COMP_CWORD)); do
    [[ ${COMP_WORDS[at + 1]} == '=' ]] && ((at++))
    ((at += 2))
  done
  if ((COMP_CWORD == at)); then
    mapfile -t COMPREPLY < <(compgen -W "$verbs --help --version --project" -- "$cur")
    return
  fi

  verb=${COMP_WORDS[at]}
  case $verb in
    info) options='' ;;
    events) options='--from --to --stream --class --limit --raw' ;;
    check) options='--mu --mu-file --mu-ns --raw --report' ;;
    correct)
      options='--output -o --save --undo --report --method --set --domain --mu --mu-file --mu-ns --gamma --slope --delta-ns --no-backward --memory'
      ;;
    explain) options='--mu --mu-file --mu-ns' ;;
    stats) options='--raw' ;;
    at) options='--time -t --object -o --place -p --raw' ;;
    draw) options='--output -o --from --to --raw --width --height' ;;
    report) options='--output -o' ;;
    convert) options='--format -f --raw' ;;
    recover) options='' ;;
    record)
      options='--output -o --layer -l --to --tls-authorities --tls-certificate --tls-key --token-file'
      options+=' --keep --no-check --pid --on --off --flush --dump --status'
      ;;
    merge) options='--output -o' ;;
    collect)
      options='--output -o --listen -l --serve -s --live --serve-recording --from --lines --off --on'
      options+=' --on-demand --while --linger --token-file'
      options+=' --tls-certificate --tls-key --tls-authorities --delay --mu-ns --wait --for --folder --keep --no-correct'
      options+=' --max-connections --memory'
      ;;
    monitor) options='--output -o --interval --for --only --quiet -q --monitor --root' ;;
    simulate)
      options='--output -o --grid --iterations --seed --runs --border --send --inner --delay --clock'
      options+=' --method --mu-ns --delta-ns --plot-fast --plot-slow --plot-deviation --score --truth'
      ;;
    plugins) options='--load' ;;
    validate) options='' ;;
    help)
      mapfile -t COMPREPLY < <(compgen -W "$verbs" -- "$cur")
      return
      ;;
    --project) options='' ;;
    *) return ;;
  esac
  case $verb in
    check | correct | draw | report | convert | record | recover | collect | merge | monitor | simulate)
      options+=' --force --no-sync'
      ;;
  esac

  # Bash splits --option=value into three words.
  if [[ $cur == '=' ]]; then
    cur=''
  elif [[ $prev == '=' ]] && ((COMP_CWORD > 2)); then
    prev=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  case $prev in
    --project)
      mapfile -t COMPREPLY < <(
        compgen -W "$(spur plugins 2> /dev/null | sed -n 's/^--project \([a-z0-9_]*\) .*/\1/p')" -- "$cur"
        compgen -f -X '!*.project.xml' -- "$cur"
      )
      return
      ;;
    --map)
      compopt -o filenames 2> /dev/null
      mapfile -t COMPREPLY < <(compgen -f -X '!*.spurmap' -- "$cur")
      return
      ;;
    --format | -f)
      mapfile -t COMPREPLY < <(
        compgen -W 'spur spur-text spur-xml spur-binary ulm bp csv' -- "$cur"
        compgen -f -X '!*.xml' -- "$cur"
      )
      return
      ;;
    --grid | --iterations | --seed | --runs | --border | --send | --inner | --delay | --clock)
      return
      ;;
    --method)
      mapfile -t COMPREPLY < <(compgen -W 'corridor,eclc hull,eclc offset,eclc auto offset regression hull corridor minmax bounds logical controlled eclc' -- "$cur")
      return
      ;;
    --only)
      mapfile -t COMPREPLY < <(compgen -W 'cpu memory disk network tcp logins clock' -- "$cur")
      return
      ;;
    --monitor)
      mapfile -t COMPREPLY < <(compgen -W 'host' -- "$cur")
      return
      ;;
    --interval | --for)
      return
      ;;
    --time | -t | --object | --place | -p | --from | --to | --stream | --class | --limit | --mu | --mu-ns | --set | --domain | --gamma | --slope | --delta-ns | \
      --width | --height | --memory | --threads | -j)
      return
      ;;
  esac

  if [[ $cur == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options $common" -- "$cur")
  elif [[ $verb != plugins ]]; then
    compopt -o filenames 2> /dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$cur")
  fi
}

complete -F _spur spur
