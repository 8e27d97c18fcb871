/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The times of the records that the builder is given. */
#include "core/base/spur-digits-private.h"
#include "core/base/spur-integer-private.h"
#include "core/format/definition/spur-format-builder-private.h"
#include "core/store/trace/spur-store-internal.h"

#define NS_PER_S 1000000000

static gboolean
parse_time (SpurFormatBuilder *self,
            const SpurFormatOp *op,
            const char *text,
            gsize n_bytes,
            gint64 *ns,
            guint *ps)
{
  return spur_format_time_parse (&op->item->time, text, n_bytes, ns, ps) ||
         spur_format_builder_refuse (self,
                                     "the time %s is “%.*s”, which is no time as the format has it",
                                     op->key != NULL ? op->key : "", (int) MIN (n_bytes, 60), text);
}

gboolean
spur_format_builder_put_time (SpurFormatBuilder *self,
                              const SpurFormatOp *op,
                              const char *text,
                              gsize n_bytes)
{
  const SpurFormatTime *form = &op->item->time;
  gint64 ns;
  guint ps;

  if (form->is_fallback)
    {
      self->facts.fallback = op;
      self->facts.fallback_text = text;
      self->facts.n_fallback_bytes = n_bytes;
      return TRUE;
    }
  if (form->kind == SPUR_FORMAT_TIME_TICKS)
    {
      if (!spur_parse_int (text, text + n_bytes, &ns))
        return spur_format_builder_refuse (self, "the time is “%.*s”, it must be a whole number",
                                           (int) MIN (n_bytes, 60), text);
      spur_format_builder_set_ticks (self, ns);
      return TRUE;
    }
  if (!parse_time (self, op, text, n_bytes, &ns, &ps))
    return FALSE;
  self->facts.has_time = TRUE;
  self->facts.ps += ps;
  if (__builtin_add_overflow (self->facts.ns, ns, &self->facts.ns))
    return spur_format_builder_refuse (self, "the time is more than 292 years from its epoch");
  return TRUE;
}

gboolean
spur_format_builder_use_fallback (SpurFormatBuilder *self)
{
  const SpurFormatOp *op = self->facts.fallback;

  if (op == NULL)
    return TRUE;
  if (!parse_time (self, op, self->facts.fallback_text, self->facts.n_fallback_bytes,
                   &self->facts.ns, &self->facts.ps))
    return FALSE;
  self->facts.has_time = TRUE;
  return TRUE;
}

void
spur_format_builder_set_time_ns (SpurFormatBuilder *self, gint64 ns, guint ps)
{
  self->facts.has_time = TRUE;
  self->facts.ns = ns;
  self->facts.ps = ps;
}

void
spur_format_builder_set_ticks (SpurFormatBuilder *self, gint64 ticks)
{
  self->has_ticks = TRUE;
  self->ticks = ticks;
}

/* Times are rounded down when ticks become them, so the first tick of a time is meant. */
static SpurInt128
get_absolute (const SpurFormatBuilder *self, const SpurFormatStream *stream)
{
  SpurInt128 ps = (SpurInt128) self->facts.ns * 1000 + self->facts.ps;
  SpurInt128 product, ticks;

  if (__builtin_mul_overflow (ps, (SpurInt128) stream->hz, &product))
    return ps > 0 ? (SpurInt128) G_MAXINT64 * 4 : (SpurInt128) G_MININT64 * 4;
  ticks = product / G_GINT64_CONSTANT (1000000000000);
  if (product > 0 && ticks * G_GINT64_CONSTANT (1000000000000) != product)
    ticks++;
  return ticks;
}

gboolean
spur_format_builder_get_ticks (SpurFormatBuilder *self, SpurFormatStream *stream, gint64 *ticks)
{
  gint64 limit = spur_stream_get_limit_ticks (stream->stream);
  SpurInt128 exact;

  if (self->has_ticks)
    exact = self->ticks;
  else if (!self->facts.has_time)
    return spur_format_builder_refuse (self, "the record does not say its time");
  else
    {
      exact = stream->hz == NS_PER_S && self->facts.ps == 0 ? (SpurInt128) self->facts.ns
                                                            : get_absolute (self, stream);
      if (self->definition->is_unix)
        exact -= stream->epoch_ticks;
    }
  if (exact > limit || exact < -(SpurInt128) limit)
    return spur_format_builder_refuse (self,
                                       "the time is outside of +-2^61 ns of its stream's epoch");
  *ticks = (gint64) exact;
  return TRUE;
}
