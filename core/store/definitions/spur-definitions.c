/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/base/spur-object-internal.h"
#include "core/model/objects/spur-active-object.h"
#include "core/store/definitions/spur-definitions-internal.h"

/**
 * SpurDefinitions:
 *
 * The tables of a trace that fields of events, and streams, refer to: strings, states, active
 * objects, communicators, lists, clocks. An entry is a position in its table, from 0 on.
 *
 * A trace has one, which lives as long as the trace (spur_trace_get_definitions()). It is
 * read-only as soon as the trace is sealed.
 *
 * Since: 1.0
 */

SPUR_DEFINE_OBJECT (SpurDefinitions, spur_definitions, 0)

static void
spur_definitions_clear (SpurDefinitions *self)
{
  for (guint i = 0; i < self->groups->len; i++)
    g_free ((guint32 *) g_array_index (self->groups, SpurGroup, i).members);
  g_array_unref (self->groups);
  g_hash_table_unref (self->list_ids);
  g_ptr_array_unref (self->lists);
  g_array_unref (self->states);
  g_array_unref (self->objects);
  g_array_unref (self->clocks);
  g_ptr_array_unref (self->strings);
  g_hash_table_unref (self->string_ids);
  g_hash_table_unref (self->state_ids);
  g_string_chunk_free (self->texts);
  g_clear_pointer (&self->object_identifiers, g_array_unref);
  g_clear_pointer (&self->object_of_identifier, g_hash_table_unref);
}

static void
spur_definitions_init (SpurDefinitions *self)
{
  self->texts = g_string_chunk_new (4096);
  self->strings = g_ptr_array_new ();
  self->string_ids = g_hash_table_new (g_str_hash, g_str_equal);
  self->states = g_array_new (FALSE, FALSE, sizeof (SpurState));
  self->state_ids = g_hash_table_new (g_str_hash, g_str_equal);
  self->objects = g_array_new (FALSE, FALSE, sizeof (SpurObject));
  self->groups = g_array_new (FALSE, FALSE, sizeof (SpurGroup));
  self->clocks = g_array_new (FALSE, FALSE, sizeof (SpurClock));
  spur_definitions_init_lists (self);
}

SpurDefinitions *
spur_definitions_new (void)
{
  return g_object_new (SPUR_TYPE_DEFINITIONS, NULL);
}

const char *
spur_definitions_keep_text (SpurDefinitions *self, const char *text)
{
  return g_string_chunk_insert_const (self->texts, text != NULL ? text : "");
}

/* Lists before objects, which have some. */
void
spur_definitions_copy (SpurDefinitions *self, SpurDefinitions *to)
{
  for (guint32 i = 0; i < self->strings->len; i++)
    spur_definitions_add_string (to, spur_definitions_get_string (self, i));
  for (guint32 i = 0; i < self->states->len; i++)
    {
      const SpurState *state = spur_definitions_get_state (self, i);

      spur_definitions_add_state (to, state->name, state->kind);
      if (state->is_immediate)
        spur_definitions_set_state_immediate (to, i);
    }
  for (guint32 i = 0; i < self->lists->len; i++)
    spur_definitions_add_list (to, spur_definitions_get_list (self, i));
  for (guint32 i = 0; i < self->groups->len; i++)
    {
      const SpurGroup *group = spur_definitions_get_group (self, i);

      spur_definitions_add_group (to, group->name, group->members, group->n_members);
    }
  g_array_append_vals (to->clocks, self->clocks->data, self->clocks->len);
  g_array_append_vals (to->objects, self->objects->data, self->objects->len);
  for (guint32 i = 0; i < self->objects->len; i++)
    {
      guint64 origin, number;

      if (spur_definitions_get_object_identifier (self, i, &origin, &number))
        spur_definitions_set_object_identifier (to, i, origin, number);
    }
}

/**
 * spur_definitions_add_string:
 * @self: definitions of a trace that is not sealed yet
 * @string: any UTF-8 string
 *
 * Adds a string; the same one is added once.
 *
 * Returns: its entry in the string table
 *
 * Since: 1.0
 */
guint32
spur_definitions_add_string (SpurDefinitions *self, const char *string)
{
  gpointer id;
  const char *kept;

  g_return_val_if_fail (SPUR_IS_DEFINITIONS (self), SPUR_NONE);
  g_return_val_if_fail (string != NULL && !self->is_sealed, SPUR_NONE);

  if (g_hash_table_lookup_extended (self->string_ids, string, NULL, &id))
    return GPOINTER_TO_UINT (id);
  kept = spur_definitions_keep_text (self, string);
  g_hash_table_insert (self->string_ids, (gpointer) kept, GUINT_TO_POINTER (self->strings->len));
  g_ptr_array_add (self->strings, (gpointer) kept);
  return self->strings->len - 1;
}

/**
 * spur_definitions_add_state:
 * @self: definitions of a trace that is not sealed yet
 * @name: the state's name
 * @kind: what time in it is spent on
 *
 * Adds a state; one of the same name is added once, and keeps its first kind.
 *
 * Returns: its entry in the state table
 *
 * Since: 1.0
 */
guint32
spur_definitions_add_state (SpurDefinitions *self, const char *name, SpurStateKind kind)
{
  SpurState state;
  gpointer id;

  g_return_val_if_fail (SPUR_IS_DEFINITIONS (self), SPUR_NONE);
  g_return_val_if_fail (name != NULL && !self->is_sealed, SPUR_NONE);

  if (g_hash_table_lookup_extended (self->state_ids, name, NULL, &id))
    return GPOINTER_TO_UINT (id);
  state = (SpurState){ spur_definitions_keep_text (self, name), kind, FALSE };
  g_hash_table_insert (self->state_ids, (gpointer) state.name,
                       GUINT_TO_POINTER (self->states->len));
  g_array_append_val (self->states, state);
  return self->states->len - 1;
}

/**
 * spur_definitions_set_state_immediate:
 * @self: definitions of a trace that is not sealed yet
 * @state: an entry of the state table
 *
 * Says that the state is a call that returns at once and never waits for another process.
 *
 * Since: 1.0
 */
void
spur_definitions_set_state_immediate (SpurDefinitions *self, guint32 state)
{
  g_return_if_fail (SPUR_IS_DEFINITIONS (self));
  g_return_if_fail (state < self->states->len && !self->is_sealed);

  g_array_index (self->states, SpurState, state).is_immediate = TRUE;
}

/**
 * spur_definitions_set_state_kind:
 * @self: definitions of a trace, sealed or not, that no other thread looks at
 * @state: an entry of the state table
 * @kind: what time in it is spent on
 *
 * Says what time in a state is spent on, where the trace's format cannot say it or says less than
 * is known of it.
 *
 * Since: 1.0
 */
void
spur_definitions_set_state_kind (SpurDefinitions *self, guint32 state, SpurStateKind kind)
{
  g_return_if_fail (SPUR_IS_DEFINITIONS (self));
  g_return_if_fail (state < self->states->len && kind <= SPUR_STATE_IDLE);

  g_array_index (self->states, SpurState, state).kind = kind;
}

/**
 * spur_definitions_add_object:
 * @self: definitions of a trace that is not sealed yet
 * @type: %SPUR_TYPE_LOAD_OBJECT, %SPUR_TYPE_TARGET or a subclass
 * @name: its name
 * @kind: (nullable): what it is in the application's words
 * @parent: what it is part of, or %SPUR_NONE
 *
 * Adds an active object, always a new one.
 *
 * Returns: its entry in the table of active objects
 *
 * Since: 1.0
 */
guint32
spur_definitions_add_object (
  SpurDefinitions *self, GType type, const char *name, const char *kind, guint32 parent)
{
  SpurObject object;

  g_return_val_if_fail (SPUR_IS_DEFINITIONS (self), SPUR_NONE);
  g_return_val_if_fail (g_type_is_a (type, SPUR_TYPE_ACTIVE_OBJECT), SPUR_NONE);
  g_return_val_if_fail (name != NULL && !self->is_sealed, SPUR_NONE);

  object = (SpurObject){ type, spur_definitions_keep_text (self, name),
                         spur_definitions_keep_text (self, kind), parent, SPUR_NONE };
  g_array_append_val (self->objects, object);
  return self->objects->len - 1;
}

/**
 * spur_definitions_add_group:
 * @self: definitions of a trace that is not sealed yet
 * @name: (nullable): the communicator's name
 * @members: (array length=n_members): entries of the table of active objects
 * @n_members: how many members
 *
 * Adds a communicator, always a new one.
 *
 * Returns: its entry in the table of communicators
 *
 * Since: 1.0
 */
guint32
spur_definitions_add_group (SpurDefinitions *self,
                            const char *name,
                            const guint32 *members,
                            guint n_members)
{
  SpurGroup group;

  g_return_val_if_fail (SPUR_IS_DEFINITIONS (self), SPUR_NONE);
  g_return_val_if_fail (members != NULL || n_members == 0, SPUR_NONE);
  g_return_val_if_fail (!self->is_sealed, SPUR_NONE);

  group = (SpurGroup){ spur_definitions_keep_text (self, name), n_members,
                       g_memdup2 (members, n_members * sizeof (guint32)) };
  g_array_append_val (self->groups, group);
  return self->groups->len - 1;
}

/**
 * spur_definitions_add_clock:
 * @self: definitions of a trace that is not sealed yet
 * @clock: what is known of the clock; copied
 *
 * Adds a clock, always a new one.
 *
 * Returns: its entry in the table of clocks
 *
 * Since: 1.0
 */
guint
spur_definitions_add_clock (SpurDefinitions *self, const SpurClock *clock)
{
  SpurClock kept;

  g_return_val_if_fail (SPUR_IS_DEFINITIONS (self), 0);
  g_return_val_if_fail (clock != NULL && !self->is_sealed, 0);
  g_return_val_if_fail (clock->resolution_hz > 0 && clock->resolution_hz <= G_MAXINT64, 0);

  kept = *clock;
  kept.name = spur_definitions_keep_text (self, clock->name);
  kept.kind = spur_definitions_keep_text (self, clock->kind);
  g_array_append_val (self->clocks, kept);
  return self->clocks->len - 1;
}

/**
 * spur_definitions_get_n_strings:
 * @self: definitions
 *
 * Gets how many strings it has.
 *
 * Returns: how many strings it has
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (
  guint, spur_definitions_get_n_strings, SpurDefinitions, SPUR_IS_DEFINITIONS, self->strings->len)

/**
 * spur_definitions_get_string:
 * @self: definitions
 * @string: an entry of the string table, or %SPUR_NONE
 *
 * Gets the string.
 *
 * Returns: (transfer none) (nullable): the string; %NULL for %SPUR_NONE
 *
 * Since: 1.0
 */
const char *
spur_definitions_get_string (SpurDefinitions *self, guint32 string)
{
  g_return_val_if_fail (SPUR_IS_DEFINITIONS (self), NULL);

  return string < self->strings->len ? g_ptr_array_index (self->strings, string) : NULL;
}

/**
 * spur_definitions_get_entry_name:
 * @self: definitions
 * @type: %SPUR_FIELD_STRING, %SPUR_FIELD_OBJECT, %SPUR_FIELD_STATE or %SPUR_FIELD_GROUP
 * @entry: an entry of the table that fields of @type refer to, or %SPUR_NONE
 *
 * Gets what to call an entry that a field refers to.
 *
 * Returns: (transfer none) (nullable): the string itself, or the name of the object, state or
 * group; %NULL for %SPUR_NONE and where there is no such entry
 *
 * Since: 1.0
 */
const char *
spur_definitions_get_entry_name (SpurDefinitions *self, SpurFieldType type, guint32 entry)
{
  const SpurObject *object;
  const SpurState *state;
  const SpurGroup *group;

  switch (type)
    {
    case SPUR_FIELD_OBJECT:
      object = spur_definitions_get_object (self, entry);
      return object != NULL ? object->name : NULL;
    case SPUR_FIELD_STATE:
      state = spur_definitions_get_state (self, entry);
      return state != NULL ? state->name : NULL;
    case SPUR_FIELD_GROUP:
      group = spur_definitions_get_group (self, entry);
      return group != NULL ? group->name : NULL;
    default:
      return spur_definitions_get_string (self, entry);
    }
}

/**
 * spur_definitions_get_n_states:
 * @self: definitions
 *
 * Gets how many states it has.
 *
 * Returns: how many states it has
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (
  guint, spur_definitions_get_n_states, SpurDefinitions, SPUR_IS_DEFINITIONS, self->states->len)

/**
 * spur_definitions_get_state:
 * @self: definitions
 * @state: an entry of the state table, or %SPUR_NONE
 *
 * Gets the state.
 *
 * Returns: (transfer none) (nullable): the state; %NULL for %SPUR_NONE
 *
 * Since: 1.0
 */
const SpurState *
spur_definitions_get_state (SpurDefinitions *self, guint32 state)
{
  g_return_val_if_fail (SPUR_IS_DEFINITIONS (self), NULL);

  return state < self->states->len ? &g_array_index (self->states, SpurState, state) : NULL;
}

/**
 * spur_definitions_get_n_objects:
 * @self: definitions
 *
 * Gets how many active objects it has.
 *
 * Returns: how many active objects it has
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (
  guint, spur_definitions_get_n_objects, SpurDefinitions, SPUR_IS_DEFINITIONS, self->objects->len)

/**
 * spur_definitions_get_object:
 * @self: definitions
 * @object: an entry of the table of active objects, or %SPUR_NONE
 *
 * Gets what is known of the object; spur_trace_get_object() makes an object of it.
 *
 * Returns: (transfer none) (nullable): what is known of the object; %NULL for %SPUR_NONE
 *
 * Since: 1.0
 */
const SpurObject *
spur_definitions_get_object (SpurDefinitions *self, guint32 object)
{
  g_return_val_if_fail (SPUR_IS_DEFINITIONS (self), NULL);

  return object < self->objects->len ? &g_array_index (self->objects, SpurObject, object) : NULL;
}

/**
 * spur_definitions_count_objects:
 * @self: definitions
 * @type: %SPUR_TYPE_LOAD_OBJECT, %SPUR_TYPE_TARGET or a subclass
 *
 * Gets how many active objects are of @type.
 *
 * Returns: how many active objects are of @type
 *
 * Since: 1.0
 */
guint
spur_definitions_count_objects (SpurDefinitions *self, GType type)
{
  guint n_objects = 0;

  g_return_val_if_fail (SPUR_IS_DEFINITIONS (self), 0);

  for (guint i = 0; i < self->objects->len; i++)
    n_objects += g_type_is_a (g_array_index (self->objects, SpurObject, i).type, type);
  return n_objects;
}

/**
 * spur_definitions_get_n_groups:
 * @self: definitions
 *
 * Gets how many communicators it has.
 *
 * Returns: how many communicators it has
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (
  guint, spur_definitions_get_n_groups, SpurDefinitions, SPUR_IS_DEFINITIONS, self->groups->len)

/**
 * spur_definitions_get_group:
 * @self: definitions
 * @group: an entry of the table of communicators, or %SPUR_NONE
 *
 * Gets the communicator.
 *
 * Returns: (transfer none) (nullable): the communicator; %NULL for %SPUR_NONE
 *
 * Since: 1.0
 */
const SpurGroup *
spur_definitions_get_group (SpurDefinitions *self, guint32 group)
{
  g_return_val_if_fail (SPUR_IS_DEFINITIONS (self), NULL);

  return group < self->groups->len ? &g_array_index (self->groups, SpurGroup, group) : NULL;
}

/**
 * spur_definitions_get_n_clocks:
 * @self: definitions
 *
 * Gets how many clocks it has.
 *
 * Returns: how many clocks it has
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (
  guint, spur_definitions_get_n_clocks, SpurDefinitions, SPUR_IS_DEFINITIONS, self->clocks->len)

/**
 * spur_definitions_get_clock:
 * @self: definitions
 * @clock: an entry of the table of clocks
 *
 * Gets what is known of the clock.
 *
 * Returns: (transfer none): what is known of the clock
 *
 * Since: 1.0
 */
const SpurClock *
spur_definitions_get_clock (SpurDefinitions *self, guint clock)
{
  g_return_val_if_fail (SPUR_IS_DEFINITIONS (self), NULL);
  g_return_val_if_fail (clock < self->clocks->len, NULL);

  return &g_array_index (self->clocks, SpurClock, clock);
}
