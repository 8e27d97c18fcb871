/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>
#include <otf2/otf2.h>

/* A metric of which a location has records, and how many values these have at most. */
typedef struct
{
  OTF2_MetricRef metric;
  guint n_values;
} SpurOtf2MetricUse;

typedef struct
{
  OTF2_LocationRef id;
  OTF2_StringRef name;
  OTF2_LocationType type;
  guint64 n_events;
  OTF2_LocationGroupRef group;

  /* (nullable): of #SpurOtf2MetricUse, in ascending order. Found in its file, because definitions
   * need not say it. */
  const GArray *metrics;
} SpurOtf2Location;

typedef struct
{
  OTF2_StringRef name;
  OTF2_LocationGroupType type;
  OTF2_SystemTreeNodeRef node;
  OTF2_LocationGroupRef creator;
} SpurOtf2LocationGroup;

/* A node of the system tree. */
typedef struct
{
  OTF2_StringRef name;
  OTF2_StringRef class_name;
  OTF2_SystemTreeNodeRef parent;
  gboolean is_defined;
  gboolean has_shared_memory;
} SpurOtf2Node;

typedef struct
{
  OTF2_RegionRef id;
  OTF2_StringRef name;
  OTF2_RegionRole role;
  OTF2_Paradigm paradigm;
} SpurOtf2Region;

typedef struct
{
  OTF2_StringRef name;
  OTF2_GroupType type;
  OTF2_Paradigm paradigm;
  guint n_members;
  guint64 *members;
} SpurOtf2Group;

typedef struct
{
  OTF2_CommRef id;
  OTF2_StringRef name;
  OTF2_GroupRef group;
} SpurOtf2Comm;

typedef struct
{
  OTF2_RmaWinRef id;
  OTF2_CommRef comm;
} SpurOtf2Window;

typedef struct
{
  OTF2_StringRef name;
  OTF2_StringRef unit;
  OTF2_MetricMode mode;
  OTF2_Base base;
  gint64 exponent;
} SpurOtf2MetricMember;

/* A class of metrics, or an instance of one. They share one space of ids. */
typedef struct
{
  /* Of a class. */
  guint n_members;
  OTF2_MetricMemberRef *members;

  /* Of an instance: what it is an instance of, and what it is measured on. */
  gboolean is_instance;
  OTF2_MetricRef instanced;
  OTF2_MetricScope scope;
  guint64 scope_id;
} SpurOtf2Metric;

/* The global definitions that Spur has a use for, as they stand in the archive. They may come in
 * any order and have any ids. */
typedef struct
{
  gboolean has_clock;
  guint64 resolution_hz;
  guint64 global_offset;

  GHashTable *strings;
  GArray *locations;
  GHashTable *location_groups;
  GHashTable *nodes;
  GArray *regions;
  GHashTable *groups;
  GArray *comms;
  GArray *windows;
  GHashTable *metric_members;
  GHashTable *metrics;

  /* What members of communicators count in: of the paradigm MPI, and by paradigm of all. */
  const SpurOtf2Group *comm_locations;
  GHashTable *paradigm_locations;
} SpurOtf2Definitions;

SpurOtf2Definitions *
spur_otf2_definitions_read (OTF2_Reader *reader, const char *path, GError **error);

void spur_otf2_definitions_free (SpurOtf2Definitions *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurOtf2Definitions, spur_otf2_definitions_free)

const char *spur_otf2_definitions_get_string (const SpurOtf2Definitions *self, OTF2_StringRef id);

/* NULL for a location that is not defined. */
const SpurOtf2Location *spur_otf2_definitions_find_location (const SpurOtf2Definitions *self,
                                                             OTF2_LocationRef id);

/* NULL for a metric that is not defined. */
const SpurOtf2Metric *spur_otf2_definitions_find_metric (const SpurOtf2Definitions *self,
                                                         OTF2_MetricRef id);

/* The class of a metric; NULL where it is not defined. */
const SpurOtf2Metric *spur_otf2_definitions_find_metric_class (const SpurOtf2Definitions *self,
                                                               const SpurOtf2Metric *metric);

/* The node whose memory, and so whose clock, everything below a node shares. FALSE where the
 * archive does not say which one that is. */
gboolean spur_otf2_definitions_find_host_of_node (const SpurOtf2Definitions *self,
                                                  OTF2_SystemTreeNodeRef node,
                                                  OTF2_SystemTreeNodeRef *host);

/* The location group whose clock stamps the events of another one: that of the process which a
 * device works for, because the times of devices are translated while they are recorded. */
OTF2_LocationGroupRef spur_otf2_definitions_find_clock_group (const SpurOtf2Definitions *self,
                                                              OTF2_LocationGroupRef group);

/* The node on which a location group runs and whose memory, and so whose clock, its locations
 * share. FALSE where the archive does not say which one that is. */
gboolean spur_otf2_definitions_find_host (const SpurOtf2Definitions *self,
                                          OTF2_LocationGroupRef group,
                                          OTF2_SystemTreeNodeRef *host);
