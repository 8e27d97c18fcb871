/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "cli/output/spur-out.h"
#include "cli/output/spur-tree.h"

/* The exit statuses of the command. */
typedef enum
{
  SPUR_EXIT_OK = 0,
  SPUR_EXIT_FAILURE = 1,
  SPUR_EXIT_USAGE = 2,
  SPUR_EXIT_BAD_INPUT = 3,
  SPUR_EXIT_CONDITION = 4,
  SPUR_EXIT_INTERRUPTED = 130,
} SpurExit;

typedef struct _SpurCli SpurCli;
typedef struct _SpurLayout SpurLayout;

/* A row of a verb's options without a short name. */
#define SPUR_OPTION(name, type, value, meaning, shown)                                             \
  {                                                                                                \
    name, 0, 0, G_OPTION_ARG_##type, value, meaning, shown                                         \
  }

/* The words that completion offers for an option, or for each part of a list with commas. */
typedef struct
{
  const char *option; /* its long name; NULL at the end of a table */
  const char *const *words;
  char **(*dup_words) (void); /* where they depend on what is installed */
} SpurOptionWords;

/* One verb of the command; each has a file of its own. */
typedef struct
{
  const char *name;
  const char *summary;
  const char *arguments; /* as in the usage line; NULL where the verb takes none */
  const char *second;    /* what to say where the output is missing; NULL where it may be */
  const char *output;    /* what --output is for, which the second argument says as well; or NULL */
  const char *output_as; /* what help calls its value */
  gboolean takes_many;   /* any number of arguments, at least one */
  gboolean takes_none;   /* and perhaps none, with some options */
  gboolean writes;       /* files, so that it has --force and --no-sync */
  gboolean tells_losses; /* of traces in its own text, so that no line does */
  const char *description;
  const char *examples;
  const GOptionEntry *entries;
  const SpurOptionWords *words;     /* of those entries whose words are known; NULL for none */
  const SpurLayout *layout;         /* of what it adds to the tree; NULL: what it has written */
  gboolean reads;                   /* the trace is open before it runs */
  gboolean draws;                   /* visualizers are known before that */
  gboolean (*check) (SpurCli *cli); /* before that: FALSE where options are wrong, which is said */
  SpurExit (*run) (SpurCli *cli);   /* NULL where Spur was built without what it needs: */
  const char *needs;                /* a meson option; NULL: views */
} SpurVerb;

/* A run of the command. */
struct _SpurCli
{
  const SpurVerb *verb;
  SpurOut *out;
  SpurProgress *progress;
  SpurJob job;
  SpurTrace *trace;         /* of a verb that reads one */
  SpurTree *tree;           /* is put when the verb has run, unless it is empty */
  const SpurLayout *layout; /* of the tree: that of the verb, until another one is set */
  GError *error;            /* for spur_cli_fail() and spur_cli_refuse() */
  gboolean json;
  gboolean colour;
  gboolean quiet;
  gboolean verbose;
  gboolean force;
  gboolean no_sync; /* nor waits a collector with its acknowledgements */
  const char *input;
  char **inputs;          /* all arguments of a verb that takes many */
  const char *output;     /* the second argument */
  const char *map;        /* of --map; NULL for what is kept with the trace */
  const char *read_as;    /* of --read-as; NULL where the format is found out */
  gboolean has_read_pipe; /* of standard input there is only one */
  GArray *losses;         /* of SpurLoss, of all traces that were opened; NULL where none was */
};

extern const SpurVerb spur_verb_at;
extern const SpurVerb spur_verb_balance;
extern const SpurVerb spur_verb_check;
extern const SpurVerb spur_verb_collect;
extern const SpurVerb spur_verb_convert;
extern const SpurVerb spur_verb_correct;
extern const SpurVerb spur_verb_draw;
extern const SpurVerb spur_verb_events;
extern const SpurVerb spur_verb_explain;
extern const SpurVerb spur_verb_info;
extern const SpurVerb spur_verb_merge;
extern const SpurVerb spur_verb_monitor;
extern const SpurVerb spur_verb_objects;
extern const SpurVerb spur_verb_plugins;
extern const SpurVerb spur_verb_record;
extern const SpurVerb spur_verb_recover;
extern const SpurVerb spur_verb_report;
extern const SpurVerb spur_verb_serve;
extern const SpurVerb spur_verb_simulate;
extern const SpurVerb spur_verb_stats;
extern const SpurVerb spur_verb_validate;
extern const SpurVerb spur_verb_waits;

/* (transfer full): The options of @verb; of @are_all with those that every verb has, which are all
 * where it is NULL. Ends as the entries of GOption do. */
GOptionEntry *spur_cli_dup_entries (const SpurVerb *verb, gboolean are_all);

/* For spur_cli_warn(), with the name of the verb, and twice the meson option of what it needs. */
#define SPUR_CLI_BUILT_WITHOUT "%s: this spur was built without %s (meson option '%s')"

/* Parses the options and arguments of @verb and runs it. */
SpurExit spur_cli_run (const SpurVerb *verb, int argc, char **argv);

/* Writes what is left. Returns @code, or a failure where standard output took not all, said. */
SpurExit spur_cli_end_output (SpurOut *out, SpurExit code);

/* Prints what is wrong with the arguments of the command. */
SpurExit spur_cli_usage (SpurCli *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* The same for functions that return FALSE where the arguments are wrong. */
#define SPUR_CLI_REFUSE(...) (spur_cli_usage (__VA_ARGS__), FALSE)

/* Prints "spur: place: message" of the command's error. Returns @code, or the status of a cancelled
 * command. */
SpurExit spur_cli_fail (SpurCli *self, SpurExit code, const char *place);

/* Prints that the value of an option is wrong, as the command's error says. Returns FALSE. */
gboolean spur_cli_refuse (SpurCli *self, const char *option);

void spur_cli_warn (SpurCli *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* The trace named on the command line, with the correction that is kept with it, or the one that
 * --map names. Returns NULL, prints an error and sets @code where it cannot be opened. */
SpurTrace *spur_cli_open (SpurCli *self, SpurExit *code);

/* Counts what is received before it is sent at the times that the trace has without a correction;
 * corrected times reverse nothing. FALSE with the command's error where edges cannot be found. */
gboolean spur_cli_count_reversed (SpurCli *self, gboolean raw, guint64 *n_reversed);

/* Whether the trace comes from standard input, which is called "-". */
gboolean spur_cli_is_pipe (SpurCli *self);

/* The same for a part of another trace; the losses are printed with that one. */
SpurTrace *spur_cli_open_part (SpurCli *self, SpurExit *code);

/* Prints on standard error, in one line, what was left out when @trace was read, if anything, and
 * keeps it for the tree. */
void spur_cli_tell_losses (SpurCli *self, SpurTrace *trace, const char *path);

/* Adds "losses": of all traces that were opened, a list of what and count. */
void spur_cli_add_losses (SpurCli *self, SpurTree *tree);

/* Whether a verb may write @path; prints what to do where it may not. A file is replaced only with
 * --force; an empty one counts as none. Folders and devices are never replaced: writing fails. */
gboolean spur_cli_may_write (SpurCli *self, const char *path);

/* The same of a picture, whose kind its name says. */
gboolean spur_cli_may_draw (SpurCli *self, const char *path);

/* Whether it may write the output. */
gboolean spur_cli_check_output (SpurCli *self);

/* Renames all files that the verb has written to their final names, or none. spur_cli_run() calls
 * it at the end of a verb without errors; a verb calls it earlier where it then deletes files. */
gboolean spur_cli_keep_files (SpurCli *self);

/* (transfer full): The path of the time maps beside the trace. */
char *spur_cli_build_map_path (SpurCli *self);

/* Parses the value of an option that is a time; where @text is NULL, @ns is not changed. */
gboolean spur_cli_parse_time (SpurCli *self, const char *option, const char *text, gint64 *ns);

/* The same of a size. */
gboolean
spur_cli_parse_bytes (SpurCli *self, const char *option, const char *text, guint64 *n_bytes);

typedef enum
{
  SPUR_TONE_PLAIN,
  SPUR_TONE_BOLD,
  SPUR_TONE_DIM,
  SPUR_TONE_BAD,
  SPUR_TONE_GOOD,
} SpurTone;

void spur_cli_put (SpurCli *self, SpurTone tone, const char *text);

/* "  name        text"; on a terminal broken between words where it ends. */
void spur_cli_put_row (SpurCli *self, const char *name, const char *text);

/* A sentence behind a mark, such as that of an item of a list; broken between words where the
 * terminal ends. */
void spur_cli_put_sentence (SpurCli *self, SpurTone tone, const char *mark, const char *text);

/* From here on an interrupt cancels @cancellable, so that work ends tidily; a second one, or
 * work that does not end within a second, ends the command at once. Call before any thread. */
void spur_signals_watch (GCancellable *cancellable);

/* The first signal is how the work is meant to end: it may take its time. A second one, half a
 * second later or more, ends the command at once. */
void spur_signals_expect (void);

/* The signal that came, or 0. */
int spur_signals_get_received (void);

/* Ends the command as the signal would have. */
void spur_signals_die (int number);

/* Runs @loop until it is quit, the command is interrupted, or @for_ns are over; 0 is without end.
 */
void spur_cli_run_loop (SpurCli *self, GMainLoop *loop, gint64 for_ns);

/* A command that runs from its build folder takes plugins and schemas from there, unless the
 * environment says otherwise. */
void spur_uninstalled_use_build_folder (void);
