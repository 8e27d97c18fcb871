/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/clock/presync/spur-clock-pairs-private.h"

/* Messages in each direction without a contradiction that two streams of one clock have at least.
 */
#define MIN_MESSAGES 16

/* Numbers keys from 0 in the order in which they first come. */
static guint *
number_keys (const gint64 *keys, guint n_keys)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new (g_int64_hash, g_int64_equal);
  guint *result = g_new (guint, n_keys + 1);

  for (guint i = 0; i < n_keys; i++)
    {
      gpointer number;

      if (!g_hash_table_lookup_extended (numbers, &keys[i], NULL, &number))
        {
          number = GUINT_TO_POINTER (g_hash_table_size (numbers));
          g_hash_table_insert (numbers, (gpointer) &keys[i], number);
        }
      result[i] = GPOINTER_TO_UINT (number);
    }
  return result;
}

static gint64 *
get_clock_keys (SpurTrace *trace)
{
  guint n_streams = spur_trace_get_n_streams (trace);
  gint64 *keys = g_new (gint64, n_streams + 1);

  for (guint i = 0; i < n_streams; i++)
    {
      guint clock = spur_stream_get_clock (spur_trace_get_stream (trace, i));

      keys[i] = spur_trace_get_clock (trace, clock)->domain;
    }
  return keys;
}

/* The outermost target that the stream's events come from; SPUR_NONE where that is not known. */
static guint32
get_host (SpurTrace *trace, guint stream)
{
  guint32 target = spur_stream_get_target (spur_trace_get_stream (trace, stream));
  guint32 host = SPUR_NONE;
  guint n_objects = spur_trace_get_n_objects (trace);

  for (guint i = 0; target < n_objects && i < n_objects; i++)
    {
      guint32 parent = spur_trace_get_object_info (trace, target)->parent;

      if (parent < n_objects)
        host = parent;
      target = parent;
    }
  return host;
}

/* Streams of a host read its clock; where the host is not known, what the trace says holds. */
static guint *
find_by_host (SpurTrace *trace)
{
  g_autofree gint64 *keys = get_clock_keys (trace);
  guint n_streams = spur_trace_get_n_streams (trace);

  for (guint i = 0; i < n_streams; i++)
    {
      guint32 host = get_host (trace, i);

      if (host != SPUR_NONE)
        keys[i] = -1 - (gint64) host;
    }
  return number_keys (keys, n_streams);
}

/* What the messages between two clocks say. */
typedef struct
{
  gint64 key;
  gsize n_forth;
  gsize n_back;
  gboolean is_contradicted;
} Contact;

static gboolean
has_reversed (const SpurPairSide *side)
{
  return side->n_points > 0 && spur_pair_side_get_least (side, 0.0) < 0.0;
}

/* (transfer full): Those of all ranks, by key. */
static GHashTable *
gather_contacts (const SpurClockSamples *samples)
{
  GHashTable *contacts = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);
  g_autoptr (SpurClockPairs) pairs = spur_clock_pairs_new (samples);
  GByteArray *bytes = g_byte_array_new ();

  for (gsize i = 0; i < pairs->n_pairs; i++)
    {
      const SpurClockPair *pair = &pairs->pairs[i];
      Contact contact = { (gint64) ((guint64) pair->first << 32 | pair->second),
                          pair->forth.n_points, pair->back.n_points,
                          has_reversed (&pair->forth) || has_reversed (&pair->back) };

      g_byte_array_append (bytes, (const guint8 *) &contact, sizeof contact);
    }
  bytes = spur_communicator_concatenate (samples->communicator, bytes);
  for (gsize i = 0; i < bytes->len; i += sizeof (Contact))
    {
      Contact *contact = g_memdup2 (bytes->data + i, sizeof *contact);

      g_hash_table_insert (contacts, &contact->key, contact);
    }
  g_byte_array_unref (bytes);
  return contacts;
}

/* Whether a clock may be that of a set: no member contradicts it, and one confirms it. */
static gboolean
fits_members (GHashTable *contacts, const GArray *members, guint clock)
{
  gboolean is_confirmed = FALSE;

  for (guint i = 0; i < members->len; i++)
    {
      gint64 key = (gint64) ((guint64) g_array_index (members, guint, i) << 32 | clock);
      const Contact *contact = g_hash_table_lookup (contacts, &key);

      if (contact == NULL)
        continue;
      if (contact->is_contradicted)
        return FALSE;
      is_confirmed |= contact->n_forth >= MIN_MESSAGES && contact->n_back >= MIN_MESSAGES;
    }
  return is_confirmed;
}

/* Clocks that never contradict each other are joined, those of one host where hosts are known. */
static guint *
find_by_edges (const SpurClockWork *work, gint64 mu_ns)
{
  SpurTrace *trace = work->trace;
  guint n_streams = spur_trace_get_n_streams (trace);
  g_autofree gint64 *keys = get_clock_keys (trace);
  g_autofree guint *clocks = number_keys (keys, n_streams);
  g_autoptr (SpurClockSamples) samples = spur_clock_samples_new (work, clocks, mu_ns);
  g_autoptr (GHashTable) contacts = gather_contacts (samples);
  g_autoptr (GPtrArray) sets = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_autofree guint32 *hosts = g_new (guint32, samples->n_clocks + 1);
  g_autofree guint *set_of = g_new (guint, samples->n_clocks + 1);

  for (guint s = n_streams; s > 0; s--)
    hosts[clocks[s - 1]] = get_host (trace, s - 1);
  for (guint i = 0; i < samples->n_clocks; i++)
    {
      guint k = 0;

      while (k < sets->len &&
             !(hosts[g_array_index ((GArray *) sets->pdata[k], guint, 0)] == hosts[i] &&
               fits_members (contacts, sets->pdata[k], i)))
        k++;
      if (k == sets->len)
        g_ptr_array_add (sets, g_array_new (FALSE, FALSE, sizeof (guint)));
      g_array_append_val (((GArray *) sets->pdata[k]), i);
      set_of[i] = k;
    }
  for (guint s = 0; s < n_streams; s++)
    keys[s] = set_of[clocks[s]];
  return number_keys (keys, n_streams);
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
static guint *
find_by_names (SpurTrace *trace, const char *text, GError **error)
{
  g_auto (GStrv) domains = g_strsplit (text, ";", -1);
  g_autofree gint64 *keys = get_clock_keys (trace);
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
              return NULL;
            }
          keys[stream] = -1 - (gint64) d;
        }
    }
  return number_keys (keys, n_streams);
}

guint *
spur_clock_domains_find (const SpurClockWork *work, const char *text, gint64 mu_ns, GError **error)
{
  g_autofree gint64 *keys = NULL;

  if (text != NULL && g_str_equal (text, "host"))
    return find_by_host (work->trace);
  if (text != NULL && g_str_equal (text, "found"))
    return find_by_edges (work, mu_ns);
  if (text != NULL && *text != '\0' && !g_str_equal (text, "clock"))
    return find_by_names (work->trace, text, error);
  keys = get_clock_keys (work->trace);
  return number_keys (keys, spur_trace_get_n_streams (work->trace));
}
