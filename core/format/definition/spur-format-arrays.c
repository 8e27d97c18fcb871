/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Lists and groups that a record has as arrays. */
#include "config.h"

#include "core/format/definition/spur-format-filler-private.h"
#include "core/model/objects/spur-state-list.h"

gboolean
spur_format_builder_put_entries (SpurFormatBuilder *builder,
                                 const SpurFormatOp *op,
                                 const SpurEntry *entries,
                                 guint n_entries,
                                 GError **error)
{
  SpurFormatFiller *self = spur_format_filler (builder);
  SpurList list = { .type = SPUR_TYPE_STATE_LIST,
                    .class_name = "SpurStateList",
                    .n_entries = n_entries,
                    .entries = entries };

  spur_format_builder_put_bits (builder, op, spur_trace_add_list (self->trace, &list));
  return TRUE;
}

gboolean
spur_format_builder_put_members (SpurFormatBuilder *builder,
                                 const SpurFormatOp *op,
                                 const guint32 *members,
                                 guint n_members,
                                 GError **error)
{
  SpurFormatFiller *self = spur_format_filler (builder);

  for (guint i = 0; i < n_members; i++)
    {
      if (members[i] >= self->objects->len && members[i] != SPUR_NONE)
        return spur_format_builder_fail (builder, SPUR_FORMAT_ERROR_DATA, error,
                                         "member %u is object %u, there are %u", i, members[i],
                                         self->objects->len);
    }
  spur_format_builder_put_bits (builder, op,
                                spur_trace_add_group (self->trace, NULL, members, n_members));
  return TRUE;
}
