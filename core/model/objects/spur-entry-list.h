/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/events/spur-meaning.h"

G_BEGIN_DECLS

/**
 * SpurEntry:
 * @name: what it is, as in "memory"; empty where the list is an array
 * @unit: (nullable): the unit of its value, as in "bytes", "ns" or "1/s"
 * @type: %SPUR_FIELD_UINT64, %SPUR_FIELD_INT64, %SPUR_FIELD_DOUBLE or %SPUR_FIELD_STRING
 * @bits: its value; the bits of a double, 0 for a string
 * @text: (nullable): its value where @type is %SPUR_FIELD_STRING
 *
 * A typed value with a name and a unit.
 *
 * Since: 1.0
 */
typedef struct
{
  const char *name;
  const char *unit;
  SpurFieldType type;
  guint64 bits;
  const char *text;
} SpurEntry;

#define SPUR_TYPE_ENTRY_LIST (spur_entry_list_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurEntryList, spur_entry_list, SPUR, ENTRY_LIST, GObject)

/**
 * SpurEntryListClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurEntryListClass
{
  GObjectClass parent_class;

  /*< private >*/
  gpointer _reserved[8];
};

SPUR_AVAILABLE_IN_ALL
SpurEntryList *spur_entry_list_new (GType type);

SPUR_AVAILABLE_IN_ALL
void spur_entry_list_add (SpurEntryList *self, const SpurEntry *entry);

SPUR_AVAILABLE_IN_ALL
void
spur_entry_list_add_uint (SpurEntryList *self, const char *name, const char *unit, guint64 value);

SPUR_AVAILABLE_IN_ALL
void
spur_entry_list_add_int (SpurEntryList *self, const char *name, const char *unit, gint64 value);

SPUR_AVAILABLE_IN_ALL
void
spur_entry_list_add_double (SpurEntryList *self, const char *name, const char *unit, double value);

SPUR_AVAILABLE_IN_ALL
void spur_entry_list_add_string (SpurEntryList *self,
                                 const char *name,
                                 const char *unit,
                                 const char *value);

SPUR_AVAILABLE_IN_ALL
guint spur_entry_list_get_n_entries (SpurEntryList *self);

SPUR_AVAILABLE_IN_ALL
const SpurEntry *spur_entry_list_get_entry (SpurEntryList *self, guint index);

SPUR_AVAILABLE_IN_ALL
int spur_entry_list_find (SpurEntryList *self, const char *name);

SPUR_AVAILABLE_IN_ALL
char *spur_entry_list_to_string (SpurEntryList *self);

#define SPUR_TYPE_STATE_LIST (spur_state_list_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurStateList, spur_state_list, SPUR, STATE_LIST, SpurEntryList)

/**
 * SpurStateListClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurStateListClass
{
  SpurEntryListClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
SpurEntryList *spur_state_list_new (void);

#define SPUR_TYPE_RESOURCE_LIST (spur_resource_list_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurResourceList, spur_resource_list, SPUR, RESOURCE_LIST, SpurEntryList)

/**
 * SpurResourceListClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurResourceListClass
{
  SpurEntryListClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
SpurEntryList *spur_resource_list_new (void);

G_END_DECLS
