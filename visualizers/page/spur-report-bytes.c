/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Columns of the page of a trace: varints, packed by gzip, in base64. */
#include <gio/gio.h>
#include <string.h>

#include "visualizers/page/spur-page-private.h"

void
spur_report_put_unsigned (GByteArray *bytes, guint64 value)
{
  guint8 buffer[10];
  guint n = 0;

  do
    {
      buffer[n] = value & 0x7f;
      value >>= 7;
      buffer[n] |= value != 0 ? 0x80 : 0;
      n++;
    }
  while (value != 0);
  g_byte_array_append (bytes, buffer, n);
}

void
spur_report_put_signed (GByteArray *bytes, gint64 value)
{
  spur_report_put_unsigned (bytes, ((guint64) value << 1) ^ (value < 0 ? G_MAXUINT64 : 0));
}

void
spur_report_put_entry (GByteArray *bytes, guint32 entry)
{
  spur_report_put_unsigned (bytes, entry == SPUR_NONE ? 0 : (guint64) entry + 1);
}

void
spur_report_put_double (GByteArray *bytes, guint64 bits)
{
  guint64 ordered = GUINT64_TO_LE (bits);

  g_byte_array_append (bytes, (const guint8 *) &ordered, sizeof ordered);
}

/* The browser unpacks it again, so the level is the one that zlib itself calls the compromise. */
static GBytes *
pack_bytes (GByteArray *bytes)
{
  g_autoptr (GZlibCompressor) packer = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, -1);
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GOutputStream) stream = g_converter_output_stream_new (memory, G_CONVERTER (packer));

  /* Writing to memory does not fail. */
  g_output_stream_write_all (stream, bytes->data, bytes->len, NULL, NULL, NULL);
  g_output_stream_close (stream, NULL, NULL);
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (memory));
}

void
spur_report_append_column (GString *json, const char *key, GByteArray *bytes)
{
  g_autoptr (GBytes) packed = pack_bytes (bytes);
  gsize n_bytes;
  const guint8 *data = g_bytes_get_data (packed, &n_bytes);
  g_autofree char *text = g_base64_encode (data, n_bytes);

  if (json->str[json->len - 1] != '{')
    g_string_append_c (json, ',');
  g_string_append_printf (json, "\"%s\":\"", key);
  g_string_append (json, text);
  g_string_append_c (json, '"');
}
