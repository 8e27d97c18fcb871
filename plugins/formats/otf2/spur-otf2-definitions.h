/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>
#include <otf2/otf2.h>

G_BEGIN_DECLS

typedef struct
{
  OTF2_LocationRef id;
  OTF2_StringRef name;
  OTF2_LocationType type;
  guint64 n_events;
  OTF2_LocationGroupRef group;
} SpurOtf2Location;

typedef struct
{
  OTF2_StringRef name;
  OTF2_SystemTreeNodeRef node;
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

  /* What members of communicators count in: of the paradigm MPI, and by paradigm of all. */
  const SpurOtf2Group *comm_locations;
  GHashTable *paradigm_locations;
} SpurOtf2Definitions;

SpurOtf2Definitions *
spur_otf2_definitions_read (OTF2_Reader *reader, const char *path, GError **error);

void spur_otf2_definitions_free (SpurOtf2Definitions *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurOtf2Definitions, spur_otf2_definitions_free)

const char *spur_otf2_definitions_get_string (const SpurOtf2Definitions *self, OTF2_StringRef id);

/* The node on which a location group runs and whose memory, and so whose clock, its locations
 * share. FALSE where the archive does not say which one that is. */
gboolean spur_otf2_definitions_find_host (const SpurOtf2Definitions *self,
                                          OTF2_LocationGroupRef group,
                                          OTF2_SystemTreeNodeRef *host);

G_END_DECLS
