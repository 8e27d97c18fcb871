/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "tasklog-codec.h"

#include <string.h>

#include "tasklog-begin-event.h"

/* Reads the log of a task farm:
 *
 *   tasklog 1
 *   MICROSECONDS WORKER begin TASK PRIORITY
 *   MICROSECONDS WORKER end TASK
 */
struct _TasklogCodec
{
  SpurCodec parent_instance;
};

G_DEFINE_FINAL_TYPE (TasklogCodec, tasklog_codec, SPUR_TYPE_CODEC)

#define MAGIC "tasklog 1\n"

/* A line that is understood, kept until all definitions are known. */
typedef struct
{
  gint64 ticks;
  SpurStream *stream;
  guint32 object;
  gboolean begins;
  guint8 priority;
} Line;

typedef struct
{
  SpurTrace *trace;
  GHashTable *streams;
  GHashTable *tasks;
  GArray *lines;
} Reading;

static void
reading_clear (Reading *self)
{
  g_clear_object (&self->trace);
  g_clear_pointer (&self->streams, g_hash_table_unref);
  g_clear_pointer (&self->tasks, g_hash_table_unref);
  g_clear_pointer (&self->lines, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Reading, reading_clear)

/* A worker is a target, with a stream and a clock of its own. */
static SpurStream *
find_stream (Reading *self, const char *worker)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (self->trace);
  SpurStream *stream = g_hash_table_lookup (self->streams, worker);
  SpurClock clock = { worker, "unknown", G_USEC_PER_SEC, 0, 0 };
  guint32 target;

  if (stream == NULL)
    {
      clock.domain = spur_definitions_get_n_clocks (definitions);
      target =
        spur_definitions_add_object (definitions, SPUR_TYPE_TARGET, worker, "worker", SPUR_NONE);
      stream = spur_trace_add_stream (self->trace, worker,
                                      spur_definitions_add_clock (definitions, &clock), target);
      g_hash_table_insert (self->streams, g_strdup (worker), stream);
    }
  return stream;
}

static guint32
find_task (Reading *self, const char *name)
{
  gpointer task;

  if (!g_hash_table_lookup_extended (self->tasks, name, NULL, &task))
    {
      task = GUINT_TO_POINTER (spur_definitions_add_object (
        spur_trace_get_definitions (self->trace), SPUR_TYPE_LOAD_OBJECT, name, "task", SPUR_NONE));
      g_hash_table_insert (self->tasks, g_strdup (name), task);
    }
  return GPOINTER_TO_UINT (task);
}

static gboolean
read_line (Reading *self, const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, " ", 6);
  guint n_words = g_strv_length (words);
  gboolean begins = n_words == 5 && g_str_equal (words[2], "begin");
  Line line = { .begins = begins };
  guint64 priority = 0;

  if (!begins && !(n_words == 4 && g_str_equal (words[2], "end")))
    return FALSE;
  if (!g_ascii_string_to_signed (words[0], 10, -SPUR_TIME_LIMIT_NS / 1000,
                                 SPUR_TIME_LIMIT_NS / 1000, &line.ticks, NULL))
    return FALSE;
  if (begins && !g_ascii_string_to_unsigned (words[4], 10, 0, G_MAXUINT8, &priority, NULL))
    return FALSE;
  if (*words[1] == '\0' || *words[3] == '\0' || !g_utf8_validate (text, -1, NULL))
    return FALSE;
  line.stream = find_stream (self, words[1]);
  line.object = find_task (self, words[3]);
  line.priority = priority;
  g_array_append_val (self->lines, line);
  return TRUE;
}

/* Definitions come first, so the streams are filled when all lines are read. */
static void
fill_trace (Reading *self)
{
  const SpurEventLayout *begin = spur_event_type_get_layout (TASKLOG_TYPE_BEGIN_EVENT);
  const SpurEventLayout *end = spur_event_type_get_layout (SPUR_TYPE_REGION_EXIT_EVENT);
  guint begin_class = spur_trace_add_class (self->trace, begin);
  guint end_class = spur_trace_add_class (self->trace, end);
  guint32 running = spur_definitions_add_state (spur_trace_get_definitions (self->trace), "running",
                                                SPUR_STATE_WORK);
  guint8 *record = g_alloca (MAX (begin->n_bytes, end->n_bytes));

  for (guint i = 0; i < self->lines->len; i++)
    {
      const Line *line = &g_array_index (self->lines, Line, i);
      const SpurEventLayout *layout = line->begins ? begin : end;

      spur_event_layout_set_uint (layout, layout->field_of_use[SPUR_USE_SUBJECT], record,
                                  line->object);
      spur_event_layout_set_uint (layout, layout->field_of_use[SPUR_USE_STATE], record, running);
      if (line->begins)
        spur_event_layout_set_uint (layout, layout->n_fields - 1, record, line->priority);
      spur_stream_append (line->stream, line->ticks, line->begins ? begin_class : end_class,
                          record);
    }
}

static SpurTrace *
tasklog_codec_read (SpurCodec *codec, const char *path, const SpurJob *job, GError **error)
{
  g_auto (Reading) reading = { NULL };
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  if (!g_file_get_contents (path, &text, NULL, error))
    return NULL;
  reading.trace = spur_trace_new ();
  reading.streams = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  reading.tasks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  reading.lines = g_array_new (FALSE, FALSE, sizeof (Line));
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 1; lines[0] != NULL && lines[i] != NULL; i++)
    {
      if (*lines[i] == '\0' || read_line (&reading, lines[i]))
        continue;
      g_set_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
                   "%s:%u: found '%.60s', expected 'MICROSECONDS WORKER begin TASK PRIORITY' or "
                   "'MICROSECONDS WORKER end TASK'",
                   path, i + 1, lines[i]);
      return NULL;
    }
  fill_trace (&reading);
  if (!spur_trace_seal (reading.trace, error))
    return NULL;
  return g_steal_pointer (&reading.trace);
}

/* The file is of this format where it starts with the magic words. */
static char *
tasklog_codec_find (SpurCodec *codec, const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileInputStream) stream = g_file_read (file, NULL, NULL);
  char head[sizeof MAGIC - 1];
  gsize n_bytes = 0;

  if (stream == NULL ||
      !g_input_stream_read_all (G_INPUT_STREAM (stream), head, sizeof head, &n_bytes, NULL, NULL))
    return NULL;
  if (n_bytes < sizeof head || memcmp (head, MAGIC, sizeof head) != 0)
    return NULL;
  return g_strdup (path);
}

static void
tasklog_codec_class_init (TasklogCodecClass *klass)
{
  SpurCodecClass *codec_class = SPUR_CODEC_CLASS (klass);

  codec_class->find = tasklog_codec_find;
  codec_class->read = tasklog_codec_read;
}

static void
tasklog_codec_init (TasklogCodec *self)
{
}
