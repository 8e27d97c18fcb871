# SPDX-FileCopyrightText: 2026 The Spur authors
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Completion of the command spur for fish.

set -l verbs info events check correct explain stats at draw report convert record recover collect merge monitor simulate plugins validate help

complete -c spur -n __fish_use_subcommand -f -l version -d 'Show the version'
complete -c spur -n __fish_use_subcommand -f -a info -d 'Say what a trace is'
complete -c spur -n __fish_use_subcommand -f -a events -d 'List events in time order'
complete -c spur -n __fish_use_subcommand -f -a check -d 'Count what is received before it is sent'
complete -c spur -n __fish_use_subcommand -f -a correct -d 'Correct the clocks'
complete -c spur -n __fish_use_subcommand -f -a explain -d 'Say why an event has its time'
complete -c spur -n __fish_use_subcommand -f -a stats -d 'Say how busy targets were'
complete -c spur -n __fish_use_subcommand -f -a at -d 'Say where active objects are at a time'
complete -c spur -n __fish_use_subcommand -f -a draw -d 'Draw a span of time'
complete -c spur -n __fish_use_subcommand -f -a report -d 'Write an HTML page'
complete -c spur -n __fish_use_subcommand -f -a convert -d 'Write another format'
complete -c spur -n __fish_use_subcommand -f -a collect -d 'Receive what recorders send'
complete -c spur -n __fish_use_subcommand -f -a recover -d 'Save what a killed program had recorded'
complete -c spur -n __fish_use_subcommand -f -a record -d 'Run a program and record it'
complete -c spur -n __fish_use_subcommand -f -a merge -d 'Put many traces into one'
complete -c spur -n __fish_use_subcommand -f -a monitor -d 'Record the load of this host'
complete -c spur -n __fish_use_subcommand -f -a simulate -d 'Simulate wrong clocks'
complete -c spur -n __fish_use_subcommand -f -a validate -d 'Check a definition or manifest'
complete -c spur -n __fish_use_subcommand -f -a plugins -d 'List plugins and projects'
complete -c spur -n __fish_use_subcommand -f -a help -d 'Show the options of a verb'
complete -c spur -n '__fish_seen_subcommand_from help' -f -a "$verbs"

complete -c spur -s h -l help -d 'Show the options with examples'
complete -c spur -l project -r -d 'Load a project, by name or file'
complete -c spur -n "__fish_seen_subcommand_from $verbs" -l json -d 'Write JSON'
complete -c spur -n "__fish_seen_subcommand_from $verbs" -s j -l threads -x -d 'Threads to use'

complete -c spur -n "__fish_seen_subcommand_from $verbs" -l map -r \
  -d 'Correct the trace by these time maps'
complete -c spur -n '__fish_seen_subcommand_from check correct draw report convert record recover collect merge monitor simulate' -l force \
  -d 'Write over a file that is there'
complete -c spur -n '__fish_seen_subcommand_from check correct draw report convert record recover collect merge monitor simulate' -l no-sync \
  -d 'Do not wait until files are on the disk'
complete -c spur -n '__fish_seen_subcommand_from events check stats at draw convert' -l raw \
  -d 'Use the raw times of a corrected trace'
complete -c spur -n '__fish_seen_subcommand_from events draw' -l from -x -d 'Begin here'
complete -c spur -n '__fish_seen_subcommand_from events draw' -l to -x -d 'End here'
complete -c spur -n '__fish_seen_subcommand_from events' -l stream -x -d 'Only this stream'
complete -c spur -n '__fish_seen_subcommand_from events' -l class -x -d 'Only this event class'
complete -c spur -n '__fish_seen_subcommand_from events' -l limit -x -d 'Stop after N events'
complete -c spur -n '__fish_seen_subcommand_from check correct' -l mu -x -a auto \
    -d 'Least delay, also by class and pair'
complete -c spur -n '__fish_seen_subcommand_from check correct' -l mu-file -r \
    -d 'Such delays, a line each'
complete -c spur -n '__fish_seen_subcommand_from check correct' -l mu-ns -x \
  -d 'Least delay of an edge'
complete -c spur -n '__fish_seen_subcommand_from correct draw report merge collect monitor' -s o -l output -r \
  -d 'File to write'
complete -c spur -n '__fish_seen_subcommand_from correct' -l save \
  -d 'Keep the correction with the trace'
complete -c spur -n '__fish_seen_subcommand_from correct' -l undo \
  -d 'Take that correction away again'
complete -c spur -n '__fish_seen_subcommand_from check correct' -l report -r \
  -d 'Write all about the correction'
complete -c spur -n '__fish_seen_subcommand_from correct' -l method -x \
  -a 'corridor,eclc hull,eclc offset,eclc auto offset regression hull corridor minmax bounds logical controlled eclc' \
  -d 'Correctors in this order'
complete -c spur -n '__fish_seen_subcommand_from correct' -l set -x \
  -d 'Set an option of the correctors'
complete -c spur -n '__fish_seen_subcommand_from correct' -l domain -x \
  -d 'Streams that read one clock'
complete -c spur -n '__fish_seen_subcommand_from correct' -l gamma -x \
  -d 'Speed of a clock after a jump'
complete -c spur -n '__fish_seen_subcommand_from correct' -l slope -x \
  -d 'Steepness of the backward amortization'
complete -c spur -n '__fish_seen_subcommand_from correct' -l delta-ns -x \
  -d 'Least distance of events of a stream'
complete -c spur -n '__fish_seen_subcommand_from correct' -l no-backward -d 'Leave jumps as jumps'
complete -c spur -n '__fish_seen_subcommand_from correct' -l memory -x \
  -d 'How much of a .spur file to keep in memory'
complete -c spur -n '__fish_seen_subcommand_from draw' -l width -x -d 'Width in pixels'
complete -c spur -n '__fish_seen_subcommand_from draw' -l height -x -d 'Height in pixels'
complete -c spur -n '__fish_seen_subcommand_from at' -s t -l time -x -d 'When'
complete -c spur -n '__fish_seen_subcommand_from at' -s o -l object -x -d 'Only this active object'
complete -c spur -n '__fish_seen_subcommand_from at' -s p -l place -x -d 'Only what is there'
complete -c spur -n '__fish_seen_subcommand_from plugins' -l load -d 'Load every plugin now'
complete -c spur -n '__fish_seen_subcommand_from convert' -s f -l format -r -d 'Format to write' \
  -a 'spur spur-text spur-xml spur-binary ulm bp csv'
complete -c spur -n '__fish_seen_subcommand_from monitor' -l interval -x \
  -d 'Time from one look to the next'
complete -c spur -n '__fish_seen_subcommand_from monitor' -l for -x -d 'End after this time'
complete -c spur -n '__fish_seen_subcommand_from monitor' -l only -x \
  -a 'cpu memory disk network tcp logins clock' -d 'Look at these only'
complete -c spur -n '__fish_seen_subcommand_from monitor' -s q -l quiet -d 'Show nothing but errors'
complete -c spur -n '__fish_seen_subcommand_from monitor' -l monitor -x -a host -d 'Which monitor'
complete -c spur -n '__fish_seen_subcommand_from monitor' -l root -r \
  -d 'Read proc, sys and run in this folder'
complete -c spur -n '__fish_seen_subcommand_from simulate' -l grid -x -d 'Rows and columns'
complete -c spur -n '__fish_seen_subcommand_from simulate' -l iterations -x -d 'Iterations'
complete -c spur -n '__fish_seen_subcommand_from simulate' -l seed -x -d 'What chance begins with'
complete -c spur -n '__fish_seen_subcommand_from simulate' -l runs -x -d 'So many runs'
complete -c spur -n '__fish_seen_subcommand_from simulate' -l border -x -d 'Time of the borders'
complete -c spur -n '__fish_seen_subcommand_from simulate' -l send -x -d 'Time of a send'
complete -c spur -n '__fish_seen_subcommand_from simulate' -l inner -x -d 'Time of the rest'
complete -c spur -n '__fish_seen_subcommand_from simulate' -l delay -x -d 'Delay of a message'
complete -c spur -n '__fish_seen_subcommand_from simulate' -l clock -x -d 'Wrong clocks'
complete -c spur -n '__fish_seen_subcommand_from simulate' -l method -x -d 'Methods to measure'
complete -c spur -n '__fish_seen_subcommand_from simulate' -l mu-ns -x -d 'Least delay of an edge'
complete -c spur -n '__fish_seen_subcommand_from simulate' -l delta-ns -x -d 'Least distance in a stream'
complete -c spur -n '__fish_seen_subcommand_from simulate' -l plot-fast -r -d 'Draw F'
complete -c spur -n '__fish_seen_subcommand_from simulate' -l plot-slow -r -d 'Draw S'
complete -c spur -n '__fish_seen_subcommand_from simulate' -l plot-deviation -r -d 'Draw A'
complete -c spur -n '__fish_seen_subcommand_from simulate' -l score -r -d 'Measure this trace'
complete -c spur -n '__fish_seen_subcommand_from simulate' -l truth -r -d 'The true times'
complete -c spur -n '__fish_seen_subcommand_from simulate' -s o -l output -r -d 'File to write'
complete -c spur -n '__fish_seen_subcommand_from collect' -l delay -x -d 'How long events wait for others'
complete -c spur -n '__fish_seen_subcommand_from collect' -l folder -r -d 'Where recordings are meanwhile'
complete -c spur -n '__fish_seen_subcommand_from collect' -l for -x -d 'End after so long'
complete -c spur -n '__fish_seen_subcommand_from collect' -l keep -d 'Keep them afterwards'
complete -c spur -n '__fish_seen_subcommand_from collect' -l lines -x -a 'json ulm' -d 'What listeners get'
complete -c spur -n '__fish_seen_subcommand_from collect' -l linger -x -d 'How long after'
complete -c spur -n '__fish_seen_subcommand_from collect' -l listen -s l -x -d 'Where recorders connect'
complete -c spur -n '__fish_seen_subcommand_from collect' -l live -r -d 'Write events in order, while they come'
complete -c spur -n '__fish_seen_subcommand_from collect' -l max-connections -x -d 'At the same time'
complete -c spur -n '__fish_seen_subcommand_from collect' -l memory -x -d 'For what is on its way'
complete -c spur -n '__fish_seen_subcommand_from collect' -l no-correct -d 'Do not correct the clocks'
complete -c spur -n '__fish_seen_subcommand_from collect' -l off -x -d 'Switch off in all recorders'
complete -c spur -n '__fish_seen_subcommand_from collect' -l on -x -d 'Switch on in all recorders'
complete -c spur -n '__fish_seen_subcommand_from collect' -l on-demand -x -d 'Switch on while somebody listens'
complete -c spur -n '__fish_seen_subcommand_from collect' -l serve -s s -x -d 'Where listeners connect'
complete -c spur -n '__fish_seen_subcommand_from collect' -l serve-recording -x -d 'Serve that recording there'
complete -c spur -n '__fish_seen_subcommand_from collect' -l from -x -d 'Take what another collector serves so'
complete -c spur -n '__fish_seen_subcommand_from collect' -l tls-authorities -r -d 'Whose certificates count'
complete -c spur -n '__fish_seen_subcommand_from collect' -l tls-certificate -r -d 'Speak TLS with it'
complete -c spur -n '__fish_seen_subcommand_from collect' -l tls-key -r -d 'Its key'
complete -c spur -n '__fish_seen_subcommand_from collect' -l token-file -r -d 'The token that recorders must know'
complete -c spur -n '__fish_seen_subcommand_from collect' -l wait -x -d 'End after so many recordings'
complete -c spur -n '__fish_seen_subcommand_from collect' -l while -x -d 'Switch on while other events come'
complete -c spur -n '__fish_seen_subcommand_from record' -l to -x -d 'Send it to a collector instead'
complete -c spur -n '__fish_seen_subcommand_from record' -l tls-authorities -r -d 'Who may sign its certificate'
complete -c spur -n '__fish_seen_subcommand_from record' -l tls-certificate -r -d 'By which it knows this computer'
complete -c spur -n '__fish_seen_subcommand_from record' -l tls-key -r -d 'Its key'
complete -c spur -n '__fish_seen_subcommand_from record' -l token-file -r -d 'The token that the collector wants'
complete -c spur -n '__fish_seen_subcommand_from record' -l keep -d 'Keep the recordings'
complete -c spur -n '__fish_seen_subcommand_from record' -l no-check -d 'Do not match messages'
complete -c spur -n '__fish_seen_subcommand_from record' -l pid -x -d 'Talk to this running program'
complete -c spur -n '__fish_seen_subcommand_from record' -l on -x -d 'Switch these events on there'
complete -c spur -n '__fish_seen_subcommand_from record' -l off -x -d 'Switch these events off there'
complete -c spur -n '__fish_seen_subcommand_from record' -l flush -d 'Let it hand over what was recorded'
complete -c spur -n '__fish_seen_subcommand_from record' -l dump -r -d 'Let it write its flight recorder'
complete -c spur -n '__fish_seen_subcommand_from record' -l status -d 'Ask how many events there are'
complete -c spur -n '__fish_seen_subcommand_from record' -s o -l output -r -d 'Write the trace here'
complete -c spur -n '__fish_seen_subcommand_from record' -s l -l layer -x \
  -a 'mpi openmpi mpich threads openmp none' -d 'Record this'
