/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What a packet may say by itself. A collector asks before it acknowledges one, so that its files
 * hold nothing at which the reader of recordings would stop. */
#include "config.h"

#include "core/format/spur-codec.h"
#include "core/record/reading/spur-packet.h"

static gboolean
refuse_packet (const SpurPacket *packet, const char *what, GError **error)
{
  return spur_packet_refuse (packet, error, "found %s in a packet of kind %u", what, packet->kind);
}

/* ---- Headers ---- */

static gboolean
check_numbered (const SpurPacket *packet, GError **error)
{
  if (packet->writer == 0 || packet->n_events == 0)
    return refuse_packet (packet, packet->writer == 0 ? "writer 0" : "no events", error);
  if (packet->first >= SPUR_PACKET_MAX_COUNT ||
      packet->first + packet->n_events > SPUR_PACKET_MAX_COUNT)
    return refuse_packet (packet, "a number of an event that is beyond 2^53", error);
  return TRUE;
}

static gboolean
check_header (const SpurPacket *packet, GError **error)
{
  gboolean is_numbered = packet->kind == SPUR_PACKET_EVENTS || packet->kind == SPUR_PACKET_DROPS;
  gboolean is_known = packet->kind >= SPUR_PACKET_FACTS && packet->kind <= SPUR_PACKET_MARK;

  if (packet->kind != SPUR_PACKET_STATUS && packet->kind != SPUR_PACKET_MARK &&
      packet->sequence >= SPUR_PACKET_MAX_COUNT)
    return refuse_packet (packet, "a sequence number that is beyond 2^53", error);
  if (is_numbered)
    return check_numbered (packet, error);
  if (is_known && (packet->writer != 0 || packet->n_events != 0))
    return refuse_packet (packet, packet->writer != 0 ? "a writer that is not 0" : "events", error);
  return TRUE;
}

/* ---- Bodies ---- */

static void
skip_text (SpurPacketInput *body)
{
  g_free (spur_packet_input_text (body));
}

static void
skip_facts (SpurPacketInput *body)
{
  guint32 n_facts = spur_packet_input_u32 (body);

  for (guint32 i = 0; i < n_facts && !body->is_bad; i++)
    {
      skip_text (body);
      skip_text (body);
    }
}

static void
skip_stream (SpurPacketInput *body)
{
  skip_text (body);
  spur_packet_input_u32 (body);
}

static void
skip_drops (SpurPacketInput *body)
{
  spur_packet_input_u64 (body);
  spur_packet_input_u64 (body);
}

/* A sum of counts has to stay a number that can be shown. */
static void
check_count (SpurPacketInput *body, guint64 max_count)
{
  if (spur_packet_input_u64 (body) > max_count)
    body->is_bad = TRUE;
}

static void
check_status (SpurPacketInput *body)
{
  guint32 n_rows;

  for (guint i = 0; i < 3; i++)
    check_count (body, SPUR_PACKET_MAX_SUM);
  spur_packet_input_u32 (body);
  n_rows = spur_packet_input_u32 (body);
  for (guint32 i = 0; i < n_rows && !body->is_bad; i++)
    {
      spur_packet_input_u64 (body);
      check_count (body, SPUR_PACKET_MAX_COUNT);
      check_count (body, SPUR_PACKET_MAX_COUNT);
    }
}

gboolean
spur_packet_check (const SpurPacket *self, GError **error)
{
  SpurPacketInput body;

  if (!check_header (self, error))
    return FALSE;
  spur_packet_input_init (&body, self);
  if (self->kind == SPUR_PACKET_FACTS)
    skip_facts (&body);
  else if (self->kind == SPUR_PACKET_STREAM)
    skip_stream (&body);
  else if (self->kind == SPUR_PACKET_DROPS)
    skip_drops (&body);
  else if (self->kind == SPUR_PACKET_STATUS)
    check_status (&body);
  return !body.is_bad ||
         refuse_packet (self, "a body that is too short, or counts beyond 2^53", error);
}
