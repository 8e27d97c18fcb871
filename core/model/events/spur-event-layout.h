/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/events/spur-meaning.h"

G_BEGIN_DECLS

#define SPUR_TYPE_EVENT_LAYOUT (spur_event_layout_get_type ())

/**
 * SpurField:
 * @name: the field's name, as in "destination"
 * @description: one sentence for a person
 * @unit: (nullable): the unit of its value, as in "bytes", "ns" or "1/s"
 * @type: how it is packed
 * @use: what it means
 * @offset_bytes: where it lies in the packed record
 *
 * One field of an event class.
 *
 * Since: 1.0
 */
typedef struct
{
  const char *name;
  const char *description;
  const char *unit;
  SpurFieldType type;
  SpurUse use;
  gsize offset_bytes;
} SpurField;

/**
 * SpurEventLayout:
 * @name: the class's name as in TUM-I9909, "LO_Migration_Event"
 * @parent_name: (nullable): the parent class's name
 * @type: the #GType of the class, or of its nearest ancestor that this program knows
 * @role: the causal role
 * @match: how the partner is found
 * @effect: what it does to its subject's state
 * @n_fields: how many fields
 * @fields: (skip) (array length=n_fields): the fields, the ancestors' first; in other languages
 *   spur_event_layout_get_field()
 * @n_bytes: size of a packed record
 * @field_of_use: for every #SpurUse the first field's index, or -1
 *
 * What an event class says of its events: enough to pack, match, correct and draw them without
 * a #GObject. Read-only once its class is initialised.
 *
 * Since: 1.0
 */
typedef struct
{
  char *name;
  char *parent_name;
  GType type;
  SpurRole role;
  SpurMatch match;
  SpurEffect effect;
  guint n_fields;
  SpurField *fields;
  gsize n_bytes;
  gint8 field_of_use[SPUR_N_USES];

  /*< private >*/
  gatomicrefcount ref_count;
  gint is_open;
  gint is_used;
} SpurEventLayout;

/**
 * SPUR_LAYOUT_MAX_FIELDS:
 *
 * The most fields that an event class can have.
 *
 * Since: 1.0
 */
#define SPUR_LAYOUT_MAX_FIELDS 100

SPUR_AVAILABLE_IN_ALL
GType spur_event_layout_get_type (void);

SPUR_AVAILABLE_IN_ALL
SpurEventLayout *
spur_event_layout_new (const char *name, const SpurEventLayout *parent, GType type);

SPUR_AVAILABLE_IN_ALL
SpurEventLayout *spur_event_layout_ref (const SpurEventLayout *self);

SPUR_AVAILABLE_IN_ALL
void spur_event_layout_unref (SpurEventLayout *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurEventLayout, spur_event_layout_unref)

SPUR_AVAILABLE_IN_ALL
guint spur_event_layout_add_field (SpurEventLayout *self,
                                   const char *name,
                                   SpurFieldType type,
                                   SpurUse use,
                                   const char *description);

SPUR_AVAILABLE_IN_ALL
void spur_event_layout_set_unit (SpurEventLayout *self, guint field, const char *unit);

SPUR_AVAILABLE_IN_ALL
const SpurField *spur_event_layout_get_field (const SpurEventLayout *self, guint field);

SPUR_AVAILABLE_IN_ALL
int spur_event_layout_find_field (const SpurEventLayout *self, const char *name);

SPUR_AVAILABLE_IN_ALL
gboolean spur_event_layout_equal (const SpurEventLayout *self, const SpurEventLayout *other);

SPUR_AVAILABLE_IN_ALL
guint64 spur_event_layout_get_uint (const SpurEventLayout *self, guint field, const guint8 *record);

SPUR_AVAILABLE_IN_ALL
void spur_event_layout_set_uint (const SpurEventLayout *self,
                                 guint field,
                                 guint8 *record,
                                 guint64 value);

SPUR_AVAILABLE_IN_ALL
guint64 spur_event_layout_get_use (const SpurEventLayout *self,
                                   SpurUse use,
                                   const guint8 *record,
                                   guint64 if_absent);

G_END_DECLS
