/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The words that files and messages have for what the model enumerates, and how fields are packed.
 */
#include "core/model/events/spur-meaning.h"
#include "core/model/events/spur-event-layout-internal.h"

#include <string.h>

static const char *const roles[] = {
  [SPUR_ROLE_INTERNAL] = "internal",
  [SPUR_ROLE_SEND] = "send",
  [SPUR_ROLE_RECEIVE] = "receive",
  [SPUR_ROLE_COLLECTIVE_BEGIN] = "collective-begin",
  [SPUR_ROLE_COLLECTIVE_END] = "collective-end",
};

static const char *const matches[] = {
  [SPUR_MATCH_NONE] = "none",         [SPUR_MATCH_BY_ID] = "by-id",
  [SPUR_MATCH_FIFO] = "fifo",         [SPUR_MATCH_INSTANCE] = "instance",
  [SPUR_MATCH_HANDOVER] = "handover", [SPUR_MATCH_GATHER] = "gather",
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
  [SPUR_USE_PHASE] = "phase",
  [SPUR_USE_NUMBER] = "number",
};

G_STATIC_ASSERT (G_N_ELEMENTS (uses) == SPUR_N_USES);

static const struct
{
  const char *const *names;
  guint n_names;
} words[] = {
  [SPUR_MEANING_ROLE] = { roles, G_N_ELEMENTS (roles) },
  [SPUR_MEANING_MATCH] = { matches, G_N_ELEMENTS (matches) },
  [SPUR_MEANING_EFFECT] = { effects, G_N_ELEMENTS (effects) },
  [SPUR_MEANING_STATE_KIND] = { state_kinds, G_N_ELEMENTS (state_kinds) },
  [SPUR_MEANING_FIELD_TYPE] = { field_types, G_N_ELEMENTS (field_types) },
  [SPUR_MEANING_USE] = { uses, G_N_ELEMENTS (uses) },
};

/**
 * spur_meaning_get_word:
 * @meaning: what is meant
 * @value: a value of the enumeration
 *
 * Gets the word for @value in files and messages, as in "collective-begin".
 *
 * Returns: (transfer none) (nullable): the word for @value in files and messages, as in
 *   "collective-begin"; %NULL where the enumeration has no such value
 *
 * Since: 1.0
 */
const char *
spur_meaning_get_word (SpurMeaning meaning, guint value)
{
  g_return_val_if_fail ((guint) meaning < G_N_ELEMENTS (words), NULL);

  return value < words[meaning].n_names ? words[meaning].names[value] : NULL;
}

gboolean
spur_meaning_find_word (SpurMeaning meaning, const char *word, guint *value)
{
  for (guint i = 0; i < words[meaning].n_names; i++)
    {
      if (strcmp (words[meaning].names[i], word) == 0)
        {
          *value = i;
          return TRUE;
        }
    }
  return FALSE;
}

/**
 * spur_field_type_get_n_bytes:
 * @type: how a field is packed
 *
 * Gets the field's size in a packed record, in bytes.
 *
 * Returns: the field's size in a packed record, in bytes; 0 where @type is not a field type
 *
 * Since: 1.0
 */
gsize
spur_field_type_get_n_bytes (SpurFieldType type)
{
  static const guint8 n_bytes[] = {
    [SPUR_FIELD_UINT8] = 1,  [SPUR_FIELD_UINT16] = 2, [SPUR_FIELD_UINT32] = 4,
    [SPUR_FIELD_UINT64] = 8, [SPUR_FIELD_INT64] = 8,  [SPUR_FIELD_DOUBLE] = 8,
    [SPUR_FIELD_STRING] = 4, [SPUR_FIELD_OBJECT] = 4, [SPUR_FIELD_STATE] = 4,
    [SPUR_FIELD_GROUP] = 4,  [SPUR_FIELD_LIST] = 4,
  };

  return (gsize) type < G_N_ELEMENTS (n_bytes) ? n_bytes[type] : 0;
}
