/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-trace.h"

G_BEGIN_DECLS

/* What a PE does beside entry methods. */
typedef enum
{
  PROJECTIONS_REGION_COMPUTATION,
  PROJECTIONS_REGION_IDLE,
  PROJECTIONS_REGION_PACK,
  PROJECTIONS_REGION_UNPACK,
  PROJECTIONS_REGION_INTERRUPT,
  PROJECTIONS_N_REGIONS,
} ProjectionsRegion;

/* An event class in a trace. */
typedef struct
{
  guint index;
  const SpurEventLayout *layout;
} ProjectionsKind;

/* The event classes and states that events of this format are made of. */
typedef struct
{
  ProjectionsKind begin;
  ProjectionsKind end;
  ProjectionsKind creation;
  ProjectionsKind enter;
  ProjectionsKind exit;
  ProjectionsKind record;
  guint creation_receivers;
  guint record_type;
  guint record_text;
  guint record_value;
  guint32 states[PROJECTIONS_N_REGIONS];
} ProjectionsVocabulary;

void projections_vocabulary_define (ProjectionsVocabulary *self, SpurTrace *trace);

/* The region that a type of record begins or ends, or %PROJECTIONS_N_REGIONS. */
ProjectionsRegion projections_region_of_type (guint type, gboolean *is_begin);

G_END_DECLS
