/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The anchor file, as libotf2 writes it. It is read here too, because libotf2 allocates by the
 * sizes and counts in it without looking at them. */
#include "plugins/formats/otf2/spur-otf2-archive.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/spur-error-internal.h"
#include "core/format/spur-codec.h"

#define SUFFIX ".otf2"
#define MAX_ANCHOR_BYTES (1 << 24)

/* The limits that libotf2 sets on writers. */
#define MIN_CHUNK_BYTES (256 * 1024)
#define MAX_CHUNK_BYTES (16 * 1024 * 1024)

#define KNOWN_FORMAT 3
#define SUBSTRATE_POSIX 1
#define COMPRESSION_NONE 1

typedef struct
{
  const char *path;
  const guint8 *bytes;
  gsize n_bytes;
  gsize at;
  gboolean is_big_endian;
} Reading;

/* A chunk's header without event numbers, then the magic word. */
static gboolean
has_magic (const guint8 *bytes, gsize n_bytes)
{
  return n_bytes >= 7 && bytes[0] == SPUR_OTF2_CHUNK_HEADER &&
         (bytes[1] == SPUR_OTF2_BIG_ENDIAN || bytes[1] == SPUR_OTF2_LITTLE_ENDIAN) &&
         memcmp (bytes + 2, "OTF2", 5) == 0;
}

/* Whether it is an anchor file that libotf2 would open. */
gboolean
spur_otf2_anchor_is_one (const char *path)
{
  guint8 bytes[7];
  struct stat status;
  gboolean is_one;
  int fd;

  if (!g_str_has_suffix (path, SUFFIX))
    return FALSE;
  /* Not blocking, should it be a pipe. */
  fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0)
    return FALSE;
  is_one = fstat (fd, &status) == 0 && S_ISREG (status.st_mode) &&
           read (fd, bytes, sizeof bytes) == (gssize) sizeof bytes &&
           has_magic (bytes, sizeof bytes);
  close (fd);
  return is_one;
}

static gboolean
report_problem (const Reading *reading, int code, const char *what, GError **error)
{
  return spur_error_set (error, SPUR_FORMAT_ERROR, code, "%s:0x%" G_GSIZE_MODIFIER "x: %s",
                         reading->path, reading->at, what);
}

static gboolean
read_number (Reading *reading, guint n_bytes, guint64 *value, GError **error)
{
  if (reading->n_bytes - reading->at < n_bytes)
    return report_problem (reading, SPUR_FORMAT_ERROR_TRUNCATED,
                           "the anchor file ends within a number", error);
  *value = spur_otf2_get_number (reading->bytes + reading->at, n_bytes, reading->is_big_endian);
  reading->at += n_bytes;
  return TRUE;
}

static gboolean
read_string (Reading *reading, char **string, GError **error)
{
  const guint8 *begin = reading->bytes + reading->at;
  const guint8 *zero = memchr (begin, 0, reading->n_bytes - reading->at);

  if (zero == NULL)
    return report_problem (reading, SPUR_FORMAT_ERROR_TRUNCATED,
                           "the anchor file ends within a string", error);
  if (string != NULL)
    *string = g_utf8_make_valid ((const char *) begin, (gssize) (zero - begin));
  reading->at += (gsize) (zero - begin) + 1;
  return TRUE;
}

static gboolean
check_chunk_bytes (const Reading *reading, guint64 n_bytes, GError **error)
{
  g_autofree char *what = NULL;

  if (n_bytes >= MIN_CHUNK_BYTES && n_bytes <= MAX_CHUNK_BYTES)
    return TRUE;
  what = g_strdup_printf ("chunks of %" G_GUINT64_FORMAT " bytes, expected %d to %d", n_bytes,
                          MIN_CHUNK_BYTES, MAX_CHUNK_BYTES);
  return report_problem (reading, SPUR_FORMAT_ERROR_DATA, what, error);
}

/* The part that every version has. */
static gboolean
read_fixed (Reading *reading, SpurOtf2Anchor *anchor, guint64 *format, GError **error)
{
  guint64 versions, substrate, compression, n_locations;

  if (!read_number (reading, 1, format, error) || !read_number (reading, 4, &versions, error) ||
      !read_number (reading, 8, &anchor->event_chunk_bytes, error) ||
      !check_chunk_bytes (reading, anchor->event_chunk_bytes, error) ||
      !read_number (reading, 8, &anchor->definition_chunk_bytes, error) ||
      !check_chunk_bytes (reading, anchor->definition_chunk_bytes, error) ||
      !read_number (reading, 1, &substrate, error) ||
      !read_number (reading, 1, &compression, error))
    return FALSE;
  if (*format == 0)
    return report_problem (reading, SPUR_FORMAT_ERROR_VERSION,
                           "anchor format 0, expected 1 or more", error);
  if (substrate != SUBSTRATE_POSIX)
    return report_problem (
      reading, SPUR_FORMAT_ERROR_VERSION,
      "the archive is not kept in plain files, as in a SION container; only plain "
      "files are read",
      error);
  if (compression != COMPRESSION_NONE)
    return report_problem (reading, SPUR_FORMAT_ERROR_VERSION,
                           "the archive is compressed, which libotf2 does not read any more",
                           error);
  return read_number (reading, 8, &n_locations, error) &&
         read_number (reading, 8, &anchor->n_global_definitions, error) &&
         read_string (reading, NULL, error) && read_string (reading, &anchor->creator, error) &&
         read_string (reading, NULL, error);
}

static gboolean
read_properties (Reading *reading, GError **error)
{
  guint64 n_properties, trace_id;

  if (!read_number (reading, 4, &n_properties, error))
    return FALSE;
  /* Two strings each, a byte or more each. */
  if (n_properties > (reading->n_bytes - reading->at) / 2)
    return report_problem (reading, SPUR_FORMAT_ERROR_DATA,
                           "more properties claimed than the anchor file can hold", error);
  for (guint64 i = 0; i < 2 * n_properties; i++)
    if (!read_string (reading, NULL, error))
      return FALSE;
  return read_number (reading, 8, &trace_id, error);
}

static gboolean
read_all (Reading *reading, SpurOtf2Anchor *anchor, GError **error)
{
  guint64 format, number;

  if (!has_magic (reading->bytes, reading->n_bytes))
    return report_problem (reading, SPUR_FORMAT_ERROR_DATA, "no anchor file of an OTF2 archive",
                           error);
  reading->is_big_endian = reading->bytes[1] == SPUR_OTF2_BIG_ENDIAN;
  reading->at = 7;
  if (!read_fixed (reading, anchor, &format, error) ||
      (format > 1 && !read_properties (reading, error)))
    return FALSE;
  if (format > 2 &&
      (!read_number (reading, 4, &number, error) || !read_number (reading, 4, &number, error)))
    return FALSE;
  if (format != KNOWN_FORMAT)
    return TRUE;
  if (!read_number (reading, 1, &number, error))
    return FALSE;
  return number == SPUR_OTF2_END_OF_FILE ||
         report_problem (reading, SPUR_FORMAT_ERROR_DATA,
                         "the mark of the end of the anchor file is missing", error);
}

/* So that an endless or huge file is not read. */
static gboolean
load_anchor (const char *path, char **contents, gsize *n_bytes, GError **error)
{
  g_autoptr (GError) problem = NULL;
  struct stat status;

  if (stat (path, &status) == 0 && !S_ISREG (status.st_mode) && !S_ISDIR (status.st_mode))
    return spur_error_set (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
                           "%s: is not a regular file", path);
  if (stat (path, &status) == 0 && S_ISREG (status.st_mode) && status.st_size > MAX_ANCHOR_BYTES)
    return spur_error_set (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
                           "%s: %" G_GINT64_FORMAT " bytes are too many for an anchor file", path,
                           (gint64) status.st_size);
  if (g_file_get_contents (path, contents, n_bytes, &problem))
    return TRUE;
  return spur_error_set (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_MISSING, "%s",
                         problem->message);
}

/* NULL with an error of %SPUR_FORMAT_ERROR. */
SpurOtf2Anchor *
spur_otf2_anchor_read (const char *path, GError **error)
{
  g_autoptr (SpurOtf2Anchor) anchor = g_new0 (SpurOtf2Anchor, 1);
  g_autofree char *contents = NULL;
  Reading reading = { .path = path };

  if (!load_anchor (path, &contents, &reading.n_bytes, error))
    return NULL;
  reading.bytes = (const guint8 *) contents;
  anchor->path = g_strdup (path);
  anchor->folder = g_strndup (path, strlen (path) - strlen (SUFFIX));
  anchor->global_definitions = g_strconcat (anchor->folder, ".def", NULL);
  if (!read_all (&reading, anchor, error))
    return NULL;
  return g_steal_pointer (&anchor);
}

void
spur_otf2_anchor_free (SpurOtf2Anchor *self)
{
  g_free (self->path);
  g_free (self->folder);
  g_free (self->global_definitions);
  g_free (self->creator);
  g_free (self);
}

/* (transfer full): Where the file of a location should be; @suffix is "evt" or "def". */
char *
spur_otf2_anchor_build_path (const SpurOtf2Anchor *self, guint64 location, const char *suffix)
{
  return g_strdup_printf ("%s/%" G_GUINT64_FORMAT ".%s", self->folder, location, suffix);
}
