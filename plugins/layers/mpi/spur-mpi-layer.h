/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The layer between a program and MPI, which records what passes through it: MPI_X() here records,
 * and calls PMPI_X(). It uses MPI and the plain C recorder, nothing else. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* What is defined here has to be seen by the program. */
#pragma GCC visibility push(default)
#include <mpi.h>
#pragma GCC visibility pop

#include "plugins/layers/kit/spur-layer.h"

/* As SpurPattern. */
typedef enum
{
  SPUR_MPI_INTERNAL,
  SPUR_MPI_ONE_TO_N,
  SPUR_MPI_N_TO_ONE,
  SPUR_MPI_N_TO_N,
  SPUR_MPI_BARRIER,
  SPUR_MPI_SCAN,
  SPUR_MPI_EXSCAN,
  SPUR_MPI_PAIRS,
} SpurMpiPattern;

/* What is counted for each communicator. */
typedef enum
{
  SPUR_MPI_SENDS,
  SPUR_MPI_SENT_BYTES,
  SPUR_MPI_RECEIVES,
  SPUR_MPI_RECEIVED_BYTES,
  SPUR_MPI_COLLECTIVES,
  SPUR_MPI_COLLECTIVE_SENT_BYTES,
  SPUR_MPI_COLLECTIVE_RECEIVED_BYTES,
  SPUR_MPI_N_COUNTS,
} SpurMpiCount;

/* A communicator, as long as it or a request of it is there. Messages go to @peers: the members, or
 * those of the other side of an inter-communicator, of which @group has both sides. */
typedef struct SpurMpiComm SpurMpiComm;
struct SpurMpiComm
{
  char *name;
  SpurRecordGroup group;
  SpurRecordGroup peers_group;
  SpurRecordObject *peers;
  int n_peers;
  int rank;
  bool is_inter;
  uint32_t n_users;
  uint32_t n_made;
  uint64_t counts[SPUR_MPI_N_COUNTS];
  SpurMpiComm *next;
  SpurMpiComm **link;
};

typedef struct
{
  SpurRecord *record;
  /* Between MPI_Init and MPI_Finalize. */
  bool is_on;
  bool is_multiple;
  bool has_regions;
  int rank;
  int n_ranks;
  /* The same in all processes that started together. */
  uint64_t job;
  /* By rank in MPI_COMM_WORLD. */
  SpurRecordObject *objects;
  SpurRecordObject self;
  MPI_Group world_group;
  /* For the layer's own messages. */
  MPI_Comm own_comm;
  SpurMpiComm *world;
  SpurMpiComm *alone;
} SpurMpiLayer;

extern SpurMpiLayer spur_mpi_layer;

void spur_mpi_enter (SpurLayerRegion *region);
void spur_mpi_leave (SpurLayerRegion *region);
/* For what is asked again and again: the region is recorded only where something was found. */
uint64_t spur_mpi_look (void);
void spur_mpi_found (SpurLayerRegion *region, uint64_t since_ticks);

/* Adds to what several threads may add to. */
void spur_mpi_count (SpurMpiComm *comm, SpurMpiCount which, uint64_t n);

/* Communicators. None are known where the layer is off: NULL. */
SpurMpiComm *spur_mpi_comm_find (MPI_Comm comm);
SpurMpiComm *spur_mpi_comm_ref (SpurMpiComm *self);
void spur_mpi_comm_unref (SpurMpiComm *self);
void spur_mpi_comms_begin (void);
void spur_mpi_comms_end (void);
/* A name on which all members agree without a word: they make communicators from @parent in the
 * same order. To be freed. */
char *spur_mpi_comm_make_name (MPI_Comm parent, const char *how);
/* One with the same members for something else, as a window. Takes the name. */
SpurMpiComm *spur_mpi_comm_copy (const SpurMpiComm *from, char *name);
/* Takes the name. */
void spur_mpi_comm_adopt (MPI_Comm comm, char *name);
/* The group of some members of a communicator, counted as messages are addressed. */
SpurRecordGroup spur_mpi_comm_choose (SpurMpiComm *self, const int *ranks, int n_ranks);

/* Ranks of a group's processes in MPI_COMM_WORLD, in its order; to be freed. */
int *spur_mpi_get_ranks (MPI_Group group, int *n_members);

/* The objects of a group's processes, in its order; to be freed. NULL where it is empty. */
SpurRecordObject *spur_mpi_get_objects (MPI_Group group, int *n_members);

/* Messages */
typedef struct
{
  uint64_t event;
  SpurRecordStream stream;
} SpurMpiPlace;

uint64_t spur_mpi_get_n_bytes (MPI_Count n, MPI_Datatype type);
/* Where a receive that is posted now stands among those of its thread. */
SpurMpiPlace spur_mpi_post (void);
void spur_mpi_put_send (SpurMpiComm *comm, int to, int tag, uint64_t n_bytes);
/* @place is NULL for a receive that was posted when it was called. */
void spur_mpi_put_receive (SpurMpiComm *comm, const MPI_Status *status, const SpurMpiPlace *place);

/* Collective operations */
typedef struct
{
  const char *name;
  SpurMpiPattern pattern;
  SpurRecordString string;
} SpurMpiOperation;

/* One call of an operation. What is wrong between two different kinds of communicators,
 * spur_mpi_call_end() mends. */
typedef struct
{
  SpurMpiOperation *operation;
  SpurMpiComm *comm;
  SpurMpiPattern pattern;
  int root;
  bool is_root;
  uint64_t me;
  uint64_t n;
  uint64_t sent;
  uint64_t received;
  bool has_senders;
  SpurRecordGroup senders;
  uint64_t request; /* the number of what does not block; 0 where it is not started yet */
} SpurMpiCall;

#define SPUR_MPI_NO_ROOT (-32766)

/* False where nothing is to be recorded. */
bool spur_mpi_call_init (SpurMpiCall *call, SpurMpiOperation *operation, MPI_Comm comm, int root);
void spur_mpi_call_begin (SpurMpiCall *call);
void spur_mpi_call_end (SpurMpiCall *call);
void spur_mpi_call_start (const SpurMpiCall *call, uint64_t request);
/* Before the call, since others may be done before it returns. */
void spur_mpi_call_plan (SpurMpiCall *call, bool is_persistent);
void
spur_mpi_call_ask (SpurMpiCall *call, int result, const MPI_Request *handle, bool is_persistent);
void spur_mpi_call_complete (SpurMpiCall *call, uint64_t request);
/* Who sends something to this member, by what it receives from each. */
void spur_mpi_call_set_senders (SpurMpiCall *call, const bool *does_send);

/* Requests */
typedef enum
{
  SPUR_MPI_RECEIVE,
  SPUR_MPI_SEND,
  SPUR_MPI_COLLECTIVE,
  SPUR_MPI_NEW_COMM,
} SpurMpiRequestKind;

typedef struct
{
  uint64_t handle;
  /* From 1; 0 is no request. */
  uint64_t serial;
  SpurMpiRequestKind kind;
  bool is_persistent;
  bool is_active;
  bool is_cancelled;
  SpurMpiComm *comm;
  SpurMpiPlace place;
  int peer;
  int tag;
  uint64_t n_bytes;
  SpurMpiCall call;
  uint64_t number;
  MPI_Comm *made;
  char *made_name;
} SpurMpiRequest;

/* What was known of a request before MPI was asked for it. */
typedef struct
{
  uint64_t handle;
  uint64_t serial;
} SpurMpiPending;

void spur_mpi_request_put (MPI_Request handle, const SpurMpiRequest *request);
SpurMpiPending spur_mpi_request_note (MPI_Request handle);
/* The request is complete; records what that means. */
void spur_mpi_request_complete (const SpurMpiPending *pending, const MPI_Status *status);
/* Completion was seen without that the request was given back. */
void spur_mpi_request_seen (MPI_Request handle, const MPI_Status *status);
void spur_mpi_request_start (MPI_Request handle);
void spur_mpi_request_cancel (MPI_Request handle);
void spur_mpi_request_drop (MPI_Request handle);
uint64_t spur_mpi_next_number (void);

/* Windows: the group of one is a communicator's, with a name of its own, which is taken. */
void spur_mpi_window_adopt (int result, MPI_Comm comm, MPI_Win win, char *name);
void spur_mpi_window_put (MPI_Win win, int target, MPI_Count n, MPI_Datatype type);
void spur_mpi_window_get (MPI_Win win, int target, MPI_Count n, MPI_Datatype type);

/* Messages that were probed and are to be received. */
void spur_mpi_message_put (MPI_Message message, MPI_Comm comm);
bool spur_mpi_message_take (MPI_Message message, SpurMpiRequest *request);

/* Clocks: what time it is elsewhere, and how long messages take. All ranks come here together. */
void spur_mpi_clocks_begin (void);
void spur_mpi_clocks_measure (void);
void spur_mpi_clocks_end (void);
/* After a collective operation of all ranks, where it is asked for now and then. */
void spur_mpi_clocks_pass (const SpurMpiComm *comm);

/* A function of MPI that records @before and @after the call, where these look at @result. */
#define SPUR_MPI_WRAP(name, parameters, arguments, before, after)                                  \
  int MPI_##name parameters                                                                        \
  {                                                                                                \
    static SpurLayerRegion region = SPUR_LAYER_REGION ("MPI_" #name, COMMUNICATION);               \
    int result;                                                                                    \
                                                                                                   \
    spur_mpi_enter (&region);                                                                      \
    before;                                                                                        \
    result = PMPI_##name arguments;                                                                \
    after;                                                                                         \
    spur_mpi_leave (&region);                                                                      \
    return result;                                                                                 \
  }

/* A single status that the program may not want. */
#define SPUR_MPI_OWN_STATUS                                                                        \
  MPI_Status own;                                                                                  \
  MPI_Status *used = status == MPI_STATUS_IGNORE ? &own : status

#define SPUR_MPI_NOTHING ((void) 0)
#define SPUR_MPI_PLAIN(name, parameters, arguments)                                                \
  SPUR_MPI_WRAP (name, parameters, arguments, SPUR_MPI_NOTHING, SPUR_MPI_NOTHING)

#define SPUR_MPI_UNPACK(...) __VA_ARGS__
