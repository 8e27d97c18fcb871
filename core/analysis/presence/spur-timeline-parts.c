/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* When a window of a trace can be told without the states that streams enter before it. */
#include "core/analysis/presence/spur-timeline-private.h"
#include "core/model/events/spur-event-layout-internal.h"

gboolean
spur_timeline_find_rare (SpurTrace *trace, guint8 *is_rare, guint *n_rare)
{
  *n_rare = 0;
  for (guint i = 0; i < spur_trace_get_n_classes (trace); i++)
    {
      const SpurEventLayout *layout = spur_trace_get_class (trace, i);
      gboolean is_entry =
        layout->effect == SPUR_EFFECT_ENTER || layout->effect == SPUR_EFFECT_LEAVE;

      is_rare[i] = spur_event_layout_is_creation (layout) ||
                   spur_replay_get_movement (layout) != SPUR_MOVEMENT_NONE ||
                   layout->field_of_use[SPUR_USE_RESOURCES] >= 0 ||
                   (!is_entry && layout->effect != SPUR_EFFECT_NONE);
      *n_rare += is_rare[i];
      if (is_entry && is_rare[i])
        return FALSE;
    }
  return TRUE;
}

gboolean
spur_timeline_has_ended (const SpurTimeline *self, guint32 object)
{
  const SpurTimelineRows *rows = &self->kinds[SPUR_TIMELINE_EXISTENCE];

  return object < self->n_objects && rows->firsts[object] < rows->firsts[object + 1] &&
         rows->rows[rows->firsts[object + 1] - 1].list > 0;
}

/* How states that a stream enters tell where their object is. */
typedef enum
{
  SEEN_NEVER,  /* events say it, from before it enters a state */
  SEEN_BEFORE, /* it is seen until an event places it */
  SEEN_ALWAYS,
} Seen;

static Seen
find_seen (const SpurTimeline *self, guint32 object)
{
  const SpurTimelineRows *places = &self->kinds[SPUR_TIMELINE_PLACES];
  gboolean is_placed = FALSE, is_seen = FALSE;

  for (gsize i = places->firsts[object]; i < places->firsts[object + 1]; i++)
    {
      guint32 placed = places->rows[i].list;

      is_placed |= placed == SPUR_TIMELINE_PLACED || placed == SPUR_TIMELINE_SENT;
      is_seen |= placed == SPUR_TIMELINE_SEEN;
    }
  if (!is_placed)
    return self->is_load_object[object] ? SEEN_ALWAYS : SEEN_NEVER;
  return is_seen ? SEEN_BEFORE : SEEN_NEVER;
}

gboolean
spur_timeline_is_always_seen (const SpurTimeline *self, guint32 object)
{
  return find_seen (self, object) == SEEN_ALWAYS;
}

gboolean
spur_timeline_is_seen_at_one_place (const SpurTimeline *self, const SpurTimelinePart *parts)
{
  g_autofree guint32 *target_of = g_new (guint32, (gsize) self->n_objects + 1);
  g_autofree guint8 *is_seen = g_new0 (guint8, (gsize) self->n_objects + 1);

  for (guint s = 0; s < spur_trace_get_n_streams (self->trace); s++)
    {
      guint32 object = parts[s].object;
      guint32 target = spur_stream_get_target (spur_trace_get_stream (self->trace, s));
      Seen seen = object < self->n_objects ? find_seen (self, object) : SEEN_NEVER;

      if (seen == SEEN_NEVER)
        continue;
      if (seen == SEEN_ALWAYS &&
          (spur_timeline_has_ended (self, object) || spur_timeline_has_ended (self, target)))
        return FALSE;
      if (is_seen[object] && target_of[object] != target)
        return FALSE;
      is_seen[object] = TRUE;
      target_of[object] = target;
    }
  return TRUE;
}
