/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Files of load data as bytes. DARMA/vt compresses with brotli, with or without saying so in the
 * file's name, and brotli data has no mark of its own. */
#include "plugins/formats/vt/vt-source.h"

#include <string.h>

#include <brotli/decode.h>

#include "core/base/spur-error-internal.h"
#include "core/format/spur-codec.h"

#define BUFFER_BYTES (64u << 10)

/* Decompressed bytes that are taken for each byte of a file, beside the first ones. Files of the
 * LB-analysis-framework hold 30 to 60 for each byte; what holds more than this is no load data, but
 * made to fill the memory. */
#define MAX_EXPANSION 1000
#define FREE_BYTES (16u << 20)

struct _VtSource
{
  char *name;
  GInputStream *file;
  const guint8 *bytes;
  gsize n_left_bytes;

  guint8 *input;
  guint8 *output;
  /* Read and not decompressed yet. */
  const guint8 *next;
  gsize n_next_bytes;
  guint64 n_read;
  guint64 n_decompressed;
  gboolean is_at_end;
  gboolean is_begun;
  BrotliDecoderState *brotli;
  gboolean is_brotli_done;
};

VtSource *
vt_source_open (const char *path, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileInputStream) stream = g_file_read (file, NULL, error);
  VtSource *self;

  if (stream == NULL)
    return spur_error_prefix_null (error, "%s: ", path);
  self = g_new0 (VtSource, 1);
  self->name = g_strdup (path);
  self->file = G_INPUT_STREAM (g_steal_pointer (&stream));
  self->input = g_malloc (BUFFER_BYTES);
  return self;
}

VtSource *
vt_source_new_for_bytes (const char *name, const guint8 *bytes, gsize n_bytes)
{
  VtSource *self = g_new0 (VtSource, 1);

  self->name = g_strdup (name);
  self->bytes = bytes;
  self->n_left_bytes = n_bytes;
  return self;
}

void
vt_source_free (VtSource *self)
{
  g_clear_object (&self->file);
  g_clear_pointer (&self->brotli, BrotliDecoderDestroyInstance);
  g_free (self->input);
  g_free (self->output);
  g_free (self->name);
  g_free (self);
}

const char *
vt_source_get_name (const VtSource *self)
{
  return self->name;
}

/* More bytes of the file, or none at its end. */
static gboolean
read_file (VtSource *self, GError **error)
{
  if (self->file != NULL)
    {
      gssize n_bytes = g_input_stream_read (self->file, self->input, BUFFER_BYTES, NULL, error);

      if (n_bytes < 0)
        return spur_error_prefix (error, "%s: ", self->name);
      self->next = self->input;
      self->n_next_bytes = (gsize) n_bytes;
    }
  else
    {
      self->next = self->bytes;
      self->n_next_bytes = self->n_left_bytes;
      self->n_left_bytes = 0;
    }
  self->n_read += self->n_next_bytes;
  self->is_at_end = self->n_next_bytes == 0;
  return TRUE;
}

static gboolean
is_space (guint8 byte)
{
  return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

/* The text is an object: a brace, then a quotation mark or a brace, with space between. */
static gboolean
is_text (const guint8 *bytes, gsize n_bytes)
{
  gsize at = 0;

  while (at < n_bytes && is_space (bytes[at]))
    at++;
  if (at == n_bytes || bytes[at] != '{')
    return at == n_bytes;
  at++;
  while (at < n_bytes && is_space (bytes[at]))
    at++;
  return at == n_bytes || bytes[at] == '"' || bytes[at] == '}';
}

static gboolean
begin_source (VtSource *self, GError **error)
{
  self->is_begun = TRUE;
  if (!read_file (self, error))
    return FALSE;
  if (is_text (self->next, self->n_next_bytes))
    return TRUE;
  self->brotli = BrotliDecoderCreateInstance (NULL, NULL, NULL);
  self->output = g_malloc (BUFFER_BYTES);
  return self->brotli != NULL || spur_error_set (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
                                                 "%s: libbrotlidec cannot be used", self->name);
}

static gboolean
check_result (VtSource *self, BrotliDecoderResult result, gsize n_bytes, GError **error)
{
  self->n_decompressed += n_bytes;
  self->is_brotli_done = result == BROTLI_DECODER_RESULT_SUCCESS;
  if (result == BROTLI_DECODER_RESULT_ERROR)
    return spur_error_set (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
                           "%s: neither the text of a JSON object nor good brotli data, behind "
                           "%" G_GUINT64_FORMAT " bytes of what it holds: %s",
                           self->name, self->n_decompressed,
                           BrotliDecoderErrorString (BrotliDecoderGetErrorCode (self->brotli)));
  if (self->n_decompressed > FREE_BYTES + MAX_EXPANSION * self->n_read)
    return spur_error_set (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
                           "%s: holds more than %" G_GUINT64_FORMAT " bytes in %" G_GUINT64_FORMAT
                           ", which no load data does; decompress it with brotli -d if it is",
                           self->name, self->n_decompressed, self->n_read);
  return TRUE;
}

static gboolean
decompress_piece (VtSource *self, const guint8 **bytes, gsize *n_bytes, GError **error)
{
  *bytes = self->output;
  for (*n_bytes = 0; *n_bytes == 0 && !self->is_brotli_done;)
    {
      guint8 *next_out = self->output;
      gsize n_out = BUFFER_BYTES;
      BrotliDecoderResult result;

      if (self->n_next_bytes == 0 && !self->is_at_end &&
          !BrotliDecoderHasMoreOutput (self->brotli) && !read_file (self, error))
        return FALSE;
      result = BrotliDecoderDecompressStream (self->brotli, &self->n_next_bytes, &self->next,
                                              &n_out, &next_out, NULL);
      *n_bytes = BUFFER_BYTES - n_out;
      if (!check_result (self, result, *n_bytes, error))
        return FALSE;
      if (result == BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT && *n_bytes == 0 && self->is_at_end)
        return spur_error_set (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_TRUNCATED,
                               "%s: the brotli data ends too early, behind %" G_GUINT64_FORMAT
                               " bytes of what it holds",
                               self->name, self->n_decompressed);
    }
  return TRUE;
}

gboolean
vt_source_read (VtSource *self, const guint8 **bytes, gsize *n_bytes, GError **error)
{
  if (!self->is_begun && !begin_source (self, error))
    return FALSE;
  if (self->brotli != NULL)
    return decompress_piece (self, bytes, n_bytes, error);
  if (self->n_next_bytes == 0 && !self->is_at_end && !read_file (self, error))
    return FALSE;
  *bytes = self->next;
  *n_bytes = self->n_next_bytes;
  self->n_next_bytes = 0;
  return TRUE;
}
