/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Recorders record what listeners ask for. */
#include "core/collect/spur-collector-private.h"

void
spur_collector_tell_rules (SpurCollector *self)
{
  g_autofree char *rules = spur_collector_make_rules (self);
  g_autoptr (GPtrArray) clients = g_ptr_array_copy (self->clients, NULL, NULL);

  for (guint i = 0; i < clients->len; i++)
    spur_collect_client_switch (g_ptr_array_index (clients, i), rules);
}

static gboolean
is_asked_for (SpurCollector *self, const SpurCollectSwitch *at)
{
  for (guint i = 0; i < self->listeners->len; i++)
    {
      if (spur_collect_listener_asks (g_ptr_array_index (self->listeners, i), at->rules))
        return TRUE;
    }
  return FALSE;
}

void
spur_collector_demand_changed (SpurCollector *self)
{
  gboolean has_changed = FALSE;

  for (guint i = 0; i < self->switches->len; i++)
    {
      SpurCollectSwitch *at = g_ptr_array_index (self->switches, i);
      gboolean is_on = at->when == NULL ? is_asked_for (self, at) : at->is_on;

      has_changed |= is_on != at->is_on;
      at->is_on = is_on;
    }
  if (has_changed && !self->is_stopped)
    spur_collector_tell_rules (self);
}
