/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Load data has phases and loads, and no times. A phase begins on all ranks when the longest one of
 * the phase before has ended; in it the tasks of a rank run one after the other. */
#include "plugins/formats/vt/vt-reading.h"

#include <math.h>
#include <string.h>

#include "core/base/spur-error-internal.h"
#include "core/base/spur-order-internal.h"
#include "core/format/spur-codec.h"
#include "events/spur-events.h"

#define NANOSECONDS_HZ 1000000000

/* The largest record that is written has less. */
#define MAX_RECORD_BYTES 64

typedef struct
{
  guint index;
  const SpurEventLayout *layout;
} Kind;

typedef enum
{
  KIND_PHASE,
  KIND_CREATION,
  KIND_MIGRATION,
  KIND_ENTER,
  KIND_EXIT,
  KIND_LOAD,
  KIND_COMMUNICATION,
  KIND_BROADCAST,
  KIND_SUBPHASE,
  N_KINDS,
} KindName;

typedef struct
{
  guint64 id;
  gint64 begin_ns;
} Step;

typedef struct
{
  guint n_ranks;
  VtRank *ranks;
  VtOpenFunc open;
  gpointer open_data;
  const SpurJob *job;
  gint n_read;

  SpurTrace *trace;
  Kind kinds[N_KINDS];
  guint32 state;
  /* VtEntity by its key, and its object in the trace. */
  GHashTable *entities;
  GHashTable *objects;
  /* All phases, and when they begin. */
  GArray *steps;
} Reading;

static void
reading_clear (Reading *self)
{
  for (guint i = 0; i < self->n_ranks; i++)
    vt_rank_clear (&self->ranks[i]);
  g_free (self->ranks);
  g_clear_pointer (&self->entities, g_hash_table_unref);
  g_clear_pointer (&self->objects, g_hash_table_unref);
  g_clear_pointer (&self->steps, g_array_unref);
  g_clear_object (&self->trace);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Reading, reading_clear)

static const VtEntity *
get_entity (const VtRank *rank, guint index)
{
  return &g_array_index (rank->entities, VtEntity, index);
}

static VtPhase *
get_phase (const VtRank *rank, guint index)
{
  return &g_array_index (rank->phases, VtPhase, index);
}

static VtTask *
get_task (const VtRank *rank, guint index)
{
  return &g_array_index (rank->tasks, VtTask, index);
}

static VtCommunication *
get_communication (const VtRank *rank, guint index)
{
  return &g_array_index (rank->communications, VtCommunication, index);
}

SPUR_DEFINE_ORDER (compare_phases, VtPhase, SPUR_BY (id))

static gboolean
sort_phases (VtRank *rank, const char *name, GError **error)
{
  g_array_sort (rank->phases, compare_phases);
  for (guint i = 1; i < rank->phases->len; i++)
    {
      if (get_phase (rank, i)->id == get_phase (rank, i - 1)->id)
        return spur_error_set (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
                               "%s: expected each phase once, found phase %" G_GUINT64_FORMAT
                               " twice",
                               name, get_phase (rank, i)->id);
    }
  return TRUE;
}

static void
read_rank (guint index, gpointer data)
{
  Reading *self = data;
  VtRank *rank = &self->ranks[index];
  g_autoptr (VtSource) source = NULL;

  if (spur_job_is_cancelled (self->job, &rank->error))
    return;
  source = self->open (index, self->open_data, &rank->error);
  if (source == NULL || !vt_rank_read (rank, source, index, &rank->error) ||
      !sort_phases (rank, vt_source_get_name (source), &rank->error))
    return;
  spur_job_report (self->job, "reading", (guint64) g_atomic_int_add (&self->n_read, 1) + 1,
                   self->n_ranks);
}

/* The error of the first rank that has one, whichever thread came first. */
static gboolean
check_ranks (Reading *self, GError **error)
{
  for (guint i = 0; i < self->n_ranks; i++)
    {
      if (self->ranks[i].error != NULL)
        return spur_error_pass (error, g_steal_pointer (&self->ranks[i].error));
    }
  return TRUE;
}

/* Objects */

SPUR_DEFINE_ORDER (compare_keys, VtKey, SPUR_BY_3 (is_sequential, is_node, number))

static int
compare_entities (gconstpointer a, gconstpointer b)
{
  const VtEntity *const *p = a;
  const VtEntity *const *q = b;

  return compare_keys (&(*p)->key, &(*q)->key);
}

static void
merge_entities (Reading *self)
{
  for (guint i = 0; i < self->n_ranks; i++)
    {
      for (guint j = 0; j < self->ranks[i].entities->len; j++)
        {
          const VtEntity *entity = get_entity (&self->ranks[i], j);
          VtEntity *known = g_hash_table_lookup (self->entities, &entity->key);

          if (known != NULL)
            vt_entity_merge (known, entity);
          else
            {
              known = g_memdup2 (entity, sizeof *entity);
              g_hash_table_insert (self->entities, &known->key, known);
            }
        }
    }
}

/* "collection 3[0,5]" where that is known, else its number. */
static char *
name_entity (const VtEntity *entity)
{
  g_autoptr (GString) name = g_string_new (NULL);

  if (!entity->has_collection || entity->n_dims == 0)
    return g_strdup_printf ("object %" G_GUINT64_FORMAT, entity->key.number);
  g_string_printf (name, "collection %" G_GUINT64_FORMAT, entity->collection);
  for (guint i = 0; i < entity->n_dims; i++)
    g_string_append_printf (name, "%c%" G_GUINT64_FORMAT, i == 0 ? '[' : ',', entity->index[i]);
  g_string_append_c (name, ']');
  return g_string_free (g_steal_pointer (&name), FALSE);
}

/* The id 0 says that a message was sent outside of all objects (no_element_id in vt's elm_id.h);
 * other programs count objects from 0 on, but then it has tasks. */
static gboolean
is_no_object (const VtEntity *entity)
{
  return entity->key.number == 0 && !entity->key.is_sequential && !entity->key.is_node &&
         !entity->has_task;
}

static void
define_object (Reading *self, const VtEntity *entity)
{
  g_autofree char *name = NULL;
  guint32 object;

  /* The numbers of targets are those of the ranks, since they were defined first. */
  if (entity->key.is_node)
    object = entity->key.number < self->n_ranks ? (guint32) entity->key.number : SPUR_NONE;
  else if (is_no_object (entity))
    object = SPUR_NONE;
  else
    {
      name = name_entity (entity);
      object = spur_definitions_add_object (
        spur_trace_get_definitions (self->trace),
        entity->is_pinned ? SPUR_TYPE_PINNED_OBJECT : SPUR_TYPE_LOAD_OBJECT, name,
        entity->has_collection ? "element" : "object", SPUR_NONE);
    }
  g_hash_table_insert (self->objects, (gpointer) &entity->key, GUINT_TO_POINTER (object));
}

static void
number_objects (const Reading *self, VtRank *rank)
{
  g_autofree guint32 *objects = g_new (guint32, rank->entities->len + 1);

  for (guint i = 0; i < rank->entities->len; i++)
    objects[i] = GPOINTER_TO_UINT (g_hash_table_lookup (self->objects, &get_entity (rank, i)->key));
  for (guint i = 0; i < rank->tasks->len; i++)
    get_task (rank, i)->object = objects[get_task (rank, i)->object];
  for (guint i = 0; i < rank->communications->len; i++)
    {
      VtCommunication *communication = get_communication (rank, i);

      communication->from = objects[communication->from];
      communication->to = objects[communication->to];
    }
}

static void
define_objects (Reading *self)
{
  g_autoptr (GPtrArray) sorted = NULL;
  GHashTableIter iter;
  gpointer entity;

  self->entities = g_hash_table_new_full (vt_key_hash, vt_key_equal, NULL, g_free);
  self->objects = g_hash_table_new (vt_key_hash, vt_key_equal);
  merge_entities (self);
  sorted = g_ptr_array_new ();
  g_hash_table_iter_init (&iter, self->entities);
  while (g_hash_table_iter_next (&iter, NULL, &entity))
    g_ptr_array_add (sorted, entity);
  g_ptr_array_sort (sorted, compare_entities);
  for (guint i = 0; i < sorted->len; i++)
    define_object (self, g_ptr_array_index (sorted, i));
  for (guint i = 0; i < self->n_ranks; i++)
    number_objects (self, &self->ranks[i]);
}

static void
define_nodes (Reading *self)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (self->trace);
  SpurClock clock = { "phases", "program", NANOSECONDS_HZ, 0, 0 };
  guint index = spur_definitions_add_clock (definitions, &clock);

  for (guint i = 0; i < self->n_ranks; i++)
    {
      g_autofree char *name = g_strdup_printf ("node %u", i);

      spur_definitions_add_object (definitions, SPUR_TYPE_TARGET, name, "node", SPUR_NONE);
    }
  for (guint i = 0; i < self->n_ranks; i++)
    {
      g_autofree char *name = g_strdup_printf ("node %u", i);

      spur_trace_add_stream (self->trace, name, index, i);
    }
}

static gboolean
has_subphases (const Reading *self)
{
  for (guint i = 0; i < self->n_ranks; i++)
    {
      if (self->ranks[i].subphases->len > 0)
        return TRUE;
    }
  return FALSE;
}

static void
define_kinds (Reading *self)
{
  const GType types[N_KINDS] = {
    [KIND_PHASE] = SPUR_TYPE_LM_PHASE_EVENT,
    [KIND_CREATION] = SPUR_TYPE_LO_CREATION_PLACEMENT_EVENT,
    [KIND_MIGRATION] = SPUR_TYPE_LO_MIGRATION_EVENT,
    [KIND_ENTER] = SPUR_TYPE_REGION_ENTER_EVENT,
    [KIND_EXIT] = SPUR_TYPE_REGION_EXIT_EVENT,
    [KIND_LOAD] = SPUR_TYPE_LM_OBJECT_LOAD_EVENT,
    [KIND_COMMUNICATION] = VT_TYPE_COMMUNICATION_EVENT,
    [KIND_BROADCAST] = VT_TYPE_BROADCAST_EVENT,
    [KIND_SUBPHASE] = VT_TYPE_SUBPHASE_EVENT,
  };

  /* Many traces have no sub-phases. */
  for (guint i = 0; i < (has_subphases (self) ? N_KINDS : KIND_SUBPHASE); i++)
    self->kinds[i] = (Kind){ spur_trace_add_event_type (self->trace, types[i]),
                             spur_event_type_get_layout (types[i]) };
  self->state =
    spur_definitions_add_state (spur_trace_get_definitions (self->trace), "task", SPUR_STATE_WORK);
}

/* Phases */

SPUR_DEFINE_ORDER (compare_steps, Step, SPUR_BY (id))

static void
list_steps (Reading *self)
{
  guint n_steps = 0;

  self->steps = g_array_new (FALSE, TRUE, sizeof (Step));
  for (guint i = 0; i < self->n_ranks; i++)
    {
      for (guint j = 0; j < self->ranks[i].phases->len; j++)
        {
          Step step = { get_phase (&self->ranks[i], j)->id, 0 };

          g_array_append_val (self->steps, step);
        }
      /* Most ranks have the same phases: what is listed never is much longer than those. */
      g_array_sort (self->steps, compare_steps);
      n_steps = 0;
      for (guint j = 0; j < self->steps->len; j++)
        {
          Step step = g_array_index (self->steps, Step, j);

          if (n_steps == 0 || g_array_index (self->steps, Step, n_steps - 1).id != step.id)
            g_array_index (self->steps, Step, n_steps++) = step;
        }
      g_array_set_size (self->steps, n_steps);
    }
}

/* The phase of @rank that is @step; @next counts the rank's phases. */
static VtPhase *
find_phase (const VtRank *rank, const Step *step, guint *next)
{
  if (*next == rank->phases->len || get_phase (rank, *next)->id != step->id)
    return NULL;
  return get_phase (rank, (*next)++);
}

static gboolean
add_length (gint64 *sum_ns, gint64 length_ns)
{
  *sum_ns += length_ns;
  return *sum_ns < SPUR_TIME_LIMIT_NS;
}

static gboolean
time_step (Reading *self, guint index, guint *next, gint64 *begin_ns)
{
  Step *step = &g_array_index (self->steps, Step, index);
  /* An empty phase has a time of its own, too. */
  gint64 longest_ns = 1;

  step->begin_ns = *begin_ns;
  for (guint i = 0; i < self->n_ranks; i++)
    {
      const VtPhase *phase = find_phase (&self->ranks[i], step, &next[i]);
      gint64 length_ns = 0;

      for (guint j = 0; phase != NULL && j < phase->n_tasks; j++)
        {
          if (!add_length (&length_ns,
                           get_task (&self->ranks[i], phase->first_task + j)->length_ns))
            return FALSE;
        }
      longest_ns = MAX (longest_ns, length_ns);
    }
  return add_length (begin_ns, longest_ns);
}

static gboolean
time_steps (Reading *self, GError **error)
{
  g_autofree guint *next = g_new0 (guint, self->n_ranks);
  gint64 begin_ns = 0;

  for (guint i = 0; i < self->steps->len; i++)
    {
      if (!time_step (self, i, next, &begin_ns))
        return spur_error_set (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
                               "phase %" G_GUINT64_FORMAT
                               ": the times of all tasks up to here are longer than 73 years",
                               g_array_index (self->steps, Step, i).id);
    }
  return TRUE;
}

/* Where objects were. */
typedef struct
{
  guint32 *places;
  guint32 *steps;
} Places;

static void
place_tasks (VtRank *rank, guint32 number, const VtPhase *phase, guint32 step, Places *places)
{
  for (guint i = 0; i < phase->n_tasks; i++)
    {
      VtTask *task = get_task (rank, phase->first_task + i);

      if (task->object == SPUR_NONE ||
          (places->steps[task->object] == step && places->places[task->object] != number))
        {
          task->is_dropped = TRUE;
          rank->losses[VT_LOSS_ELSEWHERE]++;
          continue;
        }
      task->from = places->places[task->object];
      places->places[task->object] = number;
      places->steps[task->object] = step;
    }
}

static void
place_objects (Reading *self)
{
  guint n_objects = spur_definitions_get_n_objects (spur_trace_get_definitions (self->trace));
  g_autofree guint *next = g_new0 (guint, self->n_ranks);
  g_autofree guint32 *places = g_new (guint32, n_objects);
  g_autofree guint32 *steps = g_new (guint32, n_objects);
  Places where = { places, steps };

  for (guint i = 0; i < n_objects; i++)
    places[i] = steps[i] = SPUR_NONE;
  for (guint32 i = 0; i < self->steps->len; i++)
    {
      for (guint32 j = 0; j < self->n_ranks; j++)
        {
          const VtPhase *phase =
            find_phase (&self->ranks[j], &g_array_index (self->steps, Step, i), &next[j]);

          if (phase != NULL)
            place_tasks (&self->ranks[j], j, phase, i, &where);
        }
    }
}

/* The second pass: rows become events */

typedef struct
{
  const Reading *reading;
  SpurStream *stream;
  guint32 node;
  gint64 time_ns;
  guint8 bytes[MAX_RECORD_BYTES];
} Fill;

static void
put_field (Fill *fill, KindName name, SpurUse use, guint64 value)
{
  const SpurEventLayout *layout = fill->reading->kinds[name].layout;

  spur_event_layout_set_uint (layout, (guint) layout->field_of_use[use], fill->bytes, value);
}

static void
put_named (Fill *fill, KindName name, const char *field, guint64 value)
{
  const SpurEventLayout *layout = fill->reading->kinds[name].layout;

  spur_event_layout_set_uint (layout, (guint) spur_event_layout_find_field (layout, field),
                              fill->bytes, value);
}

/* Fields that the next event does not set are 0. */
static void
append_event (Fill *fill, KindName name)
{
  spur_stream_append (fill->stream, fill->time_ns, fill->reading->kinds[name].index, fill->bytes);
  memset (fill->bytes, 0, sizeof fill->bytes);
}

static void
add_phase (Fill *fill, guint64 id)
{
  put_field (fill, KIND_PHASE, SPUR_USE_PHASE, id);
  append_event (fill, KIND_PHASE);
}

static void
add_place (Fill *fill, const VtTask *task)
{
  KindName name = task->from == SPUR_NONE ? KIND_CREATION : KIND_MIGRATION;

  put_field (fill, name, SPUR_USE_SUBJECT, task->object);
  put_field (fill, name, SPUR_USE_DESTINATION, fill->node);
  if (name == KIND_MIGRATION)
    put_field (fill, name, SPUR_USE_SOURCE, task->from);
  else
    {
      put_field (fill, name, SPUR_USE_PARENT, SPUR_NONE);
      put_named (fill, name, "type", SPUR_NONE);
    }
  append_event (fill, name);
}

static void
add_state (Fill *fill, KindName name, const VtTask *task)
{
  put_field (fill, name, SPUR_USE_SUBJECT, task->object);
  put_field (fill, name, SPUR_USE_STATE, fill->reading->state);
  append_event (fill, name);
}

/* They follow each other inside of the task, whose time they are parts of. */
static void
add_subphases (Fill *fill, const VtRank *rank, const VtTask *task)
{
  gint64 begin_ns = fill->time_ns, spent_ns = 0;
  guint64 bits;

  for (guint i = 0; i < task->n_subphases; i++)
    {
      const VtSubphase *subphase =
        &g_array_index (rank->subphases, VtSubphase, task->first_subphase + i);

      fill->time_ns = begin_ns + spent_ns;
      memcpy (&bits, &subphase->spent_s, sizeof bits);
      put_field (fill, KIND_SUBPHASE, SPUR_USE_SUBJECT, task->object);
      put_named (fill, KIND_SUBPHASE, "subphase", subphase->id);
      put_named (fill, KIND_SUBPHASE, "spent", bits);
      append_event (fill, KIND_SUBPHASE);
      spent_ns = MIN (spent_ns + llround (subphase->spent_s * 1e9), task->length_ns);
    }
  fill->time_ns = begin_ns;
}

static void
add_task (Fill *fill, const VtRank *rank, const VtTask *task)
{
  guint64 bits;

  memcpy (&bits, &task->load, sizeof bits);
  add_state (fill, KIND_ENTER, task);
  add_subphases (fill, rank, task);
  fill->time_ns += task->length_ns;
  add_state (fill, KIND_EXIT, task);
  put_field (fill, KIND_LOAD, SPUR_USE_SUBJECT, task->object);
  put_field (fill, KIND_LOAD, SPUR_USE_LOAD, bits);
  append_event (fill, KIND_LOAD);
}

static void
add_communication (Fill *fill, const VtCommunication *communication)
{
  KindName name = communication->is_broadcast ? KIND_BROADCAST : KIND_COMMUNICATION;
  guint64 n_bytes = (guint64) llround (communication->bytes);
  guint64 bits;

  if (communication->is_broadcast)
    {
      put_field (fill, name, SPUR_USE_SUBJECT, communication->to);
      put_field (fill, name, SPUR_USE_RECEIVED_BYTES, n_bytes);
      put_named (fill, name, "sender", communication->from);
    }
  else
    {
      put_field (fill, name, SPUR_USE_SUBJECT, communication->from);
      put_field (fill, name, SPUR_USE_PEER, communication->to);
      memcpy (&bits, &communication->bytes, sizeof bits);
      put_field (fill, name, SPUR_USE_SIZE, n_bytes);
      put_field (fill, name, SPUR_USE_LOAD, bits);
    }
  put_named (fill, name, "messages", communication->n_messages);
  append_event (fill, name);
}

static void
fill_phase (Fill *fill, const VtRank *rank, const VtPhase *phase)
{
  for (guint i = 0; i < phase->n_tasks; i++)
    {
      const VtTask *task = get_task (rank, phase->first_task + i);

      if (!task->is_dropped && task->from != fill->node)
        add_place (fill, task);
    }
  for (guint i = 0; i < phase->n_tasks; i++)
    {
      const VtTask *task = get_task (rank, phase->first_task + i);

      if (!task->is_dropped)
        add_task (fill, rank, task);
    }
  for (guint i = 0; i < phase->n_communications; i++)
    add_communication (fill, get_communication (rank, phase->first_communication + i));
}

static void
fill_stream (guint index, gpointer data)
{
  const Reading *self = data;
  const VtRank *rank = &self->ranks[index];
  Fill fill = { self, spur_trace_get_stream (self->trace, index), index, 0, { 0 } };
  guint next = 0;

  for (guint i = 0; i < self->steps->len; i++)
    {
      const Step *step = &g_array_index (self->steps, Step, i);
      const VtPhase *phase = find_phase (rank, step, &next);

      fill.time_ns = step->begin_ns;
      add_phase (&fill, step->id);
      if (phase != NULL)
        fill_phase (&fill, rank, phase);
    }
}

static void
add_losses (Reading *self)
{
  static const char *const names[VT_N_LOSSES] = {
    [VT_LOSS_NODES] = "nodes of tasks that are not the node of their file",
    [VT_LOSS_IDENTICAL] = "phases that are identical to the one before",
    [VT_LOSS_ELSEWHERE] = "tasks of objects that are on two nodes in one phase",
  };

  for (guint i = 0; i < VT_N_LOSSES; i++)
    for (guint j = 0; j < self->n_ranks; j++)
      spur_trace_add_loss (self->trace, names[i], self->ranks[j].losses[i]);
}

SpurTrace *
vt_reading_run (
  guint n_ranks, VtOpenFunc open, gpointer open_data, const SpurJob *job, GError **error)
{
  g_auto (Reading) self = { .n_ranks = n_ranks, .open = open, .open_data = open_data, .job = job };

  self.ranks = g_new (VtRank, n_ranks);
  for (guint i = 0; i < n_ranks; i++)
    vt_rank_init (&self.ranks[i]);
  spur_job_run (job, n_ranks, read_rank, &self);
  if (!check_ranks (&self, error))
    return NULL;
  self.trace = spur_trace_new ();
  define_kinds (&self);
  define_nodes (&self);
  define_objects (&self);
  list_steps (&self);
  if (!time_steps (&self, error))
    return NULL;
  place_objects (&self);
  spur_job_run (job, n_ranks, fill_stream, &self);
  if (spur_job_is_cancelled (job, error))
    return NULL;
  add_losses (&self);
  spur_trace_set_fact (self.trace, "format", "vt load data");
  spur_trace_set_fact (self.trace, "times", "made from the times of tasks; phases begin together");
  if (!spur_trace_seal (self.trace, error))
    return NULL;
  return g_steal_pointer (&self.trace);
}
