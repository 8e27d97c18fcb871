/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/causality/spur-scan-private.h"

#include "core/base/spur-bytes-private.h"
#include "core/model/spur-event-layout-private.h"
#include "core/store/spur-chunk-walk.h"

/* Channel numbers and a power of two of slots must fit into 32 bits. */
#define MAX_ENDS (G_MAXUINT32 / 4)

static guint64
find_family (GPtrArray *families, const SpurEventLayout *layout)
{
  g_autofree char *name = spur_event_layout_get_family (layout);
  guint family;

  if (!g_ptr_array_find_with_equal_func (families, name, g_str_equal, &family))
    {
      family = families->len;
      g_ptr_array_add (families, g_steal_pointer (&name));
    }
  return (guint64) family << SPUR_CHANNEL_FAMILY_SHIFT;
}

SpurScanClass *
spur_scan_get_classes (SpurTrace *trace)
{
  guint n_classes = spur_trace_get_n_classes (trace);
  SpurScanClass *classes = g_new0 (SpurScanClass, MAX (n_classes, 1));
  g_autoptr (GPtrArray) families = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < n_classes; i++)
    {
      const SpurEventLayout *layout = spur_trace_get_class (trace, i);

      classes[i].role = layout->role;
      classes[i].match = layout->match;
      classes[i].n_bytes = (guint32) layout->n_bytes;
      if (layout->match == SPUR_MATCH_BY_ID || layout->match == SPUR_MATCH_FIFO)
        classes[i].family = find_family (families, layout);
      for (guint use = 0; use < SPUR_N_USES; use++)
        {
          const SpurField *field;

          if (layout->field_of_use[use] < 0)
            continue;
          field = &layout->fields[layout->field_of_use[use]];
          classes[i].places[use].offset = (guint16) field->offset_bytes;
          classes[i].places[use].n_bytes = (guint8) spur_field_type_get_n_bytes (field->type);
        }
    }
  return classes;
}

static inline guint64
get (const SpurScanClass *klass, SpurUse use, const guint8 *record, guint64 if_absent)
{
  const SpurPlace *place = &klass->places[use];

  switch (place->n_bytes)
    {
    case 0:
      return if_absent;
    case 1:
      return record[place->offset];
    case 2:
      return spur_get_le16 (record + place->offset);
    case 4:
      return spur_get_le32 (record + place->offset);
    default:
      return spur_get_le64 (record + place->offset);
    }
}

/* The channel used last is very often the one that is used next. */
typedef struct
{
  SpurScan *scan;
  SpurChannelKey last_key;
  guint32 last_channel;
  GArray *open;
} Scanner;

static inline guint32
find_channel (Scanner *scanner, const SpurScanClass *klass, const guint8 *record)
{
  SpurChannelKey key;

  if (klass->match == SPUR_MATCH_BY_ID)
    {
      key.group = klass->family | SPUR_CHANNEL_BY_ID;
      key.ends = get (klass, SPUR_USE_MESSAGE_ID, record, 0);
    }
  else
    {
      guint64 subject = get (klass, SPUR_USE_SUBJECT, record, SPUR_NONE);
      guint64 peer = get (klass, SPUR_USE_PEER, record, SPUR_NONE);

      key.group = klass->family | get (klass, SPUR_USE_COMMUNICATOR, record, SPUR_NONE);
      key.ends = klass->role == SPUR_ROLE_SEND ? subject << 32 | peer : peer << 32 | subject;
    }
  key.tag = get (klass, SPUR_USE_TAG, record, 0);
  if (scanner->last_channel == SPUR_NONE || memcmp (&key, &scanner->last_key, sizeof key) != 0)
    {
      scanner->last_channel = spur_channels_find (&scanner->scan->channels, &key);
      scanner->last_key = key;
    }
  return scanner->last_channel;
}

static void
add_send (Scanner *scanner, guint32 channel, guint64 event)
{
  SpurScan *scan = scanner->scan;
  SpurChannel *found = &scan->channels.all[channel];

  scan->sends[scan->n_sends++] = (SpurMessageEnd){ event, channel, found->n_sends++ };
}

/* Until the ranks are known the rank of a receive says how long ago it was posted. */
static void
add_receive (Scanner *scanner, guint32 channel, guint64 event, guint64 posted_ago)
{
  SpurScan *scan = scanner->scan;
  SpurChannel *found = &scan->channels.all[channel];
  guint64 posted = event - MIN (posted_ago, event);

  if (found->n_receives++ > 0 && posted < found->last_posted)
    found->is_disordered = TRUE;
  found->last_posted = posted;
  scan->receives[scan->n_receives++] =
    (SpurMessageEnd){ event, channel, (guint32) (event - posted) };
}

static void
add_collective_end (Scanner *scanner,
                    const SpurScanClass *klass,
                    const guint8 *record,
                    guint64 event)
{
  SpurScan *scan = scanner->scan;
  SpurCollectiveEnd *end = &scan->ends[scan->n_ends++];

  end->end_event = event;
  end->begin_event = G_MAXUINT64;
  if (scanner->open->len > 0)
    {
      end->begin_event = g_array_index (scanner->open, guint64, scanner->open->len - 1);
      g_array_set_size (scanner->open, scanner->open->len - 1);
    }
  end->communicator = (guint32) get (klass, SPUR_USE_COMMUNICATOR, record, SPUR_NONE);
  end->subject = (guint32) get (klass, SPUR_USE_SUBJECT, record, SPUR_NONE);
  end->root = (guint32) get (klass, SPUR_USE_ROOT, record, SPUR_NONE);
  end->pattern = (guint8) MIN (get (klass, SPUR_USE_PATTERN, record, 0), G_MAXUINT8);
  end->sends =
    end->pattern == SPUR_PATTERN_BARRIER || get (klass, SPUR_USE_SENT_BYTES, record, 1) > 0;
  end->receives =
    end->pattern == SPUR_PATTERN_BARRIER || get (klass, SPUR_USE_RECEIVED_BYTES, record, 1) > 0;
}

static void
scan_event (Scanner *scanner, const SpurScanClass *klass, const guint8 *record, guint64 event)
{
  gboolean is_message = klass->match == SPUR_MATCH_FIFO || klass->match == SPUR_MATCH_BY_ID;

  switch (klass->role)
    {
    case SPUR_ROLE_SEND:
      if (is_message)
        add_send (scanner, find_channel (scanner, klass, record), event);
      break;
    case SPUR_ROLE_RECEIVE:
      if (is_message)
        add_receive (scanner, find_channel (scanner, klass, record), event,
                     get (klass, SPUR_USE_POSTED, record, 0));
      break;
    case SPUR_ROLE_COLLECTIVE_BEGIN:
      if (klass->match == SPUR_MATCH_INSTANCE)
        g_array_append_val (scanner->open, event);
      break;
    case SPUR_ROLE_COLLECTIVE_END:
      if (klass->match == SPUR_MATCH_INSTANCE)
        add_collective_end (scanner, klass, record, event);
      break;
    case SPUR_ROLE_INTERNAL:
      break;
    }
}

/* How many events of each role there are, from the column of classes alone. */
static void
count_roles (SpurStream *stream, const SpurScanClass *classes, guint n_classes, guint64 *n_of_role)
{
  g_autofree guint64 *n_of_class = g_new0 (guint64, MAX (n_classes, 1));
  g_autoptr (SpurChunkWalk) walk = spur_chunk_walk_new (stream, SPUR_CHUNK_CLASSES);
  const SpurChunk *chunk;

  while ((chunk = spur_chunk_walk_next (walk)) != NULL)
    {
      for (guint32 i = 0; i < chunk->n_events; i++)
        n_of_class[chunk->classes[i]]++;
    }
  for (guint i = 0; i < n_classes; i++)
    n_of_role[classes[i].role] += n_of_class[i];
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

gboolean
spur_scan_stream (SpurScan *scan, SpurStream *stream, const SpurScanClass *classes, guint n_classes)
{
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint64));
  Scanner scanner = { scan, { 0, 0, 0 }, SPUR_NONE, open };
  guint64 n_of_role[SPUR_ROLE_COLLECTIVE_END + 1] = { 0 };
  g_autoptr (SpurChunkWalk) walk =
    spur_chunk_walk_new (stream, SPUR_CHUNK_CLASSES | SPUR_CHUNK_RECORDS);
  const SpurChunk *chunk;

  count_roles (stream, classes, n_classes, n_of_role);
  for (guint role = SPUR_ROLE_SEND; role <= SPUR_ROLE_COLLECTIVE_END; role++)
    {
      if (n_of_role[role] > MAX_ENDS)
        return FALSE;
    }
  scan->sends = g_new (SpurMessageEnd, n_of_role[SPUR_ROLE_SEND]);
  scan->receives = g_new (SpurMessageEnd, n_of_role[SPUR_ROLE_RECEIVE]);
  scan->ends = g_new (SpurCollectiveEnd, n_of_role[SPUR_ROLE_COLLECTIVE_END]);
  while ((chunk = spur_chunk_walk_next (walk)) != NULL)
    {
      const guint8 *record = chunk->records;

      for (guint32 i = 0; i < chunk->n_events; i++)
        {
          const SpurScanClass *klass = &classes[chunk->classes[i]];

          if (klass->role != SPUR_ROLE_INTERNAL)
            scan_event (&scanner, klass, record, chunk->first + i);
          record += klass->n_bytes;
        }
    }
  scan->n_loose = open->len;
  rank_receives (scan);
  return TRUE;
}

void
spur_scan_clear (SpurScan *scan)
{
  spur_channels_clear (&scan->channels);
  g_clear_pointer (&scan->sends, g_free);
  g_clear_pointer (&scan->receives, g_free);
  g_clear_pointer (&scan->ends, g_free);
}
