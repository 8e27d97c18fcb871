/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/causality/spur-scan-private.h"

#include "core/base/spur-bytes-private.h"
#include "core/base/spur-integer-private.h"
#include "core/base/spur-pages-private.h"
#include "core/model/spur-event-layout-private.h"
#include "core/store/spur-packed-private.h"

/* Channel numbers and a power of two of slots must fit into 32 bits. */
#define MAX_ENDS (G_MAXUINT32 / 4)

/* One event can stand for as many messages as a group has members. */
#define MAX_ENDS_IN_GROUPS (1u << 26)

static guint64
find_family (GPtrArray *families, const SpurEventLayout *layout)
{
  g_autofree char *name = spur_event_layout_get_family (layout);
  guint64 kind = spur_match_goes_by_id (layout->match) ? SPUR_CHANNEL_BY_ID : 0;
  guint family;

  if (layout->match == SPUR_MATCH_HANDOVER)
    kind |= SPUR_CHANNEL_HANDOVER;
  else if (layout->match == SPUR_MATCH_GATHER)
    kind |= SPUR_CHANNEL_GATHER;

  if (!g_ptr_array_find_with_equal_func (families, name, g_str_equal, &family))
    {
      family = families->len;
      g_ptr_array_add (families, g_steal_pointer (&name));
    }
  return kind | (guint64) family << SPUR_CHANNEL_FAMILY_SHIFT;
}

/* Whether events of the class concern other streams. */
static gboolean
is_wanted (const SpurScanClass *klass)
{
  switch (klass->role)
    {
    case SPUR_ROLE_SEND:
    case SPUR_ROLE_RECEIVE:
      return klass->match == SPUR_MATCH_FIFO || spur_match_goes_by_id (klass->match);
    case SPUR_ROLE_COLLECTIVE_BEGIN:
    case SPUR_ROLE_COLLECTIVE_END:
      return klass->match == SPUR_MATCH_INSTANCE;
    case SPUR_ROLE_INTERNAL:
      break;
    }
  return FALSE;
}

/* Fails where a number has not 32 bits. */
static gboolean
init_word (SpurScanWord *word, const SpurPlace *place, guint32 instead)
{
  *word = (SpurScanWord){ 0, 0, instead };
  if (place->n_bytes == sizeof (guint32))
    *word = (SpurScanWord){ place->offset, G_MAXUINT32, 0 };
  return place->n_bytes == sizeof (guint32) || place->n_bytes == 0;
}

static void
init_words (SpurScanClass *klass, gsize n_record_bytes)
{
  const SpurPlace *places = klass->places;

  klass->is_plain =
    klass->match == SPUR_MATCH_FIFO && n_record_bytes >= sizeof (guint32) &&
    init_word (&klass->words[SPUR_SCAN_SUBJECT], &places[SPUR_USE_SUBJECT], SPUR_NONE) &&
    init_word (&klass->words[SPUR_SCAN_COMMUNICATOR], &places[SPUR_USE_COMMUNICATOR], SPUR_NONE) &&
    init_word (&klass->words[SPUR_SCAN_TAG], &places[SPUR_USE_TAG], 0);
}

static void
init_class (SpurScanClass *klass, const SpurEventLayout *layout, GPtrArray *families)
{
  klass->role = layout->role;
  klass->match = layout->match;
  if (spur_match_goes_by_id (layout->match) || layout->match == SPUR_MATCH_FIFO)
    klass->family = find_family (families, layout);
  for (guint use = 0; use < SPUR_N_USES; use++)
    {
      const SpurField *field;

      if (layout->field_of_use[use] < 0)
        continue;
      field = &layout->fields[layout->field_of_use[use]];
      klass->places[use].offset = (guint16) field->offset_bytes;
      klass->places[use].n_bytes = (guint8) spur_field_type_get_n_bytes (field->type);
    }
  init_words (klass, layout->n_bytes);
}

void
spur_scan_classes_init (SpurScanClasses *self, SpurTrace *trace)
{
  g_autoptr (GPtrArray) families = g_ptr_array_new_with_free_func (g_free);

  self->n_classes = spur_trace_get_n_classes (trace);
  self->classes = g_new0 (SpurScanClass, MAX (self->n_classes, 1));
  self->steps = g_new0 (SpurScanStep, MAX (self->n_classes, 1));
  self->is_wanted = g_new0 (guint8, MAX (self->n_classes, 1));
  for (guint i = 0; i < self->n_classes; i++)
    {
      const SpurEventLayout *layout = spur_trace_get_class (trace, i);

      init_class (&self->classes[i], layout, families);
      self->is_wanted[i] = is_wanted (&self->classes[i]);
      self->steps[i] = layout->n_bytes | (guint64) self->is_wanted[i] << SPUR_SCAN_WANTED_SHIFT;
    }
}

void
spur_scan_classes_clear (SpurScanClasses *self)
{
  g_clear_pointer (&self->classes, g_free);
  g_clear_pointer (&self->steps, g_free);
  g_clear_pointer (&self->is_wanted, g_free);
}

static inline guint64
get (const SpurScanClass *klass, SpurUse use, const guint8 *record, guint64 if_absent)
{
  const SpurPlace *place = &klass->places[use];

  if (G_LIKELY (place->n_bytes == 4))
    return spur_get_le32 (record + place->offset);
  switch (place->n_bytes)
    {
    case 0:
      return if_absent;
    case 1:
      return record[place->offset];
    case 2:
      return spur_get_le16 (record + place->offset);
    default:
      return spur_get_le64 (record + place->offset);
    }
}

/* Channels that were found lately; most messages are of one of few. */
#define N_RECENT_BITS 8

typedef struct
{
  SpurChannelKey key;
  guint32 channel;
} Recent;

typedef struct
{
  SpurScan *scan;
  SpurTrace *trace;
  const SpurScanClasses *classes;
  gsize n_sends_allocated;
  gsize n_receives_allocated;
  gsize n_ends_allocated;
  guint64 n_in_groups;
  gboolean has_too_many;

  /* Begins of collective operations that are not ended: positions of those that block, and for
   * those that do not a Begun for each request; @lost were begun anew before they ended. */
  GArray *open;
  GHashTable *requests;
  GArray *lost;
  Recent recent[1 << N_RECENT_BITS];
} Scanner;

typedef struct
{
  guint64 request;
  guint64 event;
} Begun;

static inline Recent *
get_recent (Scanner *scanner, const SpurChannelKey *key)
{
  guint64 hash = (key->ends ^ key->tag << 16 ^ key->group << 40) + key->tag + (key->ends >> 32);

  return &scanner->recent[hash * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) >> (64 - N_RECENT_BITS)];
}

static inline guint64
get_word (const SpurScanClass *klass, SpurScanWordKind kind, const guint8 *record)
{
  const SpurScanWord *word = &klass->words[kind];

  return (spur_get_le32 (record + word->offset) & word->mask) | word->instead;
}

static inline SpurChannelKey
get_key (const SpurScanClass *klass, const guint8 *record, guint64 peer)
{
  SpurChannelKey key;
  guint64 subject;

  if (klass->match != SPUR_MATCH_FIFO)
    {
      key.group = klass->family;
      key.ends = get (klass, SPUR_USE_MESSAGE_ID, record, 0);
      key.tag = get (klass, SPUR_USE_TAG, record, 0);
      return key;
    }
  if (klass->is_plain)
    {
      subject = get_word (klass, SPUR_SCAN_SUBJECT, record);
      key.group = klass->family | get_word (klass, SPUR_SCAN_COMMUNICATOR, record);
      key.tag = get_word (klass, SPUR_SCAN_TAG, record);
    }
  else
    {
      subject = get (klass, SPUR_USE_SUBJECT, record, SPUR_NONE);
      key.group = klass->family | get (klass, SPUR_USE_COMMUNICATOR, record, SPUR_NONE);
      key.tag = get (klass, SPUR_USE_TAG, record, 0);
    }
  key.ends = klass->role == SPUR_ROLE_SEND ? subject << 32 | peer : peer << 32 | subject;
  return key;
}

static inline guint32
find_channel (Scanner *scanner, const SpurScanClass *klass, const guint8 *record, guint64 peer)
{
  SpurChannelKey key = get_key (klass, record, peer);
  Recent *recent = get_recent (scanner, &key);

  if (recent->channel == SPUR_NONE || !spur_channel_key_is_equal (&recent->key, &key))
    {
      recent->channel = spur_channels_find (&scanner->scan->channels, &key);
      recent->key = key;
    }
  return recent->channel;
}

/* Events with many peers need more room than one end each. */
static void
grow (SpurMessageEnd **ends, gsize n_ends, gsize *n_allocated)
{
  *n_allocated = MAX (2 * *n_allocated, 16);
  *ends = spur_pages_grow (*ends, n_ends * sizeof **ends, *n_allocated, sizeof **ends);
}

static void
add_send (Scanner *scanner, guint32 channel, guint64 event)
{
  SpurScan *scan = scanner->scan;
  SpurChannel *found = &scan->channels.all[channel];

  if (G_UNLIKELY (scan->n_sends == scanner->n_sends_allocated))
    grow (&scan->sends, scan->n_sends, &scanner->n_sends_allocated);
  scan->sends[scan->n_sends++] = (SpurMessageEnd){ event, channel, found->n_sends++ };
}

/* Until the ranks are known the rank of a receive says how long ago it was posted. */
static void
add_receive (Scanner *scanner, guint32 channel, guint64 event, guint64 posted_ago)
{
  SpurScan *scan = scanner->scan;
  SpurChannel *found = &scan->channels.all[channel];
  guint64 posted = event - MIN (posted_ago, event);

  if (G_UNLIKELY (scan->n_receives == scanner->n_receives_allocated))
    grow (&scan->receives, scan->n_receives, &scanner->n_receives_allocated);
  if (found->n_receives++ > 0 && posted < found->last_posted)
    found->is_disordered = TRUE;
  found->last_posted = posted;
  scan->receives[scan->n_receives++] =
    (SpurMessageEnd){ event, channel, (guint32) (event - posted) };
}

/* One end for each of those at the other side. */
static void
add_message (Scanner *scanner, const SpurScanClass *klass, const guint8 *record, guint64 event)
{
  gboolean is_send = klass->role == SPUR_ROLE_SEND;
  guint64 posted_ago = is_send ? 0 : get (klass, SPUR_USE_POSTED, record, 0);
  guint64 peer = get (klass, SPUR_USE_PEER, record, SPUR_NONE);
  guint32 peers = SPUR_NONE;

  if (klass->match == SPUR_MATCH_HANDOVER &&
      get (klass, SPUR_USE_MESSAGE_ID, record, 0) == G_MAXUINT64)
    return;
  if (G_UNLIKELY (peer == SPUR_NONE && klass->match == SPUR_MATCH_FIFO))
    peers = (guint32) get (klass, SPUR_USE_MEMBERS, record, SPUR_NONE);
  if (G_UNLIKELY (peers < spur_trace_get_n_groups (scanner->trace)))
    {
      const SpurGroup *group = spur_trace_get_group (scanner->trace, peers);

      scanner->n_in_groups += group->n_members;
      scanner->has_too_many |= scanner->n_in_groups > MAX_ENDS_IN_GROUPS;
      for (guint i = 0; !scanner->has_too_many && i < group->n_members; i++)
        {
          guint32 channel = find_channel (scanner, klass, record, group->members[i]);

          if (is_send)
            add_send (scanner, channel, event);
          else
            add_receive (scanner, channel, event, posted_ago);
        }
    }
  else if (is_send)
    add_send (scanner, find_channel (scanner, klass, record, peer), event);
  else
    add_receive (scanner, find_channel (scanner, klass, record, peer), event, posted_ago);
}

static void
add_collective_begin (Scanner *scanner,
                      const SpurScanClass *klass,
                      const guint8 *record,
                      guint64 event)
{
  const Begun *before;
  Begun *begun;

  if (klass->places[SPUR_USE_MESSAGE_ID].n_bytes == 0)
    {
      g_array_append_val (scanner->open, event);
      return;
    }
  begun = g_new (Begun, 1);
  *begun = (Begun){ get (klass, SPUR_USE_MESSAGE_ID, record, 0), event };
  before = g_hash_table_lookup (scanner->requests, &begun->request);
  if (before != NULL)
    g_array_append_val (scanner->lost, before->event);
  g_hash_table_replace (scanner->requests, &begun->request, begun);
}

/* The begin of an end: that of its request where it has one, else the innermost. */
static guint64
take_begin (Scanner *scanner, const SpurScanClass *klass, const guint8 *record)
{
  guint64 event = G_MAXUINT64;

  if (klass->places[SPUR_USE_MESSAGE_ID].n_bytes > 0)
    {
      guint64 request = get (klass, SPUR_USE_MESSAGE_ID, record, 0);
      const Begun *begun = g_hash_table_lookup (scanner->requests, &request);

      if (begun != NULL)
        event = begun->event;
      g_hash_table_remove (scanner->requests, &request);
    }
  else if (scanner->open->len > 0)
    {
      event = g_array_index (scanner->open, guint64, scanner->open->len - 1);
      g_array_set_size (scanner->open, scanner->open->len - 1);
    }
  return event;
}

static void
add_collective_end (Scanner *scanner,
                    const SpurScanClass *klass,
                    const guint8 *record,
                    guint64 event)
{
  SpurScan *scan = scanner->scan;
  SpurCollectiveEnd *end;

  if (G_UNLIKELY (scan->n_ends == scanner->n_ends_allocated))
    {
      scanner->n_ends_allocated = MAX (2 * scanner->n_ends_allocated, 16);
      scan->ends = spur_pages_grow (scan->ends, scan->n_ends * sizeof *scan->ends,
                                    scanner->n_ends_allocated, sizeof *scan->ends);
    }
  end = &scan->ends[scan->n_ends++];

  *end = (SpurCollectiveEnd){ .end_event = event };
  end->begin_event = take_begin (scanner, klass, record);
  end->communicator = (guint32) get (klass, SPUR_USE_COMMUNICATOR, record, SPUR_NONE);
  end->subject = (guint32) get (klass, SPUR_USE_SUBJECT, record, SPUR_NONE);
  end->root = (guint32) get (klass, SPUR_USE_ROOT, record, SPUR_NONE);
  end->senders = (guint32) get (klass, SPUR_USE_MEMBERS, record, SPUR_NONE);
  end->pattern = (guint8) MIN (get (klass, SPUR_USE_PATTERN, record, 0), G_MAXUINT8);
  end->sends =
    end->pattern == SPUR_PATTERN_BARRIER || get (klass, SPUR_USE_SENT_BYTES, record, 1) > 0;
  end->receives =
    end->pattern == SPUR_PATTERN_BARRIER || get (klass, SPUR_USE_RECEIVED_BYTES, record, 1) > 0;
}

static inline void
scan_event (Scanner *scanner, guint class_index, const guint8 *record, guint64 event)
{
  const SpurScanClass *klass = &scanner->classes->classes[class_index];

  switch (klass->role)
    {
    case SPUR_ROLE_SEND:
    case SPUR_ROLE_RECEIVE:
      add_message (scanner, klass, record, event);
      break;
    case SPUR_ROLE_COLLECTIVE_BEGIN:
      add_collective_begin (scanner, klass, record, event);
      break;
    case SPUR_ROLE_COLLECTIVE_END:
      add_collective_end (scanner, klass, record, event);
      break;
    case SPUR_ROLE_INTERNAL:
      break;
    }
}

/* So many events are looked through before those that are wanted are looked at. */
#define SIFT_EVENTS 256

static void
scan_chunk (Scanner *scanner, const SpurChunk *chunk)
{
  const SpurScanStep *steps = scanner->classes->steps;
  guint32 offset = 0;

  for (guint32 begin = 0; begin < chunk->n_events; begin += SIFT_EVENTS)
    {
      const guint16 *classes = chunk->classes + begin;
      guint32 n_events = MIN (chunk->n_events - begin, SIFT_EVENTS);
      /* Positions above offsets. */
      guint64 found[SIFT_EVENTS + 1], sum = offset;

      /* Without a branch that nobody can foretell. */
      for (guint32 i = 0; i < n_events; i++)
        {
          found[sum >> SPUR_SCAN_WANTED_SHIFT] = (guint64) i << 32 | (guint32) sum;
          sum += steps[classes[i]];
        }
      for (guint32 i = 0; i < sum >> SPUR_SCAN_WANTED_SHIFT; i++)
        {
          guint32 position = (guint32) (found[i] >> 32);

          scan_event (scanner, classes[position], chunk->records + (guint32) found[i],
                      chunk->first + begin + position);
        }
      offset = (guint32) sum;
    }
}

/* Counts of several roles in one number, as chunks have at most 2^20 events. */
#define ROLE_BITS 21

static void
count_chunk_roles (const SpurChunk *chunk, const guint64 *units, guint64 *n_of_role)
{
  const guint16 *classes = chunk->classes;
  guint64 sums[4] = { 0 }, sum;

  for (guint32 i = 0; i < chunk->n_events; i++)
    sums[i % 4] += units[classes[i]];
  sum = sums[0] + sums[1] + sums[2] + sums[3];
  n_of_role[SPUR_ROLE_SEND] += sum & ((1u << ROLE_BITS) - 1);
  n_of_role[SPUR_ROLE_RECEIVE] += sum >> ROLE_BITS & ((1u << ROLE_BITS) - 1);
  n_of_role[SPUR_ROLE_COLLECTIVE_END] += sum >> 2 * ROLE_BITS;
}

static guint64
get_unit (const SpurScanClasses *classes, guint i)
{
  if (!classes->is_wanted[i])
    return 0;
  switch (classes->classes[i].role)
    {
    case SPUR_ROLE_SEND:
      return 1;
    case SPUR_ROLE_RECEIVE:
      return G_GUINT64_CONSTANT (1) << ROLE_BITS;
    case SPUR_ROLE_COLLECTIVE_END:
      return G_GUINT64_CONSTANT (1) << 2 * ROLE_BITS;
    case SPUR_ROLE_COLLECTIVE_BEGIN:
    case SPUR_ROLE_INTERNAL:
      break;
    }
  return 0;
}

/* Of many chunks, one in some is like the others. */
#define MIN_SAMPLED_CHUNKS 32
#define SAMPLE_STEP 8

static void
estimate_roles (SpurStream *stream, const guint64 *units, guint64 *n_of_role)
{
  guint n_chunks = spur_stream_get_n_chunks (stream);
  guint step = n_chunks >= MIN_SAMPLED_CHUNKS ? SAMPLE_STEP : 1;
  guint64 n_sampled = 0, n_events = spur_stream_get_n_events (stream);

  for (guint i = 0; i < n_chunks; i += step)
    {
      const SpurChunk *chunk = spur_stream_get_chunk (stream, i);

      count_chunk_roles (chunk, units, n_of_role);
      n_sampled += chunk->n_events;
    }
  for (guint role = 0; step > 1 && role <= SPUR_ROLE_COLLECTIVE_END; role++)
    n_of_role[role] = (guint64) spur_mul_div_floor ((gint64) n_of_role[role], (gint64) n_events,
                                                    (gint64) n_sampled) /
                        20 * 21 +
                      64;
}

/* How many ends there are of each role, or about how many, so that there is room for them. */
static void
count_roles (SpurStream *stream, const SpurScanClasses *classes, guint64 *n_of_role)
{
  g_autofree guint64 *units = g_new (guint64, MAX (classes->n_classes, 1));
  g_autofree guint64 *n_of_class = NULL;

  for (guint i = 0; i < classes->n_classes; i++)
    units[i] = get_unit (classes, i);
  if (spur_stream_get_n_chunks (stream) == 0)
    return;
  if (spur_stream_get_packed (stream, 0) == NULL)
    {
      estimate_roles (stream, units, n_of_role);
      return;
    }
  n_of_class = g_new0 (guint64, MAX (classes->n_classes, 1));
  for (guint i = 0; i < spur_stream_get_n_chunks (stream); i++)
    spur_packed_chunk_count_classes (spur_stream_get_packed (stream, i), n_of_class);
  for (guint i = 0; i < classes->n_classes; i++)
    {
      if (units[i] != 0)
        n_of_role[classes->classes[i].role] += n_of_class[i];
    }
}

typedef struct
{
  guint64 posted;
  guint64 receive;
  guint32 channel;
} Posted;

static int
compare_posted (const void *a, const void *b)
{
  const Posted *p = a, *q = b;

  if (p->channel != q->channel)
    return p->channel < q->channel ? -1 : 1;
  if (p->posted != q->posted)
    return p->posted < q->posted ? -1 : 1;
  return p->receive < q->receive ? -1 : p->receive > q->receive;
}

/* Numbers the receives of each channel in the order in which they were posted. */
static void
rank_receives (SpurScan *scan)
{
  g_autofree guint32 *next = g_new0 (guint32, MAX (scan->channels.n_channels, 1));
  g_autoptr (GArray) disordered = g_array_new (FALSE, FALSE, sizeof (Posted));

  for (gsize i = 0; i < scan->n_receives; i++)
    {
      SpurMessageEnd *receive = &scan->receives[i];
      Posted posted = { receive->event - receive->rank, i, receive->channel };

      if (scan->channels.all[receive->channel].is_disordered)
        g_array_append_val (disordered, posted);
      else
        receive->rank = next[receive->channel]++;
    }
  g_array_sort (disordered, compare_posted);
  for (guint i = 0; i < disordered->len; i++)
    {
      const Posted *posted = &g_array_index (disordered, Posted, i);

      scan->receives[posted->receive].rank = next[posted->channel]++;
    }
}

/* An end without a begin counts as begun where it ended. */
static guint64
get_begin (const SpurCollectiveEnd *end)
{
  return end->begin_event != G_MAXUINT64 ? end->begin_event : end->end_event;
}

static int
compare_begins (const void *a, const void *b)
{
  guint64 p = get_begin (a), q = get_begin (b);

  return p < q ? -1 : p > q;
}

/* Members count operations in the order in which they begin them, which for those that do not block
 * need not be the order of their ends. */
static void
order_ends (SpurScan *scan)
{
  for (gsize i = 1; i < scan->n_ends; i++)
    {
      if (get_begin (&scan->ends[i - 1]) <= get_begin (&scan->ends[i]))
        continue;
      qsort (scan->ends, scan->n_ends, sizeof *scan->ends, compare_begins);
      return;
    }
}

static int
compare_events (const void *a, const void *b)
{
  const guint64 *p = a, *q = b;

  return *p < *q ? -1 : *p > *q;
}

static void
keep_loose (SpurScan *scan, const Scanner *scanner)
{
  GHashTableIter iter;
  gpointer begun;

  g_hash_table_iter_init (&iter, scanner->requests);
  while (g_hash_table_iter_next (&iter, NULL, &begun))
    g_array_append_val (scanner->open, ((Begun *) begun)->event);
  g_array_append_vals (scanner->open, scanner->lost->data, scanner->lost->len);
  g_array_sort (scanner->open, compare_events);
  scan->n_loose = scanner->open->len;
  scan->loose = g_memdup2 (scanner->open->data, scan->n_loose * sizeof *scan->loose);
}

gboolean
spur_scan_stream (SpurScan *scan,
                  SpurTrace *trace,
                  SpurStream *stream,
                  const SpurScanClasses *classes)
{
  g_autoptr (GHashTable) requests = NULL;
  g_autoptr (GArray) lost = NULL;
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autofree Scanner *scanner = g_new0 (Scanner, 1);
  guint64 n_of_role[SPUR_ROLE_COLLECTIVE_END + 1] = { 0 };
  g_autoptr (SpurChunkWalk) walk = NULL;
  const SpurChunk *chunk;

  count_roles (stream, classes, n_of_role);
  scanner->scan = scan;
  scanner->classes = classes;
  scanner->trace = trace;
  scanner->open = open;
  scanner->requests = requests = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);
  scanner->lost = lost = g_array_new (FALSE, FALSE, sizeof (guint64));
  scanner->n_sends_allocated = n_of_role[SPUR_ROLE_SEND];
  scanner->n_receives_allocated = n_of_role[SPUR_ROLE_RECEIVE];
  scanner->n_ends_allocated = n_of_role[SPUR_ROLE_COLLECTIVE_END];
  for (guint i = 0; i < G_N_ELEMENTS (scanner->recent); i++)
    scanner->recent[i].channel = SPUR_NONE;
  scan->sends = SPUR_PAGES_NEW (SpurMessageEnd, n_of_role[SPUR_ROLE_SEND]);
  scan->receives = SPUR_PAGES_NEW (SpurMessageEnd, n_of_role[SPUR_ROLE_RECEIVE]);
  scan->ends = SPUR_PAGES_NEW (SpurCollectiveEnd, n_of_role[SPUR_ROLE_COLLECTIVE_END]);
  walk = spur_chunk_walk_new (stream, SPUR_CHUNK_CLASSES | SPUR_CHUNK_RECORDS);
  spur_chunk_walk_want_classes (walk, classes->is_wanted);
  while (!scanner->has_too_many && (chunk = spur_chunk_walk_next (walk)) != NULL)
    {
      scan_chunk (scanner, chunk);
      scanner->has_too_many |= MAX (scan->n_sends, MAX (scan->n_receives, scan->n_ends)) > MAX_ENDS;
    }
  if (scanner->has_too_many)
    return FALSE;
  keep_loose (scan, scanner);
  order_ends (scan);
  rank_receives (scan);
  return TRUE;
}

void
spur_scan_clear (SpurScan *scan)
{
  spur_channels_clear (&scan->channels);
  g_clear_pointer (&scan->sends, spur_pages_free);
  g_clear_pointer (&scan->receives, spur_pages_free);
  g_clear_pointer (&scan->ends, spur_pages_free);
  g_clear_pointer (&scan->loose, g_free);
  g_clear_pointer (&scan->unmatched, g_array_unref);
}
