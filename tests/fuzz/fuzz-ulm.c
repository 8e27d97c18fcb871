/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* NetLogger's ULM: lines as programs and Spur write them. */
#include "config.h"

#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/shipped-format.h"

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  static SpurFormatDefinition *definition;

  g_log_set_always_fatal (G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING | G_LOG_FATAL_MASK);
  if (definition == NULL)
    definition = shipped_format_open ("ulm");
  shipped_format_check (definition, data, size, FALSE);
  return 0;
}
