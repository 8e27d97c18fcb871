/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Writes a trace as XML, by hand: what does not change is put together once. */
#include "config.h"

#include <string.h>

#include "core/base/spur-digits-private.h"
#include "core/base/spur-integer-private.h"
#include "core/format/definition/spur-format-list-private.h"
#include "core/format/definition/spur-format-time-private.h"
#include "core/format/xml/spur-xml-encoding-private.h"
#include "core/format/xml/spur-xml-program-private.h"
#include "core/format/xml/spur-xml-text-private.h"

/* Leads of attributes and numbers fit into this together. */
#define ROOM 128

typedef struct
{
  const SpurFormatDefinition *definition;
  const SpurXmlFormat *format;
  SpurFormatSource *source;
  SpurFormatOutput *output;
  SpurFormatWalk *walk;
} XmlWriter;

/* A record: an event, or the values of a definition. */
typedef struct
{
  const SpurFormatEvent *event;
  const SpurFormatValue *values;
} Record;

static inline void
put_literal (XmlWriter *self, const char *text, gsize n_bytes)
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
               "escapes=\"backslash\"",
               text);
  return FALSE;
}

/* With a lookup or a scale. */
static gboolean
put_transformed (XmlWriter *self, const SpurFormatOp *op, guint64 bits, GError **error)
{
  const char *text = spur_format_lookup_find_text (op->item->lookup, bits);
  SpurInt128 value = op->is_signed ? (SpurInt128) (gint64) bits : (SpurInt128) bits;
  char digits[SPUR_DIGITS_MAX_BYTES];
  double real;

  if (text != NULL)
    return put_text (self, text, error);
  if (op->type == SPUR_FIELD_DOUBLE)
    {
      memcpy (&real, &bits, sizeof real);
      real = real * (double) op->denominator / (double) op->numerator;
      put_literal (self, digits, (gsize) (spur_put_double (digits, real) - digits));
      return TRUE;
    }
  value *= op->denominator;
  if (value % op->numerator != 0 || value / op->numerator > G_MAXINT64 ||
      value / op->numerator < G_MININT64)
    {
      g_set_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
                   "%s: %" G_GINT64_FORMAT " is no whole number in the unit of the format",
                   op->item->name, (gint64) bits);
      return FALSE;
    }
  put_literal (self, digits,
               (gsize) (spur_put_int (digits, (gint64) (value / op->numerator)) - digits));
  return TRUE;
}

static gboolean
put_bits (XmlWriter *self, const SpurFormatOp *op, guint64 bits, GError **error)
{
  SpurFormatOutput *output = self->output;

  if (op->is_reference)
    return bits == SPUR_NONE ||
           put_text (self, spur_format_source_get_text (self->source, op->type, (guint32) bits),
                     error);
  if (!op->is_plain)
    return put_transformed (self, op, bits, error);
  spur_format_output_need (output, SPUR_DIGITS_MAX_BYTES);
  output->next = spur_format_put_bits (output->next, op->type, bits);
  return TRUE;
}

/* What refers to another definition is its number. */
static gboolean
put_defined (XmlWriter *self, const SpurFormatOp *op, guint64 bits, GError **error)
{
  char digits[SPUR_DIGITS_MAX_BYTES];

  if (!op->is_reference)
    return put_bits (self, op, bits, error);
  put_literal (self, digits, (gsize) (spur_put_uint (digits, bits) - digits));
  return TRUE;
}

static gboolean
put_time (XmlWriter *self, const SpurFormatOp *op, const SpurFormatEvent *event)
{
  SpurFormatOutput *output = self->output;

  if (op->item->time.kind != SPUR_FORMAT_TIME_TICKS)
    {
      spur_format_output_need (output, SPUR_FORMAT_TIME_MAX_BYTES);
      output->next = spur_format_time_put (&op->item->time, output->next, event->ns, event->ps);
      return TRUE;
    }
  spur_format_output_need (output, SPUR_DIGITS_MAX_BYTES);
  output->next = spur_put_int (output->next, event->ticks);
  return TRUE;
}

static gboolean
has_predecessors (XmlWriter *self, const Record *record)
{
  gsize n_predecessors = 0;

  if (record->event != NULL)
    spur_format_walk_get_predecessors (self->walk, record->event, &n_predecessors);
  return n_predecessors > 0;
}

static void
put_predecessors (XmlWriter *self, const SpurFormatEvent *event)
{
  SpurFormatOutput *output = self->output;
  gsize n_predecessors;
  const SpurPredecessor *before =
    spur_format_walk_get_predecessors (self->walk, event, &n_predecessors);

  for (gsize i = 0; i < n_predecessors; i++)
    {
      spur_format_output_need (output, 2 * SPUR_DIGITS_MAX_BYTES);
      if (i > 0)
        *output->next++ = ';';
      output->next = spur_put_uint (output->next, before[i].predecessor_stream);
      *output->next++ = ':';
      output->next = spur_put_uint (output->next, before[i].predecessor_event);
    }
}

/* Whether there is something to be written for the item. */
static gboolean
is_present (XmlWriter *self, const SpurXmlItem *item, const Record *record)
{
  const SpurFormatOp *op = item->op;

  switch (op->kind)
    {
    case SPUR_FORMAT_FIELD:
      return !op->may_miss || spur_format_op_is_present (op, record->event, record->values);
    case SPUR_FORMAT_TIME:
    case SPUR_FORMAT_STREAM:
      return record->event != NULL;
    case SPUR_FORMAT_CONSTANT:
    case SPUR_FORMAT_CLASS:
      return TRUE;
    case SPUR_FORMAT_PREDECESSORS:
      return has_predecessors (self, record);
    default:
      return FALSE;
    }
}

static gboolean
put_value (XmlWriter *self,
           const SpurFormatProgram *program,
           const SpurXmlItem *item,
           const Record *record,
           GError **error)
{
  const SpurFormatOp *op = item->op;

  switch (op->kind)
    {
    case SPUR_FORMAT_FIELD:
      if (record->event != NULL)
        return put_bits (self, op, spur_format_op_get_bits (op, record->event->record), error);
      if (op->type == SPUR_FIELD_STRING)
        return put_text (self, record->values[op->field].text, error);
      return put_defined (self, op, record->values[op->field].bits, error);
    case SPUR_FORMAT_TIME:
      return put_time (self, op, record->event);
    case SPUR_FORMAT_STREAM:
      return put_text (self, self->source->stream_texts[record->event->stream], error);
    case SPUR_FORMAT_CONSTANT:
      return put_text (self, op->item->value, error);
    case SPUR_FORMAT_PREDECESSORS:
      put_predecessors (self, record->event);
      return TRUE;
    default:
      return put_text (self, program->name, error);
    }
}

static gboolean
put_attributes (XmlWriter *self,
                const SpurXmlProgram *program,
                const Record *record,
                SpurXmlPlace place,
                const char *child,
                GError **error)
{
  for (guint i = 0; i < program->n_items; i++)
    {
      const SpurXmlItem *item = &program->items[i];

      if (item->place != place || (child != NULL && strcmp (item->child, child) != 0) ||
          !is_present (self, item, record))
        continue;
      put_literal (self, item->lead, item->n_lead_bytes);
      if (!put_value (self, program->program, item, record, error))
        return FALSE;
      spur_format_output_put_byte (self->output, '"');
    }
  return TRUE;
}

/* The first item of a child writes the whole of it. */
static gboolean
is_first_of_child (const SpurXmlProgram *program, guint index)
{
  for (guint i = 0; i < index; i++)
    {
      if (program->items[i].child != NULL &&
          strcmp (program->items[i].child, program->items[index].child) == 0)
        return FALSE;
    }
  return TRUE;
}

static gboolean
put_child (XmlWriter *self,
           const SpurXmlProgram *program,
           const char *child,
           const Record *record,
           GError **error)
{
  put_literal (self, "<", 1);
  put_literal (self, child, strlen (child));
  if (!put_attributes (self, program, record, SPUR_XML_AS_CHILD_ATTRIBUTE, child, error))
    return FALSE;
  put_literal (self, ">", 1);
  for (guint i = 0; i < program->n_items; i++)
    {
      const SpurXmlItem *item = &program->items[i];

      if (item->place == SPUR_XML_AS_CHILD_TEXT && strcmp (item->child, child) == 0 &&
          is_present (self, item, record) &&
          !put_value (self, program->program, item, record, error))
        return FALSE;
    }
  put_literal (self, "</", 2);
  put_literal (self, child, strlen (child));
  put_literal (self, ">", 1);
  return TRUE;
}

static gboolean
has_child (XmlWriter *self, const SpurXmlProgram *program, const char *child, const Record *record)
{
  for (guint i = 0; i < program->n_items; i++)
    {
      const SpurXmlItem *item = &program->items[i];

      if (item->child != NULL && strcmp (item->child, child) == 0 &&
          is_present (self, item, record))
        return TRUE;
    }
  return FALSE;
}

static gboolean
put_content (XmlWriter *self, const SpurXmlProgram *program, const Record *record, GError **error)
{
  put_literal (self, ">", 1);
  for (guint i = 0; i < program->n_items; i++)
    {
      const SpurXmlItem *item = &program->items[i];

      if (item->place == SPUR_XML_AS_TEXT && is_present (self, item, record) &&
          !put_value (self, program->program, item, record, error))
        return FALSE;
      if (item->child != NULL && is_first_of_child (program, i) &&
          has_child (self, program, item->child, record) &&
          !put_child (self, program, item->child, record, error))
        return FALSE;
    }
  put_literal (self, "</", 2);
  put_literal (self, program->element, program->n_element_bytes);
  put_literal (self, ">\n", 2);
  return TRUE;
}

static gboolean
put_record (XmlWriter *self, const SpurXmlProgram *program, const Record *record, GError **error)
{
  if (program->has_outer)
    {
      g_set_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
                   "the format has keys as in \"../@name\", which can only be read");
      return FALSE;
    }
  put_literal (self, program->begin, program->n_begin_bytes);
  if (!put_attributes (self, program, record, SPUR_XML_AS_ATTRIBUTE, NULL, error))
    return FALSE;
  if (program->has_content)
    return put_content (self, program, record, error);
  put_literal (self, "/>\n", 3);
  return TRUE;
}

static gboolean
write_definition (const SpurFormatRecord *record, gpointer user_data, GError **error)
{
  XmlWriter *self = user_data;
  const SpurXmlProgram *program = spur_xml_program_get (self->definition, record->program, error);
  Record values = { NULL, record->values };

  return program != NULL && put_record (self, program, &values, error);
}

static gboolean
write_events (XmlWriter *self, const SpurJob *job, GError **error)
{
  g_autoptr (SpurFormatWalk) walk = spur_format_walk_new (self->source);
  GError *problem = NULL;
  SpurFormatEvent event;
  guint n_events = 0;

  self->walk = walk;
  while (spur_format_walk_next (walk, &event, &problem))
    {
      const SpurXmlProgram *program =
        spur_xml_program_get (self->definition, (SpurFormatProgram *) event.program, error);
      Record record = { &event, NULL };

      if (program == NULL || !put_record (self, program, &record, error))
        return FALSE;
      if (++n_events % (1 << 16) == 0 && spur_job_is_cancelled (job, error))
        return FALSE;
    }
  if (problem != NULL)
    g_propagate_error (error, problem);
  return problem == NULL;
}

gboolean
spur_xml_write (const SpurFormatDefinition *definition,
                SpurFormatSource *source,
                SpurFormatOutput *output,
                const SpurJob *job,
                GError **error)
{
  const SpurXmlFormat *format = definition->compiled;
  const char *root = format->root != NULL ? format->root : "trace";
  XmlWriter self = {
    .definition = definition, .format = format, .source = source, .output = output
  };

  put_literal (&self, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<", 40);
  put_literal (&self, root, strlen (root));
  if (format->namespace != NULL)
    {
      put_literal (&self, " xmlns=\"", 8);
      if (!put_text (&self, format->namespace, error))
        return FALSE;
      put_literal (&self, "\"", 1);
    }
  put_literal (&self, ">\n", 2);
  if (!spur_format_source_each_definition (source, write_definition, &self, error) ||
      !write_events (&self, job, error))
    return FALSE;
  put_literal (&self, "</", 2);
  put_literal (&self, root, strlen (root));
  put_literal (&self, ">\n", 2);
  return TRUE;
}
