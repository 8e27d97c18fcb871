/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Finds the sections of a container, and leaves no byte of it unchecked but those of chunks. */
#include <string.h>

#include "core/base/spur-bytes-private.h"
#include "core/base/spur-error-internal.h"
#include "core/store/container/spur-container-internal.h"

/* Always FALSE, for a caller to return. */
gboolean
spur_container_fail (const SpurContainerImage *image,
                     GError **error,
                     SpurStoreError code,
                     guint64 offset,
                     const char *format,
                     ...)
{
  SPUR_FORMAT_MESSAGE (text, format);

  return spur_error_set (error, SPUR_STORE_ERROR, code, "%s:0x%" G_GINT64_MODIFIER "x: %s",
                         image->path, offset, text);
}

static gboolean
check_hash (const SpurContainerImage *image,
            const char *what,
            guint64 offset,
            guint64 expected,
            guint64 found,
            GError **error)
{
  if (found == expected || image->trust_checksums)
    return TRUE;
  return spur_container_fail (image, error, SPUR_STORE_ERROR_CHECKSUM, offset,
                              "the %s was changed: its checksum is %016" G_GINT64_MODIFIER
                              "x, it must be %016" G_GINT64_MODIFIER "x; get the file anew",
                              what, found, expected);
}

static gboolean
check_magic (const SpurContainerImage *image, GError **error)
{
  const char *magic = SPUR_CONTAINER_MAGIC;
  gsize n_bytes = MIN (image->n_bytes, SPUR_CONTAINER_MAGIC_BYTES);

  if (image->n_bytes == 0)
    return spur_container_fail (image, error, SPUR_STORE_ERROR_TRUNCATED, 0, "the file is empty");
  if (memcmp (image->bytes, magic, n_bytes) == 0)
    return TRUE;
  if (memcmp (image->bytes, magic, MIN (n_bytes, SPUR_CONTAINER_NAME_BYTES)) != 0)
    return spur_container_fail (image, error, SPUR_STORE_ERROR_FORMAT, 0,
                                "this is no Spur container, it does not begin with \\x89SPUR");
  return spur_container_fail (image, error, SPUR_STORE_ERROR_FORMAT, SPUR_CONTAINER_NAME_BYTES,
                              "line ends were converted on the way here; copy the file in binary "
                              "mode");
}

static gboolean
check_preamble (SpurContainerImage *image, GError **error)
{
  guint major;
  guint32 order;

  if (!check_magic (image, error))
    return FALSE;
  if (image->n_bytes < SPUR_CONTAINER_PREAMBLE_BYTES)
    return spur_container_fail (image, error, SPUR_STORE_ERROR_TRUNCATED, image->n_bytes,
                                "the file ends within its first %d bytes",
                                SPUR_CONTAINER_PREAMBLE_BYTES);
  order = spur_get_le32 (image->bytes + 12);
  if (order == GUINT32_SWAP_LE_BE (SPUR_CONTAINER_BYTE_ORDER))
    return spur_container_fail (image, error, SPUR_STORE_ERROR_FORMAT, 12,
                                "the file is big-endian, a container is little-endian; write it "
                                "anew");
  if (order != SPUR_CONTAINER_BYTE_ORDER)
    return spur_container_fail (image, error, SPUR_STORE_ERROR_FORMAT, 12,
                                "the byte-order test is 0x%08x, it must be 0x%08x", order,
                                SPUR_CONTAINER_BYTE_ORDER);
  major = spur_get_le16 (image->bytes + 8);
  image->minor = spur_get_le16 (image->bytes + 10);
  if (major != SPUR_CONTAINER_MAJOR)
    return spur_container_fail (image, error, SPUR_STORE_ERROR_VERSION, 8,
                                "the file is of container version %u.%u, this program reads "
                                "version %d; take the program that wrote it, or a newer Spur",
                                major, image->minor, SPUR_CONTAINER_MAJOR);
  return TRUE;
}

/* The footer: where the directory is, how big the file is, checksums, end mark. */
static gboolean
check_footer (const SpurContainerImage *image,
              guint64 *directory,
              guint32 *n_entries,
              GError **error)
{
  guint64 at = MAX (image->n_bytes, SPUR_CONTAINER_FOOTER_BYTES) - SPUR_CONTAINER_FOOTER_BYTES;
  const guint8 *footer = image->bytes + at;
  SpurHash hash;

  if (at < SPUR_CONTAINER_PREAMBLE_BYTES ||
      memcmp (footer + 40, SPUR_CONTAINER_END_MAGIC, SPUR_CONTAINER_MAGIC_BYTES) != 0)
    return spur_container_fail (image, error, SPUR_STORE_ERROR_TRUNCATED, image->n_bytes,
                                "the file ends without its end mark; it was cut off, get it anew");
  spur_hash_init (&hash);
  spur_hash_add (&hash, image->bytes, SPUR_CONTAINER_PREAMBLE_BYTES);
  spur_hash_add (&hash, footer, 32);
  if (!check_hash (image, "footer or first line", at, spur_get_le64 (footer + 32),
                   spur_hash_get (&hash), error))
    return FALSE;
  if (spur_get_le64 (footer + 8) != image->n_bytes)
    return spur_container_fail (image, error, SPUR_STORE_ERROR_TRUNCATED, at + 8,
                                "the file has %" G_GUINT64_FORMAT " bytes, it must have "
                                "%" G_GUINT64_FORMAT,
                                image->n_bytes, spur_get_le64 (footer + 8));
  *directory = spur_get_le64 (footer);
  *n_entries = spur_get_le32 (footer + 16);
  if (*directory % 8 != 0 || *directory < SPUR_CONTAINER_PREAMBLE_BYTES || *directory > at ||
      at - *directory != *n_entries * (guint64) SPUR_CONTAINER_ENTRY_BYTES)
    return spur_container_fail (image, error, SPUR_STORE_ERROR_FORMAT, at,
                                "the directory of %u sections cannot begin at 0x%" G_GINT64_MODIFIER
                                "x",
                                *n_entries, *directory);
  if (spur_get_le32 (footer + 20) != 0)
    return spur_container_fail (image, error, SPUR_STORE_ERROR_FORMAT, at + 20, "it must be 0");
  return check_hash (image, "directory", *directory, spur_get_le64 (footer + 24),
                     spur_hash_bytes (image->bytes + *directory, at - *directory), error);
}

static gboolean
check_padding (const SpurContainerImage *image, guint64 begin, guint64 end, GError **error)
{
  for (guint64 i = begin; i < end; i++)
    {
      if (image->bytes[i] != 0)
        return spur_container_fail (image, error, SPUR_STORE_ERROR_CHECKSUM, i,
                                    "the byte between two sections is %u, it must be 0",
                                    image->bytes[i]);
    }
  return TRUE;
}

/* Sections lie one behind the other, so that every byte belongs to one. */
static gboolean
read_entry (const SpurContainerImage *image,
            guint64 at,
            guint64 expected_offset,
            guint64 directory,
            SpurContainerSection *section,
            GError **error)
{
  const guint8 *entry = image->bytes + at;

  section->offset = spur_get_le64 (entry + 8);
  section->n_bytes = spur_get_le64 (entry + 16);
  section->hash = spur_get_le64 (entry + 24);
  if (section->offset != expected_offset || section->offset > directory ||
      section->n_bytes > directory - section->offset)
    return spur_container_fail (
      image, error, SPUR_STORE_ERROR_FORMAT, at,
      "section %.8s of %" G_GUINT64_FORMAT " bytes at 0x%" G_GINT64_MODIFIER
      "x does not begin at 0x%" G_GINT64_MODIFIER "x and end before the "
      "directory",
      (const char *) entry, section->n_bytes, section->offset, expected_offset);
  return check_padding (image, section->offset + section->n_bytes,
                        spur_container_align (section->offset + section->n_bytes), error);
}

static gboolean
check_section (const SpurContainerImage *image,
               guint kind,
               const char *name,
               const SpurContainerSection *section,
               GError **error)
{
  /* Every chunk has its own checksum. */
  if (kind == SPUR_CONTAINER_CHUNKS)
    return section->hash == 0 ||
           spur_container_fail (image, error, SPUR_STORE_ERROR_FORMAT, section->offset,
                                "the checksum of the chunks must be 0, each has its own");
  return check_hash (image, name, section->offset, section->hash,
                     spur_hash_bytes (image->bytes + section->offset, section->n_bytes), error);
}

static gboolean
is_named (const char *name, guint kind)
{
  return strcmp (name, spur_container_section_names[kind]) == 0;
}

static gboolean
read_directory (SpurContainerImage *image, guint64 directory, guint32 n_entries, GError **error)
{
  guint64 next = SPUR_CONTAINER_PREAMBLE_BYTES;

  for (guint i = 0; i < n_entries; i++)
    {
      guint64 at = directory + i * (guint64) SPUR_CONTAINER_ENTRY_BYTES;
      char name[SPUR_CONTAINER_NAME_MAX + 1] = { 0 };
      SpurContainerSection section;
      guint kind;

      memcpy (name, image->bytes + at, SPUR_CONTAINER_NAME_MAX);
      if (i == 0)
        image->has_chunks_first = is_named (name, SPUR_CONTAINER_CHUNKS);
      kind = i < SPUR_CONTAINER_N_SECTIONS ? spur_container_orders[image->has_chunks_first][i] : i;
      if (!read_entry (image, at, next, directory, &section, error) ||
          !check_section (image, kind, name, &section, error))
        return FALSE;
      next = spur_container_align (section.offset + section.n_bytes);
      if (i >= SPUR_CONTAINER_N_SECTIONS)
        continue;
      if (!is_named (name, kind))
        return spur_container_fail (image, error, SPUR_STORE_ERROR_FORMAT, at,
                                    "section %u is “%s”, it must be “%s”", i, name,
                                    spur_container_section_names[kind]);
      image->sections[kind] = section;
    }
  if (n_entries < SPUR_CONTAINER_N_SECTIONS ||
      (n_entries > SPUR_CONTAINER_N_SECTIONS && image->minor <= SPUR_CONTAINER_MINOR))
    return spur_container_fail (image, error, SPUR_STORE_ERROR_FORMAT, directory,
                                "there are %u sections, there must be %d", n_entries,
                                SPUR_CONTAINER_N_SECTIONS);
  return next == directory ||
         spur_container_fail (image, error, SPUR_STORE_ERROR_FORMAT, next,
                              "the bytes up to the directory are of no section");
}

gboolean
spur_container_frame_read (SpurContainerImage *image, GError **error)
{
  guint64 directory = 0;
  guint32 n_entries = 0;

  return check_preamble (image, error) && check_footer (image, &directory, &n_entries, error) &&
         read_directory (image, directory, n_entries, error) &&
         (image->sections[SPUR_CONTAINER_HEADER].n_bytes <= G_MAXINT ||
          spur_container_fail (image, error, SPUR_STORE_ERROR_RANGE,
                               image->sections[SPUR_CONTAINER_HEADER].offset,
                               "the header is bigger than %d bytes", G_MAXINT));
}
