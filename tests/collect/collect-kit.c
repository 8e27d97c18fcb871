/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "tests/collect/collect-kit.h"

#include <string.h>
#include <time.h>

#include "core/base/spur-bytes-private.h"
#include "core/base/spur-hash-private.h"
#include "core/model/events/spur-event-type.h"
#include "events/spur-lm-events.h"
#include "events/spur-lo-events.h"
#include "events/spur-message-events.h"

static const SpurEventLayout *
get_layout (guint32 event_class)
{
  const GType types[] = { 0, SPUR_TYPE_CHANNEL_SEND_EVENT, SPUR_TYPE_CHANNEL_RECEIVE_EVENT,
                          SPUR_TYPE_LO_STATE_CHANGE_EVENT, SPUR_TYPE_LM_TARGET_LOAD_EVENT };

  return spur_event_type_get_layout (types[event_class]);
}

guint
kit_get_n_fields (guint32 event_class)
{
  return get_layout (event_class)->n_fields;
}

static gint64
read_clock (clockid_t id)
{
  struct timespec now;

  clock_gettime (id, &now);
  return now.tv_sec * G_GINT64_CONSTANT (1000000000) + now.tv_nsec;
}

guint64
kit_now (void)
{
  return (guint64) read_clock (CLOCK_MONOTONIC);
}

static void
read_boot (guint8 *boot)
{
  g_autofree char *text = NULL;
  guint n_digits = 0;

  if (!g_file_get_contents ("/proc/sys/kernel/random/boot_id", &text, NULL, NULL))
    return;
  for (const char *at = text; *at != '\0' && n_digits < 32; at++)
    {
      if (!g_ascii_isxdigit (*at))
        continue;
      boot[n_digits / 2] = (guint8) (boot[n_digits / 2] << 4 | g_ascii_xdigit_value (*at));
      n_digits++;
    }
}

void
kit_init (Kit *self, guint64 origin)
{
  *self = (Kit){ .preamble = { .origin = origin,
                               .process = (guint32) origin,
                               .clock = SPUR_RECORDING_MONOTONIC,
                               .hz = 1000000000,
                               .begin_ticks = kit_now (),
                               .begin_ns = read_clock (CLOCK_MONOTONIC),
                               .begin_real_ns = read_clock (CLOCK_REALTIME) } };
  self->preamble.begin_ns = (gint64) self->preamble.begin_ticks;
  read_boot (self->preamble.boot);
  spur_recording_preamble_put (&self->preamble, self->head);
  self->bytes = g_byte_array_new ();
  self->ends = g_array_new (FALSE, FALSE, sizeof (gsize));
}

void
kit_clear (Kit *self)
{
  g_clear_pointer (&self->bytes, g_byte_array_unref);
  g_clear_pointer (&self->ends, g_array_unref);
}

static void
put_u32 (GByteArray *body, guint32 value)
{
  guint8 bytes[4];

  spur_put_le32 (bytes, value);
  g_byte_array_append (body, bytes, sizeof bytes);
}

static void
put_u64 (GByteArray *body, guint64 value)
{
  guint8 bytes[8];

  spur_put_le64 (bytes, value);
  g_byte_array_append (body, bytes, sizeof bytes);
}

static void
put_text (GByteArray *body, const char *text)
{
  put_u32 (body, (guint32) strlen (text));
  g_byte_array_append (body, (const guint8 *) text, (guint) strlen (text));
}

void
kit_put (Kit *self,
         SpurPacketKind kind,
         guint32 writer,
         guint32 stream,
         guint32 n_events,
         GByteArray *body)
{
  SpurPacket packet = { .kind = (guint16) kind,
                        .writer = writer,
                        .sequence = self->sequences[writer]++,
                        .first = n_events > 0 ? self->positions[writer] : 0,
                        .n_events = n_events,
                        .stream = stream };
  guint8 header[SPUR_PACKET_HEADER_BYTES];
  gsize end;

  while (body->len % 8 != 0)
    g_byte_array_append (body, (const guint8 *) "", 1);
  packet.n_bytes = body->len;
  packet.body = body->data;
  spur_packet_put_header (&packet, header);
  g_byte_array_append (self->bytes, header, sizeof header);
  g_byte_array_append (self->bytes, body->data, body->len);
  self->positions[writer] += n_events;
  end = self->bytes->len;
  g_array_append_val (self->ends, end);
}

static void
append_word (GString *xml, const char *name, SpurMeaning meaning, guint value)
{
  g_string_append_printf (xml, " %s='%s'", name, spur_meaning_get_word (meaning, value));
}

static char *
make_xml (const SpurEventLayout *layout)
{
  GString *xml = g_string_new (NULL);

  g_string_append_printf (xml, "<event-class name='%s' extends='%s'", layout->name,
                          layout->parent_name);
  append_word (xml, "role", SPUR_MEANING_ROLE, layout->role);
  append_word (xml, "match", SPUR_MEANING_MATCH, layout->match);
  append_word (xml, "effect", SPUR_MEANING_EFFECT, layout->effect);
  g_string_append_c (xml, '>');
  for (guint i = 0; i < layout->n_fields; i++)
    {
      g_string_append_printf (xml, "<field name='%s'", layout->fields[i].name);
      append_word (xml, "type", SPUR_MEANING_FIELD_TYPE, layout->fields[i].type);
      append_word (xml, "use", SPUR_MEANING_USE, layout->fields[i].use);
      if (layout->fields[i].unit != NULL)
        g_string_append_printf (xml, " unit='%s'", layout->fields[i].unit);
      g_string_append (xml, "/>");
    }
  g_string_append (xml, "</event-class>");
  return g_string_free (xml, FALSE);
}

static void
put_classes (Kit *self)
{
  g_autoptr (GByteArray) body = g_byte_array_new ();

  put_u32 (body, KIT_LOAD);
  for (guint32 i = KIT_SEND; i <= KIT_LOAD; i++)
    {
      const SpurEventLayout *layout = get_layout (i);
      g_autofree char *xml = make_xml (layout);

      put_u32 (body, i);
      put_u32 (body, layout->n_fields);
      put_text (body, layout->name);
      put_text (body, xml);
    }
  kit_put (self, SPUR_PACKET_CLASSES, 0, SPUR_NONE, 0, body);
}

static void
put_tables (Kit *self, guint32 n_objects)
{
  g_autoptr (GByteArray) body = g_byte_array_new ();

  put_u32 (body, n_objects + 3);
  for (guint32 i = 0; i < n_objects; i++)
    {
      g_autofree char *name = g_strdup_printf ("task \"%u\"", i);

      put_u32 (body, 3);
      put_u32 (body, i);
      put_text (body, "SpurLoadObject");
      put_text (body, name);
      put_text (body, "task");
      put_u32 (body, SPUR_NONE);
      put_u64 (body, 0);
      put_u64 (body, 0);
    }
  put_u32 (body, 1);
  put_u32 (body, 0);
  put_text (body, "a string");
  put_u32 (body, 2);
  put_u32 (body, 0);
  put_text (body, "busy");
  put_u32 (body, SPUR_STATE_WORK);
  put_u32 (body, 4);
  put_u32 (body, 0);
  put_text (body, "all");
  put_u32 (body, n_objects);
  for (guint32 i = 0; i < n_objects; i++)
    put_u32 (body, i);
  kit_put (self, SPUR_PACKET_DEFINITIONS, 0, SPUR_NONE, 0, body);
}

void
kit_define (Kit *self, guint32 n_objects)
{
  g_autoptr (GByteArray) body = g_byte_array_new ();

  put_u32 (body, 2);
  put_text (body, "host");
  put_text (body, "a host");
  put_text (body, "command");
  put_text (body, "/usr/bin/kit -n 5");
  kit_put (self, SPUR_PACKET_FACTS, 0, SPUR_NONE, 0, body);
  put_classes (self);
  put_tables (self, n_objects);
}

void
kit_put_stream (Kit *self, guint32 stream, const char *name)
{
  g_autoptr (GByteArray) body = g_byte_array_new ();

  put_text (body, name);
  put_u32 (body, SPUR_NONE);
  put_u32 (body, 0);
  put_u64 (body, 0);
  put_u64 (body, self->preamble.begin_ticks);
  kit_put (self, SPUR_PACKET_STREAM, 0, stream, 0, body);
}

static void
put_column (GByteArray *body, guint64 base, guint64 step)
{
  put_u64 (body, base);
  put_u64 (body, step);
  put_u32 (body, 0);
  put_u32 (body, 0);
}

void
kit_put_events (Kit *self,
                guint32 writer,
                guint32 stream,
                guint32 event_class,
                guint32 n_events,
                guint64 ticks,
                guint64 step,
                const guint64 *fields)
{
  g_autoptr (GByteArray) body = g_byte_array_new ();
  guint n_fields = kit_get_n_fields (event_class);

  put_u32 (body, 1);
  put_u32 (body, 2 + n_fields);
  put_u32 (body, event_class);
  put_u32 (body, n_events);
  put_u32 (body, n_fields);
  put_u32 (body, 0);
  put_column (body, ticks, step << 16);
  put_column (body, 0, 0);
  for (guint i = 0; i < n_fields; i++)
    put_column (body, fields != NULL ? fields[i] : 0, 0);
  kit_put (self, SPUR_PACKET_EVENTS, writer, stream, n_events, body);
  self->n_events += n_events;
}

void
kit_put_drops (Kit *self, guint32 writer, guint32 stream, guint32 n_events)
{
  g_autoptr (GByteArray) body = g_byte_array_new ();

  put_u64 (body, kit_now ());
  put_u64 (body, kit_now ());
  kit_put (self, SPUR_PACKET_DROPS, writer, stream, n_events, body);
  self->n_dropped += n_events;
}

void
kit_put_status (Kit *self, gboolean has_ended)
{
  g_autoptr (GByteArray) body = g_byte_array_new ();

  put_u64 (body, self->n_events + self->n_dropped);
  put_u64 (body, self->n_dropped);
  put_u64 (body, self->bytes->len);
  put_u32 (body, has_ended);
  put_u32 (body, 0);
  kit_put (self, SPUR_PACKET_STATUS, 0, SPUR_NONE, 0, body);
}

void
kit_put_mark (Kit *self, guint64 ticks, guint32 busy)
{
  g_autoptr (GByteArray) body = g_byte_array_new ();

  put_u64 (body, ticks);
  put_u32 (body, busy != SPUR_NONE);
  if (busy != SPUR_NONE)
    put_u32 (body, busy);
  kit_put (self, SPUR_PACKET_MARK, 0, SPUR_NONE, 0, body);
}

void
kit_make_hello (const Kit *self, const char *token, guint8 *bytes)
{
  memset (bytes, 0, SPUR_HELLO_BYTES);
  memcpy (bytes, "\211SNET\r\n\n", 8);
  spur_put_le16 (bytes + 8, 1);
  if (token != NULL)
    memcpy (bytes + 16, token, strlen (token));
  spur_put_le64 (bytes + 48, kit_now ());
  spur_put_le64 (bytes + 56, spur_hash_bytes (bytes, 56));
}
