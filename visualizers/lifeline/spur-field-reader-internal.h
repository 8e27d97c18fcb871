/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-trace.h"
#include "visualizers/lifeline/spur-formula-internal.h"

/* A field by its name, wherever events have it: as a field of their class, or among the values that
 * they carry in a list. */
typedef struct
{
  SpurTrace *trace;
  char *name;
  /* By class, -1 where it has no such field. */
  int *field_of_class;
  /* Whether any list has a value of the name. */
  gboolean is_in_lists;
} SpurFieldReader;

/* The value of a field in an event. */
typedef struct
{
  SpurFieldType type;
  guint64 bits;
  /* Of a string. */
  const char *text;
  const char *unit;
} SpurFieldValue;

/* NULL with %SPUR_VIEW_ERROR_OPTION where no event can have such a field. */
SpurFieldReader *spur_field_reader_new (SpurTrace *trace, const char *name, GError **error);

void spur_field_reader_free (SpurFieldReader *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurFieldReader, spur_field_reader_free)

/* FALSE where the event has no value of it. */
gboolean spur_field_reader_read (const SpurFieldReader *self,
                                 guint class_index,
                                 const guint8 *record,
                                 SpurFieldValue *value);

/* What is no number is none, but for text that says one. */
double spur_field_value_to_double (const SpurFieldValue *self);

/* (transfer full): as a person reads it. */
char *spur_field_value_to_text (const SpurFieldValue *self, SpurTrace *trace);

/* Equal values of equal types have the same number, and text that says a number that of this
 * number. Different ones differ but for one in 2^64. */
guint64 spur_field_value_hash (const SpurFieldValue *self, SpurTrace *trace);

/* Mixes the bits of a number, one to one, so that its lower ones are those of a fair sample. */
guint64 spur_hash_mix (guint64 bits);
