/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/events/spur-event-layout.h"
#include "core/model/objects/spur-entry-list.h"

G_BEGIN_DECLS

#define SPUR_TYPE_DEFINITIONS (spur_definitions_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurDefinitions, spur_definitions, SPUR, DEFINITIONS, GObject)

/**
 * SpurClock:
 * @name: which clock, as in "MPI Rank 3"
 * @kind: "monotonic", "tsc", "realtime", "program" or "unknown"
 * @resolution_hz: ticks a second, above 0
 * @epoch_ticks: what the clock itself said at tick 0 of the trace; add it to get the very
 *   ticks of the source
 * @domain: streams of equal domain read one and the same physical clock
 *
 * What is known of a stream's clock.
 *
 * Since: 1.0
 */
typedef struct
{
  const char *name;
  const char *kind;
  guint64 resolution_hz;
  guint64 epoch_ticks;
  guint32 domain;
} SpurClock;

/**
 * SpurState:
 * @name: the state's name
 * @kind: what time in it is spent on
 * @is_immediate: whether it is a call that returns at once and never waits for another process, as
 *   MPI_Isend or MPI_Test
 *
 * An entry of the state table.
 *
 * Since: 1.0
 */
typedef struct
{
  const char *name;
  SpurStateKind kind;
  gboolean is_immediate;
} SpurState;

/**
 * SpurObject:
 * @type: #SpurLoadObject, #SpurTarget or a subclass
 * @name: its name
 * @kind: what it is in the application's words, as in "Lb_array" or "PE"
 * @parent: what it is part of, as a target of its host; %SPUR_NONE for nothing
 * @attributes: what it offers or needs, entry of the table of lists; %SPUR_NONE for nothing
 *
 * An entry of the table of active objects.
 *
 * Since: 1.0
 */
typedef struct
{
  GType type;
  const char *name;
  const char *kind;
  guint32 parent;
  guint32 attributes;
} SpurObject;

/**
 * SpurGroup:
 * @name: the group's name
 * @n_members: how many members
 * @members: (array length=n_members): active objects in the group's order
 *
 * An entry of the table of groups: a communicator, or a neighborhood's members.
 *
 * Since: 1.0
 */
typedef struct
{
  const char *name;
  guint n_members;
  const guint32 *members;
} SpurGroup;

/**
 * SpurList:
 * @type: #SpurStateList, #SpurResourceList or a subclass, as far as this program knows it
 * @class_name: the name of its class, which this program may not know
 * @n_entries: how many entries
 * @entries: (array length=n_entries): the entries in their order
 *
 * An entry of the table of lists.
 *
 * Since: 1.0
 */
typedef struct
{
  GType type;
  const char *class_name;
  guint n_entries;
  const SpurEntry *entries;
} SpurList;

/* Added by one thread, until the trace is sealed. */

SPUR_AVAILABLE_IN_ALL
guint32 spur_definitions_add_string (SpurDefinitions *self, const char *string);

SPUR_AVAILABLE_IN_ALL
guint32 spur_definitions_add_state (SpurDefinitions *self, const char *name, SpurStateKind kind);

SPUR_AVAILABLE_IN_ALL
void spur_definitions_set_state_immediate (SpurDefinitions *self, guint32 state);

SPUR_AVAILABLE_IN_ALL
void spur_definitions_set_state_kind (SpurDefinitions *self, guint32 state, SpurStateKind kind);

SPUR_AVAILABLE_IN_ALL
guint32 spur_definitions_add_object (
  SpurDefinitions *self, GType type, const char *name, const char *kind, guint32 parent);

SPUR_AVAILABLE_IN_ALL
void spur_definitions_set_object_identifier (SpurDefinitions *self,
                                             guint32 object,
                                             guint64 origin,
                                             guint64 number);

SPUR_AVAILABLE_IN_ALL
guint32 spur_definitions_add_group (SpurDefinitions *self,
                                    const char *name,
                                    const guint32 *members,
                                    guint n_members);

SPUR_AVAILABLE_IN_ALL
guint32 spur_definitions_add_list (SpurDefinitions *self, const SpurList *list);

SPUR_AVAILABLE_IN_ALL
guint32 spur_definitions_add_entry_list (SpurDefinitions *self, SpurEntryList *list);

SPUR_AVAILABLE_IN_ALL
void spur_definitions_set_object_attributes (SpurDefinitions *self, guint32 object, guint32 list);

SPUR_AVAILABLE_IN_ALL
guint spur_definitions_add_clock (SpurDefinitions *self, const SpurClock *clock);

/* Reading */

SPUR_AVAILABLE_IN_ALL
guint spur_definitions_get_n_strings (SpurDefinitions *self);

SPUR_AVAILABLE_IN_ALL
const char *spur_definitions_get_string (SpurDefinitions *self, guint32 string);

SPUR_AVAILABLE_IN_ALL
guint spur_definitions_get_n_states (SpurDefinitions *self);

SPUR_AVAILABLE_IN_ALL
const SpurState *spur_definitions_get_state (SpurDefinitions *self, guint32 state);

SPUR_AVAILABLE_IN_ALL
guint spur_definitions_get_n_objects (SpurDefinitions *self);

SPUR_AVAILABLE_IN_ALL
const SpurObject *spur_definitions_get_object (SpurDefinitions *self, guint32 object);

SPUR_AVAILABLE_IN_ALL
gboolean spur_definitions_get_object_identifier (SpurDefinitions *self,
                                                 guint32 object,
                                                 guint64 *origin,
                                                 guint64 *number);

SPUR_AVAILABLE_IN_ALL
guint spur_definitions_count_objects (SpurDefinitions *self, GType type);

SPUR_AVAILABLE_IN_ALL
guint spur_definitions_get_n_groups (SpurDefinitions *self);

SPUR_AVAILABLE_IN_ALL
const SpurGroup *spur_definitions_get_group (SpurDefinitions *self, guint32 group);

SPUR_AVAILABLE_IN_ALL
guint spur_definitions_get_n_lists (SpurDefinitions *self);

SPUR_AVAILABLE_IN_ALL
const SpurList *spur_definitions_get_list (SpurDefinitions *self, guint32 list);

SPUR_AVAILABLE_IN_ALL
guint spur_definitions_get_n_clocks (SpurDefinitions *self);

SPUR_AVAILABLE_IN_ALL
const SpurClock *spur_definitions_get_clock (SpurDefinitions *self, guint clock);

SPUR_AVAILABLE_IN_ALL
const char *
spur_definitions_get_entry_name (SpurDefinitions *self, SpurFieldType type, guint32 entry);

G_END_DECLS
