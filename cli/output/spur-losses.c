/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What readers of traces had to leave out, as every verb tells it. */
#include "cli/run/spur-cli.h"

/* In the line; all of them are in JSON and in what 'spur info' says. */
#define MAX_NAMED 3

static void
loss_clear (gpointer data)
{
  g_free ((char *) ((SpurLoss *) data)->what);
}

static void
add_loss (GArray *losses, const SpurLoss *loss)
{
  SpurLoss copy = *loss;

  for (guint i = 0; i < losses->len; i++)
    {
      SpurLoss *known = &g_array_index (losses, SpurLoss, i);

      if (!g_str_equal (known->what, loss->what))
        continue;
      known->count += MIN (loss->count, G_MAXUINT64 - known->count);
      return;
    }
  copy.what = g_strdup (loss->what);
  g_array_append_val (losses, copy);
}

static void
warn_of_losses (SpurCli *cli, SpurTrace *trace, const char *path)
{
  guint n_losses = spur_trace_get_n_losses (trace);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < MIN (n_losses, MAX_NAMED); i++)
    {
      const SpurLoss *loss = spur_trace_get_loss (trace, i);
      g_autofree char *count = spur_text_count (loss->count);

      g_string_append_printf (text, "%s%s: %s", i > 0 ? "; " : "", loss->what, count);
    }
  if (n_losses > MAX_NAMED)
    g_string_append (text, "; 'spur info' lists all");
  spur_cli_warn (cli, "%s: incomplete: %s", path, text->str);
}

void
spur_cli_tell_losses (SpurCli *self, SpurTrace *trace, const char *path)
{
  if (self->losses == NULL)
    {
      self->losses = g_array_new (FALSE, FALSE, sizeof (SpurLoss));
      g_array_set_clear_func (self->losses, loss_clear);
    }
  for (guint i = 0; i < spur_trace_get_n_losses (trace); i++)
    add_loss (self->losses, spur_trace_get_loss (trace, i));
  if (spur_trace_get_n_losses (trace) > 0 && !self->verb->tells_losses)
    warn_of_losses (self, trace, path);
}

void
spur_cli_add_losses (SpurCli *self, SpurTree *tree)
{
  guint n_losses = self->losses != NULL ? self->losses->len : 0;

  for (guint i = 0; spur_tree_next_row (tree, "losses", i, n_losses); i++)
    {
      const SpurLoss *loss = &g_array_index (self->losses, SpurLoss, i);

      spur_tree_add_string (tree, "what", loss->what);
      spur_tree_add_count (tree, "count", MIN (loss->count, G_MAXINT64));
    }
}
