/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Where events happen: hosts, devices, processes and threads as targets, a clock a process, and a
 * stream for each location that has events. */
#include "plugins/formats/otf2/spur-otf2-tables.h"

#include "events/spur-events.h"

/* What is known of the process that a location belongs to. */
typedef struct
{
  const char *name;
  guint n_threads;
  guint n_devices;
  guint n_placed;
  guint clock;
  guint32 number;
  guint32 speaker;
  guint32 host;

  /* Its first thread, or device stream where it has no thread; and what stands for all of them. */
  guint32 first_target;
  guint32 whole_target;
} Process;

static Process *
get_process (const SpurOtf2Places *self, OTF2_LocationGroupRef group)
{
  return g_hash_table_lookup (self->processes, GUINT_TO_POINTER (group));
}

static gboolean
is_thread (const SpurOtf2Location *location)
{
  return location->type != OTF2_LOCATION_TYPE_ACCELERATOR_STREAM &&
         location->type != OTF2_LOCATION_TYPE_METRIC;
}

static const char *
get_group_name (const SpurOtf2Places *self, OTF2_LocationGroupRef id)
{
  const SpurOtf2LocationGroup *group =
    g_hash_table_lookup (self->definitions->location_groups, GUINT_TO_POINTER (id));

  return group != NULL ? spur_otf2_definitions_get_string (self->definitions, group->name)
                       : "process without a name";
}

static guint
add_clock (SpurOtf2Places *self, OTF2_LocationGroupRef group)
{
  SpurDefinitions *entries = spur_trace_get_definitions (self->trace);
  OTF2_LocationGroupRef by = spur_otf2_definitions_find_clock_group (self->definitions, group);
  guint known = GPOINTER_TO_UINT (g_hash_table_lookup (self->clocks, GUINT_TO_POINTER (by)));
  SpurClock clock = { get_group_name (self, by), "unknown", self->definitions->resolution_hz,
                      self->definitions->global_offset, 0 };
  guint index;

  if (known > 0)
    return known - 1;
  clock.domain = spur_definitions_get_n_clocks (entries);
  index = spur_definitions_add_clock (entries, &clock);
  g_hash_table_insert (self->clocks, GUINT_TO_POINTER (by), GUINT_TO_POINTER (index + 1));
  return index;
}

static guint32
add_node_target (SpurOtf2Places *self, OTF2_SystemTreeNodeRef id, gboolean is_host, guint32 parent)
{
  const SpurOtf2Node *node = g_hash_table_lookup (self->definitions->nodes, GUINT_TO_POINTER (id));
  const char *kind = spur_otf2_definitions_get_string (self->definitions, node->class_name);
  guint32 target;

  if (is_host)
    kind = "host";
  else if (*kind == '\0')
    kind = "node";
  target = spur_definitions_add_object (
    spur_trace_get_definitions (self->trace), SPUR_TYPE_TARGET,
    spur_otf2_definitions_get_string (self->definitions, node->name), kind, parent);
  g_hash_table_insert (self->nodes, GUINT_TO_POINTER (id), GUINT_TO_POINTER (target));
  return target;
}

/* The target of a node of the system tree: of a host, of what is in one, as a device, or of what
 * holds hosts. SPUR_NONE where it is not defined. */
static guint32
add_node (SpurOtf2Places *self, OTF2_SystemTreeNodeRef id)
{
  const SpurOtf2Node *node = g_hash_table_lookup (self->definitions->nodes, GUINT_TO_POINTER (id));
  g_autoptr (GArray) below = g_array_new (FALSE, FALSE, sizeof id);
  OTF2_SystemTreeNodeRef host = id;
  guint32 target = SPUR_NONE;
  gboolean has_host;
  gpointer known = NULL;

  if (node == NULL || !node->is_defined)
    return SPUR_NONE;
  has_host = spur_otf2_definitions_find_host_of_node (self->definitions, id, &host);
  /* Up to a node that is known or the host, then down again. */
  while (!g_hash_table_lookup_extended (self->nodes, GUINT_TO_POINTER (id), NULL, &known))
    {
      g_array_append_val (below, id);
      if (!has_host || id == host)
        break;
      node = g_hash_table_lookup (self->definitions->nodes, GUINT_TO_POINTER (id));
      id = node->parent;
    }
  if (below->len == 0 || g_array_index (below, OTF2_SystemTreeNodeRef, below->len - 1) != id)
    target = GPOINTER_TO_UINT (known);
  while (below->len > 0)
    {
      id = g_array_index (below, OTF2_SystemTreeNodeRef, below->len - 1);
      g_array_set_size (below, below->len - 1);
      target = add_node_target (self, id, has_host && id == host, target);
    }
  return target;
}

/* The target of the host that a process ran on; SPUR_NONE where that is not recorded. */
static guint32
add_host (SpurOtf2Places *self, OTF2_LocationGroupRef group)
{
  OTF2_SystemTreeNodeRef id;

  return spur_otf2_definitions_find_host (self->definitions, group, &id) ? add_node (self, id)
                                                                         : SPUR_NONE;
}

/* A process for each location group, and with it a clock: where it ran is recorded, but not whether
 * two processes on one host read one and the same clock. */
static Process *
add_process (SpurOtf2Places *self, OTF2_LocationGroupRef group)
{
  Process *process = get_process (self, group);

  if (process != NULL)
    return process;
  process = g_new0 (Process, 1);
  process->name = get_group_name (self, group);
  process->speaker = SPUR_NONE;
  process->first_target = SPUR_NONE;
  process->whole_target = SPUR_NONE;
  process->host = add_host (self, group);
  process->number = g_hash_table_size (self->processes);
  process->clock = add_clock (self, group);
  g_hash_table_insert (self->processes, GUINT_TO_POINTER (group), process);
  return process;
}

/* What a device stream runs on: the device, where the system tree has it, else the host. */
static guint32
add_device (SpurOtf2Places *self, OTF2_LocationGroupRef id, const Process *process)
{
  const SpurOtf2LocationGroup *group =
    g_hash_table_lookup (self->definitions->location_groups, GUINT_TO_POINTER (id));

  return group != NULL && process->host != SPUR_NONE ? add_node (self, group->node) : process->host;
}

static char *
build_name (const SpurOtf2Places *self, const SpurOtf2Location *location, const Process *process)
{
  gboolean is_alone = is_thread (location) && process->n_threads == 1 && *process->name != '\0';
  const char *own = spur_otf2_definitions_get_string (self->definitions, location->name);

  if (is_alone || (!is_thread (location) && *own == '\0'))
    return g_strdup (process->name);
  return g_strconcat (process->name, ": ", own, NULL);
}

static guint32
add_location_target (SpurOtf2Places *self, const SpurOtf2Location *location, Process *process)
{
  g_autofree char *name = build_name (self, location, process);
  const char *kind = process->n_threads == 1 ? "process" : "thread";
  guint32 parent = process->host;

  if (!is_thread (location))
    {
      kind = "accelerator stream";
      parent = add_device (self, location->group, process);
    }
  return spur_definitions_add_object (spur_trace_get_definitions (self->trace), SPUR_TYPE_TARGET,
                                      name, kind, parent);
}

/* A target for the whole of a process: of its only thread, else one of its own. */
static guint32
add_whole_process (SpurOtf2Places *self, Process *process)
{
  if (process->n_threads == 1 || (process->n_threads == 0 && process->n_devices == 1))
    return process->first_target;
  if (process->whole_target == SPUR_NONE)
    process->whole_target =
      spur_definitions_add_object (spur_trace_get_definitions (self->trace), SPUR_TYPE_TARGET,
                                   process->name, "process", process->host);
  return process->whole_target;
}

static void
add_place (SpurOtf2Places *self, guint index)
{
  const SpurOtf2Location *location = &self->locations[index];
  SpurOtf2Place *place = &self->all[index];
  Process *process = get_process (self, location->group);

  *place = (SpurOtf2Place){ .process = process->number, .target = SPUR_NONE };
  if (location->type == OTF2_LOCATION_TYPE_METRIC)
    return;
  place->target = add_location_target (self, location, process);
  place->is_initial = is_thread (location) && process->n_placed++ == 0;
  if (place->is_initial || (process->n_threads == 0 && process->first_target == SPUR_NONE))
    process->first_target = place->target;
}

/* Metrics of a device or a host have locations of their own, whose own names are often empty. */
static char *
build_stream_name (const SpurOtf2Places *self, const SpurOtf2Location *location)
{
  const Process *process = get_process (self, location->group);
  const char *own = spur_otf2_definitions_get_string (self->definitions, location->name);
  const SpurOtf2Metric *metric = NULL;
  const SpurOtf2MetricMember *member = NULL;

  if (*own == '\0' && location->metrics != NULL)
    metric = spur_otf2_definitions_find_metric (
      self->definitions, g_array_index (location->metrics, SpurOtf2MetricUse, 0).metric);
  metric = spur_otf2_definitions_find_metric_class (self->definitions, metric);
  if (metric != NULL && metric->n_members > 0)
    member = g_hash_table_lookup (self->definitions->metric_members,
                                  GUINT_TO_POINTER (metric->members[0]));
  if (member != NULL)
    own = spur_otf2_definitions_get_string (self->definitions, member->name);
  return g_strconcat (process->name, *own != '\0' ? ": " : "", own, NULL);
}

/* After all targets of threads and devices: a location of metrics may come before the thread that
 * stands for its process. */
static void
add_stream (SpurOtf2Places *self, guint index)
{
  const SpurOtf2Location *location = &self->locations[index];
  SpurOtf2Place *place = &self->all[index];
  Process *process = get_process (self, location->group);
  g_autofree char *name = NULL;

  if (place->target == SPUR_NONE)
    {
      place->target = process->first_target != SPUR_NONE ? process->first_target
                                                         : add_whole_process (self, process);
      name = build_stream_name (self, location);
    }
  else
    name = g_strdup (
      spur_definitions_get_object (spur_trace_get_definitions (self->trace), place->target)->name);
  place->speaker = place->target;
  place->stream = spur_trace_add_stream (self->trace, name, process->clock, place->target);
}

/* Any thread of a process may send; communicators know one location of it only. */
static void
set_speakers (SpurOtf2Places *self)
{
  const SpurOtf2Group *ranks = self->definitions->comm_locations;

  for (guint i = 0; ranks != NULL && i < ranks->n_members; i++)
    {
      guint place = GPOINTER_TO_UINT (g_hash_table_lookup (self->index, &ranks->members[i]));
      Process *process;

      if (place == 0)
        continue;
      process = get_process (self, self->locations[place - 1].group);
      if (process->speaker == SPUR_NONE)
        process->speaker = self->all[place - 1].target;
    }
  for (guint i = 0; i < self->n_locations; i++)
    {
      const Process *process = get_process (self, self->locations[i].group);

      if (process->speaker != SPUR_NONE)
        self->all[i].speaker = process->speaker;
    }
  /* A rank of its own speaks for itself, also where a process has several of them. */
  for (guint i = 0; ranks != NULL && i < ranks->n_members; i++)
    {
      guint place = GPOINTER_TO_UINT (g_hash_table_lookup (self->index, &ranks->members[i]));

      if (place > 0)
        self->all[place - 1].speaker = self->all[place - 1].target;
    }
}

/* Adds targets, clocks and streams; @locations are sorted by id and kept by the caller. */
SpurOtf2Places *
spur_otf2_places_new (SpurTrace *trace,
                      const SpurOtf2Definitions *definitions,
                      const SpurOtf2Location *locations,
                      guint n_locations)
{
  SpurOtf2Places *self = g_new0 (SpurOtf2Places, 1);

  self->trace = trace;
  self->definitions = definitions;
  self->locations = locations;
  self->n_locations = n_locations;
  self->all = g_new (SpurOtf2Place, MAX (n_locations, 1));
  self->index = g_hash_table_new (g_int64_hash, g_int64_equal);
  self->processes = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->nodes = g_hash_table_new (NULL, NULL);
  self->groups = g_hash_table_new (NULL, NULL);
  self->idle_locations = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->clocks = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < n_locations; i++)
    {
      Process *process = add_process (self, locations[i].group);

      process->n_threads += is_thread (&locations[i]);
      process->n_devices += locations[i].type == OTF2_LOCATION_TYPE_ACCELERATOR_STREAM;
    }
  for (guint i = 0; i < n_locations; i++)
    add_place (self, i);
  for (guint i = 0; i < n_locations; i++)
    {
      add_stream (self, i);
      g_hash_table_insert (self->index, (gpointer) &locations[i].id, GUINT_TO_POINTER (i + 1));
    }
  set_speakers (self);
  return self;
}

void
spur_otf2_places_free (SpurOtf2Places *self)
{
  g_free (self->all);
  g_hash_table_unref (self->index);
  g_hash_table_unref (self->processes);
  g_hash_table_unref (self->nodes);
  g_hash_table_unref (self->groups);
  g_hash_table_unref (self->idle_locations);
  g_hash_table_unref (self->clocks);
  g_free (self);
}

/* SPUR_NONE for a location without events. */
guint32
spur_otf2_places_find_target (const SpurOtf2Places *self, guint64 location)
{
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (self->index, &location));

  return place > 0 ? self->all[place - 1].target : SPUR_NONE;
}

/* Also of a location without events, which something may be measured on all the same. */
static guint32
add_location_scope (SpurOtf2Places *self, guint64 id)
{
  const SpurOtf2Location *location = spur_otf2_definitions_find_location (self->definitions, id);
  guint32 target = spur_otf2_places_find_target (self, id);
  g_autofree char *name = NULL;
  Process *process;
  gpointer known;

  if (target != SPUR_NONE || location == NULL)
    return target;
  if (g_hash_table_lookup_extended (self->idle_locations, &id, NULL, &known))
    return GPOINTER_TO_UINT (known);
  process = add_process (self, location->group);
  name = g_strconcat (process->name, ": ",
                      spur_otf2_definitions_get_string (self->definitions, location->name), NULL);
  target = spur_definitions_add_object (
    spur_trace_get_definitions (self->trace), SPUR_TYPE_TARGET, name,
    is_thread (location) ? "thread" : "accelerator stream", process->host);
  g_hash_table_insert (self->idle_locations, g_memdup2 (&id, sizeof id), GUINT_TO_POINTER (target));
  return target;
}

static guint32
add_group_scope (SpurOtf2Places *self, OTF2_GroupRef id)
{
  const SpurOtf2Group *group =
    g_hash_table_lookup (self->definitions->groups, GUINT_TO_POINTER (id));
  guint32 target;
  gpointer known;

  if (group == NULL)
    return SPUR_NONE;
  if (g_hash_table_lookup_extended (self->groups, GUINT_TO_POINTER (id), NULL, &known))
    return GPOINTER_TO_UINT (known);
  target = spur_definitions_add_object (
    spur_trace_get_definitions (self->trace), SPUR_TYPE_TARGET,
    spur_otf2_definitions_get_string (self->definitions, group->name), "group", SPUR_NONE);
  g_hash_table_insert (self->groups, GUINT_TO_POINTER (id), GUINT_TO_POINTER (target));
  return target;
}

/* %SPUR_NONE for what is not defined. */
guint32
spur_otf2_places_add_scope (SpurOtf2Places *self, OTF2_MetricScope scope, guint64 scope_id)
{
  gpointer key = GUINT_TO_POINTER ((guint) scope_id);

  if (scope == OTF2_SCOPE_LOCATION)
    return add_location_scope (self, scope_id);
  if (scope_id > G_MAXUINT32)
    return SPUR_NONE;
  if (scope == OTF2_SCOPE_SYSTEM_TREE_NODE)
    return add_node (self, (OTF2_SystemTreeNodeRef) scope_id);
  if (scope == OTF2_SCOPE_GROUP)
    return add_group_scope (self, (OTF2_GroupRef) scope_id);
  if (scope != OTF2_SCOPE_LOCATION_GROUP ||
      !g_hash_table_contains (self->definitions->location_groups, key))
    return SPUR_NONE;
  return add_whole_process (self, add_process (self, (OTF2_LocationGroupRef) scope_id));
}
