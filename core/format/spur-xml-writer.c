/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Writes a trace as XML, by hand: what does not change is put together once. */
#include "config.h"

#include <string.h>

#include "core/base/spur-digits-private.h"
#include "core/format/spur-format-text-private.h"
#include "core/format/spur-xml-encoding-private.h"
#include "core/format/spur-xml-program-private.h"
#include "core/format/spur-xml-text-private.h"

/* Leads of attributes and numbers fit into this together. */
#define ROOM 128

typedef struct
{
  const SpurFormatDefinition *definition;
  const SpurXmlFormat *format;
  SpurFormatSource *source;
  SpurFormatOutput *output;
  /* What an item is that is not written in one piece. */
  GString *text;
} XmlWriter;

/* A record: an event, or the values of a definition. */
typedef struct
{
  const SpurFormatEvent *event;
  const SpurFormatValue *values;
} Record;

static inline void
put (XmlWriter *self, const char *text, gsize n_bytes)
{
  spur_format_output_put (self->output, text, n_bytes);
}

static gboolean
put_text (XmlWriter *self, const char *text, GError **error)
{
  if (spur_xml_put_text (self->output, text, strlen (text), self->format->has_escapes))
    return TRUE;
  g_set_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
               "“%.60s” has a character that XML does not have; give the format "
               "escapes=\\"backslash\\"",
               text);
  return FALSE;
}

static gboolean
put_number (XmlWriter *self, const SpurFormatOp *op, guint64 bits)
{
  SpurFormatOutput *output = self->output;
  double real;

  spur_format_output_need (output, SPUR_DIGITS_MAX_BYTES);
  if (op->type == SPUR_FIELD_DOUBLE)
    {
      memcpy (&real, &bits, sizeof real);
      output->next = spur_put_double (output->next, real);
    }
  else if (op->type == SPUR_FIELD_INT64)
    output->next = spur_put_int (output->next, (gint64) bits);
  else
    output->next = spur_put_uint (output->next, bits);
  return TRUE;
}
