/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The event classes of the host monitor. Their fields are the columns of the tables that the
 * sources fill, so that nothing is said twice; loads of targets and networks, states of targets. */
#include "plugins/monitors/host/spur-host-events.h"

#include "events/spur-custom-events.h"
#include "events/spur-lm-events.h"
#include "events/spur-target-events.h"

const SpurHostSource *const spur_host_sources[] = {
  &spur_host_cpu,   &spur_host_memory, &spur_host_disk,   &spur_host_network,
  &spur_host_links, &spur_host_tcp,    &spur_host_logins, &spur_host_clock,
};
const guint spur_host_n_sources = G_N_ELEMENTS (spur_host_sources);

const SpurHostTable *
spur_host_find_table (SpurHostTableId id)
{
  for (guint s = 0; s < spur_host_n_sources; s++)
    {
      for (guint t = 0; t < spur_host_sources[s]->n_tables; t++)
        {
          if (spur_host_sources[s]->tables[t].id == id)
            return &spur_host_sources[s]->tables[t];
        }
    }
  return NULL;
}

static const SpurFieldType field_types[] = { [SPUR_HOST_LEVEL] = SPUR_FIELD_INT64,
                                             [SPUR_HOST_COUNT] = SPUR_FIELD_UINT64,
                                             [SPUR_HOST_MICRO] = SPUR_FIELD_DOUBLE,
                                             [SPUR_HOST_TEXT] = SPUR_FIELD_STRING };

/* The load and the state are the parent's. */
static gboolean
is_inherited (const SpurHostTable *table, const SpurHostColumn *column)
{
  return g_str_equal (column->name, "load") ||
         (table->id == SPUR_HOST_LINK && g_str_equal (column->name, "state"));
}

static void
fill_class (gpointer klass, gpointer data)
{
  SpurEventClass *event_class = klass;
  const SpurHostTable *table = data;

  spur_event_class_set_name (event_class, table->class_name);
  spur_event_class_omit_field (event_class, "values");
  for (guint i = 0; i < table->n_columns; i++)
    {
      const SpurHostColumn *column = &table->columns[i];

      if (!is_inherited (table, column))
        spur_event_class_add_field (event_class, column->name, field_types[column->kind],
                                    SPUR_USE_NONE, column->description);
      if (column->unit != NULL)
        spur_event_class_set_unit (event_class, column->name, column->unit);
    }
}

static const struct
{
  const char *type_name;
  GType (*get_parent) (void);
} classes[SPUR_HOST_N_TABLES] = {
  [SPUR_HOST_PROCESSOR] = { "SpurHostProcessorLoadEvent", spur_lm_target_load_event_get_type },
  [SPUR_HOST_CORE] = { "SpurHostCoreLoadEvent", spur_lm_target_load_event_get_type },
  [SPUR_HOST_RUN_QUEUE] = { "SpurHostRunQueueLoadEvent", spur_lm_target_load_event_get_type },
  [SPUR_HOST_MEMORY] = { "SpurHostMemoryLoadEvent", spur_lm_target_load_event_get_type },
  [SPUR_HOST_SWAP] = { "SpurHostSwapLoadEvent", spur_lm_target_load_event_get_type },
  [SPUR_HOST_DISK] = { "SpurHostDiskLoadEvent", spur_lm_target_load_event_get_type },
  [SPUR_HOST_INTERFACE] = { "SpurHostNetworkLoadEvent", spur_lm_network_load_event_get_type },
  [SPUR_HOST_TCP] = { "SpurHostTcpLoadEvent", spur_lm_network_load_event_get_type },
  [SPUR_HOST_LINK] = { "SpurHostLinkEvent", spur_target_state_change_event_get_type },
  [SPUR_HOST_LOGIN] = { "SpurHostLoginEvent", spur_target_state_change_event_get_type },
  [SPUR_HOST_LOGOUT] = { "SpurHostLogoutEvent", spur_target_state_change_event_get_type },
  [SPUR_HOST_CLOCK] = { "SpurHostClockEvent", spur_custom_event_get_type },
};

GType
spur_host_get_event_type (SpurHostTableId id)
{
  static gsize types[SPUR_HOST_N_TABLES];

  if (g_once_init_enter (&types[id]))
    {
      GType parent = classes[id].get_parent ();
      GTypeQuery query;

      g_type_query (parent, &query);
      g_once_init_leave (
        &types[id],
        g_type_register_static (parent, classes[id].type_name,
                                &(GTypeInfo){ .class_size = (guint16) query.class_size,
                                              .class_init = fill_class,
                                              .class_data = spur_host_find_table (id),
                                              .instance_size = (guint16) query.instance_size },
                                G_TYPE_FLAG_NONE));
    }
  return types[id];
}
