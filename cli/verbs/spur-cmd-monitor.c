/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/output/spur-layout.h"
#include "core/base/spur-error-internal.h"
#include "core/record/object/spur-recording-sink.h"
#include "core/store/container/spur-container.h"

#define LEAST_COLUMNS 20
#define USUAL_COLUMNS 80
#define US_PER_S 1000000

static gboolean is_shown;

/* A number that a list may have. */
static gboolean
find_figure (SpurEntryList *list, const char *name, double *value)
{
  int index = spur_entry_list_find (list, name);
  const SpurEntry *entry;

  if (index < 0)
    return FALSE;
  entry = spur_entry_list_get_entry (list, (guint) index);
  if (entry->type == SPUR_FIELD_DOUBLE)
    memcpy (value, &entry->bits, sizeof *value);
  else
    *value = (double) (gint64) entry->bits;
  return TRUE;
}

/* Adds a piece where the line has room for all of it. */
static void G_GNUC_PRINTF (3, 4) append (GString *text, guint n_columns, const char *format, ...)
{
  SPUR_FORMAT_MESSAGE (piece, format);

  if (text->len + 2 + strlen (piece) <= n_columns)
    g_string_append_printf (text, "%s%s", text->len > 0 ? "  " : "", piece);
}

/* "00:00:07  cpu  37 %  run  2 ...": how long a monitor has been running and what it saw last, as
 * much of it as @n_columns have room for. Numbers take the same room however large they are, so
 * that nothing jumps. */
static char *
spur_live_line_format (SpurEntryList *figures, gint64 running_us, guint n_columns)
{
  GString *text = g_string_new (NULL);
  gint64 seconds = running_us / US_PER_S;
  double a, b;

  append (text, n_columns, "%02d:%02d:%02d", (int) (seconds / 3600), (int) (seconds / 60 % 60),
          (int) (seconds % 60));
  if (find_figure (figures, "cpu", &a))
    append (text, n_columns, "cpu %3.0f %%", 100 * a);
  if (find_figure (figures, "runnable", &a))
    append (text, n_columns, "run %2.0f", a);
  if (find_figure (figures, "memory_used", &a) && find_figure (figures, "memory", &b))
    append (text, n_columns, "mem %.1f of %.1f GB", a / 1e9, b / 1e9);
  if (find_figure (figures, "received", &a) && find_figure (figures, "sent", &b))
    append (text, n_columns, "net %5.1f %5.1f MB/s", a / 1e6, b / 1e6);
  if (find_figure (figures, "read", &a) && find_figure (figures, "written", &b))
    append (text, n_columns, "disk %5.1f %5.1f MB/s", a / 1e6, b / 1e6);
  if (find_figure (figures, "retransmitted", &a))
    append (text, n_columns, "sent again %.0f", a);
  return g_string_free (text, FALSE);
}

static guint
get_columns (void)
{
  struct winsize size;

  if (ioctl (STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
    return USUAL_COLUMNS;
  return MAX (size.ws_col, LEAST_COLUMNS);
}

/* Writes it over the line before, on standard error, where that is a terminal. */
static void
spur_live_line_show (SpurMonitor *monitor, gint64 running_us)
{
  g_autoptr (SpurEntryList) figures = NULL;
  g_autofree char *line = NULL;

  if (!isatty (STDERR_FILENO))
    return;
  figures = spur_monitor_dup_figures (monitor);
  line = spur_live_line_format (figures, running_us, get_columns () - 1);
  fprintf (stderr, "\r%s\033[K", line);
  fflush (stderr);
  is_shown = TRUE;
}

static void
spur_live_line_clear (void)
{
  if (!is_shown)
    return;
  fputs ("\r\033[K", stderr);
  fflush (stderr);
  is_shown = FALSE;
}

/* So that some seconds of a host are on the disk before the next ones are looked at. */
#define CHUNK_EVENTS 4096
#define NS_PER_MS 1000000
#define MAX_INTERVAL_NS (G_GINT64_CONSTANT (3600000) * NS_PER_MS)
#define LINE_MS 1000
/* So that what is not in a recording's file or at a collector yet is no more than that, also where
 * little happens. */
#define FLUSH_MS "1000"

static char *interval_text;
static char *for_text;
static gint64 duration_ns;
static char *only_text;
static char *monitor_name;
static char *root;

static const GOptionEntry entries[] = {
  SPUR_OPTION (
    "interval", STRING, &interval_text, "Time from one look to the next (default 100ms)", "TIME"),
  SPUR_OPTION ("for", STRING, &for_text, "End after this time (default: when interrupted)", "TIME"),
  SPUR_OPTION (
    "only", STRING, &only_text, "Look at these only: cpu,memory,disk,network,...", "LIST"),
  SPUR_OPTION ("monitor", STRING, &monitor_name, "Which monitor (default host)", "NAME"),
  SPUR_OPTION ("root", FILENAME, &root, "Read proc, sys and run in this folder", "DIR"),
  G_OPTION_ENTRY_NULL,
};

static char **
dup_monitor_names (void)
{
  return spur_registry_dup_monitors (spur_registry_get_default ());
}

/* Those of the monitor that is there without --monitor. */
static char **
dup_category_names (void)
{
  g_autoptr (SpurMonitor) monitor =
    spur_registry_make_monitor (spur_registry_get_default (), "host", NULL);

  return monitor != NULL ? spur_monitor_dup_categories (monitor) : g_new0 (char *, 1);
}

static const SpurOptionWords option_words[] = {
  { .option = "monitor", .dup_words = dup_monitor_names },
  { .option = "only", .dup_words = dup_category_names },
  { NULL },
};

static gboolean
parse_interval (SpurCli *cli, SpurMonitor *monitor)
{
  gint64 interval_ns = SPUR_MONITOR_INTERVAL_MS * NS_PER_MS;

  if (!spur_cli_parse_time (cli, "--interval", interval_text, &interval_ns))
    return FALSE;
  if (interval_ns < NS_PER_MS || interval_ns > MAX_INTERVAL_NS || interval_ns % NS_PER_MS != 0)
    return SPUR_CLI_REFUSE (cli, "--interval: whole milliseconds from 1ms to 3600s, not '%s'",
                            interval_text);
  spur_monitor_set_interval_ms (monitor, (guint) (interval_ns / NS_PER_MS));
  return TRUE;
}

/* "net" is enough for "network", as long as nothing else begins so. */
static const char *
complete_words (const char *word, char **known)
{
  const char *found = NULL;

  for (guint i = 0; known[i] != NULL; i++)
    {
      if (g_str_equal (known[i], word))
        return known[i];
      if (*word == '\0' || !g_str_has_prefix (known[i], word))
        continue;
      if (found != NULL)
        return word;
      found = known[i];
    }
  return found != NULL ? found : word;
}

static gboolean
parse_categories (SpurCli *cli, SpurMonitor *monitor)
{
  g_auto (GStrv) words = g_strsplit (only_text != NULL ? only_text : "", ",", -1);
  g_auto (GStrv) known = spur_monitor_dup_categories (monitor);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) categories = NULL;

  if (only_text == NULL)
    return TRUE;
  if (words[0] == NULL)
    g_strv_builder_add (builder, "");
  for (guint i = 0; words[i] != NULL; i++)
    g_strv_builder_add (builder, complete_words (words[i], known));
  categories = g_strv_builder_end (builder);
  return spur_monitor_set_categories (monitor, (const char *const *) categories, &cli->error) ||
         spur_cli_refuse (cli, "--only");
}

static gboolean
set_root (SpurCli *cli, SpurMonitor *monitor)
{
  if (root == NULL)
    return TRUE;
  if (g_object_class_find_property (G_OBJECT_GET_CLASS (monitor), "root") == NULL)
    return SPUR_CLI_REFUSE (cli, "--root: this monitor reads no files");
  g_object_set (monitor, "root", root, NULL);
  return TRUE;
}

static SpurMonitor *
make_monitor (SpurCli *cli, SpurExit *code)
{
  g_autoptr (SpurMonitor) monitor = spur_registry_make_monitor (
    spur_registry_get_default (), monitor_name != NULL ? monitor_name : "host", &cli->error);

  if (monitor == NULL)
    {
      *code = spur_cli_fail (cli, SPUR_EXIT_FAILURE, "monitor");
      return NULL;
    }
  *code = SPUR_EXIT_USAGE;
  if (!parse_interval (cli, monitor) || !parse_categories (cli, monitor) ||
      !set_root (cli, monitor))
    return NULL;
  return g_steal_pointer (&monitor);
}

/* What cannot be looked at is said when it is known, and once. */
static void
put_notes (SpurCli *cli, SpurMonitor *monitor, guint *n_said)
{
  g_auto (GStrv) notes = spur_monitor_dup_notes (monitor);

  for (guint i = 0; notes[i] != NULL; i++)
    {
      if (i < *n_said || cli->quiet || cli->json)
        continue;
      spur_live_line_clear ();
      spur_cli_warn (cli, "monitor: %s", notes[i]);
    }
  *n_said = MAX (*n_said, g_strv_length (notes));
}

/* Until the time is over or a signal comes. */
static void
wait_for_end (SpurCli *cli, SpurMonitor *monitor)
{
  gint64 begin_us = g_get_monotonic_time ();
  gint64 end_us = duration_ns > 0 ? begin_us + duration_ns / 1000 : G_MAXINT64;
  GPollFD poll = { 0 };
  gboolean has_fd = g_cancellable_make_pollfd (cli->job.cancellable, &poll);
  guint n_said = 0;

  while (!g_cancellable_is_cancelled (cli->job.cancellable))
    {
      gint64 now_us = g_get_monotonic_time ();
      gint64 left_ms = (end_us - now_us + 999) / 1000;

      put_notes (cli, monitor, &n_said);
      if (now_us >= end_us)
        break;
      if (!cli->quiet && now_us > begin_us + LINE_MS * 1000 / 2)
        spur_live_line_show (monitor, now_us - begin_us);
      g_poll (&poll, has_fd ? 1 : 0, (int) MIN (left_ms, LINE_MS));
    }
  if (has_fd)
    g_cancellable_release_fd (cli->job.cancellable);
  spur_live_line_clear ();
}

static void
add_figures (SpurTree *tree, SpurEntryList *figures)
{
  spur_tree_begin_object (tree, "figures");
  for (guint i = 0; i < spur_entry_list_get_n_entries (figures); i++)
    {
      const SpurEntry *entry = spur_entry_list_get_entry (figures, i);
      double real;

      memcpy (&real, &entry->bits, sizeof real);
      if (entry->type == SPUR_FIELD_DOUBLE)
        spur_tree_add_double (tree, entry->name, real);
      else
        spur_tree_add_count (tree, entry->name, entry->bits);
    }
  spur_tree_end (tree);
}

static void
add_note (SpurTree *tree, SpurMonitor *monitor)
{
  guint64 n_missed = spur_monitor_get_n_missed (monitor);
  g_autoptr (GString) text = g_string_new (NULL);

  spur_text_append_count (text, spur_monitor_get_n_events (monitor));
  g_string_append (text, " events of ");
  spur_text_append_count (text, spur_monitor_get_n_samples (monitor));
  g_string_append (text, " looks");
  if (n_missed > 0)
    {
      g_string_append (text, "; left out because too late: ");
      spur_text_append_count (text, n_missed);
      g_string_append (text, "; a longer --interval takes less of the host");
    }
  spur_tree_add_note (tree, "note", text->str);
}

/* Of a recording there is no trace. */
static void
add_result (SpurCli *cli, SpurMonitor *monitor, SpurEntryList *figures)
{
  SpurTree *tree = cli->tree;
  g_auto (GStrv) notes = spur_monitor_dup_notes (monitor);
  gint64 begin_ns = 0, end_ns = 0;

  spur_tree_add_string (tree, "output", cli->output);
  add_note (tree, monitor);
  spur_tree_add_int (tree, "interval_ms", spur_monitor_get_interval_ms (monitor));
  if (cli->trace != NULL)
    {
      spur_trace_get_span_ns (cli->trace, TRUE, &begin_ns, &end_ns);
      spur_tree_add_int (tree, "span_ns", end_ns - begin_ns);
    }
  spur_tree_add_count (tree, "samples", spur_monitor_get_n_samples (monitor));
  spur_tree_add_count (tree, "missed", spur_monitor_get_n_missed (monitor));
  spur_tree_add_count (tree, "events", spur_monitor_get_n_events (monitor));
  spur_tree_add_count (tree, "dropped", spur_monitor_get_n_dropped (monitor));
  add_figures (tree, figures);
  spur_tree_add_strings (tree, "notes", notes);
}

/* Whether the output is a recording, which can be opened whatever happens to the command. */
static gboolean
is_recording (const char *output)
{
  static const char *const schemes[] = { "file:", "unix:", "tcp:", "memory:", "flight:" };

  for (guint i = 0; i < G_N_ELEMENTS (schemes); i++)
    {
      if (g_str_has_prefix (output, schemes[i]))
        return TRUE;
    }
  return g_str_has_suffix (output, ".spurrec");
}

static gboolean
open_output (SpurCli *cli, SpurMonitor *monitor)
{
  if (is_recording (cli->output))
    return spur_recording_sink_set_option ("flush", FLUSH_MS, &cli->error) &&
           spur_monitor_set_recording (monitor, cli->output, &cli->error);
  cli->trace = spur_trace_new_with_chunks (CHUNK_EVENTS);
  spur_monitor_set_trace (monitor, cli->trace);
  return spur_container_begin (cli->trace, cli->output, &cli->error);
}

static SpurExit
watch_host (SpurCli *cli, SpurMonitor *monitor)
{
  g_autoptr (SpurEntryList) figures = NULL;

  if (!open_output (cli, monitor))
    return spur_cli_fail (cli, SPUR_EXIT_FAILURE, cli->output);
  spur_signals_expect ();
  if (!spur_monitor_start (monitor, &cli->error))
    return spur_cli_fail (cli, SPUR_EXIT_FAILURE, "monitor");
  wait_for_end (cli, monitor);
  figures = spur_monitor_dup_figures (monitor);
  if (!spur_monitor_stop (monitor, &cli->error) ||
      (cli->trace != NULL && !(spur_trace_seal (cli->trace, &cli->error) &&
                               spur_container_save (cli->trace, cli->output, NULL, &cli->error))))
    return spur_cli_fail (cli, SPUR_EXIT_FAILURE, cli->output);
  if (cli->trace != NULL)
    spur_cli_tell_losses (cli, cli->trace, cli->output);
  add_result (cli, monitor, figures);
  return SPUR_EXIT_OK;
}

/* A recorder writes over nothing, so what --force gives up goes first: the file, and the blocks of
 * a recording that was not ended. */
static void
remove_before (const char *path)
{
  g_autofree char *blocks = g_strconcat (path, ".blocks", NULL);

  if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
    {
      g_unlink (path);
      g_unlink (blocks);
    }
}

static SpurExit
run_monitor (SpurCli *cli)
{
  /* The file of a recording may be named as the recorder wants it. */
  const char *path =
    g_str_has_prefix (cli->output, "file:") ? cli->output + strlen ("file:") : cli->output;
  SpurExit code = SPUR_EXIT_OK;
  g_autoptr (SpurMonitor) monitor = NULL;

  if (!spur_cli_parse_time (cli, "--for", for_text, &duration_ns))
    return SPUR_EXIT_USAGE;
  if (for_text != NULL && duration_ns <= 0)
    return spur_cli_usage (cli, "--for: give a time above 0, as in 10s");
  monitor = make_monitor (cli, &code);
  if (monitor == NULL)
    return code;
  if (!spur_cli_may_write (cli, path))
    return SPUR_EXIT_USAGE;
  if (cli->force && is_recording (cli->output))
    remove_before (path);
  return watch_host (cli, monitor);
}

const SpurVerb spur_verb_monitor = {
  .name = "monitor",
  .summary = "Record the load of this host",
  .description =
    "Looks every 100 ms at what the kernel counts, and writes a trace of it: load of\n"
    "the processors and of each core, the run queue, memory, swap, disks, traffic of\n"
    "each interface, TCP's retransmissions, logins, and the state of the clock. It\n"
    "ends after the time of --for, or when it is interrupted (SIGINT, SIGTERM);\n"
    "either way the trace is complete. Memory does not grow with time.\n"
    "\n"
    "Where OUT is called .spurrec the events go into a recording, which can be opened\n"
    "also after the command was killed; tcp:HOST:PORT and unix:PATH are collectors.\n"
    "\n"
    "--only takes cpu, memory, disk, network, tcp, logins and clock; 'net' is enough.",
  .examples = "  spur monitor -o host.spur\n"
              "  spur monitor -o host.spur --for 10s --only cpu,net\n"
              "  spur monitor -o host.spur --interval 1s --quiet &\n"
              "  spur monitor -o tcp:collector:14830 --quiet\n"
              "  spur draw host.spur -o host.png",
  .second = "name the file to write with -o",
  .output = "Write the trace here, or a recording",
  .output_as = "OUT",
  .writes = TRUE,
  .tells_losses = TRUE,
  .entries = entries,
  .words = option_words,
  .run = run_monitor,
};
