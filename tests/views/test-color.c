/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "visualizers/style/spur-palette-internal.h"

#include <libxml/parser.h>
#include <math.h>
#include <string.h>

#include "core/store/definitions/spur-definitions.h"
#include "events/spur-events.h"
#include "tests/views/color-distance.h"

/* A step that is just seen is 2.3. */
#define LEAST_DISTANCE 7.6
#define LEAST_OTHER_DISTANCE 4.2
/* WCAG 2 asks for these of text and of graphics, to what is behind them. */
#define LEAST_TEXT_CONTRAST 4.5
#define LEAST_SIGN_CONTRAST 3.0

/* The colours of states in one scheme, and what they are called. */
typedef struct
{
  GArray *colors;
  GPtrArray *names;
} Colors;

static void
colors_init (Colors *self)
{
  self->colors = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->names = g_ptr_array_new_with_free_func (g_free);
}

static void
colors_clear (Colors *self)
{
  g_array_unref (self->colors);
  g_ptr_array_unref (self->names);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Colors, colors_clear)

static void
add_color (Colors *self, const char *name, guint32 color)
{
  g_array_append_val (self->colors, color);
  g_ptr_array_add (self->names, g_strdup (name));
}

static void
check_pair (const Colors *self, guint i, guint k)
{
  guint32 one = g_array_index (self->colors, guint32, i);
  guint32 other = g_array_index (self->colors, guint32, k);

  for (Vision vision = 0; vision < N_VISIONS; vision++)
    {
      double distance = measure_distance (one, other, vision);

      if (distance < (vision == VISION_NORMAL ? LEAST_DISTANCE : LEAST_OTHER_DISTANCE))
        {
          g_test_message ("%s #%06x and %s #%06x: %.1f for vision %d",
                          (const char *) self->names->pdata[i], one,
                          (const char *) self->names->pdata[k], other, distance, (int) vision);
          g_test_fail ();
        }
    }
}

static void
check_all (const Colors *self)
{
  for (guint i = 0; i < self->colors->len; i++)
    for (guint k = 0; k < i; k++)
      check_pair (self, i, k);
}

static void
test_distance (void)
{
  /* White to black is 100 by definition. The others are of a program in Python that gives what
   * Sharma, Wu and Dalal print for pairs 1, 7 and 20 of theirs. */
  static const struct
  {
    guint32 one;
    guint32 other;
    double distances[N_VISIONS];
  } known[] = {
    { 0xffffff, 0x000000, { 100.0, 100.0, 100.0 } },
    { 0x4c78a8, 0x9a7fb8, { 20.4999, 5.7099, 10.1153 } },
    { 0xe0aa4f, 0x5b9e8f, { 35.3718, 22.0691, 28.5169 } },
    { 0xe0aa4f, 0xe0aa4f, { 0.0, 0.0, 0.0 } },
  };

  g_test_summary ("Distances of colours are those of CIEDE2000.");

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    for (Vision vision = 0; vision < N_VISIONS; vision++)
      g_assert_cmpfloat_with_epsilon (measure_distance (known[i].one, known[i].other, vision),
                                      known[i].distances[vision], 0.001);
}

/* As many states of every kind as have a colour, and one more, which gets that of the rest. */
static SpurPalette *
make_palette (SpurTrace *trace)
{
  static const struct
  {
    SpurStateKind kind;
    const char *names[14];
  } states[] = {
    { SPUR_STATE_WORK, { "a", "b", "c", "d", "e", "f", "g", "h", "i" } },
    { SPUR_STATE_COMMUNICATION,
      { "MPI_Send", "MPI_Recv", "MPI_Sendrecv", "MPI_Isend", "MPI_Wait", "MPI_Test", "MPI_Start",
        "MPI_Barrier", "MPI_Allreduce", "MPI_Bcast", "MPI_Win_fence", "MPI_File_open",
        "MPI_Comm_dup" } },
    { SPUR_STATE_OVERHEAD, { "j", "k", "l" } },
    { SPUR_STATE_IDLE, { "m", "n", "o" } },
  };
  g_autoptr (SpurRegistry) registry = spur_registry_new ();
  gint64 total_ns[64] = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    for (guint k = 0; states[i].names[k] != NULL; k++)
      {
        guint32 state = spur_definitions_add_state (spur_trace_get_definitions (trace),
                                                    states[i].names[k], states[i].kind);

        total_ns[state] = 1000 - state;
      }
  return spur_palette_new (trace, registry, total_ns, G_MAXUINT);
}

static void
test_states (void)
{
  g_autoptr (SpurTrace) trace = spur_trace_new ();
  g_autoptr (SpurPalette) palette = make_palette (trace);

  g_test_summary ("Colours of states are told apart, in both schemes and with any colour vision.");

  /* The last one is of what has no state, and that of other overhead. */
  g_assert_cmpuint (palette->n_swatches, ==, 9 + 13 + 3 + 3 + 1);
  for (guint is_dark = 0; is_dark < 2; is_dark++)
    {
      g_auto (Colors) colors = { NULL };

      colors_init (&colors);
      for (guint i = 0; i + 1 < palette->n_swatches; i++)
        add_color (&colors, palette->all[i].label,
                   is_dark ? palette->all[i].dark_color : palette->all[i].color);
      check_all (&colors);
    }
}

static const char *const projects[] = { "a1", "a5", "a7", "a8", "b1", "b2", "b3", "b4", "b5" };

static xmlDoc *
read_file (const char *project, const char *suffix)
{
  g_autofree char *file = g_strconcat (project, suffix, NULL);
  g_autofree char *path =
    g_test_build_filename (G_TEST_DIST, "..", "plugins", "projects", project, file, NULL);
  xmlDoc *doc = xmlReadFile (path, NULL, XML_PARSE_NONET);

  g_assert_nonnull (doc);
  return doc;
}

static guint32
parse_color (xmlNode *node, const char *name)
{
  xmlChar *value = xmlGetProp (node, (const xmlChar *) name);
  guint32 color;

  g_assert_nonnull (value);
  color = (guint32) g_ascii_strtoull ((const char *) value + 1, NULL, 16);
  xmlFree (value);
  return color;
}

static void
add_states_of (Colors *self, xmlNode *root, gboolean is_dark)
{
  for (xmlNode *node = root->children; node != NULL; node = node->next)
    {
      xmlChar *state =
        node->type == XML_ELEMENT_NODE ? xmlGetProp (node, (const xmlChar *) "state") : NULL;

      if (state != NULL && strcmp ((const char *) node->name, "colour") == 0)
        add_color (self, (const char *) state, parse_color (node, is_dark ? "dark" : "value"));
      xmlFree (state);
    }
}

static void
test_projects (void)
{
  g_test_summary ("The states of each project are told apart, too, and from what has no state.");

  for (guint i = 0; i < 2 * G_N_ELEMENTS (projects); i++)
    {
      gboolean is_dark = i % 2 != 0;
      xmlDoc *doc = read_file (projects[i / 2], ".project.xml");
      g_auto (Colors) colors = { NULL };

      colors_init (&colors);
      add_color (&colors, "present", is_dark ? 0x575049 : 0xddd8d0);
      add_states_of (&colors, xmlDocGetRootElement (doc), is_dark);
      g_assert_cmpuint (colors.colors->len, >, 3);
      check_all (&colors);
      xmlFreeDoc (doc);
    }
}

/* A sign or line, in both schemes. */
static void
check_sign (const char *name, guint32 color)
{
  double light = spur_color_get_contrast (color, SPUR_COLOR_PAPER);
  double dark = spur_color_get_contrast (spur_color_find_dark (color), SPUR_COLOR_DARK_PAPER);

  if (fmin (light, dark) < LEAST_SIGN_CONTRAST)
    {
      g_test_message ("%s #%06x: contrast %.2f on light, %.2f on dark paper", name, color, light,
                      dark);
      g_test_fail ();
    }
}

static guint
check_styles_below (GType type)
{
  g_autoptr (SpurRegistry) registry = spur_registry_new ();
  g_autofree GType *children = NULL;
  SpurStyle style;
  guint n_children, n_checked = 1;

  spur_style_init (&style);
  spur_style_apply_class (&style, registry, spur_event_type_get_layout (type)->name);
  check_sign (spur_event_type_get_layout (type)->name, style.color);
  children = g_type_children (type, &n_children);
  for (guint i = 0; i < n_children; i++)
    n_checked += check_styles_below (children[i]);
  return n_checked;
}

static void
test_signs (void)
{
  g_test_summary ("Signs and lines of all event classes are seen on light and on dark paper.");

  g_assert_cmpuint (check_styles_below (SPUR_TYPE_EVENT), >, 40);
  check_sign ("violation", SPUR_COLOR_VIOLATION);
  for (guint i = 0; i < G_N_ELEMENTS (projects); i++)
    {
      xmlDoc *doc = read_file (projects[i], ".plugin.xml");
      guint n_signs = 0;

      for (xmlNode *node = xmlDocGetRootElement (doc)->children; node != NULL; node = node->next)
        if (node->type == XML_ELEMENT_NODE && xmlHasProp (node, (const xmlChar *) "colour") != NULL)
          {
            check_sign (projects[i], parse_color (node, "colour"));
            n_signs++;
          }
      g_assert_cmpuint (n_signs, >, 0);
      xmlFreeDoc (doc);
    }
}

static void
test_contrast (void)
{
  static const guint32 grounds[] = { 0x4c78a8, 0xe0aa4f, 0x5b9e8f, 0x000000, 0xffffff, 0x777777 };

  g_test_summary ("Text is read, on paper and on states, in both schemes.");

  g_assert_cmpfloat_with_epsilon (spur_color_get_contrast (0x000000, 0xffffff), 21.0, 1e-9);
  g_assert_cmpfloat_with_epsilon (spur_color_get_contrast (0x777777, 0xffffff), 4.48, 0.005);
  for (guint i = 0; i < 2; i++)
    {
      guint32 color = i == 0 ? SPUR_COLOR_INK : SPUR_COLOR_MUTED;

      g_assert_cmpfloat (spur_color_get_contrast (color, SPUR_COLOR_PAPER), >=,
                         LEAST_TEXT_CONTRAST);
      g_assert_cmpfloat (
        spur_color_get_contrast (spur_color_find_dark (color), SPUR_COLOR_DARK_PAPER), >=,
        LEAST_TEXT_CONTRAST);
    }
  for (guint i = 0; i < G_N_ELEMENTS (grounds); i++)
    for (guint is_dark = 0; is_dark < 2; is_dark++)
      {
        guint32 text = spur_color_choose_text (grounds[i], is_dark);

        g_assert_cmpfloat (spur_color_get_contrast (text, grounds[i]), >, 3.4);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/color/distance", test_distance);
  g_test_add_func ("/color/states", test_states);
  g_test_add_func ("/color/projects", test_projects);
  g_test_add_func ("/color/signs", test_signs);
  g_test_add_func ("/color/contrast", test_contrast);
  return g_test_run ();
}
