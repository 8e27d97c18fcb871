/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <glib/gstdio.h>
#include <string.h>
#include <sys/resource.h>

#include "cli/run/spur-collecting.h"
#include "cli/run/spur-correcting.h"
#include "core/base/spur-error-internal.h"
#include "core/store/container/spur-container.h"

#define DEFAULT_ADDRESS "tcp:127.0.0.1:14830"
#define SHOW_MS 250
#define SUFFIX ".spurrec"

static char *folder;
static char **addresses;
static char **served;
static char *live;
static char **served_recordings;
static char **followed;
static char *lines_text;
static SpurTls tls;
static char *delay_text;
static char *mu_text;
static char *linger_text;
static char *for_text;
static char **switched_off;
static char **switched_on;
static char **demands;
static char **activities;
static gint n_to_wait_for;
static gint max_connections;
static char *memory_text;
static gboolean keep;
static gboolean no_correction;

static const GOptionEntry entries[] = {
  { "listen", 'l', 0, G_OPTION_ARG_STRING_ARRAY, &addresses,
    "unix:PATH or tcp:[HOST:]PORT (repeatable)", "ADDRESS" },
  { "serve", 's', 0, G_OPTION_ARG_STRING_ARRAY, &served, "Serve events in order there (repeatable)",
    "ADDRESS" },
  SPUR_OPTION ("live", FILENAME, &live, "Write events in order, while they come", "LIVE.spurrec"),
  SPUR_OPTION ("serve-recording",
               STRING_ARRAY,
               &served_recordings,
               "Serve that recording there (repeatable)",
               "ADDRESS"),
  SPUR_OPTION (
    "from", STRING_ARRAY, &followed, "Follow another collector there (repeatable)", "ADDRESS"),
  SPUR_OPTION (
    "lines", STRING, &lines_text, "Format of the lines for listeners: json or ulm", "FORMAT"),
  SPUR_OPTION ("off", STRING_ARRAY, &switched_off, "Switch off in all recorders, as LM_*", "RULES"),
  SPUR_OPTION ("on", STRING_ARRAY, &switched_on, "Switch on in all recorders, as LM_*", "RULES"),
  SPUR_OPTION (
    "on-demand", STRING_ARRAY, &demands, "Switch on only while a listener wants it", "RULES"),
  SPUR_OPTION ("while",
               STRING_ARRAY,
               &activities,
               "Switch RULES on only while events of WHEN come",
               "WHEN=RULES"),
  SPUR_OPTION ("linger", STRING, &linger_text, "... and for this time after (default 5s)", "TIME"),
  SPUR_OPTION (
    "token-file", FILENAME, &tls.token_file, "Recorders must know the token in it", "FILE"),
  SPUR_OPTION ("tls-certificate",
               FILENAME,
               &tls.certificate_file,
               "Speak TLS at TCP ports, with this certificate",
               "FILE"),
  SPUR_OPTION (
    "tls-key", FILENAME, &tls.key_file, "... and its key (default: the same file)", "FILE"),
  SPUR_OPTION ("tls-authorities",
               FILENAME,
               &tls.authorities_file,
               "Authorities that sign accepted certificates",
               "FILE"),
  SPUR_OPTION ("delay", STRING, &delay_text, "How long events wait for others (1s)", "TIME"),
  SPUR_OPTION ("mu-ns", STRING, &mu_text, "Least delay of a message (default 1)", "NS"),
  SPUR_OPTION ("wait", INT, &n_to_wait_for, "End when N recordings have ended", "N"),
  SPUR_OPTION ("for", STRING, &for_text, "End after this time", "TIME"),
  SPUR_OPTION (
    "folder", FILENAME, &folder, "Keep recordings here meanwhile (OUT.spur.parts)", "FOLDER"),
  SPUR_OPTION ("keep", NONE, &keep, "Keep the recordings afterwards, too", NULL),
  SPUR_OPTION ("no-correct", NONE, &no_correction, "Do not correct the clocks", NULL),
  SPUR_OPTION (
    "max-connections", INT, &max_connections, "At most this number at once (default 4096)", "N"),
  SPUR_OPTION (
    "memory", STRING, &memory_text, "Memory for packets that wait to be read (512M)", "SIZE"),
  G_OPTION_ENTRY_NULL,
};

static const SpurOptionWords option_words[] = {
  { .option = "lines", .words = (const char *const[]){ "json", "ulm", NULL } },
  { NULL },
};

/* What the options say beside texts. */
typedef struct
{
  gint64 delay_ns;
  gint64 mu_ns;
  gint64 linger_ns;
  gint64 for_ns;
  guint64 n_memory_bytes;
  char *rules;
  char *folder;
  gboolean is_own_folder;
} Options;

static void
options_clear (Options *self)
{
  g_free (self->rules);
  g_free (self->folder);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

typedef struct
{
  SpurCli *cli;
  Options *options;
  SpurCollector *collector;
  SpurCollecting collecting;
  GMainLoop *loop;
} Run;

static gboolean
load_tls (SpurCli *cli, SpurExit *code)
{
  if (spur_tls_load (&tls, &cli->error))
    return TRUE;
  *code = spur_cli_fail (cli, SPUR_EXIT_BAD_INPUT, SPUR_TLS_PLACE);
  return FALSE;
}

/* Everything is on but for what is switched off; or nothing but what is switched on. */
static void
make_rules (Options *options)
{
  GString *text = g_string_new (NULL);

  if (switched_on == NULL && switched_off == NULL)
    {
      g_string_free (text, TRUE);
      return;
    }
  if (switched_on == NULL)
    g_string_append_c (text, '*');
  for (guint i = 0; switched_on != NULL && switched_on[i] != NULL; i++)
    g_string_append_printf (text, "%s%s", text->len > 0 ? "," : "", switched_on[i]);
  for (guint i = 0; switched_off != NULL && switched_off[i] != NULL; i++)
    {
      g_auto (GStrv) words = g_strsplit (switched_off[i], ",", -1);

      for (guint k = 0; words[k] != NULL; k++)
        g_string_append_printf (text, ",-%s", g_strstrip (words[k]));
    }
  options->rules = g_string_free (text, FALSE);
}

static gboolean
parse_options (SpurCli *cli, Options *options, SpurExit *code)
{
  *code = SPUR_EXIT_USAGE;
  *options = (Options){ .delay_ns = G_GINT64_CONSTANT (1000000000),
                        .mu_ns = 1,
                        .linger_ns = G_GINT64_CONSTANT (5000000000),
                        .n_memory_bytes = 512 * 1048576 };
  if (!spur_cli_check_output (cli))
    return FALSE;
  if (lines_text != NULL && !g_str_equal (lines_text, "json") && !g_str_equal (lines_text, "ulm"))
    spur_cli_usage (cli, "--lines: got '%s', wanted json or ulm", lines_text);
  else if (served_recordings != NULL && live == NULL)
    spur_cli_usage (cli, "--serve-recording needs --live, which is what it serves");
  else if (tls.certificate_file == NULL && (tls.key_file != NULL || tls.authorities_file != NULL))
    spur_cli_usage (cli, "--tls-key and --tls-authorities need --tls-certificate");
  else if (max_connections < 0 || n_to_wait_for < 0)
    spur_cli_usage (cli, "--max-connections and --wait cannot be negative");
  else if (spur_cli_parse_bytes (cli, "--memory", memory_text, &options->n_memory_bytes) &&
           spur_cli_parse_time (cli, "--delay", delay_text, &options->delay_ns) &&
           spur_cli_parse_time (cli, "--mu-ns", mu_text, &options->mu_ns) &&
           spur_cli_parse_time (cli, "--linger", linger_text, &options->linger_ns) &&
           spur_cli_parse_time (cli, "--for", for_text, &options->for_ns))
    {
      if (options->delay_ns < 0 || options->mu_ns < 0 || options->linger_ns < 0 ||
          options->for_ns < 0)
        spur_cli_usage (cli, "--delay, --mu-ns, --linger and --for cannot be negative");
      else
        *code = SPUR_EXIT_OK;
    }
  if (*code != SPUR_EXIT_OK || !load_tls (cli, code))
    return FALSE;
  make_rules (options);
  options->folder = folder != NULL ? g_strdup (folder) : g_strconcat (cli->output, ".parts", NULL);
  options->is_own_folder = folder == NULL;
  return TRUE;
}

static gboolean
add_activities (SpurCollector *collector, const Options *options, GError **error)
{
  for (guint i = 0; demands != NULL && demands[i] != NULL; i++)
    {
      if (!spur_collector_add_demand (collector, demands[i], error))
        return FALSE;
    }
  for (guint i = 0; activities != NULL && activities[i] != NULL; i++)
    {
      const char *equals = strchr (activities[i], '=');
      g_autofree char *when =
        g_strndup (activities[i], equals != NULL ? (gsize) (equals - activities[i]) : 0);

      if (equals == NULL)
        return spur_error_set (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                               "--while: got '%s', wanted WHEN=RULES, as in LO_Event=LM_*",
                               activities[i]);
      if (!spur_collector_add_activity (collector, when, equals + 1, options->linger_ns, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
set_up (SpurCollector *collector, const Options *options, GError **error)
{
  SpurCollectOptions *taken = spur_collector_get_options (collector);

  if (max_connections > 0)
    taken->n_connections = (guint) max_connections;
  taken->n_unparsed_bytes = options->n_memory_bytes;
  taken->delay_ns = options->delay_ns;
  taken->mu_ns = options->mu_ns;
  if (g_strcmp0 (lines_text, "ulm") == 0)
    taken->lines = SPUR_COLLECT_ULM;
  if (tls.token != NULL && !spur_collector_set_token (collector, tls.token, error))
    return FALSE;
  if (options->rules != NULL && !spur_collector_set_rules (collector, options->rules, error))
    return FALSE;
  if (tls.certificate != NULL)
    spur_collector_set_tls (collector, tls.certificate, tls.authorities);
  return add_activities (collector, options, error);
}

/* Says where, since a port may be any that is free. */
static gboolean
open_each (Run *run,
           const char *const *places,
           char *(*open_place) (SpurCollector *collector, const char *address, GError **error),
           const char *clients,
           GError **error)
{
  for (guint i = 0; places != NULL && places[i] != NULL; i++)
    {
      g_autofree char *actual = open_place (run->collector, places[i], error);

      if (actual == NULL)
        return FALSE;
      g_printerr ("spur: %s connect to %s\n", clients, actual);
    }
  return TRUE;
}

static gboolean
open_places (Run *run, GError **error)
{
  const char *const usual[] = { DEFAULT_ADDRESS, NULL };
  const char *const *places = addresses != NULL ? (const char *const *) addresses : usual;

  /* A collector that follows another one need not wait for recorders. */
  if (addresses == NULL && followed != NULL)
    places = NULL;
  return open_each (run, places, spur_collector_listen, "recorders", error) &&
         open_each (run, (const char *const *) served, spur_collector_serve, "listeners", error) &&
         open_each (run, (const char *const *) served_recordings, spur_collector_serve_recording,
                    "readers of the recording", error);
}

static gboolean
follow_all (SpurCollector *collector, GError **error)
{
  for (guint i = 0; followed != NULL && followed[i] != NULL; i++)
    {
      if (!spur_collector_follow (collector, followed[i], error))
        return FALSE;
    }
  return TRUE;
}

static guint
count_ended (SpurCollector *collector)
{
  SpurCollectRecording recording;
  guint n_ended = 0;

  for (guint i = 0; i < spur_collector_get_n_recordings (collector); i++)
    {
      spur_collector_get_recording (collector, i, &recording);
      n_ended += recording.has_ended && !recording.is_connected;
    }
  return n_ended;
}

static gboolean
look_around (gpointer data)
{
  Run *run = data;

  spur_collecting_show (&run->collecting);
  if (n_to_wait_for > 0 && count_ended (run->collector) >= (guint) n_to_wait_for)
    g_main_loop_quit (run->loop);
  return G_SOURCE_CONTINUE;
}

static void
collect_recordings (Run *run)
{
  guint timer = g_timeout_add (SHOW_MS, look_around, run);

  spur_cli_run_loop (run->cli, run->loop, run->options->for_ns);
  g_source_remove (timer);
  spur_collector_stop (run->collector);
  spur_collecting_wipe (&run->collecting);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Names of the recordings that ended well, and have events. */
static GHashTable *
list_ended (SpurCollector *collector)
{
  GHashTable *names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  SpurCollectRecording recording;

  for (guint i = 0; i < spur_collector_get_n_recordings (collector); i++)
    {
      spur_collector_get_recording (collector, i, &recording);
      if (recording.has_ended && recording.n_events > 0)
        g_hash_table_add (names,
                          g_strdup_printf ("%016" G_GINT64_MODIFIER "x" SUFFIX, recording.origin));
    }
  return names;
}

/* The recordings in the folder, those of a collector that was killed included. Those that ended
 * well come first: they say what event classes are, and others have to agree with them. */
static GPtrArray *
list_recordings (const Run *run)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) others = g_ptr_array_new ();
  g_autoptr (GHashTable) ended = list_ended (run->collector);
  g_autoptr (GDir) dir = g_dir_open (run->options->folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      if (g_str_has_suffix (name, SUFFIX))
        g_ptr_array_add (g_hash_table_contains (ended, name) ? paths : others,
                         g_build_filename (run->options->folder, name, NULL));
    }
  g_ptr_array_sort (paths, compare_names);
  g_ptr_array_sort (others, compare_names);
  g_ptr_array_extend_and_steal (paths, g_steal_pointer (&others));
  return paths;
}

/* FALSE where that is the recordings' fault, too: the trace is good without. */
static gboolean
correct_clocks (Run *run, SpurTrace *trace, SpurCollected *collected, GError **error)
{
  const SpurMuOptions mu = { NULL, NULL, NULL };
  g_auto (SpurCorrecting) correcting = { .mu = &mu };

  if (no_correction || spur_trace_get_n_events (trace) == 0)
    return TRUE;
  correcting.chain = spur_clock_chain_new ("auto", error);
  if (correcting.chain == NULL || !spur_correcting_run (&correcting, trace, &run->cli->job, error))
    return FALSE;
  spur_trace_set_correction (trace, correcting.correction);
  collected->is_corrected = TRUE;
  collected->before = correcting.before;
  collected->after = correcting.after;
  return TRUE;
}

/* A folder with recordings stays. */
static void
remove_folder (const Options *options)
{
  g_autofree char *lock = g_build_filename (options->folder, "lock", NULL);

  g_unlink (lock);
  if (options->is_own_folder)
    g_rmdir (options->folder);
}

static void
remove_recordings (const Options *options, GPtrArray *paths)
{
  for (guint i = 0; i < paths->len; i++)
    g_unlink (g_ptr_array_index (paths, i));
  remove_folder (options);
}

/* One trace of all that can be read. */
static SpurExit
make_trace (Run *run, GPtrArray *paths, SpurCollected *collected)
{
  SpurCli *cli = run->cli;
  g_autoptr (GPtrArray) left_out = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  SpurTrace *trace = cli->trace =
    spur_collect_merge (cli, cli->output, paths, left_out, &cli->error);

  collected->n_left_out = left_out->len;
  if (trace == NULL)
    return spur_cli_fail (cli, SPUR_EXIT_BAD_INPUT, run->options->folder);
  if (!correct_clocks (run, trace, collected, &error))
    {
      spur_progress_end (cli->progress);
      spur_cli_warn (cli, "the clocks are not corrected: %s", error->message);
    }
  if (!spur_container_save (trace, cli->output, &cli->job, &cli->error))
    return spur_cli_fail (cli, SPUR_EXIT_FAILURE, cli->output);
  /* Before the recordings go, what was made of them is on the disk. */
  if (!spur_cli_keep_files (cli))
    return SPUR_EXIT_FAILURE;
  spur_progress_end (cli->progress);
  spur_cli_tell_losses (cli, trace, cli->output);
  collected->output = cli->output;
  collected->n_recordings = paths->len;
  collected->n_streams = spur_trace_get_n_streams (trace);
  collected->n_events = spur_trace_get_n_events (trace);
  return SPUR_EXIT_OK;
}

static SpurExit
write_trace (Run *run)
{
  const Options *options = run->options;
  g_autoptr (GPtrArray) paths = list_recordings (run);
  gboolean has_recordings = paths->len > 0;
  SpurCollected collected = { .folder = options->folder };
  SpurExit code = SPUR_EXIT_OK;

  /* A second interrupt ends the command, and leaves the recordings. */
  run->cli->job.cancellable = NULL;
  if (has_recordings)
    code = make_trace (run, paths, &collected);
  spur_progress_end (run->cli->progress);
  if (code == SPUR_EXIT_OK && !keep)
    {
      remove_recordings (options, paths);
      collected.is_removed = TRUE;
      if (collected.n_left_out == 0)
        collected.folder = NULL;
    }
  spur_collecting_add (&run->collecting, &collected);
  if (has_recordings)
    return code;
  spur_cli_warn (run->cli, "no recorder came; nothing was written");
  return SPUR_EXIT_FAILURE;
}

/* Each recorder needs some, and shells allow few of those that the system has. */
static void
allow_files (void)
{
  struct rlimit files;

  if (getrlimit (RLIMIT_NOFILE, &files) != 0)
    return;
  files.rlim_cur = files.rlim_max;
  setrlimit (RLIMIT_NOFILE, &files);
}

static SpurExit
run_collect (SpurCli *cli)
{
  g_auto (Options) options = { 0 };
  g_autoptr (SpurCollector) collector = NULL;
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  Run self = { .cli = cli, .options = &options, .loop = loop };
  const char *place = NULL;
  SpurExit code;

  if (!parse_options (cli, &options, &code))
    return code;
  allow_files ();
  collector = spur_collector_new (options.folder, &cli->error);
  if (collector == NULL)
    return spur_cli_fail (cli, SPUR_EXIT_FAILURE, "--folder");
  self.collector = collector;
  spur_collecting_init (&self.collecting, cli, collector);
  spur_collector_get_options (collector)->has_to_sync = !cli->no_sync;
  if (!set_up (collector, &options, &cli->error))
    {
      remove_folder (&options);
      return spur_cli_usage (cli, "%s", cli->error->message);
    }

  /* From here on, when the addresses are printed, signals end the verb well. */
  spur_signals_expect ();
  if (live != NULL && !spur_collector_write (collector, live, &cli->error))
    place = "--live";
  else if (!follow_all (collector, &cli->error))
    place = "--from";
  else if (!open_places (&self, &cli->error))
    place = "--listen";
  if (place != NULL)
    {
      remove_folder (&options);
      return spur_cli_fail (cli, SPUR_EXIT_FAILURE, place);
    }
  collect_recordings (&self);
  return write_trace (&self);
}

const SpurVerb spur_verb_collect = {
  .name = "collect",
  .summary = "Receive what recorders send, and make one trace of it",
  .description =
    "Recorders connect to it (SPUR_RECORD=tcp:localhost:14830 PROGRAM). What they\n"
    "send is in files before it is acknowledged, so nothing of it is lost. With\n"
    "--live and --serve events are put into causally consistent order meanwhile,\n"
    "and written into a recording that can be opened at any time. Ends with an\n"
    "interrupt (Ctrl+C), --wait or --for; then all recordings become one trace, whose\n"
    "clocks are corrected.\n"
    "RULES are patterns of event classes with commas between: LM_*, LO_Event (both with\n"
    "all classes derived from them), @LM (a category).",
  .examples = "  spur collect -o run.spur\n"
              "  spur collect -l unix:/tmp/spur -o run.spur --wait 8\n"
              "  spur collect -o run.spur -s unix:/tmp/live --on-demand 'LM_*'\n"
              "  spur collect -o run.spur --live now.spurrec",
  .second = "name the file to write with -o",
  .output = "Write the trace here at the end",
  .output_as = "OUT.spur",
  .writes = TRUE,
  .entries = entries,
  .words = option_words,
  .run = run_collect,
};
