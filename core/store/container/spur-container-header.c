/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Writes the XML header of a container: everything but events and the tables that may be big. */
#include <string.h>

#include "core/store/container/spur-container-internal.h"

/* The first text that is too long, and the first word that the format has not, end the writing. */
typedef struct
{
  GString *xml;
  GError *error;
} HeaderWriter;

static void
put_text (HeaderWriter *self, const char *attribute, const char *text)
{
  if (text == NULL)
    return;
  if (strlen (text) > SPUR_CONTAINER_MAX_TEXT_BYTES)
    {
      if (self->error == NULL)
        self->error = g_error_new (SPUR_STORE_ERROR, SPUR_STORE_ERROR_RANGE,
                                   "%s “%.40s…” has %" G_GSIZE_FORMAT " bytes, it may have %u",
                                   attribute, text, strlen (text), SPUR_CONTAINER_MAX_TEXT_BYTES);
      return;
    }
  g_string_append_printf (self->xml, " %s=\"", attribute);
  spur_container_append_text (self->xml, text);
  g_string_append_c (self->xml, '"');
}

static void
put_uint (HeaderWriter *self, const char *attribute, guint64 value)
{
  g_string_append_printf (self->xml, " %s=\"%" G_GUINT64_FORMAT "\"", attribute, value);
}

static void
put_int (HeaderWriter *self, const char *attribute, gint64 value)
{
  g_string_append_printf (self->xml, " %s=\"%" G_GINT64_FORMAT "\"", attribute, value);
}

/* 17 digits bring back the very same number; the words are those of XML Schema. */
static void
put_double (HeaderWriter *self, const char *attribute, double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  const char *text = digits;

  if (value != value)
    text = "NaN";
  else if (value > G_MAXDOUBLE)
    text = "INF";
  else if (value < -G_MAXDOUBLE)
    text = "-INF";
  else
    g_ascii_formatd (digits, sizeof digits, "%.17g", value);
  g_string_append_printf (self->xml, " %s=\"%s\"", attribute, text);
}

static void
put_word (HeaderWriter *self, const char *attribute, SpurMeaning meaning, guint value)
{
  const char *name = spur_meaning_get_word (meaning, value);

  if (name != NULL)
    g_string_append_printf (self->xml, " %s=\"%s\"", attribute, name);
  else if (self->error == NULL)
    self->error = g_error_new (SPUR_STORE_ERROR, SPUR_STORE_ERROR_RANGE,
                               "%s %u is none that the format knows", attribute, value);
}

static void
open_element (HeaderWriter *self, guint depth, const char *name)
{
  g_string_append_printf (self->xml, "%*s<%s", (int) depth * 2, "", name);
}

static void
put_line (HeaderWriter *self, const char *line)
{
  g_string_append (self->xml, line);
  g_string_append_c (self->xml, '\n');
}

static gsize
count_predecessors (SpurTrace *trace)
{
  gsize n_predecessors;

  spur_trace_get_all_predecessors (trace, &n_predecessors);
  return n_predecessors;
}

static void
put_tables (HeaderWriter *self, SpurTrace *trace, guint64 n_knots, guint64 n_chunks)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  const guint64 rows[SPUR_CONTAINER_N_TABLES] = {
    [SPUR_CONTAINER_STRINGS_TABLE] = spur_definitions_get_n_strings (definitions),
    [SPUR_CONTAINER_LISTS_TABLE] = spur_definitions_get_n_lists (definitions),
    [SPUR_CONTAINER_OBJECTS_TABLE] = spur_definitions_get_n_objects (definitions),
    [SPUR_CONTAINER_GROUPS_TABLE] = spur_definitions_get_n_groups (definitions),
    [SPUR_CONTAINER_PREVIOUS_TABLE] = count_predecessors (trace),
    [SPUR_CONTAINER_KNOTS_TABLE] = n_knots,
    [SPUR_CONTAINER_INDEX_TABLE] = n_chunks,
  };

  put_line (self, "  <tables>");
  for (guint i = 0; i < SPUR_CONTAINER_N_TABLES; i++)
    {
      const SpurContainerTable *table = &spur_container_tables[i];

      open_element (self, 2, "table");
      put_text (self, "name", table->name);
      put_uint (self, "rows", rows[i]);
      put_line (self, ">");
      for (guint k = 0; k < SPUR_CONTAINER_MAX_COLUMNS && table->columns[k].name != NULL; k++)
        {
          open_element (self, 3, "column");
          put_text (self, "name", table->columns[k].name);
          put_text (self, "type", table->columns[k].type);
          put_line (self, "/>");
        }
      put_line (self, "    </table>");
    }
  put_line (self, "  </tables>");
}

static void
put_class (HeaderWriter *self, const SpurEventLayout *layout)
{
  open_element (self, 2, "event-class");
  put_text (self, "name", layout->name);
  put_text (self, "extends", layout->parent_name);
  put_word (self, "role", SPUR_MEANING_ROLE, layout->role);
  put_word (self, "match", SPUR_MEANING_MATCH, layout->match);
  put_word (self, "effect", SPUR_MEANING_EFFECT, layout->effect);
  put_line (self, ">");
  for (guint i = 0; i < layout->n_fields; i++)
    {
      const SpurField *field = &layout->fields[i];

      open_element (self, 3, "field");
      put_text (self, "name", field->name);
      put_word (self, "type", SPUR_MEANING_FIELD_TYPE, field->type);
      put_word (self, "use", SPUR_MEANING_USE, field->use);
      put_text (self, "unit", field->unit);
      put_text (self, "description", field->description);
      put_line (self, "/>");
    }
  put_line (self, "    </event-class>");
}

static void
put_classes (HeaderWriter *self, SpurTrace *trace, const SpurContainerOrigin *origin)
{
  put_line (self, "  <event-classes>");
  for (guint i = 0; i < spur_trace_get_n_classes (trace); i++)
    put_class (self, spur_trace_get_class (trace, i));
  for (guint i = 0; i < origin->ancestors->len; i++)
    put_class (self, g_ptr_array_index (origin->ancestors, i));
  put_line (self, "  </event-classes>");
  put_line (self, "  <columns/>");
}

static void
put_types (HeaderWriter *self, const char *name, const GPtrArray *types)
{
  g_string_append_printf (self->xml, "  <%ss>\n", name);
  for (guint i = 0; i < types->len; i++)
    {
      const SpurContainerType *type = g_ptr_array_index (types, i);

      open_element (self, 2, name);
      put_text (self, "name", type->name);
      put_text (self, "ancestors", type->ancestors);
      put_line (self, "/>");
    }
  g_string_append_printf (self->xml, "  </%ss>\n", name);
}

static void
put_states_and_clocks (HeaderWriter *self, SpurTrace *trace)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);

  put_line (self, "  <states>");
  for (guint i = 0; i < spur_definitions_get_n_states (definitions); i++)
    {
      const SpurState *state = spur_definitions_get_state (definitions, i);

      open_element (self, 2, "state");
      put_text (self, "name", state->name);
      put_word (self, "kind", SPUR_MEANING_STATE_KIND, state->kind);
      put_text (self, "immediate", state->is_immediate ? "true" : NULL);
      put_line (self, "/>");
    }
  put_line (self, "  </states>");
  put_line (self, "  <clocks>");
  for (guint i = 0; i < spur_definitions_get_n_clocks (definitions); i++)
    {
      const SpurClock *clock = spur_definitions_get_clock (definitions, i);

      open_element (self, 2, "clock");
      put_text (self, "name", clock->name);
      put_text (self, "kind", clock->kind);
      put_uint (self, "resolution-hz", clock->resolution_hz);
      put_uint (self, "epoch-ticks", clock->epoch_ticks);
      put_uint (self, "domain", clock->domain);
      put_line (self, "/>");
    }
  put_line (self, "  </clocks>");
}

static void
put_stream (HeaderWriter *self, SpurStream *stream)
{
  guint n_offsets;
  const SpurClockOffset *offsets = spur_stream_get_clock_offsets (stream, &n_offsets);

  open_element (self, 2, "stream");
  put_text (self, "name", spur_stream_get_name (stream));
  put_uint (self, "clock", spur_stream_get_clock (stream));
  if (spur_stream_get_target (stream) != SPUR_NONE)
    put_uint (self, "target", spur_stream_get_target (stream));
  if (spur_stream_get_origin (stream) != 0)
    put_uint (self, "origin", spur_stream_get_origin (stream));
  put_uint (self, "events", spur_stream_get_n_events (stream));
  put_uint (self, "chunks", spur_stream_get_n_chunks (stream));
  put_line (self, ">");
  for (guint i = 0; i < n_offsets; i++)
    {
      open_element (self, 3, "clock-offset");
      put_int (self, "ticks", offsets[i].ticks);
      put_int (self, "offset-ticks", offsets[i].offset_ticks);
      put_double (self, "deviation-ticks", offsets[i].deviation_ticks);
      put_line (self, "/>");
    }
  put_line (self, "    </stream>");
}

static void
put_fact (HeaderWriter *self, const char *key, const char *value)
{
  open_element (self, 2, "fact");
  put_text (self, "key", key);
  put_text (self, "value", value);
  put_line (self, "/>");
}

static void
put_notes (HeaderWriter *self, SpurTrace *trace)
{
  GPtrArray *keys = spur_trace_get_fact_keys (trace);

  put_line (self, "  <losses>");
  for (guint i = 0; i < spur_trace_get_n_losses (trace); i++)
    {
      const SpurLoss *loss = spur_trace_get_loss (trace, i);

      open_element (self, 2, "loss");
      put_text (self, "what", loss->what);
      put_uint (self, "count", loss->count);
      put_line (self, "/>");
    }
  put_line (self, "  </losses>");
  put_line (self, "  <facts>");
  for (guint i = 0; i < keys->len; i++)
    put_fact (self, g_ptr_array_index (keys, i),
              spur_trace_get_fact (trace, g_ptr_array_index (keys, i)));
  put_line (self, "  </facts>");
}

static guint64
count_knots (SpurCorrection *correction)
{
  guint64 n_all = 0;

  for (guint s = 0; correction != NULL && s < spur_correction_get_n_streams (correction); s++)
    {
      for (guint i = 0; i < spur_correction_get_n_maps (correction, s); i++)
        {
          gsize n_knots;

          spur_time_map_get_knots (spur_correction_get_map (correction, s, i), &n_knots);
          n_all += n_knots;
        }
    }
  return n_all;
}

static void
put_maps (HeaderWriter *self, SpurCorrection *correction)
{
  for (guint s = 0; s < spur_correction_get_n_streams (correction); s++)
    {
      for (guint i = 0; i < spur_correction_get_n_maps (correction, s); i++)
        {
          gsize n_knots;

          spur_time_map_get_knots (spur_correction_get_map (correction, s, i), &n_knots);
          open_element (self, 2, "map");
          put_uint (self, "stream", s);
          put_uint (self, "knots", n_knots);
          put_line (self, "/>");
        }
    }
}

static void
put_correction (HeaderWriter *self, SpurCorrection *correction)
{
  GPtrArray *keys;

  if (correction == NULL)
    return;
  keys = spur_correction_get_fact_keys (correction);
  put_line (self, "  <correction>");
  for (guint i = 0; i < keys->len; i++)
    put_fact (self, g_ptr_array_index (keys, i),
              spur_correction_get_fact (correction, g_ptr_array_index (keys, i)));
  put_maps (self, correction);
  put_line (self, "  </correction>");
}

GString *
spur_container_header_write (SpurTrace *trace,
                             const SpurContainerOrigin *origin,
                             guint64 n_chunks,
                             GError **error)
{
  SpurCorrection *correction = spur_trace_get_correction (trace);
  HeaderWriter self = { g_string_new (NULL), NULL };

  put_line (&self, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
  put_line (&self,
            "<format xmlns=\"" SPUR_CONTAINER_FORMAT_NAMESPACE "\" name=\"spur\" version=\"1\">");
  put_classes (&self, trace, origin);
  open_element (&self, 1, "trace");
  put_text (&self, "xmlns", SPUR_CONTAINER_NAMESPACE);
  put_uint (&self, "classes", spur_trace_get_n_classes (trace));
  put_text (&self, "identifier", spur_trace_get_identifier_name (trace));
  put_line (&self, ">");
  put_tables (&self, trace, count_knots (correction), n_chunks);
  put_types (&self, "object-type", origin->object_types);
  put_types (&self, "list-type", origin->list_types);
  put_states_and_clocks (&self, trace);
  put_line (&self, "  <streams>");
  for (guint i = 0; i < spur_trace_get_n_streams (trace); i++)
    put_stream (&self, spur_trace_get_stream (trace, i));
  put_line (&self, "  </streams>");
  put_notes (&self, trace);
  put_correction (&self, correction);
  put_line (&self, "  </trace>");
  put_line (&self, "</format>");
  if (self.error == NULL && self.xml->len > G_MAXINT)
    self.error = g_error_new (SPUR_STORE_ERROR, SPUR_STORE_ERROR_RANGE,
                              "the header has %" G_GSIZE_FORMAT " bytes, it may have %d",
                              self.xml->len, G_MAXINT);
  if (self.error == NULL)
    return self.xml;
  g_propagate_error (error, self.error);
  g_string_free (self.xml, TRUE);
  return NULL;
}
