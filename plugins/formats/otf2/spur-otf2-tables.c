/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Enters what the definitions say into a trace: classes, states, communicators; places and metrics
 * have files of their own. */
#include "plugins/formats/otf2/spur-otf2-tables.h"

#include <string.h>

#include "events/spur-events.h"
#include "plugins/formats/otf2/spur-otf2-codec.h"

#define MAX_HOSTS_NAMED 16

typedef struct
{
  SpurOtf2Channel channel;

  /* Of MPI_COMM_SELF, where every location is alone: its group for each place. */
  guint32 *self_groups;
} Comm;

static void
free_comm (gpointer data)
{
  Comm *comm = data;

  g_free ((gpointer) comm->channel.members);
  g_free (comm->self_groups);
  g_free (comm);
}

static const struct
{
  const char *name;
  SpurPattern pattern;
} collectives[SPUR_OTF2_N_COLLECTIVE_OPS] = {
  [OTF2_COLLECTIVE_OP_BARRIER] = { "Barrier", SPUR_PATTERN_BARRIER },
  [OTF2_COLLECTIVE_OP_BCAST] = { "Bcast", SPUR_PATTERN_ONE_TO_N },
  [OTF2_COLLECTIVE_OP_GATHER] = { "Gather", SPUR_PATTERN_N_TO_ONE },
  [OTF2_COLLECTIVE_OP_GATHERV] = { "Gatherv", SPUR_PATTERN_N_TO_ONE },
  [OTF2_COLLECTIVE_OP_SCATTER] = { "Scatter", SPUR_PATTERN_ONE_TO_N },
  [OTF2_COLLECTIVE_OP_SCATTERV] = { "Scatterv", SPUR_PATTERN_ONE_TO_N },
  [OTF2_COLLECTIVE_OP_ALLGATHER] = { "Allgather", SPUR_PATTERN_N_TO_N },
  [OTF2_COLLECTIVE_OP_ALLGATHERV] = { "Allgatherv", SPUR_PATTERN_N_TO_N },
  [OTF2_COLLECTIVE_OP_ALLTOALL] = { "Alltoall", SPUR_PATTERN_N_TO_N },
  [OTF2_COLLECTIVE_OP_ALLTOALLV] = { "Alltoallv", SPUR_PATTERN_PAIRS },
  [OTF2_COLLECTIVE_OP_ALLTOALLW] = { "Alltoallw", SPUR_PATTERN_PAIRS },
  [OTF2_COLLECTIVE_OP_ALLREDUCE] = { "Allreduce", SPUR_PATTERN_N_TO_N },
  [OTF2_COLLECTIVE_OP_REDUCE] = { "Reduce", SPUR_PATTERN_N_TO_ONE },
  [OTF2_COLLECTIVE_OP_REDUCE_SCATTER] = { "Reduce_scatter", SPUR_PATTERN_N_TO_N },
  [OTF2_COLLECTIVE_OP_SCAN] = { "Scan", SPUR_PATTERN_SCAN },
  [OTF2_COLLECTIVE_OP_EXSCAN] = { "Exscan", SPUR_PATTERN_EXSCAN },
  [OTF2_COLLECTIVE_OP_REDUCE_SCATTER_BLOCK] = { "Reduce_scatter_block", SPUR_PATTERN_N_TO_N },
  [OTF2_COLLECTIVE_OP_CREATE_HANDLE] = { "Create_handle", SPUR_PATTERN_INTERNAL },
  [OTF2_COLLECTIVE_OP_DESTROY_HANDLE] = { "Destroy_handle", SPUR_PATTERN_INTERNAL },
  [OTF2_COLLECTIVE_OP_ALLOCATE] = { "Allocate", SPUR_PATTERN_INTERNAL },
  [OTF2_COLLECTIVE_OP_DEALLOCATE] = { "Deallocate", SPUR_PATTERN_INTERNAL },
  [OTF2_COLLECTIVE_OP_CREATE_HANDLE_AND_ALLOCATE] = { "Create_handle_and_allocate",
                                                      SPUR_PATTERN_INTERNAL },
  [OTF2_COLLECTIVE_OP_DESTROY_HANDLE_AND_DEALLOCATE] = { "Destroy_handle_and_deallocate",
                                                         SPUR_PATTERN_INTERNAL },
};

/* Which process waits for which (clock correction, collectives). Operations on handles and memory
 * may or may not wait; nothing is claimed of them. */
SpurPattern
spur_otf2_pattern_of (OTF2_CollectiveOp operation)
{
  return operation < SPUR_OTF2_N_COLLECTIVE_OPS ? collectives[operation].pattern
                                                : SPUR_PATTERN_INTERNAL;
}

/* EZTrace and others say neither paradigm nor role, so the name of an MPI function counts too. */
static SpurStateKind
get_state_kind (const SpurOtf2Region *region, const char *name)
{
  switch (region->role)
    {
    case OTF2_REGION_ROLE_ARTIFICIAL:
      return SPUR_STATE_OVERHEAD;
    case OTF2_REGION_ROLE_BARRIER:
    case OTF2_REGION_ROLE_IMPLICIT_BARRIER:
    case OTF2_REGION_ROLE_COLL_ONE2ALL:
    case OTF2_REGION_ROLE_COLL_ALL2ONE:
    case OTF2_REGION_ROLE_COLL_ALL2ALL:
    case OTF2_REGION_ROLE_COLL_OTHER:
    case OTF2_REGION_ROLE_POINT2POINT:
    case OTF2_REGION_ROLE_RMA:
      return SPUR_STATE_COMMUNICATION;
    default:
      break;
    }
  if (region->paradigm == OTF2_PARADIGM_MEASUREMENT_SYSTEM)
    return SPUR_STATE_OVERHEAD;
  if (region->paradigm == OTF2_PARADIGM_MPI || g_str_has_prefix (name, "MPI_"))
    return SPUR_STATE_COMMUNICATION;
  return SPUR_STATE_WORK;
}

/* Whether a function of MPI starts, tests or frees an operation and returns at once; all others may
 * wait for another process (MPI 4.0, sections 3.7 and 3.9). OTF2 has no role for that. */
static gboolean
is_immediate (const char *name)
{
  static const char *const others[] = { "MPI_Bsend",        "MPI_Cancel",
                                        "MPI_Request_free", "MPI_Start",
                                        "MPI_Startall",     "MPI_Pready",
                                        "MPI_Parrived",     "MPI_Request_get_status" };

  if (g_str_has_prefix (name, "MPI_I") && !g_str_has_prefix (name, "MPI_Init") &&
      !g_str_has_prefix (name, "MPI_Info") && !g_str_has_prefix (name, "MPI_Intercomm"))
    return TRUE;
  if (g_str_has_prefix (name, "MPI_Test"))
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      if (strcmp (name, others[i]) == 0)
        return TRUE;
    }
  return FALSE;
}

/* OTF2 has one record for the four ways to synchronise a window with a group, and none for barriers
 * of threads; which one it is says the region around it. */
static SpurOtf2RegionKind
get_region_kind (const SpurOtf2Region *region, const char *name)
{
  static const struct
  {
    const char *name;
    SpurOtf2RegionKind kind;
  } kinds[] = {
    { "MPI_Win_post", SPUR_OTF2_REGION_POST },         { "MPI_Win_start", SPUR_OTF2_REGION_START },
    { "MPI_Win_complete", SPUR_OTF2_REGION_COMPLETE }, { "MPI_Win_wait", SPUR_OTF2_REGION_WAIT },
    { "MPI_Win_test", SPUR_OTF2_REGION_WAIT },
  };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      if (strcmp (name, kinds[i].name) == 0)
        return kinds[i].kind;
    }
  if (region->paradigm == OTF2_PARADIGM_OPENMP &&
      (region->role == OTF2_REGION_ROLE_BARRIER ||
       region->role == OTF2_REGION_ROLE_IMPLICIT_BARRIER))
    return SPUR_OTF2_REGION_BARRIER;
  return SPUR_OTF2_REGION_OTHER;
}

static void
add_states (SpurOtf2Tables *self, const SpurOtf2Definitions *definitions)
{
  for (guint i = 0; i < definitions->regions->len; i++)
    {
      const SpurOtf2Region *region = &g_array_index (definitions->regions, SpurOtf2Region, i);
      gpointer key = GUINT_TO_POINTER (region->id);
      const char *name = spur_otf2_definitions_get_string (definitions, region->name);
      guint32 state;

      if (g_hash_table_contains (self->states, key))
        continue;
      state = spur_definitions_add_state (spur_trace_get_definitions (self->trace), name,
                                          get_state_kind (region, name));
      g_hash_table_insert (self->states, key, GUINT_TO_POINTER (state));
      if (is_immediate (name))
        spur_definitions_set_state_immediate (spur_trace_get_definitions (self->trace), state);
      if (get_region_kind (region, name) != SPUR_OTF2_REGION_OTHER)
        g_hash_table_insert (self->region_kinds, key,
                             GUINT_TO_POINTER (get_region_kind (region, name)));
    }
}

static void
add_classes (SpurOtf2Tables *self)
{
  SpurOtf2Classes *classes = &self->classes;

  classes->enter = spur_trace_add_event_type (self->trace, SPUR_TYPE_REGION_ENTER_EVENT);
  classes->leave = spur_trace_add_event_type (self->trace, SPUR_TYPE_REGION_EXIT_EVENT);
  classes->send = spur_trace_add_event_type (self->trace, SPUR_TYPE_CHANNEL_SEND_EVENT);
  classes->receive = spur_trace_add_event_type (self->trace, SPUR_TYPE_CHANNEL_RECEIVE_EVENT);
  classes->collective_begin =
    spur_trace_add_event_type (self->trace, SPUR_TYPE_COLLECTIVE_BEGIN_EVENT);
  classes->collective_end = spur_trace_add_event_type (self->trace, SPUR_TYPE_COLLECTIVE_END_EVENT);
  classes->request = spur_trace_add_event_type (self->trace, SPUR_TYPE_REQUEST_EVENT);
  classes->send_completion =
    spur_trace_add_event_type (self->trace, SPUR_TYPE_SEND_COMPLETION_EVENT);
  classes->collective_start =
    spur_trace_add_event_type (self->trace, SPUR_TYPE_COLLECTIVE_START_EVENT);
  classes->collective_completion =
    spur_trace_add_event_type (self->trace, SPUR_TYPE_COLLECTIVE_COMPLETION_EVENT);
  classes->barrier_enter = spur_trace_add_event_type (self->trace, SPUR_TYPE_BARRIER_ENTER_EVENT);
  classes->barrier_exit = spur_trace_add_event_type (self->trace, SPUR_TYPE_BARRIER_EXIT_EVENT);
  classes->fork = spur_trace_add_event_type (self->trace, SPUR_TYPE_THREAD_FORK_EVENT);
  classes->begin = spur_trace_add_event_type (self->trace, SPUR_TYPE_THREAD_BEGIN_EVENT);
  classes->end = spur_trace_add_event_type (self->trace, SPUR_TYPE_THREAD_END_EVENT);
  classes->join = spur_trace_add_event_type (self->trace, SPUR_TYPE_THREAD_JOIN_EVENT);
  classes->acquire = spur_trace_add_event_type (self->trace, SPUR_TYPE_LOCK_ACQUIRE_EVENT);
  classes->release = spur_trace_add_event_type (self->trace, SPUR_TYPE_LOCK_RELEASE_EVENT);
  classes->put = spur_trace_add_event_type (self->trace, SPUR_TYPE_WINDOW_PUT_EVENT);
  classes->get = spur_trace_add_event_type (self->trace, SPUR_TYPE_WINDOW_GET_EVENT);
  classes->fence = spur_trace_add_event_type (self->trace, SPUR_TYPE_WINDOW_FENCE_EVENT);
  classes->post = spur_trace_add_event_type (self->trace, SPUR_TYPE_WINDOW_POST_EVENT);
  classes->start = spur_trace_add_event_type (self->trace, SPUR_TYPE_WINDOW_START_EVENT);
  classes->complete = spur_trace_add_event_type (self->trace, SPUR_TYPE_WINDOW_COMPLETE_EVENT);
  classes->wait = spur_trace_add_event_type (self->trace, SPUR_TYPE_WINDOW_WAIT_EVENT);
  classes->lock = spur_trace_add_event_type (self->trace, SPUR_TYPE_WINDOW_LOCK_EVENT);
  classes->unlock = spur_trace_add_event_type (self->trace, SPUR_TYPE_WINDOW_UNLOCK_EVENT);
  classes->metric = spur_trace_add_event_type (self->trace, SPUR_TYPE_OTF2_METRIC_EVENT);
  classes->unsigned_metric =
    spur_trace_add_event_type (self->trace, SPUR_TYPE_OTF2_UNSIGNED_METRIC_EVENT);
  classes->signed_metric =
    spur_trace_add_event_type (self->trace, SPUR_TYPE_OTF2_SIGNED_METRIC_EVENT);
  classes->marker = spur_trace_add_event_type (self->trace, SPUR_TYPE_OTF2_MARKER_EVENT);
}

static void
add_strings (SpurOtf2Tables *self)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (self->trace);
  static const char *const request_kinds[SPUR_OTF2_N_REQUEST_KINDS] = {
    [SPUR_OTF2_REQUEST_POSTED] = "receive posted",
    [SPUR_OTF2_REQUEST_SENT] = "send complete",
    [SPUR_OTF2_REQUEST_TESTED] = "tested",
    [SPUR_OTF2_REQUEST_CANCELLED] = "cancelled",
    [SPUR_OTF2_REQUEST_COLLECTIVE] = "collective begun",
    [SPUR_OTF2_REQUEST_COLLECTIVE_DONE] = "collective complete",
  };

  for (guint i = 0; i < SPUR_OTF2_N_REQUEST_KINDS; i++)
    self->request_kinds[i] = spur_definitions_add_string (definitions, request_kinds[i]);
  for (guint i = 0; i < SPUR_OTF2_N_COLLECTIVE_OPS; i++)
    self->operations[i] = spur_definitions_add_string (definitions, collectives[i].name);
}

/* The members of a group as targets, in the group's order. */
static guint32 *
resolve_members (const SpurOtf2Places *places, const SpurOtf2Group *group)
{
  const SpurOtf2Group *ranks = g_hash_table_lookup (places->definitions->paradigm_locations,
                                                    GUINT_TO_POINTER (group->paradigm));
  guint32 *members = g_new (guint32, MAX (group->n_members, 1));

  for (guint i = 0; i < group->n_members; i++)
    {
      guint64 member = group->members[i];

      members[i] = SPUR_NONE;
      if (group->type == OTF2_GROUP_TYPE_LOCATIONS)
        members[i] = spur_otf2_places_find_target (places, member);
      else if (ranks != NULL && member < ranks->n_members)
        members[i] = spur_otf2_places_find_target (places, ranks->members[member]);
    }
  return members;
}

static void
add_self (SpurOtf2Tables *self, Comm *comm, const char *name)
{
  comm->self_groups = g_new (guint32, MAX (self->places->n_locations, 1));
  for (guint i = 0; i < self->places->n_locations; i++)
    comm->self_groups[i] = spur_definitions_add_group (spur_trace_get_definitions (self->trace),
                                                       name, &self->places->all[i].speaker, 1);
}

static void
add_comm (SpurOtf2Tables *self, const SpurOtf2Comm *definition)
{
  const SpurOtf2Definitions *definitions = self->places->definitions;
  const SpurOtf2Group *group =
    g_hash_table_lookup (definitions->groups, GUINT_TO_POINTER (definition->group));
  const char *name = spur_otf2_definitions_get_string (definitions, definition->name);
  Comm *comm;

  if (group == NULL || g_hash_table_contains (self->channels, GUINT_TO_POINTER (definition->id)))
    return;
  comm = g_new0 (Comm, 1);
  g_hash_table_insert (self->channels, GUINT_TO_POINTER (definition->id), comm);
  if (group->type == OTF2_GROUP_TYPE_COMM_SELF)
    {
      add_self (self, comm, name);
      return;
    }
  comm->channel.n_members = group->n_members;
  comm->channel.members = resolve_members (self->places, group);
  comm->channel.group = spur_definitions_add_group (spur_trace_get_definitions (self->trace), name,
                                                    comm->channel.members, group->n_members);
}

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  guint p = GPOINTER_TO_UINT (a), q = GPOINTER_TO_UINT (b);

  return p < q ? -1 : p > q;
}

/* Groups of processes are told apart from communicators where windows are synchronised with them.
 */
static void
add_windows (SpurOtf2Tables *self)
{
  const SpurOtf2Definitions *definitions = self->places->definitions;
  g_autoptr (GList) keys = NULL;

  for (guint i = 0; i < definitions->windows->len; i++)
    {
      const SpurOtf2Window *window = &g_array_index (definitions->windows, SpurOtf2Window, i);

      g_hash_table_insert (self->windows, GUINT_TO_POINTER (window->id),
                           GUINT_TO_POINTER (window->comm));
    }
  if (definitions->windows->len == 0)
    return;
  keys = g_list_sort (g_hash_table_get_keys (definitions->groups), compare_keys);
  for (GList *at = keys; at != NULL; at = at->next)
    {
      const SpurOtf2Group *group = g_hash_table_lookup (definitions->groups, at->data);
      g_autofree char *name = g_strdup_printf ("group %u", GPOINTER_TO_UINT (at->data));
      g_autofree guint32 *members = NULL;

      if (group->type != OTF2_GROUP_TYPE_COMM_GROUP || group->paradigm != OTF2_PARADIGM_MPI)
        continue;
      members = resolve_members (self->places, group);
      g_hash_table_insert (
        self->groups, at->data,
        GUINT_TO_POINTER (spur_definitions_add_group (spur_trace_get_definitions (self->trace),
                                                      name, members, group->n_members)));
    }
}

/* Where the processes ran, for a person. */
static void
note_hosts (const SpurOtf2Places *places)
{
  const SpurOtf2Definitions *definitions = places->definitions;
  g_autoptr (GString) hosts = g_string_new (NULL);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < places->n_locations && g_hash_table_size (seen) <= MAX_HOSTS_NAMED; i++)
    {
      OTF2_LocationGroupRef group_id = places->locations[i].group;
      const SpurOtf2LocationGroup *group =
        g_hash_table_lookup (definitions->location_groups, GUINT_TO_POINTER (group_id));
      OTF2_SystemTreeNodeRef id = group != NULL ? group->node : OTF2_UNDEFINED_SYSTEM_TREE_NODE;
      const SpurOtf2Node *node;
      gpointer name;

      /* A device is in a host. */
      spur_otf2_definitions_find_host (definitions, group_id, &id);
      node = g_hash_table_lookup (definitions->nodes, GUINT_TO_POINTER (id));
      if (node == NULL || !node->is_defined)
        continue;
      name = (gpointer) spur_otf2_definitions_get_string (definitions, node->name);
      if (!g_hash_table_add (seen, name))
        continue;
      g_string_append_printf (hosts, "%s%s", hosts->len > 0 ? ", " : "",
                              g_hash_table_size (seen) <= MAX_HOSTS_NAMED ? (char *) name : "...");
    }
  if (hosts->len > 0)
    spur_trace_set_fact (places->trace, "hosts", hosts->str);
}

/* Adds the definitions to the trace of @places, which is kept by the caller; markers and metrics
 * are added by the caller. */
SpurOtf2Tables *
spur_otf2_tables_new (const SpurOtf2Places *places)
{
  SpurOtf2Tables *self = g_new0 (SpurOtf2Tables, 1);
  const SpurOtf2Definitions *definitions = places->definitions;

  self->trace = places->trace;
  self->places = places;
  self->global_offset = definitions->global_offset;
  self->states = g_hash_table_new (NULL, NULL);
  self->channels = g_hash_table_new_full (NULL, NULL, NULL, free_comm);
  self->region_kinds = g_hash_table_new (NULL, NULL);
  self->windows = g_hash_table_new (NULL, NULL);
  self->groups = g_hash_table_new (NULL, NULL);
  add_classes (self);
  add_strings (self);
  add_states (self, definitions);
  for (guint i = 0; i < definitions->comms->len; i++)
    add_comm (self, &g_array_index (definitions->comms, SpurOtf2Comm, i));
  add_windows (self);
  note_hosts (places);
  return self;
}

void
spur_otf2_tables_free (SpurOtf2Tables *self)
{
  g_hash_table_unref (self->states);
  g_hash_table_unref (self->channels);
  g_hash_table_unref (self->region_kinds);
  g_hash_table_unref (self->windows);
  g_hash_table_unref (self->groups);
  g_free (self->marker_kinds);
  g_free (self);
}

/* %SPUR_NONE for a region that is not defined. */
guint32
spur_otf2_tables_find_state (const SpurOtf2Tables *self, OTF2_RegionRef region)
{
  gpointer state;

  return g_hash_table_lookup_extended (self->states, GUINT_TO_POINTER (region), NULL, &state)
           ? GPOINTER_TO_UINT (state)
           : SPUR_NONE;
}

SpurOtf2RegionKind
spur_otf2_tables_get_region_kind (const SpurOtf2Tables *self, OTF2_RegionRef region)
{
  return (SpurOtf2RegionKind) GPOINTER_TO_UINT (
    g_hash_table_lookup (self->region_kinds, GUINT_TO_POINTER (region)));
}

/* The communicator of a window, or none that can be defined. */
OTF2_CommRef
spur_otf2_tables_find_window (const SpurOtf2Tables *self, OTF2_RmaWinRef window)
{
  gpointer comm;

  return g_hash_table_lookup_extended (self->windows, GUINT_TO_POINTER (window), NULL, &comm)
           ? GPOINTER_TO_UINT (comm)
           : OTF2_UNDEFINED_COMM;
}

/* %SPUR_NONE for a group that is not defined. */
guint32
spur_otf2_tables_find_group (const SpurOtf2Tables *self, OTF2_GroupRef group)
{
  gpointer found;

  return g_hash_table_lookup_extended (self->groups, GUINT_TO_POINTER (group), NULL, &found)
           ? GPOINTER_TO_UINT (found)
           : SPUR_NONE;
}

/* %FALSE, with an empty channel, for a communicator that is not defined. */
gboolean
spur_otf2_tables_find_channel (const SpurOtf2Tables *self,
                               guint place,
                               OTF2_CommRef comm,
                               SpurOtf2Channel *channel)
{
  const Comm *found = g_hash_table_lookup (self->channels, GUINT_TO_POINTER (comm));

  if (found == NULL)
    {
      *channel = (SpurOtf2Channel){ SPUR_NONE, 0, NULL };
      return FALSE;
    }
  *channel = found->channel;
  if (found->self_groups != NULL)
    *channel = (SpurOtf2Channel){ found->self_groups[place], 1, &self->places->all[place].speaker };
  return TRUE;
}
