/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Copies a file of an archive record by record, whatever the records are.
 *
 * Not by libotf2's callbacks and writers: those know the records of one version only, drop what
 * they do not know, apply mapping tables and clock offsets while reading, and cannot write all that
 * they read. Here every byte that is no time is kept. */
#include "plugins/formats/otf2/rewrite/spur-otf2-retimer.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "core/base/spur-error-internal.h"
#include "core/format/spur-codec.h"

#define HEADER_BYTES 18
#define TIMESTAMP_BYTES 9
#define LONG_RECORD 0xff
#define ALL_BITS_SET 0xff
#define RECORDS_AT_ONCE 65536

/* The marks of the end of a chunk or a file, and of the buffer. */
#define TAIL_BYTES 2

/* A file of an archive that is written, one chunk at a time.
 *
 * A chunk is as libotf2 writes it: a header with the numbers of the first and the last record,
 * which are counted where records have times, then records, the rest filled with the mark of the
 * end. It ends where it ended when it was read, so records whose sizes did not change stay where
 * they were; where they do not fit any more, one more chunk takes the rest. */
typedef struct
{
  const char *path;
  int fd;
  gsize chunk_bytes;
  gboolean is_big_endian;

  /* Whether records have timestamps before them. */
  gboolean has_times;
  guint8 *chunk;
  gsize at;

  /* Counted where they have times. */
  guint64 n_records;

  /* Of the time that was put last, if there is one in this chunk. */
  guint64 time;
  gboolean has_time;

  /* Whether the chunk holds what it held where it was read. */
  gboolean is_as_read;
} Output;

/* A file that is not there; @path is kept by the caller. */
static gboolean
open_output (Output *self, const char *path, gsize chunk_bytes, gboolean has_times, GError **error)
{
  *self = (Output){ .path = path, .chunk_bytes = chunk_bytes, .has_times = has_times };
  self->fd = open (path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (self->fd < 0)
    return spur_otf2_errors_fail_system (self->path, error);
  self->chunk = g_malloc (chunk_bytes + SPUR_OTF2_MAX_TAIL_BYTES);
  return TRUE;
}

/* Also after an error; @error may be set already. */
static gboolean
close_output (Output *self, GError **error)
{
  int fd = self->fd;

  g_clear_pointer (&self->chunk, g_free);
  self->fd = -1;
  if (fd >= 0 && close (fd) != 0 && error != NULL && *error == NULL)
    return spur_otf2_errors_fail_system (self->path, error);
  return TRUE;
}

static void
begin_output_chunk (Output *self, gboolean is_big_endian)
{
  self->is_big_endian = is_big_endian;
  self->chunk[0] = SPUR_OTF2_CHUNK_HEADER;
  self->chunk[1] = is_big_endian ? SPUR_OTF2_BIG_ENDIAN : SPUR_OTF2_LITTLE_ENDIAN;
  spur_otf2_put_long (self->chunk + 2, self->n_records + 1, is_big_endian);
  self->at = HEADER_BYTES;
  self->has_time = FALSE;
  self->is_as_read = TRUE;
}

static gboolean
write_all (Output *self, gsize n_bytes, GError **error)
{
  const guint8 *at = self->chunk;

  while (n_bytes > 0)
    {
      gssize n_written = write (self->fd, at, n_bytes);

      if (n_written < 0 && errno == EINTR)
        continue;
      if (n_written < 0)
        return spur_otf2_errors_fail_system (self->path, error);
      at += n_written;
      n_bytes -= (gsize) n_written;
    }
  return TRUE;
}

/* More chunks follow. */
static gboolean
end_output_chunk (Output *self, GError **error)
{
  spur_otf2_put_long (self->chunk + 10, self->n_records, self->is_big_endian);
  memset (self->chunk + self->at, SPUR_OTF2_END_OF_CHUNK, self->chunk_bytes - self->at);
  return write_all (self, self->chunk_bytes, error);
}

static gboolean
make_room (Output *self, gsize n_bytes, GError **error)
{
  gsize n_reserved = self->is_as_read ? 1 : TAIL_BYTES;

  if (n_bytes + n_reserved <= self->chunk_bytes - self->at)
    return TRUE;
  if (!end_output_chunk (self, error))
    return FALSE;
  begin_output_chunk (self, self->is_big_endian);
  self->is_as_read = FALSE;
  n_bytes += self->has_times ? TIMESTAMP_BYTES : 0;
  if (n_bytes + TAIL_BYTES <= self->chunk_bytes - self->at)
    return TRUE;
  return spur_error_set (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE,
                         "%s: a record of %" G_GSIZE_FORMAT
                         " bytes does not fit into a chunk of %" G_GSIZE_FORMAT,
                         self->path, n_bytes, self->chunk_bytes);
}

/* @record begins with what stands between its timestamp and it; @is_stamped says whether it had a
 * timestamp of its own where it was read. Gives the record in the chunk, to be changed there, or
 * NULL with an error of %G_IO_ERROR. */
static guint8 *
put_output (Output *self,
            const guint8 *record,
            gsize n_bytes,
            guint64 time,
            gboolean is_stamped,
            GError **error)
{
  gboolean needs_stamp = self->has_times && (is_stamped || !self->has_time || time != self->time);
  guint8 *copy;

  self->is_as_read = self->is_as_read && needs_stamp == (self->has_times && is_stamped);
  if (!make_room (self, n_bytes + (needs_stamp ? TIMESTAMP_BYTES : 0), error))
    return NULL;
  if (self->has_times && (needs_stamp || !self->has_time))
    {
      self->chunk[self->at] = SPUR_OTF2_TIMESTAMP;
      spur_otf2_put_long (self->chunk + self->at + 1, time, self->is_big_endian);
      self->at += TIMESTAMP_BYTES;
      self->time = time;
      self->has_time = TRUE;
    }
  copy = self->chunk + self->at;
  memcpy (copy, record, n_bytes);
  self->at += n_bytes;
  self->n_records += self->has_times;
  return copy;
}

/* @tail is what stood after the mark of the end in the file that was read, at most
 * %SPUR_OTF2_MAX_TAIL_BYTES. The mark is in the last chunk; the tail may reach beyond it, because
 * nothing reads it. */
static gboolean
end_output_file (Output *self, const guint8 *tail, gsize n_tail_bytes, GError **error)
{
  self->chunk[self->at++] = SPUR_OTF2_END_OF_FILE;
  memcpy (self->chunk + self->at, tail, n_tail_bytes);
  spur_otf2_put_long (self->chunk + 10, self->n_records, self->is_big_endian);
  return write_all (self, self->at + n_tail_bytes, error);
}

typedef struct
{
  const SpurOtf2Copy *copy;
  Output output;
  GByteArray *fields;
  GByteArray *record;

  const guint8 *file;
  const guint8 *file_end;
  const guint8 *at;
  const guint8 *end;
  gboolean is_big_endian;
  gboolean has_times;
  guint64 time;
  gboolean is_stamped;
  guint n_until_look;
} Copying;

static gboolean
report_problem (const Copying *self, const guint8 *at, const char *what, GError **error)
{
  return spur_error_set (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
                         "%s:0x%" G_GINT64_MODIFIER "x: %s", self->copy->from,
                         (guint64) (at - self->file), what);
}

/* The next number with a length byte among the fields of @record, from @at on. */
gboolean
spur_otf2_take_number (const SpurOtf2Record *record, gsize *at, guint64 *number)
{
  guint n_bytes;

  if (*at >= record->n_bytes)
    return FALSE;
  n_bytes = record->fields[*at];
  if (n_bytes == ALL_BITS_SET)
    {
      *number = G_MAXUINT64;
      *at += 1;
      return TRUE;
    }
  if (n_bytes > 8 || n_bytes >= record->n_bytes - *at)
    return FALSE;
  *number = spur_otf2_get_number (record->fields + *at + 1, n_bytes, record->is_big_endian);
  *at += 1 + n_bytes;
  return TRUE;
}

/* Adds it with a length byte. */
void
spur_otf2_add_number (GByteArray *fields, guint64 number, gboolean is_big_endian)
{
  guint8 bytes[9];
  guint n_bytes = 0;

  if (number == G_MAXUINT64)
    {
      bytes[0] = ALL_BITS_SET;
      g_byte_array_append (fields, bytes, 1);
      return;
    }
  while (n_bytes < 8 && number >> (8 * n_bytes) != 0)
    n_bytes++;
  bytes[0] = (guint8) n_bytes;
  for (guint i = 0; i < n_bytes; i++)
    bytes[1 + i] = (guint8) (number >> 8 * (is_big_endian ? n_bytes - 1 - i : i));
  g_byte_array_append (fields, bytes, 1 + n_bytes);
}

/* Where the fields of the record at @at begin, and its end; %NULL where it does not fit. */
static const guint8 *
find_end (const Copying *self, const guint8 *at, const guint8 **fields)
{
  const char *format = spur_otf2_record_format (self->copy->class->kind, *at);
  guint64 n_bytes;

  if (self->end - at < 2)
    return NULL;
  n_bytes = at[1];
  *fields = at + 2;
  if (format != NULL && *format == '!')
    {
      *fields = at + 1;
      n_bytes = at[1] == ALL_BITS_SET ? 1 : n_bytes + 1;
    }
  else if (n_bytes == LONG_RECORD)
    {
      if (self->end - *fields < 8)
        return NULL;
      n_bytes = spur_otf2_get_long (*fields, self->is_big_endian);
      *fields += 8;
    }
  return n_bytes < (guint64) (self->end - *fields) ? *fields + n_bytes : NULL;
}

static gboolean
put_replaced (Copying *self, guint8 type, GError **error)
{
  guint8 head[10] = { type, LONG_RECORD };
  gsize n_head_bytes = 2;

  if (self->fields->len < LONG_RECORD)
    head[1] = (guint8) self->fields->len;
  else
    {
      spur_otf2_put_long (head + 2, self->fields->len, self->is_big_endian);
      n_head_bytes = 10;
    }
  g_byte_array_set_size (self->record, 0);
  g_byte_array_append (self->record, head, n_head_bytes);
  g_byte_array_append (self->record, self->fields->data, self->fields->len);
  self->output.is_as_read = FALSE;
  return put_output (&self->output, self->record->data, self->record->len, 0, FALSE, error) != NULL;
}

/* @unit: the record with the list of attributes before it. */
static gboolean
put_record (Copying *self,
            const guint8 *unit,
            const guint8 *fields,
            const guint8 *end,
            guint8 type,
            GError **error)
{
  const SpurOtf2Copy *copy = self->copy;
  const SpurOtf2CopyClass *class = copy->class;
  SpurOtf2Record record = { type, self->is_big_endian, (guint8 *) fields, (gsize) (end - fields) };
  guint64 time = 0;
  guint8 *put;

  if (class->replace != NULL)
    {
      g_byte_array_set_size (self->fields, 0);
      if (class->replace (copy->user_data, &record, self->fields))
        return put_replaced (self, type, error);
    }
  if (self->has_times && !class->get_time (copy->user_data, type, self->time, &time, error))
    return spur_error_prefix (error, "%s:0x%" G_GINT64_MODIFIER "x: ", copy->from,
                              (guint64) (unit - self->file));
  put = put_output (&self->output, unit, (gsize) (end - unit), time, self->is_stamped, error);
  if (put == NULL)
    return FALSE;
  if (class->change != NULL)
    {
      record.fields = put + (fields - unit);
      class->change (copy->user_data, &record);
    }
  return TRUE;
}

/* @is_at_end: set at the mark of the end. */
static gboolean
copy_next (Copying *self, gboolean *is_at_end, GError **error)
{
  const guint8 *unit, *fields, *end;

  self->is_stamped = FALSE;
  if (self->has_times && self->at < self->end && *self->at == SPUR_OTF2_TIMESTAMP)
    {
      if (self->end - self->at <= TIMESTAMP_BYTES)
        return report_problem (self, self->at, "the file ends within a timestamp", error);
      self->time = spur_otf2_get_long (self->at + 1, self->is_big_endian);
      self->is_stamped = TRUE;
      self->at += TIMESTAMP_BYTES;
    }
  unit = self->at;
  if (unit >= self->end)
    return report_problem (self, unit, "the file ends without the mark of its end", error);
  *is_at_end = *unit == SPUR_OTF2_END_OF_CHUNK || *unit == SPUR_OTF2_END_OF_FILE;
  if (*is_at_end)
    return TRUE;
  end = find_end (self, unit, &fields);
  while (end != NULL && self->has_times && *self->at == SPUR_OTF2_ATTRIBUTE_LIST)
    {
      self->at = end;
      end = find_end (self, self->at, &fields);
    }
  if (end == NULL)
    return report_problem (self, self->at, "a record does not fit into its chunk", error);
  if (!put_record (self, unit, fields, end, *self->at, error))
    return FALSE;
  self->at = end;
  return TRUE;
}

static gboolean
begin_chunk (Copying *self, GError **error)
{
  if (self->end - self->at < HEADER_BYTES || *self->at != SPUR_OTF2_CHUNK_HEADER ||
      (self->at[1] != SPUR_OTF2_BIG_ENDIAN && self->at[1] != SPUR_OTF2_LITTLE_ENDIAN))
    return report_problem (self, self->at, "a chunk has no header", error);
  self->is_big_endian = self->at[1] == SPUR_OTF2_BIG_ENDIAN;
  begin_output_chunk (&self->output, self->is_big_endian);
  self->at += HEADER_BYTES;
  return TRUE;
}

static gboolean
copy_chunk (Copying *self, gboolean *is_last, GError **error)
{
  gboolean is_at_end = FALSE;
  gsize n_tail_bytes;

  if (!begin_chunk (self, error))
    return FALSE;
  while (!is_at_end)
    {
      if (self->n_until_look-- == 0)
        {
          if (g_cancellable_set_error_if_cancelled (self->copy->cancellable, error))
            return FALSE;
          self->n_until_look = RECORDS_AT_ONCE;
        }
      if (!copy_next (self, &is_at_end, error))
        return FALSE;
    }
  *is_last = *self->at == SPUR_OTF2_END_OF_FILE;
  if (!*is_last)
    return end_output_chunk (&self->output, error);
  n_tail_bytes = (gsize) (self->file_end - self->at) - 1;
  if (!spur_otf2_is_tail (self->at + 1, n_tail_bytes))
    return report_problem (self, self->at, "there is more after the mark of the file's end", error);
  return end_output_file (&self->output, self->at + 1, n_tail_bytes, error);
}

static gboolean
copy_chunks (Copying *self, gsize n_bytes, GError **error)
{
  gsize chunk_bytes = self->copy->chunk_bytes;
  gboolean is_last = FALSE;

  for (gsize offset = 0; !is_last; offset += chunk_bytes)
    {
      self->at = self->file + MIN (offset, n_bytes);
      self->end = self->at + MIN (chunk_bytes, n_bytes - MIN (offset, n_bytes));
      if (!copy_chunk (self, &is_last, error))
        return FALSE;
    }
  return TRUE;
}

/* FALSE with %SPUR_FORMAT_ERROR_MISSING, %SPUR_FORMAT_ERROR_DATA or an error of %G_IO_ERROR. */
gboolean
spur_otf2_copy_run (const SpurOtf2Copy *self, GError **error)
{
  g_autoptr (GByteArray) fields = g_byte_array_new ();
  g_autoptr (GByteArray) record = g_byte_array_new ();
  g_autoptr (GMappedFile) file = NULL;
  g_autoptr (GError) problem = NULL;
  Copying copying = { .copy = self, .fields = fields, .record = record };
  gsize n_bytes;
  gboolean is_done;

  file = g_mapped_file_new (self->from, FALSE, &problem);
  if (file == NULL)
    return spur_error_set (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_MISSING, "%s: %s",
                           self->from, problem->message);
  n_bytes = g_mapped_file_get_length (file);
  /* An empty file has no contents. */
  copying.file =
    n_bytes > 0 ? (const guint8 *) g_mapped_file_get_contents (file) : (const guint8 *) "";
  copying.file_end = copying.file + n_bytes;
  copying.has_times = self->class->get_time != NULL;
  if (!open_output (&copying.output, self->to, self->chunk_bytes, copying.has_times, error))
    return FALSE;
  is_done = copy_chunks (&copying, n_bytes, error);
  return close_output (&copying.output, is_done ? error : NULL) && is_done;
}

/* Of a file of events that was looked over: chunks begin with a timestamp. */
gboolean
spur_otf2_copy_get_first_time (const char *path, guint64 *time, GError **error)
{
  guint8 bytes[HEADER_BYTES + TIMESTAMP_BYTES] = { 0 };
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  gssize n_bytes = fd >= 0 ? read (fd, bytes, sizeof bytes) : -1;
  int number = errno;

  if (fd >= 0)
    close (fd);
  if (n_bytes < 0)
    return spur_error_set (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_MISSING, "%s: %s", path,
                           g_strerror (number));
  *time = bytes[HEADER_BYTES] == SPUR_OTF2_TIMESTAMP
            ? spur_otf2_get_long (bytes + HEADER_BYTES + 1, bytes[1] == SPUR_OTF2_BIG_ENDIAN)
            : 0;
  return TRUE;
}
