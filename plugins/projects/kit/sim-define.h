/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The classes of a project as data: types of active objects, and pairs of event classes. */
#pragma once

#include "core/model/events/spur-event-define.h"

static inline GType
sim_define_object_type (GType parent, const char *name)
{
  GTypeQuery query;

  g_type_query (parent, &query);
  return g_type_register_static_simple (parent, g_intern_static_string (name), query.class_size,
                                        NULL, query.instance_size, NULL, G_TYPE_FLAG_NONE);
}

/* A type of load objects or targets that is nothing but a name in the hierarchy. */
#define SIM_DEFINE_OBJECT_TYPE(TypeName, type_name, PARENT_TYPE)                                   \
  GType type_name##_get_type (void)                                                                \
  {                                                                                                \
    static gsize type;                                                                             \
                                                                                                   \
    if (g_once_init_enter (&type))                                                                 \
      g_once_init_leave (&type, sim_define_object_type (PARENT_TYPE, #TypeName));                  \
    return type;                                                                                   \
  }

/* Two event classes that differ only in being sent and received. @PARENT_TYPE and @name lack the
 * ends, as in SPUR_TYPE_LM_MESSAGE and "New_Location". */
#define SIM_DEFINE_MESSAGE_CLASSES(TypeName, type_name, PARENT_TYPE, name, ...)                    \
  SPUR_DEFINE_EVENT_CLASS (TypeName##SendEvent, type_name##_send_event, PARENT_TYPE##_SEND_EVENT,  \
                           SPUR_TRAIT_NAME (name "_Send_Event"), ##__VA_ARGS__)                    \
  SPUR_DEFINE_EVENT_CLASS (TypeName##ReceiveEvent, type_name##_receive_event,                      \
                           PARENT_TYPE##_RECEIVE_EVENT, SPUR_TRAIT_NAME (name "_Receive_Event"),   \
                           ##__VA_ARGS__)
