/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What becomes of a Paje trace: which containers are targets and which are load objects, which
 * links are messages, and the streams and classes of its events. */
#pragma once

#include "plugins/formats/paje/paje-log.h"

#define PAJE_TYPE_STATE_SET_EVENT (paje_state_set_event_get_type ())
#define PAJE_TYPE_STATE_PUSH_EVENT (paje_state_push_event_get_type ())
#define PAJE_TYPE_STATE_POP_EVENT (paje_state_pop_event_get_type ())
#define PAJE_TYPE_NEW_EVENT (paje_new_event_get_type ())
#define PAJE_TYPE_VARIABLE_EVENT (paje_variable_event_get_type ())
#define PAJE_TYPE_VARIABLE_CHANGE_EVENT (paje_variable_change_event_get_type ())
#define PAJE_TYPE_LINK_START_EVENT (paje_link_start_event_get_type ())
#define PAJE_TYPE_LINK_END_EVENT (paje_link_end_event_get_type ())
#define PAJE_TYPE_CONNECTION_EVENT (paje_connection_event_get_type ())
#define PAJE_TYPE_MIGRATION_SEND_EVENT (paje_migration_send_event_get_type ())
#define PAJE_TYPE_MIGRATION_RECEIVE_EVENT (paje_migration_receive_event_get_type ())

GType paje_state_set_event_get_type (void);
GType paje_state_push_event_get_type (void);
GType paje_state_pop_event_get_type (void);
GType paje_new_event_get_type (void);
GType paje_variable_event_get_type (void);
GType paje_variable_change_event_get_type (void);
GType paje_link_start_event_get_type (void);
GType paje_link_end_event_get_type (void);
GType paje_connection_event_get_type (void);
GType paje_migration_send_event_get_type (void);
GType paje_migration_receive_event_get_type (void);

/* What the containers of a type are. */
typedef enum
{
  /* What nothing can be on and that does not act itself: a link of the network, a scheduler. */
  PAJE_ROLE_RESOURCE,
  /* A target that others are on, or could be. */
  PAJE_ROLE_PLACE,
  /* A target that has states itself, since it is on nothing: a process of which no host is known.
   */
  PAJE_ROLE_PROCESS,
  PAJE_ROLE_LOAD_OBJECT,
} PajeRole;

typedef enum
{
  PAJE_LINK_MESSAGE,
  /* Neither end acts, and it never takes time: it says what is next to what. */
  PAJE_LINK_CONNECTION,
  /* It goes from a container that is destroyed to the one that continues it. */
  PAJE_LINK_MIGRATION,
} PajeLinkRole;

typedef enum
{
  PAJE_CLASS_ADDITION,
  PAJE_CLASS_REMOVAL,
  PAJE_CLASS_CREATION,
  PAJE_CLASS_TERMINATION,
  PAJE_CLASS_MIGRATION_SEND,
  PAJE_CLASS_MIGRATION_RECEIVE,
  PAJE_CLASS_STATE_SET,
  PAJE_CLASS_STATE_PUSH,
  PAJE_CLASS_STATE_POP,
  PAJE_CLASS_NEW_EVENT,
  PAJE_CLASS_VARIABLE,
  PAJE_CLASS_VARIABLE_CHANGE,
  PAJE_CLASS_LINK_START,
  PAJE_CLASS_LINK_END,
  PAJE_CLASS_CONNECTION,
  PAJE_N_CLASSES,
} PajeClassId;

/* An event class as the trace has it; fields that it has not are -1. */
typedef struct
{
  const SpurEventLayout *layout;
  guint index;
  int type;
  int value;
  int key;
  int container;
  int change;
  /* Where each field of the trace's own is put; %NULL where there are none. */
  guint8 *extras;
} PajeClass;

/* What a container has become. */
typedef struct
{
  guint32 object;
  /* The target that it is on or is. */
  guint32 target;
  /* %NULL where its events are in the stream of the platform. */
  SpurStream *stream;
  /* The links by which it came and goes. */
  guint32 came_by;
  guint32 goes_by;
  guint32 first_slot;
  gboolean needs_stream;
} PajePlace;

/* A state or a variable of a container. */
typedef struct
{
  guint32 object;
  guint32 type;
  SpurStream *stream;
  /* The states that were pushed and not popped. */
  GArray *pushed;
  gboolean is_set;
  double number;
  /* Of the same container. */
  guint32 next;
} PajeSlot;

typedef struct
{
  PajeLog *log;
  const SpurJob *job;
  SpurTrace *trace;
  SpurStream *platform;
  guint clock;

  /* By type. */
  guint8 *roles;
  guint8 *is_topology;
  guint32 *main_states;
  /* By container, link, value and word. */
  PajePlace *places;
  guint8 *link_roles;
  guint32 *neighborhoods;
  guint32 *states;
  guint32 *strings;

  GArray *slots;
  PajeMap slot_of;
  GHashTable *stream_names;

  /* By definition and class; a class without a layout was not needed yet. */
  PajeClass *classes;
} PajeReading;

/* The trace of a log. */
SpurTrace *paje_reading_run (PajeLog *log, const SpurJob *job, GError **error);

/* Everything that the trace defines. */
void paje_reading_plan (PajeReading *self);

/* Which role the containers of each type have, and the links of each type and each link. */
void paje_reading_find_roles (PajeReading *self);

/* Which containers have streams, and these streams, once the objects are defined. */
void paje_reading_find_actors (PajeReading *self);
void paje_reading_define_streams (PajeReading *self);

/* Streams of equal names are told apart by a number. */
SpurStream *paje_reading_add_stream (PajeReading *self, const char *name, guint32 target);

gboolean paje_reading_fill (PajeReading *self, GError **error);

/* The class for the records of a definition, with the fields that only these have. */
const PajeClass *paje_reading_get_class (PajeReading *self, guint definition, PajeClassId id);

/* The kind of a state that a tracer has given this name. */
SpurStateKind paje_state_get_kind (const char *name);

/* Whether a tracer calls so what others run on, and what only connects it. */
gboolean paje_name_is_host (const char *name);
gboolean paje_name_is_network (const char *name);
