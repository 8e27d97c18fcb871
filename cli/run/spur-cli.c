/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cli/run/spur-cli.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "cli/output/spur-layout.h"
#include "core/base/spur-error-internal.h"
#include "core/base/spur-new-files.h"
#include "core/store/trace/spur-map-file.h"
#ifdef SPUR_WITH_VIEWS
#include "visualizers/spur-view.h"
#endif

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
  return out->is_terminal && (no_colour == NULL || *no_colour == '\0') && term != NULL &&
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
  g_autofree char *text = NULL;
  SPUR_FORMAT_MESSAGE (message, format);

  text = g_strdup_printf ("%s: %s", self->verb->name, message);
  print_message (self, text);
  fprintf (stderr, "Try 'spur %s --help'.\n", self->verb->name);
  return SPUR_EXIT_USAGE;
}

void
spur_cli_warn (SpurCli *self, const char *format, ...)
{
  SPUR_FORMAT_MESSAGE (message, format);

  print_message (self, message);
}

SpurExit
spur_cli_fail (SpurCli *self, SpurExit code, const char *place)
{
  const GError *error = self->error;
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

gboolean
spur_cli_refuse (SpurCli *self, const char *option)
{
  return SPUR_CLI_REFUSE (self, "%s: %s", option, self->error->message);
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

  if (is_beside && !g_file_test (path, G_FILE_TEST_EXISTS))
    return TRUE;
  correction = spur_map_file_load (trace, path, &self->job, &self->error);
  if (correction != NULL)
    {
      spur_trace_set_correction (trace, correction);
      return TRUE;
    }
  if (is_beside && g_error_matches (self->error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_OTHER_TRACE))
    {
      spur_cli_warn (self, "%s; ignored, 'spur correct --undo' takes it away",
                     self->error->message);
      g_clear_error (&self->error);
      return TRUE;
    }
  *code = spur_cli_fail (self, SPUR_EXIT_BAD_INPUT, path);
  return FALSE;
}

gboolean
spur_cli_count_reversed (SpurCli *self, gboolean raw, guint64 *n_reversed)
{
  g_autoptr (SpurEdges) edges = NULL;
  SpurCheck check;

  *n_reversed = 0;
  if (!raw && spur_trace_get_correction (self->trace) != NULL)
    return TRUE;
  edges = spur_edges_new_for_trace (self->trace, &self->job, &self->error);
  if (edges == NULL)
    return FALSE;
  spur_check_run (&check, self->trace, edges, NULL, 0, &self->job);
  *n_reversed = check.n_reversed + check.n_collective_reversed;
  return TRUE;
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
    return spur_error_set_null (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                                PIPE_PLACE ": can be read once, and was read before");
  self->has_read_pipe = TRUE;
  return spur_registry_open_pipe (spur_registry_get_default (), STDIN_FILENO, PIPE_PLACE,
                                  self->read_as, &self->job, error);
}

static void
tell_opened (SpurCli *self, SpurTrace *trace, gint64 begin_us)
{
  g_autofree char *n_events = spur_text_count (spur_trace_get_n_events (trace));
  g_autofree char *took = spur_text_duration ((g_get_monotonic_time () - begin_us) * 1000);

  if (self->verbose)
    spur_cli_warn (self, "%s: %s events in %u streams, opened in %s", self->input, n_events,
                   spur_trace_get_n_streams (trace), took);
}

SpurTrace *
spur_cli_open_part (SpurCli *self, SpurExit *code)
{
  gboolean is_pipe = spur_cli_is_pipe (self);
  gint64 begin_us = g_get_monotonic_time ();
  g_autoptr (SpurTrace) trace = NULL;

  if (is_pipe)
    trace = read_pipe (self, &self->error);
  else
    trace = spur_registry_open_trace_as (spur_registry_get_default (), self->input, self->read_as,
                                         &self->job, &self->error);
  if (trace == NULL)
    *code = spur_cli_fail (self, SPUR_EXIT_BAD_INPUT, is_pipe ? PIPE_PLACE : self->input);
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
spur_cli_may_draw (SpurCli *self, const char *path)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  if (!g_str_has_suffix (lower, ".svg") && !g_str_has_suffix (lower, ".pdf") &&
      !g_str_has_suffix (lower, ".png"))
    return SPUR_CLI_REFUSE (self, "'%s' is no picture; let its name end in .svg, .pdf or .png",
                            path);
  return spur_cli_may_write (self, path);
}

gboolean
spur_cli_check_output (SpurCli *self)
{
  return self->output == NULL || spur_cli_may_write (self, self->output);
}

gboolean
spur_cli_keep_files (SpurCli *self)
{
  if (spur_new_files_keep (&self->error))
    return TRUE;
  print_message (self, self->error->message);
  return FALSE;
}

gboolean
spur_cli_parse_time (SpurCli *self, const char *option, const char *text, gint64 *ns)
{
  return text == NULL || spur_text_parse_duration (text, ns, &self->error) ||
         spur_cli_refuse (self, option);
}

gboolean
spur_cli_parse_bytes (SpurCli *self, const char *option, const char *text, guint64 *n_bytes)
{
  return text == NULL || spur_text_parse_bytes (text, n_bytes, &self->error) ||
         spur_cli_refuse (self, option);
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

/* The words of a text in lines, of which all but the first begin with @indent spaces. */
static char *
break_text (const char *text, guint indent, guint n_columns)
{
  g_autofree char *safe = spur_text_safe (text);
  g_auto (GStrv) words = g_strsplit (safe, " ", -1);
  GString *lines = g_string_new (NULL);
  guint column = indent;

  for (guint i = 0; words[i] != NULL; i++)
    {
      guint width = spur_text_get_width (words[i]);

      if (column > indent && column + 1 + width >= n_columns)
        {
          g_string_append_printf (lines, "\n%*s", (int) indent, "");
          column = indent;
        }
      else if (i > 0)
        {
          g_string_append_c (lines, ' ');
          column++;
        }
      g_string_append (lines, words[i]);
      column += width;
    }
  return g_string_free (lines, FALSE);
}

void
spur_cli_put_row (SpurCli *self, const char *name, const char *text)
{
  GString *buffer = self->out->buffer;
  guint n_columns = MAX (spur_out_get_columns (self->out), 60);
  g_autofree char *shown =
    self->out->is_terminal ? break_text (text, NAME_WIDTH + 3, n_columns) : spur_text_safe (text);

  g_string_append (buffer, "  ");
  spur_text_append_padded (buffer, name, NAME_WIDTH);
  g_string_append_c (buffer, ' ');
  g_string_append (buffer, shown);
  g_string_append_c (buffer, '\n');
  spur_out_settle (self->out);
}

void
spur_cli_put_sentence (SpurCli *self, SpurTone tone, const char *mark, const char *text)
{
  guint n_columns = CLAMP (spur_out_get_columns (self->out), 40, 100);
  g_autofree char *lines = break_text (text, 2 + spur_text_get_width (mark), n_columns);

  spur_out_printf (self->out, "  %s", mark);
  spur_cli_put (self, tone, lines);
  spur_out_puts (self->out, "\n");
}

/* The one run of the command, into which options are parsed, and what they say beside. */
static SpurCli run;
static struct
{
  char **projects;
  int n_threads;
  gboolean help;
  char *colour;
  char **rest;
} given;

static const GOptionEntry common_entries[] = {
  SPUR_OPTION ("project",
               FILENAME_ARRAY,
               &given.projects,
               "Load a project, by name or file (repeatable)",
               "PROJECT"),
  SPUR_OPTION (
    "map", FILENAME, &run.map, "Correct the trace by these time maps", "FILE" SPUR_MAP_FILE_SUFFIX),
  SPUR_OPTION (
    "read-as", FILENAME, &run.read_as, "Format of the trace (default: found out)", "FORMAT"),
  SPUR_OPTION ("json", NONE, &run.json, "Write JSON", NULL),
  { "threads", 'j', 0, G_OPTION_ARG_INT, &given.n_threads,
    "Use N threads (default: all processors)", "N" },
  { "quiet", 'q', 0, G_OPTION_ARG_NONE, &run.quiet, "No progress, and no message of success",
    NULL },
  { "verbose", 'v', 0, G_OPTION_ARG_NONE, &run.verbose, "Say what is done, and how long it takes",
    NULL },
  SPUR_OPTION (
    "color", STRING, &given.colour, "Colours: auto, always, never (default auto)", "WHEN"),
  { "help", 'h', 0, G_OPTION_ARG_NONE, &given.help, "Show this help", NULL },
  SPUR_OPTION (G_OPTION_REMAINING, FILENAME_ARRAY, &given.rest, NULL, NULL),
  G_OPTION_ENTRY_NULL,
};

static const GOptionEntry writing_entries[] = {
  SPUR_OPTION ("force", NONE, &run.force, "Write over a file that is there", NULL),
  SPUR_OPTION ("no-sync", NONE, &run.no_sync, "Do not wait until files are on the disk", NULL),
  G_OPTION_ENTRY_NULL,
};

static void
append_entries (GArray *array, const GOptionEntry *entries)
{
  for (; entries != NULL && entries->long_name != NULL; entries++)
    g_array_append_val (array, *entries);
}

GOptionEntry *
spur_cli_dup_entries (const SpurVerb *verb, gboolean are_all)
{
  GArray *array = g_array_new (TRUE, FALSE, sizeof (GOptionEntry));
  const GOptionEntry output = { "output",
                                'o',
                                0,
                                G_OPTION_ARG_FILENAME,
                                &run.output,
                                verb != NULL ? verb->output : NULL,
                                verb != NULL ? verb->output_as : NULL };

  if (verb != NULL && verb->output != NULL)
    g_array_append_val (array, output);
  append_entries (array, verb != NULL ? verb->entries : NULL);
  if (are_all && verb != NULL && verb->writes)
    append_entries (array, writing_entries);
  if (are_all)
    append_entries (array, common_entries);
  return (GOptionEntry *) (gpointer) g_array_free (array, FALSE);
}

static GOptionContext *
make_context (const SpurVerb *verb)
{
  g_autofree char *program = g_strdup_printf ("spur %s", verb->name);
  g_autofree char *summary = g_strdup_printf ("%s.\n\n%s", verb->summary, verb->description);
  g_autofree char *examples = g_strdup_printf ("Examples:\n%s", verb->examples);
  g_autofree GOptionEntry *entries = spur_cli_dup_entries (verb, TRUE);
  GOptionContext *context = g_option_context_new (verb->arguments);

  g_set_prgname (program);
  g_option_context_set_summary (context, summary);
  g_option_context_set_description (context, examples);
  g_option_context_set_help_enabled (context, FALSE);
  g_option_context_add_main_entries (context, entries, NULL);
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

static SpurExit
refuse_options (SpurCli *self)
{
  const char *message = self->error->message;
  const char *unknown = strstr (message, " --");
  g_autofree GOptionEntry *entries = spur_cli_dup_entries (self->verb, TRUE);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  const char *nearest = NULL;

  for (guint i = 0; entries[i].long_name != NULL; i++)
    {
      if (*entries[i].long_name != '\0')
        g_ptr_array_add (names, (gpointer) entries[i].long_name);
    }
  g_ptr_array_add (names, NULL);
  if (g_error_matches (self->error, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION) &&
      unknown != NULL)
    nearest = spur_text_find_nearest (unknown + 3, (const char *const *) names->pdata);
  if (nearest != NULL)
    return spur_cli_usage (self, "%s; did you mean --%s?", message, nearest);
  return spur_cli_usage (self, "%s", message);
}

/* One argument, two of them where the second one is the output, or all; nothing is guessed where
 * there are more. */
static SpurExit
take_arguments (SpurCli *self, char **rest)
{
  const SpurVerb *verb = self->verb;
  guint n_rest = rest != NULL ? g_strv_length (rest) : 0;

  if (verb->arguments == NULL && n_rest > 0)
    return spur_cli_usage (self, "takes no argument '%s'", rest[0]);
  if (verb->arguments != NULL && n_rest == 0 && !verb->takes_none)
    return spur_cli_usage (self, "name the trace to read");
  self->input = n_rest > 0 ? rest[0] : NULL;
  self->inputs = rest;
  if (n_rest > 1 && !verb->takes_many)
    {
      if (verb->output == NULL && verb->second == NULL)
        return spur_cli_usage (self, "one trace at a time, but '%s' was given too", rest[1]);
      if (n_rest > 2)
        return spur_cli_usage (self, "two files, but '%s' was given too", rest[2]);
      if (self->output != NULL)
        return spur_cli_usage (self, "one file to write, but '%s' and '%s' were given",
                               self->output, rest[1]);
      self->output = rest[1];
    }
  if (self->output == NULL && verb->second != NULL)
    return spur_cli_usage (self, "%s", verb->second);
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

/* Before any trace is opened, so that its classes are known by then. Visualizers are known before,
 * so that their parameters can be checked. */
static SpurExit
load_projects (SpurCli *self, char **names)
{
#ifdef SPUR_WITH_VIEWS
  if (names != NULL)
    spur_view_register_visualizers (spur_registry_get_default ());
#endif
  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    {
      g_autoptr (SpurProject) project =
        spur_project_load (spur_registry_get_default (), names[i], &self->error);

      if (project == NULL)
        return spur_cli_fail (self, SPUR_EXIT_BAD_INPUT, "--project");
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
  if (self->quiet && self->verbose)
    return spur_cli_usage (self, "either --quiet or --verbose");
  self->colour = wants_colour (self->out, when);
  self->out->is_muted = self->quiet && self->verb->writes && !self->json;
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

/* Opens the trace that the verb reads, runs it, and puts what it has added to the tree. */
static SpurExit
run_verb (SpurCli *self)
{
  const SpurVerb *verb = self->verb;
  SpurExit code = SPUR_EXIT_OK;

  if (verb->check != NULL && !verb->check (self))
    return SPUR_EXIT_USAGE;
  if (verb->run == NULL)
    {
      const char *option = verb->needs != NULL ? verb->needs : "views";

      spur_cli_warn (self, SPUR_CLI_BUILT_WITHOUT, verb->name, option, option);
      return SPUR_EXIT_FAILURE;
    }
#ifdef SPUR_WITH_VIEWS
  if (verb->draws)
    spur_view_register_visualizers (spur_registry_get_default ());
#endif
  if (verb->reads)
    self->trace = spur_cli_open (self, &code);
  if (code == SPUR_EXIT_OK)
    code = verb->run (self);
  spur_progress_end (self->progress);
  if (spur_node_is_set (spur_tree_get_root (self->tree)))
    spur_cli_put_tree (self);
  return code;
}

static SpurExit
parse_and_run (SpurCli *self, int argc, char **argv)
{
  g_autoptr (GPtrArray) words = split_short_options (argc, argv);
  g_autofree char **parsed = g_memdup2 (words->pdata, words->len * sizeof (char *));
  g_autoptr (GOptionContext) context = make_context (self->verb);
  int n_words = (int) words->len - 1;
  SpurExit code;

  if (!g_option_context_parse (context, &n_words, &parsed, &self->error))
    return refuse_options (self);
  if (given.help)
    return show_help (self, context);
  code = check_common (self, given.n_threads, self->no_sync);
  if (code == SPUR_EXIT_OK)
    code = set_manner (self);
  if (code == SPUR_EXIT_OK)
    code = take_arguments (self, given.rest);
  if (code == SPUR_EXIT_OK)
    code = load_projects (self, given.projects);
  return code == SPUR_EXIT_OK ? run_verb (self) : code;
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
  g_string_truncate (self->out->buffer, 0);
  return SPUR_EXIT_FAILURE;
}

static void
tell_end (SpurCli *self, gint64 begin_us)
{
  g_autofree char *took = spur_text_duration ((g_get_monotonic_time () - begin_us) * 1000);
  struct rusage usage;

  if (self->verbose && getrusage (RUSAGE_SELF, &usage) == 0)
    spur_cli_warn (self, "%s: %s, %ld MiB of memory at most", self->verb->name, took,
                   usage.ru_maxrss / 1024);
}

SpurExit
spur_cli_end_output (SpurOut *out, SpurExit code)
{
  spur_out_flush (out);
  if (out->first_errno == 0)
    return code;
  fprintf (stderr, "spur: standard output: %s\n", g_strerror (out->first_errno));
  return SPUR_EXIT_FAILURE;
}

SpurExit
spur_cli_run (const SpurVerb *verb, int argc, char **argv)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (SpurOut) out = spur_out_new (STDOUT_FILENO);
  g_autoptr (SpurProgress) progress = spur_progress_new ();
  g_autoptr (SpurTree) tree = spur_tree_new ();
  gint64 begin_us = g_get_monotonic_time ();
  SpurExit code;

  run = (SpurCli){
    .verb = verb,
    .out = out,
    .progress = progress,
    .tree = tree,
    .layout = verb->layout != NULL ? verb->layout : spur_layout_written,
    .colour = wants_colour (out, colour_words[0]),
    .job = { .progress = spur_progress_report,
             .progress_data = progress,
             .cancellable = cancellable },
  };
  spur_signals_watch (cancellable);

  spur_new_files_hold ();
  code = end_files (&run, parse_and_run (&run, argc, argv));
  tell_end (&run, begin_us);
  g_clear_pointer (&run.losses, g_array_unref);
  g_clear_object (&run.trace);
  g_clear_error (&run.error);
  spur_progress_end (progress);
  spur_out_flush (out);
  if (spur_signals_get_received () != 0 && code == SPUR_EXIT_INTERRUPTED)
    spur_signals_die (spur_signals_get_received ());
  return spur_cli_end_output (out, code);
}
