/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/base/spur-escape-internal.h"
#include "core/collect/spur-collect-live-private.h"

#include <string.h>

#define NS_PER_S G_GINT64_CONSTANT (1000000000)

/* A line for a listener. */
typedef struct
{
  GString *text;
  SpurTrace *trace;
  void (*put_text) (GString *text, const char *value);
  const char *nothing;
} Line;

static void
put_json (GString *text, const char *value)
{
  spur_json_append_string (text, value, "");
}

static void
put_pair_value (GString *text, const char *value)
{
  spur_pairs_append_value (text, value, strlen (value));
}

static void
put_number (const Line *self, SpurFieldType type, guint64 bits)
{
  if (type == SPUR_FIELD_DOUBLE)
    spur_digits_append_double (self->text, bits, self->put_text == put_json);
  else if (type == SPUR_FIELD_INT64)
    g_string_append_printf (self->text, "%" G_GINT64_FORMAT, (gint64) bits);
  else
    g_string_append_printf (self->text, "%" G_GUINT64_FORMAT, bits);
}

/* The values of a list in one text, "cpu=0.5,memory=12". */
static void
put_list (const Line *self, guint32 index)
{
  const SpurList *list =
    spur_definitions_get_list (spur_trace_get_definitions (self->trace), index);
  g_autoptr (GString) text = g_string_new (NULL);
  const Line inner = { text, self->trace, put_pair_value, "" };

  for (guint i = 0; list != NULL && i < list->n_entries; i++)
    {
      const SpurEntry *entry = &list->entries[i];

      g_string_append_printf (text, "%s%s=", i > 0 ? "," : "", entry->name);
      if (entry->type == SPUR_FIELD_STRING)
        g_string_append (text, entry->text);
      else
        put_number (&inner, entry->type, entry->bits);
    }
  if (list != NULL)
    self->put_text (self->text, text->str);
  else
    g_string_append (self->text, self->nothing);
}

static void
put_value (const Line *self, const SpurEventLayout *layout, guint field, const guint8 *record)
{
  SpurFieldType type = layout->fields[field].type;
  guint64 bits = spur_event_layout_get_uint (layout, field, record);
  const char *name;

  if (type == SPUR_FIELD_LIST)
    {
      put_list (self, (guint32) bits);
      return;
    }
  if (type < SPUR_FIELD_STRING)
    {
      put_number (self, type, bits);
      return;
    }
  name = spur_definitions_get_entry_name (spur_trace_get_definitions (self->trace), type,
                                          (guint32) bits);
  if (name != NULL)
    self->put_text (self->text, name);
  else
    g_string_append (self->text, self->nothing);
}

static void
append_json (const Line *self, gint64 epoch_ns, const SpurCollectEvent *event)
{
  const SpurEventLayout *layout = event->layout;
  GString *text = self->text;

  g_string_append_printf (text,
                          "{\"unix_ns\":%" G_GINT64_FORMAT ",\"raw_unix_ns\":%" G_GINT64_FORMAT
                          ",\"late\":%s,\"recording\":\"%016" G_GINT64_MODIFIER "x\",\"host\":",
                          epoch_ns + event->time_ns, epoch_ns + event->raw_ns,
                          event->is_late ? "true" : "false", event->recording->preamble.origin);
  put_json (text, event->recording->host);
  g_string_append_printf (text, ",\"process\":%u,\"stream\":", event->recording->preamble.process);
  put_json (text, event->label->name);
  g_string_append_printf (text, ",\"event\":%" G_GUINT64_FORMAT ",\"class\":", event->position);
  put_json (text, layout->name);
  g_string_append (text, ",\"fields\":{");
  for (guint i = 0; i < layout->n_fields; i++)
    {
      if (i > 0)
        g_string_append_c (text, ',');
      put_json (text, layout->fields[i].name);
      g_string_append_c (text, ':');
      put_value (self, layout, i, event->record);
    }
  g_string_append (text, "}}\n");
}

static void
append_date (GString *text, gint64 unix_ns)
{
  g_autoptr (GDateTime) date = g_date_time_new_from_unix_utc (unix_ns / NS_PER_S);
  g_autofree char *digits = date != NULL ? g_date_time_format (date, "%Y%m%d%H%M%S") : NULL;

  g_string_append_printf (text, "DATE=%s", digits != NULL ? digits : "19700101000000");
}

static void
append_ulm (const Line *self, gint64 epoch_ns, const SpurCollectEvent *event)
{
  const SpurEventLayout *layout = event->layout;
  gint64 unix_ns = epoch_ns + event->time_ns;
  gint64 ns = unix_ns % NS_PER_S;
  GString *text = self->text;

  append_date (text, unix_ns);
  g_string_append (text, " HOST=");
  put_pair_value (text, event->recording->host);
  g_string_append (text, " PROG=");
  put_pair_value (text, event->recording->program);
  g_string_append (text, " LVL=Usage NL.EVNT=");
  put_pair_value (text, layout->name);
  g_string_append_printf (
    text, " NL.SEC=%" G_GINT64_FORMAT " NL.USEC=%" G_GINT64_FORMAT " SPUR.NSEC=%" G_GINT64_FORMAT,
    unix_ns / NS_PER_S, ns / 1000, ns % 1000);
  for (guint i = 0; i < layout->n_fields; i++)
    {
      g_string_append_c (text, ' ');
      put_pair_value (text, layout->fields[i].name);
      g_string_append_c (text, '=');
      put_value (self, layout, i, event->record);
    }
  g_string_append_c (text, '\n');
}

void
spur_collect_line_append (GString *text,
                          SpurCollectLines lines,
                          SpurTrace *trace,
                          gint64 epoch_ns,
                          const SpurCollectEvent *event)
{
  const Line json = { text, trace, put_json, "null" };
  const Line ulm = { text, trace, put_pair_value, "-" };

  if (lines == SPUR_COLLECT_JSON)
    append_json (&json, epoch_ns, event);
  else
    append_ulm (&ulm, epoch_ns, event);
}
