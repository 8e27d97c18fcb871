/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/spur-clock-chain.h"
#include "core/plugin/spur-registry.h"

G_BEGIN_DECLS

#define SPUR_TYPE_PROJECT (spur_project_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurProject, spur_project, SPUR, PROJECT, GObject)

/**
 * SpurColorOf:
 * @SPUR_COLOR_OF_STATE: a state, by its name
 * @SPUR_COLOR_OF_CLASS: an event class, by its name
 * @SPUR_COLOR_OF_KIND: a kind of active objects, in the application's words
 *
 * What a project can give a colour.
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_COLOR_OF_STATE,
  SPUR_COLOR_OF_CLASS,
  SPUR_COLOR_OF_KIND,
} SpurColorOf;

/**
 * SpurShownUnit:
 * @name: the unit that is shown
 * @numerator: what is shown is the value times this,
 * @denominator: divided by this; both are above 0
 * @n_digits: digits after the point, at most 9
 *
 * How numbers of a field are shown to a person.
 *
 * Since: 1.0
 */
typedef struct
{
  const char *name;
  guint64 numerator;
  guint64 denominator;
  guint n_digits;
} SpurShownUnit;

SPUR_AVAILABLE_IN_ALL
SpurProject *spur_project_load (SpurRegistry *registry, const char *name, GError **error);

SPUR_AVAILABLE_IN_ALL
SpurProject *spur_project_read (SpurRegistry *registry, const char *name, GError **error);

SPUR_AVAILABLE_IN_ALL
char **spur_project_list (SpurRegistry *registry);

SPUR_AVAILABLE_IN_ALL
const char *spur_project_get_name (SpurProject *self);

SPUR_AVAILABLE_IN_ALL
const char *spur_project_get_description (SpurProject *self);

SPUR_AVAILABLE_IN_ALL
const char *spur_project_get_path (SpurProject *self);

SPUR_AVAILABLE_IN_ALL
char **spur_project_dup_plugins (SpurProject *self);

SPUR_AVAILABLE_IN_ALL
char **spur_project_dup_event_classes (SpurProject *self);

SPUR_AVAILABLE_IN_ALL
char **spur_project_dup_formats (SpurProject *self);

SPUR_AVAILABLE_IN_ALL
SpurClockChain *spur_project_make_chain (SpurProject *self, const char *methods, GError **error);

SPUR_AVAILABLE_IN_ALL
gboolean spur_project_check_trace (SpurProject *self, SpurTrace *trace, GError **error);

SPUR_AVAILABLE_IN_ALL
gboolean spur_project_has_delays (SpurProject *self);

SPUR_AVAILABLE_IN_ALL
gboolean
spur_project_add_delays (SpurProject *self, SpurDelays *delays, SpurTrace *trace, GError **error);

/* What the projects that a registry has loaded say */

SPUR_AVAILABLE_IN_ALL
SpurProject *spur_registry_find_correcting_project (SpurRegistry *self);

SPUR_AVAILABLE_IN_ALL
gboolean spur_registry_find_color (
  SpurRegistry *self, SpurColorOf of, const char *name, guint32 *light, guint32 *dark);

SPUR_AVAILABLE_IN_ALL
gboolean spur_registry_find_class_color (SpurRegistry *self,
                                         const SpurEventLayout *layout,
                                         guint32 *light,
                                         guint32 *dark);

SPUR_AVAILABLE_IN_ALL
const SpurShownUnit *
spur_registry_find_unit (SpurRegistry *self, const SpurEventLayout *layout, guint field);

SPUR_AVAILABLE_IN_ALL
const SpurShownUnit *spur_registry_find_unit_of (SpurRegistry *self, const char *unit);

SPUR_AVAILABLE_IN_ALL
void spur_registry_set_parameters (SpurRegistry *self,
                                   const SpurEventLayout *layout,
                                   GObject *visualizer);

SPUR_AVAILABLE_IN_ALL
char *spur_shown_unit_format (const SpurShownUnit *self, SpurFieldType type, guint64 bits);

G_END_DECLS
