/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Times in the columns of a page's tables. The unit of a column is only known when all of it is
 * there, so cells first hold marks, which are replaced when the page is put together. */
#include <string.h>

#include "visualizers/page/spur-page-private.h"

/* Control characters come from no text of a trace: spur_page_escape() makes spaces of them. */
#define MARK_BEGIN '\x02'
#define MARK_END '\x03'

/* What of the least time of a column is told, at most by one decimal more than of the largest. */
#define LEAST_DIGITS 2
#define MORE_DIGITS 1

/* A mark, and where its text is. */
typedef struct
{
  guint table;
  guint column;
  guint digits;
  gint64 ns;
  gsize begin;
  gsize end;
} Cell;

/* How all times of a column are written. */
typedef struct
{
  gint64 unit_ns;
  guint unit;
  guint decimals;
} Format;

void
spur_page_append_ns (GString *html, gint64 ns, guint digits)
{
  g_autofree char *mark = spur_page_mark_ns (ns, digits);

  spur_page_append_cell (html, mark, FALSE);
}

char *
spur_page_mark_ns (gint64 ns, guint digits)
{
  return g_strdup_printf ("%c%u %" G_GINT64_FORMAT "%c", MARK_BEGIN, digits, ns, MARK_END);
}

/* Where each cell with a time is, by the tags before it. */
static GArray *
find_cells (const char *html)
{
  GArray *cells = g_array_new (FALSE, FALSE, sizeof (Cell));
  Cell cell = { .table = 0 };

  for (const char *at = html; *at != '\0'; at++)
    {
      char *end;

      if (g_str_has_prefix (at, "<table"))
        cell.table++;
      else if (g_str_has_prefix (at, "<tr"))
        cell.column = 0;
      else if (g_str_has_prefix (at, "<td") || g_str_has_prefix (at, "<th>") ||
               g_str_has_prefix (at, "<th "))
        cell.column++;
      if (*at != MARK_BEGIN)
        continue;
      cell.begin = (gsize) (at - html);
      cell.digits = (guint) g_ascii_strtoull (at + 1, &end, 10);
      cell.ns = g_ascii_strtoll (end, &end, 10);
      cell.end = (gsize) (end + 1 - html);
      g_array_append_val (cells, cell);
      at = end;
    }
  return cells;
}

static guint64
get_size (const Cell *cell)
{
  return cell->ns < 0 ? -(guint64) cell->ns : (guint64) cell->ns;
}

static gint64
find_power (guint exponent)
{
  gint64 power = 1;

  for (guint i = 0; i < exponent; i++)
    power *= 10;
  return power;
}

/* How many of the least decimals of a time are told, rounded. */
static gint64
round_time (const Cell *cell, const Format *format)
{
  gint64 step_ns = format->unit_ns / find_power (format->decimals);
  guint64 size = get_size (cell);
  gint64 rounded = (gint64) (size / (guint64) step_ns +
                             (size % (guint64) step_ns * 2 >= (guint64) step_ns && step_ns > 1));

  return cell->ns < 0 ? -rounded : rounded;
}

static gboolean
is_of_column (const Cell *cell, const Cell *other)
{
  return cell->table == other->table && cell->column == other->column;
}

static gboolean
is_lost (const Cell *cell, const Format *format)
{
  return cell->ns != 0 && round_time (cell, format) == 0;
}

/* Whether no time of the column needs the last decimal. */
static gboolean
ends_in_zeros (const GArray *cells, const Cell *of, const Format *format)
{
  for (guint i = 0; i < cells->len; i++)
    {
      const Cell *cell = &g_array_index (cells, Cell, i);

      if (is_of_column (cell, of) && round_time (cell, format) % 10 != 0)
        return FALSE;
    }
  return TRUE;
}

/* The unit of the largest time of the column, and as many decimals as it and the least need. */
static Format
find_format (const GArray *cells, const Cell *of)
{
  Format format = { .unit_ns = 1 };
  guint64 largest = 0, least = G_MAXUINT64;
  guint n_whole = 1, most;

  for (guint i = 0; i < cells->len; i++)
    {
      const Cell *cell = &g_array_index (cells, Cell, i);

      if (!is_of_column (cell, of))
        continue;
      largest = MAX (largest, get_size (cell));
      least = cell->ns != 0 ? MIN (least, get_size (cell)) : least;
    }
  for (; format.unit < 3 && largest >= (guint64) format.unit_ns * 1000; format.unit++)
    format.unit_ns *= 1000;
  for (guint64 whole = largest / (guint64) format.unit_ns; whole >= 10; whole /= 10)
    n_whole++;
  format.decimals = of->digits > n_whole ? of->digits - n_whole : 0;
  most = MIN (format.decimals + MORE_DIGITS, 3 * format.unit);
  format.decimals = MIN (format.decimals, 3 * format.unit);
  while (format.decimals < most &&
         least < (guint64) (format.unit_ns / find_power (format.decimals)) *
                   (guint64) find_power (LEAST_DIGITS - 1))
    format.decimals++;
  while (format.decimals > 0 && ends_in_zeros (cells, of, &format))
    format.decimals--;
  return format;
}

/* A time that would be nothing in the unit of its column keeps its own. */
static void
append_time (GString *html, const Cell *cell, const Format *format)
{
  static const char *const units[] = { "ns", "\xc2\xb5s", "ms", "s" };

  if (is_lost (cell, format))
    g_string_append (html, SPUR_VIEW_NS (cell->ns, LEAST_DIGITS));
  else
    g_string_append_printf (html, "%s %s",
                            SPUR_VIEW_DECIMAL (round_time (cell, format), format->decimals),
                            units[format->unit]);
}

void
spur_page_align_columns (GString *html)
{
  g_autoptr (GArray) cells = find_cells (html->str);
  g_autofree Format *formats = g_new0 (Format, (gsize) cells->len + 1);
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  g_autofree char *marked = NULL;
  gsize done = 0;

  if (cells->len == 0)
    return;
  for (guint i = 0; i < cells->len; i++)
    {
      const Cell *cell = &g_array_index (cells, Cell, i);
      gpointer key = GUINT_TO_POINTER (cell->table << 16 | cell->column), first;

      if (g_hash_table_lookup_extended (known, key, NULL, &first))
        formats[i] = formats[GPOINTER_TO_UINT (first)];
      else
        {
          formats[i] = find_format (cells, cell);
          g_hash_table_insert (known, key, GUINT_TO_POINTER (i));
        }
    }
  marked = g_strdup (html->str);
  g_string_truncate (html, 0);
  for (guint i = 0; i < cells->len; i++)
    {
      const Cell *cell = &g_array_index (cells, Cell, i);

      g_string_append_len (html, marked + done, (gssize) (cell->begin - done));
      append_time (html, cell, &formats[i]);
      done = cell->end;
    }
  g_string_append (html, marked + done);
}
