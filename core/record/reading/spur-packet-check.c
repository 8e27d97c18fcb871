/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What a packet may say by itself. A collector asks before it acknowledges one, so that its files
 * hold nothing at which the reader of recordings would stop. */
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
  gboolean is_known = packet->kind >= SPUR_PACKET_FACTS && packet->kind <= SPUR_PACKET_PROBE;

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

/* What bodies hold: t is a text, u and w are numbers of 32 and 64 bits, c and s are counts of a
 * writer and of all of them; then as many rows as a number of 32 bits says. A sum of counts has to
 * stay a number that can be shown. */
static const struct
{
  SpurPacketKind kind;
  const char *fields;
  const char *row;
} bodies[] = {
  { SPUR_PACKET_FACTS, "", "tt" },   { SPUR_PACKET_STREAM, "tu", NULL },
  { SPUR_PACKET_DROPS, "ww", NULL }, { SPUR_PACKET_STATUS, "sssu", "wcc" },
  { SPUR_PACKET_PROBE, "w", NULL },
};

static void
check_fields (SpurPacketInput *body, const char *fields)
{
  for (; *fields != '\0' && !body->is_bad; fields++)
    {
      guint64 number = 0;

      if (*fields == 't')
        g_free (spur_packet_input_text (body));
      else
        number = *fields == 'u' ? spur_packet_input_u32 (body) : spur_packet_input_u64 (body);
      if ((*fields == 'c' && number > SPUR_PACKET_MAX_COUNT) ||
          (*fields == 's' && number > SPUR_PACKET_MAX_SUM))
        body->is_bad = TRUE;
    }
}

gboolean
spur_packet_check (const SpurPacket *self, GError **error)
{
  SpurPacketInput body;

  if (!check_header (self, error))
    return FALSE;
  spur_packet_input_init (&body, self);
  for (guint i = 0; i < G_N_ELEMENTS (bodies); i++)
    {
      guint32 n_rows = 0;

      if (bodies[i].kind != self->kind)
        continue;
      check_fields (&body, bodies[i].fields);
      if (bodies[i].row != NULL)
        n_rows = spur_packet_input_u32 (&body);
      for (guint32 k = 0; k < n_rows && !body.is_bad; k++)
        check_fields (&body, bodies[i].row);
    }
  return !body.is_bad ||
         refuse_packet (self, "a body that is too short, or counts beyond 2^53", error);
}
