/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/format/definition/spur-format-definition-private.h"

#include <string.h>

/* Units of one kind are whole multiples of the kind's smallest. */
static const struct
{
  const char *name;
  guint kind;
  gint64 size;
} units[] = {
  { "ns", 0, 1 },
  { "us", 0, 1000 },
  { "ms", 0, 1000000 },
  { "s", 0, 1000000000 },
  { "min", 0, G_GINT64_CONSTANT (60000000000) },
  { "h", 0, G_GINT64_CONSTANT (3600000000000) },
  { "bytes", 1, 1 },
  { "kB", 1, 1000 },
  { "MB", 1, 1000000 },
  { "GB", 1, 1000000000 },
  { "KiB", 1, 1024 },
  { "MiB", 1, 1024 * 1024 },
  { "GiB", 1, 1024 * 1024 * 1024 },
};

static int
find_unit (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      if (strcmp (units[i].name, name) == 0)
        return (int) i;
    }
  return -1;
}

gint64
spur_format_unit_to_ns (const char *unit)
{
  int index = find_unit (unit);

  return index >= 0 && units[index].kind == 0 ? units[index].size : 1;
}

gboolean
spur_format_unit_convert (const char *from, const char *to, gint64 *numerator, gint64 *denominator)
{
  int a = find_unit (from), b = find_unit (to);
  gint64 larger, smaller, common;

  if (a < 0 || b < 0 || units[a].kind != units[b].kind)
    return FALSE;
  larger = units[a].size;
  smaller = units[b].size;
  while (smaller != 0)
    {
      common = larger % smaller;
      larger = smaller;
      smaller = common;
    }
  *numerator = units[a].size / larger;
  *denominator = units[b].size / larger;
  return TRUE;
}
