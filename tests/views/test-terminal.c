/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <string.h>

#include "events/spur-events.h"
#include "synthetic-trace.h"
#include "visualizers/space-time/spur-space-time-internal.h"
#include "visualizers/spur-view.h"

/* Names of lanes are "PE 0" and so on, with a blank behind them. */
#define N_NAME_COLUMNS 5
#define N_PLOT_COLUMNS 40
#define LAST_NS 4000

static const SpurTerminal plain = { .n_columns = N_NAME_COLUMNS + N_PLOT_COLUMNS };

/* On PE 0 work, then waiting, then nothing, then it is idle. PE 1 works and is idle in turns, each
 * for half of a column. */
static Synthetic *
make_states (void)
{
  Synthetic *self = synthetic_new (2, 0);
  gint64 column_ns = LAST_NS / N_PLOT_COLUMNS;

  synthetic_enter (self, 0, 0, self->targets[0], self->work);
  synthetic_leave (self, 0, 1000, self->targets[0]);
  synthetic_enter (self, 0, 1000, self->targets[0], self->wait);
  synthetic_leave (self, 0, 2000, self->targets[0]);
  synthetic_enter (self, 0, 3000, self->targets[0], self->idle);
  synthetic_leave (self, 0, LAST_NS, self->targets[0]);
  for (gint64 time_ns = 0; time_ns < LAST_NS; time_ns += column_ns)
    {
      synthetic_enter (self, 1, time_ns, self->targets[1], self->work);
      synthetic_leave (self, 1, time_ns + column_ns / 2, self->targets[1]);
      synthetic_enter (self, 1, time_ns + column_ns / 2, self->targets[1], self->idle);
      synthetic_leave (self, 1, time_ns + column_ns, self->targets[1]);
    }
  synthetic_seal (self);
  return self;
}

static char **
paint (Synthetic *synthetic, const SpurTerminal *terminal, SpurSpaceTimeView **view)
{
  g_autoptr (SpurSpaceTimeView) own = spur_space_time_view_new (synthetic->trace, synthetic->edges);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = spur_space_time_view_dup_text (own, terminal, NULL, &error);

  g_assert_no_error (error);
  g_assert_true (g_utf8_validate (text, -1, NULL));
  if (view != NULL)
    *view = g_steal_pointer (&own);
  return g_strsplit (text, "\n", -1);
}

/* The line that begins with a text. */
static guint
find_line (char **lines, const char *begin)
{
  guint i = 0;

  while (lines[i] != NULL && !g_str_has_prefix (lines[i], begin))
    i++;
  g_assert_nonnull (lines[i]);
  return i;
}

/* The sample that the legend has before a label. */
static gunichar
find_sample (char **lines, const char *label)
{
  g_autofree char *entry = g_strconcat (" ", label, NULL);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *at = strstr (lines[i], entry);

      if (at > lines[i])
        return g_utf8_get_char (g_utf8_prev_char (at));
    }
  g_assert_not_reached ();
}

static void
assert_column (const char *line, guint column, gunichar wanted)
{
  guint n_columns = (guint) g_utf8_strlen (line, -1);
  gunichar found = N_NAME_COLUMNS + column < n_columns
                     ? g_utf8_get_char (g_utf8_offset_to_pointer (line, N_NAME_COLUMNS + column))
                     : ' ';

  g_assert_cmpuint (found, ==, wanted);
}

static void
test_states (void)
{
  g_autoptr (Synthetic) synthetic = make_states ();
  g_auto (GStrv) lines = paint (synthetic, &plain, NULL);
  guint first = find_line (lines, "PE 0 "), second = find_line (lines, "PE 1 ");
  gunichar work = find_sample (lines, "work"), wait = find_sample (lines, "wait");
  gunichar idle = find_sample (lines, "idle");

  g_test_summary ("Each column has the letters of the states that the lane is in then, by their "
                  "shares from below, and nothing where it is in none.");

  g_assert_cmpuint (second, ==, first + 3);
  for (guint c = 0; c < N_PLOT_COLUMNS; c++)
    {
      gunichar wanted = c < 10 ? work : c < 20 ? wait : c < 30 ? ' ' : idle;

      for (guint line = first - 1; line <= first + 1; line++)
        assert_column (lines[line], c, wanted);
      assert_column (lines[second + 1], c, work);
      assert_column (lines[second - 1], c, idle);
    }
}

static void
test_shares (void)
{
  static const SpurTerminalColors depths[] = { SPUR_TERMINAL_COLORS_16, SPUR_TERMINAL_COLORS_256,
                                               SPUR_TERMINAL_COLORS_RGB };
  g_autoptr (Synthetic) synthetic = make_states ();

  g_test_summary ("A cell that two states share is a block of the lower one on paper of the upper "
                  "one, in the colours of the palette for the terminal's own.");

  for (guint i = 0; i < G_N_ELEMENTS (depths); i++)
    for (guint is_dark = 0; is_dark < 2; is_dark++)
      {
        const SpurTerminal terminal = { plain.n_columns, depths[i], is_dark != 0, FALSE };
        g_autoptr (SpurSpaceTimeView) view = NULL;
        g_auto (GStrv) lines = paint (synthetic, &terminal, &view);
        const SpurPalette *palette = spur_space_time_view_peek (view)->palette;
        const SpurSwatch *work = &palette->all[spur_palette_find (palette, synthetic->work)];
        const SpurSwatch *idle = &palette->all[spur_palette_find (palette, synthetic->idle)];
        guint32 lower = is_dark ? work->dark_color : work->color;
        guint32 upper = is_dark ? idle->dark_color : idle->color;
        g_autofree char *wanted = g_strdup_printf (
          "PE 1 \033[0;38;2;%u;%u;%u;48;2;%u;%u;%um\u2584\u2584", lower >> 16, lower >> 8 & 0xff,
          lower & 0xff, upper >> 16, upper >> 8 & 0xff, upper & 0xff);
        guint line = find_line (lines, "PE 1 ");

        g_assert_true (g_str_has_suffix (lines[line], "\u2584\033[0m"));
        g_assert_cmpint (g_str_has_prefix (lines[line], wanted), ==,
                         depths[i] == SPUR_TERMINAL_COLORS_RGB);
      }
}

/* Work is a violet, (154, 127, 184): nearest to 103 of xterm's cube, (135, 135, 175), and as a pure
 * colour, (120, 0, 255), to bright blue. */
static void
test_depths (void)
{
  static const struct
  {
    SpurTerminalColors colors;
    const char *work;
  } cases[] = {
    { SPUR_TERMINAL_COLORS_16, "\033[0;94m\u2588" },
    { SPUR_TERMINAL_COLORS_256, "\033[0;38;5;103m\u2588" },
    { SPUR_TERMINAL_COLORS_RGB, "\033[0;38;2;154;127;184m\u2588" },
  };
  g_autoptr (Synthetic) synthetic = make_states ();

  g_test_summary ("Colours are the nearest ones that the terminal has.");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const SpurTerminal terminal = { 80, cases[i].colors, FALSE, FALSE };
      g_auto (GStrv) lines = paint (synthetic, &terminal, NULL);
      g_autofree char *text = g_strjoinv ("\n", lines);
      g_autofree char *entry = g_strconcat (cases[i].work, "\033[0m work", NULL);

      g_assert_nonnull (strstr (text, entry));
    }
}

static void
test_signs (void)
{
  g_autoptr (Synthetic) synthetic = synthetic_new (2, 1);
  g_auto (GStrv) lines = NULL;
  guint first;

  g_test_summary ("Signs, moves and what is received before it is sent lie above the states, at "
                  "their columns.");

  synthetic_append (synthetic, 0, 0, SPUR_TYPE_LO_CREATION_EVENT, SPUR_USE_SUBJECT,
                    synthetic->objects[0], SPUR_USE_NONE);
  synthetic_enter (synthetic, 0, 0, synthetic->objects[0], synthetic->work);
  synthetic_leave (synthetic, 0, 1000, synthetic->objects[0]);
  synthetic_enter (synthetic, 1, 2050, synthetic->objects[0], synthetic->work);
  synthetic_message (synthetic, 1, 3500, 0, 3050);
  synthetic_leave (synthetic, 1, LAST_NS, synthetic->objects[0]);
  synthetic_seal (synthetic);
  lines = paint (synthetic, &plain, NULL);
  first = find_line (lines, "PE 0 ");
  assert_column (lines[first - 2], 0, find_sample (lines, "created"));
  assert_column (lines[first - 2], 30, '!');
  assert_column (lines[first + 2], 20, find_sample (lines, "comes from above"));
  first = find_line (lines, "Times as recorded; 1 message between streams,");
  g_assert_cmpstr (lines[first + 1], ==, "not drawn; 1 received before sent; 1 move.");
}

static void
test_many_rows (void)
{
  g_test_summary ("Up to 24 rows have a line of signs each; with more of them each has one line.");

  for (guint n_rows = 24; n_rows <= 25; n_rows++)
    {
      g_autoptr (Synthetic) synthetic = synthetic_new (n_rows, 1);
      g_auto (GStrv) lines = NULL;
      g_autofree char *text = NULL;

      for (guint i = 0; i < n_rows; i++)
        {
          synthetic_append (synthetic, i, 0, SPUR_TYPE_LO_CREATION_EVENT, SPUR_USE_SUBJECT,
                            synthetic->objects[0], SPUR_USE_NONE);
          synthetic_enter (synthetic, i, 0, synthetic->targets[i], synthetic->work);
          synthetic_leave (synthetic, i, LAST_NS, synthetic->targets[i]);
        }
      synthetic_seal (synthetic);
      lines = paint (synthetic, &plain, NULL);
      text = g_strjoinv ("\n", lines);
      g_assert_cmpuint (find_line (lines, " PE 9 ") - find_line (lines, " PE 0 "), ==,
                        n_rows > 24 ? 9 : 18);
      g_assert_cmpint (strstr (text, "created") != NULL, ==, n_rows <= 24);
      g_assert_cmpint (strstr (text, "are left out.") != NULL, ==, n_rows > 24);
    }
}

static void
test_limits (void)
{
  static const guint widths[][2] = {
    { 0, 40 }, { 39, 40 }, { 41, 41 }, { 80, 80 }, { 5000, 1000 }
  };
  g_autoptr (Synthetic) synthetic = make_states ();

  g_test_summary ("No line is longer than the terminal, whose width has bounds; ASCII is kept to.");

  for (guint i = 0; i < 2 * G_N_ELEMENTS (widths); i++)
    {
      const SpurTerminal terminal = { widths[i / 2][0], SPUR_TERMINAL_COLORS_NONE, FALSE, i % 2 };
      g_auto (GStrv) lines = paint (synthetic, &terminal, NULL);
      glong longest = 0;

      for (guint k = 0; lines[k] != NULL; k++)
        {
          longest = MAX (longest, g_utf8_strlen (lines[k], -1));
          g_assert_true (i % 2 == 0 || g_str_is_ascii (lines[k]));
          g_assert_false (g_str_has_suffix (lines[k], " "));
        }
      g_assert_cmpint (longest, ==, widths[i / 2][1]);
    }
}

static void
test_names (void)
{
  g_autoptr (Synthetic) synthetic = make_states ();
  g_autoptr (SpurSpaceTimeView) view =
    spur_space_time_view_new (synthetic->trace, synthetic->edges);
  g_autofree char *text = NULL;

  g_test_summary ("A name cannot change the terminal, and is cut where the line ends.");

  spur_view_set_title (SPUR_VIEW (view),
                       "a\033[2Jb\x9b"
                       "c\n\xff\xe4\xb8\xad and more than a terminal of 40 columns has");
  text = spur_space_time_view_dup_text (view, &plain, NULL, NULL);
  g_assert_null (strchr (text, '\033'));
  g_assert_true (g_str_has_prefix (text, "a?[2Jb?c??\xe4\xb8\xad and more than a terminal of "));
  *strchr (text, '\n') = '\0';
  g_assert_true (g_str_has_suffix (text, "\u2026"));
  /* The ideograph is two columns wide. */
  g_assert_cmpint (g_utf8_strlen (text, -1), ==, plain.n_columns - 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/terminal/states", test_states);
  g_test_add_func ("/terminal/shares", test_shares);
  g_test_add_func ("/terminal/depths", test_depths);
  g_test_add_func ("/terminal/signs", test_signs);
  g_test_add_func ("/terminal/many-rows", test_many_rows);
  g_test_add_func ("/terminal/limits", test_limits);
  g_test_add_func ("/terminal/names", test_names);
  return g_test_run ();
}
