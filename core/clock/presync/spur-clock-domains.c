/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/clock/presync/spur-clock-pairs-private.h"

#include <math.h>

#include "core/base/spur-order-internal.h"

/* Messages in each direction without a contradiction that two streams of one clock have at least.
 */
#define MIN_MESSAGES 16

/* What is not believed to be chance: 3.3 standard deviations of a normal distribution. */
#define LEAST_CHANCE 1e-3

static gint64 *
get_clock_keys (SpurTrace *trace)
{
  guint n_streams = spur_trace_get_n_streams (trace);
  gint64 *keys = g_new (gint64, n_streams + 1);

  for (guint i = 0; i < n_streams; i++)
    {
      guint clock = spur_stream_get_clock (spur_trace_get_stream (trace, i));

      keys[i] = spur_definitions_get_clock (spur_trace_get_definitions (trace), clock)->domain;
    }
  return keys;
}

/* The outermost target that the stream's events come from; SPUR_NONE where that is not known. */
static guint32
get_host (SpurTrace *trace, guint stream)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  guint32 target = spur_stream_get_target (spur_trace_get_stream (trace, stream));
  guint32 host = SPUR_NONE;
  guint n_objects = spur_definitions_get_n_objects (definitions);

  for (guint i = 0; target < n_objects && i < n_objects; i++)
    {
      guint32 parent = spur_definitions_get_object (definitions, target)->parent;

      if (parent < n_objects)
        host = parent;
      target = parent;
    }
  return host;
}

/* Streams of a host read its clock; where the host is not known, what the trace says holds. */
static void
join_hosts (SpurTrace *trace, gint64 *keys)
{
  for (guint i = 0; i < spur_trace_get_n_streams (trace); i++)
    {
      guint32 host = get_host (trace, i);

      if (host != SPUR_NONE)
        keys[i] = -1 - (gint64) host;
    }
}

/* What the messages between two clocks say. */
typedef struct
{
  guint32 later; /* of the two clocks */
  guint32 earlier;
  gboolean is_contradicted; /* that they are one */
  gboolean is_confirmed;
} Contact;

SPUR_DEFINE_ORDER (compare_contacts, Contact, SPUR_BY_2 (later, earlier))

static gboolean
has_reversed (const SpurPairSide *side)
{
  return side->n_points > 0 && spur_pair_side_get_least (side, 0.0) < 0.0;
}

/* (element-type Contact) (transfer full): Those of all ranks, between clocks of one host. */
static GArray *
gather_contacts (const SpurClockSamples *samples, const guint32 *hosts)
{
  GArray *contacts = g_array_new (FALSE, FALSE, sizeof (Contact));
  g_autoptr (SpurClockPairs) pairs = spur_clock_pairs_new (samples);

  for (gsize i = 0; i < pairs->n_pairs; i++)
    {
      const SpurClockPair *pair = &pairs->pairs[i];
      const SpurPairSide *forth = &pair->forth, *back = &pair->back;
      Contact contact = { MAX (pair->first, pair->second), MIN (pair->first, pair->second),
                          has_reversed (forth) || has_reversed (back),
                          MIN (forth->n_points, back->n_points) >= MIN_MESSAGES };

      if (hosts[pair->first] == hosts[pair->second])
        g_array_append_val (contacts, contact);
    }
  spur_communicator_gather (samples->communicator, contacts, compare_contacts);
  return contacts;
}

/* A set of clocks that are one, as far as is known, and what its contacts with a further one say.
 */
typedef struct
{
  guint32 asked; /* the further one */
  gboolean is_contradicted;
  gboolean is_confirmed;
} Set;

/* The first set that a clock may be in; @n_sets where it is none. */
static guint
find_set (guint n_sets, Set *sets, const guint *set_of, const Contact *contacts, guint n_contacts)
{
  guint first = n_sets;

  for (guint i = 0; i < n_contacts; i++)
    {
      Set *set = &sets[set_of[contacts[i].earlier]];

      if (set->asked != contacts[i].later)
        *set = (Set){ contacts[i].later, FALSE, FALSE };
      set->is_contradicted |= contacts[i].is_contradicted;
      set->is_confirmed |= contacts[i].is_confirmed;
    }
  for (guint i = 0; i < n_contacts; i++)
    {
      guint k = set_of[contacts[i].earlier];

      if (k < first && sets[k].is_confirmed && !sets[k].is_contradicted)
        first = k;
    }
  return first;
}

/* For every clock the set that it is in: no member contradicts that, and one confirms it. */
static guint *
find_sets (const SpurClockSamples *samples, const guint32 *hosts)
{
  g_autoptr (GArray) contacts = gather_contacts (samples, hosts);
  const Contact *all = (const Contact *) (gconstpointer) contacts->data;
  g_autofree Set *sets = g_new0 (Set, samples->n_clocks + 1);
  guint *set_of = g_new (guint, samples->n_clocks + 1), n_sets = 0;

  for (guint i = 0, begin = 0, end; i < samples->n_clocks; i++, begin = end)
    {
      for (end = begin; end < contacts->len && all[end].later == i;)
        end++;
      set_of[i] = find_set (n_sets, sets, set_of, all + begin, end - begin);
      n_sets = MAX (n_sets, set_of[i] + 1);
    }
  return set_of;
}

/* Whether two clocks are of one host, or of hosts that are not known. */
static gboolean
has_neighbours (const guint32 *hosts, guint n_clocks)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < n_clocks; i++)
    {
      if (!g_hash_table_add (seen, GUINT_TO_POINTER (hosts[i])))
        return TRUE;
    }
  return FALSE;
}

/* Whether no two clocks of one host are in different sets. */
static gboolean
has_whole_hosts (const guint32 *hosts, const guint *set_of, guint n_clocks)
{
  g_autoptr (GHashTable) sets = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < n_clocks; i++)
    {
      gpointer host = GUINT_TO_POINTER (hosts[i]), set;

      if (!g_hash_table_lookup_extended (sets, host, NULL, &set))
        g_hash_table_insert (sets, host, GUINT_TO_POINTER (set_of[i]));
      else if (GPOINTER_TO_UINT (set) != set_of[i])
        return FALSE;
    }
  return TRUE;
}

guint *
spur_clock_domains_join (const SpurClockSamples *samples, SpurTrace *trace, gboolean *has_hosts)
{
  g_autofree guint32 *hosts = g_new0 (guint32, samples->n_clocks + 1);
  guint *set_of;

  for (guint s = samples->n_streams; s > 0; s--)
    hosts[samples->clocks[s - 1]] = get_host (trace, s - 1);
  *has_hosts = TRUE;
  for (guint i = 0; i < samples->n_clocks; i++)
    *has_hosts = *has_hosts && hosts[i] != SPUR_NONE;
  if (!has_neighbours (hosts, samples->n_clocks))
    return NULL;
  set_of = find_sets (samples, hosts);
  *has_hosts = *has_hosts && has_whole_hosts (hosts, set_of, samples->n_clocks);
  return set_of;
}

/* What the edges of two clocks say of these in both halves of the run: in how wide an interval
 * their difference is, half of that, and where its middle is. */
typedef struct
{
  guint32 first;
  guint32 second;
  double width_ns;
  double middles_ns[2];
} Meeting;

SPUR_DEFINE_ORDER (compare_meetings, Meeting, SPUR_BY_2 (first, second))

/* The least delay of one half of the run; infinite where it has no edge. */
static double
get_half_least (const SpurPairSide *side, gboolean is_later)
{
  double least_ns = INFINITY;

  for (gsize i = 0; i < side->n_points; i++)
    {
      if ((side->points[i].time_s >= 0.0) == is_later)
        least_ns = MIN (least_ns, side->points[i].delay_ns);
    }
  return least_ns;
}

/* (element-type Meeting) (transfer full): Those of all ranks. */
static GArray *
gather_meetings (const SpurClockSamples *samples)
{
  GArray *meetings = g_array_new (FALSE, FALSE, sizeof (Meeting));
  g_autoptr (SpurClockPairs) pairs = spur_clock_pairs_new (samples);

  for (gsize i = 0; i < pairs->n_pairs; i++)
    {
      const SpurClockPair *pair = &pairs->pairs[i];
      Meeting meeting = { pair->first, pair->second, 0.0, { 0.0 } };

      for (guint half = 0; half < 2; half++)
        {
          double forth_ns = get_half_least (&pair->forth, half == 1);
          double back_ns = get_half_least (&pair->back, half == 1);

          meeting.width_ns = MAX (meeting.width_ns, fabs (forth_ns + back_ns) / 2.0);
          meeting.middles_ns[half] = (forth_ns - back_ns) / 2.0;
        }
      if (isfinite (meeting.width_ns))
        g_array_append_val (meetings, meeting);
    }
  spur_communicator_gather (samples->communicator, meetings, compare_meetings);
  return meetings;
}

/* The middle one; @of_none where there is none. */
static double
get_usual (GArray *values, double of_none)
{
  if (values->len == 0)
    return of_none;
  return spur_pair_select ((double *) (gpointer) values->data, values->len, values->len / 2);
}

gboolean
spur_clock_domains_is_chance (const SpurClockSamples *samples, const guint *domains)
{
  g_autoptr (GArray) meetings = gather_meetings (samples);
  g_autoptr (GArray) widths = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) offsets = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) changes = g_array_new (FALSE, FALSE, sizeof (double));
  double n = samples->n_clocks, width_ns, chance;

  for (guint i = 0; i < meetings->len; i++)
    {
      const Meeting *meeting = &g_array_index (meetings, Meeting, i);
      const double *middles_ns = meeting->middles_ns;
      double offset_ns = fabs (middles_ns[0] + middles_ns[1]) / 2.0;
      double change_ns = fabs (middles_ns[1] - middles_ns[0]);

      if (domains[meeting->first] == domains[meeting->second])
        {
          g_array_append_val (widths, meeting->width_ns);
          continue;
        }
      g_array_append_val (offsets, offset_ns);
      g_array_append_val (changes, change_ns);
    }
  width_ns = get_usual (widths, INFINITY);
  chance =
    MIN (width_ns / get_usual (offsets, 0.0), 1.0) * MIN (width_ns / get_usual (changes, 0.0), 1.0);
  return !(chance * n * (n - 1.0) / 2.0 < LEAST_CHANCE);
}

/* Clocks that never contradict each other are joined, those of one host where hosts are known. */
static void
join_found (const SpurClockWork *work, gint64 mu_ns, gint64 *keys)
{
  guint n_streams = spur_trace_get_n_streams (work->trace);
  gboolean has_hosts;
  g_autofree guint *clocks = spur_clock_keys_number (keys, n_streams);
  g_autoptr (SpurClockSamples) samples = spur_clock_samples_new (work, clocks, mu_ns);
  g_autofree guint *set_of = spur_clock_domains_join (samples, work->trace, &has_hosts);

  for (guint s = 0; s < n_streams && set_of != NULL; s++)
    keys[s] = set_of[clocks[s]];
}

static guint
find_stream (SpurTrace *trace, const char *name)
{
  guint n_streams = spur_trace_get_n_streams (trace);

  for (guint i = 0; i < n_streams; i++)
    {
      if (g_strcmp0 (spur_stream_get_name (spur_trace_get_stream (trace, i)), name) == 0)
        return i;
    }
  return SPUR_NONE;
}

/* "rank 0, rank 1; rank 2, rank 3" */
static gboolean
join_named (SpurTrace *trace, const char *text, gint64 *keys, GError **error)
{
  g_auto (GStrv) domains = g_strsplit (text, ";", -1);
  guint n_streams = spur_trace_get_n_streams (trace);

  for (guint d = 0; domains[d] != NULL; d++)
    {
      g_auto (GStrv) names = g_strsplit (domains[d], ",", -1);

      for (guint i = 0; names[i] != NULL; i++)
        {
          guint stream = find_stream (trace, g_strstrip (names[i]));

          if (stream == SPUR_NONE)
            {
              g_set_error (
                error, SPUR_CLOCK_ERROR, SPUR_CLOCK_ERROR_OPTION,
                "domains: got '%s', wanted auto, clock, host, found or names of streams, as in "
                "'%s,...;...'",
                names[i],
                n_streams > 0 ? spur_stream_get_name (spur_trace_get_stream (trace, 0)) : "");
              return FALSE;
            }
          keys[stream] = -1 - (gint64) d;
        }
    }
  return TRUE;
}

gboolean
spur_clock_domains_is_auto (const char *text)
{
  return g_strcmp0 (text, "auto") == 0;
}

guint *
spur_clock_domains_find (const SpurClockWork *work, const char *text, gint64 mu_ns, GError **error)
{
  g_autofree gint64 *keys = get_clock_keys (work->trace);

  if (g_strcmp0 (text, "host") == 0)
    join_hosts (work->trace, keys);
  else if (g_strcmp0 (text, "found") == 0)
    join_found (work, mu_ns, keys);
  else if (text != NULL && *text != '\0' && !g_str_equal (text, "clock") &&
           !spur_clock_domains_is_auto (text) && !join_named (work->trace, text, keys, error))
    return NULL;
  return spur_clock_keys_number (keys, spur_trace_get_n_streams (work->trace));
}
