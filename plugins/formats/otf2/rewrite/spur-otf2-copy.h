/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <gio/gio.h>

#include "plugins/formats/otf2/spur-otf2-records.h"

/* Where a record's fields are, while it is changed. */
typedef struct
{
  guint8 type;
  gboolean is_big_endian;

  /* Behind the record's length. */
  guint8 *fields;
  gsize n_bytes;
} SpurOtf2Record;

/* What is changed in the files of one kind while they are copied record by record. */
typedef struct
{
  SpurOtf2FileKind kind;

  /* Of files with times: the new time of a record; %FALSE sets the error. */
  gboolean (*get_time) (
    gpointer user_data, guint8 type, guint64 old_time, guint64 *new_time, GError **error);

  /* Changes the fields where they are. (nullable) */
  void (*change) (gpointer user_data, SpurOtf2Record *record);

  /* Puts other fields in the place of those of a record. (nullable) Returns whether it did. */
  gboolean (*replace) (gpointer user_data, const SpurOtf2Record *record, GByteArray *fields);
} SpurOtf2CopyClass;

/* A file of an archive that is copied. */
typedef struct
{
  const SpurOtf2CopyClass *class;
  gpointer user_data;
  const char *from;
  const char *to;
  guint64 chunk_bytes;
  GCancellable *cancellable;
} SpurOtf2Copy;

gboolean spur_otf2_copy_run (const SpurOtf2Copy *self, GError **error);

gboolean spur_otf2_copy_get_first_time (const char *path, guint64 *time, GError **error);

gboolean spur_otf2_take_number (const SpurOtf2Record *record, gsize *at, guint64 *number);

void spur_otf2_add_number (GByteArray *fields, guint64 number, gboolean is_big_endian);
