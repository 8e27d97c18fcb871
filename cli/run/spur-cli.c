/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "cli/run/spur-cli.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "cli/output/spur-text.h"
#include "cli/run/spur-signals.h"
#include "core/base/spur-new-files.h"
#include "core/plugin/spur-project.h"
#include "core/plugin/spur-registry.h"
#include "core/store/trace/spur-map-file.h"

#define NAME_WIDTH 22
#define PIPE_NAME "-"
#define PIPE_PLACE "standard input"

static const char *const colour_words[] = { "auto", "always", "never", NULL };

/* What --color says, by default whether there is a terminal that has colours. */
static gboolean
wants_colour (SpurOut *out, const char *when)
{
  const char *no_colour = g_getenv ("NO_COLOR");
  const char *term = g_getenv ("TERM");

  if (!g_str_equal (when, colour_words[0]))
    return g_str_equal (when, colour_words[1]);
  return spur_out_is_terminal (out) && (no_colour == NULL || *no_colour == '\0') && term != NULL &&
         g_strcmp0 (term, "dumb") != 0;
}

/* Errors that compare two definitions have a line for each difference, with two spaces before it;
 * other line ends come from a file and are shown as such. */
static void
print_message (SpurCli *self, const char *message)
{
  g_auto (GStrv) lines = g_strsplit (message, "\n  ", -1);

  spur_progress_clear (self->progress);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autofree char *safe = spur_text_safe (lines[i]);

      fprintf (stderr, "%s%s\n", i == 0 ? "spur: " : "  ", safe);
    }
}

SpurExit
spur_cli_usage (SpurCli *self, const char *format, ...)
{
  g_autofree char *message = NULL;
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  text = g_strdup_printf ("%s: %s", self->verb->name, message);
  print_message (self, text);
  fprintf (stderr, "Try 'spur %s --help'.\n", self->verb->name);
  return SPUR_EXIT_USAGE;
}

void
spur_cli_warn (SpurCli *self, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  print_message (self, message);
}

void
spur_cli_tell (SpurCli *self, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  if (!self->verbose)
    return;
  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  print_message (self, message);
}

SpurExit
spur_cli_fail (SpurCli *self, SpurExit code, const char *place, const GError *error)
{
  g_autofree char *message = NULL;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return SPUR_EXIT_INTERRUPTED;

  /* Readers begin their messages with the file that they were in. */
  if (g_str_has_prefix (error->message, place))
    message = g_strdup (error->message);
  else
    message = g_strdup_printf ("%s: %s", place, error->message);
  print_message (self, message);
  return code;
}

char *
spur_cli_build_map_path (SpurCli *self)
{
  g_autofree char *file = NULL;
  g_autoptr (SpurCodec) codec =
    spur_registry_find_codec (spur_registry_get_default (), self->input, &file);

  return spur_map_file_build_path (codec != NULL ? file : self->input);
}

/* Maps beside a trace that was made anew are none of it any more. */
static gboolean
take_map (SpurCli *self, SpurTrace *trace, SpurExit *code)
{
  gboolean is_beside = self->map == NULL;
  g_autofree char *path = is_beside ? spur_cli_build_map_path (self) : g_strdup (self->map);
  g_autoptr (SpurCorrection) correction = NULL;
  g_autoptr (GError) error = NULL;

  if (is_beside && !g_file_test (path, G_FILE_TEST_EXISTS))
    return TRUE;
  correction = spur_map_file_load (trace, path, &self->job, &error);
  if (correction != NULL)
    {
      spur_trace_set_correction (trace, correction);
      return TRUE;
    }
  if (is_beside && g_error_matches (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_OTHER_TRACE))
    {
      spur_cli_warn (self, "%s; ignored, 'spur correct --undo' takes it away", error->message);
      return TRUE;
    }
  *code = spur_cli_fail (self, SPUR_EXIT_BAD_INPUT, path, error);
  return FALSE;
}

gboolean
spur_cli_is_pipe (SpurCli *self)
{
  return self->input != NULL && g_str_equal (self->input, PIPE_NAME);
}

static SpurTrace *
read_pipe (SpurCli *self, GError **error)
{
  if (self->has_read_pipe)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                   PIPE_PLACE ": can be read once, and was read before");
      return NULL;
    }
  self->has_read_pipe = TRUE;
  return spur_registry_open_pipe (spur_registry_get_default (), STDIN_FILENO, PIPE_PLACE,
                                  self->read_as, &self->job, error);
}

static void
tell_opened (SpurCli *self, SpurTrace *trace, gint64 begin_us)
{
  g_autofree char *n_events = spur_text_count (spur_trace_get_n_events (trace));
  g_autofree char *took = spur_text_duration ((g_get_monotonic_time () - begin_us) * 1000);

  spur_cli_tell (self, "%s: %s events in %u streams, opened in %s", self->input, n_events,
                 spur_trace_get_n_streams (trace), took);
}

SpurTrace *
spur_cli_open_part (SpurCli *self, SpurExit *code)
{
  gboolean is_pipe = spur_cli_is_pipe (self);
  gint64 begin_us = g_get_monotonic_time ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurTrace) trace = NULL;

  if (is_pipe)
    trace = read_pipe (self, &error);
  else
    trace = spur_registry_open_trace_as (spur_registry_get_default (), self->input, self->read_as,
                                         &self->job, &error);
  if (trace == NULL)
    *code = spur_cli_fail (self, SPUR_EXIT_BAD_INPUT, is_pipe ? PIPE_PLACE : self->input, error);
  else if (is_pipe && self->map == NULL)
    return g_steal_pointer (&trace);
  else if ((self->map != NULL || spur_trace_get_correction (trace) == NULL) &&
           !take_map (self, trace, code))
    return NULL;
  if (trace != NULL)
    tell_opened (self, trace, begin_us);
  return g_steal_pointer (&trace);
}

SpurTrace *
spur_cli_open (SpurCli *self, SpurExit *code)
{
  SpurTrace *trace = spur_cli_open_part (self, code);

  if (trace != NULL)
    spur_cli_tell_losses (self, trace, self->input);
  return trace;
}

gboolean
spur_cli_may_write (SpurCli *self, const char *path)
{
  GStatBuf facts;

  if (self->force || g_lstat (path, &facts) != 0)
    return TRUE;
  /* A link that leads nowhere is there, and is all that its owner has of what was at its end. */
  if ((!S_ISLNK (facts.st_mode) || g_stat (path, &facts) == 0) &&
      (!S_ISREG (facts.st_mode) || facts.st_size == 0))
    return TRUE;
  return SPUR_CLI_REFUSE (self, "'%s' is there; --force writes over it", path);
}

gboolean
spur_cli_keep_files (SpurCli *self)
{
  g_autoptr (GError) error = NULL;

  if (spur_new_files_keep (&error))
    return TRUE;
  print_message (self, error->message);
  return FALSE;
}

gboolean
spur_cli_parse_time (SpurCli *self, const char *option, const char *text, gint64 *ns)
{
  g_autoptr (GError) error = NULL;

  if (text == NULL || spur_text_parse_duration (text, ns, &error))
    return TRUE;
  return SPUR_CLI_REFUSE (self, "%s: %s", option, error->message);
}

void
spur_cli_put (SpurCli *self, SpurTone tone, const char *text)
{
  static const char *const begins[] = {
    [SPUR_TONE_PLAIN] = "",       [SPUR_TONE_BOLD] = "\033[1m",  [SPUR_TONE_DIM] = "\033[2m",
    [SPUR_TONE_BAD] = "\033[31m", [SPUR_TONE_GOOD] = "\033[32m",
  };

  if (self->colour)
    spur_out_puts (self->out, begins[tone]);
  spur_out_puts (self->out, text);
  if (self->colour && tone != SPUR_TONE_PLAIN)
    spur_out_puts (self->out, "\033[0m");
}

void
spur_cli_put_row (SpurCli *self, const char *name, const char *text)
{
  GString *buffer = spur_out_buffer (self->out);
  g_autofree char *shown = NULL;

  g_string_append (buffer, "  ");
  spur_text_append_padded (buffer, name, NAME_WIDTH);
  g_string_append_c (buffer, ' ');
  if (spur_out_is_terminal (self->out))
    shown = spur_text_shorten (text, MAX (spur_out_get_columns (self->out), 60) - NAME_WIDTH - 3);
  else
    shown = spur_text_safe (text);
  g_string_append (buffer, shown);
  g_string_append_c (buffer, '\n');
  spur_out_settle (self->out);
}

void
spur_cli_put_sentence (SpurCli *self, const char *text)
{
  g_autofree char *safe = spur_text_safe (text);
  g_auto (GStrv) words = g_strsplit (safe, " ", -1);
  GString *buffer = spur_out_buffer (self->out);
  guint n_columns = CLAMP (spur_out_get_columns (self->out), 40, 100);
  guint column = 0;

  for (guint i = 0; words[i] != NULL; i++)
    {
      guint width = spur_text_get_width (words[i]);

      if (column > 0 && column + 1 + width >= n_columns)
        column = 0;
      if (column == 0)
        g_string_append (buffer, i > 0 ? "\n  " : "  ");
      else
        g_string_append_c (buffer, ' ');
      column += (column == 0 ? 2 : 1) + width;
      g_string_append (buffer, words[i]);
    }
  g_string_append_c (buffer, '\n');
  spur_out_settle (self->out);
}

/* What the options of every verb were set to. */
static struct
{
  char **projects;
  char *map;
  char *read_as;
  gboolean json;
  gboolean force;
  gboolean no_sync;
  int n_threads;
  gboolean help;
  gboolean quiet;
  gboolean verbose;
  char *colour;
  char **rest;
} given;

static const GOptionEntry common_entries[] = {
  { "project", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &given.projects,
    "Load a project, by name or file (repeatable)", "PROJECT" },
  { "map", 0, 0, G_OPTION_ARG_FILENAME, &given.map, "Correct the trace by these time maps",
    "FILE" SPUR_MAP_FILE_SUFFIX },
  { "read-as", 0, 0, G_OPTION_ARG_FILENAME, &given.read_as,
    "Format of the trace (default: found out)", "FORMAT" },
  { "json", 0, 0, G_OPTION_ARG_NONE, &given.json, "Write JSON", NULL },
  { "threads", 'j', 0, G_OPTION_ARG_INT, &given.n_threads,
    "Use N threads (default: all processors)", "N" },
  { "quiet", 'q', 0, G_OPTION_ARG_NONE, &given.quiet, "No progress, and no word of what went well",
    NULL },
  { "verbose", 'v', 0, G_OPTION_ARG_NONE, &given.verbose, "Say what is done, and how long it takes",
    NULL },
  { "color", 0, 0, G_OPTION_ARG_STRING, &given.colour,
    "Colours: auto, always, never (default auto)", "WHEN" },
  { "help", 'h', 0, G_OPTION_ARG_NONE, &given.help, "Show this help", NULL },
  { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &given.rest, NULL, NULL },
  G_OPTION_ENTRY_NULL,
};

static const GOptionEntry writing_entries[] = {
  { "force", 0, 0, G_OPTION_ARG_NONE, &given.force, "Write over a file that is there", NULL },
  { "no-sync", 0, 0, G_OPTION_ARG_NONE, &given.no_sync, "Do not wait until files are on the disk",
    NULL },
  G_OPTION_ENTRY_NULL,
};

const GOptionEntry *
spur_cli_get_writing_entries (void)
{
  return writing_entries;
}

const GOptionEntry *
spur_cli_get_common_entries (void)
{
  return common_entries;
}

static GOptionContext *
make_context (const SpurVerb *verb)
{
  g_autofree char *program = g_strdup_printf ("spur %s", verb->name);
  g_autofree char *summary = g_strdup_printf ("%s.\n\n%s", verb->summary, verb->description);
  g_autofree char *examples = g_strdup_printf ("Examples:\n%s", verb->examples);
  GOptionContext *context = g_option_context_new (verb->arguments);

  g_set_prgname (program);
  g_option_context_set_summary (context, summary);
  g_option_context_set_description (context, examples);
  g_option_context_set_help_enabled (context, FALSE);
  if (verb->entries != NULL)
    g_option_context_add_main_entries (context, verb->entries, NULL);
  if (verb->writes)
    g_option_context_add_main_entries (context, writing_entries, NULL);
  g_option_context_add_main_entries (context, common_entries, NULL);
  return context;
}

static SpurExit
show_help (SpurCli *self, GOptionContext *context)
{
  g_autofree char *help = g_option_context_get_help (context, FALSE, NULL);
  g_autoptr (GString) text = g_string_new (help);

  g_string_replace (text, "Application Options:", "Options:", 1);
  g_string_replace (text, "…", "...", 1);
  g_strchomp (text->str);
  spur_out_printf (self->out, "%s\n", text->str);
  return SPUR_EXIT_OK;
}

static void
add_option_names (GPtrArray *names, const GOptionEntry *entries)
{
  for (guint i = 0; entries != NULL && entries[i].long_name != NULL; i++)
    {
      if (*entries[i].long_name != '\0')
        g_ptr_array_add (names, (gpointer) entries[i].long_name);
    }
}

static SpurExit
refuse_options (SpurCli *self, const GError *error)
{
  const char *unknown = strstr (error->message, " --");
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  const char *nearest = NULL;

  add_option_names (names, self->verb->entries);
  if (self->verb->writes)
    add_option_names (names, writing_entries);
  add_option_names (names, common_entries);
  g_ptr_array_add (names, NULL);
  if (g_error_matches (error, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION) && unknown != NULL)
    nearest = spur_text_find_nearest (unknown + 3, (const char *const *) names->pdata);
  if (nearest != NULL)
    return spur_cli_usage (self, "%s; did you mean --%s?", error->message, nearest);
  return spur_cli_usage (self, "%s", error->message);
}

/* The file to write, by --output or as the second argument. */
static SpurExit
take_output (SpurCli *self, char **rest, guint n_rest)
{
  char **output = self->verb->output;

  if (n_rest > 2)
    return spur_cli_usage (self, "two files, but '%s' was given too", rest[2]);
  if (n_rest == 2 && *output != NULL)
    return spur_cli_usage (self, "one file to write, but '%s' and '%s' were given", *output,
                           rest[1]);
  if (n_rest == 2)
    *output = g_strdup (rest[1]);
  if (*output == NULL && self->verb->second != NULL)
    return spur_cli_usage (self, "%s", self->verb->second);
  self->output = *output;
  return SPUR_EXIT_OK;
}

/* The one argument of a verb that takes one, both, or all; nothing is guessed where there are more.
 */
static SpurExit
take_arguments (SpurCli *self, char **rest)
{
  guint n_rest = rest != NULL ? g_strv_length (rest) : 0;

  if (self->verb->arguments == NULL)
    return n_rest == 0 ? SPUR_EXIT_OK : spur_cli_usage (self, "takes no argument '%s'", rest[0]);
  if (n_rest == 0 && self->verb->takes_none)
    return SPUR_EXIT_OK;
  if (n_rest == 0)
    return spur_cli_usage (self, "name the trace to read");
  self->input = rest[0];
  self->inputs = rest;
  if (self->verb->takes_many)
    return SPUR_EXIT_OK;
  if (self->verb->output != NULL)
    return take_output (self, rest, n_rest);
  if (n_rest == 1 && self->verb->second != NULL)
    return spur_cli_usage (self, "%s", self->verb->second);
  if (n_rest > 1 && self->verb->second == NULL)
    return spur_cli_usage (self, "one trace at a time, but '%s' was given too", rest[1]);
  if (n_rest > 2)
    return spur_cli_usage (self, "two files, but '%s' was given too", rest[2]);
  self->output = n_rest > 1 ? rest[1] : NULL;
  return SPUR_EXIT_OK;
}

/* GOption wants "-j 4" in two words; people also write one. */
static GPtrArray *
split_short_options (int argc, char **argv)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);
  gboolean are_options = TRUE;

  for (int i = 0; i < argc; i++)
    {
      const char *word = argv[i];

      are_options = are_options && !g_str_equal (word, "--");
      if (are_options && (g_str_has_prefix (word, "-j") || g_str_has_prefix (word, "-o")))
        {
          g_ptr_array_add (words, g_strndup (word, 2));
          word += 2;
        }
      if (*word != '\0' || word == argv[i])
        g_ptr_array_add (words, g_strdup (word));
    }
  g_ptr_array_add (words, NULL);
  return words;
}

/* Before any trace is opened, so that its classes are known by then. */
static SpurExit
load_projects (SpurCli *self, char **names)
{
  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SpurProject) project =
        spur_project_load (spur_registry_get_default (), names[i], &error);

      if (project == NULL)
        return spur_cli_fail (self, SPUR_EXIT_BAD_INPUT, "--project", error);
    }
  return SPUR_EXIT_OK;
}

/* How much is said, and in which colours. Verbs that write files, and check, are quiet by saying
 * nothing at all on standard output; others have nothing but their answer to give. */
static SpurExit
set_manner (SpurCli *self)
{
  const char *when = given.colour != NULL ? given.colour : colour_words[0];

  if (!g_strv_contains (colour_words, when))
    return spur_cli_usage (self, "--color: '%s' is none of auto, always and never", when);
  if (given.quiet && given.verbose)
    return spur_cli_usage (self, "either --quiet or --verbose");
  self->colour = wants_colour (self->out, when);
  self->quiet = given.quiet;
  self->verbose = given.verbose;
  spur_out_set_muted (self->out, self->quiet && self->verb->writes && !self->json);
  if (self->quiet || self->verbose)
    spur_progress_end (self->progress);
  return SPUR_EXIT_OK;
}

static SpurExit
check_common (SpurCli *self, int n_threads, gboolean no_sync)
{
  if (n_threads < 0 || n_threads > 1024)
    return spur_cli_usage (self, "--threads: %d is not from 0 to 1024", n_threads);
  self->job.n_threads = (guint) n_threads;
  spur_new_files_set_sync (!no_sync);
  return SPUR_EXIT_OK;
}

static SpurExit
parse_and_run (SpurCli *self, int argc, char **argv)
{
  g_autoptr (GPtrArray) words = split_short_options (argc, argv);
  g_autofree char **parsed = g_memdup2 (words->pdata, words->len * sizeof (char *));
  g_autoptr (GOptionContext) context = make_context (self->verb);
  int n_words = (int) words->len - 1;
  g_autoptr (GError) error = NULL;
  SpurExit code;

  if (!g_option_context_parse (context, &n_words, &parsed, &error))
    return refuse_options (self, error);
  if (given.help)
    return show_help (self, context);
  self->json = given.json;
  self->force = given.force;
  self->no_sync = given.no_sync;
  self->map = given.map;
  self->read_as = given.read_as;
  code = check_common (self, given.n_threads, given.no_sync);
  if (code == SPUR_EXIT_OK)
    code = set_manner (self);
  if (code == SPUR_EXIT_OK)
    code = take_arguments (self, given.rest);
  if (code == SPUR_EXIT_OK)
    code = load_projects (self, given.projects);
  if (code != SPUR_EXIT_OK)
    return code;
  return self->verb->run (self);
}

/* A verb that failed leaves nothing new, and what it would have said of files is not true. */
static SpurExit
end_files (SpurCli *self, SpurExit code)
{
  if (code != SPUR_EXIT_OK && code != SPUR_EXIT_CONDITION)
    {
      spur_new_files_drop ();
      return code;
    }
  if (spur_cli_keep_files (self))
    return code;
  g_string_truncate (spur_out_buffer (self->out), 0);
  return SPUR_EXIT_FAILURE;
}

static void
tell_end (SpurCli *self, gint64 begin_us)
{
  g_autofree char *took = spur_text_duration ((g_get_monotonic_time () - begin_us) * 1000);
  struct rusage usage;

  if (getrusage (RUSAGE_SELF, &usage) == 0)
    spur_cli_tell (self, "%s: %s, %ld MiB of memory at most", self->verb->name, took,
                   usage.ru_maxrss / 1024);
}

SpurExit
spur_cli_run (const SpurVerb *verb, int argc, char **argv)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (SpurOut) out = spur_out_new (STDOUT_FILENO);
  g_autoptr (SpurProgress) progress = spur_progress_new ();
  SpurCli self = { .verb = verb, .out = out, .progress = progress };
  gint64 begin_us = g_get_monotonic_time ();
  SpurExit code;

  self.colour = wants_colour (out, colour_words[0]);
  self.job.progress = spur_progress_report;
  self.job.progress_data = progress;
  self.job.cancellable = cancellable;
  spur_signals_watch (cancellable);

  spur_new_files_hold ();
  code = end_files (&self, parse_and_run (&self, argc, argv));
  tell_end (&self, begin_us);
  g_clear_pointer (&self.losses, g_array_unref);
  spur_progress_end (progress);
  spur_out_flush (out);
  if (spur_signals_get_received () != 0 && code == SPUR_EXIT_INTERRUPTED)
    spur_signals_die (spur_signals_get_received ());
  if (spur_out_get_errno (out) != 0)
    {
      fprintf (stderr, "spur: standard output: %s\n", g_strerror (spur_out_get_errno (out)));
      return SPUR_EXIT_FAILURE;
    }
  return code;
}
