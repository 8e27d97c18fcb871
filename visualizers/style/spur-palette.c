/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Which colour each state of a trace has, by its kind, its name and what projects say. */
#include <string.h>

#include "core/analysis/presence/spur-history-internal.h"
#include "core/base/spur-order-internal.h"
#include "visualizers/style/spur-palette-internal.h"

/* Colours in the light and in the dark scheme. Each differs from all others of its scheme by at
 * least 7.6 of CIEDE2000, and by 4.2 for protanopia and deuteranopia as Machado 2009 simulates
 * them: a step that is just seen is 2.3. They were searched for that; tests/views/test-color
 * measures it. */

/* Muted hues that differ in lightness as well, so that they are told apart in grey, too; red is
 * kept for violations. The last of each kind is for the rest. */
static const guint32 work_colors[][2] = {
  { 0x4c78a8, 0x5f8fc4 }, { 0xe0aa4f, 0xd9a441 }, { 0x5b9e8f, 0x57a796 },
  { 0x9a7fb8, 0xa491bd }, { 0xa5b167, 0x9eae5d }, { 0x7fb1d6, 0x86b7dc },
  { 0xa98563, 0xb08e6c }, { 0x5f7486, 0x8096a8 }, { 0xaab4be, 0x66717d },
};
/* Three colours for each family of calls of MPI, in the order of enum MpiFamily. */
static const guint32 communication_colors[][2] = {
  { 0xc1e8ff, 0x41688a }, { 0x63aabf, 0x2b696e }, { 0x8ba4b0, 0x1c505b }, { 0xf5d3ab, 0x91794b },
  { 0xd3c689, 0x684b21 }, { 0xb19f72, 0x473d0c }, { 0xe0cbe1, 0x8b7494 }, { 0xc8bdfc, 0x454d78 },
  { 0xe3b6e1, 0x463561 }, { 0xd5e8cc, 0x657874 }, { 0x82be90, 0x34633e }, { 0x90aaa4, 0x2f4232 },
  { 0xbcc9c9, 0x465253 },
};
static const guint32 overhead_colors[][2] = {
  { 0xb9b0a4, 0x857b6f },
  { 0xdbc6b6, 0x6e665c },
  { 0xddd8d0, 0x575049 },
};
/* Idle time is nearly as pale as the paper, so that what is done stands out. */
static const guint32 idle_colors[][2] = {
  { 0xf0f2f5, 0x232930 },
  { 0xe3eee5, 0x39404b },
  { 0xf4eeff, 0x2e312d },
};

static const struct
{
  const guint32 (*colors)[2];
  guint n_colors;
  const char *rest;
} kinds[] = {
  [SPUR_STATE_WORK] = { work_colors, G_N_ELEMENTS (work_colors), "other work" },
  [SPUR_STATE_COMMUNICATION] = { communication_colors, G_N_ELEMENTS (communication_colors),
                                 "other communication" },
  [SPUR_STATE_OVERHEAD] = { overhead_colors, G_N_ELEMENTS (overhead_colors), "other overhead" },
  [SPUR_STATE_IDLE] = { idle_colors, G_N_ELEMENTS (idle_colors), "other idle" },
};

/* What calls of MPI are there for. */
typedef enum
{
  FAMILY_POINT_TO_POINT,
  FAMILY_COMPLETION,
  FAMILY_COLLECTIVE,
  FAMILY_OTHER,
  N_FAMILIES,
} MpiFamily;

#define COLORS_OF_FAMILY 3

G_STATIC_ASSERT (G_N_ELEMENTS (communication_colors) == N_FAMILIES * COLORS_OF_FAMILY + 1);

/* Calls of MPI by their names after MPI_, in small letters, and which of the colours of their
 * family they ask for. The first pattern that matches holds. */
static const struct
{
  const char *pattern;
  MpiFamily family;
  guint color;
} mpi_calls[] = {
  { "win_*", FAMILY_OTHER, 0 },
  { "file_*", FAMILY_OTHER, 1 },
  { "comm_*", FAMILY_OTHER, 2 },
  { "type_*", FAMILY_OTHER, 2 },
  { "*sendrecv*", FAMILY_POINT_TO_POINT, 2 },
  { "*recv*", FAMILY_POINT_TO_POINT, 1 },
  { "*send*", FAMILY_POINT_TO_POINT, 0 },
  { "wait*", FAMILY_COMPLETION, 0 },
  { "test*", FAMILY_COMPLETION, 1 },
  { "*probe", FAMILY_COMPLETION, 1 },
  { "request_*", FAMILY_COMPLETION, 2 },
  { "start*", FAMILY_COMPLETION, 2 },
  { "*barrier*", FAMILY_COLLECTIVE, 0 },
  { "*allreduce*", FAMILY_COLLECTIVE, 1 },
  { "*allgather*", FAMILY_COLLECTIVE, 1 },
  { "*alltoall*", FAMILY_COLLECTIVE, 1 },
  { "*bcast*", FAMILY_COLLECTIVE, 2 },
  { "*reduce*", FAMILY_COLLECTIVE, 2 },
  { "*gather*", FAMILY_COLLECTIVE, 2 },
  { "*scatter*", FAMILY_COLLECTIVE, 2 },
  { "*scan*", FAMILY_COLLECTIVE, 2 },
  { "*", FAMILY_OTHER, 0 },
};

/* The most colours that a kind has. */
#define MAX_COLORS G_N_ELEMENTS (communication_colors)

/* A state, and the colours of its kind among which it has one: the first, how many, and which of
 * them its name asks for. */
typedef struct
{
  const char *name;
  gint64 total_ns;
  guint32 state;
  SpurStateKind kind;
  guint first_color;
  guint n_colors;
  guint wanted;
  /* %SPUR_NONE where it is one of the rest of its kind. */
  guint color;
} Ranked;

SPUR_DEFINE_ORDER (compare_ranked, Ranked, SPUR_ORDER (q->total_ns, p->total_ns) ?: SPUR_BY (state))

typedef Ranked *RankedPointer;

SPUR_DEFINE_ORDER (compare_names, RankedPointer, strcmp ((*p)->name, (*q)->name))

static guint
add_swatch (SpurPalette *self, const char *label, SpurStateKind kind, guint color)
{
  SpurSwatch swatch = { .label = label,
                        .kind = kind,
                        .color = kinds[kind].colors[color][0],
                        .dark_color = kinds[kind].colors[color][1] };

  g_array_append_val (self->swatches, swatch);
  return self->swatches->len - 1;
}

/* Finds the colours of the family that a call of MPI, or of its profiling interface, belongs to. */
static gboolean
want_mpi_color (Ranked *ranked)
{
  g_autofree char *small = g_ascii_strdown (ranked->name, -1);
  const char *call = small + (small[0] == 'p');
  guint i = 0;

  if (ranked->kind != SPUR_STATE_COMMUNICATION || !g_str_has_prefix (call, "mpi_"))
    return FALSE;
  while (!g_pattern_match_simple (mpi_calls[i].pattern, call + strlen ("mpi_")))
    i++;
  ranked->first_color = mpi_calls[i].family * COLORS_OF_FAMILY;
  ranked->n_colors = COLORS_OF_FAMILY;
  ranked->wanted = mpi_calls[i].color;
  return TRUE;
}

/* What is not of MPI asks for any colour of its kind, by the upper bits of its name's hash: the
 * lower ones are the same for names of the same letters. */
static void
want_color (Ranked *ranked)
{
  if (want_mpi_color (ranked))
    return;
  ranked->n_colors = kinds[ranked->kind].n_colors - 1;
  ranked->wanted = (g_str_hash (ranked->name) * 0x9e3779b1u >> 16) % ranked->n_colors;
}

static GArray *
rank_states (SpurTrace *trace, const gint64 *total_ns)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  GArray *ranking = g_array_new (FALSE, FALSE, sizeof (Ranked));

  for (guint32 i = 0; i < spur_definitions_get_n_states (definitions); i++)
    {
      const SpurState *state = spur_definitions_get_state (definitions, i);
      Ranked ranked = { .name = state->name,
                        .total_ns = total_ns[i],
                        .state = i,
                        .kind = state->kind,
                        .color = SPUR_NONE };

      if ((guint) ranked.kind >= G_N_ELEMENTS (kinds))
        ranked.kind = SPUR_STATE_OVERHEAD;
      want_color (&ranked);
      if (total_ns[i] > 0)
        g_array_append_val (ranking, ranked);
    }
  g_array_sort (ranking, compare_ranked);
  return ranking;
}

/* A swatch with the colour that a project gives to the state, or %SPUR_NONE. */
static guint32
add_chosen_swatch (SpurPalette *self,
                   SpurRegistry *registry,
                   const SpurState *state,
                   SpurStateKind kind)
{
  guint32 color, dark_color;
  SpurSwatch *swatch;
  guint index;

  if (!spur_registry_find_color (registry, SPUR_COLOR_OF_STATE, state->name, &color, &dark_color))
    return SPUR_NONE;
  index = add_swatch (self, state->name, kind, 0);
  swatch = &g_array_index (self->swatches, SpurSwatch, index);
  swatch->color = color;
  swatch->dark_color = dark_color;
  return index;
}

/* Names get the colour that they ask for. Where several ask for the same, it is that of the first
 * in the alphabet, and the others get the next that are free in the end; so traces of the same
 * states have the same colours, however long these last. */
static void
choose_colors (GPtrArray *own)
{
  gboolean is_used[G_N_ELEMENTS (kinds)][MAX_COLORS] = { { FALSE } };

  g_ptr_array_sort (own, compare_names);
  for (guint step = 0; step < MAX_COLORS; step++)
    for (guint i = 0; i < own->len; i++)
      {
        Ranked *ranked = g_ptr_array_index (own, i);
        guint color = ranked->first_color + (ranked->wanted + step) % ranked->n_colors;

        if (ranked->color != SPUR_NONE || step >= ranked->n_colors || is_used[ranked->kind][color])
          continue;
        is_used[ranked->kind][color] = TRUE;
        ranked->color = color;
      }
}

typedef guint ColorCounts[G_N_ELEMENTS (kinds)][MAX_COLORS];

/* Gives a state a colour of its own, if its family has one left. */
static gboolean
take_color (GPtrArray *own, ColorCounts n_of_colors, Ranked *ranked)
{
  guint *n_used = &n_of_colors[ranked->kind][ranked->first_color];

  if (*n_used >= ranked->n_colors)
    return FALSE;
  ++*n_used;
  g_ptr_array_add (own, ranked);
  return TRUE;
}

/* The states that last longest get a colour of their own, as far as their kind and family have any,
 * and so does one that would be all of the rest of its kind. */
static void
choose_own (SpurRegistry *registry, GArray *ranking, guint max_swatches)
{
  ColorCounts n_of_colors = { { 0 } };
  g_autoptr (GPtrArray) own = g_ptr_array_new ();
  guint n_own = 0, n_left[G_N_ELEMENTS (kinds)] = { 0 };
  Ranked *left[G_N_ELEMENTS (kinds)] = { NULL };

  for (guint i = 0; i < ranking->len; i++)
    {
      Ranked *ranked = &g_array_index (ranking, Ranked, i);
      guint32 color;

      if (spur_registry_find_color (registry, SPUR_COLOR_OF_STATE, ranked->name, &color, NULL) ||
          (n_own < max_swatches && take_color (own, n_of_colors, ranked)))
        {
          n_own++;
          continue;
        }
      n_left[ranked->kind]++;
      left[ranked->kind] = ranked;
    }
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (n_left[i] == 1)
      take_color (own, n_of_colors, left[i]);
  choose_colors (own);
}

/* The swatch of the rest of a kind, which is called by its state as long as it has only one. */
static guint
add_to_rest (SpurPalette *self, const char *name, SpurStateKind kind, guint32 *rest)
{
  if (*rest == SPUR_NONE)
    *rest = add_swatch (self, name, kind, kinds[kind].n_colors - 1);
  else
    g_array_index (self->swatches, SpurSwatch, *rest).label = kinds[kind].rest;
  return *rest;
}

static void
assign_swatches (SpurPalette *self, SpurTrace *trace, SpurRegistry *registry, GArray *ranking)
{
  guint32 rest[G_N_ELEMENTS (kinds)] = { SPUR_NONE, SPUR_NONE, SPUR_NONE, SPUR_NONE };

  for (guint i = 0; i < ranking->len; i++)
    {
      const Ranked *ranked = &g_array_index (ranking, Ranked, i);
      SpurStateKind kind = ranked->kind;
      const SpurState *state =
        spur_definitions_get_state (spur_trace_get_definitions (trace), ranked->state);
      SpurSwatch *swatch;
      guint index = add_chosen_swatch (self, registry, state, kind);

      if (index == SPUR_NONE && ranked->color != SPUR_NONE)
        index = add_swatch (self, state->name, kind, ranked->color);
      else if (index == SPUR_NONE)
        index = add_to_rest (self, state->name, kind, &rest[kind]);
      swatch = &g_array_index (self->swatches, SpurSwatch, index);
      swatch->total_ns += ranked->total_ns;
      swatch->n_states++;
      self->swatch_of_state[ranked->state] = index;
    }
}

SpurPalette *
spur_palette_new (SpurTrace *trace,
                  SpurRegistry *registry,
                  const gint64 *total_ns,
                  guint max_swatches)
{
  SpurPalette *self = g_new0 (SpurPalette, 1);
  g_autoptr (GArray) ranking = rank_states (trace, total_ns);
  guint rest;

  self->swatches = g_array_new (FALSE, TRUE, sizeof (SpurSwatch));
  self->n_states = spur_definitions_get_n_states (spur_trace_get_definitions (trace));
  self->swatch_of_state = g_new (guint32, self->n_states + 1);
  for (guint i = 0; i < self->n_states; i++)
    self->swatch_of_state[i] = SPUR_NONE;
  choose_own (registry, ranking, max_swatches);
  assign_swatches (self, trace, registry, ranking);
  /* What has no state, or one that is nowhere defined. */
  rest = add_swatch (self, "present", SPUR_STATE_OVERHEAD, G_N_ELEMENTS (overhead_colors) - 1);
  g_array_index (self->swatches, SpurSwatch, rest).total_ns = total_ns[self->n_states];
  self->all = (const SpurSwatch *) self->swatches->data;
  self->n_swatches = self->swatches->len;
  return self;
}

SpurPalette *
spur_palette_new_for_history (SpurTrace *trace, SpurRegistry *registry, SpurHistory *history)
{
  guint n_states = spur_definitions_get_n_states (spur_trace_get_definitions (trace));
  g_autofree gint64 *total_ns = g_new0 (gint64, (gsize) n_states + 1);

  spur_history_add_times (history, total_ns);
  return spur_palette_new (trace, registry, total_ns, SPUR_PALETTE_MAX_SWATCHES);
}

void
spur_palette_free (SpurPalette *self)
{
  g_array_unref (self->swatches);
  g_free (self->swatch_of_state);
  g_free (self);
}

GArray *
spur_palette_order (const SpurPalette *self)
{
  static const SpurStateKind foot_up[] = { SPUR_STATE_WORK, SPUR_STATE_OVERHEAD,
                                           SPUR_STATE_COMMUNICATION, SPUR_STATE_IDLE };
  GArray *order = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint k = 0; k < G_N_ELEMENTS (foot_up); k++)
    for (guint s = 0; s < self->n_swatches; s++)
      if (self->all[s].kind == foot_up[k])
        g_array_append_val (order, s);
  return order;
}

guint
spur_palette_find (const SpurPalette *self, guint32 state)
{
  guint32 swatch = state < self->n_states ? self->swatch_of_state[state] : SPUR_NONE;

  return swatch != SPUR_NONE ? swatch : self->swatches->len - 1;
}
