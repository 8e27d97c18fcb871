/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* A tool for OpenMP, by its interface for tools (OMPT): records parallel regions, the threads of
 * their teams, barriers and locks. It uses OpenMP's runtime and the plain C recorder, nothing else.
 */
#include <omp-tools.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#include "plugins/layers/kit/spur-layer.h"

/* ompt_sync_region_barrier_implicit, which newer headers warn of. */
#define BARRIER_IMPLICIT 2

/* In which order threads get a lock the runtime does not tell: that one was given back it says when
 * the next one may have it already. */
#define NO_ORDER UINT64_MAX

/* The threads of a parallel region. It is freed by its last user. */
typedef struct
{
  uint64_t fork;
  uint64_t join;
  SpurRecordObject object;
  SpurRecordGroup group;
  uint32_t n_members;
  uint32_t n_users;
  SpurRecordObject *members;
  const void *code;
} Team;

/* A thread's part in a team. */
typedef struct
{
  Team *team;
  bool has_ended;
} Part;

static SpurRecord *record;

static __thread struct
{
  bool has_self;
  SpurRecordObject self;
} own;

static SpurRecordObject
get_self (void)
{
  if (!own.has_self)
    own.self = spur_layer_make_self (record, "OpenMP thread");
  own.has_self = true;
  return own.self;
}

static uint64_t
make_number (void)
{
  static uint64_t n_made;

  return spur_layer_make_number (record, __atomic_add_fetch (&n_made, 1, __ATOMIC_RELAXED));
}

static SpurLayerRegion parallel_region = SPUR_LAYER_REGION ("omp parallel", WORK);
static SpurLayerRegion barrier_region = SPUR_LAYER_REGION ("omp barrier", IDLE);

static SpurRecordState
get_state (SpurLayerRegion *region)
{
  return spur_layer_get_state (record, region);
}

static void
leave_team (Team *team)
{
  if (__atomic_sub_fetch (&team->n_users, 1, __ATOMIC_ACQ_REL) > 0)
    return;
  free (team->members);
  free (team);
}

static void
on_parallel_begin (ompt_data_t *task,
                   const ompt_frame_t *frame,
                   ompt_data_t *parallel,
                   unsigned int n_requested,
                   int flags,
                   const void *code)
{
  Team *team = calloc (1, sizeof *team);

  parallel->ptr = team;
  if (team == NULL)
    return;
  team->n_users = 1;
  team->code = code;
  team->fork = make_number ();
  team->join = make_number ();
  team->group = SPUR_RECORD_NO_GROUP;
  team->object =
    spur_record_object (record, SPUR_RECORD_LOAD_OBJECT, "team", "team", SPUR_RECORD_NO_OBJECT);
  spur_record_thread_fork (record, team->object, spur_record_string (record, "parallel region"),
                           get_self (), team->fork);
}

static void
on_parallel_end (ompt_data_t *parallel, ompt_data_t *task, int flags, const void *code)
{
  Team *team = parallel->ptr;

  if (team == NULL)
    return;
  spur_record_thread_join (record, get_self (), team->object, team->join);
  leave_team (team);
  parallel->ptr = NULL;
}

/* The first thread makes room for all. */
static void
enter_team (Team *team, uint32_t n_members, uint32_t place)
{
  SpurRecordObject *members = __atomic_load_n (&team->members, __ATOMIC_ACQUIRE);

  if (members == NULL)
    {
      SpurRecordObject *made = malloc (n_members * sizeof *made);

      for (uint32_t i = 0; made != NULL && i < n_members; i++)
        made[i] = SPUR_RECORD_NO_OBJECT;
      team->n_members = n_members;
      if (__atomic_compare_exchange_n (&team->members, &members, made, false, __ATOMIC_ACQ_REL,
                                       __ATOMIC_ACQUIRE))
        members = made;
      else
        free (made);
    }
  if (members != NULL && place < n_members)
    members[place] = get_self ();
}

static void
begin_part (ompt_data_t *parallel, ompt_data_t *task, uint32_t n_members, uint32_t place)
{
  Team *team = parallel != NULL ? parallel->ptr : NULL;
  Part *part = team != NULL ? calloc (1, sizeof *part) : NULL;

  task->ptr = part;
  if (part == NULL)
    return;
  __atomic_add_fetch (&team->n_users, 1, __ATOMIC_ACQ_REL);
  part->team = team;
  enter_team (team, n_members, place);
  spur_record_thread_begin (record, get_self (), SPUR_RECORD_NO_OBJECT, team->fork);
  spur_record_region_enter (record, get_self (), get_state (&parallel_region));
}

/* The work is done. */
static void
end_part (Part *part)
{
  if (part->has_ended)
    return;
  part->has_ended = true;
  spur_record_region_exit (record, get_self (), get_state (&parallel_region));
  spur_record_thread_end (record, get_self (), part->team->join);
}

static void
on_implicit_task (ompt_scope_endpoint_t endpoint,
                  ompt_data_t *parallel,
                  ompt_data_t *task,
                  unsigned int n_members,
                  unsigned int place,
                  int flags)
{
  Part *part;

  if ((flags & ompt_task_initial) != 0)
    return;
  if (endpoint == ompt_scope_begin)
    {
      begin_part (parallel, task, n_members, place);
      return;
    }
  part = task->ptr;
  if (part == NULL)
    return;
  end_part (part);
  leave_team (part->team);
  free (part);
  task->ptr = NULL;
}

/* All members have begun when the first of them leaves a barrier. */
static SpurRecordGroup
get_group (Team *team)
{
  SpurRecordGroup group = { __atomic_load_n (&team->group.id, __ATOMIC_RELAXED) };

  if (group.id == SPUR_RECORD_NONE && team->members != NULL && team->n_members > 1)
    {
      group = spur_record_group (record, "OpenMP team", team->members, team->n_members);
      __atomic_store_n (&team->group.id, group.id, __ATOMIC_RELAXED);
    }
  return group;
}

static bool
is_barrier (ompt_sync_region_t kind)
{
  return kind != ompt_sync_region_taskwait && kind != ompt_sync_region_taskgroup &&
         kind != ompt_sync_region_reduction;
}

/* The barrier at the end of a parallel region is the thread's end: the runtime keeps the other
 * threads in it until there is something to do again. Before OpenMP 5.1 it is like that at the end
 * of a loop, but it is nowhere, or where the region is. */
static bool
is_last_barrier (ompt_sync_region_t kind, const Team *team, const void *code)
{
  return kind == ompt_sync_region_barrier_implicit_parallel ||
         ((int) kind == BARRIER_IMPLICIT && (code == NULL || code == team->code));
}

static void
on_sync_region (ompt_sync_region_t kind,
                ompt_scope_endpoint_t endpoint,
                ompt_data_t *parallel,
                ompt_data_t *task,
                const void *code)
{
  Part *part = task != NULL ? task->ptr : NULL;

  if (part == NULL || !is_barrier (kind) || part->has_ended)
    return;
  if (is_last_barrier (kind, part->team, code))
    end_part (part);
  else if (endpoint == ompt_scope_begin)
    spur_record_barrier_enter (record, get_self (), get_state (&barrier_region));
  else if (endpoint == ompt_scope_end)
    spur_record_barrier_exit (record, get_self (), get_state (&barrier_region),
                              get_group (part->team), SPUR_LAYER_BARRIER);
}

static SpurRecordState
get_lock_state (ompt_mutex_t kind)
{
  static SpurLayerRegion critical = SPUR_LAYER_REGION ("omp critical", IDLE);
  static SpurLayerRegion ordered = SPUR_LAYER_REGION ("omp ordered", IDLE);
  static SpurLayerRegion atomic = SPUR_LAYER_REGION ("omp atomic", IDLE);
  static SpurLayerRegion lock = SPUR_LAYER_REGION ("omp lock", IDLE);

  return get_state (kind == ompt_mutex_critical  ? &critical
                    : kind == ompt_mutex_ordered ? &ordered
                    : kind == ompt_mutex_atomic  ? &atomic
                                                 : &lock);
}

static uint32_t
get_lock (ompt_wait_id_t wait)
{
  uint64_t number = (spur_record_get_origin (record) ^ wait) * 0x9e3779b97f4a7c15u;

  return (uint32_t) (number >> 32);
}

static void
on_mutex_acquire (
  ompt_mutex_t kind, unsigned int hint, unsigned int how, ompt_wait_id_t wait, const void *code)
{
  spur_record_region_enter (record, get_self (), get_lock_state (kind));
}

static void
on_mutex_acquired (ompt_mutex_t kind, ompt_wait_id_t wait, const void *code)
{
  spur_record_lock_acquire (record, get_self (), get_lock (wait), NO_ORDER);
  spur_record_region_exit (record, get_self (), get_lock_state (kind));
}

static void
on_mutex_released (ompt_mutex_t kind, ompt_wait_id_t wait, const void *code)
{
  spur_record_lock_release (record, get_self (), get_lock (wait), NO_ORDER);
}

/* The only thread of a child is another one than that of the parent. */
static void
after_fork_in_child (void)
{
  own.has_self = false;
}

static int
start_tool (ompt_function_lookup_t look_up, int device, ompt_data_t *tool)
{
  ompt_set_callback_t set = (ompt_set_callback_t) look_up ("ompt_set_callback");

  if (set == NULL)
    return 0;
  record = spur_record_get ();
  pthread_atfork (NULL, NULL, after_fork_in_child);
  set (ompt_callback_parallel_begin, (ompt_callback_t) on_parallel_begin);
  set (ompt_callback_parallel_end, (ompt_callback_t) on_parallel_end);
  set (ompt_callback_implicit_task, (ompt_callback_t) on_implicit_task);
  set (ompt_callback_sync_region, (ompt_callback_t) on_sync_region);
  set (ompt_callback_mutex_acquire, (ompt_callback_t) on_mutex_acquire);
  set (ompt_callback_mutex_acquired, (ompt_callback_t) on_mutex_acquired);
  set (ompt_callback_mutex_released, (ompt_callback_t) on_mutex_released);
  return 1;
}

static void
end_tool (ompt_data_t *tool)
{
  spur_record_calibrate (record);
  spur_record_flush (record);
}

/* By this name the runtime looks for a tool. */
__attribute__ ((visibility ("default"))) ompt_start_tool_result_t *
ompt_start_tool (unsigned int version, const char *runtime);

ompt_start_tool_result_t *
ompt_start_tool (unsigned int version, const char *runtime)
{
  static ompt_start_tool_result_t result = { start_tool, end_tool, { 0 } };
  const char *where = secure_getenv ("SPUR_RECORD");

  return where != NULL && *where != '\0' ? &result : NULL;
}
