/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Words and texts of the container's header. */
#include "core/base/spur-escape-internal.h"
#include "core/store/container/spur-container-internal.h"

const char *const spur_container_section_names[SPUR_CONTAINER_N_SECTIONS] = {
  "header", "chunks", "strings", "lists", "objects", "groups", "previous", "knots", "index",
};

const SpurContainerSectionKind spur_container_orders[2][SPUR_CONTAINER_N_SECTIONS] = {
  { SPUR_CONTAINER_HEADER, SPUR_CONTAINER_CHUNKS, SPUR_CONTAINER_STRINGS, SPUR_CONTAINER_LISTS,
    SPUR_CONTAINER_OBJECTS, SPUR_CONTAINER_GROUPS, SPUR_CONTAINER_PREVIOUS, SPUR_CONTAINER_KNOTS,
    SPUR_CONTAINER_INDEX },
  { SPUR_CONTAINER_CHUNKS, SPUR_CONTAINER_HEADER, SPUR_CONTAINER_STRINGS, SPUR_CONTAINER_LISTS,
    SPUR_CONTAINER_OBJECTS, SPUR_CONTAINER_GROUPS, SPUR_CONTAINER_PREVIOUS, SPUR_CONTAINER_KNOTS,
    SPUR_CONTAINER_INDEX },
};

const SpurContainerTable spur_container_tables[SPUR_CONTAINER_N_TABLES] = {
  { "strings", SPUR_CONTAINER_STRINGS, { { "text", "text" } } },
  { "lists", SPUR_CONTAINER_LISTS, { { "type", "uint32" }, { "entries", "entries" } } },
  { "objects",
    SPUR_CONTAINER_OBJECTS,
    { { "type", "uint32" },
      { "parent", "object" },
      { "attributes", "list" },
      { "origin", "uint64" },
      { "number", "uint64" },
      { "name", "text" },
      { "kind", "text" } } },
  { "groups", SPUR_CONTAINER_GROUPS, { { "name", "text" }, { "members", "objects" } } },
  { "previous",
    SPUR_CONTAINER_PREVIOUS,
    { { "event", "uint64" },
      { "previous-event", "uint64" },
      { "stream", "uint32" },
      { "previous-stream", "uint32" } } },
  { "knots",
    SPUR_CONTAINER_KNOTS,
    { { "event", "uint64" }, { "from-ns", "int64" }, { "to-ns", "int64" } } },
  { "index",
    SPUR_CONTAINER_INDEX,
    { { "offset", "uint64" },
      { "checksum", "uint64" },
      { "base-ticks", "int64" },
      { "bytes", "uint32" },
      { "events", "uint32" },
      { "stream", "uint32" },
      { "zero", "uint32" } } },
};

/* Line ends and control characters would not come back from an attribute, and bytes that are no
 * UTF-8 and the two last code points of the first plane are no XML. */
void
spur_container_append_text (GString *xml, const char *text)
{
  for (const char *c = text; *c != '\0';)
    {
      gunichar character = g_utf8_get_char_validated (c, -1);
      gsize n_bytes;

      if (character >= (gunichar) -2 || character == 0xfffe || character == 0xffff ||
          character < 0x20 || character == 0x7f)
        {
          g_string_append_printf (xml, "\\x%02x", (guint) (guchar) *c++);
          continue;
        }
      n_bytes = (gsize) (g_utf8_next_char (c) - c);
      if (character == '\\')
        g_string_append (xml, "\\\\");
      else if (spur_xml_get_entity (character) != NULL)
        g_string_append (xml, spur_xml_get_entity (character));
      else
        g_string_append_len (xml, c, (gssize) n_bytes);
      c += n_bytes;
    }
}

char *
spur_container_unescape (const char *text, const char *end, char *out)
{
  while (text < end)
    {
      if (*text != '\\')
        {
          *out++ = *text++;
          continue;
        }
      if (end - text >= 2 && text[1] == '\\')
        {
          *out++ = '\\';
          text += 2;
          continue;
        }
      if (end - text < 4 || text[1] != 'x' || !g_ascii_isxdigit (text[2]) ||
          !g_ascii_isxdigit (text[3]))
        return NULL;
      *out = (char) (g_ascii_xdigit_value (text[2]) * 16 + g_ascii_xdigit_value (text[3]));
      if (*out++ == '\0')
        return NULL;
      text += 4;
    }
  return out;
}
