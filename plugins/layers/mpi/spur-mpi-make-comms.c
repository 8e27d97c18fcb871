/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Functions that make communicators and give them back. */
#include <stdio.h>
#include <stdlib.h>

#include "plugins/layers/mpi/spur-mpi-layer.h"

#define MAX_HOW_BYTES 80

static void
adopt_comm (int result, MPI_Comm *made, char *name)
{
  if (result == MPI_SUCCESS)
    spur_mpi_comm_adopt (*made, name);
  else
    free (name);
}

/* One that is there when a request is complete. */
static void
adopt_later (int result, MPI_Comm *made, char *name, const MPI_Request *handle)
{
  SpurMpiRequest request = { .kind = SPUR_MPI_NEW_COMM, .made = made, .made_name = name };

  if (result == MPI_SUCCESS && name != NULL)
    spur_mpi_request_put (*handle, &request);
  else
    free (name);
}

static uint64_t
hash_ranks (uint64_t hash, MPI_Group group)
{
  int n_members;
  int *ranks = spur_mpi_get_ranks (group, &n_members);

  for (int i = 0; i < n_members; i++)
    hash = (hash ^ (uint64_t) ranks[i]) * 0x100000001b3u;
  free (ranks);
  return hash;
}

#define FIRST_HASH 0xcbf29ce484222325u

/* Only the members of @group make it: what they agree on is their group and the tag. */
static char *
name_by_group (MPI_Comm parent, MPI_Group group, int tag)
{
  char how[MAX_HOW_BYTES];

  if (!spur_mpi_layer.is_on)
    return NULL;
  snprintf (how, sizeof how, "create_group %08x:%d",
            (uint32_t) (hash_ranks (FIRST_HASH, group) >> 32), tag);
  return spur_mpi_comm_make_name (parent, how);
}

/* The two sides have no communicator in common: what they agree on is who they are. */
static char *
name_by_sides (int result, MPI_Comm comm, int tag)
{
  char how[MAX_HOW_BYTES];
  MPI_Group here, there;
  uint64_t sides;

  if (!spur_mpi_layer.is_on || result != MPI_SUCCESS || comm == MPI_COMM_NULL)
    return NULL;
  PMPI_Comm_group (comm, &here);
  PMPI_Comm_remote_group (comm, &there);
  sides = hash_ranks (FIRST_HASH, here) + hash_ranks (FIRST_HASH, there);
  PMPI_Group_free (&here);
  PMPI_Group_free (&there);
  snprintf (how, sizeof how, "intercomm %08x:%d", (uint32_t) (sides >> 32), tag);
  return spur_mpi_comm_make_name (MPI_COMM_NULL, how);
}

#define MAKE(name, how, parameters, arguments)                                                     \
  SPUR_MPI_WRAP (name, parameters, arguments, char *called = spur_mpi_comm_make_name (comm, how),  \
                 adopt_comm (result, made, called))

#pragma GCC visibility push(default)

/* clang-format off */
MAKE (Comm_dup, "dup", (MPI_Comm comm, MPI_Comm *made), (comm, made))
MAKE (Comm_dup_with_info, "dup", (MPI_Comm comm, MPI_Info info, MPI_Comm *made),
      (comm, info, made))
MAKE (Comm_split, "split", (MPI_Comm comm, int colour, int key, MPI_Comm *made),
      (comm, colour, key, made))
MAKE (Comm_split_type, "split", (MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm *made),
      (comm, type, key, info, made))
MAKE (Comm_create, "create", (MPI_Comm comm, MPI_Group group, MPI_Comm *made),
      (comm, group, made))
MAKE (Cart_create, "cart",
      (MPI_Comm comm, int n, const int n_in[], const int is_periodic[], int may_reorder,
       MPI_Comm *made),
      (comm, n, n_in, is_periodic, may_reorder, made))
MAKE (Cart_sub, "cart", (MPI_Comm comm, const int remains[], MPI_Comm *made),
      (comm, remains, made))
MAKE (Graph_create, "graph",
      (MPI_Comm comm, int n, const int places[], const int edges[], int may_reorder,
       MPI_Comm *made),
      (comm, n, places, edges, may_reorder, made))
MAKE (Dist_graph_create, "graph",
      (MPI_Comm comm, int n, const int sources[], const int degrees[], const int targets[],
       const int weights[], MPI_Info info, int may_reorder, MPI_Comm *made),
      (comm, n, sources, degrees, targets, weights, info, may_reorder, made))
MAKE (Dist_graph_create_adjacent, "graph",
      (MPI_Comm comm, int n_in, const int sources[], const int in_weights[], int n_out,
       const int targets[], const int out_weights[], MPI_Info info, int may_reorder,
       MPI_Comm *made),
      (comm, n_in, sources, in_weights, n_out, targets, out_weights, info, may_reorder, made))
MAKE (Intercomm_merge, "merge", (MPI_Comm comm, int is_high, MPI_Comm *made),
      (comm, is_high, made))

SPUR_MPI_WRAP (Comm_create_group, (MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *made),
               (comm, group, tag, made),
               char *called = name_by_group (comm, group, tag), adopt_comm (result, made, called))

SPUR_MPI_WRAP (Intercomm_create,
               (MPI_Comm comm, int leader, MPI_Comm peers, int remote_leader, int tag,
                MPI_Comm *made),
               (comm, leader, peers, remote_leader, tag, made),
               SPUR_MPI_NOTHING, adopt_comm (result, made, name_by_sides (result, *made, tag)))

SPUR_MPI_WRAP (Comm_idup, (MPI_Comm comm, MPI_Comm *made, MPI_Request *request),
               (comm, made, request), char *called = spur_mpi_comm_make_name (comm, "dup"),
               adopt_later (result, made, called, request))

#if MPI_VERSION >= 4
SPUR_MPI_WRAP (Comm_idup_with_info,
               (MPI_Comm comm, MPI_Info info, MPI_Comm *made, MPI_Request *request),
               (comm, info, made, request), char *called = spur_mpi_comm_make_name (comm, "dup"),
               adopt_later (result, made, called, request))
#endif

/* Messages to processes that come later have no partner, but the time that it takes is known. */
SPUR_MPI_PLAIN (Comm_spawn,
                (const char *command, char *arguments[], int n, MPI_Info info, int root,
                 MPI_Comm comm, MPI_Comm *made, int errors[]),
                (command, arguments, n, info, root, comm, made, errors))
SPUR_MPI_PLAIN (Comm_spawn_multiple,
                (int n_commands, char *commands[], char **arguments[], const int n[],
                 const MPI_Info infos[], int root, MPI_Comm comm, MPI_Comm *made, int errors[]),
                (n_commands, commands, arguments, n, infos, root, comm, made, errors))
SPUR_MPI_PLAIN (Comm_accept,
                (const char *port, MPI_Info info, int root, MPI_Comm comm, MPI_Comm *made),
                (port, info, root, comm, made))
SPUR_MPI_PLAIN (Comm_connect,
                (const char *port, MPI_Info info, int root, MPI_Comm comm, MPI_Comm *made),
                (port, info, root, comm, made))

SPUR_MPI_PLAIN (Comm_free, (MPI_Comm *comm), (comm))
SPUR_MPI_PLAIN (Comm_disconnect, (MPI_Comm *comm), (comm))
/* clang-format on */

#pragma GCC visibility pop
