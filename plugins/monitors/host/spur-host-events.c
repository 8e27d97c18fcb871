/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The event classes of the host monitor. Their fields are the columns of the tables that the
 * sources fill, so that nothing is said twice; loads of targets and networks, states of targets. */
#include "config.h"

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
          if (spur_host_sources[s]->tables[t]->id == id)
            return spur_host_sources[s]->tables[t];
        }
    }
  return NULL;
}

static SpurFieldType
get_field_type (SpurHostKind kind)
{
  switch (kind)
    {
    case SPUR_HOST_COUNT:
      return SPUR_FIELD_UINT64;
    case SPUR_HOST_MICRO:
      return SPUR_FIELD_DOUBLE;
    case SPUR_HOST_TEXT:
      return SPUR_FIELD_STRING;
    default:
      return SPUR_FIELD_INT64;
    }
}

/* The load and the state are the parent's. */
static gboolean
is_inherited (const SpurHostTable *table, const SpurHostColumn *column)
{
  return g_str_equal (column->name, "load") ||
         (table->id == SPUR_HOST_LINK && g_str_equal (column->name, "state"));
}

static void
fill_class (SpurEventClass *event_class, SpurHostTableId id)
{
  const SpurHostTable *table = spur_host_find_table (id);

  spur_event_class_set_name (event_class, table->class_name);
  spur_event_class_omit_field (event_class, "values");
  for (guint i = 0; i < table->n_columns; i++)
    {
      const SpurHostColumn *column = &table->columns[i];

      if (!is_inherited (table, column))
        spur_event_class_add_field (event_class, column->name, get_field_type (column->kind),
                                    SPUR_USE_NONE, column->description);
      if (column->unit != NULL)
        spur_event_class_set_unit (event_class, column->name, column->unit);
    }
}

#define DEFINE_EVENT_TYPE(TypeName, type_name, ParentName, PARENT_TYPE, id)                        \
  typedef struct                                                                                   \
  {                                                                                                \
    ParentName parent_instance;                                                                    \
  } TypeName;                                                                                      \
  typedef struct                                                                                   \
  {                                                                                                \
    ParentName##Class parent_class;                                                                \
  } TypeName##Class;                                                                               \
  static GType type_name##_get_type (void);                                                        \
  G_DEFINE_TYPE (TypeName, type_name, PARENT_TYPE)                                                 \
  static void type_name##_class_init (TypeName##Class *klass)                                      \
  {                                                                                                \
    fill_class (SPUR_EVENT_CLASS (klass), id);                                                     \
  }                                                                                                \
  static void type_name##_init (TypeName *self) {}

DEFINE_EVENT_TYPE (SpurHostProcessorLoadEvent,
                   spur_host_processor_load_event,
                   SpurLmTargetLoadEvent,
                   SPUR_TYPE_LM_TARGET_LOAD_EVENT,
                   SPUR_HOST_PROCESSOR)

DEFINE_EVENT_TYPE (SpurHostCoreLoadEvent,
                   spur_host_core_load_event,
                   SpurLmTargetLoadEvent,
                   SPUR_TYPE_LM_TARGET_LOAD_EVENT,
                   SPUR_HOST_CORE)

DEFINE_EVENT_TYPE (SpurHostRunQueueLoadEvent,
                   spur_host_run_queue_load_event,
                   SpurLmTargetLoadEvent,
                   SPUR_TYPE_LM_TARGET_LOAD_EVENT,
                   SPUR_HOST_RUN_QUEUE)

DEFINE_EVENT_TYPE (SpurHostMemoryLoadEvent,
                   spur_host_memory_load_event,
                   SpurLmTargetLoadEvent,
                   SPUR_TYPE_LM_TARGET_LOAD_EVENT,
                   SPUR_HOST_MEMORY)

DEFINE_EVENT_TYPE (SpurHostSwapLoadEvent,
                   spur_host_swap_load_event,
                   SpurLmTargetLoadEvent,
                   SPUR_TYPE_LM_TARGET_LOAD_EVENT,
                   SPUR_HOST_SWAP)

DEFINE_EVENT_TYPE (SpurHostDiskLoadEvent,
                   spur_host_disk_load_event,
                   SpurLmTargetLoadEvent,
                   SPUR_TYPE_LM_TARGET_LOAD_EVENT,
                   SPUR_HOST_DISK)

DEFINE_EVENT_TYPE (SpurHostNetworkLoadEvent,
                   spur_host_network_load_event,
                   SpurLmNetworkLoadEvent,
                   SPUR_TYPE_LM_NETWORK_LOAD_EVENT,
                   SPUR_HOST_INTERFACE)

DEFINE_EVENT_TYPE (SpurHostTcpLoadEvent,
                   spur_host_tcp_load_event,
                   SpurLmNetworkLoadEvent,
                   SPUR_TYPE_LM_NETWORK_LOAD_EVENT,
                   SPUR_HOST_TCP)

DEFINE_EVENT_TYPE (SpurHostLinkEvent,
                   spur_host_link_event,
                   SpurTargetStateChangeEvent,
                   SPUR_TYPE_TARGET_STATE_CHANGE_EVENT,
                   SPUR_HOST_LINK)

DEFINE_EVENT_TYPE (SpurHostLoginEvent,
                   spur_host_login_event,
                   SpurTargetStateChangeEvent,
                   SPUR_TYPE_TARGET_STATE_CHANGE_EVENT,
                   SPUR_HOST_LOGIN)

DEFINE_EVENT_TYPE (SpurHostLogoutEvent,
                   spur_host_logout_event,
                   SpurTargetStateChangeEvent,
                   SPUR_TYPE_TARGET_STATE_CHANGE_EVENT,
                   SPUR_HOST_LOGOUT)

DEFINE_EVENT_TYPE (SpurHostClockEvent,
                   spur_host_clock_event,
                   SpurCustomEvent,
                   SPUR_TYPE_CUSTOM_EVENT,
                   SPUR_HOST_CLOCK)

GType
spur_host_get_event_type (SpurHostTableId id)
{
  static GType (*const get_type[SPUR_HOST_N_TABLES]) (void) = {
    [SPUR_HOST_PROCESSOR] = spur_host_processor_load_event_get_type,
    [SPUR_HOST_CORE] = spur_host_core_load_event_get_type,
    [SPUR_HOST_RUN_QUEUE] = spur_host_run_queue_load_event_get_type,
    [SPUR_HOST_MEMORY] = spur_host_memory_load_event_get_type,
    [SPUR_HOST_SWAP] = spur_host_swap_load_event_get_type,
    [SPUR_HOST_DISK] = spur_host_disk_load_event_get_type,
    [SPUR_HOST_INTERFACE] = spur_host_network_load_event_get_type,
    [SPUR_HOST_TCP] = spur_host_tcp_load_event_get_type,
    [SPUR_HOST_LINK] = spur_host_link_event_get_type,
    [SPUR_HOST_LOGIN] = spur_host_login_event_get_type,
    [SPUR_HOST_LOGOUT] = spur_host_logout_event_get_type,
    [SPUR_HOST_CLOCK] = spur_host_clock_event_get_type,
  };

  return get_type[id]();
}
