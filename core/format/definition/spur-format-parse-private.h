/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/format/definition/spur-format-definition-private.h"

G_BEGIN_DECLS

/* Parts of the reading of a definition; see spur-format-definition.c. */

gboolean
spur_format_parse_classes (SpurFormatDefinition *self, const xmlNode *node, GError **error);

gboolean spur_format_parse_items (SpurFormatDefinition *self,
                                  SpurFormatRule *rule,
                                  const xmlNode *node,
                                  GError **error);

/* What the schema cannot check. */
gboolean spur_format_parse_check (SpurFormatDefinition *self, GError **error);

G_END_DECLS
