/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "tests/codecs/paje-made.h"

#include <string.h>

#include "plugins/formats/paje/paje-reading.h"

const char paje_made_header[] = "# made by hand\n"
                                "\n"
                                "%EventDef PajeDefineContainerType 1\n"
                                "% Name string\n"
                                "% Type string\n"
                                "% Alias string\n"
                                "%EndEventDef\n"
                                "%EventDef PajeDefineStateType 2\n"
                                "%\tAlias string\r\n"
                                "%\tContainerType string\n"
                                "%\tName string\n"
                                "%EndEventDef\n"
                                "%EventDef PajeDefineEventType 3\n"
                                "% Name string\n"
                                "% Type string\n"
                                "%EndEventDef\n"
                                "%EventDef PajeDefineVariableType 4\n"
                                "% Name string\n"
                                "% Type string\n"
                                "% Color color\n"
                                "%EndEventDef\n"
                                "%EventDef PajeDefineLinkType 5\n"
                                "% Alias string\n"
                                "% Type string\n"
                                "% StartContainerType string\n"
                                "% EndContainerType string\n"
                                "% Name string\n"
                                "%EndEventDef\n"
                                "%EventDef PajeDefineEntityValue 6\n"
                                "% Alias string\n"
                                "% Type string\n"
                                "% Name string\n"
                                "% Color color\n"
                                "%EndEventDef\n"
                                "%EventDef PajeCreateContainer 7\n"
                                "% Time date\n"
                                "% Alias string\n"
                                "% Type string\n"
                                "% Container string\n"
                                "% Name string\n"
                                "%EndEventDef\n"
                                "%EventDef PajeDestroyContainer 8\n"
                                "% Time date\n"
                                "% Type string\n"
                                "% Name string\n"
                                "%EndEventDef\n"
                                "%EventDef PajeSetState 9\n"
                                "% Time date\n"
                                "% Type string\n"
                                "% Container string\n"
                                "% Value string\n"
                                "%EndEventDef\n"
                                "%EventDef PajePushState 10\n"
                                "% Value string\n"
                                "% Container string\n"
                                "% Type string\n"
                                "% Time date\n"
                                "% Job string\n"
                                "% Flops double\n"
                                "% Address hex\n"
                                "% State int\n"
                                "%EndEventDef\n"
                                "%EventDef PajePopState 11\n"
                                "% Time date\n"
                                "% Type string\n"
                                "% Container string\n"
                                "%EndEventDef\n"
                                "%EventDef PajeResetState 12\n"
                                "% Time date\n"
                                "% Type string\n"
                                "% Container string\n"
                                "%EndEventDef\n"
                                "%EventDef PajeNewEvent 13\n"
                                "% Time date\n"
                                "% Type string\n"
                                "% Container string\n"
                                "% Value string\n"
                                "%EndEventDef\n"
                                "%EventDef PajeSetVariable 14\n"
                                "% Time date\n"
                                "% Type string\n"
                                "% Container string\n"
                                "% Value double\n"
                                "%EndEventDef\n"
                                "%EventDef PajeAddVariable 15\n"
                                "% Time date\n"
                                "% Type string\n"
                                "% Container string\n"
                                "% Value double\n"
                                "%EndEventDef\n"
                                "%EventDef PajeSubVariable 16\n"
                                "% Time date\n"
                                "% Type string\n"
                                "% Container string\n"
                                "% Value double\n"
                                "%EndEventDef\n"
                                "%EventDef PajeStartLink 17\n"
                                "% Time date\n"
                                "% Type string\n"
                                "% Container string\n"
                                "% Value string\n"
                                "% SourceContainer string\n"
                                "% Key string\n"
                                "% Size int\n"
                                "%EndEventDef\n"
                                "%EventDef PajeEndLink 18\n"
                                "% Time date\n"
                                "% Type string\n"
                                "% Container string\n"
                                "% Value string\n"
                                "% EndContainer string\n"
                                "% Key string\n"
                                "%EndEventDef\n"
                                "%EventDef UnblockProcess 99\n"
                                "% Time date\n"
                                "% ProcessId int\n"
                                "%EndEventDef\n";

const char paje_made_records[] = "1 Machine 0 M\n"
                                 "1 Actor M A\n"
                                 "1 Cable 0 C\n"
                                 "2 S A \"Actor State\"\n"
                                 "2 Z A Zone\n"
                                 "3 Mark A\n"
                                 "4 speed M \"1 0 0\"\n"
                                 "5 T 0 M C wire\n"
                                 "5 L 0 A A mail\n"
                                 "6 w S working \"0 1 0\"\n"
                                 "6 s S sleep \"0 0 1\"\n"
                                 "7 0 m1 M 0 one\n"
                                 "7 0.0 m2 M 0 two\n"
                                 "7 0 c C 0 cable\n"
                                 "17 0 T 0 next m1 0\n"
                                 "18 0 T 0 next c 0\n"
                                 "14 0 speed m1 1.5\n"
                                 "7 1 a1 A m1 ann\n"
                                 "7 1 b A m2 \"b o b\"\n"
                                 "9 1 S a1 w\n"
                                 "10 w b S 1.25 job 2.5 0xff -3\n"
                                 "10 rest b S 1.5\n"
                                 "17 1.75 L 0 news b k 100\n"
                                 "11 2 S b\n"
                                 "18 2.000000001 L 0 news a1 k\n"
                                 "10 s a1 S 2.25 \"\" NA NA 26.000000\n"
                                 "9 2.5 S a1 s\n"
                                 "13 2.5 Mark b \"half time\"\n"
                                 "15 3 speed one 1\n"
                                 "16 3.5 speed m1 0.5\n"
                                 "9 3 Z a1 east\n"
                                 "8 4 A a1\n"
                                 "17 4 L 0 move a1 m\n"
                                 "7 4.5 a2 A m2 ann\n"
                                 "18 4.5 L 0 move a2 m\n"
                                 "9 4.5 S a2 w\n"
                                 "12 5 S a2\n"
                                 "12 5 S b\n"
                                 "8 6 A ann\n"
                                 "8 6 M m1\n";

SpurTrace *
paje_made_read (const char *text, gsize n_bytes, GError **error)
{
  g_autoptr (FormatLines) lines = format_lines_new_for_bytes ("made.trace", text, n_bytes);
  g_autoptr (PajeLog) log = paje_log_new ();
  SpurJob job = { NULL, NULL, NULL, 1 };

  if (!paje_log_read (log, lines, n_bytes, &job, error))
    return NULL;
  return paje_reading_run (log, &job, error);
}

char *
paje_made_join (void)
{
  return g_strconcat (paje_made_header, paje_made_records, NULL);
}

char *
paje_made_replace (const char *text, const char *from, const char *to)
{
  const char *at = strstr (text, from);

  g_assert_nonnull (at);
  return g_strdup_printf ("%.*s%s%s", (int) (at - text), text, to, at + strlen (from));
}

static void
describe_field (SpurTrace *trace, GString *text, const SpurField *field, guint64 value)
{
  double number;

  g_string_append_printf (text, " %s=", field->name);
  memcpy (&number, &value, sizeof number);
  if (field->type == SPUR_FIELD_DOUBLE)
    g_string_append_printf (text, "%g", number);
  else if (field->type < SPUR_FIELD_DOUBLE)
    g_string_append_printf (text, "%" G_GINT64_FORMAT, (gint64) value);
  else if (value == SPUR_NONE)
    g_string_append_c (text, '-');
  else
    g_string_append (text, spur_definitions_get_entry_name (spur_trace_get_definitions (trace),
                                                            field->type, (guint32) value));
}

static void
describe_stream (SpurTrace *trace, GString *text, SpurStream *stream)
{
  guint32 target = spur_stream_get_target (stream);

  g_string_append_printf (
    text, "%s on %s\n", spur_stream_get_name (stream),
    target != SPUR_NONE
      ? spur_definitions_get_object (spur_trace_get_definitions (trace), target)->name
      : "-");
  for (guint64 i = 0; i < spur_stream_get_n_events (stream); i++)
    {
      const SpurEventLayout *layout;
      const guint8 *record = spur_stream_get_record (stream, i, &layout);

      g_string_append_printf (text, "%" G_GINT64_FORMAT " %s", spur_stream_get_ticks (stream, i),
                              layout->name);
      for (guint k = 0; k < layout->n_fields; k++)
        describe_field (trace, text, &layout->fields[k],
                        spur_event_layout_get_uint (layout, k, record));
      g_string_append_c (text, '\n');
    }
}

char *
paje_made_describe (SpurTrace *trace)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < spur_definitions_get_n_objects (definitions); i++)
    {
      const SpurObject *object = spur_definitions_get_object (definitions, i);

      g_string_append_printf (text, "%s %s: %s in %s\n", g_type_name (object->type), object->name,
                              object->kind,
                              object->parent != SPUR_NONE
                                ? spur_definitions_get_object (definitions, object->parent)->name
                                : "-");
    }
  for (guint i = 0; i < spur_definitions_get_n_states (definitions); i++)
    g_string_append_printf (text, "%s %d\n", spur_definitions_get_state (definitions, i)->name,
                            spur_definitions_get_state (definitions, i)->kind);
  for (guint i = 0; i < spur_trace_get_n_streams (trace); i++)
    describe_stream (trace, text, spur_trace_get_stream (trace, i));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

guint64
paje_made_get_loss (SpurTrace *trace, const char *what)
{
  for (guint i = 0; i < spur_trace_get_n_losses (trace); i++)
    {
      if (strcmp (spur_trace_get_loss (trace, i)->what, what) == 0)
        return spur_trace_get_loss (trace, i)->count;
    }
  return 0;
}
