/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Communicators, as groups of the recording: all members give one and the same name. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugins/layers/mpi/spur-mpi-layer.h"

/* Of more communicators than these only the sums are told. */
#define MAX_TOLD 1000

#define MAX_NAME_BYTES 200

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static SpurMpiComm *all;
static uint32_t n_told;
static uint64_t untold[SPUR_MPI_N_COUNTS];
static int keyval = MPI_KEYVAL_INVALID;
/* Changes with every communicator that goes, so that a new one is not taken for it. */
static uint32_t generation;

/* Communicators are made by a few of the members only, too: counted by what these agree on. */
typedef struct Turn Turn;
struct Turn
{
  char *key;
  uint32_t n_done;
  Turn *next;
};

static Turn *turns;

SpurMpiComm *
spur_mpi_comm_ref (SpurMpiComm *self)
{
  if (self != NULL)
    __atomic_fetch_add (&self->n_users, 1, __ATOMIC_RELAXED);
  return self;
}

/* What went through a communicator, as a fact of the recording. */
static void
tell_counts (const char *name, const uint64_t counts[SPUR_MPI_N_COUNTS])
{
  static const char *const names[SPUR_MPI_N_COUNTS] = { "sends",
                                                        "sent bytes",
                                                        "receives",
                                                        "received bytes",
                                                        "collectives",
                                                        "collective sent bytes",
                                                        "collective received bytes" };
  char key[MAX_NAME_BYTES + 64], value[320];
  int n_bytes = 0;

  if (counts[SPUR_MPI_SENDS] + counts[SPUR_MPI_RECEIVES] + counts[SPUR_MPI_COLLECTIVES] == 0)
    return;
  snprintf (key, sizeof key, "mpi rank %d: %s", spur_mpi_layer.rank, name);
  for (int i = 0; i < SPUR_MPI_N_COUNTS; i++)
    n_bytes += snprintf (value + n_bytes, sizeof value - (size_t) n_bytes, "%s%s %llu",
                         i > 0 ? ", " : "", names[i], (unsigned long long) counts[i]);
  spur_record_fact (spur_mpi_layer.record, key, value);
}

static void
tell_comm (const SpurMpiComm *self)
{
  if (n_told++ < MAX_TOLD)
    tell_counts (self->name, self->counts);
  else
    for (int i = 0; i < SPUR_MPI_N_COUNTS; i++)
      untold[i] += self->counts[i];
}

void
spur_mpi_comm_unref (SpurMpiComm *self)
{
  if (self == NULL || __atomic_sub_fetch (&self->n_users, 1, __ATOMIC_ACQ_REL) > 0)
    return;
  pthread_mutex_lock (&mutex);
  *self->link = self->next;
  if (self->next != NULL)
    self->next->link = self->link;
  if (spur_mpi_layer.is_on)
    tell_comm (self);
  pthread_mutex_unlock (&mutex);
  free (self->name);
  free (self->peers);
  free (self);
}

static int
forget_comm (MPI_Comm comm, int key, void *value, void *extra)
{
  __atomic_fetch_add (&generation, 1, __ATOMIC_RELEASE);
  spur_mpi_comm_unref (value);
  return MPI_SUCCESS;
}

int *
spur_mpi_get_ranks (MPI_Group group, int *n_members)
{
  int *ranks, *world_ranks;
  int n = 0;

  PMPI_Group_size (group, &n);
  *n_members = n > 0 ? n : 0;
  if (n <= 0)
    return NULL;
  ranks = malloc ((size_t) n * sizeof *ranks);
  world_ranks = malloc ((size_t) n * sizeof *world_ranks);
  for (int i = 0; ranks != NULL && i < n; i++)
    ranks[i] = i;
  if (ranks == NULL || world_ranks == NULL ||
      PMPI_Group_translate_ranks (group, n, ranks, spur_mpi_layer.world_group, world_ranks) !=
        MPI_SUCCESS)
    {
      *n_members = 0;
      free (world_ranks);
      world_ranks = NULL;
    }
  free (ranks);
  return world_ranks;
}

/* A process that did not start together with this one has no object. */
SpurRecordObject *
spur_mpi_get_objects (MPI_Group group, int *n_members)
{
  int *ranks = spur_mpi_get_ranks (group, n_members);
  SpurRecordObject *objects = ranks != NULL ? malloc ((size_t) *n_members * sizeof *objects) : NULL;

  if (objects == NULL)
    *n_members = 0;
  for (int i = 0; i < *n_members; i++)
    objects[i] = ranks[i] >= 0 && ranks[i] < spur_mpi_layer.n_ranks
                   ? spur_mpi_layer.objects[ranks[i]]
                   : SPUR_RECORD_NO_OBJECT;
  free (ranks);
  return objects;
}

/* Both sides of an inter-communicator have to see the same group: the side of the least object
 * comes first. */
static SpurRecordGroup
make_union (
  const char *name, const SpurRecordObject *a, int n_a, const SpurRecordObject *b, int n_b)
{
  SpurRecordObject *both = malloc ((size_t) (n_a + n_b) * sizeof *both);
  bool is_first = n_b == 0 || (n_a > 0 && a[0].id < b[0].id);
  SpurRecordGroup group;

  if (both == NULL)
    return SPUR_RECORD_NO_GROUP;
  memcpy (is_first ? both : both + n_b, a, (size_t) n_a * sizeof *both);
  memcpy (is_first ? both + n_a : both, b, (size_t) n_b * sizeof *both);
  group = spur_record_group (spur_mpi_layer.record, name, both, (uint32_t) (n_a + n_b));
  free (both);
  return group;
}

static void
find_members (SpurMpiComm *self, MPI_Comm comm)
{
  MPI_Group group, remote;
  SpurRecordObject *members;
  int n_members, is_inter = 0;

  PMPI_Comm_test_inter (comm, &is_inter);
  PMPI_Comm_rank (comm, &self->rank);
  PMPI_Comm_group (comm, &group);
  members = spur_mpi_get_objects (group, &n_members);
  PMPI_Group_free (&group);
  self->is_inter = is_inter;
  if (!is_inter)
    {
      self->peers = members;
      self->n_peers = n_members;
      self->group =
        spur_record_group (spur_mpi_layer.record, self->name, members, (uint32_t) n_members);
      self->peers_group = self->group;
      return;
    }
  PMPI_Comm_remote_group (comm, &remote);
  self->peers = spur_mpi_get_objects (remote, &self->n_peers);
  PMPI_Group_free (&remote);
  self->group = make_union (self->name, members, n_members, self->peers, self->n_peers);
  self->peers_group =
    spur_record_group (spur_mpi_layer.record, self->name, self->peers, (uint32_t) self->n_peers);
  free (members);
}

static void
link_up (SpurMpiComm *self)
{
  pthread_mutex_lock (&mutex);
  self->next = all;
  self->link = &all;
  if (all != NULL)
    all->link = &self->next;
  all = self;
  pthread_mutex_unlock (&mutex);
}

/* Takes the name. */
static SpurMpiComm *
make_comm (MPI_Comm comm, char *name)
{
  SpurMpiComm *self = calloc (1, sizeof *self);

  if (self == NULL || name == NULL)
    {
      free (self);
      free (name);
      return NULL;
    }
  self->name = name;
  self->n_users = 1;
  find_members (self, comm);
  link_up (self);
  return self;
}

/* Takes the name. */
SpurMpiComm *
spur_mpi_comm_copy (const SpurMpiComm *from, char *name)
{
  SpurMpiComm *self = calloc (1, sizeof *self);
  size_t n_bytes = (size_t) from->n_peers * sizeof *self->peers;

  if (self == NULL || (self->peers = malloc (n_bytes + 1)) == NULL)
    {
      free (self);
      free (name);
      return NULL;
    }
  memcpy (self->peers, from->peers, n_bytes);
  self->name = name;
  self->n_peers = from->n_peers;
  self->rank = from->rank;
  self->is_inter = from->is_inter;
  self->n_users = 1;
  self->group =
    spur_record_group (spur_mpi_layer.record, name, self->peers, (uint32_t) self->n_peers);
  self->peers_group = self->group;
  link_up (self);
  return self;
}

static SpurMpiComm *
adopt_comm (MPI_Comm comm, char *name)
{
  SpurMpiComm *self = make_comm (comm, name);

  if (self == NULL || PMPI_Comm_set_attr (comm, keyval, self) == MPI_SUCCESS)
    return self;
  spur_mpi_comm_unref (self);
  return NULL;
}

void
spur_mpi_comm_adopt (MPI_Comm comm, char *name)
{
  if (comm == MPI_COMM_NULL || !spur_mpi_layer.is_on)
    free (name);
  else
    adopt_comm (comm, name);
}

SpurMpiComm *
spur_mpi_comm_find (MPI_Comm comm)
{
  static __thread struct
  {
    MPI_Comm comm;
    uint32_t generation;
    SpurMpiComm *found;
  } last;
  uint32_t now = __atomic_load_n (&generation, __ATOMIC_ACQUIRE);
  void *value = NULL;
  int is_there = 0;

  if (!spur_mpi_layer.is_on || comm == MPI_COMM_NULL)
    return NULL;
  if (comm == MPI_COMM_WORLD)
    return spur_mpi_layer.world;
  if (comm == MPI_COMM_SELF)
    return spur_mpi_layer.alone;
  if (last.found != NULL && last.comm == comm && last.generation == now)
    return last.found;
  if (PMPI_Comm_get_attr (comm, keyval, &value, &is_there) != MPI_SUCCESS)
    return NULL;
  /* One that came into being unseen. Its members know that they are these, and no more. */
  last.found = is_there ? value : adopt_comm (comm, strdup ("MPI communicator of unknown origin"));
  last.comm = comm;
  last.generation = now;
  return last.found;
}

static uint32_t
take_turn (const char *key)
{
  uint32_t n_done = 0;
  Turn *turn;

  pthread_mutex_lock (&mutex);
  turn = turns;
  while (turn != NULL && strcmp (turn->key, key) != 0)
    turn = turn->next;
  if (turn == NULL)
    {
      turn = calloc (1, sizeof *turn);
      if (turn != NULL && (turn->key = strdup (key)) != NULL)
        {
          turn->next = turns;
          turns = turn;
        }
    }
  if (turn != NULL)
    n_done = ++turn->n_done;
  pthread_mutex_unlock (&mutex);
  return n_done;
}

/* All members of @parent make communicators from it in the same order. Where only some do, as with
 * MPI_Comm_create_group, @how says which: it has their group and tag. */
char *
spur_mpi_comm_make_name (MPI_Comm parent, const char *how)
{
  SpurMpiComm *self = spur_mpi_comm_find (parent);
  const char *from = self != NULL ? self->name : "MPI";
  char name[MAX_NAME_BYTES];
  uint32_t turn;

  if (!spur_mpi_layer.is_on)
    return NULL;
  if (strchr (how, ':') != NULL)
    {
      snprintf (name, sizeof name, "%.100s, %s", from, how);
      turn = take_turn (name);
    }
  else
    turn = self != NULL ? __atomic_add_fetch (&self->n_made, 1, __ATOMIC_RELAXED) : 0;
  snprintf (name, sizeof name, "%.100s, %s %u", from, how, turn);
  return strdup (name);
}

SpurRecordGroup
spur_mpi_comm_choose (SpurMpiComm *self, const int *ranks, int n_ranks)
{
  SpurRecordObject *members;
  SpurRecordGroup group;
  uint32_t n_members = 0;

  if (n_ranks == 0)
    return SPUR_RECORD_NO_GROUP;
  members = malloc ((size_t) n_ranks * sizeof *members);
  for (int i = 0; members != NULL && i < n_ranks; i++)
    {
      if (ranks[i] >= 0 && ranks[i] < self->n_peers)
        members[n_members++] = self->peers[ranks[i]];
    }
  group = members != NULL
            ? spur_record_group (spur_mpi_layer.record, self->name, members, n_members)
            : SPUR_RECORD_NO_GROUP;
  free (members);
  return group;
}

void
spur_mpi_comms_begin (void)
{
  PMPI_Comm_create_keyval (MPI_COMM_NULL_COPY_FN, forget_comm, &keyval, NULL);
  spur_mpi_layer.world = make_comm (MPI_COMM_WORLD, strdup ("MPI_COMM_WORLD"));
  spur_mpi_layer.alone = make_comm (MPI_COMM_SELF, strdup ("MPI_COMM_SELF"));
}

void
spur_mpi_comms_end (void)
{
  pthread_mutex_lock (&mutex);
  for (const SpurMpiComm *comm = all; comm != NULL; comm = comm->next)
    tell_comm (comm);
  tell_counts ("other communicators", untold);
  pthread_mutex_unlock (&mutex);
}
