/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Numbers and titles as text, for pictures and pages. */
#include "visualizers/canvas/spur-canvas-internal.h"

#include <math.h>
#include <string.h>

/* U+2212: a hyphen is too short beside digits. */
#define MINUS "\xe2\x88\x92"

/* Smaller letters are hard to read on a projector. */
#define LEAST_TEXT_PX 9.0

/* Some five lines of a terminal of 80 columns; "spur info" has all of them. */
#define MAX_LISTED_NAMES 24

#define NS_PER_S G_GINT64_CONSTANT (1000000000)

/* Gives where the text ends. */
static char *
add_grouped (char *at, const char *digits, gsize n_digits)
{
  for (gsize i = 0; i < n_digits; i++)
    {
      if (i > 0 && (n_digits - i) % 3 == 0)
        *at++ = ',';
      *at++ = digits[i];
    }
  *at = '\0';
  return at;
}

const char *
spur_view_write_count (char *text, guint64 count)
{
  char digits[32];

  g_snprintf (digits, sizeof digits, "%" G_GUINT64_FORMAT, count);
  add_grouped (text, digits, strlen (digits));
  return text;
}

const char *
spur_view_write_decimal (char *text, gint64 value, guint decimals)
{
  guint64 magnitude = value < 0 ? -(guint64) value : (guint64) value;
  char digits[48];
  gsize n_whole;
  char *end;

  g_snprintf (digits, sizeof digits, "%0*" G_GUINT64_FORMAT, (int) decimals + 1, magnitude);
  n_whole = strlen (digits) - decimals;
  end = add_grouped (g_stpcpy (text, value < 0 ? MINUS : ""), digits, n_whole);
  if (decimals > 0)
    g_stpcpy (g_stpcpy (end, "."), digits + n_whole);
  return text;
}

const char *
spur_view_write_ns (char *text, gint64 ns, guint digits)
{
  static const char *const units[] = { "ns", "\xc2\xb5s", "ms", "s" };
  guint64 magnitude = ns < 0 ? -(guint64) ns : (guint64) ns;
  guint unit = 0, decimals = 0;
  gint64 divisor = 1, power = 1;
  gint64 rounded;

  while (unit < 3 && magnitude >= (guint64) divisor * 1000)
    {
      divisor *= 1000;
      unit++;
    }
  /* As many decimals as the significant digits leave, none beyond a nanosecond. */
  for (guint64 whole = magnitude / (guint64) divisor; whole > 0 && digits > 0; whole /= 10)
    digits--;
  while (decimals < digits && power < divisor)
    {
      power *= 10;
      decimals++;
    }
  rounded = (gint64) ((magnitude / (guint64) (divisor / power)) +
                      (magnitude % (guint64) (divisor / power) * 2 >= (guint64) (divisor / power) &&
                       divisor > power));
  while (decimals > 0 && rounded % 10 == 0)
    {
      rounded /= 10;
      decimals--;
    }
  spur_view_write_decimal (text, ns < 0 ? -rounded : rounded, decimals);
  g_strlcat (text, " ", SPUR_VIEW_TEXT_BYTES);
  g_strlcat (text, units[unit], SPUR_VIEW_TEXT_BYTES);
  return text;
}

double
spur_view_round_step (double least)
{
  static const double factors[] = { 1, 2, 5 };
  double power = pow (10, floor (log10 (least)));

  for (guint i = 0; i < G_N_ELEMENTS (factors); i++)
    {
      if (factors[i] * power >= least)
        return factors[i] * power;
    }
  return 10 * power;
}

char *
spur_view_find_title (SpurTrace *trace)
{
  const char *title = spur_trace_get_fact (trace, "title");
  const char *program = spur_trace_get_fact (trace, "program");
  const char *path = spur_trace_get_fact (trace, "path");
  g_autofree char *command = NULL;

  if (title == NULL || *title == '\0')
    title = spur_trace_get_fact (trace, "name");
  if (title != NULL && *title != '\0')
    return g_strdup (title);
  if (program == NULL || *program == '\0')
    return path != NULL && *path != '\0' ? g_path_get_basename (path) : g_strdup ("Trace");
  /* The program's name; its arguments are for the table of facts. */
  command = g_strndup (program, strcspn (program, " "));
  return *command != '\0' ? g_path_get_basename (command) : g_strdup (program);
}

/* Where the number at the end of a name begins, or its indexes, as in "agent 12" or "array[3,12]";
 * its end where there is none. */
static const char *
find_number (const char *name)
{
  const char *number = name + strlen (name);

  while (number > name && (g_ascii_isdigit (number[-1]) || strchr (".,:-()[]", number[-1]) != NULL))
    number--;
  while (*number != '\0' && !g_ascii_isdigit (*number) && *number != '[' && *number != '(')
    number++;
  return number;
}

char *
spur_view_fit_name (SpurCanvas *canvas, const SpurText *text, double width_px)
{
  const char *name = text->text, *number = find_number (name), *end = number;
  g_autofree char *fitted = g_strdup (name);
  SpurText cut = *text;

  cut.text = fitted;
  while (*number != '\0' && canvas->measure_text (canvas, &cut) > width_px)
    {
      if (end > name)
        end = g_utf8_prev_char (end);
      else if (number[1] != '\0')
        number++;
      else
        return g_strdup (name);
      g_free (fitted);
      cut.text = fitted = g_strdup_printf ("%.*s\xe2\x80\xa6%s", (int) (end - name), name, number);
    }
  return g_steal_pointer (&fitted);
}

gboolean
spur_view_find_unix_ns (SpurTrace *trace, gint64 time_ns, gint64 *unix_ns)
{
  const char *fact = spur_trace_get_fact (trace, "epoch-unix-ns");
  gint64 epoch_ns, sum_ns;

  if (fact == NULL ||
      !g_ascii_string_to_signed (fact, 10, G_MININT64, G_MAXINT64, &epoch_ns, NULL) ||
      __builtin_add_overflow (epoch_ns, time_ns, &sum_ns))
    return FALSE;
  *unix_ns = sum_ns;
  return TRUE;
}

char *
spur_view_find_date (SpurTrace *trace, gint64 time_ns)
{
  g_autoptr (GDateTime) date = NULL;
  g_autofree char *text = NULL;
  gint64 unix_ns, rest_ns;

  if (!spur_view_find_unix_ns (trace, time_ns, &unix_ns))
    return NULL;
  rest_ns = unix_ns % NS_PER_S;
  if (rest_ns < 0)
    rest_ns += NS_PER_S;
  date = g_date_time_new_from_unix_utc ((unix_ns - rest_ns) / NS_PER_S);
  text = date != NULL ? g_date_time_format (date, "%Y-%m-%d %H:%M:%S") : NULL;
  return text != NULL ? g_strdup_printf ("%s.%09d UTC", text, (int) rest_ns) : NULL;
}

void
spur_view_append_counted (GString *text, const char *before, guint64 count, const char *what)
{
  g_string_append_printf (text, "%s%s %s%s", before, SPUR_VIEW_COUNT (count), what,
                          count == 1 ? "" : "s");
}

void
spur_view_append_objects (GString *text, SpurTrace *trace)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  guint n_components = spur_definitions_count_objects (definitions, SPUR_TYPE_LM_COMPONENT);
  guint n_objects =
    spur_definitions_count_objects (definitions, SPUR_TYPE_LOAD_OBJECT) - n_components;

  if (n_objects > 0)
    spur_view_append_counted (text, " with ", n_objects, "load object");
  if (n_components > 0)
    spur_view_append_counted (text, n_objects > 0 ? " and " : " with ", n_components,
                              "load management component");
}

void
spur_view_shrink_text (SpurCanvas *canvas, SpurText *text)
{
  SpurText whole = *text;
  double width_px;

  whole.max_width_px = 0.0;
  width_px = canvas->measure_text (canvas, &whole);
  if (width_px > text->max_width_px)
    text->size_px = MAX (text->size_px * text->max_width_px / width_px, LEAST_TEXT_PX);
}

void
spur_view_add_name (GPtrArray *names, const char *name)
{
  if (names->len <= MAX_LISTED_NAMES && *name != '\0' &&
      !g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
    g_ptr_array_add (names, (gpointer) name);
}

char *
spur_view_join_names (const GPtrArray *names)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < MIN (names->len, MAX_LISTED_NAMES); i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", (const char *) names->pdata[i]);
  if (names->len > MAX_LISTED_NAMES)
    g_string_append (text, ", and more");
  return g_string_free (text, FALSE);
}
