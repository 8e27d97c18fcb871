/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/objects/spur-lm-component.h"
#include "core/model/objects/spur-target.h"

G_BEGIN_DECLS

/**
 * A8Host:
 *
 * A host of the distributed operating system.
 */
#define A8_TYPE_HOST (a8_host_get_type ())
G_DECLARE_FINAL_TYPE (A8Host, a8_host, A8, HOST, SpurTarget)

/**
 * A8Actor:
 *
 * An active object: a thread, and with its depots an actor sphere.
 */
#define A8_TYPE_ACTOR (a8_actor_get_type ())
G_DECLARE_FINAL_TYPE (A8Actor, a8_actor, A8, ACTOR, SpurLoadObject)

/**
 * A8Depot:
 *
 * A passive object that actors use, one at a time.
 */
#define A8_TYPE_DEPOT (a8_depot_get_type ())
G_DECLARE_FINAL_TYPE (A8Depot, a8_depot, A8, DEPOT, SpurLoadObject)

/**
 * A8Manager:
 *
 * The load management of a host: it tells load indices, and chooses hosts for new actor spheres.
 */
#define A8_TYPE_MANAGER (a8_manager_get_type ())
G_DECLARE_FINAL_TYPE (A8Manager, a8_manager, A8, MANAGER, SpurLmComponent)

G_END_DECLS
