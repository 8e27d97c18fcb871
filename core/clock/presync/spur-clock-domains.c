/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/base/spur-order-internal.h"
#include "core/clock/presync/spur-clock-pairs-private.h"

/* Messages in each direction without a contradiction that two streams of one clock have at least.
 */
#define MIN_MESSAGES 16

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
  guint32 first;
  guint32 second;
  gboolean is_contradicted; /* that they are one */
  gboolean is_confirmed;
} Contact;

SPUR_DEFINE_ORDER (compare_contacts, Contact, SPUR_BY_2 (first, second))

static gboolean
has_reversed (const SpurPairSide *side)
{
  return side->n_points > 0 && spur_pair_side_get_least (side, 0.0) < 0.0;
}

/* (element-type Contact) (transfer full): Those of all ranks. */
static GArray *
gather_contacts (const SpurClockSamples *samples)
{
  GArray *contacts = g_array_new (FALSE, FALSE, sizeof (Contact));
  g_autoptr (SpurClockPairs) pairs = spur_clock_pairs_new (samples);

  for (gsize i = 0; i < pairs->n_pairs; i++)
    {
      const SpurPairSide *forth = &pairs->pairs[i].forth, *back = &pairs->pairs[i].back;
      Contact contact = { pairs->pairs[i].first, pairs->pairs[i].second,
                          has_reversed (forth) || has_reversed (back),
                          MIN (forth->n_points, back->n_points) >= MIN_MESSAGES };

      g_array_append_val (contacts, contact);
    }
  spur_communicator_gather (samples->communicator, contacts, compare_contacts);
  return contacts;
}

/* A set of clocks that are one, as far as is known, and what its contacts with a further one say.
 */
typedef struct
{
  guint32 host;
  gboolean is_contradicted;
  gboolean is_confirmed;
} Set;

/* For every clock the set that it is in: no member contradicts that, and one confirms it. */
static guint *
find_sets (const SpurClockSamples *samples, const guint32 *hosts)
{
  g_autoptr (GArray) contacts = gather_contacts (samples);
  g_autofree Set *sets = g_new0 (Set, samples->n_clocks + 1);
  guint *set_of = g_new (guint, samples->n_clocks + 1), n_sets = 0, index, k;

  for (guint i = 0; i < samples->n_clocks; i++)
    {
      for (k = 0; k < n_sets; k++)
        sets[k].is_contradicted = sets[k].is_confirmed = FALSE;
      for (guint other = 0; other < i; other++)
        {
          const Contact key = { .first = other, .second = i }, *contact;

          if (!g_array_binary_search (contacts, &key, compare_contacts, &index))
            continue;
          contact = &g_array_index (contacts, Contact, index);
          sets[set_of[other]].is_contradicted |= contact->is_contradicted;
          sets[set_of[other]].is_confirmed |= contact->is_confirmed;
        }
      for (k = 0; k < n_sets; k++)
        {
          if (sets[k].host == hosts[i] && sets[k].is_confirmed && !sets[k].is_contradicted)
            break;
        }
      set_of[i] = k;
      sets[k].host = hosts[i];
      n_sets = MAX (n_sets, k + 1);
    }
  return set_of;
}

/* Clocks that never contradict each other are joined, those of one host where hosts are known. */
static void
join_found (const SpurClockWork *work, gint64 mu_ns, gint64 *keys)
{
  guint n_streams = spur_trace_get_n_streams (work->trace);
  g_autofree guint *clocks = spur_clock_keys_number (keys, n_streams);
  g_autoptr (SpurClockSamples) samples = spur_clock_samples_new (work, clocks, mu_ns);
  g_autofree guint32 *hosts = g_new (guint32, samples->n_clocks + 1);
  g_autofree guint *set_of = NULL;

  for (guint s = n_streams; s > 0; s--)
    hosts[clocks[s - 1]] = get_host (work->trace, s - 1);
  set_of = find_sets (samples, hosts);
  for (guint s = 0; s < n_streams; s++)
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
                "domains: got '%s', wanted clock, host, found or names of streams, as in "
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

guint *
spur_clock_domains_find (const SpurClockWork *work, const char *text, gint64 mu_ns, GError **error)
{
  g_autofree gint64 *keys = get_clock_keys (work->trace);

  if (g_strcmp0 (text, "host") == 0)
    join_hosts (work->trace, keys);
  else if (g_strcmp0 (text, "found") == 0)
    join_found (work, mu_ns, keys);
  else if (text != NULL && *text != '\0' && !g_str_equal (text, "clock") &&
           !join_named (work->trace, text, keys, error))
    return NULL;
  return spur_clock_keys_number (keys, spur_trace_get_n_streams (work->trace));
}
