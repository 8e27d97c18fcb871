/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/model/objects/spur-size.h"

#include <string.h>

G_DEFINE_BOXED_TYPE (SpurSize, spur_size, spur_size_copy, spur_size_free)

/**
 * spur_size_new:
 * @amount: how much
 * @unit: of what, as in "bytes", "KiB" or "elements"
 *
 * Makes a size.
 *
 * Returns: (transfer full): a size
 *
 * Since: 1.0
 */
SpurSize *
spur_size_new (guint64 amount, const char *unit)
{
  SpurSize *self;

  g_return_val_if_fail (unit != NULL, NULL);

  self = g_new (SpurSize, 1);
  self->amount = amount;
  self->unit = g_strdup (unit);
  return self;
}

/**
 * spur_size_copy:
 * @self: a size
 *
 * Copies a size.
 *
 * Returns: (transfer full): the same
 *
 * Since: 1.0
 */
SpurSize *
spur_size_copy (const SpurSize *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return spur_size_new (self->amount, self->unit);
}

/**
 * spur_size_free:
 * @self: (transfer full): a size
 *
 * Frees a size.
 *
 * Since: 1.0
 */
void
spur_size_free (SpurSize *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->unit);
  g_free (self);
}

/**
 * spur_size_get_bytes:
 * @self: a size
 * @n_bytes: (out): the same in bytes
 *
 * Changes into bytes what is in bytes, kB, MB, GB, TB, KiB, MiB, GiB or TiB.
 *
 * Returns: whether the unit is one of these, and the bytes fit into 64 bits
 *
 * Since: 1.0
 */
gboolean
spur_size_get_bytes (const SpurSize *self, guint64 *n_bytes)
{
  static const struct
  {
    const char *name;
    guint64 n_bytes;
  } units[] = {
    { "bytes", 1 },
    { "kB", G_GUINT64_CONSTANT (1000) },
    { "MB", G_GUINT64_CONSTANT (1000000) },
    { "GB", G_GUINT64_CONSTANT (1000000000) },
    { "TB", G_GUINT64_CONSTANT (1000000000000) },
    { "KiB", G_GUINT64_CONSTANT (1) << 10 },
    { "MiB", G_GUINT64_CONSTANT (1) << 20 },
    { "GiB", G_GUINT64_CONSTANT (1) << 30 },
    { "TiB", G_GUINT64_CONSTANT (1) << 40 },
  };
  guint64 value;

  g_return_val_if_fail (self != NULL && n_bytes != NULL, FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      if (strcmp (self->unit, units[i].name) != 0)
        continue;
      if (!g_uint64_checked_mul (&value, self->amount, units[i].n_bytes))
        return FALSE;
      *n_bytes = value;
      return TRUE;
    }
  return FALSE;
}

/**
 * spur_size_to_string:
 * @self: a size
 *
 * Gets the size as a person reads it, as in "12 KiB".
 *
 * Returns: (transfer full): the size as a person reads it, as in "12 KiB"
 *
 * Since: 1.0
 */
char *
spur_size_to_string (const SpurSize *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return g_strdup_printf ("%" G_GUINT64_FORMAT " %s", self->amount, self->unit);
}
