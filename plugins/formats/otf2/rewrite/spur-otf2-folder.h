/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <gio/gio.h>

#include "plugins/formats/otf2/spur-otf2-anchor.h"

G_BEGIN_DECLS

/* An archive that is being written: in a folder beside its place, until it is complete. */
typedef struct
{
  char *parent;
  char *name;
  char *hidden;
  char *locations;
  /* Whether there is an archive of this name. */
  gboolean is_replacing;
  gboolean is_finished;
} SpurOtf2Folder;

SpurOtf2Folder *spur_otf2_folder_new (const char *output, GError **error);

void spur_otf2_folder_free (SpurOtf2Folder *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurOtf2Folder, spur_otf2_folder_free)

char *spur_otf2_folder_build_path (const SpurOtf2Folder *self, const char *suffix);

char *spur_otf2_folder_build_location_path (const SpurOtf2Folder *self,
                                            guint64 location,
                                            const char *suffix);

gboolean
spur_otf2_folder_copy_rest (SpurOtf2Folder *self, const SpurOtf2Anchor *anchor, GError **error);

gboolean spur_otf2_folder_finish (SpurOtf2Folder *self, GError **error);

G_END_DECLS
