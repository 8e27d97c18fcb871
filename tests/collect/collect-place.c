/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "tests/collect/collect-place.h"

#include <glib/gstdio.h>

#include "core/record/reading/spur-recording-reader.h"

static void
count_problem (SpurCollector *collector, const char *text, gpointer data)
{
  Place *self = data;

  g_test_message ("%s", text);
  self->n_problems++;
}

void
place_begin (Place *self)
{
  g_autoptr (GError) error = NULL;

  self->collector = spur_collector_new (self->folder, &error);
  g_assert_no_error (error);
  g_signal_connect (self->collector, "problem", G_CALLBACK (count_problem), self);
}

void
place_listen (Place *self)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *actual = spur_collector_listen (self->collector, self->address, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (actual, ==, self->address);
}

void
place_init (Place *self)
{
  *self = (Place){ .folder = g_dir_make_tmp ("spur-collect-XXXXXX", NULL) };
  self->path = g_build_filename (self->folder, "socket", NULL);
  self->address = g_strconcat ("unix:", self->path, NULL);
  place_begin (self);
}

void
place_remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        place_remove_folder (path);
      else
        g_unlink (path);
    }
  g_rmdir (folder);
}

void
place_clear (Place *self)
{
  g_clear_object (&self->collector);
  if (self->folder != NULL)
    place_remove_folder (self->folder);
  g_free (self->folder);
  g_free (self->path);
  g_free (self->address);
}

void
place_say_hello (Peer *peer, const Kit *kit, const char *token)
{
  guint8 hello[SPUR_HELLO_BYTES];

  kit_make_hello (kit, token, hello);
  g_assert_true (peer_send (peer, hello, sizeof hello));
  g_assert_true (peer_send (peer, kit->head, sizeof kit->head));
}

void
place_send_all (Peer *peer, const Kit *kit, const char *token)
{
  place_say_hello (peer, kit, token);
  g_assert_true (peer_send (peer, kit->bytes->data, kit->bytes->len));
}

void
place_fill (Kit *kit, guint64 origin, guint n_packets, guint n_events)
{
  kit_init (kit, origin);
  kit_define (kit, 4);
  kit_put_stream (kit, 0, "main");
  for (guint i = 0; i < n_packets; i++)
    kit_put_events (kit, 1, 0, KIT_STATE, n_events, kit_now () + i * n_events, 1, NULL);
  kit_put_status (kit, TRUE);
}

char *
place_get_path (const Place *self, guint64 origin)
{
  return g_strdup_printf ("%s/%016" G_GINT64_MODIFIER "x.spurrec", self->folder, origin);
}

SpurTrace *
place_read (const Place *self, guint64 origin)
{
  g_autofree char *path = place_get_path (self, origin);
  g_autoptr (GError) error = NULL;
  SpurTrace *trace = spur_recording_open (path, NULL, NULL, &error);

  g_assert_no_error (error);
  return trace;
}
