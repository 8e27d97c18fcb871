/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What peers ask of a collector: which recording is theirs, what it wants to be recorded, how long
 * they may take. It knows none of them. */
#include <string.h>

#include "core/base/spur-error-internal.h"
#include "core/base/spur-integer-private.h"
#include "core/collect/spur-collector-private.h"
#include "core/format/spur-codec.h"

/* Together no more than 2^61 ns. */
#define MAX_AHEAD_NS (G_GINT64_CONSTANT (1) << 58)
#define MAX_BEHIND_NS ((G_GINT64_CONSTANT (1) << 61) - MAX_AHEAD_NS)

gint64
spur_collector_get_deadline_us (const SpurCollector *self)
{
  return self->patience_us + (gint64) self->options.patience_ms * 1000;
}

void
spur_collector_tell_problem (SpurCollector *self, const char *format, ...)
{
  SPUR_FORMAT_MESSAGE (text, format);

  g_signal_emit_by_name (self, "problem", text);
}

char *
spur_collector_make_rules (SpurCollector *self)
{
  /* What no rule is about is recorded. */
  const char *always = self->switches->len > 0 ? "*" : "";
  GString *text = g_string_new (self->rules != NULL ? self->rules->text : always);

  for (guint i = 0; i < self->switches->len; i++)
    {
      const SpurCollectSwitch *at = g_ptr_array_index (self->switches, i);
      g_autofree char *off = spur_collect_rules_negate (at->rules);

      g_string_append_printf (text, "%s%s", text->len > 0 ? "," : "",
                              at->is_on ? at->rules->text : off);
    }
  return g_string_free (text, FALSE);
}

/* What is there from before was ordered when it came; the definitions are needed again. */
static gboolean
take_definition (const SpurPacket *packet, gpointer data, GError **error)
{
  SpurLiveRecording *live = data;

  return packet->kind == SPUR_PACKET_EVENTS || spur_collect_live_take (live, packet, error);
}

void
spur_collect_known_update (SpurCollectKnown *known)
{
  const SpurCollectFile *file = known->file;

  if (file == NULL)
    return;
  g_free (known->host);
  g_free (known->program);
  known->host = g_strdup (known->live->host);
  known->program = g_strdup (known->live->program);
  known->counts = file->counts;
}

static gboolean
open_recording (SpurCollector *self,
                SpurCollectKnown *known,
                const SpurRecordingPreamble *preamble,
                const guint8 *bytes,
                guint64 ticks,
                GError **error)
{
  g_autofree char *path = NULL;

  if (known->file != NULL)
    {
      if (memcmp (known->file->preamble, bytes, SPUR_RECORDING_PREAMBLE_BYTES) == 0)
        return TRUE;
      return spur_error_set (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
                             "another recording has the same origin");
    }
  known->live = spur_collect_live_add (self->live, preamble, ticks, known->is_apart);
  path = g_strdup_printf ("%s/%016" G_GINT64_MODIFIER "x.spurrec", self->folder, known->origin);
  known->file = spur_collect_file_open (path, bytes, take_definition, known->live, error);
  if (known->file != NULL)
    return TRUE;
  known->is_apart |= spur_collect_live_is_conflict (known->live, *error);
  g_clear_pointer (&known->live, spur_live_recording_free);
  return FALSE;
}

/* What is there from before may contradict what others said meanwhile. */
static gboolean
need_recording (SpurCollector *self,
                SpurCollectKnown *known,
                const SpurRecordingPreamble *preamble,
                const guint8 *bytes,
                guint64 ticks,
                GError **error)
{
  gboolean was_apart = known->is_apart;
  g_autoptr (GError) problem = NULL;

  if (open_recording (self, known, preamble, bytes, ticks, &problem))
    return TRUE;
  if (known->is_apart && !was_apart)
    return open_recording (self, known, preamble, bytes, ticks, error);
  return spur_error_pass (error, g_steal_pointer (&problem));
}

gboolean
spur_collector_keep_apart (SpurCollector *self, SpurCollectKnown *known, const GError *error)
{
  if (!spur_collect_live_is_conflict (known->live, error))
    return FALSE;
  spur_collector_tell_problem (
    self, "recording %016" G_GINT64_MODIFIER "x is kept, but not put in order: %s", known->origin,
    error->message);
  known->is_apart = TRUE;
  return TRUE;
}

static SpurCollectKnown *
find_or_add (SpurCollector *self, const SpurRecordingPreamble *preamble)
{
  SpurCollectKnown *known = g_hash_table_lookup (self->by_origin, &preamble->origin);

  if (known != NULL || self->recordings->len >= self->options.n_recordings)
    return known;
  known = g_new0 (SpurCollectKnown, 1);
  known->origin = preamble->origin;
  known->process = preamble->process;
  known->host = g_strdup ("-");
  known->program = g_strdup ("-");
  g_ptr_array_add (self->recordings, known);
  g_hash_table_insert (self->by_origin, &known->origin, known);
  return known;
}

/* All recordings become one trace, in which times lie within 2^61 ns of each other: 73 years. A
 * computer without a battery begins in 1970. */
static gboolean
check_epoch (SpurCollector *self, const SpurRecordingPreamble *preamble, GError **error)
{
  const SpurCollectClocks *clocks = &self->live->clocks;
  SpurInt128 ahead_ns = (SpurInt128) preamble->begin_real_ns - preamble->begin_ns -
                        ((SpurInt128) clocks->begin_real_ns - clocks->begin_ns);

  if (ahead_ns <= MAX_AHEAD_NS && ahead_ns >= -MAX_BEHIND_NS)
    return TRUE;
  return spur_error_set (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
                         "the clock of the recorder's computer says that it was started %s",
                         ahead_ns > 0 ? "more than 9 years from now" : "more than 64 years ago");
}

SpurCollectKnown *
spur_collector_admit (
  SpurCollector *self, const guint8 *preamble, guint64 ticks, SpurRefusal *refusal, GError **error)
{
  SpurRecordingPreamble parsed;
  SpurCollectKnown *known;

  *refusal = SPUR_REFUSAL_NEVER;
  if (!spur_recording_preamble_read (&parsed, preamble, SPUR_RECORDING_PREAMBLE_BYTES, "a recorder",
                                     error) ||
      !check_epoch (self, &parsed, error))
    return NULL;
  known = find_or_add (self, &parsed);
  if (known == NULL)
    {
      *refusal = SPUR_REFUSAL_LATER;
      return spur_error_set_null (error, G_IO_ERROR, G_IO_ERROR_BUSY,
                                  "there are %u recordings already", self->recordings->len);
    }
  if (!need_recording (self, known, &parsed, preamble, ticks, error))
    {
      if (error != NULL && *error != NULL && (*error)->domain == G_IO_ERROR)
        *refusal = SPUR_REFUSAL_LATER;
      return NULL;
    }

  return known;
}

void
spur_collector_leave (SpurCollector *self, SpurCollectKnown *known)
{
  gboolean has_ended;

  known->client = NULL;
  spur_collect_known_update (known);
  spur_collect_live_pause (known->live);
  spur_collect_file_close (known->file);
  has_ended = known->counts.has_status && known->counts.status.has_ended;
  if (!has_ended && !known->is_apart)
    return;

  /* One that is apart is read again, when it comes back, with definitions of its own. */
  g_clear_pointer (&known->file, spur_collect_file_free);
  g_clear_pointer (&known->live, spur_live_recording_free);
}
