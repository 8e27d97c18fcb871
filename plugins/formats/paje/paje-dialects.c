/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What the format leaves to its tracers: the names of states and of what things run on. */
#include "plugins/formats/paje/paje-reading.h"

#include <string.h>

typedef struct
{
  const char *name;
  SpurStateKind kind;
} NamedKind;

/* Compared without case. */
static const NamedKind kinds[] = {
  /* SimGrid: the states of actors (src/instr). */
  { "suspend", SPUR_STATE_IDLE },
  { "sleep", SPUR_STATE_IDLE },
  { "receive", SPUR_STATE_COMMUNICATION },
  { "send", SPUR_STATE_COMMUNICATION },
  /* StarPU: the states of threads, workers and the communication thread (fxt_tool). */
  { "Idle", SPUR_STATE_IDLE },
  { "Sleeping", SPUR_STATE_IDLE },
  { "Blocked", SPUR_STATE_IDLE },
  { "Initializing", SPUR_STATE_OVERHEAD },
  { "Deinitializing", SPUR_STATE_OVERHEAD },
  { "Overhead", SPUR_STATE_OVERHEAD },
  { "Scheduling", SPUR_STATE_OVERHEAD },
  { "Progressing", SPUR_STATE_OVERHEAD },
  { "Unpartitioning", SPUR_STATE_OVERHEAD },
  { "Hypervisor", SPUR_STATE_OVERHEAD },
  { "Submitting", SPUR_STATE_OVERHEAD },
  { "FetchingInput", SPUR_STATE_COMMUNICATION },
  { "PushingOutput", SPUR_STATE_COMMUNICATION },
  { "UserTesting", SPUR_STATE_COMMUNICATION },
  { "UserWaiting", SPUR_STATE_COMMUNICATION },
  { "SendSubmitted", SPUR_STATE_COMMUNICATION },
  { "RecieveSubmitted", SPUR_STATE_COMMUNICATION },
  { "SendCompleted", SPUR_STATE_COMMUNICATION },
  { "RecieveCompleted", SPUR_STATE_COMMUNICATION },
  /* Others. */
  { "Waiting", SPUR_STATE_IDLE },
  { "Wait", SPUR_STATE_IDLE },
};

/* Calls of the message layer: SimGrid's SMPI writes the names of the profiling interface. */
static const char *const message_prefixes[] = { "MPI_", "PMPI_", "smpi_" };

SpurStateKind
paje_state_get_kind (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (message_prefixes); i++)
    {
      if (g_ascii_strncasecmp (name, message_prefixes[i], strlen (message_prefixes[i])) == 0)
        return SPUR_STATE_COMMUNICATION;
    }
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      if (g_ascii_strcasecmp (name, kinds[i].name) == 0)
        return kinds[i].kind;
    }
  return SPUR_STATE_WORK;
}

/* SimGrid's platform has hosts, links, routers, and zones of the depth N as "LN", which are known
 * by the hosts in them. Programs may give all of these states of their own. */
gboolean
paje_name_is_host (const char *name)
{
  return strcmp (name, "HOST") == 0;
}

gboolean
paje_name_is_network (const char *name)
{
  return strcmp (name, "LINK") == 0 || strcmp (name, "ROUTER") == 0;
}
