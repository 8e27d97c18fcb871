/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/format/definition/spur-format-encoding-internal.h"

gboolean spur_xml_read (const SpurFormatDefinition *definition,
                        const guint8 *bytes,
                        gsize n_bytes,
                        SpurFormatBuilder *builder,
                        const SpurJob *job,
                        GError **error);

gboolean spur_xml_write (const SpurFormatDefinition *definition,
                         SpurFormatSource *source,
                         SpurFormatOutput *output,
                         const SpurJob *job,
                         GError **error);
