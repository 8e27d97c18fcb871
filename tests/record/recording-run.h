/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <spur-record-events.h>

#include <glib/gstdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/record/reading/spur-recording-reader.h"

/* What tests of recordings have in common: events that can be counted, and a folder. */

static inline char *
recording_make_folder (void)
{
  g_autoptr (GError) error = NULL;
  char *folder = g_dir_make_tmp ("spur-recording-XXXXXX", &error);

  g_assert_no_error (error);
  return folder;
}

static inline void
recording_remove_folder (const char *folder)
{
  GDir *dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_unlink (path);
    }
  g_clear_pointer (&dir, g_dir_close);
  g_rmdir (folder);
}

/* Says what of the trace is lost, beside bytes of a packet that was being written; whether nothing
 * is. */
static inline gboolean
recording_is_whole (SpurTrace *trace)
{
  gboolean is_whole = TRUE;

  for (guint i = 0; i < spur_trace_get_n_losses (trace); i++)
    {
      const SpurLoss *loss = spur_trace_get_loss (trace, i);

      if (strstr (loss->what, "bytes that are no packet") != NULL)
        continue;
      g_test_message ("%" G_GUINT64_FORMAT " %s", loss->count, loss->what);
      is_whole = FALSE;
    }
  return is_whole;
}

/* An event that carries who recorded it and the how manieth it is. */
static inline void
recording_put (SpurRecord *record, uint64_t who, uint64_t number)
{
  spur_record_lo_migration_send (record, SPUR_RECORD_NO_OBJECT, SPUR_RECORD_NO_OBJECT,
                                 SPUR_RECORD_NO_OBJECT, who << 40 | number);
}

static inline SpurTrace *
recording_open (const char *path, SpurRecordingCounts *counts)
{
  g_autoptr (GError) error = NULL;
  SpurTrace *trace = spur_recording_open (path, counts, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (trace);
  return trace;
}

/* Checks that there is nothing but the events of who 0, in order and without a gap from any number
 * on; how many they are. */
static inline guint64
recording_check_run (SpurTrace *trace)
{
  guint64 n_events = 0, first = 0;

  for (guint i = 0; i < spur_trace_get_n_streams (trace); i++)
    {
      SpurStream *stream = spur_trace_get_stream (trace, i);

      for (guint64 k = 0; k < spur_stream_get_n_events (stream); k++)
        {
          const SpurEventLayout *layout;
          const guint8 *bytes = spur_stream_get_record (stream, k, &layout);
          int field = spur_event_layout_find_field (layout, "migration");
          guint64 value = spur_event_layout_get_uint (layout, (guint) field, bytes);

          if (n_events == 0)
            first = value;
          g_assert_cmpuint (value, ==, first + n_events);
          n_events++;
        }
    }
  return n_events;
}

/* Checks that of each who the events are there in order and without a gap from 0 on, and adds up
 * how many: @n_of has room for @n_who. The number of the events of other classes. */
static inline guint64
recording_check (SpurTrace *trace, guint64 *n_of, guint n_who)
{
  guint64 n_others = 0;

  for (guint i = 0; i < spur_trace_get_n_streams (trace); i++)
    {
      SpurStream *stream = spur_trace_get_stream (trace, i);

      for (guint64 k = 0; k < spur_stream_get_n_events (stream); k++)
        {
          const SpurEventLayout *layout;
          const guint8 *bytes = spur_stream_get_record (stream, k, &layout);
          int field = spur_event_layout_find_field (layout, "migration");
          guint64 value;

          if (field < 0)
            {
              n_others++;
              continue;
            }
          value = spur_event_layout_get_uint (layout, (guint) field, bytes);
          g_assert_cmpuint (value >> 40, <, n_who);
          g_assert_cmpuint (value & ((G_GUINT64_CONSTANT (1) << 40) - 1), ==, n_of[value >> 40]);
          n_of[value >> 40]++;
        }
    }
  return n_others;
}

/* What a thread records: a number of events on its own behalf. */
typedef struct
{
  SpurRecord *record;
  guint who;
  guint64 n_events;
} RecordingWork;

static inline gpointer
recording_work (gpointer data)
{
  RecordingWork *self = data;

  for (guint64 i = 0; i < self->n_events; i++)
    recording_put (self->record, self->who, i);
  return NULL;
}

/* That many threads at the same time. */
static inline void
recording_work_together (SpurRecord *record, guint n_threads, guint64 n_events)
{
  g_autofree GThread **threads = g_new (GThread *, n_threads);
  g_autofree RecordingWork *works = g_new (RecordingWork, n_threads);

  for (guint i = 0; i < n_threads; i++)
    {
      works[i] = (RecordingWork){ record, i, n_events };
      threads[i] = g_thread_new ("worker", recording_work, &works[i]);
    }
  for (guint i = 0; i < n_threads; i++)
    g_thread_join (threads[i]);
}
