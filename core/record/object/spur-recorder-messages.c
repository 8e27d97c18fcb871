/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/record/object/spur-recorder-private.h"

#include "core/base/spur-order-internal.h"

/* Messages that can only meet each other: of one family, communicator, sender, receiver and tag, or
 * of one family, identifier and tag. The same rules as those by which edges are found in a trace.
 */
typedef struct
{
  guint64 group;
  guint64 ends;
  guint64 tag;
} Key;

#define BY_ID (G_GUINT64_CONSTANT (1) << 32)
#define FAMILY_SHIFT 33
#define NOTHING G_MAXUINT

/* @next: the send that the next receive takes. @n_owed: receives that came before their sends. */
typedef struct
{
  Key key;
  guint last;
  guint next;
  guint n_owed;
} Channel;

struct _SpurMessages
{
  GArray *sends;
  GArray *receives;
  GPtrArray *channels;
  GHashTable *number_of_channel;
  GPtrArray *families;
  GHashTable *family_of_layout;
  /* By channel and number the send, counted from 1, or 0 where its receive came first. */
  GHashTable *numbered;
};

static guint
hash_key (gconstpointer key)
{
  const Key *self = key;
  guint64 hash = self->ends * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) ^ self->tag << 17 ^
                 self->group * G_GUINT64_CONSTANT (0xd6e8feb86659fd93);

  return (guint) (hash ^ hash >> 32);
}

static gboolean
equal_keys (gconstpointer a, gconstpointer b)
{
  const Key *p = a, *q = b;

  return p->group == q->group && p->ends == q->ends && p->tag == q->tag;
}

SpurMessages *
spur_messages_new (void)
{
  SpurMessages *self = g_new0 (SpurMessages, 1);

  self->sends = g_array_new (FALSE, FALSE, sizeof (SpurMessageEnd));
  self->receives = g_array_new (FALSE, FALSE, sizeof (SpurMessageEnd));
  self->channels = g_ptr_array_new_with_free_func (g_free);
  self->number_of_channel = g_hash_table_new (hash_key, equal_keys);
  self->families = g_ptr_array_new_with_free_func (g_free);
  self->family_of_layout = g_hash_table_new (NULL, NULL);
  self->numbered = g_hash_table_new_full (hash_key, equal_keys, g_free, NULL);
  return self;
}

void
spur_messages_free (SpurMessages *self)
{
  g_array_unref (self->sends);
  g_array_unref (self->receives);
  g_hash_table_unref (self->number_of_channel);
  g_ptr_array_unref (self->channels);
  g_ptr_array_unref (self->families);
  g_hash_table_unref (self->family_of_layout);
  g_hash_table_unref (self->numbered);
  g_free (self);
}

static guint64
find_family (SpurMessages *self, const SpurEventLayout *layout)
{
  g_autofree char *name = NULL;
  gpointer known;
  guint family;

  if (g_hash_table_lookup_extended (self->family_of_layout, layout, NULL, &known))
    return (guint64) GPOINTER_TO_UINT (known) << FAMILY_SHIFT;
  name = spur_event_layout_get_family (layout);
  if (!g_ptr_array_find_with_equal_func (self->families, name, g_str_equal, &family))
    {
      family = self->families->len;
      g_ptr_array_add (self->families, g_steal_pointer (&name));
    }
  g_hash_table_insert (self->family_of_layout, (gpointer) layout, GUINT_TO_POINTER (family));
  return (guint64) family << FAMILY_SHIFT;
}

static Key
get_key (SpurMessages *self, const SpurEventLayout *layout, const guint8 *record)
{
  guint64 subject = spur_event_layout_get_use (layout, SPUR_USE_SUBJECT, record, SPUR_NONE);
  guint64 peer = spur_event_layout_get_use (layout, SPUR_USE_PEER, record, SPUR_NONE);
  guint64 group = spur_event_layout_get_use (layout, SPUR_USE_COMMUNICATOR, record, SPUR_NONE);
  guint64 tag = spur_event_layout_get_use (layout, SPUR_USE_TAG, record, 0);
  guint64 family = find_family (self, layout);

  if (spur_match_goes_by_id (layout->match))
    return (Key){ family | BY_ID,
                  spur_event_layout_get_use (layout, SPUR_USE_MESSAGE_ID, record, 0), tag };
  return (Key){ family | group,
                layout->role == SPUR_ROLE_SEND ? subject << 32 | peer : peer << 32 | subject, tag };
}

static gboolean
is_by_id (const Channel *channel)
{
  return (channel->key.group & BY_ID) != 0;
}

static guint
find_channel (SpurMessages *self, const Key *key)
{
  Channel *channel;
  gpointer number;

  if (g_hash_table_lookup_extended (self->number_of_channel, key, NULL, &number))
    return GPOINTER_TO_UINT (number);
  channel = g_new (Channel, 1);
  *channel = (Channel){ *key, NOTHING, NOTHING, 0 };
  g_hash_table_insert (self->number_of_channel, &channel->key,
                       GUINT_TO_POINTER (self->channels->len));
  g_ptr_array_add (self->channels, channel);
  return self->channels->len - 1;
}

/* The send of a number, counted from 1, or 0 where only its receive is there; FALSE where neither
 * is. */
static gboolean
find_number (const SpurMessages *self, const SpurMessageEnd *end, guint *send)
{
  const Key key = { end->channel, end->number, 0 };
  gpointer value;

  if (!g_hash_table_lookup_extended (self->numbered, &key, NULL, &value))
    return FALSE;
  *send = GPOINTER_TO_UINT (value);
  return TRUE;
}

static void
set_number (SpurMessages *self, const SpurMessageEnd *end, guint send)
{
  const Key key = { end->channel, end->number, 0 };

  g_hash_table_insert (self->numbered, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (send));
}

/* The next send that no number claims. */
static void
skip_claimed (const SpurMessages *self, Channel *channel)
{
  while (channel->next != NOTHING &&
         g_array_index (self->sends, SpurMessageEnd, channel->next).is_claimed)
    channel->next = g_array_index (self->sends, SpurMessageEnd, channel->next).next;
}

static void
add_send (SpurMessages *self, const SpurMessageEnd *send)
{
  Channel *channel = g_ptr_array_index (self->channels, send->channel);
  guint number = self->sends->len, known = NOTHING;

  g_array_append_val (self->sends, *send);
  if (send->number != 0 && !find_number (self, send, &known))
    set_number (self, send, number + 1);
  /* Its receive came first. */
  if (known == 0)
    {
      set_number (self, send, number + 1);
      return;
    }
  if (channel->last != NOTHING)
    g_array_index (self->sends, SpurMessageEnd, channel->last).next = number;
  channel->last = number;
  if (channel->n_owed > 0)
    channel->n_owed--;
  else if (channel->next == NOTHING)
    channel->next = number;
}

static const SpurMessageEnd *
claim_send (SpurMessages *self, Channel *channel, const SpurMessageEnd *receive)
{
  SpurMessageEnd *send;
  guint known = 0;

  if (!find_number (self, receive, &known))
    set_number (self, receive, 0);
  if (known == 0)
    return NULL;
  send = &g_array_index (self->sends, SpurMessageEnd, known - 1);
  send->is_claimed = TRUE;
  skip_claimed (self, channel);
  return send;
}

static const SpurMessageEnd *
add_receive (SpurMessages *self, const SpurMessageEnd *receive)
{
  Channel *channel = g_ptr_array_index (self->channels, receive->channel);
  const SpurMessageEnd *send;

  g_array_append_val (self->receives, *receive);
  if (receive->number != 0)
    return claim_send (self, channel, receive);
  if (channel->next == NOTHING)
    {
      if (!is_by_id (channel))
        channel->n_owed++;
      return NULL;
    }
  send = &g_array_index (self->sends, SpurMessageEnd, channel->next);
  /* One send may have many receives by its identifier. */
  if (!is_by_id (channel))
    channel->next = send->next;
  skip_claimed (self, channel);
  return send;
}

const SpurMessageEnd *
spur_messages_take (SpurMessages *self,
                    const SpurEventLayout *layout,
                    const guint8 *record,
                    const SpurMessageEnd *end)
{
  SpurMessageEnd taken = *end;
  guint64 posted_ago;
  Key key;

  if (layout->match != SPUR_MATCH_FIFO && !spur_match_goes_by_id (layout->match))
    return NULL;
  if (layout->role != SPUR_ROLE_SEND && layout->role != SPUR_ROLE_RECEIVE)
    return NULL;
  key = get_key (self, layout, record);
  taken.channel = find_channel (self, &key);
  taken.posted = taken.event;
  taken.next = NOTHING;
  taken.number = spur_event_layout_get_number (layout, record);
  taken.is_claimed = FALSE;
  if (layout->role == SPUR_ROLE_SEND)
    {
      add_send (self, &taken);
      return NULL;
    }
  posted_ago = spur_event_layout_get_use (layout, SPUR_USE_POSTED, record, 0);
  taken.posted -= MIN (posted_ago, taken.event);
  return add_receive (self, &taken);
}

SPUR_DEFINE_ORDER (compare_ends, SpurMessageEnd, SPUR_BY_4 (channel, stream, posted, event))

/* In the order of channels. */
static GArray *
sort_ends (const GArray *ends)
{
  GArray *sorted = g_array_sized_new (FALSE, FALSE, sizeof (SpurMessageEnd), ends->len);

  g_array_append_vals (sorted, ends->data, ends->len);
  g_array_sort (sorted, compare_ends);
  return sorted;
}

/* The ends of a channel, in the order in which they were posted in each stream. */
typedef struct
{
  SpurMessageEnd *sends;
  SpurMessageEnd *receives;
  guint n_sends;
  guint n_receives;
  gboolean is_by_id;
} Slice;

static void
add_predecessor (GArray *predecessors, const SpurMessageEnd *receive, const SpurMessageEnd *send)
{
  const SpurPredecessor row = { receive->event, send->event, receive->stream, send->stream };

  if (send->stream != receive->stream && receive->is_wanted)
    g_array_append_val (predecessors, row);
}

/* The only end of each number, or none where several have it. */
static GHashTable *
index_numbers (SpurMessageEnd *ends, guint n_ends)
{
  GHashTable *numbered = g_hash_table_new (g_int64_hash, g_int64_equal);

  for (guint i = 0; i < n_ends; i++)
    {
      gboolean is_known = g_hash_table_contains (numbered, &ends[i].number);

      if (ends[i].number != 0)
        g_hash_table_replace (numbered, &ends[i].number, is_known ? NULL : &ends[i]);
    }
  return numbered;
}

/* Pairs what has a number at both sides, and takes it out of those that go by their order. */
static void
pair_numbered (const Slice *slice, GArray *predecessors)
{
  g_autoptr (GHashTable) sent = index_numbers (slice->sends, slice->n_sends);
  g_autoptr (GHashTable) received = index_numbers (slice->receives, slice->n_receives);

  if (g_hash_table_size (sent) == 0 || g_hash_table_size (received) == 0)
    return;
  for (guint i = 0; i < slice->n_receives; i++)
    {
      const SpurMessageEnd *receive = &slice->receives[i];
      const SpurMessageEnd *send = g_hash_table_lookup (sent, &receive->number);

      slice->receives[i].is_claimed = receive->number != 0;
      if (send != NULL && g_hash_table_lookup (received, &receive->number) == receive)
        add_predecessor (predecessors, receive, send);
    }
  for (guint i = 0; i < slice->n_sends; i++)
    slice->sends[i].is_claimed = g_hash_table_contains (received, &slice->sends[i].number);
}

static void
pair_slice (const Slice *slice, GArray *predecessors)
{
  guint k = 0;

  for (guint i = 0; i < slice->n_sends; i++)
    slice->sends[i].is_claimed = FALSE;
  if (!slice->is_by_id)
    pair_numbered (slice, predecessors);
  for (guint i = 0; i < slice->n_receives; i++)
    {
      if (slice->receives[i].is_claimed)
        continue;
      while (k < slice->n_sends && slice->sends[k].is_claimed)
        k++;
      if (k == slice->n_sends)
        return;
      add_predecessor (predecessors, &slice->receives[i], &slice->sends[k]);
      k += !slice->is_by_id;
    }
}

static guint
count_slice (const GArray *ends, guint first, guint channel)
{
  guint end = first;

  while (end < ends->len && g_array_index (ends, SpurMessageEnd, end).channel == channel)
    end++;
  return end - first;
}

/* The n-th send of a channel meets its n-th posted receive, stream by stream, in whichever order
 * they were recorded; but those that have a number meet by that. */
void
spur_messages_add_predecessors (const SpurMessages *self, GArray *predecessors)
{
  g_autoptr (GArray) sends = sort_ends (self->sends);
  g_autoptr (GArray) receives = sort_ends (self->receives);
  guint s = 0, r = 0;

  for (guint c = 0; c < self->channels->len; c++)
    {
      Slice slice = { .n_sends = count_slice (sends, s, c),
                      .n_receives = count_slice (receives, r, c),
                      .is_by_id = is_by_id (g_ptr_array_index (self->channels, c)) };

      slice.sends = &g_array_index (sends, SpurMessageEnd, s);
      slice.receives = &g_array_index (receives, SpurMessageEnd, r);
      pair_slice (&slice, predecessors);
      s += slice.n_sends;
      r += slice.n_receives;
    }
}
