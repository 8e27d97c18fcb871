/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Threads: forks, begins, ends and joins, and the order in which they hold locks. */
#include "plugins/formats/otf2/spur-otf2-filler.h"

#include <string.h>

typedef struct SPUR_OTF2_PACKED
{
  guint32 object;
  guint32 type;
  guint32 creator;
  guint64 team;
} ForkRecord;

typedef struct SPUR_OTF2_PACKED
{
  guint32 object;
  guint32 destination;
  guint64 team;
} BeginRecord;

typedef struct SPUR_OTF2_PACKED
{
  guint32 object;
  guint64 join;
} EndRecord;

typedef struct SPUR_OTF2_PACKED
{
  guint32 object;
  guint32 ended;
  guint64 join;
} JoinRecord;

typedef struct SPUR_OTF2_PACKED
{
  guint32 object;
  guint32 lock;
  guint64 order;
} LockRecord;

/* Numbers of teams, of single threads and of what belongs to none are kept apart. */
#define SINGLE_THREAD (G_GUINT64_CONSTANT (1) << 63)
#define NO_TEAM (G_GUINT64_CONSTANT (1) << 62)

typedef struct
{
  OTF2_CommRef comm;
  guint32 group;
  guint64 number;
} Team;

void
spur_otf2_teams_init (SpurOtf2Teams *self)
{
  *self = (SpurOtf2Teams){ .open = g_array_new (FALSE, FALSE, sizeof (Team)),
                           .n_entered = g_hash_table_new (NULL, NULL) };
}

void
spur_otf2_teams_clear (SpurOtf2Teams *self)
{
  g_array_unref (self->open);
  g_hash_table_unref (self->n_entered);
}

guint32
spur_otf2_teams_get_group (const SpurOtf2Teams *self)
{
  return self->open->len > 0 ? g_array_index (self->open, Team, self->open->len - 1).group
                             : SPUR_NONE;
}

static guint64
make_no_team (SpurOtf2Filler *self)
{
  return NO_TEAM | (guint64) self->place << 32 | (self->teams.n_forks++ & G_MAXUINT32);
}

/* Which team it is, is not recorded here: the thread itself enters it next. */
static OTF2_CallbackCode
on_fork (SPUR_OTF2_PARAMETERS, OTF2_Paradigm model, uint32_t n_threads)
{
  SpurOtf2Filler *self = user_data;
  ForkRecord record = { SPUR_NONE, SPUR_NONE, self->target, GUINT64_TO_LE (make_no_team (self)) };
  gint64 ticks = (gint64) (time - self->global_offset);

  self->teams.fork = spur_stream_append_in_place (self->stream, ticks, self->classes.fork);
  memcpy (self->teams.fork, &record, sizeof record);
  self->teams.fork_event = self->n_events++;
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
on_old_fork (SPUR_OTF2_PARAMETERS, uint32_t n_threads)
{
  return on_fork (location, time, position, user_data, attributes, OTF2_PARADIGM_OPENMP, n_threads);
}

static OTF2_CallbackCode
on_team_begin (SPUR_OTF2_PARAMETERS, OTF2_CommRef comm)
{
  SpurOtf2Filler *self = user_data;
  SpurOtf2Teams *teams = &self->teams;
  guint n_entered =
    GPOINTER_TO_UINT (g_hash_table_lookup (teams->n_entered, GUINT_TO_POINTER (comm)));
  Team team = { comm, SPUR_NONE,
                ((guint64) comm << 31 | (n_entered & G_MAXINT32)) & ~SINGLE_THREAD };
  SpurOtf2Channel channel;
  BeginRecord record = { SPUR_NONE, SPUR_NONE, 0 };

  team.number &= ~NO_TEAM;
  g_hash_table_insert (teams->n_entered, GUINT_TO_POINTER (comm), GUINT_TO_POINTER (n_entered + 1));
  if (spur_otf2_tables_find_channel (self->tables, self->place, comm, &channel) &&
      channel.n_members > 1)
    team.group = channel.group;
  g_array_append_val (teams->open, team);
  record.team = GUINT64_TO_LE (team.number);
  if (teams->fork != NULL && teams->fork_event + 1 == self->n_events)
    memcpy (teams->fork + G_STRUCT_OFFSET (ForkRecord, team), &record.team, sizeof record.team);
  teams->fork = NULL;
  return spur_otf2_filler_append (self, time, self->classes.begin, &record, sizeof record);
}

static OTF2_CallbackCode
on_team_end (SPUR_OTF2_PARAMETERS, OTF2_CommRef comm)
{
  SpurOtf2Filler *self = user_data;
  SpurOtf2Teams *teams = &self->teams;
  EndRecord record = { SPUR_NONE, 0 };

  teams->has_left = FALSE;
  for (guint i = teams->open->len; i-- > 0 && !teams->has_left;)
    {
      const Team *team = &g_array_index (teams->open, Team, i);

      if (team->comm != comm)
        continue;
      teams->left = team->number;
      teams->has_left = TRUE;
      g_array_set_size (teams->open, i);
    }
  if (!teams->has_left)
    self->losses[SPUR_OTF2_LOSS_TEAMS]++;
  record.join = GUINT64_TO_LE (teams->has_left ? teams->left : make_no_team (self));
  return spur_otf2_filler_append (self, time, self->classes.end, &record, sizeof record);
}

static OTF2_CallbackCode
on_join (SPUR_OTF2_PARAMETERS, OTF2_Paradigm model)
{
  SpurOtf2Filler *self = user_data;
  SpurOtf2Teams *teams = &self->teams;
  JoinRecord record = { self->target, SPUR_NONE, 0 };

  if (!teams->has_left)
    self->losses[SPUR_OTF2_LOSS_TEAMS]++;
  record.join = GUINT64_TO_LE (teams->has_left ? teams->left : make_no_team (self));
  teams->has_left = FALSE;
  return spur_otf2_filler_append (self, time, self->classes.join, &record, sizeof record);
}

static OTF2_CallbackCode
on_old_join (SPUR_OTF2_PARAMETERS)
{
  return on_join (location, time, position, user_data, attributes, OTF2_PARADIGM_OPENMP);
}

/* Threads that are made one by one have a number in their contingent. */
static guint64
make_single (OTF2_CommRef contingent, uint64_t count)
{
  return GUINT64_TO_LE (SINGLE_THREAD | ((guint64) contingent & G_MAXINT32) << 32 |
                        (count & G_MAXUINT32));
}

/* A record that the first thread of a process begins says nothing of another thread. */
static gboolean
is_initial (const SpurOtf2Filler *self)
{
  return self->tables->places->all[self->place].is_initial;
}

static OTF2_CallbackCode
on_create (SPUR_OTF2_PARAMETERS, OTF2_CommRef contingent, uint64_t count)
{
  SpurOtf2Filler *self = user_data;
  ForkRecord record = { SPUR_NONE, SPUR_NONE, self->target, make_single (contingent, count) };

  return spur_otf2_filler_append (self, time, self->classes.fork, &record, sizeof record);
}

static OTF2_CallbackCode
on_begin (SPUR_OTF2_PARAMETERS, OTF2_CommRef contingent, uint64_t count)
{
  SpurOtf2Filler *self = user_data;
  BeginRecord record = { SPUR_NONE, SPUR_NONE, make_single (contingent, count) };

  if (is_initial (self))
    return spur_otf2_filler_mark (self, time, spur_otf2_marker_find ("ThreadBegin"));
  return spur_otf2_filler_append (self, time, self->classes.begin, &record, sizeof record);
}

static OTF2_CallbackCode
on_end (SPUR_OTF2_PARAMETERS, OTF2_CommRef contingent, uint64_t count)
{
  SpurOtf2Filler *self = user_data;
  EndRecord record = { SPUR_NONE, make_single (contingent, count) };

  if (is_initial (self))
    return spur_otf2_filler_mark (self, time, spur_otf2_marker_find ("ThreadEnd"));
  return spur_otf2_filler_append (self, time, self->classes.end, &record, sizeof record);
}

static OTF2_CallbackCode
on_wait (SPUR_OTF2_PARAMETERS, OTF2_CommRef contingent, uint64_t count)
{
  SpurOtf2Filler *self = user_data;
  JoinRecord record = { self->target, SPUR_NONE, make_single (contingent, count) };

  return spur_otf2_filler_append (self, time, self->classes.join, &record, sizeof record);
}

/* Locks have numbers in their process. OTF2 gives a release the number of its acquisition; here it
 * has that of the next one. */
static OTF2_CallbackCode
append_lock (SpurOtf2Filler *self,
             OTF2_TimeStamp time,
             guint class_index,
             OTF2_Paradigm model,
             uint32_t lock,
             guint64 order)
{
  const SpurOtf2Place *here = &self->tables->places->all[self->place];
  guint32 number = lock < 1 << 16 && here->process < 1 << 16 ? here->process << 16 | lock
                                                             : (here->process * 2654435761u) ^ lock;
  LockRecord record = { self->target, GUINT32_TO_LE (number),
                        GUINT64_TO_LE ((guint64) model << 40 | order) };

  return spur_otf2_filler_append (self, time, class_index, &record, sizeof record);
}

static OTF2_CallbackCode
on_acquire (SPUR_OTF2_PARAMETERS, OTF2_Paradigm model, uint32_t lock, uint32_t order)
{
  SpurOtf2Filler *self = user_data;

  return append_lock (self, time, self->classes.acquire, model, lock, order);
}

static OTF2_CallbackCode
on_release (SPUR_OTF2_PARAMETERS, OTF2_Paradigm model, uint32_t lock, uint32_t order)
{
  SpurOtf2Filler *self = user_data;

  return append_lock (self, time, self->classes.release, model, lock, (guint64) order + 1);
}

static OTF2_CallbackCode
on_old_acquire (SPUR_OTF2_PARAMETERS, uint32_t lock, uint32_t order)
{
  return on_acquire (location, time, position, user_data, attributes, OTF2_PARADIGM_OPENMP, lock,
                     order);
}

static OTF2_CallbackCode
on_old_release (SPUR_OTF2_PARAMETERS, uint32_t lock, uint32_t order)
{
  return on_release (location, time, position, user_data, attributes, OTF2_PARADIGM_OPENMP, lock,
                     order);
}

void
spur_otf2_teams_register (OTF2_EvtReaderCallbacks *callbacks)
{
  OTF2_EvtReaderCallbacks_SetThreadForkCallback (callbacks, on_fork);
  OTF2_EvtReaderCallbacks_SetThreadJoinCallback (callbacks, on_join);
  OTF2_EvtReaderCallbacks_SetThreadTeamBeginCallback (callbacks, on_team_begin);
  OTF2_EvtReaderCallbacks_SetThreadTeamEndCallback (callbacks, on_team_end);
  OTF2_EvtReaderCallbacks_SetThreadCreateCallback (callbacks, on_create);
  OTF2_EvtReaderCallbacks_SetThreadBeginCallback (callbacks, on_begin);
  OTF2_EvtReaderCallbacks_SetThreadEndCallback (callbacks, on_end);
  OTF2_EvtReaderCallbacks_SetThreadWaitCallback (callbacks, on_wait);
  OTF2_EvtReaderCallbacks_SetThreadAcquireLockCallback (callbacks, on_acquire);
  OTF2_EvtReaderCallbacks_SetThreadReleaseLockCallback (callbacks, on_release);
  OTF2_EvtReaderCallbacks_SetOmpForkCallback (callbacks, on_old_fork);
  OTF2_EvtReaderCallbacks_SetOmpJoinCallback (callbacks, on_old_join);
  OTF2_EvtReaderCallbacks_SetOmpAcquireLockCallback (callbacks, on_old_acquire);
  OTF2_EvtReaderCallbacks_SetOmpReleaseLockCallback (callbacks, on_old_release);
}
