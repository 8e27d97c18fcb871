/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* CTF 1.8 as LTTng writes it, read by libbabeltrace2: source, muxer, and a sink that adds up. */
#include "config.h"

#include <babeltrace2/babeltrace.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

#include "bench/format.h"

#define PACKET_BYTES (1u << 20)

typedef struct
{
  guint32 magic;
  guint8 uuid[16];
  guint32 stream_id;
  guint64 instance;
  guint64 begin;
  guint64 end;
  guint64 content_bits;
  guint64 packet_bits;
  guint64 number;
  guint64 n_discarded;
  guint32 cpu;
} __attribute__ ((packed)) Packet;

typedef struct
{
  guint16 id;
  guint32 time;
  guint32 receiver;
  guint32 communicator;
  guint32 tag;
  guint64 length;
} __attribute__ ((packed)) Event;

static const char metadata[] =
  "/* CTF 1.8 */\n"
  "typealias integer { size = 8; align = 8; signed = false; } := uint8_t;\n"
  "typealias integer { size = 16; align = 8; signed = false; } := uint16_t;\n"
  "typealias integer { size = 32; align = 8; signed = false; } := uint32_t;\n"
  "typealias integer { size = 64; align = 8; signed = false; } := uint64_t;\n"
  "trace { major = 1; minor = 8; uuid = \"416f058e-23b7-4fca-9f96-502e198fca45\";\n"
  " byte_order = le; packet.header := struct { uint32_t magic; uint8_t uuid[16];\n"
  " uint32_t stream_id; uint64_t stream_instance_id; }; };\n"
  "clock { name = \"monotonic\"; uuid = \"ef127b7a-5c89-4b18-b9c3-a6f87833561c\";\n"
  " freq = 1000000000; offset = 0; };\n"
  "typealias integer { size = 32; align = 8; signed = false;\n"
  " map = clock.monotonic.value; } := clock32_t;\n"
  "typealias integer { size = 64; align = 8; signed = false;\n"
  " map = clock.monotonic.value; } := clock64_t;\n"
  "stream { id = 0; event.header := struct {\n"
  " enum : uint16_t { compact = 0 ... 65534, extended = 65535 } id;\n"
  " variant <id> { struct { clock32_t timestamp; } compact;\n"
  " struct { uint32_t id; clock64_t timestamp; } extended; } v; } align(8);\n"
  " packet.context := struct { clock64_t timestamp_begin; clock64_t timestamp_end;\n"
  " uint64_t content_size; uint64_t packet_size; uint64_t packet_seq_num;\n"
  " uint64_t events_discarded; uint32_t cpu_id; }; };\n"
  "event { name = \"peer:send\"; id = 0; stream_id = 0; fields := struct {\n"
  " uint32_t _dest; uint32_t _comm; uint32_t _tag; uint64_t _length; }; };\n";

typedef struct
{
  FILE *file;
  guint8 *bytes;
  gsize n_bytes;
  Packet packet;
} Channel;

static void
close_packet (Channel *self, guint64 *n_all_bytes)
{
  static const guint8 uuid[16] = { 0x41, 0x6f, 0x05, 0x8e, 0x23, 0xb7, 0x4f, 0xca,
                                   0x9f, 0x96, 0x50, 0x2e, 0x19, 0x8f, 0xca, 0x45 };

  if (self->n_bytes == sizeof (Packet))
    return;
  self->packet.magic = 0xc1fc1fc1;
  memcpy (self->packet.uuid, uuid, sizeof uuid);
  self->packet.content_bits = self->packet.packet_bits = self->n_bytes * 8;
  memcpy (self->bytes, &self->packet, sizeof (Packet));
  fwrite (self->bytes, self->n_bytes, 1, self->file);
  *n_all_bytes += self->n_bytes;
  self->packet.number++;
  self->n_bytes = sizeof (Packet);
}

static void
put_event (Channel *self, guint64 k, guint64 time_ns, guint64 *n_all_bytes)
{
  Event event = { 0,
                  (guint32) time_ns,
                  FORMAT_RECEIVER (k),
                  FORMAT_COMMUNICATOR (k),
                  FORMAT_TAG (k),
                  FORMAT_LENGTH (k) };

  if (self->n_bytes + sizeof event > PACKET_BYTES)
    close_packet (self, n_all_bytes);
  if (self->n_bytes == sizeof (Packet))
    self->packet.begin = time_ns;
  self->packet.end = time_ns;
  memcpy (self->bytes + self->n_bytes, &event, sizeof event);
  self->n_bytes += sizeof event;
}

static gboolean
open_channels (const char *folder, Channel *channels, guint n_streams)
{
  g_autofree char *path = g_build_filename (folder, "metadata", NULL);

  if (g_mkdir_with_parents (folder, 0755) != 0 ||
      !g_file_set_contents (path, metadata, sizeof metadata - 1, NULL))
    return FALSE;
  for (guint i = 0; i < n_streams; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s/channel_%u", folder, i);

      channels[i].packet.instance = i;
      channels[i].packet.cpu = i;
      channels[i].bytes = g_malloc (PACKET_BYTES);
      channels[i].n_bytes = sizeof (Packet);
      channels[i].file = fopen (name, "w");
      if (channels[i].file == NULL)
        return FALSE;
    }
  return TRUE;
}

gboolean
format_ctf_make (const FormatSample *sample, FormatCost *cost)
{
  g_autofree char *folder = format_sample_get_path (sample, "ctf");
  g_autofree Channel *channels = g_new0 (Channel, sample->n_streams);
  FormatClock clock = FORMAT_CLOCK_INIT;

  format_cost_begin (cost);
  if (!open_channels (folder, channels, sample->n_streams))
    return FALSE;
  for (guint64 k = 0; k < sample->n_events / sample->n_streams; k++)
    {
      for (guint i = 0; i < sample->n_streams; i++)
        put_event (&channels[i], k, format_clock_next (&clock, k, sample->n_streams),
                   &cost->n_file_bytes);
    }
  for (guint i = 0; i < sample->n_streams; i++)
    {
      close_packet (&channels[i], &cost->n_file_bytes);
      fclose (channels[i].file);
      g_free (channels[i].bytes);
    }
  format_cost_end (cost);
  cost->has_sum = TRUE;
  cost->n_events = sample->n_events / sample->n_streams * sample->n_streams;
  return TRUE;
}

/* The sink has no other way to where the sum is. */
static FormatCost *sink_cost;
static bt_message_iterator *sink_messages;

static void
take_event (const bt_message *message)
{
  const bt_clock_snapshot *snapshot =
    bt_message_event_borrow_default_clock_snapshot_const (message);
  const bt_field *payload =
    bt_event_borrow_payload_field_const (bt_message_event_borrow_event_const (message));
  gint64 time_ns = 0;

  bt_clock_snapshot_get_ns_from_origin (snapshot, &time_ns);
  sink_cost->n_events++;
  sink_cost->sum += (guint64) time_ns;
  for (guint i = 0; i < 4; i++)
    sink_cost->sum += bt_field_integer_unsigned_get_value (
      bt_field_structure_borrow_member_field_by_index_const (payload, i));
}

static bt_component_class_sink_consume_method_status
consume (bt_self_component_sink *sink)
{
  bt_message_array_const messages;
  uint64_t n_messages;

  switch (bt_message_iterator_next (sink_messages, &messages, &n_messages))
    {
    case BT_MESSAGE_ITERATOR_NEXT_STATUS_OK:
      break;
    case BT_MESSAGE_ITERATOR_NEXT_STATUS_END:
      bt_message_iterator_put_ref (sink_messages);
      return BT_COMPONENT_CLASS_SINK_CONSUME_METHOD_STATUS_END;
    case BT_MESSAGE_ITERATOR_NEXT_STATUS_AGAIN:
      return BT_COMPONENT_CLASS_SINK_CONSUME_METHOD_STATUS_AGAIN;
    default:
      return BT_COMPONENT_CLASS_SINK_CONSUME_METHOD_STATUS_ERROR;
    }
  for (uint64_t i = 0; i < n_messages; i++)
    {
      if (bt_message_get_type (messages[i]) == BT_MESSAGE_TYPE_EVENT)
        take_event (messages[i]);
      bt_message_put_ref (messages[i]);
    }
  return BT_COMPONENT_CLASS_SINK_CONSUME_METHOD_STATUS_OK;
}

static bt_component_class_initialize_method_status
initialize (bt_self_component_sink *sink,
            bt_self_component_sink_configuration *configuration,
            const bt_value *parameters,
            void *data)
{
  bt_self_component_sink_add_input_port (sink, "in", NULL, NULL);
  return BT_COMPONENT_CLASS_INITIALIZE_METHOD_STATUS_OK;
}

static bt_component_class_sink_graph_is_configured_method_status
begin (bt_self_component_sink *sink)
{
  bt_self_component_port_input *port = bt_self_component_sink_borrow_input_port_by_index (sink, 0);

  if (bt_message_iterator_create_from_sink_component (sink, port, &sink_messages) !=
      BT_MESSAGE_ITERATOR_CREATE_FROM_SINK_COMPONENT_STATUS_OK)
    return BT_COMPONENT_CLASS_SINK_GRAPH_IS_CONFIGURED_METHOD_STATUS_ERROR;
  return BT_COMPONENT_CLASS_SINK_GRAPH_IS_CONFIGURED_METHOD_STATUS_OK;
}

static const bt_component_source *
add_source (bt_graph *graph, const bt_plugin *plugin, const char *folder)
{
  bt_value *parameters = bt_value_map_create ();
  const bt_component_source *source = NULL;
  bt_value *inputs;

  bt_value_map_insert_empty_array_entry (parameters, "inputs", &inputs);
  bt_value_array_append_string_element (inputs, folder);
  bt_graph_add_source_component (
    graph, bt_plugin_borrow_source_component_class_by_name_const (plugin, "fs"), "source",
    parameters, BT_LOGGING_LEVEL_ERROR, &source);
  bt_value_put_ref (parameters);
  return source;
}

static const bt_component_sink *
add_sink (bt_graph *graph)
{
  bt_component_class_sink *klass = bt_component_class_sink_create ("sum", consume);
  const bt_component_sink *sink = NULL;

  bt_component_class_sink_set_initialize_method (klass, initialize);
  bt_component_class_sink_set_graph_is_configured_method (klass, begin);
  bt_graph_add_sink_component (graph, klass, "sink", NULL, BT_LOGGING_LEVEL_ERROR, &sink);
  return sink;
}

static gboolean
connect_all (bt_graph *graph, const bt_plugin *utils, const bt_component_source *source)
{
  const bt_component_filter *muxer = NULL;
  const bt_component_sink *sink = add_sink (graph);

  bt_graph_add_filter_component (
    graph, bt_plugin_borrow_filter_component_class_by_name_const (utils, "muxer"), "muxer", NULL,
    BT_LOGGING_LEVEL_ERROR, &muxer);
  if (muxer == NULL || sink == NULL)
    return FALSE;
  for (uint64_t i = 0; i < bt_component_source_get_output_port_count (source); i++)
    bt_graph_connect_ports (graph,
                            bt_component_source_borrow_output_port_by_index_const (source, i),
                            bt_component_filter_borrow_input_port_by_index_const (
                              muxer, bt_component_filter_get_input_port_count (muxer) - 1),
                            NULL);
  bt_graph_connect_ports (graph, bt_component_filter_borrow_output_port_by_index_const (muxer, 0),
                          bt_component_sink_borrow_input_port_by_index_const (sink, 0), NULL);
  return TRUE;
}

gboolean
format_ctf_walk (const FormatSample *sample, FormatCost *cost)
{
  g_autofree char *folder = format_sample_get_path (sample, "ctf");
  const bt_plugin *ctf = NULL, *utils = NULL;
  const bt_component_source *source;
  bt_graph *graph;

  sink_cost = cost;
  if (bt_plugin_find ("ctf", 1, 1, 1, 1, 1, &ctf) != BT_PLUGIN_FIND_STATUS_OK ||
      bt_plugin_find ("utils", 1, 1, 1, 1, 1, &utils) != BT_PLUGIN_FIND_STATUS_OK)
    return FALSE;
  graph = bt_graph_create (0);
  source = add_source (graph, ctf, folder);
  if (source == NULL || !connect_all (graph, utils, source))
    return FALSE;
  format_cost_begin (cost);
  if (bt_graph_run (graph) != BT_GRAPH_RUN_STATUS_OK)
    return FALSE;
  format_cost_end (cost);
  cost->has_sum = TRUE;
  return TRUE;
}
