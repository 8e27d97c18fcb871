/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* A container made of its sections, or taken as it is. */
#include "config.h"

#include <string.h>

#include "core/base/spur-bytes-private.h"
#include "core/store/container/spur-container-internal.h"
#include "tests/fuzz/container-frame.h"

#define MARKER "\n%%\n"

static void
put_zeros (GByteArray *file)
{
  static const guint8 zeros[8];

  g_byte_array_append (file, zeros, (guint) (spur_container_align (file->len) - file->len));
}

static void
put_entry (GByteArray *directory, guint section, guint64 offset, guint64 n_bytes)
{
  guint8 entry[SPUR_CONTAINER_ENTRY_BYTES] = { 0 };
  const char *name = spur_container_section_names[section];

  memcpy (entry, name, strlen (name));
  spur_put_le64 (entry + 8, offset);
  spur_put_le64 (entry + 16, n_bytes);
  g_byte_array_append (directory, entry, sizeof entry);
}

/* Where chunks are follows from how big they are. */
static void
set_chunk_offsets (guint8 *index, gsize n_bytes, guint64 offset)
{
  for (; n_bytes >= SPUR_CONTAINER_INDEX_BYTES; n_bytes -= SPUR_CONTAINER_INDEX_BYTES)
    {
      spur_put_le64 (index, offset);
      offset += spur_get_le32 (index + 24);
      index += SPUR_CONTAINER_INDEX_BYTES;
    }
}

static GBytes *
assemble (const guint8 *data, gsize size)
{
  static const guint8 preamble[] = { 0x89, 'S', 'P', 'U', 'R', '\r', '\n', '\n',
                                     1,    0,   0,   0,   4,   3,    2,    1 };
  GByteArray *file = g_byte_array_new ();
  g_autoptr (GByteArray) directory = g_byte_array_new ();
  guint8 footer[SPUR_CONTAINER_FOOTER_BYTES] = { 0 };
  const guint8 *end = data + size;
  guint64 chunks_offset = 0;

  g_byte_array_append (file, preamble, sizeof preamble);
  /* Every other one is of a newer minor version, where less is refused. */
  file->data[10] = SPUR_CONTAINER_MINOR + size % 2;
  for (guint i = 0; i < SPUR_CONTAINER_N_SECTIONS; i++)
    {
      const guint8 *marker = memmem (data, (gsize) (end - data), MARKER, strlen (MARKER));
      const guint8 *stop = marker != NULL ? marker : end;
      guint offset = file->len;

      g_byte_array_append (file, data, (guint) (stop - data));
      if (i == SPUR_CONTAINER_CHUNKS)
        chunks_offset = offset;
      if (i == SPUR_CONTAINER_INDEX)
        set_chunk_offsets (file->data + offset, file->len - offset, chunks_offset);
      put_entry (directory, i, offset, file->len - offset);
      put_zeros (file);
      data = marker != NULL ? marker + strlen (MARKER) : end;
    }
  spur_put_le64 (footer, file->len);
  g_byte_array_append (file, directory->data, directory->len);
  spur_put_le64 (footer + 8, file->len + sizeof footer);
  spur_put_le32 (footer + 16, SPUR_CONTAINER_N_SECTIONS);
  memcpy (footer + 40, SPUR_CONTAINER_END_MAGIC, SPUR_CONTAINER_MAGIC_BYTES);
  g_byte_array_append (file, footer, sizeof footer);
  return g_byte_array_free_to_bytes (file);
}

GBytes *
container_frame_make (const guint8 *data, gsize size)
{
  if (size >= SPUR_CONTAINER_NAME_BYTES &&
      memcmp (data, SPUR_CONTAINER_MAGIC, SPUR_CONTAINER_NAME_BYTES) == 0)
    return g_bytes_new (data, size);
  return assemble (data, size);
}
