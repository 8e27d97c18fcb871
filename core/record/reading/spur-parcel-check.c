/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What a parcel may say by itself. A collector asks before it acknowledges one, so that its files
 * hold nothing at which the reader of recordings would stop. */
#include "config.h"

#include "core/format/spur-codec.h"
#include "core/record/reading/spur-parcel.h"

static gboolean
refuse (const SpurParcel *parcel, const char *what, GError **error)
{
  g_set_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
               "parcel %" G_GUINT64_FORMAT " of writer %u: found %s in a parcel of kind %u",
               parcel->sequence, parcel->writer, what, parcel->kind);
  return FALSE;
}

/* ---- Headers ---- */

static gboolean
check_numbered (const SpurParcel *parcel, GError **error)
{
  if (parcel->writer == 0 || parcel->n_events == 0)
    return refuse (parcel, parcel->writer == 0 ? "writer 0" : "no events", error);
  if (parcel->first >= SPUR_PARCEL_MAX_COUNT ||
      parcel->first + parcel->n_events > SPUR_PARCEL_MAX_COUNT)
    return refuse (parcel, "a number of an event that is beyond 2^53", error);
  return TRUE;
}

static gboolean
check_header (const SpurParcel *parcel, GError **error)
{
  gboolean is_numbered = parcel->kind == SPUR_PARCEL_EVENTS || parcel->kind == SPUR_PARCEL_DROPS;
  gboolean is_known = parcel->kind >= SPUR_PARCEL_FACTS && parcel->kind <= SPUR_PARCEL_MARK;

  if (parcel->kind != SPUR_PARCEL_STATUS && parcel->kind != SPUR_PARCEL_MARK &&
      parcel->sequence >= SPUR_PARCEL_MAX_COUNT)
    return refuse (parcel, "a sequence number that is beyond 2^53", error);
  if (is_numbered)
    return check_numbered (parcel, error);
  if (is_known && (parcel->writer != 0 || parcel->n_events != 0))
    return refuse (parcel, parcel->writer != 0 ? "a writer that is not 0" : "events", error);
  return TRUE;
}

/* ---- Bodies ---- */

static void
skip_text (SpurParcelInput *body)
{
  g_free (spur_parcel_input_text (body));
}

static void
skip_facts (SpurParcelInput *body)
{
  guint32 n_facts = spur_parcel_input_u32 (body);

  for (guint32 i = 0; i < n_facts && !body->is_bad; i++)
    {
      skip_text (body);
      skip_text (body);
    }
}

static void
skip_stream (SpurParcelInput *body)
{
  skip_text (body);
  spur_parcel_input_u32 (body);
}

static void
skip_drops (SpurParcelInput *body)
{
  spur_parcel_input_u64 (body);
  spur_parcel_input_u64 (body);
}

/* A sum of counts has to stay a number that can be shown. */
static void
check_count (SpurParcelInput *body, guint64 max_count)
{
  if (spur_parcel_input_u64 (body) > max_count)
    body->is_bad = TRUE;
}

static void
check_status (SpurParcelInput *body)
{
  guint32 n_rows;

  for (guint i = 0; i < 3; i++)
    check_count (body, SPUR_PARCEL_MAX_SUM);
  spur_parcel_input_u32 (body);
  n_rows = spur_parcel_input_u32 (body);
  for (guint32 i = 0; i < n_rows && !body->is_bad; i++)
    {
      spur_parcel_input_u64 (body);
      check_count (body, SPUR_PARCEL_MAX_COUNT);
      check_count (body, SPUR_PARCEL_MAX_COUNT);
    }
}

gboolean
spur_parcel_check (const SpurParcel *self, GError **error)
{
  SpurParcelInput body;

  if (!check_header (self, error))
    return FALSE;
  spur_parcel_input_init (&body, self);
  if (self->kind == SPUR_PARCEL_FACTS)
    skip_facts (&body);
  else if (self->kind == SPUR_PARCEL_STREAM)
    skip_stream (&body);
  else if (self->kind == SPUR_PARCEL_DROPS)
    skip_drops (&body);
  else if (self->kind == SPUR_PARCEL_STATUS)
    check_status (&body);
  return !body.is_bad || refuse (self, "a body that is too short, or counts beyond 2^53", error);
}
