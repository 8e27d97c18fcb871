/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/objects/spur-lm-component.h"
#include "core/model/objects/spur-target.h"

G_BEGIN_DECLS

/* A node of the database system, with a disk of its own. */
#define B2_TYPE_NODE (b2_node_get_type ())
G_DECLARE_FINAL_TYPE (B2Node, b2_node, B2, NODE, SpurTarget)

/* A query of a user; it is answered by interpreters. */
#define B2_TYPE_QUERY (b2_query_get_type ())
G_DECLARE_FINAL_TYPE (B2Query, b2_query, B2, QUERY, SpurLoadObject)

/* A process that interprets a partial query. */
#define B2_TYPE_INTERPRETER (b2_interpreter_get_type ())
G_DECLARE_FINAL_TYPE (B2Interpreter, b2_interpreter, B2, INTERPRETER, SpurLoadObject)

/* Assigns interpreters to nodes. */
#define B2_TYPE_SCHEDULER (b2_scheduler_get_type ())
G_DECLARE_FINAL_TYPE (B2Scheduler, b2_scheduler, B2, SCHEDULER, SpurLmComponent)

/* Measures a node. */
#define B2_TYPE_MONITOR (b2_monitor_get_type ())
G_DECLARE_FINAL_TYPE (B2Monitor, b2_monitor, B2, MONITOR, SpurLmComponent)

G_END_DECLS
