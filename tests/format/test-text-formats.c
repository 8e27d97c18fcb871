/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Text formats: what their definitions say, with logs of foreign programs. */
#include "config.h"

#include <string.h>

#include "core/analysis/presence/spur-load.h"
#include "core/base/spur-order-internal.h"
#include "core/causality/spur-edges.h"
#include "core/format/definition/spur-format-encoding-internal.h"
#include "core/model/events/spur-event-type.h"
#include "events/spur-events.h"
#include "tests/format/format-files.h"
#include "tests/test-corpus.h"

#define SENT                                                                                       \
  "DATE=19980430133038 HOST=dpss1.lbl.gov%sPROG=testprog LVL=Usage NL.EVNT=SEND_DATA%s"            \
  "NL.SEC=893968238 NL.USEC=55784%sSEND.SZ=49332\n"
#define RECEIVED                                                                                   \
  "DATE=19980430133038 HOST=dps1.lbl.gov%sPROG=tv_rcvr LVL=Usage NL.EVT=APP_RECEIVE%s"             \
  "NL.SEC=893968238 NL.USEC=55784%sDPSS.SERV=131.243.2.94 DPSS.SID=806%s"                          \
  "DPSS.BID=160.175.0.0 DPSS.SES=0%sDPSS.BSZ=49332\n"

static SpurTrace *
read_text (SpurFormat *format, const char *text)
{
  g_autoptr (GError) error = NULL;
  SpurTrace *trace = format_files_read (format, text, strlen (text), &error);

  g_assert_no_error (error);
  return trace;
}

static const SpurEntry *
find_entry (SpurEntryList *list, const char *name)
{
  int index = spur_entry_list_find (list, name);

  g_assert_cmpint (index, >=, 0);
  return spur_entry_list_get_entry (list, (guint) index);
}

static void
assert_sample (SpurTrace *trace)
{
  g_autoptr (SpurEvent) sent = spur_trace_get_event (trace, 0, 0);
  g_autoptr (SpurEvent) received = spur_trace_get_event (trace, 1, 0);
  SpurEntryList *values = spur_event_get_list (received, "values");
  const SpurClock *clock = spur_definitions_get_clock (spur_trace_get_definitions (trace), 0);

  g_assert_cmpuint (spur_trace_get_n_events (trace), ==, 2);
  g_assert_cmpuint (spur_trace_get_n_losses (trace), ==, 0);
  g_assert_cmpstr (spur_event_get_layout (sent)->name, ==, "SEND_DATA");
  g_assert_cmpstr (spur_event_get_layout (sent)->parent_name, ==, "ULM_Event");
  g_assert_cmpstr (spur_event_get_layout (received)->name, ==, "APP_RECEIVE");
  g_assert_cmpstr (spur_stream_get_name (spur_trace_get_stream (trace, 0)), ==, "dpss1.lbl.gov");
  g_assert_cmpstr (spur_stream_get_name (spur_trace_get_stream (trace, 1)), ==, "dps1.lbl.gov");
  g_assert_cmpstr (spur_event_get_string (sent, "program"), ==, "testprog");
  g_assert_cmpstr (spur_event_get_string (sent, "level"), ==, "Usage");
  g_assert_cmpuint (find_entry (spur_event_get_list (sent, "values"), "SEND.SZ")->bits, ==, 49332);
  g_assert_cmpstr (find_entry (values, "DPSS.SERV")->text, ==, "131.243.2.94");
  g_assert_cmpuint (find_entry (values, "DPSS.SID")->bits, ==, 806);
  g_assert_cmpstr (find_entry (values, "DPSS.BID")->text, ==, "160.175.0.0");
  g_assert_cmpuint (find_entry (values, "DPSS.SES")->bits, ==, 0);
  g_assert_cmpuint (find_entry (values, "DPSS.BSZ")->bits, ==, 49332);
  g_assert_cmpuint (clock->epoch_ticks + (guint64) spur_event_get_time_ns (sent), ==,
                    G_GUINT64_CONSTANT (893968238055784000));
}

static void
test_ulm_samples (void)
{
  g_autoptr (SpurFormat) format = format_files_open (FORMAT_FILES_SHIPPED, "ulm");
  g_autofree char *lines = g_strdup_printf (SENT RECEIVED, " ", " ", " ", " ", " ", " ", " ", " ");
  g_autofree char *printed =
    g_strdup_printf (SENT RECEIVED, "\n", "\n", "\n", "\n", "\n", "\n", "\n", "\n");
  g_autoptr (SpurTrace) trace = read_text (format, lines);
  g_autoptr (SpurTrace) same = read_text (format, printed);

  g_test_summary ("The sample events of the NetLogger paper, a line each and as they are printed.");
  assert_sample (trace);
  assert_sample (same);
}

static void
test_ulm_date (void)
{
  g_autoptr (SpurFormat) format = format_files_open (FORMAT_FILES_SHIPPED, "ulm");
  g_autoptr (SpurTrace) trace =
    read_text (format, "DATE=19980430133038 HOST=a PROG=p LVL=Usage NL.EVNT=E\n"
                       "DATE=19980430133040 HOST=a PROG=p LVL=Usage NL.EVNT=E\n");
  g_autoptr (SpurEvent) second = spur_trace_get_event (trace, 0, 1);

  g_test_summary ("The date is the time where NL.SEC is missing.");
  g_assert_cmpuint (spur_definitions_get_clock (spur_trace_get_definitions (trace), 0)->epoch_ticks,
                    ==, G_GUINT64_CONSTANT (893943038000000000));
  g_assert_cmpint (spur_event_get_time_ns (second), ==, 2000000000);
}

/* Lines that begin alike, of classes in random order, some with a constant that is another one.
 * With
 * @is_spaced each line has one space more than the last, so that no two begin alike. */
static char *
make_lines (guint32 seed, gboolean is_spaced)
{
  static const char *const classes[] = { "E", "LO_State_Change_Event", "LO_Termination_Event" };
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < 400; i++)
    {
      guint which = (guint) g_rand_int_range (random, 0, 3);

      g_string_append_printf (text, "DATE=19980430133038%*s HOST=%s PROG=%s LVL=Usage NL.EVNT=%s",
                              is_spaced ? (int) i + 1 : 1, "", i % 50 < 40 ? "a" : "b",
                              i % 90 < 60 ? "spur" : "other", classes[which]);
      g_string_append_printf (text, " NL.SEC=%u NL.USEC=%u", 893943038 + i / 30, i % 30 * 100);
      if (which > 0)
        g_string_append_printf (text, " object=o%d", g_rand_int_range (random, 0, 4));
      else if (g_rand_boolean (random))
        g_string_append_printf (text, " X=%d Y=\"%d \\\"\"", i % 3, i % 2);
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

static void
test_ulm_beginnings (void)
{
  g_autoptr (SpurFormat) format = format_files_open (FORMAT_FILES_SHIPPED, "ulm");
  g_autoptr (SpurFormat) plain = format_files_open (FORMAT_FILES_SHIPPED, "spur-text");

  g_test_summary ("Records that begin like the last one are read like any other.");
  for (guint32 seed = 0; seed < 20; seed++)
    {
      g_autofree char *lines = make_lines (seed, FALSE);
      g_autofree char *spaced = make_lines (seed, TRUE);
      g_autoptr (SpurTrace) trace = read_text (format, lines);
      g_autoptr (SpurTrace) same = read_text (format, spaced);
      g_autoptr (GBytes) written = format_files_write (plain, trace, NULL);
      g_autoptr (GBytes) expected = format_files_write (plain, same, NULL);

      g_assert_cmpuint (spur_trace_get_n_events (trace), ==, 400);
      g_assert_cmpuint (spur_trace_get_n_losses (trace), >, 0);
      g_assert_true (g_bytes_equal (written, expected));
    }
}

static SpurTrace *
read_corpus (const char *format_name, const char *file)
{
  g_autoptr (SpurFormat) format = format_files_open (FORMAT_FILES_SHIPPED, format_name);
  g_autofree char *path = spur_test_corpus (file);
  g_autoptr (GError) error = NULL;
  SpurTrace *trace;

  g_assert_true (spur_format_recognise (format, path, TRUE));
  trace = spur_format_read (format, path, NULL, &error);
  g_assert_no_error (error);
  return trace;
}

static guint
count_class (SpurTrace *trace, const char *name)
{
  guint n_events = 0;

  for (guint64 i = 0; i < spur_stream_get_n_events (spur_trace_get_stream (trace, 0)); i++)
    {
      const SpurEventLayout *layout;

      spur_stream_get_record (spur_trace_get_stream (trace, 0), i, &layout);
      n_events += g_str_equal (layout->name, name);
    }
  return n_events;
}

static void
test_pegasus (void)
{
  g_autoptr (SpurTrace) diamond = NULL;
  g_autoptr (SpurTrace) triana = NULL;
  g_autoptr (SpurEvent) placed = NULL;

  g_test_summary ("The logs of Pegasus: every line an event, nothing lost.");
  if (!spur_test_has_corpus ("netlogger-pegasus"))
    {
      g_test_skip ("netlogger-pegasus is not there");
      return;
    }
  diamond = read_corpus ("bp", "netlogger-pegasus/blackdiamond.bp");
  triana = read_corpus ("bp", "netlogger-pegasus/output-file.bp");
  g_assert_cmpuint (spur_trace_get_n_events (diamond), ==, 230);
  g_assert_cmpuint (spur_trace_get_n_events (triana), ==, 54);
  g_assert_cmpuint (spur_trace_get_n_losses (diamond), ==, 0);
  g_assert_cmpuint (spur_trace_get_n_losses (triana), ==, 0);
  g_assert_cmpuint (count_class (diamond, "stampede.job_inst.submit.start"), ==, 14);
  g_assert_cmpuint (count_class (diamond, "stampede.inv.end"), ==, 26);
  for (guint64 i = 0; placed == NULL; i++)
    {
      g_autoptr (SpurEvent) event = spur_trace_get_event (diamond, 0, i);

      if (SPUR_IS_LO_PLACEMENT_EVENT (event))
        placed = g_steal_pointer (&event);
    }
  /* What the format declares is a class of this program now. */
  g_assert_true (G_OBJECT_TYPE (placed) ==
                 spur_event_type_from_name ("stampede.job_inst.host.info"));
  g_assert_true (G_OBJECT_TYPE (placed) != SPUR_TYPE_LO_PLACEMENT_EVENT);
  g_assert_cmpstr (spur_active_object_get_name (spur_event_get_object (placed, "destination")), ==,
                   "pegasussubmit.novalocal");
  g_assert_cmpuint (find_entry (spur_event_get_list (placed, "values"), "total_memory")->bits, ==,
                    521076736);
}

static const struct
{
  const char *host;
  gint64 busy_s;
} montage_hosts[] = {
  { "w8.novalocal", 608 },  { "w2.novalocal", 511 },
  { "w10.novalocal", 391 }, { "w5.novalocal", 277 },
  { "w1.novalocal", 150 },  { "w4.novalocal", 102 },
  { "w7.novalocal", 42 },   { "pegasussubmit1.novalocal", 16 },
};

static void
test_montage (void)
{
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (SpurTimeline) timeline = NULL;
  g_autoptr (SpurLoad) loads = NULL;
  gint64 begin_ns;
  gint64 end_ns;
  guint n_found = 0;

  g_test_summary (
    "Jobs are busy from main.start to main.end, on the host that is told in between.");
  if (!spur_test_has_corpus ("netlogger-pegasus-montage"))
    {
      g_test_skip ("netlogger-pegasus-montage is not there");
      return;
    }
  trace = read_corpus ("bp", "netlogger-pegasus-montage/montage-1.0.bp");
  g_assert_cmpuint (spur_trace_get_n_losses (trace), ==, 0);
  timeline = spur_timeline_new (trace, TRUE);
  loads = spur_load_new (timeline);
  spur_trace_get_span_ns (trace, TRUE, &begin_ns, &end_ns);
  for (guint i = 0; i < spur_definitions_get_n_objects (spur_trace_get_definitions (trace)); i++)
    for (guint k = 0; k < G_N_ELEMENTS (montage_hosts); k++)
      {
        SpurTargetLoad load;

        if (strcmp (spur_definitions_get_object (spur_trace_get_definitions (trace), i)->name,
                    montage_hosts[k].host) != 0)
          continue;
        spur_load_get (loads, i, begin_ns, end_ns, &load);
        /* Jobs that run at once count each for itself. */
        g_assert_cmpfloat_with_epsilon (load.running_mean * (double) load.present_ns,
                                        (double) montage_hosts[k].busy_s * 1e9, 1);
        n_found++;
      }
  g_assert_cmpuint (n_found, ==, G_N_ELEMENTS (montage_hosts));
}

/* A vector clock by the test's own reading: host to count. */
typedef struct
{
  char *host;
  GHashTable *clock;
} Stamp;

static void
clear_stamp (gpointer data)
{
  Stamp *stamp = data;

  g_free (stamp->host);
  g_hash_table_unref (stamp->clock);
}

static void
add_stamp (GArray *stamps, const char *host, const char *clock)
{
  g_autoptr (GRegex) regex = g_regex_new ("\"([^\"]*)\" *: *([0-9]+)", 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  Stamp stamp = { g_strdup (host), g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL) };

  for (g_regex_match (regex, clock, 0, &match); g_match_info_matches (match);
       g_match_info_next (match, NULL))
    {
      g_autofree char *count = g_match_info_fetch (match, 2);

      g_hash_table_insert (stamp.clock, g_match_info_fetch (match, 1),
                           GUINT_TO_POINTER (g_ascii_strtoull (count, NULL, 10)));
    }
  g_array_append_val (stamps, stamp);
}

/* Events of a log whose parts the expression gives as groups 1 (host) and 2 (clock). */
static GArray *
read_stamps (const char *path, const char *expression)
{
  g_autoptr (GRegex) regex = g_regex_new (expression, G_REGEX_MULTILINE, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  g_autofree char *text = NULL;
  GArray *stamps = g_array_new (FALSE, FALSE, sizeof (Stamp));

  g_assert_nonnull (regex);
  g_array_set_clear_func (stamps, clear_stamp);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  for (g_regex_match (regex, text, 0, &match); g_match_info_matches (match);
       g_match_info_next (match, NULL))
    {
      g_autofree char *host = g_match_info_fetch (match, 1);
      g_autofree char *clock = g_match_info_fetch (match, 2);

      add_stamp (stamps, host, clock);
    }
  return stamps;
}

/* For each event and stream, how many events of the stream are known to be before or the event
 * itself: from the trace's edges alone. */
static guint *
make_reached (SpurTrace *trace, GArray *order)
{
  guint n_streams = spur_trace_get_n_streams (trace);
  guint *reached = g_new0 (guint, (gsize) order->len * n_streams);
  g_autofree guint *n_done = g_new0 (guint, n_streams);
  g_autoptr (GHashTable) row_of = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  for (guint i = 0; i < order->len; i++)
    {
      guint stream = g_array_index (order, guint, i);
      guint64 event = n_done[stream]++;
      guint *row = &reached[(gsize) i * n_streams];
      guint64 *key = g_new (guint64, 1);
      gsize n_before;
      const SpurPredecessor *before = spur_trace_get_predecessors (trace, stream, event, &n_before);

      for (gsize k = 0; k <= n_before; k++)
        {
          guint64 from = k < n_before ? (guint64) before[k].predecessor_stream << 32 |
                                          before[k].predecessor_event
                                      : (guint64) stream << 32 | (event - 1);
          gpointer other;

          if (k == n_before && event == 0)
            continue;
          /* Logs are in an order that respects the clocks. */
          g_assert_true (g_hash_table_lookup_extended (row_of, &from, NULL, &other));
          for (guint s = 0; s < n_streams; s++)
            row[s] = MAX (row[s], reached[(gsize) GPOINTER_TO_UINT (other) * n_streams + s]);
        }
      row[stream] = (guint) event + 1;
      *key = (guint64) stream << 32 | event;
      g_hash_table_insert (row_of, key, GUINT_TO_POINTER (i));
    }
  return reached;
}

static guint
find_stream (SpurTrace *trace, const char *name)
{
  for (guint i = 0; i < spur_trace_get_n_streams (trace); i++)
    {
      if (g_str_equal (spur_stream_get_name (spur_trace_get_stream (trace, i)), name))
        return i;
    }
  g_assert_not_reached ();
}

static int
compare_counts (gconstpointer a, gconstpointer b)
{
  return SPUR_ORDER (*(const guint *) a, *(const guint *) b);
}

/* Of each host what its own events are counted as, in order. */
static GHashTable *
collect_counts (GArray *stamps)
{
  GHashTable *counts =
    g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_array_unref);
  GHashTableIter iter;
  gpointer of_host;

  for (guint i = 0; i < stamps->len; i++)
    {
      const Stamp *stamp = &g_array_index (stamps, Stamp, i);
      guint count = GPOINTER_TO_UINT (g_hash_table_lookup (stamp->clock, stamp->host));

      if (!g_hash_table_contains (counts, stamp->host))
        g_hash_table_insert (counts, stamp->host, g_array_new (FALSE, FALSE, sizeof (guint)));
      g_array_append_val ((GArray *) g_hash_table_lookup (counts, stamp->host), count);
    }
  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, NULL, &of_host))
    g_array_sort (of_host, compare_counts);
  return counts;
}

/* How many events of a host are in the log that its clock counts up to @count; the log may lack
 * some. */
static guint
count_events (const GArray *counts, guint count)
{
  guint low = 0, high = counts != NULL ? counts->len : 0, middle;

  SPUR_BISECT (low, high, middle, g_array_index (counts, guint, middle) <= count);
  return low;
}

/* An event is before another exactly where the other's clock says so. */
static void
assert_happened_before (SpurTrace *trace, GArray *stamps)
{
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GHashTable) counts = collect_counts (stamps);
  guint n_streams = spur_trace_get_n_streams (trace);
  g_autofree guint *reached = NULL;

  for (guint i = 0; i < stamps->len; i++)
    {
      guint stream = find_stream (trace, g_array_index (stamps, Stamp, i).host);

      g_array_append_val (order, stream);
    }
  reached = make_reached (trace, order);
  for (guint i = 0; i < stamps->len; i++)
    {
      const Stamp *stamp = &g_array_index (stamps, Stamp, i);

      for (guint s = 0; s < n_streams; s++)
        {
          const char *name = spur_stream_get_name (spur_trace_get_stream (trace, s));

          guint count = GPOINTER_TO_UINT (g_hash_table_lookup (stamp->clock, name));

          g_assert_cmpuint (reached[(gsize) i * n_streams + s], ==,
                            count > 0 ? count_events (g_hash_table_lookup (counts, name), count)
                                      : 0);
        }
    }
}

typedef struct
{
  const char *format;
  const char *file;
  const char *expression;
  guint n_events; /* 0: as the expression finds */
  guint n_edges;  /* 0: not known from elsewhere */
  guint n_lost;
} Log;

static const Log logs[] = {
  { "shiviz-voldemort", "vclock-shiviz/voldemort.log",
    "^\\.*\\[\\d{4}-[^\\n]*\\n([^\\n{]*[^\\n{ ]) (\\{[^}\\n]*\\})", 864, 34, 0 },
  { "shiviz-tsviz", "vclock-shiviz/tsviz_shared_var_4_threads.log",
    "^\\d+ [^\\n]*\\n(\\S+) (\\{[^}\\n]*\\})", 5000, 548, 0 },
  { "shiviz-akka", "vclock-shiviz/reliable-broadcast.log",
    "^\\[INFO\\] [^\\n]*/user/(\\w+)\\] (\\{[^}\\n]*\\})", 0, 0, 1 },
};

static void
test_vector_clocks (gconstpointer data)
{
  const Log *log = data;
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (GArray) stamps = NULL;
  g_autofree char *path = NULL;
  gsize n_edges;

  g_test_summary ("The edges of a trace say exactly what the vector clocks of the log say.");
  if (!spur_test_has_corpus ("vclock-shiviz"))
    {
      g_test_skip ("vclock-shiviz is not there");
      return;
    }
  path = spur_test_corpus (log->file);
  stamps = read_stamps (path, log->expression);
  trace = read_corpus (log->format, log->file);
  spur_trace_get_all_predecessors (trace, &n_edges);
  g_assert_cmpuint (spur_trace_get_n_events (trace), ==, stamps->len);
  if (log->n_events > 0)
    {
      g_assert_cmpuint (stamps->len, ==, log->n_events);
      g_assert_cmpuint (n_edges, ==, log->n_edges);
    }
  g_assert_cmpuint (spur_trace_get_n_losses (trace), ==, log->n_lost > 0);
  if (log->n_lost > 0)
    g_assert_cmpuint (spur_trace_get_loss (trace, 0)->count, ==, log->n_lost);
  assert_happened_before (trace, stamps);
}

#define MEASURES                                                                                   \
  "<format xmlns='urn:spur:format:1' name='m' version='1'><time epoch='unix'/>"                    \
  "<event-classes><event-class name='Measure' extends='Custom_Event'>"                             \
  "<field name='level' type='uint8'/><field name='wait' type='int64' unit='ns'/>"                  \
  "<field name='size' type='uint64'/><field name='part' type='double'/>"                           \
  "<field name='left' type='uint32'/>"                                                             \
  "</event-class></event-classes>"                                                                 \
  "<lookups><lookup name='levels'><entry text='low' value='1'/><entry text='high' value='9'/>"     \
  "</lookup></lookups>"                                                                            \
  "<key-value><event class='Measure'><time key='t' format='%d/%b/%Y:%H:%M:%S.%3f %z'/>"            \
  "<stream key='host'/><field name='level' key='l' lookup='levels'/>"                              \
  "<field name='wait' key='w' unit='us'/><field name='size' key='s' scale='512'/>"                 \
  "<field name='part' key='p' scale='1/100'/><field name='left' key='r' default='7'/>"             \
  "<rest field='values'/></event></key-value></format>"

static void
test_transforms (void)
{
  static const char line[] =
    "t=\"21/Nov/2026:10:00:00.250 Z\" host=a l=high w=-3 s=4 p=50 unknown=x\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurFormat) format = spur_format_new_from_data ("m.xml", MEASURES, -1, &error);
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (SpurEvent) event = NULL;
  g_autoptr (GBytes) bytes = NULL;

  g_test_summary ("Lookups, units, scales, defaults and calendars, both ways.");
  g_assert_no_error (error);
  trace = read_text (format, line);
  event = spur_trace_get_event (trace, 0, 0);
  g_assert_cmpuint (spur_event_get_uint (event, "level"), ==, 9);
  g_assert_cmpint (spur_event_get_int (event, "wait"), ==, -3000);
  g_assert_cmpuint (spur_event_get_uint (event, "size"), ==, 2048);
  g_assert_cmpfloat (spur_event_get_double (event, "part"), ==, 0.5);
  g_assert_cmpuint (spur_event_get_uint (event, "left"), ==, 7);
  g_assert_cmpuint (spur_definitions_get_clock (spur_trace_get_definitions (trace), 0)->epoch_ticks,
                    ==, G_GUINT64_CONSTANT (1795255200250000000));
  bytes = format_files_write (format, trace, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), line, strlen (line));
}

/* A log with messages of its own, which have a number of 16 bits. */
#define NUMBERED                                                                                   \
  "<format xmlns='urn:spur:format:1' name='n' version='1'><time epoch='unix'/>"                    \
  "<event-classes>"                                                                                \
  "<event-class name='Put' extends='LO_Event' role='send' match='fifo'>"                           \
  "<field name='peer' type='object' use='peer'/><field name='mid' type='uint16' use='number'/>"    \
  "</event-class>"                                                                                 \
  "<event-class name='Got' extends='LO_Event' role='receive' match='fifo'>"                        \
  "<field name='peer' type='object' use='peer'/><field name='mid' type='uint16' use='number'/>"    \
  "</event-class>"                                                                                 \
  "</event-classes>"                                                                               \
  "<key-value><event class='*'><time key='t' unit='ns'/><stream key='h'/><class key='c'/>"         \
  "<fields/></event></key-value></format>"

/* The second message comes first, and the last two, whose number is not known, in order. */
static const char numbered_log[] = "t=1 h=a c=Put object=x peer=y mid=1\n"
                                   "t=2 h=a c=Put object=x peer=y mid=2\n"
                                   "t=3 h=b c=Got object=y peer=x mid=2\n"
                                   "t=4 h=b c=Got object=y peer=x mid=1\n"
                                   "t=5 h=a c=Put object=x peer=y mid=65535\n"
                                   "t=6 h=a c=Put object=x peer=y mid=7\n"
                                   "t=7 h=b c=Got object=y peer=x mid=65535\n"
                                   "t=8 h=b c=Got object=y peer=x mid=0\n";

static void
assert_numbered (SpurTrace *trace)
{
  static const guint64 sends[] = { 1, 0, 2, 3 };
  g_autoptr (SpurEdges) edges = spur_edges_new_for_trace (trace, NULL, NULL);
  gsize n_edges;
  const SpurEdge *all = spur_edges_get_all (edges, &n_edges);

  g_assert_cmpuint (n_edges, ==, G_N_ELEMENTS (sends));
  for (gsize i = 0; i < n_edges; i++)
    {
      g_assert_cmpuint (all[i].from_stream, ==, 0);
      g_assert_cmpuint (all[i].from_event, ==, sends[i]);
      g_assert_cmpuint (all[i].to_event, ==, i);
    }
}

static void
test_numbered (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurFormat) format = spur_format_new_from_data ("n.xml", NUMBERED, -1, &error);
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (SpurTrace) again = NULL;
  g_autoptr (GBytes) bytes = NULL;

  g_test_summary ("A format says which of its fields is the number of a message, and messages that "
                  "overtake each other meet by it, also when they were written and read again.");
  g_assert_no_error (error);
  trace = read_text (format, numbered_log);
  assert_numbered (trace);
  bytes = format_files_write (format, trace, &error);
  g_assert_no_error (error);
  again =
    format_files_read (format, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), &error);
  g_assert_no_error (error);
  assert_numbered (again);
}

typedef struct
{
  const char *format;
  const char *text;
  const char *message;
} Wrong;

static const Wrong wrongs[] = {
  { "ulm",
    "DATE=19990101000000 HOST=a NL.EVNT=E NL.SEC=1\nDATE=19990101000001 HOST=a NL.EVNT=E "
    "NL.SEC=x\n",
    "*:2: the time NL.SEC is “x”*" },
  { "ulm", "DATE=19990101000000 NL.EVNT=E NL.SEC=1\n",
    "*:1: the record does not say its stream*HOST*" },
  { "ulm", "DATE=19990101000000 HOST=a NL.EVNT=E A=\"x\n", "*a quoted value has no end*" },
  { "bp", "ts=2012-03-13 event=x\n", "*:1: the time ts is “2012-03-13”*" },
  { "bp", "ts=2012-13-13T00:00:00Z event=x\n", "*:1: the time ts is*" },
  { "spur-text", "@clock id=1\n", "*:1: *resolution*" },
  { "spur-text", "@clock id=1 resolution=5\n", "*:1: @clock has the id 1, the next is 0*" },
  { "spur-text", "0.5 s No_Such_Event\n", "*:1: event class “No_Such_Event” is not known*" },
  { "spur-text", "0.5 s LO_Termination_Event object=\"\\xzz\"\n", "*:1: a backslash*" },
  { "spur-text",
    "@clock id=0 resolution=1000000000\n@stream id=0 clock=0 target=3\n0.1 \"#0\" "
    "LO_Termination_Event\n",
    "*target of stream*" },
  { "csv", "time_ns,stream,class,object\n1,a,LO_Termination_Event,o,p\n",
    "*:2: the line has 5 columns, and there are 4 titles*" },
  { "csv", "time_ns,stream,class\n1,a,\"LO_Termination_Event\n", "*:2: a quoted value*" },
  { "csv", "time_ns,stream,class,tag\n1,a,LO_Message_Event,4294967296\n",
    "*:2: tag is “4294967296”, it must be a whole number up to 4294967295*" },
};

static void
test_errors (void)
{
  g_test_summary ("Errors name file and line, what was found and what is wanted.");
  for (guint i = 0; i < G_N_ELEMENTS (wrongs); i++)
    {
      g_autoptr (SpurFormat) format = format_files_open (FORMAT_FILES_SHIPPED, wrongs[i].format);
      g_autoptr (GError) error = NULL;
      g_autoptr (SpurTrace) trace =
        format_files_read (format, wrongs[i].text, strlen (wrongs[i].text), &error);

      g_assert_null (trace);
      g_assert_nonnull (error);
      g_test_message ("%s", error->message);
      g_assert_true (g_pattern_match_simple (wrongs[i].message, error->message));
    }
}

static void
test_truncated (void)
{
  static const char *const names[] = { "ulm", "bp", "csv", "spur-text" };
  g_autofree char *sample = g_strdup_printf (SENT RECEIVED, " ", " ", " ", " ", " ", " ", " ", " ");
  g_autoptr (SpurFormat) ulm = format_files_open (FORMAT_FILES_SHIPPED, "ulm");
  g_autoptr (SpurTrace) trace = read_text (ulm, sample);

  g_test_summary ("What ends at any byte is read up to there, or refused.");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (SpurFormat) format = format_files_open (FORMAT_FILES_SHIPPED, names[i]);
      g_autoptr (GError) problem = NULL;
      g_autoptr (GBytes) bytes = format_files_write (format, trace, &problem);
      gsize n_bytes;
      const char *text = g_bytes_get_data (bytes, &n_bytes);

      g_assert_no_error (problem);
      for (gsize n = 0; n<n_bytes; n += spur_test_scale (2)> 1 ? 1 : 17)
        {
          g_autoptr (GError) error = NULL;
          g_autoptr (SpurTrace) part = format_files_read (format, text, n, &error);

          g_assert_true ((part == NULL) == (error != NULL));
        }
    }
}

static void
test_corrected (void)
{
  g_autoptr (SpurFormat) format = format_files_open (FORMAT_FILES_SHIPPED, "spur-text");
  g_autoptr (SpurTrace) trace = spur_trace_new ();
  const SpurClock clock = { "tsc", "tsc", 2000000000, 0, 0 };
  const SpurKnot knots[] = { { 0, 0, 100 } };
  g_autoptr (SpurTimeMap) map = spur_time_map_new (knots, 1, NULL);
  g_autoptr (SpurCorrection) correction = spur_correction_new (1);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (SpurTrace) back = NULL;
  guint8 record[64] = { 0 };
  guint index;

  g_test_summary ("A corrected trace is written at corrected time, on a clock of nanoseconds.");
  spur_trace_add_stream (
    trace, "s", spur_definitions_add_clock (spur_trace_get_definitions (trace), &clock), SPUR_NONE);
  index = spur_trace_add_event_type (trace, SPUR_TYPE_LO_TERMINATION_EVENT);
  memset (record, 0xff, sizeof record);
  spur_stream_append (spur_trace_get_stream (trace, 0), 3000, index, record);
  g_assert_true (spur_trace_seal (trace, &error));
  spur_correction_append_map (correction, 0, map);
  spur_trace_set_correction (trace, correction);
  bytes = format_files_write (format, trace, &error);
  g_assert_no_error (error);
  back =
    format_files_read (format, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), &error);
  g_assert_no_error (error);
  g_assert_cmpint (spur_stream_get_raw_ns (spur_trace_get_stream (back, 0), 0), ==,
                   spur_correction_apply (correction, 0, 0, 1500));
  g_assert_cmpuint (
    spur_definitions_get_clock (spur_trace_get_definitions (back), 0)->resolution_hz, ==,
    1000000000);
}

static void
test_whole_file (void)
{
  g_autoptr (SpurFormat) format = format_files_open (FORMAT_FILES_SHIPPED, "csv");
  g_autoptr (SpurTrace) trace = spur_trace_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("spur-XXXXXX", NULL);
  g_autofree char *missing = g_build_filename (folder, "no", "out.csv", NULL);
  g_autoptr (GDir) dir = NULL;

  g_test_summary ("A file that cannot be written leaves nothing behind.");
  g_assert_true (spur_trace_seal (trace, NULL));
  g_assert_false (spur_format_write (format, trace, missing, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_false (spur_format_write (format, trace, folder, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY);
  dir = g_dir_open (folder, 0, NULL);
  g_assert_null (g_dir_read_name (dir));
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/format/ulm/samples", test_ulm_samples);
  g_test_add_func ("/format/ulm/date", test_ulm_date);
  g_test_add_func ("/format/ulm/beginnings", test_ulm_beginnings);
  g_test_add_func ("/format/bp/pegasus", test_pegasus);
  g_test_add_func ("/format/bp/montage", test_montage);
  for (guint i = 0; i < G_N_ELEMENTS (logs); i++)
    {
      g_autofree char *path = g_strconcat ("/format/vector-clocks/", logs[i].format, NULL);

      g_test_add_data_func (path, &logs[i], test_vector_clocks);
    }
  g_test_add_func ("/format/transforms", test_transforms);
  g_test_add_func ("/format/numbered", test_numbered);
  g_test_add_func ("/format/errors", test_errors);
  g_test_add_func ("/format/truncated", test_truncated);
  g_test_add_func ("/format/corrected", test_corrected);
  g_test_add_func ("/format/whole-file", test_whole_file);
  return g_test_run ();
}
