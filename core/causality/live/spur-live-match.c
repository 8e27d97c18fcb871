/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/causality/live/spur-live-match-internal.h"
#include "core/causality/spur-delays-internal.h"

/* Deeper than that no collective operations are nested: ends are missing. */
#define MAX_OPEN_BEGINS 1024

/* Messages of a channel are numbered, at both ends; and so are the collective operations of a
 * member of a communicator. A channel's serial number is never used again, so that messages of one
 * that was forgotten are not taken for others. */
typedef struct
{
  guint64 key[4];
  guint64 serial;
  guint64 n_sends;
  guint64 n_receives;
  /* Of the sends from number @n_receives on those that were claimed by the number that was
   * recorded, guint64; NULL for none. */
  GHashTable *claimed;
  gboolean is_numbered;
  GList link;
} Channel;

/* The last word of keys. */
enum
{
  KEY_FIFO,
  KEY_BY_ID,
  KEY_MEMBER,
  KEY_INSTANCE,
  KEY_RECORDED,
};

static guint
hash_key (gconstpointer key)
{
  const guint64 *words = key;
  guint64 hash = 0;

  for (guint i = 0; i < 4; i++)
    {
      hash = (hash ^ words[i]) * G_GUINT64_CONSTANT (0xd6e8feb86659fd93);
      hash ^= hash >> 32;
    }
  return (guint) hash;
}

static gboolean
are_equal (gconstpointer a, gconstpointer b)
{
  return memcmp (a, b, 4 * sizeof (guint64)) == 0;
}

static void
enter_unref (gpointer data)
{
  SpurLiveEnter *enter = data;

  if (--enter->n_refs == 0)
    g_free (enter);
}

static void
free_channel (gpointer data)
{
  Channel *channel = data;

  g_clear_pointer (&channel->claimed, g_hash_table_unref);
  g_free (channel);
}

static void
free_instance (gpointer data)
{
  SpurLiveInstance *instance = data;

  g_ptr_array_unref (instance->enters);
  g_free (instance);
}

void
spur_live_matcher_init (SpurLiveMatcher *self,
                        void (*wake) (guint32 stream, gpointer user_data),
                        gpointer user_data)
{
  memset (self, 0, sizeof *self);
  self->messages = g_hash_table_new_full (hash_key, are_equal, NULL, g_free);
  self->recorded = g_hash_table_new (hash_key, are_equal);
  self->instances = g_hash_table_new_full (hash_key, are_equal, NULL, free_instance);
  self->channels = g_hash_table_new_full (hash_key, are_equal, NULL, free_channel);
  self->wake = wake;
  self->user_data = user_data;
}

void
spur_live_matcher_clear (SpurLiveMatcher *self)
{
  g_hash_table_unref (self->recorded);
  g_hash_table_unref (self->messages);
  g_hash_table_unref (self->instances);
  g_hash_table_unref (self->channels);
}

GPtrArray *
spur_live_stack_new (void)
{
  return g_ptr_array_new_with_free_func (enter_unref);
}

static void
remove_message (SpurLiveMatcher *self, SpurLiveMessage *message)
{
  g_queue_unlink (&self->open_messages, &message->link);
  if (message->recorded[3] == KEY_RECORDED)
    g_hash_table_remove (self->recorded, message->recorded);
  g_hash_table_remove (self->messages, message->key);
}

static void
remove_channel (SpurLiveMatcher *self, Channel *channel)
{
  g_queue_unlink (&self->open_channels, &channel->link);
  g_hash_table_remove (self->channels, channel->key);
}

static void
remove_instance (SpurLiveMatcher *self, SpurLiveInstance *instance)
{
  g_queue_unlink (&self->open_instances, &instance->link);
  for (guint i = 0; i < instance->enters->len; i++)
    ((SpurLiveEnter *) g_ptr_array_index (instance->enters, i))->instance = NULL;
  g_hash_table_remove (self->instances, instance->key);
}

/* Drops the oldest message where there are too many; one that is needed goes to the end. */
static void
forget_messages (SpurLiveMatcher *self)
{
  for (guint turn = 0; turn < 4 && self->open_messages.length > self->max_messages; turn++)
    {
      GList *link = self->open_messages.head;
      SpurLiveMessage *message = link->data;

      /* Events that are here keep what they belong to. */
      if (message->n_held == 0)
        {
          self->n_forgotten += !message->is_sent || !message->has_receive;
          remove_message (self, message);
          continue;
        }
      g_queue_unlink (&self->open_messages, link);
      g_queue_push_tail_link (&self->open_messages, link);
    }
}

/* Makes room for a channel: the one that was not used for the longest time goes. Nothing is lost
 * where nothing is on its way. */
static void
forget_channels (SpurLiveMatcher *self)
{
  Channel *channel;

  if (self->open_channels.length < MAX (self->max_messages, 1))
    return;
  channel = self->open_channels.head->data;
  if (channel->n_sends != channel->n_receives || channel->is_numbered)
    self->n_forgotten++;
  remove_channel (self, channel);
}

/* Every end that is here still needs the instance: then as many left as joined. */
static gboolean
is_instance_needed (const SpurLiveInstance *instance)
{
  return instance->n_left < instance->enters->len;
}

static void
forget_instances (SpurLiveMatcher *self)
{
  for (guint turn = 0; turn < 4 && self->open_instances.length > self->max_messages; turn++)
    {
      GList *link = self->open_instances.head;

      if (!is_instance_needed (link->data))
        {
          remove_instance (self, link->data);
          self->n_forgotten++;
          continue;
        }
      g_queue_unlink (&self->open_instances, link);
      g_queue_push_tail_link (&self->open_instances, link);
    }
}

static Channel *
find_channel (SpurLiveMatcher *self, const guint64 words[4])
{
  Channel *channel = g_hash_table_lookup (self->channels, words);

  if (channel == NULL)
    {
      forget_channels (self);
      channel = g_new0 (Channel, 1);
      memcpy (channel->key, words, 4 * sizeof *words);
      channel->serial = self->n_channels++;
      channel->link.data = channel;
      g_hash_table_insert (self->channels, channel->key, channel);
      g_queue_push_tail_link (&self->open_channels, &channel->link);
    }
  else if (channel->link.next != NULL)
    {
      g_queue_unlink (&self->open_channels, &channel->link);
      g_queue_push_tail_link (&self->open_channels, &channel->link);
    }
  return channel;
}

static SpurLiveMessage *
find_message (SpurLiveMatcher *self, const guint64 words[4])
{
  SpurLiveMessage *message = g_hash_table_lookup (self->messages, words);

  if (message != NULL)
    return message;
  message = g_new0 (SpurLiveMessage, 1);
  memcpy (message->key, words, 4 * sizeof *words);
  message->is_by_id = words[3] == KEY_BY_ID;
  message->link.data = message;
  g_hash_table_insert (self->messages, message->key, message);
  g_queue_push_tail_link (&self->open_messages, &message->link);
  return message;
}

/* Finds a message also by the number that was recorded of it. */
static void
index_message (SpurLiveMatcher *self, SpurLiveMessage *message, const guint64 recorded[4])
{
  if (message->recorded[3] == KEY_RECORDED)
    return;
  memcpy (message->recorded, recorded, 4 * sizeof *recorded);
  g_hash_table_insert (self->recorded, message->recorded, message);
}

/* Goes on to the next send that no number claims. */
static void
skip_claimed (Channel *channel)
{
  while (channel->claimed != NULL && g_hash_table_remove (channel->claimed, &channel->n_receives))
    channel->n_receives++;
}

/* Where there are too many, the message that none of them is was lost. */
static void
claim_send (SpurLiveMatcher *self, Channel *channel, guint64 number)
{
  if (channel->claimed == NULL)
    channel->claimed = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_hash_table_add (channel->claimed, g_memdup2 (&number, sizeof number));
  if (g_hash_table_size (channel->claimed) > MAX (self->max_messages, 1))
    channel->n_receives++;
  skip_claimed (channel);
}

/* Where its send came, a receive with a number claims that. Where not, the message is known by the
 * number alone, and has no place among those that go by their order. */
static SpurLiveMessage *
claim_message (SpurLiveMatcher *self, Channel *channel, const guint64 recorded[4])
{
  SpurLiveMessage *message = g_hash_table_lookup (self->recorded, recorded);

  if (message == NULL)
    {
      message = find_message (self, recorded);
      index_message (self, message, recorded);
    }
  else if (message->key[3] == KEY_FIFO && !message->has_receive &&
           message->key[1] >= channel->n_receives)
    claim_send (self, channel, message->key[1]);
  return message;
}

static SpurLiveMessage *
find_numbered (SpurLiveMatcher *self, const SpurLiveEvent *event)
{
  const guint64 words[4] = { event->key[0], event->key[1], event->key[2], KEY_FIFO };
  Channel *channel = find_channel (self, words);
  guint64 message[4] = { channel->serial, 0, 0, KEY_FIFO };
  const guint64 recorded[4] = { channel->serial, event->message, 0, KEY_RECORDED };
  SpurLiveMessage *known = NULL, *message_of;

  if (event->message != 0 && event->role == SPUR_ROLE_RECEIVE)
    return claim_message (self, channel, recorded);
  if (event->message != 0)
    known = g_hash_table_lookup (self->recorded, recorded);
  if (known != NULL && !known->is_pushed)
    return known;
  if (event->role == SPUR_ROLE_SEND)
    message[1] = channel->n_sends++;
  else if (event->number == SPUR_LIVE_NEXT)
    {
      message[1] = channel->n_receives++;
      skip_claimed (channel);
    }
  else
    {
      channel->is_numbered = TRUE;
      message[1] = event->number;
    }
  message_of = find_message (self, message);
  if (event->message != 0 && known == NULL)
    index_message (self, message_of, recorded);
  return message_of;
}

static void
take_message (SpurLiveMatcher *self, SpurHeld *held)
{
  const SpurLiveEvent *event = &held->event;
  const guint64 words[4] = { event->key[0], event->key[1], event->key[2], KEY_BY_ID };
  SpurLiveMessage *message =
    event->match == SPUR_MATCH_BY_ID ? find_message (self, words) : find_numbered (self, event);

  if (event->role == SPUR_ROLE_SEND)
    {
      /* A second send of one identifier says nothing new. */
      if (message->is_pushed)
        return;
      message->is_pushed = TRUE;
      message->send_stream = event->stream;
    }
  else
    {
      /* A second receive of one number has no send. */
      if (message->has_receive && !message->is_by_id)
        return;
      message->has_receive = TRUE;
    }
  message->n_held++;
  held->message = message;
}

static SpurLiveInstance *
find_instance (SpurLiveMatcher *self, const SpurLiveEvent *event)
{
  const guint64 member[4] = { event->key[0], event->rank, 0, KEY_MEMBER };
  const guint64 words[4] = { event->key[0], find_channel (self, member)->n_sends++, 0,
                             KEY_INSTANCE };
  SpurLiveInstance *instance = g_hash_table_lookup (self->instances, words);

  if (instance != NULL)
    return instance;
  instance = g_new0 (SpurLiveInstance, 1);
  memcpy (instance->key, words, sizeof words);
  instance->pattern = event->pattern;
  instance->root = event->root;
  instance->n_members = event->n_members;
  instance->top = SPUR_TOP_TWO_EMPTY;
  instance->enters = g_ptr_array_new_with_free_func (enter_unref);
  instance->link.data = instance;
  g_hash_table_insert (self->instances, instance->key, instance);
  g_queue_push_tail_link (&self->open_instances, &instance->link);
  return instance;
}

static void
wake_all (SpurLiveMatcher *self, SpurHeld **waiters)
{
  SpurHeld *held = *waiters;

  *waiters = NULL;
  while (held != NULL)
    {
      SpurHeld *next = held->next_waiter;

      held->next_waiter = NULL;
      held->is_waiting = FALSE;
      self->wake (held->event.stream, self->user_data);
      held = next;
    }
}

/* Where all wait for all, no member needs to look before the last one is there. */
static void
wake_members (SpurLiveMatcher *self, SpurLiveInstance *instance)
{
  gboolean is_whole = instance->enters->len == instance->n_members && instance->n_undone == 0;

  if (is_whole || instance->is_broken || instance->pattern == SPUR_PATTERN_ONE_TO_N ||
      instance->pattern == SPUR_PATTERN_SCAN || instance->pattern == SPUR_PATTERN_EXSCAN)
    wake_all (self, &instance->waiters);
}

static void
count_enter (SpurLiveInstance *instance, const SpurLiveEnter *enter)
{
  if (enter->sends)
    spur_top_two_add (&instance->top, enter->rank, enter->time_ns);
}

/* Members that disagree on what they do were counted wrongly: no member waits for another. */
static gboolean
do_agree (const SpurLiveInstance *instance, const SpurLiveEvent *event)
{
  if (instance->enters->len >= instance->n_members)
    return FALSE;
  return instance->pattern == event->pattern && instance->root == event->root &&
         instance->n_members == event->n_members && event->rank < event->n_members;
}

static void
take_end (SpurLiveMatcher *self, SpurHeld *held, GPtrArray *stack)
{
  const SpurLiveEvent *event = &held->event;
  SpurLiveInstance *instance = find_instance (self, event);
  SpurLiveEnter *enter;

  if (!do_agree (instance, event))
    instance->is_broken = TRUE;
  /* An end without a begin still counts as one of its member. */
  if (stack->len == 0)
    return;
  enter = g_ptr_array_steal_index (stack, stack->len - 1);
  enter->instance = instance;
  enter->rank = event->rank;
  enter->sends = spur_pattern_sends (instance->pattern, instance->root, event->rank, event->sends);
  g_ptr_array_add (instance->enters, enter);
  held->instance = instance;
  if (enter->is_done)
    count_enter (instance, enter);
  else if (enter->sends)
    instance->n_undone++;
  /* Another member left without it. */
  if (enter->sends && instance->n_given_up > 0)
    held->event.is_behind = TRUE;
  wake_members (self, instance);
}

static void
take_begin (SpurLiveMatcher *self, SpurHeld *held, GPtrArray *stack)
{
  SpurLiveEnter *enter = g_new0 (SpurLiveEnter, 1);

  enter->n_refs = 2;
  enter->stream = held->event.stream;
  held->enter = enter;
  if (stack->len == MAX_OPEN_BEGINS)
    {
      g_ptr_array_remove_index (stack, 0);
      self->n_forgotten++;
    }
  g_ptr_array_add (stack, enter);
}

void
spur_live_matcher_take (SpurLiveMatcher *self, SpurHeld *held, GPtrArray *stack)
{
  gboolean is_message =
    held->event.match == SPUR_MATCH_FIFO || held->event.match == SPUR_MATCH_BY_ID;

  switch (held->event.role)
    {
    case SPUR_ROLE_SEND:
    case SPUR_ROLE_RECEIVE:
      if (is_message)
        take_message (self, held);
      forget_messages (self);
      break;
    case SPUR_ROLE_COLLECTIVE_BEGIN:
      take_begin (self, held, stack);
      break;
    case SPUR_ROLE_COLLECTIVE_END:
      take_end (self, held, stack);
      forget_instances (self);
      break;
    case SPUR_ROLE_INTERNAL:
      break;
    }
}

static void
wait_in (SpurHeld **waiters, SpurHeld *held)
{
  if (held->is_waiting)
    return;
  held->is_waiting = TRUE;
  held->next_waiter = *waiters;
  *waiters = held;
}

static gboolean
has_pairs (const SpurLiveMatcher *self)
{
  return self->delays != NULL && spur_delays_has_pairs (self->delays);
}

/* The least time of an event after one at @time_ns in the stream @from: by what is known of the
 * pair of streams, of the event's class, or of all. */
static gint64
get_bound (const SpurLiveMatcher *self, guint32 from, gint64 time_ns, const SpurLiveEvent *event)
{
  gint64 mu_ns = SPUR_MU_DEFAULT;

  if (has_pairs (self))
    mu_ns = spur_delays_get_pair_ns (self->delays, from, event->stream);
  if (mu_ns == SPUR_MU_DEFAULT && event->has_mu)
    mu_ns = event->mu_ns;
  if (mu_ns == SPUR_MU_DEFAULT && self->delays != NULL)
    mu_ns = spur_delays_get_default_ns (self->delays);
  if (mu_ns == SPUR_MU_DEFAULT)
    mu_ns = self->mu_ns;
  return time_ns + mu_ns;
}

/* Whether @rank has to come before @held in an operation in which not all wait for all. */
static gboolean
is_before (const SpurHeld *held, guint32 rank)
{
  if (held->instance->pattern == SPUR_PATTERN_ONE_TO_N)
    return rank == held->instance->root;
  return rank < held->event.rank;
}

/* The begins that have to come before the end of a member, of which not all need be there. */
static gboolean
look_before (const SpurLiveMatcher *self, const SpurHeld *held, gint64 *bound_ns, guint32 *awaited)
{
  const SpurLiveInstance *instance = held->instance;
  guint32 n_missing = instance->pattern == SPUR_PATTERN_ONE_TO_N ? 1 : held->event.rank;
  gboolean is_ready = TRUE;

  for (guint i = 0; i < instance->enters->len; i++)
    {
      const SpurLiveEnter *enter = g_ptr_array_index (instance->enters, i);

      if (!is_before (held, enter->rank))
        continue;
      n_missing--;
      if (!enter->sends)
        continue;
      if (enter->is_done)
        *bound_ns = MAX (*bound_ns, get_bound (self, enter->stream, enter->time_ns, &held->event));
      else
        {
          *awaited = enter->stream;
          is_ready = FALSE;
        }
    }
  return is_ready && n_missing == 0;
}

/* Where mu goes by pairs the latest begin need not be the one that leaves the least room. */
static gint64
find_bound (const SpurLiveMatcher *self, const SpurHeld *held)
{
  const SpurLiveInstance *instance = held->instance;
  gint64 bound_ns = G_MININT64;

  if (!has_pairs (self))
    {
      bound_ns = spur_top_two_except (&instance->top, held->event.rank);
      return bound_ns == G_MININT64 ? bound_ns
                                    : get_bound (self, SPUR_NONE, bound_ns, &held->event);
    }
  for (guint i = 0; i < instance->enters->len; i++)
    {
      const SpurLiveEnter *enter = g_ptr_array_index (instance->enters, i);

      if (enter->sends && enter->is_done && enter->rank != held->event.rank)
        bound_ns = MAX (bound_ns, get_bound (self, enter->stream, enter->time_ns, &held->event));
    }
  return bound_ns;
}

static gboolean
look_at_all (const SpurLiveMatcher *self, const SpurHeld *held, gint64 *bound_ns, guint32 *awaited)
{
  const SpurLiveInstance *instance = held->instance;

  *bound_ns = find_bound (self, held);
  if (instance->enters->len == instance->n_members && instance->n_undone == 0)
    return TRUE;
  for (guint i = 0; instance->n_undone > 0 && i < instance->enters->len; i++)
    {
      const SpurLiveEnter *enter = g_ptr_array_index (instance->enters, i);

      if (enter->sends && !enter->is_done)
        *awaited = enter->stream;
    }
  return FALSE;
}

static gboolean
look_at_instance (const SpurLiveMatcher *self,
                  const SpurHeld *held,
                  gint64 *bound_ns,
                  guint32 *awaited)
{
  const SpurLiveInstance *instance = held->instance;

  if (instance->is_broken || !spur_pattern_receives (instance->pattern, instance->root,
                                                     held->event.rank, held->event.receives))
    return TRUE;
  if (instance->pattern == SPUR_PATTERN_N_TO_ONE || instance->pattern == SPUR_PATTERN_N_TO_N ||
      instance->pattern == SPUR_PATTERN_BARRIER)
    return look_at_all (self, held, bound_ns, awaited);
  return look_before (self, held, bound_ns, awaited);
}

gboolean
spur_live_matcher_is_ready (SpurLiveMatcher *self, SpurHeld *held, gint64 *bound_ns)
{
  guint32 awaited = SPUR_NONE;

  *bound_ns = G_MININT64;
  if (held->event.role == SPUR_ROLE_RECEIVE && held->message != NULL)
    {
      const SpurLiveMessage *message = held->message;

      /* A message within a stream is no edge. */
      if (message->is_sent && message->send_stream != held->event.stream)
        *bound_ns = get_bound (self, message->send_stream, message->time_ns, &held->event);
      if (message->is_sent || held->is_given_up)
        return TRUE;
      wait_in (&held->message->waiters, held);
      return FALSE;
    }
  if (held->instance == NULL || look_at_instance (self, held, bound_ns, &awaited) ||
      held->is_given_up)
    return TRUE;
  wait_in (&held->instance->waiters, held);
  return FALSE;
}

guint32
spur_live_matcher_get_awaited (const SpurLiveMatcher *self, const SpurHeld *held)
{
  guint32 awaited = SPUR_NONE;
  gint64 bound_ns = G_MININT64;

  if (held->message != NULL)
    return held->message->is_pushed ? held->message->send_stream : SPUR_NONE;
  look_at_instance (self, held, &bound_ns, &awaited);
  return awaited;
}

static void
remove_waiter (SpurHeld **waiters, SpurHeld *held)
{
  while (*waiters != NULL && *waiters != held)
    waiters = &(*waiters)->next_waiter;
  if (*waiters == held)
    *waiters = held->next_waiter;
  held->next_waiter = NULL;
  held->is_waiting = FALSE;
}

void
spur_live_matcher_give_up (SpurHeld *held)
{
  held->is_given_up = TRUE;
  held->event.is_unmatched = TRUE;
  if (held->message != NULL)
    {
      remove_waiter (&held->message->waiters, held);
      held->message->is_given_up = TRUE;
    }
  if (held->instance != NULL)
    {
      remove_waiter (&held->instance->waiters, held);
      held->instance->n_given_up++;
    }
}

static void
finish_message (SpurLiveMatcher *self, SpurHeld *held)
{
  SpurLiveMessage *message = held->message;

  held->message = NULL;
  message->n_held--;
  if (held->event.role == SPUR_ROLE_SEND)
    {
      message->is_sent = TRUE;
      message->time_ns = held->event.time_ns;
      held->event.is_behind = message->is_given_up;
      wake_all (self, &message->waiters);
    }
  if (!message->is_by_id && message->n_held == 0 && message->is_sent && message->has_receive)
    remove_message (self, message);
}

static void
finish_enter (SpurLiveMatcher *self, SpurHeld *held)
{
  SpurLiveEnter *enter = held->enter;
  SpurLiveInstance *instance = enter->instance;

  held->enter = NULL;
  enter->is_done = TRUE;
  enter->time_ns = held->event.time_ns;
  if (instance != NULL)
    {
      count_enter (instance, enter);
      if (enter->sends)
        instance->n_undone--;
      wake_members (self, instance);
    }
  enter_unref (enter);
}

void
spur_live_matcher_finish (SpurLiveMatcher *self, SpurHeld *held)
{
  SpurLiveInstance *instance = held->instance;

  if (held->message != NULL)
    finish_message (self, held);
  if (held->enter != NULL)
    finish_enter (self, held);
  held->instance = NULL;
  if (instance == NULL)
    return;
  instance->n_left++;
  if (instance->n_left >= instance->n_members && !is_instance_needed (instance))
    remove_instance (self, instance);
}
