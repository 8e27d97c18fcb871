/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Lines of key=value, as NetLogger writes them. */
#include "config.h"

#include "core/format/spur-format-encoding-private.h"

static gboolean
compile (SpurFormatDefinition *definition, GError **error)
{
  return TRUE;
}

const SpurFormatEncoding spur_format_key_value = {
  .element = "key-value",
  .is_text = TRUE,
  .compile = compile,
};
