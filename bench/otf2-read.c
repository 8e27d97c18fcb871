/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What reading an OTF2 archive costs, beside what libotf2 itself takes.
 *
 * The peer is libotf2's own local reader as its documentation shows it, on one thread, with empty
 * callbacks for what an MPI program's archive holds: it opens the archive, reads all definitions
 * and hands every event to a function that does nothing. Spur's codec reads the same archive into a
 * trace. All run alternately, each in a process of its own, and medians are compared. */
#include "config.h"

#include <otf2/otf2.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/store/trace/spur-trace.h"
#include "plugins/formats/otf2/spur-otf2-codec.h"

#define KIB_BYTES 1024

typedef struct
{
  guint64 n_events;
  double wall_ns;
  double cpu_ns;
  double peak_bytes;
} Cost;

typedef struct
{
  const char *name;
  guint n_threads;
  GArray *costs;
} Contender;

#define USUAL_PARAMETERS                                                                           \
  OTF2_LocationRef location, OTF2_TimeStamp time, uint64_t position, void *user_data,              \
    OTF2_AttributeList *attributes

#define EMPTY(name, ...)                                                                           \
  static OTF2_CallbackCode empty_##name (USUAL_PARAMETERS, ##__VA_ARGS__)                          \
  {                                                                                                \
    return OTF2_CALLBACK_SUCCESS;                                                                  \
  }

EMPTY (event)
EMPTY (region, OTF2_RegionRef region)
EMPTY (message, uint32_t rank, OTF2_CommRef comm, uint32_t tag, uint64_t n_bytes)
EMPTY (posted_message,
       uint32_t rank,
       OTF2_CommRef comm,
       uint32_t tag,
       uint64_t n_bytes,
       uint64_t request)
EMPTY (request, uint64_t request)
EMPTY (collective,
       OTF2_CollectiveOp operation,
       OTF2_CommRef comm,
       uint32_t root,
       uint64_t n_sent,
       uint64_t n_received)

static OTF2_CallbackCode
take_location (void *user_data,
               OTF2_LocationRef id,
               OTF2_StringRef name,
               OTF2_LocationType type,
               uint64_t n_events,
               OTF2_LocationGroupRef group)
{
  g_array_append_val (user_data, id);
  return OTF2_CALLBACK_SUCCESS;
}

static void
register_empty (OTF2_Reader *reader, OTF2_EvtReader *events)
{
  OTF2_EvtReaderCallbacks *callbacks = OTF2_EvtReaderCallbacks_New ();

  OTF2_EvtReaderCallbacks_SetEnterCallback (callbacks, empty_region);
  OTF2_EvtReaderCallbacks_SetLeaveCallback (callbacks, empty_region);
  OTF2_EvtReaderCallbacks_SetMpiSendCallback (callbacks, empty_message);
  OTF2_EvtReaderCallbacks_SetMpiRecvCallback (callbacks, empty_message);
  OTF2_EvtReaderCallbacks_SetMpiIsendCallback (callbacks, empty_posted_message);
  OTF2_EvtReaderCallbacks_SetMpiIrecvCallback (callbacks, empty_posted_message);
  OTF2_EvtReaderCallbacks_SetMpiIsendCompleteCallback (callbacks, empty_request);
  OTF2_EvtReaderCallbacks_SetMpiIrecvRequestCallback (callbacks, empty_request);
  OTF2_EvtReaderCallbacks_SetMpiRequestTestCallback (callbacks, empty_request);
  OTF2_EvtReaderCallbacks_SetMpiRequestCancelledCallback (callbacks, empty_request);
  OTF2_EvtReaderCallbacks_SetMpiCollectiveBeginCallback (callbacks, empty_event);
  OTF2_EvtReaderCallbacks_SetMpiCollectiveEndCallback (callbacks, empty_collective);
  OTF2_Reader_RegisterEvtCallbacks (reader, events, callbacks, NULL);
  OTF2_EvtReaderCallbacks_Delete (callbacks);
}

static void
read_location_definitions (OTF2_Reader *reader, guint64 location)
{
  OTF2_DefReader *definitions = OTF2_Reader_GetDefReader (reader, location);
  uint64_t n_read;

  if (definitions == NULL)
    return;
  OTF2_Reader_ReadAllLocalDefinitions (reader, definitions, &n_read);
  OTF2_Reader_CloseDefReader (reader, definitions);
}

static guint64
read_all_locations (OTF2_Reader *reader, const GArray *locations)
{
  gboolean has_definitions;
  guint64 n_events = 0;

  for (guint i = 0; i < locations->len; i++)
    OTF2_Reader_SelectLocation (reader, g_array_index (locations, uint64_t, i));
  has_definitions = OTF2_Reader_OpenDefFiles (reader) == OTF2_SUCCESS;
  OTF2_Reader_OpenEvtFiles (reader);
  for (guint i = 0; i < locations->len; i++)
    {
      guint64 location = g_array_index (locations, uint64_t, i);
      OTF2_EvtReader *events;
      uint64_t n_read = 0;

      if (has_definitions)
        read_location_definitions (reader, location);
      events = OTF2_Reader_GetEvtReader (reader, location);
      register_empty (reader, events);
      OTF2_Reader_ReadAllLocalEvents (reader, events, &n_read);
      OTF2_Reader_CloseEvtReader (reader, events);
      n_events += n_read;
    }
  return n_events;
}

static guint64
run_peer (const char *path)
{
  g_autoptr (GArray) locations = g_array_new (FALSE, FALSE, sizeof (uint64_t));
  OTF2_Reader *reader = OTF2_Reader_Open (path);
  OTF2_GlobalDefReader *definitions;
  OTF2_GlobalDefReaderCallbacks *callbacks;
  uint64_t n_read;
  guint64 n_events;

  if (reader == NULL)
    return 0;
  OTF2_Reader_SetSerialCollectiveCallbacks (reader);
  definitions = OTF2_Reader_GetGlobalDefReader (reader);
  callbacks = OTF2_GlobalDefReaderCallbacks_New ();
  OTF2_GlobalDefReaderCallbacks_SetLocationCallback (callbacks, take_location);
  OTF2_Reader_RegisterGlobalDefCallbacks (reader, definitions, callbacks, locations);
  OTF2_GlobalDefReaderCallbacks_Delete (callbacks);
  OTF2_Reader_ReadAllGlobalDefinitions (reader, definitions, &n_read);
  n_events = read_all_locations (reader, locations);
  OTF2_Reader_Close (reader);
  return n_events;
}

static guint64
run_codec (const char *path, guint n_threads)
{
  SpurJob job = { .n_threads = n_threads };
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurTrace) trace = spur_otf2_read (path, &job, &error);

  if (trace == NULL)
    {
      g_printerr ("otf2-read: %s\n", error->message);
      return 0;
    }
  return spur_trace_get_n_events (trace);
}

static double
get_cpu_ns (const struct rusage *usage)
{
  return ((double) usage->ru_utime.tv_sec + (double) usage->ru_stime.tv_sec) * 1e9 +
         ((double) usage->ru_utime.tv_usec + (double) usage->ru_stime.tv_usec) * 1e3;
}

/* In the child. */
static Cost
measure_here (const Contender *contender, const char *path)
{
  struct rusage before, after;
  gint64 begin_us;
  Cost cost = { 0 };

  getrusage (RUSAGE_SELF, &before);
  begin_us = g_get_monotonic_time ();
  cost.n_events =
    contender->n_threads == 0 ? run_peer (path) : run_codec (path, contender->n_threads);
  cost.wall_ns = (double) (g_get_monotonic_time () - begin_us) * 1e3;
  getrusage (RUSAGE_SELF, &after);
  cost.cpu_ns = get_cpu_ns (&after) - get_cpu_ns (&before);
  cost.peak_bytes = (double) (after.ru_maxrss - before.ru_maxrss) * KIB_BYTES;
  return cost;
}

static gboolean
measure (Contender *contender, const char *path)
{
  Cost cost = { 0 };
  int ends[2];
  pid_t child;
  gssize n_bytes;

  if (pipe (ends) != 0)
    return FALSE;
  child = fork ();
  if (child == 0)
    {
      cost = measure_here (contender, path);
      _exit (write (ends[1], &cost, sizeof cost) != (gssize) sizeof cost);
    }
  close (ends[1]);
  n_bytes = read (ends[0], &cost, sizeof cost);
  close (ends[0]);
  waitpid (child, NULL, 0);
  if (n_bytes != (gssize) sizeof cost || cost.n_events == 0)
    return FALSE;
  g_array_append_val (contender->costs, cost);
  return TRUE;
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double first = *(const double *) a, second = *(const double *) b;

  return (first > second) - (first < second);
}

/* @member: where in a Cost the figure is. */
static double
get_median (const Contender *contender, gsize member)
{
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < contender->costs->len; i++)
    {
      const char *cost = contender->costs->data + i * sizeof (Cost);

      g_array_append_vals (values, cost + member, 1);
    }
  g_array_sort (values, compare_doubles);
  return g_array_index (values, double, values->len / 2);
}

#define MEDIAN(contender, member) get_median (contender, G_STRUCT_OFFSET (Cost, member))

static void
print_costs (const Contender *contender, const Contender *peer)
{
  double n_events = (double) g_array_index (contender->costs, Cost, 0).n_events;

  g_print ("%-18s %10.0f events  wall %7.2f ns  CPU %7.2f ns  peak %6.2f bytes an event"
           "  of the peer: wall %.3f  CPU %.3f\n",
           contender->name, n_events, MEDIAN (contender, wall_ns) / n_events,
           MEDIAN (contender, cpu_ns) / n_events, MEDIAN (contender, peak_bytes) / n_events,
           MEDIAN (contender, wall_ns) / MEDIAN (peer, wall_ns),
           MEDIAN (contender, cpu_ns) / MEDIAN (peer, cpu_ns));
}

static int
run (const char *path, guint n_rounds)
{
  Contender contenders[] = { { "libotf2, 1 thread", 0, NULL },
                             { "Spur, 1 thread", 1, NULL },
                             { "Spur, 2 threads", 2, NULL } };
  guint n_contenders = G_N_ELEMENTS (contenders);
  gboolean is_good = TRUE;

  for (guint i = 0; i < n_contenders; i++)
    contenders[i].costs = g_array_new (FALSE, FALSE, sizeof (Cost));
  /* The first round fills the page cache and is thrown away. */
  for (guint round = 0; round <= n_rounds && is_good; round++)
    for (guint i = 0; i < n_contenders && is_good; i++)
      {
        is_good = measure (&contenders[i], path);
        if (round == 0)
          g_array_set_size (contenders[i].costs, 0);
      }
  for (guint i = 0; i < n_contenders && is_good; i++)
    print_costs (&contenders[i], &contenders[0]);
  for (guint i = 0; i < n_contenders; i++)
    g_array_unref (contenders[i].costs);
  return is_good ? EXIT_SUCCESS : EXIT_FAILURE;
}

int
main (int argc, char **argv)
{
  int n_rounds = 7;
  const GOptionEntry entries[] = {
    { "rounds", 'n', 0, G_OPTION_ARG_INT, &n_rounds, "How often each is measured (7)", "N" },
    { NULL },
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("ARCHIVE.otf2");
  g_autoptr (GError) error = NULL;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || argc != 2 || n_rounds < 1)
    {
      g_printerr ("otf2-read: %s\n",
                  error != NULL ? error->message : "expected the anchor file of one archive");
      return 2;
    }
  return run (argv[1], (guint) n_rounds);
}
