/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Records as elements, their values as attributes or texts. */
#include "config.h"

#include "core/format/xml/spur-xml-encoding-private.h"
#include "core/format/xml/spur-xml-program-private.h"

const SpurFormatEncoding spur_format_xml = {
  .element = "xml",
  .is_text = TRUE,
  .compile = spur_xml_format_compile,
  .free_compiled = spur_xml_format_free,
  .read = spur_xml_read,
  .write = spur_xml_write,
};
