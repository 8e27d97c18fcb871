/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Messages of an object whose events lie in several streams: it moves, or has several threads. */
#include "core/base/spur-order-internal.h"
#include "core/causality/spur-matcher-internal.h"
#include "core/causality/spur-nodes-internal.h"

SPUR_DEFINE_ORDER (compare_ends, SpurLostEnd, SPUR_BY_3 (key, stream, rank))

static gboolean
is_in_one_stream (const GArray *ends)
{
  for (guint i = 1; i < ends->len; i++)
    {
      if (g_array_index (ends, SpurLostEnd, i).stream !=
          g_array_index (ends, SpurLostEnd, 0).stream)
        return FALSE;
    }
  return TRUE;
}

static gboolean
order_by_way (const SpurPresences *presences, guint32 object, GArray *ends)
{
  for (guint i = 0; i < ends->len; i++)
    {
      SpurLostEnd *end = &g_array_index (ends, SpurLostEnd, i);
      guint32 turn = spur_presences_find_turn (presences, object, end->stream, end->event);

      if (turn == SPUR_NONE)
        return FALSE;
      end->key = turn;
    }
  return TRUE;
}

static guint32
get_domain (SpurTrace *trace, guint32 stream)
{
  guint clock = spur_stream_get_clock (spur_trace_get_stream (trace, stream));

  return spur_definitions_get_clock (spur_trace_get_definitions (trace), clock)->domain;
}

static gboolean
order_by_clock (SpurTrace *trace, GArray *ends)
{
  guint32 stream = SPUR_NONE;
  SpurTimes times;

  for (guint i = 0; i < ends->len; i++)
    {
      SpurLostEnd *end = &g_array_index (ends, SpurLostEnd, i);

      if (get_domain (trace, end->stream) !=
          get_domain (trace, g_array_index (ends, SpurLostEnd, 0).stream))
        return FALSE;
      if (end->stream != stream)
        spur_times_init (&times, trace, NULL, end->stream);
      stream = end->stream;
      end->key = spur_times_at (&times, end->event);
    }
  return TRUE;
}

gboolean
spur_order_ends (SpurTrace *trace, const SpurPresences *presences, guint32 object, GArray *ends)
{
  if (is_in_one_stream (ends))
    return TRUE;
  if (!order_by_way (presences, object, ends) && !order_by_clock (trace, ends))
    return FALSE;
  g_array_sort (ends, compare_ends);
  return TRUE;
}
