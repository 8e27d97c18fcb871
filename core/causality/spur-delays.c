/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <string.h>

#include "core/base/spur-object-internal.h"
#include "core/base/spur-order-internal.h"
#include "core/causality/spur-delays-internal.h"

/**
 * SpurDelays:
 *
 * The smallest delays mu of edges: what is given by class and by pair of streams, and what can be
 * told from the trace without ever being above a true minimum (clock-correction.md section 1).
 *
 * For an edge the first of these holds: the mu that came with it; that of its pair of streams; that
 * of the class of its receive, or of the nearest class that this one extends; what is measured; the
 * default, or where that is %SPUR_MU_DEFAULT what the check or the corrector says.
 *
 * What is measured, where spur_delays_set_estimates() asks for it: between two streams that read
 * one and the same physical clock, the least delay that the edges of a class take, because there
 * raw times are true. Between clocks nothing can be measured: the sum of the two directions' least
 * delays is known then, but how it is shared between them is not, and all of it may be due to
 * either one. Where one of two clocks ticks in more than 1 ns, what takes less than a tick may bear
 * equal times; so mu is 0 there.
 *
 * Since: 1.0
 */
struct _SpurDelays
{
  GObject parent_instance;

  gint64 default_ns;
  gboolean estimates;
  GHashTable *classes;
  GHashTable *pairs;
  gboolean is_applied;
  SpurDelayCensus census;
};

SPUR_DEFINE_OBJECT (SpurDelays, spur_delays, G_TYPE_FLAG_NONE)

static void
spur_delays_clear (SpurDelays *self)
{
  g_hash_table_unref (self->classes);
  g_hash_table_unref (self->pairs);
}

static void
spur_delays_init (SpurDelays *self)
{
  self->default_ns = SPUR_MU_DEFAULT;
  self->classes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->pairs = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
}

/**
 * spur_delays_new:
 *
 * Makes a set of delays in which nothing is given and nothing is measured.
 *
 * Returns: (transfer full): the delays, to be given to spur_delays_apply()
 *
 * Since: 1.0
 */
SpurDelays *
spur_delays_new (void)
{
  return g_object_new (SPUR_TYPE_DELAYS, NULL);
}

static gboolean
is_delay (gint64 mu_ns)
{
  return mu_ns >= 0 && mu_ns <= SPUR_TIME_LIMIT_NS;
}

/**
 * spur_delays_get_default_ns:
 * @self: delays
 *
 * Gets the mu of edges of which nothing else is known.
 *
 * Returns: the mu in ns, or %SPUR_MU_DEFAULT for what the check or the corrector says
 *
 * Since: 1.0
 */
gint64
spur_delays_get_default_ns (SpurDelays *self)
{
  g_return_val_if_fail (SPUR_IS_DELAYS (self), SPUR_MU_DEFAULT);

  return self->default_ns;
}

/**
 * spur_delays_set_default_ns:
 * @self: delays
 * @mu_ns: the mu of edges of which nothing else is known, in ns, from 0 to %SPUR_TIME_LIMIT_NS; or
 *   %SPUR_MU_DEFAULT for what the check or the corrector says, as it is at first
 *
 * Says the mu of edges of which nothing else is known.
 *
 * Since: 1.0
 */
void
spur_delays_set_default_ns (SpurDelays *self, gint64 mu_ns)
{
  g_return_if_fail (SPUR_IS_DELAYS (self));
  g_return_if_fail (mu_ns == SPUR_MU_DEFAULT || is_delay (mu_ns));

  self->default_ns = mu_ns;
}

/**
 * spur_delays_set_class_ns:
 * @self: delays
 * @class_name: an event class, as in "LO_Message_Receive_Event"
 * @mu_ns: the least delay of edges whose receive is of that class, in ns, from 0 to
 *   %SPUR_TIME_LIMIT_NS
 *
 * Says the mu of a class of edges: those whose receive, or for collective operations whose end, is
 * of the class or of one that extends it and has no mu of its own.
 *
 * Since: 1.0
 */
void
spur_delays_set_class_ns (SpurDelays *self, const char *class_name, gint64 mu_ns)
{
  g_return_if_fail (SPUR_IS_DELAYS (self));
  g_return_if_fail (class_name != NULL);
  g_return_if_fail (is_delay (mu_ns));

  g_hash_table_insert (self->classes, g_strdup (class_name), g_memdup2 (&mu_ns, sizeof mu_ns));
}

/**
 * spur_delays_set_pair_ns:
 * @self: delays
 * @from: position of the stream that sends
 * @to: position of the stream that receives
 * @mu_ns: the least delay from the one to the other, in ns, from 0 to %SPUR_TIME_LIMIT_NS
 *
 * Says the mu from one stream to another one, for edges of every class that bring none of their
 * own. Where it is used, collective operations take time in the order of the square of their
 * members.
 *
 * Since: 1.0
 */
void
spur_delays_set_pair_ns (SpurDelays *self, guint from, guint to, gint64 mu_ns)
{
  gint64 key = (gint64) ((guint64) from << 32 | to);

  g_return_if_fail (SPUR_IS_DELAYS (self));
  g_return_if_fail (is_delay (mu_ns));

  g_hash_table_insert (self->pairs, g_memdup2 (&key, sizeof key), g_memdup2 (&mu_ns, sizeof mu_ns));
}

gint64
spur_delays_get_pair_ns (SpurDelays *self, guint from, guint to)
{
  gint64 key = (gint64) ((guint64) from << 32 | to);
  const gint64 *mu_ns;

  mu_ns = g_hash_table_lookup (self->pairs, &key);
  return mu_ns != NULL ? *mu_ns : SPUR_MU_DEFAULT;
}

SPUR_DEFINE_GETTER (
  gboolean, spur_delays_has_pairs, SpurDelays, SPUR_IS_DELAYS, g_hash_table_size (self->pairs) > 0)

SPUR_DEFINE_GETTER (
  gboolean, spur_delays_get_estimates, SpurDelays, SPUR_IS_DELAYS, self->estimates)

/**
 * spur_delays_set_estimates:
 * @self: delays
 * @estimates: whether what is not given is measured where it can be; not so at first
 *
 * Says whether mu is estimated from the trace, never above a true minimum.
 *
 * Since: 1.0
 */
void
spur_delays_set_estimates (SpurDelays *self, gboolean estimates)
{
  g_return_if_fail (SPUR_IS_DELAYS (self));

  self->estimates = estimates;
}

static gint64
find_class (SpurDelays *self, const char *name)
{
  const gint64 *mu_ns = name != NULL ? g_hash_table_lookup (self->classes, name) : NULL;

  return mu_ns != NULL ? *mu_ns : SPUR_MU_DEFAULT;
}

gint64 *
spur_delays_list_classes (SpurDelays *self, SpurTrace *trace)
{
  guint n_classes = spur_trace_get_n_classes (trace);
  gint64 *mu_ns = g_new (gint64, MAX (n_classes, 1));

  for (guint i = 0; i < n_classes; i++)
    {
      const SpurEventLayout *layout = spur_trace_get_class (trace, i);
      GType type = layout->type;

      mu_ns[i] = find_class (self, layout->name);
      if (mu_ns[i] == SPUR_MU_DEFAULT)
        mu_ns[i] = find_class (self, layout->parent_name);
      for (; mu_ns[i] == SPUR_MU_DEFAULT && g_type_is_a (type, SPUR_TYPE_EVENT);
           type = g_type_parent (type))
        mu_ns[i] = find_class (self, spur_event_type_get_layout (type)->name);
    }
  return mu_ns;
}

void
spur_delays_take_census (SpurDelays *self, const SpurDelayCensus *census)
{
  self->census = *census;
  self->is_applied = TRUE;
}

/**
 * spur_delays_describe:
 * @self: delays
 *
 * Says for a person which mu holds for how many edges and where it comes from, as it came out when
 * spur_delays_apply() was last called.
 *
 * Returns: (transfer full): a line, as in "measured on one clock: 12 to 480 ns for 310 edges; not
 *   known: 1 ns for 20 edges"
 *
 * Since: 1.0
 */
char *
spur_delays_describe (SpurDelays *self)
{
  static const char *const names[SPUR_N_DELAY_SOURCES] = {
    [SPUR_DELAY_DEFAULT] = "not known",
    [SPUR_DELAY_OWN] = "of the edge itself",
    [SPUR_DELAY_PAIR] = "given by pair",
    [SPUR_DELAY_CLASS] = "given by class",
    [SPUR_DELAY_MEASURED] = "measured on one clock",
    [SPUR_DELAY_COARSE] = "clock ticks in more than 1 ns",
  };
  GString *text;

  g_return_val_if_fail (SPUR_IS_DELAYS (self), NULL);

  text = g_string_new (NULL);
  for (guint i = SPUR_N_DELAY_SOURCES; i-- > 0;)
    {
      const SpurDelayCensus *census = &self->census;

      if (!self->is_applied || census->n_edges[i] == 0)
        continue;
      g_string_append_printf (text, "%s%s: ", text->len > 0 ? "; " : "", names[i]);
      if (census->least_ns[i] == SPUR_MU_DEFAULT)
        g_string_append (text, "the default");
      else if (census->least_ns[i] == census->most_ns[i])
        g_string_append_printf (text, "%" G_GINT64_FORMAT " ns", census->least_ns[i]);
      else
        g_string_append_printf (text, "%" G_GINT64_FORMAT " to %" G_GINT64_FORMAT " ns",
                                census->least_ns[i], census->most_ns[i]);
      g_string_append_printf (text, " for %" G_GUINT64_FORMAT " edges", census->n_edges[i]);
    }
  if (text->len == 0)
    g_string_append (text, "no edges");
  return g_string_free (text, FALSE);
}

static int
compare_strings (gconstpointer a, gconstpointer b)
{
  return strcmp (a, b);
}

SPUR_DEFINE_ORDER (compare_pairs, gint64, SPUR_ORDER (*p, *q))

/* In an order that does not depend on that of a table. */
static char *
write_given (SpurDelays *self)
{
  GString *text = g_string_new (NULL);
  g_autoptr (GList) classes = g_list_sort (g_hash_table_get_keys (self->classes), compare_strings);
  g_autoptr (GList) pairs = g_list_sort (g_hash_table_get_keys (self->pairs), compare_pairs);

  if (self->default_ns != SPUR_MU_DEFAULT)
    g_string_append_printf (text, "all=%" G_GINT64_FORMAT " ", self->default_ns);
  for (GList *at = classes; at != NULL; at = at->next)
    {
      const gint64 *mu_ns = g_hash_table_lookup (self->classes, at->data);

      g_string_append (text, "class.");
      g_string_append_uri_escaped (text, at->data, NULL, TRUE);
      g_string_append_printf (text, "=%" G_GINT64_FORMAT " ", *mu_ns);
    }
  for (GList *at = pairs; at != NULL; at = at->next)
    {
      guint64 key = (guint64) * (const gint64 *) at->data;
      const gint64 *mu_ns = g_hash_table_lookup (self->pairs, at->data);

      g_string_append_printf (text, "pair.%u>%u=%" G_GINT64_FORMAT " ", (guint) (key >> 32),
                              (guint) key, *mu_ns);
    }
  g_string_truncate (text, text->len > 0 ? text->len - 1 : 0);
  return g_string_free (text, FALSE);
}

/**
 * spur_delays_note:
 * @self: delays that were applied
 * @correction: a correction
 *
 * Notes what was assumed in the facts of a correction: `mu.method`, which is "given" or
 * "estimated"; `mu.assumed`, the line of spur_delays_describe(); and `mu.given`, what was given,
 * for spur_delays_recall(), as in "all=500 class.LO_Message_Receive_Event=2000 pair.0>1=80", where
 * streams are named by their positions and times are in ns.
 *
 * Since: 1.0
 */
void
spur_delays_note (SpurDelays *self, SpurCorrection *correction)
{
  g_autofree char *text = NULL;
  g_autofree char *given = NULL;

  g_return_if_fail (SPUR_IS_DELAYS (self));
  g_return_if_fail (SPUR_IS_CORRECTION (correction));

  text = spur_delays_describe (self);
  given = write_given (self);
  spur_correction_set_fact (correction, "mu.method", self->estimates ? "estimated" : "given");
  spur_correction_set_fact (correction, "mu.assumed", text);
  if (*given != '\0')
    spur_correction_set_fact (correction, "mu.given", given);
}
