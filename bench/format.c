/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What reading, merging and writing events takes in the native container, beside libotf2 and
 * libbabeltrace2 on the same events in the same run: on one core, by CPU time, each run in a
 * process of its own, all in turn, medians of them. Of the peers opening is not counted, of Spur it
 * is.
 *
 * What is read was written before and is in the page cache; what is written are new files, as Spur
 * never writes over one. */
#include "config.h"

#include "bench/format.h"

#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct
{
  const char *name;
  guint n_streams;
  FormatRun run;
  /* Whether it makes the file, so that the one before goes away first. */
  const char *makes;
  GArray *costs;
} Case;

/* What is demanded: @name takes at most 1 / @factor of the time of @peer. */
typedef struct
{
  const char *name;
  const char *peer;
  guint n_streams;
  double factor;
} Demand;

static Case cases[] = {
  { "spur-write", 1, format_spur_make, "spur", NULL },
#ifdef HAVE_OTF2
  { "otf2-write", 1, format_otf2_make, "otf2", NULL },
#endif
  { "spur-walk", 1, format_spur_walk, NULL, NULL },
  { "spur-walk", 8, format_spur_walk, NULL, NULL },
  { "spur-walk", 64, format_spur_walk, NULL, NULL },
  { "spur-merge", 1, format_spur_merge, NULL, NULL },
  { "spur-merge", 8, format_spur_merge, NULL, NULL },
  { "spur-merge", 64, format_spur_merge, NULL, NULL },
#ifdef HAVE_OTF2
  { "otf2-local", 1, format_otf2_walk, NULL, NULL },
  { "otf2-local", 8, format_otf2_walk, NULL, NULL },
  { "otf2-local", 64, format_otf2_walk, NULL, NULL },
  { "otf2-global", 1, format_otf2_merge, NULL, NULL },
  { "otf2-global", 8, format_otf2_merge, NULL, NULL },
  { "otf2-global", 64, format_otf2_merge, NULL, NULL },
#endif
#ifdef HAVE_BABELTRACE2
  { "babeltrace2", 1, format_ctf_walk, NULL, NULL },
#endif
  { "text-write", 1, format_text_make, NULL, NULL },
  { "ulm-read", 1, format_ulm_read, NULL, NULL },
  { "xml-read", 1, format_xml_read, NULL, NULL },
  { "sax2", 1, format_sax_read, NULL, NULL },
#ifdef HAVE_OTF2
  { "otf2-print", 1, format_otf2_print, NULL, NULL },
#endif
};

static const struct
{
  const char *suffix;
  FormatRun make;
  gboolean only_one_stream;
} makers[] = {
  { "spur", format_spur_make, FALSE },
#ifdef HAVE_OTF2
  { "otf2", format_otf2_make, FALSE },
#endif
#ifdef HAVE_BABELTRACE2
  { "ctf", format_ctf_make, TRUE },
#endif
  { "text.spur", format_share_make, TRUE }, { "ulm", format_ulm_make, TRUE },
  { "xml", format_xml_make, TRUE },
};

static const Demand demands[] = {
  { "spur-walk", "otf2-local", 1, 4 },     { "spur-walk", "otf2-local", 8, 4 },
  { "spur-walk", "otf2-local", 64, 4 },    { "spur-walk", "babeltrace2", 1, 30 },
  { "spur-merge", "otf2-global", 8, 2.5 }, { "spur-merge", "otf2-global", 64, 2.5 },
  { "spur-write", "otf2-write", 1, 2 },    { "text-write", "otf2-print", 1, 4 },
  { "xml-read", "sax2", 1, 0.6 },
};

/* What is demanded without a peer. */
#define MAX_ULM_READ_NS 200.0

#define MAX_EVENT_BYTES 12.0

static void
get_cpu_ns (double *cpu_ns, double *user_ns)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  *user_ns = (double) usage.ru_utime.tv_sec * 1e9 + (double) usage.ru_utime.tv_usec * 1e3;
  *cpu_ns = *user_ns + (double) usage.ru_stime.tv_sec * 1e9 + (double) usage.ru_stime.tv_usec * 1e3;
}

void
format_cost_begin (FormatCost *cost)
{
  get_cpu_ns (&cost->begin_ns, &cost->begin_user_ns);
}

void
format_cost_end (FormatCost *cost)
{
  get_cpu_ns (&cost->cpu_ns, &cost->user_ns);
  cost->cpu_ns -= cost->begin_ns;
  cost->user_ns -= cost->begin_user_ns;
}

char *
format_sample_get_path (const FormatSample *sample, const char *suffix)
{
  return g_strdup_printf ("%s/%u.%s", sample->folder, sample->n_streams, suffix);
}

guint64
format_get_file_bytes (const char *path)
{
  GStatBuf facts;

  return g_stat (path, &facts) == 0 ? (guint64) facts.st_size : 0;
}

static void
remove_tree (const char *path)
{
  g_autoptr (GDir) dir = NULL;
  const char *name;

  if (!g_file_test (path, G_FILE_TEST_IS_DIR))
    {
      g_unlink (path);
      return;
    }
  dir = g_dir_open (path, 0, NULL);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      remove_tree (child);
    }
  g_rmdir (path);
}

static void
pin (void)
{
  cpu_set_t cpus;

  CPU_ZERO (&cpus);
  CPU_SET ((guint) sched_getcpu (), &cpus);
  sched_setaffinity (0, sizeof cpus, &cpus);
}

/* In a child, so that no run leaves anything behind for the next one. */
static gboolean
run_apart (FormatRun run, const FormatSample *sample, FormatCost *cost)
{
  int ends[2];
  pid_t child;
  gssize n_bytes;

  memset (cost, 0, sizeof *cost);
  if (pipe (ends) != 0)
    return FALSE;
  child = fork ();
  if (child == 0)
    {
      pin ();
      if (!run (sample, cost) || write (ends[1], cost, sizeof *cost) != (gssize) sizeof *cost)
        _exit (EXIT_FAILURE);
      _exit (EXIT_SUCCESS);
    }
  close (ends[1]);
  n_bytes = read (ends[0], cost, sizeof *cost);
  close (ends[0]);
  waitpid (child, NULL, 0);
  return n_bytes == (gssize) sizeof *cost && cost->n_events > 0;
}

static gboolean
run_case (Case *one, const FormatSample *sample, gboolean counts)
{
  FormatSample own = *sample;
  g_autofree char *folder = NULL;
  FormatCost cost;

  own.n_streams = one->n_streams;
  if (one->makes != NULL)
    {
      g_autofree char *path = NULL;

      own.folder = folder = g_build_filename (sample->folder, "new", NULL);
      g_mkdir_with_parents (folder, 0755);
      path = format_sample_get_path (&own, one->makes);
      remove_tree (path);
    }
  if (!run_apart (one->run, &own, &cost))
    {
      g_printerr ("format: %s of %u streams failed\n", one->name, one->n_streams);
      return FALSE;
    }
  if (counts)
    g_array_append_val (one->costs, cost);
  return TRUE;
}

static gboolean
make_samples (const FormatSample *sample)
{
  static const guint stream_counts[] = { 1, 8, 64 };
  FormatSample own = *sample;
  FormatCost cost;

  for (guint i = 0; i < G_N_ELEMENTS (stream_counts); i++)
    {
      own.n_streams = stream_counts[i];
      for (guint k = 0; k < G_N_ELEMENTS (makers); k++)
        {
          if (makers[k].only_one_stream && own.n_streams > 1)
            continue;
          if (run_apart (makers[k].make, &own, &cost))
            continue;
          g_printerr ("format: cannot write %s\n", makers[k].suffix);
          return FALSE;
        }
    }
  return TRUE;
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double first = *(const double *) a, second = *(const double *) b;

  return (first > second) - (first < second);
}

/* An event's share of what lies at @member of costs. */
static double
get_median (const Case *one, gsize member)
{
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < one->costs->len; i++)
    {
      const FormatCost *cost = &g_array_index (one->costs, FormatCost, i);
      double value = G_STRUCT_MEMBER (double, cost, member) / (double) cost->n_events;

      g_array_append_val (values, value);
    }
  g_array_sort (values, compare_doubles);
  return g_array_index (values, double, values->len / 2);
}

#define MEDIAN(one, member) get_median (one, G_STRUCT_OFFSET (FormatCost, member))

static double
get_event_bytes (const Case *one)
{
  const FormatCost *cost = &g_array_index (one->costs, FormatCost, 0);

  return (double) cost->n_file_bytes / (double) cost->n_events;
}

static const Case *
find_case (const char *name, guint n_streams)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      if (strcmp (cases[i].name, name) == 0 && cases[i].n_streams == n_streams)
        return &cases[i];
    }
  return NULL;
}

/* All readers must have seen the same events. */
static gboolean
check_sums (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const FormatCost *cost = &g_array_index (cases[i].costs, FormatCost, 0);
      const Case *other = find_case ("spur-walk", cases[i].n_streams);

      if (cases[i].makes != NULL || !cost->has_sum ||
          cost->sum == g_array_index (other->costs, FormatCost, 0).sum)
        continue;
      g_printerr ("format: %s of %u streams read something else\n", cases[i].name,
                  cases[i].n_streams);
      return FALSE;
    }
  return TRUE;
}

static void
print_table (void)
{
  gboolean any = FALSE;

  g_print ("%-12s %8s %10s %8s %8s %8s\n", "", "streams", "M events/s", "CPU ns", "user ns",
           "bytes");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_print ("%-12s %8u %10.1f %8.2f %8.2f %8.2f\n", cases[i].name, cases[i].n_streams,
             1e3 / MEDIAN (&cases[i], cpu_ns), MEDIAN (&cases[i], cpu_ns),
             MEDIAN (&cases[i], user_ns), get_event_bytes (&cases[i]));
  g_print ("\n%-12s %8s %-12s %8s %8s\n", "", "streams", "peer", "times", "at least");
  for (guint i = 0; i < G_N_ELEMENTS (demands); i++)
    {
      const Demand *demand = &demands[i];
      const Case *own = find_case (demand->name, demand->n_streams);
      const Case *peer = find_case (demand->peer, demand->n_streams);
      double factor;

      if (peer == NULL)
        continue;
      any = TRUE;
      factor = MEDIAN (peer, cpu_ns) / MEDIAN (own, cpu_ns);
      g_print ("%-12s %8u %-12s %8.2f %8.1f%s\n", demand->name, demand->n_streams, demand->peer,
               factor, demand->factor, factor < demand->factor ? "  missed" : "");
    }
  g_print ("%-12s %8u %-12s %8.1f %8.1f  M events/s\n", "ulm-read", 1, "",
           1e3 / MEDIAN (find_case ("ulm-read", 1), cpu_ns), 1e3 / MAX_ULM_READ_NS);
  if (!any)
    g_print ("no peer was there when this was built\n");
}

static void
add_number (JsonBuilder *builder, const char *name, double value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_double_value (builder, value);
}

static void
add_name (JsonBuilder *builder, const char *key, const char *name, guint n_streams)
{
  json_builder_set_member_name (builder, key);
  json_builder_add_string_value (builder, name);
  json_builder_set_member_name (builder, "streams");
  json_builder_add_int_value (builder, n_streams);
}

static void
add_cases (JsonBuilder *builder)
{
  json_builder_set_member_name (builder, "cases");
  json_builder_begin_array (builder);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      json_builder_begin_object (builder);
      add_name (builder, "name", cases[i].name, cases[i].n_streams);
      add_number (builder, "cpu_ns", MEDIAN (&cases[i], cpu_ns));
      add_number (builder, "user_ns", MEDIAN (&cases[i], user_ns));
      add_number (builder, "bytes", get_event_bytes (&cases[i]));
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_demands (JsonBuilder *builder)
{
  json_builder_set_member_name (builder, "demands");
  json_builder_begin_array (builder);
  for (guint i = 0; i < G_N_ELEMENTS (demands); i++)
    {
      const Case *own = find_case (demands[i].name, demands[i].n_streams);
      const Case *peer = find_case (demands[i].peer, demands[i].n_streams);

      if (peer == NULL)
        continue;
      json_builder_begin_object (builder);
      add_name (builder, "name", demands[i].name, demands[i].n_streams);
      json_builder_set_member_name (builder, "peer");
      json_builder_add_string_value (builder, demands[i].peer);
      add_number (builder, "times", MEDIAN (peer, cpu_ns) / MEDIAN (own, cpu_ns));
      add_number (builder, "at_least", demands[i].factor);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
print_json (void)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *text = NULL;

  json_builder_begin_object (builder);
  add_cases (builder);
  add_demands (builder);
  add_number (builder, "max_event_bytes", MAX_EVENT_BYTES);
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  text = json_to_string (root, TRUE);
  g_print ("%s\n", text);
}

/* 0 where all that is demanded holds. */
static int
judge (void)
{
  gboolean is_good = TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (demands); i++)
    {
      const Case *own = find_case (demands[i].name, demands[i].n_streams);
      const Case *peer = find_case (demands[i].peer, demands[i].n_streams);

      is_good &= peer == NULL || MEDIAN (peer, cpu_ns) >= demands[i].factor * MEDIAN (own, cpu_ns);
    }
  is_good &= MEDIAN (find_case ("ulm-read", 1), cpu_ns) <= MAX_ULM_READ_NS;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    is_good &=
      !g_str_has_prefix (cases[i].name, "spur") || get_event_bytes (&cases[i]) <= MAX_EVENT_BYTES;
  return is_good ? EXIT_SUCCESS : EXIT_FAILURE;
}

static gboolean
run_all (const FormatSample *sample, guint n_rounds)
{
  if (!make_samples (sample))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    cases[i].costs = g_array_new (FALSE, FALSE, sizeof (FormatCost));
  /* The first round fills the caches and is thrown away. */
  for (guint round = 0; round <= n_rounds; round++)
    {
      for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
        {
          if (!run_case (&cases[i], sample, round > 0))
            return FALSE;
        }
    }
  return check_sums ();
}

int
main (int argc, char **argv)
{
  int n_rounds = 7;
  int n_millions = 8;
  gboolean is_json = FALSE;
  const GOptionEntry entries[] = {
    { "rounds", 'n', 0, G_OPTION_ARG_INT, &n_rounds, "How often each is measured (7)", "N" },
    { "millions", 'm', 0, G_OPTION_ARG_INT, &n_millions, "Millions of events (8)", "N" },
    { "json", 0, 0, G_OPTION_ARG_NONE, &is_json, "Print JSON", NULL },
    { NULL },
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("[FOLDER]");
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = NULL;
  FormatSample sample;
  gboolean is_good;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || argc > 2 || n_rounds < 1 ||
      n_millions < 1)
    {
      g_printerr ("format: %s\n", error != NULL ? error->message : "expected one folder");
      return 2;
    }
  folder = argc > 1 ? g_build_filename (argv[1], "spur-format-XXXXXX", NULL)
                    : g_build_filename (g_get_tmp_dir (), "spur-format-XXXXXX", NULL);
  if (g_mkdtemp (folder) == NULL)
    {
      g_printerr ("format: %s cannot be made\n", folder);
      return 2;
    }
  sample = (FormatSample){ folder, 1, (guint64) n_millions * 1000000 };
  is_good = run_all (&sample, (guint) n_rounds);
  remove_tree (folder);
  if (!is_good)
    return 2;
  if (is_json)
    print_json ();
  else
    print_table ();
  return judge ();
}
