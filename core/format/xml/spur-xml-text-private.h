/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/format/text/spur-format-output-private.h"

/* Texts and names on their way to and from XML. */

/* Writes a text for an attribute in double quotes, or between elements. With @has_escapes a
 * backslash begins an escape as in the container's header, and every byte comes back; without,
 * FALSE where the text has a character that XML does not have. */
gboolean
spur_xml_put_text (SpurFormatOutput *output, const char *text, gsize n_bytes, gboolean has_escapes);

/* Any name as the name of an element or attribute: what XML does not have in names, and the first
 * byte of names that have a meaning in XML or are one of @taken, becomes _xHH_. */
char *spur_xml_make_name (const char *name, const char *const *taken);

/* Any text back from spur_xml_make_name(); a name without such a part is what it is. */
char *spur_xml_read_name (const char *name, gsize n_bytes);
