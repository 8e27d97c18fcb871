/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/spur-edges.h"

G_BEGIN_DECLS

/* As many as a test of rows thinner than a pixel needs. */
#define SYNTHETIC_MAX_TARGETS 1500

/* A small trace made by hand: targets "PE 0" and so on, one stream each, load objects, and the
 * states "work", "wait" and "idle". */
typedef struct
{
  SpurTrace *trace;
  SpurEdges *edges;
  guint n_targets;
  guint32 targets[SYNTHETIC_MAX_TARGETS];
  guint32 objects[8];
  guint32 work;
  guint32 wait;
  guint32 idle;
} Synthetic;

Synthetic *synthetic_new (guint n_targets, guint n_objects);

/* PE 0, 2 and so on are part of host 0 where there are two hosts. */
Synthetic *synthetic_new_on_hosts (guint n_hosts, guint n_targets);
void synthetic_free (Synthetic *self);

/* Appends an event of @type; fields of the uses given, SPUR_USE_NONE ends the list. */
guint64 synthetic_append (Synthetic *self, guint stream, gint64 time_ns, GType type, ...);

void synthetic_enter (Synthetic *self, guint stream, gint64 time_ns, guint32 object, guint32 state);
void synthetic_leave (Synthetic *self, guint stream, gint64 time_ns, guint32 object);

/* A message between two streams, with its events and its edge. */
void synthetic_message (Synthetic *self, guint from, gint64 sent_ns, guint to, gint64 received_ns);

void synthetic_seal (Synthetic *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Synthetic, synthetic_free)

G_END_DECLS
