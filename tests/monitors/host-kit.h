/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

#include "plugins/monitors/host/spur-host-source.h"

G_BEGIN_DECLS

/* A host of which there is nothing but the files that a test writes, and what a source says of it.
 */
typedef struct
{
  SpurHostSink sink;
  SpurHostContext context;
  char *root;
  const SpurHostSource *source;
  void *state;

  /* Copies of the rows, with texts that stay. */
  GPtrArray *rows;
  GPtrArray *parts;
  GPtrArray *resources;
  GPtrArray *notes;
} HostKit;

HostKit *host_kit_new (const SpurHostSource *source);

void host_kit_free (HostKit *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HostKit, host_kit_free)

/* Into the very file that is there, as the kernel does it. */
void host_kit_put (HostKit *self, const char *path, const char *text);

void host_kit_put_bytes (HostKit *self, const char *path, gconstpointer bytes, gsize n_bytes);

void host_kit_remove (HostKit *self, const char *path);

/* A file of tests/data/host-vm-2. */
char *host_kit_get_recorded (const char *look, const char *path, gsize *n_bytes);

/* Everything of a look of tests/data/host-vm-2. */
void host_kit_put_look (HostKit *self, const char *look);

/* FALSE where the source has nothing to look at. */
gboolean host_kit_open (HostKit *self);

/* Forgets the rows before. */
void host_kit_sample (HostKit *self);

/* The row of a part, which must be there. */
const SpurHostRow *host_kit_find (HostKit *self, SpurHostTableId table, const char *part);

guint host_kit_count (HostKit *self, SpurHostTableId table);

gint64 host_kit_get (const SpurHostRow *row, const char *column);

const char *host_kit_get_text (const SpurHostRow *row, const char *column);

/* Rows of any table that no host could give: shares above 1, counts below 0. */
void host_kit_check_rows (HostKit *self);

G_END_DECLS
