/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The first pass: a file of a rank becomes rows. Members that are not known are left out, as the
 * format lets users add their own. */
#include <math.h>
#include <string.h>

#include "core/base/spur-error-internal.h"
#include "core/format/spur-codec.h"
#include "plugins/formats/vt/vt-json.h"
#include "plugins/formats/vt/vt-reading.h"

#define NS_PER_S 1e9

/* Bytes are counted as doubles, which are exact up to here. */
#define MAX_BYTES 9007199254740992.0

/* The longest task: one that a trace time can hold. */
#define MAX_TASK_S ((double) SPUR_TIME_LIMIT_NS / NS_PER_S)

typedef struct
{
  VtRank *rank;
  guint number;
  VtJson json;
  GHashTable *known; /* of VtKey: the entity's number, plus 1 */
  GError **error;
} Reading;

/* A member of an object that is known. */
typedef struct
{
  const char *name;
  gboolean (*read) (Reading *reading, gpointer data);
} Member;

guint
vt_key_hash (gconstpointer self)
{
  const VtKey *key = self;

  return (guint) (key->number ^ key->number >> 32) * 2654435761u + (guint) key->is_node +
         (key->is_sequential ? 2u : 0u);
}

gboolean
vt_key_equal (gconstpointer self, gconstpointer other)
{
  const VtKey *a = self;
  const VtKey *b = other;

  return a->number == b->number && a->is_node == b->is_node && a->is_sequential == b->is_sequential;
}

void
vt_rank_init (VtRank *self)
{
  memset (self, 0, sizeof *self);
  self->entities = g_array_new (FALSE, TRUE, sizeof (VtEntity));
  self->phases = g_array_new (FALSE, TRUE, sizeof (VtPhase));
  self->tasks = g_array_new (FALSE, TRUE, sizeof (VtTask));
  self->subphases = g_array_new (FALSE, TRUE, sizeof (VtSubphase));
  self->communications = g_array_new (FALSE, TRUE, sizeof (VtCommunication));
}

void
vt_rank_clear (VtRank *self)
{
  g_clear_pointer (&self->entities, g_array_unref);
  g_clear_pointer (&self->phases, g_array_unref);
  g_clear_pointer (&self->tasks, g_array_unref);
  g_clear_pointer (&self->subphases, g_array_unref);
  g_clear_pointer (&self->communications, g_array_unref);
  g_clear_error (&self->error);
}

/* Reads the members of an object that was begun. Those that were there are told by a bit each. */
static gboolean
read_members (Reading *reading, const Member *members, gpointer data, guint *found)
{
  gboolean is_good;

  *found = 0;
  while (vt_json_next_member (&reading->json, &is_good))
    {
      guint i = 0;

      while (members[i].name != NULL && !g_str_equal (members[i].name, reading->json.text))
        i++;
      if (members[i].name == NULL)
        {
          if (!vt_json_skip (&reading->json, vt_json_next (&reading->json)))
            return FALSE;
          continue;
        }
      *found |= 1u << i;
      if (!members[i].read (reading, data))
        return FALSE;
    }
  return is_good || vt_json_refuse (&reading->json, VT_JSON_ERROR, "a member of an object");
}

/* Reads a list of objects. */
static gboolean
read_list (Reading *reading, gboolean (*read) (Reading *reading, gpointer data), gpointer data)
{
  VtJsonToken token;

  if (!vt_json_expect (&reading->json, VT_JSON_LIST))
    return FALSE;
  for (token = vt_json_next (&reading->json); token == VT_JSON_OBJECT;
       token = vt_json_next (&reading->json))
    {
      if (!read (reading, data))
        return FALSE;
    }
  return token == VT_JSON_LIST_END ||
         vt_json_refuse (&reading->json, token, "an object or the end of a list");
}

static gboolean
check_found (Reading *reading, guint found, guint needed, const char *what)
{
  return (found & needed) == needed || vt_json_refuse (&reading->json, VT_JSON_OBJECT_END, what);
}

#define DEFINE_READ_UINT(name, Type, field)                                                        \
  static gboolean name (Reading *reading, gpointer data)                                           \
  {                                                                                                \
    Type *self = data;                                                                             \
                                                                                                   \
    return vt_json_read_uint (&reading->json, &self->field);                                       \
  }

/* Entities */

static gboolean
read_id (Reading *reading, gpointer data)
{
  VtEntity *entity = data;
  guint64 id;

  if (!vt_json_read_uint (&reading->json, &id))
    return FALSE;
  /* The id counts where both are said. */
  entity->key = (VtKey){ id, entity->key.is_node, FALSE };
  return TRUE;
}

static gboolean
read_seq_id (Reading *reading, gpointer data)
{
  VtEntity *entity = data;
  guint64 id;

  if (!vt_json_read_uint (&reading->json, &id))
    return FALSE;
  if (entity->key.is_sequential)
    entity->key.number = id;
  return TRUE;
}

static gboolean
read_collection (Reading *reading, gpointer data)
{
  VtEntity *entity = data;

  entity->has_collection = TRUE;
  return vt_json_read_uint (&reading->json, &entity->collection);
}

static gboolean
read_migratable (Reading *reading, gpointer data)
{
  VtEntity *entity = data;
  gboolean is_migratable;

  if (!vt_json_read_bool (&reading->json, &is_migratable))
    return FALSE;
  entity->is_pinned = !is_migratable;
  return TRUE;
}

static gboolean
read_kind (Reading *reading, gpointer data)
{
  VtEntity *entity = data;

  if (!vt_json_expect (&reading->json, VT_JSON_STRING))
    return FALSE;
  entity->key.is_node = g_str_equal (reading->json.text, "node");
  return TRUE;
}

static gboolean
read_index (Reading *reading, gpointer data)
{
  VtEntity *entity = data;
  VtJsonToken token;

  if (!vt_json_expect (&reading->json, VT_JSON_LIST))
    return FALSE;
  entity->n_dims = 0;
  for (token = vt_json_next (&reading->json); token == VT_JSON_NUMBER;
       token = vt_json_next (&reading->json))
    {
      if (entity->n_dims < VT_MAX_DIMS)
        entity->index[entity->n_dims++] = g_ascii_strtoull (reading->json.text, NULL, 10);
    }
  return token == VT_JSON_LIST_END ||
         vt_json_refuse (&reading->json, token, "a number of an index");
}

static const Member entity_members[] = {
  { "id", read_id },
  { "seq_id", read_seq_id },
  { "collection_id", read_collection },
  { "migratable", read_migratable },
  { "type", read_kind },
  { "index", read_index },
  { NULL },
};

#define HAS_ID 0x1u
#define HAS_SEQ_ID 0x2u

void
vt_entity_merge (VtEntity *self, const VtEntity *other)
{
  self->is_pinned |= other->is_pinned;
  if (!self->has_collection && other->has_collection)
    {
      self->has_collection = TRUE;
      self->collection = other->collection;
    }
  if (self->n_dims == 0)
    {
      self->n_dims = other->n_dims;
      memcpy (self->index, other->index, sizeof self->index);
    }
  self->has_task |= other->has_task;
}

static gboolean
read_entity (Reading *reading, guint32 *number)
{
  VtEntity entity = { .key.is_sequential = TRUE };
  GArray *entities = reading->rank->entities;
  guint known;
  guint found;

  if (!vt_json_expect (&reading->json, VT_JSON_OBJECT) ||
      !read_members (reading, entity_members, &entity, &found))
    return FALSE;
  if ((found & (HAS_ID | HAS_SEQ_ID)) == 0)
    return vt_json_refuse (&reading->json, VT_JSON_OBJECT_END, "an id or seq_id of the entity");
  if (entity.key.is_node)
    entity.key.is_sequential = FALSE;
  known = GPOINTER_TO_UINT (g_hash_table_lookup (reading->known, &entity.key));
  if (known > 0)
    vt_entity_merge (&g_array_index (entities, VtEntity, known - 1), &entity);
  else
    {
      g_array_append_val (entities, entity);
      known = entities->len;
      g_hash_table_insert (reading->known, g_memdup2 (&entity.key, sizeof entity.key),
                           GUINT_TO_POINTER (known));
    }
  *number = known - 1;
  return TRUE;
}

/* Tasks */

static gboolean
read_task_entity (Reading *reading, gpointer data)
{
  VtTask *task = data;

  if (!read_entity (reading, &task->object))
    return FALSE;
  g_array_index (reading->rank->entities, VtEntity, task->object).has_task = TRUE;
  return TRUE;
}

static gboolean
read_seconds (Reading *reading, double *seconds)
{
  if (!vt_json_read_double (&reading->json, seconds))
    return FALSE;
  return (*seconds >= 0 && *seconds < MAX_TASK_S) ||
         vt_json_refuse (&reading->json, VT_JSON_NUMBER, "a time in seconds from 0 to 2.3e9");
}

static gboolean
read_task_time (Reading *reading, gpointer data)
{
  VtTask *task = data;

  if (!read_seconds (reading, &task->load))
    return FALSE;
  task->length_ns = llround (task->load * NS_PER_S);
  return TRUE;
}

static gboolean
read_task_node (Reading *reading, gpointer data)
{
  guint64 node;

  if (!vt_json_read_uint (&reading->json, &node))
    return FALSE;
  reading->rank->losses[VT_LOSS_NODES] += node != reading->number;
  return TRUE;
}

DEFINE_READ_UINT (read_subphase_id, VtSubphase, id)

static gboolean
read_subphase_time (Reading *reading, gpointer data)
{
  VtSubphase *subphase = data;

  return read_seconds (reading, &subphase->spent_s);
}

static const Member subphase_members[] = {
  { "id", read_subphase_id },
  { "time", read_subphase_time },
  { NULL },
};

static gboolean
read_subphase (Reading *reading, gpointer data)
{
  VtTask *task = data;
  VtSubphase subphase = { 0 };
  guint found;

  if (!read_members (reading, subphase_members, &subphase, &found) ||
      !check_found (reading, found, 0x3, "an id and a time of the subphase"))
    return FALSE;
  g_array_append_val (reading->rank->subphases, subphase);
  task->n_subphases++;
  return TRUE;
}

static gboolean
read_subphases (Reading *reading, gpointer data)
{
  return read_list (reading, read_subphase, data);
}

static const Member task_members[] = {
  { "entity", read_task_entity },
  { "time", read_task_time },
  { "node", read_task_node },
  { "subphases", read_subphases },
  { NULL },
};

static gboolean
read_task (Reading *reading, gpointer data)
{
  VtTask task = { .from = SPUR_NONE, .first_subphase = reading->rank->subphases->len };
  guint found;

  if (!read_members (reading, task_members, &task, &found) ||
      !check_found (reading, found, 0x3, "an entity and a time of the task"))
    return FALSE;
  g_array_append_val (reading->rank->tasks, task);
  return TRUE;
}

/* Communications */

static gboolean
read_from (Reading *reading, gpointer data)
{
  VtCommunication *communication = data;

  return read_entity (reading, &communication->from);
}

static gboolean
read_to (Reading *reading, gpointer data)
{
  VtCommunication *communication = data;

  return read_entity (reading, &communication->to);
}

static gboolean
read_bytes (Reading *reading, gpointer data)
{
  VtCommunication *communication = data;

  if (!vt_json_read_double (&reading->json, &communication->bytes))
    return FALSE;
  return (communication->bytes >= 0 && communication->bytes <= MAX_BYTES) ||
         vt_json_refuse (&reading->json, VT_JSON_NUMBER, "a number of bytes from 0 to 2^53");
}

DEFINE_READ_UINT (read_messages, VtCommunication, n_messages)

/* The types that end in a broadcast are told by each receiver. */
static gboolean
read_type (Reading *reading, gpointer data)
{
  VtCommunication *communication = data;

  if (!vt_json_expect (&reading->json, VT_JSON_STRING))
    return FALSE;
  communication->is_broadcast =
    g_str_equal (reading->json.text, "Broadcast") || g_str_has_suffix (reading->json.text, "Bcast");
  return TRUE;
}

static const Member communication_members[] = {
  { "from", read_from },         { "to", read_to },     { "bytes", read_bytes },
  { "messages", read_messages }, { "type", read_type }, { NULL },
};

static gboolean
read_communication (Reading *reading, gpointer data)
{
  VtCommunication communication = { 0 };
  guint found;

  if (!read_members (reading, communication_members, &communication, &found) ||
      !check_found (reading, found, 0x7, "from, to and bytes of the communication"))
    return FALSE;
  g_array_append_val (reading->rank->communications, communication);
  return TRUE;
}

/* Phases */

DEFINE_READ_UINT (read_phase_id, VtPhase, id)

static gboolean
read_tasks (Reading *reading, gpointer data)
{
  return read_list (reading, read_task, data);
}

static gboolean
read_communications (Reading *reading, gpointer data)
{
  return read_list (reading, read_communication, data);
}

static const Member phase_members[] = {
  { "id", read_phase_id },
  { "tasks", read_tasks },
  { "communications", read_communications },
  { NULL },
};

static gboolean
read_phase (Reading *reading, gpointer data)
{
  VtRank *rank = reading->rank;
  VtPhase phase = { .first_task = rank->tasks->len,
                    .first_communication = rank->communications->len };
  guint found;

  if (!read_members (reading, phase_members, &phase, &found) ||
      !check_found (reading, found, 0x1, "an id of the phase"))
    return FALSE;
  phase.n_tasks = rank->tasks->len - phase.first_task;
  phase.n_communications = rank->communications->len - phase.first_communication;
  g_array_append_val (rank->phases, phase);
  return TRUE;
}

static gboolean
read_phases (Reading *reading, gpointer data)
{
  return read_list (reading, read_phase, data);
}

/* Phases that the file does not repeat: "identical_to_previous" has a list of numbers and a list of
 * ranges of them. */
static gboolean
read_identical (Reading *reading, gpointer data)
{
  guint depth = 0;
  VtJsonToken token;

  do
    {
      token = vt_json_next (&reading->json);
      depth += token == VT_JSON_OBJECT || token == VT_JSON_LIST;
      depth -= token == VT_JSON_OBJECT_END || token == VT_JSON_LIST_END;
      reading->rank->losses[VT_LOSS_IDENTICAL] += token == VT_JSON_NUMBER;
    }
  while (token != VT_JSON_ERROR && depth > 0);
  return token != VT_JSON_ERROR;
}

static const Member metadata_phases_members[] = { { "identical_to_previous", read_identical },
                                                  { NULL } };

static gboolean
read_metadata_phases (Reading *reading, gpointer data)
{
  guint found;

  return vt_json_expect (&reading->json, VT_JSON_OBJECT) &&
         read_members (reading, metadata_phases_members, data, &found);
}

static const Member metadata_members[] = { { "phases", read_metadata_phases }, { NULL } };

static gboolean
read_metadata (Reading *reading, gpointer data)
{
  guint found;

  return vt_json_expect (&reading->json, VT_JSON_OBJECT) &&
         read_members (reading, metadata_members, data, &found);
}

static const Member file_members[] = {
  { "phases", read_phases },
  { "metadata", read_metadata },
  { NULL },
};

gboolean
vt_rank_read (VtRank *self, VtSource *source, guint rank, GError **error)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (vt_key_hash, vt_key_equal, g_free, NULL);
  Reading reading = { .rank = self, .number = rank, .known = known };
  guint found;

  vt_json_init (&reading.json, source, error);
  return vt_json_expect (&reading.json, VT_JSON_OBJECT) &&
         read_members (&reading, file_members, NULL, &found) &&
         check_found (&reading, found, 0x1, "phases") &&
         vt_json_expect (&reading.json, VT_JSON_END);
}

/* The names that the members of a phase have. Other JSON has "phases", too. */
static gboolean
begins_phase (VtJson *json)
{
  static const char *const names[] = { "id", "tasks", "communications", "user_defined", NULL };
  VtJsonToken token;

  if (vt_json_next (json) != VT_JSON_LIST)
    return FALSE;
  token = vt_json_next (json);
  if (token == VT_JSON_LIST_END)
    return TRUE;
  return token == VT_JSON_OBJECT && vt_json_next (json) == VT_JSON_NAME &&
         g_strv_contains (names, json->text);
}

gboolean
vt_rank_is_load_data (VtSource *source)
{
  g_autoptr (GError) error = NULL;
  VtJson json;

  vt_json_init (&json, source, &error);
  if (vt_json_next (&json) != VT_JSON_OBJECT)
    return FALSE;
  while (vt_json_next (&json) == VT_JSON_NAME)
    {
      if (g_str_equal (json.text, "phases"))
        return begins_phase (&json);
      if (g_str_equal (json.text, "type"))
        return vt_json_next (&json) == VT_JSON_STRING && g_str_equal (json.text, "LBDatafile");
      if (!g_str_equal (json.text, "metadata") || !vt_json_skip (&json, vt_json_next (&json)))
        return FALSE;
    }
  return FALSE;
}
