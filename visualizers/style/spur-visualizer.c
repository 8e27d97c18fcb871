/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <math.h>
#include <string.h>

#include "visualizers/spur-view-enums.h"
#include "visualizers/style/spur-palette-internal.h"

/* Signs of more sizes are not told apart by eye; each is a style of its own. */
#define N_SIZES 6
#define LEAST_SIGN_PX 2.0

/**
 * SpurVisualizer:
 *
 * Draws the events of one event class: by itself a sign, a short line or a measured value for each,
 * where the style of the class says so.
 *
 * How a class looks is data: see spur_view_add_style(). A class that draws more is found by the
 * name of the event class, "Event" replaced by "Visualizer", else by that of the parent class, and
 * so on. So a plugin that derives an event class from LO_Migration_Event has it drawn as a
 * migration without one more line.
 *
 * Its properties are the parameters that a project file gives it for a class:
 *
 * ```xml
 * <visualizer class="Task_Send_Event" name="LO_Message_Visualizer">
 *   <parameter name="form" value="glyph"/>
 *   <parameter name="size-field" value="bytes"/>
 *   <parameter name="size-full" value="4096"/>
 * </visualizer>
 * ```
 *
 * A view asks once for every event class of a trace and then draws millions of events by the
 * answer. A visualizer that draws its events itself gets them in batches.
 *
 * Since: 1.0
 */
typedef struct
{
  SpurStyle style;
  SpurStyle sign;

  /* What properties say, and by property whether they say it. */
  SpurStyle said;
  guint32 is_said;
  char *size_field;
  double size_full;
  char *level_field;
  char *value_field;
} SpurVisualizerPrivate;

typedef enum
{
  PROPERTY_FORM = 1,
  PROPERTY_GLYPH,
  PROPERTY_OPACITY,
  PROPERTY_WIDTH,
  PROPERTY_DASH,
  PROPERTY_LABEL,
  PROPERTY_FULL,
  PROPERTY_SIZE_FIELD,
  PROPERTY_SIZE_FULL,
  PROPERTY_LEVEL_FIELD,
  PROPERTY_VALUE_FIELD,
} Property;

G_DEFINE_TYPE_WITH_PRIVATE (SpurVisualizer, spur_visualizer, G_TYPE_OBJECT)

/* Begins, places and ends of objects are where these are, whichever stream records them. */
static gboolean
is_at_object (const SpurEventBatch *batch)
{
  SpurEffect effect = batch->layout->effect;

  return effect == SPUR_EFFECT_BEGIN || effect == SPUR_EFFECT_PLACE || effect == SPUR_EFFECT_END ||
         spur_stream_get_target (spur_trace_get_stream (batch->trace, batch->stream)) == SPUR_NONE;
}

/* The lane of an event: that of the target that it is about, by @use, or on which that is, else
 * that of its stream. */
static guint32
find_object_lane (SpurScene *scene, const SpurEventBatch *batch, gsize index, guint32 object)
{
  guint32 lane = SPUR_NONE;

  if (object >= spur_definitions_get_n_objects (spur_trace_get_definitions (batch->trace)))
    return batch->lane;
  if (batch->target_lanes[object] != SPUR_NONE)
    return batch->target_lanes[object];
  if (is_at_object (batch))
    lane = spur_scene_find_lane (scene, object, batch->times_ns[index]);
  return lane != SPUR_NONE ? lane : batch->lane;
}

static guint32
find_event_lane (SpurScene *scene, const SpurEventBatch *batch, gsize index, SpurUse use)
{
  return find_object_lane (
    scene, batch, index,
    (guint32) spur_event_layout_get_use (batch->layout, use, batch->records[index], SPUR_NONE));
}

guint32
spur_visualizer_find_lane (SpurScene *scene, const SpurEventBatch *batch, gsize index)
{
  SpurUse use = batch->layout->field_of_use[SPUR_USE_DESTINATION] >= 0 ? SPUR_USE_DESTINATION
                                                                       : SPUR_USE_SUBJECT;

  return find_event_lane (scene, batch, index, use);
}

void
spur_visualizer_add_glyphs (SpurScene *scene, const SpurEventBatch *batch, guint32 style)
{
  for (gsize i = 0; i < batch->n_events; i++)
    {
      const SpurSceneGlyph glyph = { batch->times_ns[i],
                                     spur_visualizer_find_lane (scene, batch, i), style, 1 };

      spur_scene_add_glyph (scene, &glyph);
    }
}

/* The field of a name, if it holds numbers; else -1. */
static int
find_number_field (const SpurEventLayout *layout, const char *name)
{
  int field = name != NULL ? spur_event_layout_find_field (layout, name) : -1;

  return field >= 0 && layout->fields[field].type <= SPUR_FIELD_DOUBLE ? field : -1;
}

double
spur_visualizer_read_number (const SpurEventLayout *layout, guint field, const guint8 *record)
{
  guint64 bits = spur_event_layout_get_uint (layout, field, record);
  double real;

  if (layout->fields[field].type == SPUR_FIELD_INT64)
    return (double) (gint64) bits;
  if (layout->fields[field].type != SPUR_FIELD_DOUBLE)
    return (double) bits;
  memcpy (&real, &bits, sizeof real);
  return real;
}

/* Adds a sign for every event whose area is by a field, in styles that differ by that alone. */
static void
add_sized_glyphs (SpurVisualizer *self, SpurScene *scene, const SpurEventBatch *batch, guint field)
{
  SpurVisualizerPrivate *private = spur_visualizer_get_instance_private (self);
  gsize n_styles;
  SpurStyle style = spur_scene_get_styles (scene, &n_styles)[batch->style];
  double full_px = style.width_px;

  for (gsize i = 0; i < batch->n_events; i++)
    {
      double share =
        spur_visualizer_read_number (batch->layout, field, batch->records[i]) / private->size_full;
      double size = isfinite (share) ? CLAMP (ceil (share * N_SIZES), 1.0, N_SIZES) : 1.0;
      SpurSceneGlyph glyph = { batch->times_ns[i],
                               find_event_lane (scene, batch, i, SPUR_USE_SUBJECT), batch->style };

      style.width_px = MAX (full_px * sqrt (size / N_SIZES), MIN (full_px, LEAST_SIGN_PX));
      glyph.style = spur_scene_add_style (scene, &style);
      spur_scene_add_glyph (scene, &glyph);
    }
}

/* Adds what every event measures, in the batch's style: the load, or what a field holds. */
static void
add_values (SpurVisualizer *self, SpurScene *scene, const SpurEventBatch *batch)
{
  SpurVisualizerPrivate *private = spur_visualizer_get_instance_private (self);
  int field = find_number_field (batch->layout, private->level_field);

  if (field < 0)
    field = batch->layout->field_of_use[SPUR_USE_LOAD];
  for (gsize i = 0; i < batch->n_events; i++)
    {
      const guint8 *record = batch->records[i];
      SpurSceneValue value = { .time_ns = batch->times_ns[i],
                               .lane = find_event_lane (scene, batch, i, SPUR_USE_SUBJECT),
                               .style = batch->style,
                               .series = (guint32) spur_event_layout_get_use (
                                 batch->layout, SPUR_USE_SUBJECT, record, SPUR_NONE) };

      if (field >= 0)
        value.value = spur_visualizer_read_number (batch->layout, (guint) field, record);
      spur_scene_add_value (scene, &value);
    }
}

void
spur_visualizer_add_load (SpurScene *scene,
                          const SpurEventBatch *batch,
                          guint32 subject,
                          double load)
{
  const SpurSceneValue value = { .time_ns = batch->times_ns[0],
                                 .lane = find_object_lane (scene, batch, 0, subject),
                                 .style = batch->style,
                                 .series = subject,
                                 .value = load };

  spur_scene_add_value (scene, &value);
}

static void
spur_visualizer_real_add_marks (SpurVisualizer *self, SpurScene *scene, const SpurEventBatch *batch)
{
  gsize n_styles;
  const SpurStyle *style = &spur_scene_get_styles (scene, &n_styles)[batch->style];
  SpurVisualizerPrivate *private = spur_visualizer_get_instance_private (self);
  int size_field = find_number_field (batch->layout, private->size_field);

  if (style->form == SPUR_FORM_GLYPH && size_field >= 0)
    add_sized_glyphs (self, scene, batch, (guint) size_field);
  else if (style->form == SPUR_FORM_TICK || style->form == SPUR_FORM_GLYPH)
    spur_visualizer_add_glyphs (scene, batch, batch->style);
  else if (style->form == SPUR_FORM_LEVEL)
    add_values (self, scene, batch);
}

gboolean
spur_visualizer_shows_load (SpurVisualizer *self,
                            const SpurEventLayout *layout,
                            const SpurStyle *style)
{
  SpurVisualizerPrivate *private = spur_visualizer_get_instance_private (self);
  int field = find_number_field (layout, private->level_field);

  return SPUR_VISUALIZER_GET_CLASS (self)->add_marks == spur_visualizer_real_add_marks &&
         style->form == SPUR_FORM_LEVEL &&
         (field < 0 || field == layout->field_of_use[SPUR_USE_LOAD]);
}

/* A mark where the first event is, with the number of all. */
static void
spur_visualizer_real_add_bucket (SpurVisualizer *self,
                                 SpurScene *scene,
                                 const SpurEventBucket *bucket)
{
  const SpurSceneGlyph glyph = { bucket->first_ns, bucket->lane, bucket->style, bucket->n_events };
  gsize n_styles;
  SpurForm form = spur_scene_get_styles (scene, &n_styles)[bucket->style].form;

  if (form == SPUR_FORM_TICK || form == SPUR_FORM_GLYPH)
    spur_scene_add_glyph (scene, &glyph);
}

int
spur_visualizer_find_value_field (SpurVisualizer *self, const SpurEventLayout *layout)
{
  SpurVisualizerPrivate *private = spur_visualizer_get_instance_private (self);
  const char *names[] = { private->value_field, private->level_field, private->size_field };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (names[i] != NULL)
      return find_number_field (layout, names[i]);
  return layout->field_of_use[SPUR_USE_LOAD];
}

static void
spur_visualizer_finalize (GObject *object)
{
  SpurVisualizerPrivate *private = spur_visualizer_get_instance_private (SPUR_VISUALIZER (object));

  g_free (private->size_field);
  g_free (private->level_field);
  g_free (private->value_field);
  G_OBJECT_CLASS (spur_visualizer_parent_class)->finalize (object);
}

static void
spur_visualizer_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  SpurVisualizerPrivate *private = spur_visualizer_get_instance_private (SPUR_VISUALIZER (object));
  const SpurStyle *said = &private->said;

  switch ((Property) id)
    {
    case PROPERTY_FORM:
      g_value_set_enum (value, said->form);
      break;
    case PROPERTY_GLYPH:
      g_value_set_enum (value, said->glyph);
      break;
    case PROPERTY_OPACITY:
      g_value_set_double (value, said->opacity);
      break;
    case PROPERTY_WIDTH:
      g_value_set_double (value, said->width_px);
      break;
    case PROPERTY_DASH:
      g_value_set_double (value, said->dash_px);
      break;
    case PROPERTY_LABEL:
      g_value_set_string (value, said->label);
      break;
    case PROPERTY_FULL:
      g_value_set_double (value, said->full);
      break;
    case PROPERTY_SIZE_FIELD:
      g_value_set_string (value, private->size_field);
      break;
    case PROPERTY_SIZE_FULL:
      g_value_set_double (value, private->size_full);
      break;
    case PROPERTY_LEVEL_FIELD:
      g_value_set_string (value, private->level_field);
      break;
    case PROPERTY_VALUE_FIELD:
      g_value_set_string (value, private->value_field);
      break;
    }
}

static void
set_text (char **text, const GValue *value)
{
  g_free (*text);
  *text = g_value_dup_string (value);
}

static void
spur_visualizer_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  SpurVisualizerPrivate *private = spur_visualizer_get_instance_private (SPUR_VISUALIZER (object));
  SpurStyle *said = &private->said;

  private->is_said |= 1u << id;
  switch ((Property) id)
    {
    case PROPERTY_FORM:
      said->form = (SpurForm) g_value_get_enum (value);
      break;
    case PROPERTY_GLYPH:
      said->glyph = (SpurGlyph) g_value_get_enum (value);
      break;
    case PROPERTY_OPACITY:
      said->opacity = g_value_get_double (value);
      break;
    case PROPERTY_WIDTH:
      said->width_px = g_value_get_double (value);
      break;
    case PROPERTY_DASH:
      said->dash_px = g_value_get_double (value);
      break;
    case PROPERTY_LABEL:
      said->label = g_intern_string (g_value_get_string (value));
      break;
    case PROPERTY_FULL:
      said->full = g_value_get_double (value);
      break;
    case PROPERTY_SIZE_FIELD:
      set_text (&private->size_field, value);
      break;
    case PROPERTY_SIZE_FULL:
      private
      ->size_full = g_value_get_double (value);
      break;
    case PROPERTY_LEVEL_FIELD:
      set_text (&private->level_field, value);
      break;
    case PROPERTY_VALUE_FIELD:
      set_text (&private->value_field, value);
      break;
    }
}

static void
install_forms (GObjectClass *klass)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;

  /**
   * SpurVisualizer:form:
   *
   * How events are drawn, in place of what the style says.
   *
   * Since: 1.0
   */
  g_object_class_install_property (
    klass, PROPERTY_FORM,
    g_param_spec_enum ("form", NULL, NULL, SPUR_TYPE_FORM, SPUR_FORM_NONE, flags));

  /**
   * SpurVisualizer:glyph:
   *
   * The sign of a glyph or a link.
   *
   * Since: 1.0
   */
  g_object_class_install_property (
    klass, PROPERTY_GLYPH,
    g_param_spec_enum ("glyph", NULL, NULL, SPUR_TYPE_GLYPH, SPUR_GLYPH_DOT, flags));

  /**
   * SpurVisualizer:label:
   *
   * What the legend calls the events.
   *
   * Since: 1.0
   */
  g_object_class_install_property (klass, PROPERTY_LABEL,
                                   g_param_spec_string ("label", NULL, NULL, NULL, flags));
}

static void
install_strokes (GObjectClass *klass)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;

  /**
   * SpurVisualizer:opacity:
   *
   * From 0, not seen, to 1.
   *
   * Since: 1.0
   */
  g_object_class_install_property (
    klass, PROPERTY_OPACITY, g_param_spec_double ("opacity", NULL, NULL, 0.0, 1.0, 1.0, flags));

  /**
   * SpurVisualizer:width:
   *
   * Width of a line, or size of a sign, in pixels.
   *
   * Since: 1.0
   */
  g_object_class_install_property (
    klass, PROPERTY_WIDTH, g_param_spec_double ("width", NULL, NULL, 0.1, 100.0, 1.0, flags));

  /**
   * SpurVisualizer:dash:
   *
   * Length of the dashes of a line in pixels; 0 for a line without gaps.
   *
   * Since: 1.0
   */
  g_object_class_install_property (
    klass, PROPERTY_DASH, g_param_spec_double ("dash", NULL, NULL, 0.0, 100.0, 0.0, flags));

  /**
   * SpurVisualizer:full:
   *
   * The value of a level that reaches the top of the lane; 0 for the largest one.
   *
   * Since: 1.0
   */
  g_object_class_install_property (
    klass, PROPERTY_FULL, g_param_spec_double ("full", NULL, NULL, 0.0, G_MAXDOUBLE, 0.0, flags));
}

static void
install_fields (GObjectClass *klass)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;

  /**
   * SpurVisualizer:size-field:
   *
   * The field of the class by which the area of a sign is. Events whose style has no sign get one.
   *
   * Since: 1.0
   */
  g_object_class_install_property (klass, PROPERTY_SIZE_FIELD,
                                   g_param_spec_string ("size-field", NULL, NULL, NULL, flags));

  /**
   * SpurVisualizer:size-full:
   *
   * The value of #SpurVisualizer:size-field whose sign has the full width; larger ones are no
   * larger.
   *
   * Since: 1.0
   */
  g_object_class_install_property (
    klass, PROPERTY_SIZE_FULL,
    g_param_spec_double ("size-full", NULL, NULL, G_MINDOUBLE, G_MAXDOUBLE, 1.0, flags));

  /**
   * SpurVisualizer:level-field:
   *
   * The field of the class that is drawn as a level in the lane.
   *
   * Since: 1.0
   */
  g_object_class_install_property (klass, PROPERTY_LEVEL_FIELD,
                                   g_param_spec_string ("level-field", NULL, NULL, NULL, flags));

  /**
   * SpurVisualizer:value-field:
   *
   * The field of the class whose least and largest value a bucket of events has. Without it, that
   * of #SpurVisualizer:level-field, of #SpurVisualizer:size-field, or the load.
   *
   * Since: 1.0
   */
  g_object_class_install_property (klass, PROPERTY_VALUE_FIELD,
                                   g_param_spec_string ("value-field", NULL, NULL, NULL, flags));
}

static void
spur_visualizer_class_init (SpurVisualizerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  klass->add_marks = spur_visualizer_real_add_marks;
  klass->add_bucket = spur_visualizer_real_add_bucket;
  object_class->finalize = spur_visualizer_finalize;
  object_class->get_property = spur_visualizer_get_property;
  object_class->set_property = spur_visualizer_set_property;
  install_forms (object_class);
  install_strokes (object_class);
  install_fields (object_class);
}

static void
spur_visualizer_init (SpurVisualizer *self)
{
  SpurVisualizerPrivate *private = spur_visualizer_get_instance_private (self);

  spur_style_init (&private->style);
  spur_style_init (&private->sign);
  spur_style_init (&private->said);
  private->size_full = 1.0;
}

void
spur_visualizer_set_style (SpurVisualizer *self, const SpurStyle *style, const SpurStyle *sign)
{
  SpurVisualizerPrivate *private = spur_visualizer_get_instance_private (self);

  private->style = *style;
  private->sign = *sign;
}

const SpurStyle *
spur_visualizer_peek_sign (SpurVisualizer *self)
{
  SpurVisualizerPrivate *private = spur_visualizer_get_instance_private (self);

  return &private->sign;
}

static gboolean
is_said (const SpurVisualizerPrivate *private, Property property)
{
  return (private->is_said & 1u << property) != 0;
}

/* A field makes a sign or a level of what is drawn otherwise, unless the form is said, too. */
static void
apply_properties (const SpurVisualizerPrivate *private,
                  const SpurEventLayout *layout,
                  SpurStyle *style)
{
  const SpurStyle *said = &private->said;

  if (is_said (private, PROPERTY_FORM))
    style->form = said->form;
  else if (find_number_field (layout, private->level_field) >= 0)
    style->form = SPUR_FORM_LEVEL;
  else if (find_number_field (layout, private->size_field) >= 0)
    style->form = SPUR_FORM_GLYPH;
  if (is_said (private, PROPERTY_GLYPH))
    style->glyph = said->glyph;
  if (is_said (private, PROPERTY_OPACITY))
    style->opacity = said->opacity;
  if (is_said (private, PROPERTY_WIDTH))
    style->width_px = said->width_px;
  if (is_said (private, PROPERTY_DASH))
    style->dash_px = said->dash_px;
  if (is_said (private, PROPERTY_LABEL))
    style->label = said->label;
  if (is_said (private, PROPERTY_FULL))
    style->full = said->full;
}

/**
 * spur_visualizer_get_style:
 * @self: a visualizer
 * @layout: the event class that is to be drawn
 * @style: (out caller-allocates): how its events are drawn
 *
 * Asks how the events of a class are drawn.
 *
 * Since: 1.0
 */
void
spur_visualizer_get_style (SpurVisualizer *self, const SpurEventLayout *layout, SpurStyle *style)
{
  SpurVisualizerPrivate *private;

  g_return_if_fail (SPUR_IS_VISUALIZER (self));
  g_return_if_fail (layout != NULL);
  g_return_if_fail (style != NULL);

  private = spur_visualizer_get_instance_private (self);
  *style = private->style;
  if (SPUR_VISUALIZER_GET_CLASS (self)->get_style != NULL)
    SPUR_VISUALIZER_GET_CLASS (self)->get_style (self, layout, style);
  apply_properties (private, layout, style);
}

gboolean
spur_visualizer_has_marks (SpurVisualizer *self, const SpurStyle *style)
{
  SpurVisualizerClass *klass = SPUR_VISUALIZER_GET_CLASS (self);

  if (klass->add_marks != spur_visualizer_real_add_marks ||
      klass->add_bucket != spur_visualizer_real_add_bucket)
    return TRUE;
  return style->form == SPUR_FORM_TICK || style->form == SPUR_FORM_GLYPH ||
         style->form == SPUR_FORM_LEVEL;
}

gboolean
spur_visualizer_has_buckets (SpurVisualizer *self,
                             const SpurEventLayout *layout,
                             const SpurStyle *style)
{
  SpurVisualizerClass *klass = SPUR_VISUALIZER_GET_CLASS (self);
  SpurVisualizerPrivate *private = spur_visualizer_get_instance_private (self);

  if (klass->add_bucket != spur_visualizer_real_add_bucket)
    return TRUE;
  return klass->add_marks == spur_visualizer_real_add_marks &&
         (style->form == SPUR_FORM_TICK ||
          (style->form == SPUR_FORM_GLYPH && find_number_field (layout, private->size_field) < 0));
}

/**
 * spur_visualizer_add_marks:
 * @self: a visualizer
 * @scene: where the marks are added
 * @batch: events of one class and one stream
 *
 * Adds the marks of some events.
 *
 * Since: 1.0
 */
void
spur_visualizer_add_marks (SpurVisualizer *self, SpurScene *scene, const SpurEventBatch *batch)
{
  g_return_if_fail (SPUR_IS_VISUALIZER (self));
  g_return_if_fail (SPUR_IS_SCENE (scene));
  g_return_if_fail (batch != NULL);

  SPUR_VISUALIZER_GET_CLASS (self)->add_marks (self, scene, batch);
}

/**
 * spur_visualizer_add_bucket:
 * @self: a visualizer
 * @scene: where the marks are added
 * @bucket: events of one class, stream and lane that cannot be told apart in the picture
 *
 * Adds what stands for all events of a bucket.
 *
 * Since: 1.0
 */
void
spur_visualizer_add_bucket (SpurVisualizer *self, SpurScene *scene, const SpurEventBucket *bucket)
{
  g_return_if_fail (SPUR_IS_VISUALIZER (self));
  g_return_if_fail (SPUR_IS_SCENE (scene));
  g_return_if_fail (bucket != NULL);

  SPUR_VISUALIZER_GET_CLASS (self)->add_bucket (self, scene, bucket);
}
