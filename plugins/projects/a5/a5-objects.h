/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/objects/spur-lm-component.h"
#include "core/model/objects/spur-target.h"

G_BEGIN_DECLS

/* A workstation, which its users use, too. */
#define A5_TYPE_HOST (a5_host_get_type ())
G_DECLARE_FINAL_TYPE (A5Host, a5_host, A5, HOST, SpurTarget)

/* A theorem prover in a process of its own. */
#define A5_TYPE_PROVER (a5_prover_get_type ())
G_DECLARE_FINAL_TYPE (A5Prover, a5_prover, A5, PROVER, SpurLoadObject)

/* Chooses problems and strategies, and places provers on hosts. */
#define A5_TYPE_SUPERVISOR (a5_supervisor_get_type ())
G_DECLARE_FINAL_TYPE (A5Supervisor, a5_supervisor, A5, SUPERVISOR, SpurLmComponent)

/* Watches a host, and starts and ends provers there. */
#define A5_TYPE_DAEMON (a5_daemon_get_type ())
G_DECLARE_FINAL_TYPE (A5Daemon, a5_daemon, A5, DAEMON, SpurLmComponent)

G_END_DECLS
