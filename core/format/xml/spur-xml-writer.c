/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Writes a trace as XML, by hand: what does not change is put together once. */
#include <string.h>

#include "core/base/spur-digits-private.h"
#include "core/format/xml/spur-xml-program-private.h"

/* Leads of attributes and numbers fit into this together. */
#define ROOM 128

/* A record: an event, or the values of a definition. */
typedef struct
{
  const SpurFormatEvent *event;
  const SpurFormatValue *values;
} Record;

static inline void
put_literal (SpurFormatSource *self, const char *text, gsize n_bytes)
{
  spur_format_output_put (self->output, text, n_bytes);
}

static gboolean
put_text (SpurFormatSource *self, const char *text)
{
  const SpurXmlFormat *format = self->definition->compiled;

  return spur_xml_put_text (self->output, text, strlen (text), format->has_escapes) ||
         spur_format_source_refuse (self,
                                    "“%.60s” has a character that XML does not have; give the "
                                    "format escapes=\"backslash\"",
                                    text);
}

/* With a lookup or a scale. */
static gboolean
put_transformed (SpurFormatSource *self, const SpurFormatOp *op, guint64 bits)
{
  const char *text = spur_format_lookup_find_text (op->item->lookup, bits);
  char digits[SPUR_DIGITS_MAX_BYTES];
  SpurInt128 value;
  double real;

  if (text != NULL)
    return put_text (self, text);
  if (op->type == SPUR_FIELD_DOUBLE)
    {
      memcpy (&real, &bits, sizeof real);
      real = spur_format_op_unscale_double (op, real);
      put_literal (self, digits, (gsize) (spur_put_double (digits, real) - digits));
      return TRUE;
    }
  if (!spur_format_op_unscale (op, bits, &value) || value > G_MAXINT64 || value < G_MININT64)
    return spur_format_source_refuse (
      self, "%s: %" G_GINT64_FORMAT " is no whole number in the unit of the format", op->item->name,
      (gint64) bits);
  put_literal (self, digits, (gsize) (spur_put_int (digits, (gint64) value) - digits));
  return TRUE;
}

static gboolean
put_bits (SpurFormatSource *self, const SpurFormatOp *op, guint64 bits)
{
  SpurFormatOutput *output = self->output;

  if (op->is_reference)
    return bits == SPUR_NONE ||
           put_text (self, spur_format_source_get_text (self, op->type, (guint32) bits));
  if (!op->is_plain)
    return put_transformed (self, op, bits);
  spur_format_output_need (output, SPUR_DIGITS_MAX_BYTES);
  output->next = spur_format_put_bits (output->next, op->type, bits);
  return TRUE;
}

/* What refers to another definition is its number. */
static gboolean
put_defined (SpurFormatSource *self, const SpurFormatOp *op, guint64 bits)
{
  char digits[SPUR_DIGITS_MAX_BYTES];

  if (!op->is_reference)
    return put_bits (self, op, bits);
  put_literal (self, digits, (gsize) (spur_put_uint (digits, bits) - digits));
  return TRUE;
}

static gboolean
put_time (SpurFormatSource *self, const SpurFormatOp *op, const SpurFormatEvent *event)
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
has_predecessors (SpurFormatSource *self, const Record *record)
{
  gsize n_predecessors = 0;

  if (record->event != NULL)
    spur_format_walk_get_predecessors (self, record->event, &n_predecessors);
  return n_predecessors > 0;
}

static void
put_predecessors (SpurFormatSource *self, const SpurFormatEvent *event)
{
  SpurFormatOutput *output = self->output;
  gsize n_predecessors;
  const SpurPredecessor *before = spur_format_walk_get_predecessors (self, event, &n_predecessors);

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
is_present (SpurFormatSource *self, const SpurXmlItem *item, const Record *record)
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
put_value (SpurFormatSource *self,
           const SpurFormatProgram *program,
           const SpurXmlItem *item,
           const Record *record)
{
  const SpurFormatOp *op = item->op;

  switch (op->kind)
    {
    case SPUR_FORMAT_FIELD:
      if (record->event != NULL)
        return put_bits (self, op, spur_format_op_get_bits (op, record->event->record));
      if (op->type == SPUR_FIELD_STRING)
        return put_text (self, record->values[op->field].text);
      return put_defined (self, op, record->values[op->field].bits);
    case SPUR_FORMAT_TIME:
      return put_time (self, op, record->event);
    case SPUR_FORMAT_STREAM:
      return put_text (self, self->stream_texts[record->event->stream]);
    case SPUR_FORMAT_CONSTANT:
      return put_text (self, op->item->value);
    case SPUR_FORMAT_PREDECESSORS:
      put_predecessors (self, record->event);
      return TRUE;
    default:
      return put_text (self, program->name);
    }
}

/* The items that are in one place: attributes, or the text; of @child where it is not NULL. */
static gboolean
put_items (SpurFormatSource *self,
           const SpurXmlProgram *program,
           const Record *record,
           SpurXmlPlace place,
           const char *child)
{
  for (guint i = 0; i < program->n_items; i++)
    {
      const SpurXmlItem *item = &program->items[i];

      if (item->place != place || (child != NULL && strcmp (item->child, child) != 0) ||
          !is_present (self, item, record))
        continue;
      if (item->lead != NULL)
        put_literal (self, item->lead, item->n_lead_bytes);
      if (!put_value (self, program->program, item, record))
        return FALSE;
      if (item->lead != NULL)
        spur_format_output_put_byte (self->output, '"');
    }
  return TRUE;
}

static gboolean
has_child (SpurFormatSource *self,
           const SpurXmlProgram *program,
           const char *child,
           const Record *record)
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
put_child (SpurFormatSource *self,
           const SpurXmlProgram *program,
           const char *child,
           const Record *record)
{
  if (!has_child (self, program, child, record))
    return TRUE;
  put_literal (self, "<", 1);
  put_literal (self, child, strlen (child));
  if (!put_items (self, program, record, SPUR_XML_AS_CHILD_ATTRIBUTE, child))
    return FALSE;
  put_literal (self, ">", 1);
  if (!put_items (self, program, record, SPUR_XML_AS_CHILD_TEXT, child))
    return FALSE;
  put_literal (self, "</", 2);
  put_literal (self, child, strlen (child));
  put_literal (self, ">", 1);
  return TRUE;
}

static gboolean
put_content (SpurFormatSource *self, const SpurXmlProgram *program, const Record *record)
{
  put_literal (self, ">", 1);
  for (guint i = 0; i < program->n_items; i++)
    {
      const SpurXmlItem *item = &program->items[i];

      if (item->place == SPUR_XML_AS_TEXT && !put_items (self, program, record, item->place, NULL))
        return FALSE;
      if (item->is_first_of_child && !put_child (self, program, item->child, record))
        return FALSE;
    }
  put_literal (self, "</", 2);
  put_literal (self, program->element, program->n_element_bytes);
  put_literal (self, ">\n", 2);
  return TRUE;
}

static gboolean
put_record (SpurFormatSource *self, const SpurXmlProgram *program, const Record *record)
{
  if (program->has_outer)
    return spur_format_source_refuse (
      self, "the format has keys as in \"../@name\", which can only be read");
  put_literal (self, program->begin, program->n_begin_bytes);
  if (!put_items (self, program, record, SPUR_XML_AS_ATTRIBUTE, NULL))
    return FALSE;
  if (program->has_content)
    return put_content (self, program, record);
  put_literal (self, "/>\n", 3);
  return TRUE;
}

static gboolean
write_definition (const SpurFormatRecord *record, gpointer user_data)
{
  SpurFormatSource *self = user_data;
  const SpurXmlProgram *program =
    spur_xml_program_get (self->definition, record->program, &self->error);
  Record values = { NULL, record->values };

  return program != NULL && put_record (self, program, &values);
}

static gboolean
write_events (SpurFormatSource *self)
{
  SpurFormatEvent event;

  spur_format_walk_begin (self);
  while (spur_format_walk_next (self, &event))
    {
      const SpurXmlProgram *program =
        spur_xml_program_get (self->definition, (SpurFormatProgram *) event.program, &self->error);
      Record record = { &event, NULL };

      if (program == NULL || !put_record (self, program, &record))
        return FALSE;
    }
  return self->error == NULL;
}

gboolean
spur_xml_write (SpurFormatSource *self)
{
  const SpurXmlFormat *format = self->definition->compiled;
  const char *root = format->root != NULL ? format->root : "trace";

  put_literal (self, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<", 40);
  put_literal (self, root, strlen (root));
  if (format->namespace != NULL)
    {
      put_literal (self, " xmlns=\"", 8);
      if (!put_text (self, format->namespace))
        return FALSE;
      put_literal (self, "\"", 1);
    }
  put_literal (self, ">\n", 2);
  if (!spur_format_source_each_definition (self, write_definition, self) || !write_events (self))
    return FALSE;
  put_literal (self, "</", 2);
  put_literal (self, root, strlen (root));
  put_literal (self, ">\n", 2);
  return TRUE;
}
