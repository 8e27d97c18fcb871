/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/causality/live/spur-live-classes.h"

#include "core/causality/spur-delays-internal.h"
#include "core/causality/spur-matcher-internal.h"

/* Matching as in core/causality, for one event at a time. */

struct _SpurLiveClasses
{
  SpurTrace *trace;
  SpurScanClasses scanned;
  /* By class, or NULL. */
  gint64 *mu_ns;
  guint n_groups;
  GHashTable **ranks;
};

/**
 * spur_live_classes_new: (skip)
 * @trace: a trace with the definitions of the events that will come; they do not change any more
 * @delays: (nullable): the least delays of edges by the class of their receive, or for collective
 *   operations of their end; those by pairs of streams are for #SpurLiveOptions
 *
 * Describes the event classes of a trace to a live corrector.
 *
 * Returns: (transfer full): what they mean
 *
 * Since: 1.0
 */
SpurLiveClasses *
spur_live_classes_new (SpurTrace *trace, SpurDelays *delays)
{
  SpurLiveClasses *self;

  g_return_val_if_fail (SPUR_IS_TRACE (trace), NULL);
  g_return_val_if_fail (delays == NULL || SPUR_IS_DELAYS (delays), NULL);

  self = g_new0 (SpurLiveClasses, 1);
  self->trace = g_object_ref (trace);
  spur_scan_classes_init (&self->scanned, trace);
  if (delays != NULL)
    self->mu_ns = spur_delays_list_classes (delays, trace);
  self->n_groups = spur_definitions_get_n_groups (spur_trace_get_definitions (trace));
  self->ranks = g_new0 (GHashTable *, MAX (self->n_groups, 1));
  return self;
}

/**
 * spur_live_classes_free: (skip)
 * @self: (transfer full): what classes mean
 *
 * Frees what describes the event classes.
 *
 * Since: 1.0
 */
void
spur_live_classes_free (SpurLiveClasses *self)
{
  for (guint i = 0; i < self->n_groups; i++)
    g_clear_pointer (&self->ranks[i], g_hash_table_unref);
  g_free (self->ranks);
  g_free (self->mu_ns);
  spur_scan_classes_clear (&self->scanned);
  g_object_unref (self->trace);
  g_free (self);
}

static void
describe_message (const SpurScanClass *klass, const guint8 *record, SpurLiveEvent *event)
{
  guint64 peer = spur_scan_class_get (klass, SPUR_USE_PEER, record, SPUR_NONE);
  SpurChannelKey key = spur_scan_class_get_key (klass, record, peer);

  event->number = SPUR_LIVE_NEXT;
  event->message = klass->match == SPUR_MATCH_FIFO ? spur_scan_class_get_number (klass, record) : 0;
  event->key[0] = key.group;
  event->key[1] = key.ends;
  event->key[2] = key.tag;
}

static gboolean
find_rank (SpurLiveClasses *self, guint32 group, guint32 subject, guint32 *rank)
{
  const SpurGroup *members =
    spur_definitions_get_group (spur_trace_get_definitions (self->trace), group);
  gpointer value;

  if (self->ranks[group] == NULL)
    {
      self->ranks[group] = g_hash_table_new (NULL, NULL);
      for (guint i = members->n_members; i-- > 0;)
        g_hash_table_insert (self->ranks[group], GUINT_TO_POINTER (members->members[i]),
                             GUINT_TO_POINTER (i));
    }
  if (!g_hash_table_lookup_extended (self->ranks[group], GUINT_TO_POINTER (subject), NULL, &value))
    return FALSE;
  *rank = GPOINTER_TO_UINT (value);
  return TRUE;
}

/* A process that is no member of the communicator, or is alone in it, waits for no other. */
static void
describe_end (SpurLiveClasses *self,
              const SpurScanClass *klass,
              const guint8 *record,
              SpurLiveEvent *event)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (self->trace);
  guint64 group = spur_scan_class_get (klass, SPUR_USE_COMMUNICATOR, record, SPUR_NONE);
  guint64 pattern = spur_scan_class_get (klass, SPUR_USE_PATTERN, record, 0);
  guint32 subject = (guint32) spur_scan_class_get (klass, SPUR_USE_SUBJECT, record, SPUR_NONE);
  gboolean is_barrier = pattern == SPUR_PATTERN_BARRIER;

  event->n_members = 1;
  event->root = SPUR_NONE;
  event->key[0] = G_MAXUINT64;
  if (group >= self->n_groups || !find_rank (self, (guint32) group, subject, &event->rank))
    return;
  event->key[0] = group;
  event->n_members = spur_definitions_get_group (definitions, (guint32) group)->n_members;
  event->pattern = pattern <= SPUR_PATTERN_PAIRS ? (SpurPattern) pattern : SPUR_PATTERN_INTERNAL;
  event->root = (guint32) spur_scan_class_get (klass, SPUR_USE_ROOT, record, SPUR_NONE);
  event->sends = is_barrier || spur_scan_class_get (klass, SPUR_USE_SENT_BYTES, record, 1) > 0;
  event->receives =
    is_barrier || spur_scan_class_get (klass, SPUR_USE_RECEIVED_BYTES, record, 1) > 0;
}

/**
 * spur_live_classes_describe: (skip)
 * @self: what classes mean
 * @class_index: index of an event class of the trace
 * @record: a packed record of the class
 * @event: (inout): gets its role, and all by which it is matched; the stream, time and data stay
 *
 * Says what a record is to other streams.
 *
 * Receives of a channel get the next sends in the order in which they end. Where they were posted
 * in another order, as only the whole trace can tell, every edge is still true: when the n-th has
 * ended, n messages have come; but the one that ends first may be held to an earlier send than its
 * own. Where both ends record the number of the message, they meet by it.
 *
 * Since: 1.0
 */
void
spur_live_classes_describe (SpurLiveClasses *self,
                            guint class_index,
                            const guint8 *record,
                            SpurLiveEvent *event)
{
  const SpurScanClass *klass;

  g_return_if_fail (self != NULL);
  g_return_if_fail (class_index < self->scanned.n_classes);
  g_return_if_fail (record != NULL || self->scanned.classes[class_index].n_record_bytes == 0);
  g_return_if_fail (event != NULL);

  klass = &self->scanned.classes[class_index];
  event->role = klass->role;
  event->match = klass->match;
  event->pattern = SPUR_PATTERN_INTERNAL;
  memset (event->key, 0, sizeof event->key);
  event->rank = 0;
  event->has_mu = self->mu_ns != NULL && self->mu_ns[class_index] != SPUR_MU_DEFAULT;
  event->mu_ns = event->has_mu ? self->mu_ns[class_index] : 0;
  switch (event->role)
    {
    case SPUR_ROLE_SEND:
    case SPUR_ROLE_RECEIVE:
      describe_message (klass, record, event);
      break;
    case SPUR_ROLE_COLLECTIVE_BEGIN:
    case SPUR_ROLE_COLLECTIVE_END:
      if (event->match != SPUR_MATCH_INSTANCE)
        event->role = SPUR_ROLE_INTERNAL;
      else if (event->role == SPUR_ROLE_COLLECTIVE_END)
        describe_end (self, klass, record, event);
      break;
    case SPUR_ROLE_INTERNAL:
      break;
    }
}
