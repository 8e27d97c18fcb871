/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-trace.h"
#include "plugins/formats/otf2/spur-otf2-definitions.h"

/* A location that has a stream. */
typedef struct
{
  SpurStream *stream;

  /* What its events happen on; of a location that holds metrics only the first thread of the
   * process that recorded it. */
  guint32 target;

  /* Which process it belongs to, and whether it is that one's first thread, which has no creator.
   */
  guint32 process;
  gboolean is_initial;

  /* The target that stands for the location's process in communicators; it sends and receives
   * whatever thread does so. */
  guint32 speaker;
} SpurOtf2Place;

typedef struct
{
  SpurTrace *trace;
  const SpurOtf2Definitions *definitions;

  /* Those that have events, sorted by id, and the place of each. */
  const SpurOtf2Location *locations;
  SpurOtf2Place *all;
  guint n_locations;

  /* From a location's id to its place, counted from 1. */
  GHashTable *index;
  GHashTable *processes;

  /* Targets by id of what they stand for; clocks, counted from 1, by location group. */
  GHashTable *nodes;
  GHashTable *groups;
  GHashTable *idle_locations;
  GHashTable *clocks;
} SpurOtf2Places;

SpurOtf2Places *spur_otf2_places_new (SpurTrace *trace,
                                      const SpurOtf2Definitions *definitions,
                                      const SpurOtf2Location *locations,
                                      guint n_locations);

void spur_otf2_places_free (SpurOtf2Places *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurOtf2Places, spur_otf2_places_free)

guint32 spur_otf2_places_find_target (const SpurOtf2Places *self, guint64 location);

/* The target that something is measured on; made where nothing ran on it. */
guint32 spur_otf2_places_add_scope (SpurOtf2Places *self, OTF2_MetricScope scope, guint64 scope_id);

typedef struct _SpurOtf2Metrics SpurOtf2Metrics;

SpurOtf2Metrics *spur_otf2_metrics_new (SpurOtf2Places *places);

void spur_otf2_metrics_free (SpurOtf2Metrics *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurOtf2Metrics, spur_otf2_metrics_free)

/* A communicator as the events of one location see it. */
typedef struct
{
  guint32 group;
  guint n_members;
  const guint32 *members;
} SpurOtf2Channel;

typedef enum
{
  SPUR_OTF2_REQUEST_POSTED,
  SPUR_OTF2_REQUEST_SENT,
  SPUR_OTF2_REQUEST_TESTED,
  SPUR_OTF2_REQUEST_CANCELLED,
  SPUR_OTF2_REQUEST_COLLECTIVE,
  SPUR_OTF2_REQUEST_COLLECTIVE_DONE,
  SPUR_OTF2_N_REQUEST_KINDS,
} SpurOtf2RequestKind;

/* OTF2_COLLECTIVE_OP_DESTROY_HANDLE_AND_DEALLOCATE is the last one of OTF2 3.0. */
#define SPUR_OTF2_N_COLLECTIVE_OPS 23

/* What regions tell of the records in them. */
typedef enum
{
  SPUR_OTF2_REGION_OTHER,
  SPUR_OTF2_REGION_BARRIER,
  SPUR_OTF2_REGION_POST,
  SPUR_OTF2_REGION_START,
  SPUR_OTF2_REGION_COMPLETE,
  SPUR_OTF2_REGION_WAIT,
} SpurOtf2RegionKind;

typedef struct
{
  guint enter, leave, send, receive, collective_begin, collective_end, request, send_completion,
    marker;
  guint collective_start, collective_completion, barrier_enter, barrier_exit;
  guint fork, begin, end, join, acquire, release;
  guint put, get, fence, post, start, complete, wait, lock, unlock;
  guint metric, unsigned_metric, signed_metric;
} SpurOtf2Classes;

/* Everything that turns what an event refers to by id into entries of the trace. Read-only while
 * streams are filled. */
typedef struct
{
  SpurTrace *trace;
  guint64 global_offset;
  const SpurOtf2Places *places;
  SpurOtf2Metrics *metrics;
  GHashTable *states;
  GHashTable *channels;

  /* Regions that tell something, the communicators of windows, and groups of processes. */
  GHashTable *region_kinds;
  GHashTable *windows;
  GHashTable *groups;
  SpurOtf2Classes classes;
  guint32 request_kinds[SPUR_OTF2_N_REQUEST_KINDS];
  guint32 operations[SPUR_OTF2_N_COLLECTIVE_OPS];
  guint32 *marker_kinds;
} SpurOtf2Tables;

SpurOtf2Tables *spur_otf2_tables_new (const SpurOtf2Places *places);

void spur_otf2_tables_free (SpurOtf2Tables *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurOtf2Tables, spur_otf2_tables_free)

guint32 spur_otf2_tables_find_state (const SpurOtf2Tables *self, OTF2_RegionRef region);

SpurOtf2RegionKind spur_otf2_tables_get_region_kind (const SpurOtf2Tables *self,
                                                     OTF2_RegionRef region);

OTF2_CommRef spur_otf2_tables_find_window (const SpurOtf2Tables *self, OTF2_RmaWinRef window);

guint32 spur_otf2_tables_find_group (const SpurOtf2Tables *self, OTF2_GroupRef group);

gboolean spur_otf2_tables_find_channel (const SpurOtf2Tables *self,
                                        guint place,
                                        OTF2_CommRef comm,
                                        SpurOtf2Channel *channel);

SpurPattern spur_otf2_pattern_of (OTF2_CollectiveOp operation);
