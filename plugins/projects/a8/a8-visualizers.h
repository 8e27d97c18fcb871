/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-lo-creation-visualizer.h"
#include "visualizers/spur-lo-message-visualizer.h"

G_BEGIN_DECLS

/**
 * A8CallSendVisualizer:
 *
 * The arrow of a call of a depot.
 */
#define A8_TYPE_CALL_SEND_VISUALIZER (a8_call_send_visualizer_get_type ())
G_DECLARE_FINAL_TYPE (
  A8CallSendVisualizer, a8_call_send_visualizer, A8, CALL_SEND_VISUALIZER, SpurLoMessageVisualizer)

/**
 * A8ReturnSendVisualizer:
 *
 * The arrow of the answer of a depot.
 */
#define A8_TYPE_RETURN_SEND_VISUALIZER (a8_return_send_visualizer_get_type ())
G_DECLARE_FINAL_TYPE (A8ReturnSendVisualizer,
                      a8_return_send_visualizer,
                      A8,
                      RETURN_SEND_VISUALIZER,
                      SpurLoMessageVisualizer)

/**
 * A8LoadIndexSendVisualizer:
 *
 * The arrow of a load index; thin, because there are many.
 */
#define A8_TYPE_LOAD_INDEX_SEND_VISUALIZER (a8_load_index_send_visualizer_get_type ())
G_DECLARE_FINAL_TYPE (A8LoadIndexSendVisualizer,
                      a8_load_index_send_visualizer,
                      A8,
                      LOAD_INDEX_SEND_VISUALIZER,
                      SpurLoMessageVisualizer)

/**
 * A8SphereCreationSendVisualizer:
 *
 * The arrow of an actor sphere that is created elsewhere.
 */
#define A8_TYPE_SPHERE_CREATION_SEND_VISUALIZER (a8_sphere_creation_send_visualizer_get_type ())
G_DECLARE_FINAL_TYPE (A8SphereCreationSendVisualizer,
                      a8_sphere_creation_send_visualizer,
                      A8,
                      SPHERE_CREATION_SEND_VISUALIZER,
                      SpurLoMessageVisualizer)

/**
 * A8LocationSendVisualizer:
 *
 * The arrow of the news of where an actor is.
 */
#define A8_TYPE_LOCATION_SEND_VISUALIZER (a8_location_send_visualizer_get_type ())
G_DECLARE_FINAL_TYPE (A8LocationSendVisualizer,
                      a8_location_send_visualizer,
                      A8,
                      LOCATION_SEND_VISUALIZER,
                      SpurLoMessageVisualizer)

/**
 * A8DepotCreationVisualizer:
 *
 * A small square where a depot is created; an actor has the usual sign.
 */
#define A8_TYPE_DEPOT_CREATION_VISUALIZER (a8_depot_creation_visualizer_get_type ())
G_DECLARE_FINAL_TYPE (A8DepotCreationVisualizer,
                      a8_depot_creation_visualizer,
                      A8,
                      DEPOT_CREATION_VISUALIZER,
                      SpurLoCreationVisualizer)

G_END_DECLS
