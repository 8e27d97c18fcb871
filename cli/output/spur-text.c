/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cli/output/spur-text.h"

#include <math.h>
#include <string.h>

#include "core/base/spur-error-internal.h"
#include "core/base/spur-number.h"

static const struct
{
  const char *name;
  gint64 ns;
} units[] = {
  [SPUR_UNIT_NS] = { "ns", 1 },
  [SPUR_UNIT_US] = { "us", 1000 },
  [SPUR_UNIT_MS] = { "ms", 1000000 },
  [SPUR_UNIT_S] = { "s", 1000000000 },
};

void
spur_text_append_uint (GString *text, guint64 value)
{
  char digits[20];
  gsize n = sizeof digits;

  do
    {
      digits[--n] = (char) ('0' + value % 10);
      value /= 10;
    }
  while (value > 0);
  g_string_append_len (text, digits + n, (gssize) (sizeof digits - n));
}

void
spur_text_append_int (GString *text, gint64 value)
{
  if (value < 0)
    g_string_append_c (text, '-');
  spur_text_append_uint (text, value < 0 ? 0 - (guint64) value : (guint64) value);
}

void
spur_text_append_count (GString *text, guint64 count)
{
  if (count >= 1000)
    {
      spur_text_append_count (text, count / 1000);
      g_string_append_printf (text, ",%03u", (guint) (count % 1000));
    }
  else
    {
      spur_text_append_uint (text, count);
    }
}

char *
spur_text_count (guint64 count)
{
  GString *text = g_string_new (NULL);

  spur_text_append_count (text, count);
  return g_string_free (text, FALSE);
}

void
spur_text_append_counted (GString *text, guint64 count, const char *singular, const char *plural)
{
  if (text->len > 0)
    g_string_append (text, ", ");
  spur_text_append_count (text, count);
  g_string_append_printf (text, " %s", count == 1 ? singular : plural);
}

SpurUnit
spur_text_get_unit (gint64 ns)
{
  guint64 magnitude = ns < 0 ? 0 - (guint64) ns : (guint64) ns;
  SpurUnit unit = SPUR_UNIT_NS;

  while (unit < SPUR_UNIT_S && magnitude >= (guint64) units[unit + 1].ns)
    unit++;
  return unit;
}

const char *
spur_text_get_unit_name (SpurUnit unit)
{
  return units[unit].name;
}

void
spur_text_append_in_unit (GString *text, gint64 ns, SpurUnit unit, guint decimals)
{
  guint64 magnitude = ns < 0 ? 0 - (guint64) ns : (guint64) ns;
  guint64 one = (guint64) units[unit].ns;
  guint n_digits = 3 * (guint) unit;
  guint64 step = 1;
  guint64 rest;

  decimals = MIN (decimals, n_digits);
  for (guint i = decimals; i < n_digits; i++)
    step *= 10;
  magnitude = (magnitude + step / 2) / step * step;
  rest = magnitude % one / step;

  if (ns < 0 && magnitude > 0)
    g_string_append_c (text, '-');
  spur_text_append_count (text, magnitude / one);
  if (decimals > 0)
    g_string_append_printf (text, ".%0*" G_GUINT64_FORMAT, (int) decimals, rest);
}

char *
spur_text_duration (gint64 ns)
{
  GString *text = g_string_new (NULL);
  SpurUnit unit = spur_text_get_unit (ns);

  spur_text_append_in_unit (text, ns, unit, 3);
  g_string_append_c (text, ' ');
  g_string_append (text, spur_text_get_unit_name (unit));
  return g_string_free (text, FALSE);
}

void
spur_text_append_seconds (GString *text, gint64 ns)
{
  guint64 magnitude = ns < 0 ? 0 - (guint64) ns : (guint64) ns;
  guint64 rest = magnitude % 1000000000;
  char digits[9];

  for (gsize i = sizeof digits; i > 0; i--)
    {
      digits[i - 1] = (char) ('0' + rest % 10);
      rest /= 10;
    }
  if (ns < 0)
    g_string_append_c (text, '-');
  spur_text_append_uint (text, magnitude / 1000000000);
  g_string_append_c (text, '.');
  g_string_append_len (text, digits, sizeof digits);
}

static gboolean
is_plain (const char *string)
{
  for (const char *p = string; *p != '\0'; p++)
    {
      if (!g_ascii_isprint (*p) || *p == '"' || *p == '\\')
        return FALSE;
    }
  return TRUE;
}

void
spur_text_append_safe (GString *text, const char *string)
{
  g_autofree char *valid = NULL;

  if (is_plain (string))
    {
      g_string_append (text, string);
      return;
    }
  valid = g_utf8_make_valid (string, -1);
  for (const char *p = valid; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (g_unichar_iscntrl (c) || g_unichar_type (c) == G_UNICODE_FORMAT)
        g_string_append_printf (text, "\\x%02x", c);
      else
        g_string_append_unichar (text, c);
    }
}

char *
spur_text_safe (const char *string)
{
  GString *text = g_string_new (NULL);

  spur_text_append_safe (text, string);
  return g_string_free (text, FALSE);
}

char *
spur_text_shorten (const char *text, guint n_cells)
{
  g_autofree char *safe = spur_text_safe (text);
  glong n_chars = g_utf8_strlen (safe, -1);
  glong n_tail = n_cells / 3;
  g_autofree char *head = NULL;
  g_autofree char *tail = NULL;

  if (n_chars <= n_cells)
    return g_steal_pointer (&safe);
  head = g_utf8_substring (safe, 0, n_cells - n_tail - 2);
  tail = g_utf8_substring (safe, n_chars - n_tail, n_chars);
  return g_strdup_printf ("%s..%s", head, tail);
}

char *
spur_text_frequency (guint64 hz)
{
  if (hz >= 1000000000)
    return g_strdup_printf ("%.9g GHz", (double) hz / 1e9);
  if (hz >= 1000000)
    return g_strdup_printf ("%.9g MHz", (double) hz / 1e6);
  if (hz >= 1000)
    return g_strdup_printf ("%.9g kHz", (double) hz / 1e3);
  return g_strdup_printf ("%" G_GUINT64_FORMAT " Hz", hz);
}

void
spur_text_append_bar (GString *text, double ratio, guint n_cells)
{
  static const char *const eighths[] = { "", "▏", "▎", "▍", "▌", "▋", "▊", "▉" };
  gboolean is_utf8 = g_get_charset (NULL);
  guint n_eighths = (guint) lround (CLAMP (ratio, 0.0, 1.0) * n_cells * 8);
  guint n_used = n_eighths / 8;

  for (guint i = 0; i < n_used; i++)
    g_string_append (text, is_utf8 ? "█" : "#");
  if (is_utf8 && n_eighths % 8 > 0)
    {
      g_string_append (text, eighths[n_eighths % 8]);
      n_used++;
    }
  for (guint i = n_used; i < n_cells; i++)
    g_string_append_c (text, is_utf8 ? ' ' : '.');
}

guint
spur_text_get_width (const char *text)
{
  guint width = 0;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (!g_unichar_iszerowidth (c))
        width += g_unichar_iswide (c) ? 2 : 1;
    }
  return width;
}

void
spur_text_append_padded (GString *text, const char *string, guint width)
{
  guint used = spur_text_get_width (string);

  g_string_append (text, string);
  for (guint i = used; i < width; i++)
    g_string_append_c (text, ' ');
}

gboolean
spur_text_parse_duration (const char *text, gint64 *ns, GError **error)
{
  gint64 value = 0;
  g_autoptr (GError) problem = NULL;

  if (!spur_time_parse (text, &value, &problem) &&
      !g_error_matches (problem, G_NUMBER_PARSER_ERROR, G_NUMBER_PARSER_ERROR_OUT_OF_BOUNDS))
    return spur_error_set (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "%s", problem->message);
  if (problem != NULL || value > SPUR_TIME_LIMIT_NS || value < -SPUR_TIME_LIMIT_NS)
    return spur_error_set (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                           "'%s' is beyond what a trace can hold, 2^61 ns (73 years)", text);
  *ns = value;
  return TRUE;
}

gboolean
spur_text_parse_ppb (const char *text, gint64 *ppb, GError **error)
{
  gint64 value;

  if (!spur_factor_parse (text, &value, NULL) || value < 0 || value > 1000000000)
    return spur_error_set (
      error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
      "'%s' is not a factor; give a number from 0 to 1 with at most nine digits "
      "after the point",
      text);
  *ppb = value;
  return TRUE;
}

gboolean
spur_text_parse_bytes (const char *text, guint64 *n_bytes, GError **error)
{
  static const char prefixes[] = "KMGT";
  char *end;
  guint64 value;
  const char *unit;
  guint shift = 0;

  value = g_ascii_strtoull (text, &end, 10);
  unit = *end != '\0' ? strchr (prefixes, g_ascii_toupper (*end)) : NULL;
  if (unit != NULL)
    {
      shift = 10 * ((guint) (unit - prefixes) + 1);
      end++;
    }
  if (!g_ascii_isdigit (*text) || *end != '\0' || value == 0 || value > G_MAXUINT64 >> shift)
    return spur_error_set (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                           "'%s' is not a size; give a number of bytes, as in 512M or 2G", text);
  *n_bytes = value << shift;
  return TRUE;
}

/* Optimal string alignment: a swap of neighbours, the usual slip, costs one. */
static guint
get_distance (const char *a, const char *b)
{
  gsize n_a = strlen (a);
  gsize n_b = strlen (b);
  g_autofree guint *cells = g_new (guint, (n_a + 1) * (n_b + 1));

#define CELL(i, j) cells[(i) * (n_b + 1) + (j)]
  for (gsize i = 0; i <= n_a; i++)
    {
      for (gsize j = 0; j <= n_b; j++)
        {
          guint cost;

          if (i == 0 || j == 0)
            {
              CELL (i, j) = (guint) (i + j);
              continue;
            }
          cost = CELL (i - 1, j - 1) + (a[i - 1] != b[j - 1]);
          cost = MIN (cost, CELL (i - 1, j) + 1);
          cost = MIN (cost, CELL (i, j - 1) + 1);
          if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
            cost = MIN (cost, CELL (i - 2, j - 2) + 1);
          CELL (i, j) = cost;
        }
    }
  return CELL (n_a, n_b);
#undef CELL
}

const char *
spur_text_find_nearest (const char *word, const char *const *words)
{
  g_autofree char *folded = NULL;
  const char *best = NULL;
  guint best_distance = G_MAXUINT;

  if (strlen (word) > 64)
    return NULL;
  folded = g_ascii_strdown (word, -1);
  for (; *words != NULL; words++)
    {
      g_autofree char *candidate = g_ascii_strdown (*words, -1);
      gboolean is_begin = *folded != '\0' && g_str_has_prefix (candidate, folded);
      guint distance =
        is_begin && !g_str_equal (candidate, folded) ? 1 : get_distance (folded, candidate);
      guint limit = MAX (2, (guint) strlen (candidate) / 2);

      if (distance < best_distance && distance <= limit)
        {
          best = *words;
          best_distance = distance;
        }
    }
  return best;
}
