/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/model/events/spur-meaning.h"

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
