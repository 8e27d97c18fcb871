/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Which colour each state of a trace has, by its kind and by what projects say. */
#include "core/base/spur-order-internal.h"
#include "visualizers/style/spur-palette-internal.h"

/* Muted hues that differ in lightness as well, so that they are told apart with any colour
 * vision and in grey; red is kept for violations. The last of each kind is for the rest. */
static const guint32 work_colors[][2] = {
  { 0x4c78a8, 0x5f8fc4 }, { 0xe0aa4f, 0xd9a441 }, { 0x5b9e8f, 0x57a796 },
  { 0x9a7fb8, 0x9d86c0 }, { 0xa3b25c, 0x9dae57 }, { 0x7fb0d4, 0x86b7dc },
  { 0xa98563, 0xb08e6c }, { 0x5f7486, 0x8096a8 }, { 0xaab4be, 0x66717d },
};
static const guint32 communication_colors[][2] = {
  { 0xb4d6e6, 0x35596b }, { 0xcfe3c6, 0x48603f }, { 0xd9cfe9, 0x544a68 },
  { 0xf0e0b8, 0x665a37 }, { 0xd3dfe6, 0x3f4c56 },
};
static const guint32 overhead_colors[][2] = {
  { 0xb9b0a4, 0x857b6f },
  { 0xcfc7bc, 0x6d655b },
  { 0xddd8d0, 0x575049 },
};
static const guint32 idle_colors[][2] = {
  { 0xf0f2f5, 0x232930 },
  { 0xdfe3e9, 0x343c47 },
  { 0xe8ebef, 0x2a313a },
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

typedef struct
{
  gint64 total_ns;
  guint32 state;
  SpurStateKind kind;
} Ranked;

SPUR_DEFINE_ORDER (compare_ranked, Ranked, SPUR_ORDER (q->total_ns, p->total_ns) ?: SPUR_BY (state))

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

static GArray *
rank_states (SpurTrace *trace, const gint64 *total_ns)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  GArray *ranking = g_array_new (FALSE, FALSE, sizeof (Ranked));

  for (guint32 i = 0; i < spur_definitions_get_n_states (definitions); i++)
    {
      const SpurState *state = spur_definitions_get_state (definitions, i);
      Ranked ranked = { total_ns[i], i, state->kind };

      if ((guint) ranked.kind >= G_N_ELEMENTS (kinds))
        ranked.kind = SPUR_STATE_OVERHEAD;
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

/* The states that last longest get a colour of their own, as far as their kind has any. */
static void
assign_swatches (
  SpurPalette *self, SpurTrace *trace, SpurRegistry *registry, GArray *ranking, guint max_swatches)
{
  guint used[G_N_ELEMENTS (kinds)] = { 0 };
  guint32 rest[G_N_ELEMENTS (kinds)] = { SPUR_NONE, SPUR_NONE, SPUR_NONE, SPUR_NONE };
  guint n_own = 0;

  for (guint i = 0; i < ranking->len; i++)
    {
      const Ranked *ranked = &g_array_index (ranking, Ranked, i);
      SpurStateKind kind = ranked->kind;
      const SpurState *state =
        spur_definitions_get_state (spur_trace_get_definitions (trace), ranked->state);
      SpurSwatch *swatch;
      guint index = add_chosen_swatch (self, registry, state, kind);

      if (index != SPUR_NONE)
        n_own++;
      else if (n_own < max_swatches && used[kind] + 1 < kinds[kind].n_colors)
        {
          index = add_swatch (self, state->name, kind, used[kind]++);
          n_own++;
        }
      else
        {
          if (rest[kind] == SPUR_NONE)
            rest[kind] = add_swatch (self, kinds[kind].rest, kind, kinds[kind].n_colors - 1);
          index = rest[kind];
        }
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
  assign_swatches (self, trace, registry, ranking, max_swatches);
  /* What has no state, or one that is nowhere defined. */
  rest = add_swatch (self, "present", SPUR_STATE_OVERHEAD, G_N_ELEMENTS (overhead_colors) - 1);
  g_array_index (self->swatches, SpurSwatch, rest).total_ns = total_ns[self->n_states];
  self->all = (const SpurSwatch *) self->swatches->data;
  self->n_swatches = self->swatches->len;
  return self;
}

void
spur_palette_free (SpurPalette *self)
{
  g_array_unref (self->swatches);
  g_free (self->swatch_of_state);
  g_free (self);
}

guint
spur_palette_find (const SpurPalette *self, guint32 state)
{
  guint32 swatch = state < self->n_states ? self->swatch_of_state[state] : SPUR_NONE;

  return swatch != SPUR_NONE ? swatch : self->swatches->len - 1;
}
