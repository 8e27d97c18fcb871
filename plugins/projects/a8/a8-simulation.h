/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "plugins/projects/kit/sim-program.h"

typedef struct
{
  guint32 object;
  guint host;

  /* Actors that have called and wait for their turn; the first one is being served. */
  GQueue callers;
  guint n_uses;
  gint64 busy_ns;
} A8SimDepot;

typedef struct
{
  guint number;
  guint32 object;
  guint host;

  /* Its creator among the actors, or SPUR_NONE. */
  guint32 creator;
  guint depth;
  guint n_children;
  guint n_bursts_left;
  guint n_uses;
  gint64 busy_ns;
  gboolean is_joining;
  A8SimDepot *depots[2];
  A8SimDepot *called;
  guint32 operation;
} A8SimActor;

typedef struct
{
  guint number;
  guint stream;
  guint32 manager;
  guint slowness;

  /* What waits for the processor: actors, and depots that serve. */
  GQueue jobs;
  gboolean is_busy;
  guint n_actors;
  guint *known_index;
} A8SimHost;

typedef struct
{
  SimWorld *world;
  SimRandom *random;
  guint n_hosts;
  A8SimHost *hosts;
  GPtrArray *actors;
  GPtrArray *depots;
  guint max_actors;
  guint n_living;
  guint32 operations[4];
} A8Simulation;

/* The tags of messages. */
typedef enum
{
  A8_TAG_CALL = 1,
  A8_TAG_RETURN,
  A8_TAG_LOAD,
  A8_TAG_CREATION,
  A8_TAG_LOCATION,
} A8Tag;

A8SimActor *a8_actor (const A8Simulation *self, guint32 number);

/* Actors and depots */

/* An actor that is not anywhere yet; @creator may be SPUR_NONE. */
A8SimActor *a8_actor_new (A8Simulation *self, guint32 creator, guint host);

/* The actor and its depots are on its host from now on, and it wants to run. */
void a8_actor_begin (A8Simulation *self, A8SimActor *actor);

/* Load management */

/* Has an actor sphere created where there is least to do. */
void a8_manager_create (A8Simulation *self, const A8SimActor *creator);
