/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

/* What the anchor file NAME.otf2 of an archive says. */
typedef struct
{
  char *path;
  char *folder;
  char *global_definitions;
  char *creator;
  guint64 event_chunk_bytes;
  guint64 definition_chunk_bytes;
  guint64 n_global_definitions;
} SpurOtf2Anchor;

gboolean spur_otf2_anchor_is_one (const char *path);

SpurOtf2Anchor *spur_otf2_anchor_read (const char *path, GError **error);

void spur_otf2_anchor_free (SpurOtf2Anchor *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurOtf2Anchor, spur_otf2_anchor_free)

char *
spur_otf2_anchor_build_path (const SpurOtf2Anchor *self, guint64 location, const char *suffix);
