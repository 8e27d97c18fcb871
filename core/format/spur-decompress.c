/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Compressed files and pipes become plain files, piece by piece: memory is that of two buffers and
 * of the decompressor's window, whatever the data claims. */
#include "core/format/spur-decompress-internal.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include <zlib.h>
#include <zstd.h>

#include "core/base/spur-error-internal.h"

#define BUFFER_BYTES (256u << 10)
/* zlib takes a gzip header where this is added to the largest window, which has 15 bits. */
#define GZIP_WINDOW_BITS (15 + 16)
/* What zstd writes without --long; larger windows are refused, as they are memory. */
#define ZSTD_WINDOW_BITS 27
#define POLL_MS 200

typedef struct
{
  const SpurDecompress *plan;
  const SpurJob *job;
  GError **error;
  guint8 *input;
  gsize n_input;
  gsize at;
  gboolean is_at_end;
  guint64 n_read;
  guint8 *output;
  guint64 n_written;
} Copy;

SpurCompression
spur_compression_recognise (gconstpointer head, gsize n_bytes)
{
  static const guint8 gzip[] = { 0x1f, 0x8b, 8 };
  static const guint8 zstd[] = { 0x28, 0xb5, 0x2f, 0xfd };

  if (n_bytes >= sizeof gzip && memcmp (head, gzip, sizeof gzip) == 0)
    return SPUR_COMPRESSION_GZIP;
  if (n_bytes >= sizeof zstd && memcmp (head, zstd, sizeof zstd) == 0)
    return SPUR_COMPRESSION_ZSTD;
  return SPUR_COMPRESSION_NONE;
}

static gboolean
fail_decompression (Copy *self, SpurFormatError code, const char *what)
{
  return spur_error_set (self->error, SPUR_FORMAT_ERROR, code,
                         "%s: %s, behind %" G_GUINT64_FORMAT " bytes of what it holds",
                         self->plan->place, what, self->n_written);
}

/* A pipe may be silent for ever, but a cancelled command ends. */
static gboolean
wait_for_input (Copy *self)
{
  struct pollfd ready = { .fd = self->plan->in, .events = POLLIN };

  for (;;)
    {
      int n_ready = poll (&ready, 1, POLL_MS);

      if (spur_job_is_cancelled (self->job, self->error))
        return FALSE;
      if (n_ready > 0)
        return TRUE;
      if (n_ready < 0 && errno != EINTR)
        return spur_error_set_errno (self->error, self->plan->place, "cannot be read");
    }
}

/* Behind what is there and not used yet. */
static gboolean
read_more (Copy *self)
{
  ssize_t n_bytes;

  memmove (self->input, self->input + self->at, self->n_input - self->at);
  self->n_input -= self->at;
  self->at = 0;
  if (!wait_for_input (self))
    return FALSE;
  do
    n_bytes = read (self->plan->in, self->input + self->n_input, BUFFER_BYTES - self->n_input);
  while (n_bytes < 0 && errno == EINTR);
  if (n_bytes < 0)
    return spur_error_set_errno (self->error, self->plan->place, "cannot be read");
  self->is_at_end = n_bytes == 0;
  self->n_input += (gsize) n_bytes;
  self->n_read += (guint64) n_bytes;
  if (self->plan->n_in_bytes > 0)
    spur_job_report (self->job, "decompressing", MIN (self->n_read, self->plan->n_in_bytes),
                     self->plan->n_in_bytes);
  return TRUE;
}

/* At least this number of unused bytes is there, or all that come. */
static gboolean
need_input (Copy *self, gsize n_bytes)
{
  while (!self->is_at_end && self->n_input - self->at < n_bytes)
    {
      if (!read_more (self))
        return FALSE;
    }
  return TRUE;
}

static gboolean
write_out (Copy *self, const guint8 *bytes, gsize n_bytes)
{
  if (n_bytes > self->plan->max_bytes - self->n_written)
    return spur_error_set (self->error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
                           "%s: holds more than %" G_GUINT64_FORMAT
                           " bytes, which is the limit; %s",
                           self->plan->place, self->plan->max_bytes, self->plan->limit_advice);
  self->n_written += n_bytes;
  while (n_bytes > 0)
    {
      ssize_t n_done = write (self->plan->out, bytes, n_bytes);

      if (n_done < 0 && errno == EINTR)
        continue;
      if (n_done < 0)
        return spur_error_set_errno (self->error, self->plan->place,
                                     "cannot be kept in a temporary file");
      bytes += n_done;
      n_bytes -= (gsize) n_done;
    }
  return TRUE;
}

static gboolean
copy_plain (Copy *self)
{
  do
    {
      if (!write_out (self, self->input + self->at, self->n_input - self->at))
        return FALSE;
      self->at = self->n_input;
      if (!read_more (self))
        return FALSE;
    }
  while (self->n_input > 0);
  return TRUE;
}

/* Behind a member there is another one, zeros that fill a tape's block, or nothing. */
static gboolean
find_next_member (Copy *self, gboolean *is_there)
{
  *is_there = FALSE;
  for (;;)
    {
      if (!need_input (self, SPUR_COMPRESSION_HEAD_BYTES))
        return FALSE;
      if (self->at == self->n_input)
        return TRUE;
      if (self->input[self->at] != 0)
        break;
      self->at++;
    }
  *is_there = spur_compression_recognise (self->input + self->at, self->n_input - self->at) ==
              SPUR_COMPRESSION_GZIP;
  return *is_there || fail_decompression (self, SPUR_FORMAT_ERROR_DATA,
                                          "what follows the compressed data is no gzip data");
}

/* One member, up to its checksum. */
static gboolean
inflate_member (Copy *self, z_stream *stream)
{
  int result = Z_OK;

  while (result != Z_STREAM_END)
    {
      if (!need_input (self, 1))
        return FALSE;
      stream->next_in = self->input + self->at;
      stream->avail_in = (uInt) (self->n_input - self->at);
      stream->next_out = self->output;
      stream->avail_out = BUFFER_BYTES;
      result = inflate (stream, Z_NO_FLUSH);
      self->at = self->n_input - stream->avail_in;
      if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR)
        return fail_decompression (self, SPUR_FORMAT_ERROR_DATA, "the gzip data is damaged");
      if (!write_out (self, self->output, BUFFER_BYTES - stream->avail_out))
        return FALSE;
      if (result != Z_STREAM_END && self->is_at_end && self->at == self->n_input &&
          stream->avail_out > 0)
        return fail_decompression (self, SPUR_FORMAT_ERROR_TRUNCATED,
                                   "the gzip data ends too early");
    }
  return TRUE;
}

static gboolean
copy_gzip (Copy *self)
{
  z_stream stream = { 0 };
  gboolean is_good = TRUE, is_there = TRUE;

  if (inflateInit2 (&stream, GZIP_WINDOW_BITS) != Z_OK)
    return fail_decompression (self, SPUR_FORMAT_ERROR_DATA, "zlib cannot be used");
  while (is_good && is_there)
    {
      inflateReset (&stream);
      is_good = inflate_member (self, &stream) && find_next_member (self, &is_there);
    }
  inflateEnd (&stream);
  return is_good;
}

static gboolean
run_zstd (Copy *self, ZSTD_DStream *stream)
{
  gsize left = 1;

  for (;;)
    {
      ZSTD_inBuffer in;
      ZSTD_outBuffer out = { self->output, BUFFER_BYTES, 0 };

      if (!need_input (self, 1))
        return FALSE;
      in = (ZSTD_inBuffer){ self->input + self->at, self->n_input - self->at, 0 };
      /* At a frame's end, and nothing follows. */
      if (in.size == 0 && left == 0)
        return TRUE;
      left = ZSTD_decompressStream (stream, &out, &in);
      if (ZSTD_isError (left))
        return fail_decompression (self, SPUR_FORMAT_ERROR_DATA, ZSTD_getErrorName (left));
      self->at += in.pos;
      if (!write_out (self, self->output, out.pos))
        return FALSE;
      if (in.size == 0 && out.pos == 0 && left > 0)
        return fail_decompression (self, SPUR_FORMAT_ERROR_TRUNCATED,
                                   "the zstd data ends too early");
    }
}

static gboolean
copy_zstd (Copy *self)
{
  ZSTD_DStream *stream = ZSTD_createDStream ();
  gboolean is_good;

  if (stream == NULL)
    return fail_decompression (self, SPUR_FORMAT_ERROR_DATA, "libzstd cannot be used");
  ZSTD_DCtx_setParameter (stream, ZSTD_d_windowLogMax, ZSTD_WINDOW_BITS);
  is_good = run_zstd (self, stream);
  ZSTD_freeDStream (stream);
  return is_good;
}

gboolean
spur_decompress_run (const SpurDecompress *plan, const SpurJob *job, GError **error)
{
  g_autofree guint8 *input = g_malloc (BUFFER_BYTES);
  g_autofree guint8 *output = g_malloc (BUFFER_BYTES);
  Copy self = { .plan = plan, .job = job, .error = error, .input = input, .output = output };

  if (!need_input (&self, SPUR_COMPRESSION_HEAD_BYTES))
    return FALSE;
  switch (spur_compression_recognise (input, self.n_input))
    {
    case SPUR_COMPRESSION_GZIP:
      return copy_gzip (&self);
    case SPUR_COMPRESSION_ZSTD:
      return copy_zstd (&self);
    default:
      return copy_plain (&self);
    }
}
