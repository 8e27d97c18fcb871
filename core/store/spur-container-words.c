/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Words and texts of the container's header. */
#include "config.h"

#include <string.h>

#include "core/store/spur-container-private.h"

const char *const spur_container_section_names[SPUR_CONTAINER_N_SECTIONS] = {
  "header", "chunks", "strings", "lists", "objects", "groups", "knots", "index",
};

const SpurContainerTable spur_container_tables[SPUR_CONTAINER_N_TABLES] = {
  { "strings", SPUR_CONTAINER_STRINGS, { { "text", "text" } } },
  { "lists", SPUR_CONTAINER_LISTS, { { "type", "uint32" }, { "entries", "entries" } } },
  { "objects",
    SPUR_CONTAINER_OBJECTS,
    { { "type", "uint32" },
      { "parent", "object" },
      { "attributes", "list" },
      { "name", "text" },
      { "kind", "text" } } },
  { "groups", SPUR_CONTAINER_GROUPS, { { "name", "text" }, { "members", "objects" } } },
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

static const char *const roles[] = {
  [SPUR_ROLE_INTERNAL] = "internal",
  [SPUR_ROLE_SEND] = "send",
  [SPUR_ROLE_RECEIVE] = "receive",
  [SPUR_ROLE_COLLECTIVE_BEGIN] = "collective-begin",
  [SPUR_ROLE_COLLECTIVE_END] = "collective-end",
};

static const char *const matches[] = {
  [SPUR_MATCH_NONE] = "none",
  [SPUR_MATCH_BY_ID] = "by-id",
  [SPUR_MATCH_FIFO] = "fifo",
  [SPUR_MATCH_INSTANCE] = "instance",
};

static const char *const effects[] = {
  [SPUR_EFFECT_NONE] = "none",
  [SPUR_EFFECT_ENTER] = "enter",
  [SPUR_EFFECT_LEAVE] = "leave",
  [SPUR_EFFECT_SET] = "set",
  [SPUR_EFFECT_PLACE] = "place",
  [SPUR_EFFECT_END] = "end",
  [SPUR_EFFECT_BEGIN] = "begin",
  [SPUR_EFFECT_CONNECT] = "connect",
  [SPUR_EFFECT_DISCONNECT] = "disconnect",
  [SPUR_EFFECT_MEASURE] = "measure",
};

static const char *const state_kinds[] = {
  [SPUR_STATE_WORK] = "work",
  [SPUR_STATE_COMMUNICATION] = "communication",
  [SPUR_STATE_OVERHEAD] = "overhead",
  [SPUR_STATE_IDLE] = "idle",
};

static const char *const field_types[] = {
  [SPUR_FIELD_UINT8] = "uint8",   [SPUR_FIELD_UINT16] = "uint16", [SPUR_FIELD_UINT32] = "uint32",
  [SPUR_FIELD_UINT64] = "uint64", [SPUR_FIELD_INT64] = "int64",   [SPUR_FIELD_DOUBLE] = "double",
  [SPUR_FIELD_STRING] = "string", [SPUR_FIELD_OBJECT] = "object", [SPUR_FIELD_STATE] = "state",
  [SPUR_FIELD_GROUP] = "group",   [SPUR_FIELD_LIST] = "list",
};

static const char *const uses[] = {
  [SPUR_USE_NONE] = "none",
  [SPUR_USE_SUBJECT] = "subject",
  [SPUR_USE_PEER] = "peer",
  [SPUR_USE_COMMUNICATOR] = "communicator",
  [SPUR_USE_TAG] = "tag",
  [SPUR_USE_MESSAGE_ID] = "message-id",
  [SPUR_USE_POSTED] = "posted",
  [SPUR_USE_SIZE] = "size",
  [SPUR_USE_STATE] = "state",
  [SPUR_USE_SOURCE] = "source",
  [SPUR_USE_DESTINATION] = "destination",
  [SPUR_USE_PATTERN] = "pattern",
  [SPUR_USE_ROOT] = "root",
  [SPUR_USE_SENT_BYTES] = "sent-bytes",
  [SPUR_USE_RECEIVED_BYTES] = "received-bytes",
  [SPUR_USE_PARENT] = "parent",
  [SPUR_USE_OLD_STATE] = "old-state",
  [SPUR_USE_VALUES] = "values",
  [SPUR_USE_RESOURCES] = "resources",
  [SPUR_USE_MEMBERS] = "members",
  [SPUR_USE_LOAD] = "load",
};

G_STATIC_ASSERT (G_N_ELEMENTS (uses) == SPUR_N_USES);

static const struct
{
  const char *const *names;
  guint n_names;
} words[] = {
  [SPUR_CONTAINER_ROLE] = { roles, G_N_ELEMENTS (roles) },
  [SPUR_CONTAINER_MATCH] = { matches, G_N_ELEMENTS (matches) },
  [SPUR_CONTAINER_EFFECT] = { effects, G_N_ELEMENTS (effects) },
  [SPUR_CONTAINER_STATE_KIND] = { state_kinds, G_N_ELEMENTS (state_kinds) },
  [SPUR_CONTAINER_FIELD_TYPE] = { field_types, G_N_ELEMENTS (field_types) },
  [SPUR_CONTAINER_USE] = { uses, G_N_ELEMENTS (uses) },
};

/* NULL where the model has no such value. */
const char *
spur_container_get_word (SpurContainerWord word, guint value)
{
  return value < words[word].n_names ? words[word].names[value] : NULL;
}

gboolean
spur_container_find_word (SpurContainerWord word, const char *name, guint *value)
{
  for (guint i = 0; i < words[word].n_names; i++)
    {
      if (strcmp (words[word].names[i], name) == 0)
        {
          *value = i;
          return TRUE;
        }
    }
  return FALSE;
}

static void
append_escaped (GString *xml, guchar byte)
{
  g_string_append_printf (xml, "\\x%02x", byte);
}

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
          append_escaped (xml, (guchar) *c++);
          continue;
        }
      n_bytes = (gsize) (g_utf8_next_char (c) - c);
      if (character == '\\')
        g_string_append (xml, "\\\\");
      else if (character == '&')
        g_string_append (xml, "&amp;");
      else if (character == '<')
        g_string_append (xml, "&lt;");
      else if (character == '>')
        g_string_append (xml, "&gt;");
      else if (character == '"')
        g_string_append (xml, "&quot;");
      else
        g_string_append_len (xml, c, (gssize) n_bytes);
      c += n_bytes;
    }
}

/* In place. Bytes that the escaped form has no need to escape may be escaped all the same; NUL may
 * not. */
gboolean
spur_container_unescape (char *text)
{
  char *out = text;

  for (const char *c = text; *c != '\0'; c++)
    {
      if (*c != '\\')
        {
          *out++ = *c;
          continue;
        }
      c++;
      if (*c == '\\')
        {
          *out++ = '\\';
          continue;
        }
      if (*c != 'x' || !g_ascii_isxdigit (c[1]) || !g_ascii_isxdigit (c[2]))
        return FALSE;
      *out = (char) (g_ascii_xdigit_value (c[1]) * 16 + g_ascii_xdigit_value (c[2]));
      if (*out == '\0')
        return FALSE;
      out++;
      c += 2;
    }
  *out = '\0';
  return TRUE;
}
