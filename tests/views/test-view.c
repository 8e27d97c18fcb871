/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <glib/gstdio.h>
#include <string.h>

#include "synthetic-trace.h"
#include "visualizers/spur-view.h"

/* A view as a plugin has it: it draws a square for each stream, and has a property. */
#define SAMPLE_TYPE_VIEW (sample_view_get_type ())
G_DECLARE_FINAL_TYPE (SampleView, sample_view, SAMPLE, VIEW, SpurView)

struct _SampleView
{
  SpurView parent_instance;

  guint side_px;
  gint64 from_ns;
  gint64 to_ns;
  guint n_prepared;
  guint n_drawn;
};

G_DEFINE_FINAL_TYPE (SampleView, sample_view, SPUR_TYPE_VIEW)

static void
sample_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  SAMPLE_VIEW (object)->side_px = g_value_get_uint (value);
}

static void
sample_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  g_value_set_uint (value, SAMPLE_VIEW (object)->side_px);
}

static gboolean
sample_view_prepare (SpurView *view, const SpurJob *job, GError **error)
{
  SampleView *self = SAMPLE_VIEW (view);

  self->n_prepared++;
  spur_view_get_span_ns (view, &self->from_ns, &self->to_ns);
  if (self->side_px != 13)
    return TRUE;
  g_set_error (error, SPUR_VIEW_ERROR, SPUR_VIEW_ERROR_OPTION, "13 brings bad luck");
  return FALSE;
}

static double
sample_view_get_height (SpurView *view, double width_px)
{
  return 2.0 * SAMPLE_VIEW (view)->side_px;
}

static void
sample_view_draw (SpurView *view, cairo_t *context, double width_px, double height_px)
{
  SampleView *self = SAMPLE_VIEW (view);
  guint n_streams = spur_trace_get_n_streams (spur_view_get_trace (view));

  self->n_drawn++;
  cairo_set_source_rgb (context, 1.0, 0.0, 0.0);
  for (guint i = 0; i < n_streams; i++)
    cairo_rectangle (context, i * width_px / n_streams, 0.0, self->side_px, self->side_px);
  cairo_fill (context);
}

static char *
sample_view_dup_note (SpurView *view)
{
  return g_strdup ("Squares.");
}

static void
sample_view_class_init (SampleViewClass *klass)
{
  SpurViewClass *view_class = SPUR_VIEW_CLASS (klass);

  G_OBJECT_CLASS (klass)->set_property = sample_view_set_property;
  G_OBJECT_CLASS (klass)->get_property = sample_view_get_property;
  g_object_class_install_property (
    G_OBJECT_CLASS (klass), 1,
    g_param_spec_uint ("side", NULL, NULL, 1, 100, 10, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS));
  view_class->prepare = sample_view_prepare;
  view_class->get_height = sample_view_get_height;
  view_class->draw = sample_view_draw;
  view_class->dup_note = sample_view_dup_note;
}

static void
sample_view_init (SampleView *self)
{
  self->side_px = 10;
}

static Synthetic *
make_trace (void)
{
  Synthetic *self = synthetic_new (2, 0);

  for (guint i = 0; i < 2; i++)
    {
      synthetic_enter (self, i, 1000, self->targets[i], self->work);
      synthetic_leave (self, i, 5000, self->targets[i]);
    }
  synthetic_seal (self);
  return self;
}

static guint
count_red (cairo_surface_t *surface)
{
  const guint8 *data = cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface);
  guint n = 0;

  for (int y = 0; y < cairo_image_surface_get_height (surface); y++)
    for (int x = 0; x < cairo_image_surface_get_width (surface); x++)
      n += (((const guint32 *) (data + (gsize) y * (gsize) stride))[x] & 0xffffff) == 0xff0000;
  return n;
}

static void
test_density (void)
{
  static const struct
  {
    guint width_px;
    guint side_px;
  } cases[] = { { 1280, 10 }, { 1920, 10 }, { 3840, 20 } };
  g_autoptr (Synthetic) synthetic = make_trace ();

  g_test_summary ("A picture that is wider than 1,920 pixels is the same one, only finer.");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SpurView) view = g_object_new (SAMPLE_TYPE_VIEW, NULL);
      cairo_surface_t *surface =
        cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) cases[i].width_px, 100);
      cairo_t *context = cairo_create (surface);

      spur_view_set_trace (view, synthetic->trace);
      spur_view_set_size (view, cases[i].width_px, 0);
      spur_view_draw (view, context);
      cairo_surface_flush (surface);
      g_assert_cmpuint (count_red (surface), ==, 2 * cases[i].side_px * cases[i].side_px);
      cairo_destroy (context);
      cairo_surface_destroy (surface);
    }
}

static guint32
read_pixel (cairo_surface_t *surface, guint x)
{
  return ((const guint32 *) cairo_image_surface_get_data (surface))[x] & 0xffffff;
}

static void
test_dark (void)
{
  static const char *const names[] = { "space-time", "lifeline", "system" };
  g_autoptr (Synthetic) synthetic = make_trace ();

  g_test_summary ("Dark paper is that of all views, with nothing on it that is as dark as ink.");

  for (guint i = 0; i < 2 * G_N_ELEMENTS (names); i++)
    {
      g_autoptr (SpurView) view = spur_view_make (spur_registry_get_default (), names[i / 2], NULL);
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 400, 300);
      cairo_t *context = cairo_create (surface);
      guint least = 255;

      spur_view_set_trace (view, synthetic->trace);
      spur_view_set_size (view, 400, 300);
      spur_view_set_dark (view, i % 2 != 0);
      g_assert_cmpint (spur_view_get_dark (view), ==, i % 2);
      spur_view_draw (view, context);
      cairo_surface_flush (surface);
      g_assert_cmphex (read_pixel (surface, 0), ==, i % 2 != 0 ? 0x14171c : 0xffffff);
      for (guint k = 0; k < 400 * 300; k++)
        {
          guint32 color = read_pixel (surface, k);

          least = MIN (least, MAX (MAX (color >> 16, color >> 8 & 0xff), color & 0xff));
        }
      if (i % 2 != 0)
        g_assert_cmpuint (least, >=, 0x1c);
      cairo_destroy (context);
      cairo_surface_destroy (surface);
    }
}

static void
test_names (void)
{
  static const char *const wanted[] = { "lifeline", "sample", "space-time", "system" };
  g_autoptr (SpurRegistry) registry = spur_registry_new ();
  g_autoptr (SpurView) view = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) names = NULL;

  g_test_summary ("Views are found by their names, those of Spur and those that were added.");

  g_assert_true (spur_registry_add_view (registry, "sample", SAMPLE_TYPE_VIEW, &error));
  g_assert_no_error (error);
  names = spur_view_dup_names (registry);
  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    {
      g_autoptr (SpurView) made = spur_view_make (registry, wanted[i], &error);

      g_assert_no_error (error);
      g_assert_true (g_strv_contains ((const char *const *) names, wanted[i]));
      g_assert_true (spur_view_get_registry (made) == registry);
    }
  view = spur_view_make (registry, "sample", NULL);
  g_assert_true (SAMPLE_IS_VIEW (view));
  g_assert_false (spur_registry_add_view (registry, "system", SAMPLE_TYPE_VIEW, &error));
  g_assert_error (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_DUPLICATE);
  g_clear_error (&error);
  g_assert_null (spur_view_make (registry, "sampl", &error));
  g_assert_error (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_MISSING);
  g_assert_nonnull (strstr (error->message, "sample, space-time, system"));
}

static void
test_no_view (void)
{
  const GType types[] = { SPUR_TYPE_REGISTRY, SPUR_TYPE_VIEW };

  g_test_summary ("A class that is no view, or is abstract, is refused.");

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autoptr (SpurRegistry) registry = spur_registry_new ();
      g_autoptr (GError) error = NULL;

      g_assert_true (spur_registry_add_view (registry, "bad", types[i], NULL));
      g_assert_null (spur_view_make (registry, "bad", &error));
      g_assert_error (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_LOAD);
    }
}

static void
test_prepared_once (void)
{
  g_autoptr (Synthetic) synthetic = make_trace ();
  g_autoptr (SampleView) sample = g_object_new (SAMPLE_TYPE_VIEW, NULL);
  SpurView *view = SPUR_VIEW (sample);
  g_autofree char *note = NULL;

  g_test_summary ("What is drawn is collected once, and again after each change.");

  spur_view_set_trace (view, synthetic->trace);
  g_assert_true (spur_view_prepare (view, NULL, NULL));
  note = spur_view_get_note (view);
  g_assert_cmpstr (note, ==, "Squares.");
  g_assert_cmpuint (sample->n_prepared, ==, 1);
  g_assert_cmpint (sample->from_ns, ==, 1000);
  g_assert_cmpint (sample->to_ns, ==, 5000);
  spur_view_set_span_ns (view, 2000, 2001);
  g_assert_true (spur_view_prepare (view, NULL, NULL));
  g_assert_cmpint (sample->from_ns, ==, 2000);
  g_assert_cmpint (sample->to_ns, ==, 2001);
  spur_view_set_title (view, "title");
  g_assert_true (spur_view_prepare (view, NULL, NULL));
  g_assert_cmpuint (sample->n_prepared, ==, 2);
  g_object_set (sample, "side", 20, NULL);
  g_assert_true (spur_view_prepare (view, NULL, NULL));
  g_assert_cmpuint (sample->n_prepared, ==, 3);
}

static void
test_options (void)
{
  g_autoptr (Synthetic) synthetic = make_trace ();
  g_autoptr (SampleView) sample = g_object_new (SAMPLE_TYPE_VIEW, NULL);
  static const char *const bad[][2] = {
    { "sides", "5" }, { "side", "0" }, { "side", "101" }, { "side", "x" }, { "side", "" }
  };
  g_autoptr (GError) error = NULL;

  g_test_summary (
    "Options are the properties of the class; others, and wrong values, are refused.");

  g_assert_true (spur_view_set_option (SPUR_VIEW (sample), "side", "100", &error));
  g_assert_no_error (error);
  g_assert_cmpuint (sample->side_px, ==, 100);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_assert_false (spur_view_set_option (SPUR_VIEW (sample), bad[i][0], bad[i][1], &error));
      g_assert_error (error, SPUR_VIEW_ERROR, SPUR_VIEW_ERROR_OPTION);
      g_clear_error (&error);
    }
  g_assert_cmpuint (sample->side_px, ==, 100);

  spur_view_set_trace (SPUR_VIEW (sample), synthetic->trace);
  g_object_set (sample, "side", 13, NULL);
  g_assert_false (spur_view_save (SPUR_VIEW (sample), "sample.png", &error));
  g_assert_error (error, SPUR_VIEW_ERROR, SPUR_VIEW_ERROR_OPTION);
  g_assert_null (spur_view_get_note (SPUR_VIEW (sample)));
  g_assert_cmpuint (sample->n_drawn, ==, 0);
}

static void
test_saved (void)
{
  g_autoptr (Synthetic) synthetic = make_trace ();
  g_autoptr (SampleView) sample = g_object_new (SAMPLE_TYPE_VIEW, NULL);
  g_autofree char *folder = g_dir_make_tmp ("spur-view-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "sample.png", NULL);
  g_autoptr (GError) error = NULL;
  cairo_surface_t *surface;
  const guchar *row;

  g_test_summary ("What the class draws on a cairo context is in the file, as high as it wants.");

  spur_view_set_trace (SPUR_VIEW (sample), synthetic->trace);
  spur_view_set_size (SPUR_VIEW (sample), 60, 0);
  g_assert_true (spur_view_save (SPUR_VIEW (sample), path, &error));
  g_assert_no_error (error);
  surface = cairo_image_surface_create_from_png (path);
  g_assert_cmpint (cairo_image_surface_get_width (surface), ==, 60);
  g_assert_cmpint (cairo_image_surface_get_height (surface), ==, 20);
  /* The second square is from 30 to 40. */
  row = cairo_image_surface_get_data (surface) + 5 * cairo_image_surface_get_stride (surface);
  g_assert_cmphex (((const guint32 *) row)[29] & 0xffffff, ==, 0xffffff);
  g_assert_cmphex (((const guint32 *) row)[39] & 0xffffff, ==, 0xff0000);
  cairo_surface_destroy (surface);
  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/view/names", test_names);
  g_test_add_func ("/view/density", test_density);
  g_test_add_func ("/view/dark", test_dark);
  g_test_add_func ("/view/no-view", test_no_view);
  g_test_add_func ("/view/prepared-once", test_prepared_once);
  g_test_add_func ("/view/options", test_options);
  g_test_add_func ("/view/saved", test_saved);
  return g_test_run ();
}
