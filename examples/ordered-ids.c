/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* Events that know what happened directly before them. One call makes the identifiers of a recorder
 * ordered; no event class changes. The trace keeps the predecessors, and they are edges for check
 * and correction.
 *
 *   cc -o ordered-ids ordered-ids.c $(pkg-config --cflags --libs spur-1)
 */
#include <spur.h>

typedef struct
{
  SpurRecorder *recorder;
  SpurActiveObject *client;
  SpurActiveObject *server;
} Application;

/* An application that runs for 10 ns an event, so that what is printed is always the same. */
static gint64
get_time_ns (gpointer user_data)
{
  gint64 *now_ns = user_data;

  return *now_ns += 10;
}

static gboolean
record_message (Application *self,
                GType type,
                SpurActiveObject *object,
                SpurActiveObject *peer,
                guint tag,
                GError **error)
{
  g_autoptr (SpurEvent) event = spur_recorder_make_event (self->recorder, type);

  spur_event_set_object (event, "object", object);
  spur_event_set_object (event, "peer", peer);
  spur_event_set_uint (event, "tag", tag);
  spur_recorder_set_source (self->recorder, object);
  return spur_recorder_record (self->recorder, event, error);
}

static gboolean
run_application (Application *self, GError **error)
{
  const GType send = SPUR_TYPE_LO_MESSAGE_SEND_EVENT;
  const GType receive = SPUR_TYPE_LO_MESSAGE_RECEIVE_EVENT;

  return record_message (self, send, self->client, self->server, 1, error) &&
         record_message (self, receive, self->server, self->client, 1, error) &&
         record_message (self, send, self->server, self->client, 2, error) &&
         record_message (self, receive, self->client, self->server, 2, error) &&
         record_message (self, send, self->client, self->server, 3, error);
}

static SpurTrace *
record_trace (GError **error)
{
  g_autoptr (SpurRecorder) recorder = spur_recorder_new ();
  g_autoptr (SpurFactories) factories = spur_factories_new ();
  g_autoptr (SpurActiveObject) client =
    spur_active_object_new (SPUR_TYPE_LOAD_OBJECT, "client", "process");
  g_autoptr (SpurActiveObject) server =
    spur_active_object_new (SPUR_TYPE_LOAD_OBJECT, "server", "process");
  Application application = { recorder, client, server };
  gint64 now_ns = 0;

  /* This is the one call. */
  spur_factories_set_identifier_type (factories, SPUR_TYPE_ORDERED_EVENT_ID);
  spur_recorder_set_factories (recorder, factories);
  spur_recorder_set_clock (recorder, get_time_ns, &now_ns, NULL);
  if (!run_application (&application, error))
    return NULL;
  return spur_recorder_finish (recorder, error);
}

static void
print_event (SpurTrace *trace, guint stream, guint64 position)
{
  g_autoptr (SpurEvent) event = spur_trace_get_event (trace, stream, position);
  SpurEventId *id = spur_event_get_id (event);
  g_autofree char *name = spur_identifier_to_string (SPUR_IDENTIFIER (id));
  g_autofree char *before = NULL;

  if (spur_event_id_get_n_predecessors (id) > 0)
    before = spur_identifier_to_string (SPUR_IDENTIFIER (spur_event_id_get_predecessor (id, 0)));
  g_print ("%s %s after %s\n", name, spur_event_get_layout (event)->name,
           before != NULL ? before : "nothing");
}

int
main (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurTrace) trace = record_trace (&error);
  g_autoptr (SpurEdges) edges = NULL;
  gsize n_edges;

  if (trace != NULL)
    edges = spur_edges_new_for_trace (trace, NULL, &error);
  if (edges == NULL)
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  for (guint s = 0; s < spur_trace_get_n_streams (trace); s++)
    {
      for (guint64 i = 0; i < spur_stream_get_n_events (spur_trace_get_stream (trace, s)); i++)
        print_event (trace, s, i);
    }
  spur_edges_get_all (edges, &n_edges);
  g_print ("%s, %" G_GSIZE_FORMAT " edges between streams\n",
           spur_trace_get_identifier_name (trace), n_edges);
  return 0;
}
