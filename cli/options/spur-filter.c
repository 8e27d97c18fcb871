/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cli/options/spur-options.h"

#include <string.h>

void
spur_filter_clear (SpurFilter *self)
{
  g_clear_pointer (&self->streams, g_free);
  g_clear_pointer (&self->classes, g_free);
  g_clear_pointer (&self->objects, g_free);
  g_clear_pointer (&self->where, spur_where_free);
}

/* A name comes first: streams may be called by numbers that are not their positions. */
gboolean
spur_filter_find_stream (SpurTrace *trace, const char *wanted, guint *index)
{
  guint n_streams = spur_trace_get_n_streams (trace);
  guint64 number;

  for (guint i = 0; i < n_streams; i++)
    {
      if (g_strcmp0 (spur_stream_get_name (spur_trace_get_stream (trace, i)), wanted) == 0)
        {
          *index = i;
          return TRUE;
        }
    }
  if (n_streams == 0 || !g_ascii_string_to_unsigned (wanted, 10, 0, n_streams - 1, &number, NULL))
    return FALSE;
  *index = (guint) number;
  return TRUE;
}

static gboolean
add_stream (SpurFilter *self, SpurCli *cli, SpurTrace *trace, const char *wanted)
{
  guint n_streams = spur_trace_get_n_streams (trace);
  g_autofree const char **names = NULL;
  const char *nearest;
  guint index;

  if (spur_filter_find_stream (trace, wanted, &index))
    {
      self->n_streams_wanted += !self->streams[index];
      self->streams[index] = TRUE;
      self->one_stream = index;
      return TRUE;
    }
  names = g_new0 (const char *, n_streams + 1);
  for (guint i = 0; i < n_streams; i++)
    names[i] = spur_stream_get_name (spur_trace_get_stream (trace, i));
  nearest = spur_text_find_nearest (wanted, names);
  if (nearest != NULL)
    return SPUR_CLI_REFUSE (cli, "--stream: '%s' is none of the %u streams; did you mean '%s'?",
                            wanted, n_streams, nearest);
  return SPUR_CLI_REFUSE (
    cli, "--stream: '%s' is none of the %u streams, which have the numbers 0 to %d", wanted,
    n_streams, (int) n_streams - 1);
}

static gboolean
refuse_class (SpurCli *cli, SpurTrace *trace, const char *wanted)
{
  guint n_classes = spur_trace_get_n_classes (trace);
  g_autofree const char **names = g_new0 (const char *, n_classes + 1);
  const char *nearest;

  for (guint i = 0; i < n_classes; i++)
    names[i] = spur_trace_get_class (trace, i)->name;
  nearest = spur_text_find_nearest (wanted, names);
  if (nearest != NULL)
    return SPUR_CLI_REFUSE (cli, "--class: no event class is called '%s'; did you mean '%s'?",
                            wanted, nearest);
  return SPUR_CLI_REFUSE (
    cli, "--class: no event class is called '%s'; 'spur info' lists the trace's", wanted);
}

static gboolean
add_class (SpurFilter *self, SpurCli *cli, SpurTrace *trace, const char *wanted)
{
  g_autoptr (GArray) classes = spur_trace_list_classes (trace, wanted);

  if (classes == NULL)
    return refuse_class (cli, trace, wanted);
  for (guint i = 0; i < classes->len; i++)
    self->classes[g_array_index (classes, guint32, i)] = TRUE;
  return TRUE;
}

static gboolean
add_conditions (SpurFilter *self, SpurCli *cli, SpurTrace *trace, const SpurFilterOptions *options)
{
  if (options->objects != NULL &&
      !spur_names_find_objects (cli, trace, options->objects, &self->objects))
    return FALSE;
  if (options->where != NULL)
    self->where = spur_where_new (cli, trace, options->where);
  return options->where == NULL || self->where != NULL;
}

gboolean
spur_filter_init (SpurFilter *self,
                  SpurCli *cli,
                  SpurTrace *trace,
                  const SpurFilterOptions *options)
{
  guint n_streams = spur_trace_get_n_streams (trace);
  guint n_classes = spur_trace_get_n_classes (trace);
  char **streams = options->streams, **classes = options->classes;

  self->streams = g_new0 (guint8, n_streams + 1);
  self->classes = g_new0 (guint8, n_classes + 1);
  self->n_streams_wanted = streams == NULL ? n_streams : 0;
  memset (self->streams, streams == NULL, n_streams);
  memset (self->classes, classes == NULL, n_classes);

  for (guint i = 0; streams != NULL && streams[i] != NULL; i++)
    {
      if (!add_stream (self, cli, trace, streams[i]))
        return FALSE;
    }
  for (guint i = 0; classes != NULL && classes[i] != NULL; i++)
    {
      if (!add_class (self, cli, trace, classes[i]))
        return FALSE;
    }
  return add_conditions (self, cli, trace, options);
}

/* In any of its fields. */
static gboolean
names_object (const SpurFilter *self, const SpurEventLayout *layout, const guint8 *record)
{
  for (guint i = 0; i < layout->n_fields; i++)
    {
      guint64 object;

      if (layout->fields[i].type != SPUR_FIELD_OBJECT)
        continue;
      object = spur_event_layout_get_uint (layout, i, record);
      if (object != SPUR_NONE && self->objects[object] != 0)
        return TRUE;
    }
  return FALSE;
}

gboolean
spur_filter_accepts (const SpurFilter *self,
                     guint stream,
                     guint class_index,
                     const SpurEventLayout *layout,
                     const guint8 *record)
{
  return self->streams[stream] && self->classes[class_index] &&
         (self->objects == NULL || names_object (self, layout, record)) &&
         (self->where == NULL || spur_where_accepts (self->where, class_index, layout, record));
}
