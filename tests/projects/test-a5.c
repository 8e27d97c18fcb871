/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-events.h"
#include "plugins/projects/kit/sim-program.h"
#include "tests/projects/project-cursor.h"
#include "tests/projects/project-run.h"

#define MEGABYTE 1048576
#define MAX_OBJECTS 1000

static void
test_trace (void)
{
  g_test_summary (
    "Traces are the same for the same seed, survive a container, and are causally sane.");

  project_check (&a5_program);
}

/* What the supervisor knows of a host, by its daemon, as its stream tells. */
typedef struct
{
  gboolean is_known;
  guint64 memory;
  guint64 reserved;
  guint speed;
  guint load_per_mille;
  guint n_provers;
} Host;

static guint
get_speed (SpurTrace *trace, SpurCursor *cursor)
{
  guint64 attributes = project_cursor_get (cursor, "attributes");

  return (guint) (project_find_entry (trace, attributes, "speed")->bits / 1000000);
}

static void
check_start (SpurCursor *cursor, Host *hosts)
{
  Host *chosen = &hosts[project_cursor_get (cursor, "peer")];
  guint64 need = project_cursor_get (cursor, "need");
  guint promise = chosen->speed * (1000 - chosen->load_per_mille) / (chosen->n_provers + 1);

  g_assert_cmpuint (project_cursor_get (cursor, "memory"), ==, chosen->memory - chosen->reserved);
  g_assert_cmpuint (project_cursor_get (cursor, "memory"), >=, 10 * MEGABYTE);
  g_assert_cmpuint (project_cursor_get (cursor, "memory"), >=, need);
  for (guint i = 0; i < MAX_OBJECTS; i++)
    {
      const Host *other = &hosts[i];

      if (other->is_known && other->memory >= other->reserved + MAX (need, 10 * MEGABYTE))
        g_assert_cmpuint (other->speed * (1000 - other->load_per_mille) / (other->n_provers + 1),
                          <=, promise);
    }
  chosen->reserved += need;
  chosen->n_provers++;
}

static void
test_placement (void)
{
  g_autoptr (SpurTrace) trace = project_run (&a5_program, 1, 0);
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  g_autoptr (SpurCursor) cursor = spur_cursor_new (trace, TRUE);
  g_autofree Host *hosts = g_new0 (Host, MAX_OBJECTS);
  g_autofree guint64 *needs = g_new0 (guint64, MAX_OBJECTS);
  guint speeds[64] = { 0 }, n_starts = 0;

  g_test_summary ("A prover is started on the host that promises most by speed and users, among "
                  "those with 10 MB of memory and what the prover needs.");

  g_assert_cmpuint (spur_definitions_get_n_objects (definitions), <, MAX_OBJECTS);
  while (spur_cursor_next (cursor))
    {
      if (project_cursor_is_a (cursor, SPUR_TYPE_TARGET_ADDITION_EVENT))
        speeds[spur_cursor_get_stream (cursor)] = get_speed (trace, cursor);
      else if (project_cursor_is_a (cursor, SPUR_TYPE_LO_CREATION_PLACEMENT_EVENT) &&
               spur_definitions_get_object (definitions,
                                            (guint32) project_cursor_get (cursor, "object"))
                   ->type == sim_type ("A5Daemon"))
        hosts[project_cursor_get (cursor, "object")].speed =
          speeds[spur_cursor_get_stream (cursor)];
      else if (project_cursor_is_a (cursor, sim_type ("A5ReportReceiveEvent")))
        {
          Host *host = &hosts[project_cursor_get (cursor, "peer")];

          host->is_known = TRUE;
          host->memory = project_cursor_get (cursor, "memory");
          host->load_per_mille =
            (guint) (project_cursor_get_double (cursor, "load") * 1000.0 + 0.5);
        }
      else if (project_cursor_is_a (cursor, sim_type ("A5StartSendEvent")))
        {
          check_start (cursor, hosts);
          needs[project_cursor_get (cursor, "prover")] = project_cursor_get (cursor, "need");
          n_starts++;
        }
      else if (project_cursor_is_a (cursor, sim_type ("A5VerdictReceiveEvent")) &&
               g_str_equal (spur_definitions_get_string (
                              definitions, (guint32) project_cursor_get (cursor, "result")),
                            "ended"))
        {
          Host *host = &hosts[project_cursor_get (cursor, "peer")];

          host->reserved -= needs[project_cursor_get (cursor, "prover")];
          host->n_provers--;
        }
    }
  g_assert_cmpuint (n_starts, ==,
                    spur_definitions_count_objects (definitions, sim_type ("A5Prover")));
  g_assert_cmpuint (n_starts, >, 24);
}

/* What the events so far say of a prover. */
typedef struct
{
  gboolean is_there;
  gboolean has_proof;
  guint32 problem;
  guint64 depth;
  guint64 n_lemmas;
} Prover;

typedef struct
{
  SpurTrace *trace;
  SpurCursor *cursor;
  Prover *provers;
  guint *n_proofs;
  guint n_ended;
  guint n_lemma_messages;
  guint n_cooperations;
} Watch;

static void
watch_lemmas (Watch *watch, Prover *prover, gboolean is_receive)
{
  const Prover *other = &watch->provers[project_cursor_get (watch->cursor, "peer")];

  /* Cooperation is among provers of one problem. */
  g_assert_true (prover->is_there);
  g_assert_cmpuint (other->problem, ==, prover->problem);
  g_assert_cmpuint (project_cursor_get (watch->cursor, "problem"), ==, prover->problem);
  watch->n_lemma_messages += is_receive;
  prover->n_lemmas += is_receive ? project_cursor_get (watch->cursor, "lemmas") : 0;
}

static void
watch_prover (Watch *watch, Prover *prover)
{
  SpurCursor *cursor = watch->cursor;

  if (project_cursor_is_a (cursor, sim_type ("A5ProverCreationEvent")))
    {
      prover->is_there = TRUE;
      prover->problem = (guint32) project_cursor_get (cursor, "problem");
      g_assert_cmpuint (project_cursor_get (cursor, "resources"), !=, SPUR_NONE);
    }
  else if (project_cursor_is_a (cursor, sim_type ("A5SearchEvent")))
    {
      g_assert_cmpuint (project_cursor_get (cursor, "depth"), ==, prover->depth + 1);
      prover->depth++;
    }
  else if (project_cursor_is_a (cursor, sim_type ("A5ProofEvent")))
    {
      g_assert_cmpuint (project_cursor_get (cursor, "depth"), ==, prover->depth);
      g_assert_cmpuint (project_cursor_get (cursor, "lemmas"), <=, prover->n_lemmas);
      watch->n_cooperations += project_cursor_get (cursor, "lemmas") > 0;
      watch->n_proofs[prover->problem]++;
      prover->has_proof = TRUE;
    }
  else if (project_cursor_is_a (cursor, sim_type ("A5LemmaSendEvent")) ||
           project_cursor_is_a (cursor, sim_type ("A5LemmaReceiveEvent")))
    {
      watch_lemmas (watch, prover, project_cursor_is_a (cursor, sim_type ("A5LemmaReceiveEvent")));
    }
  else if (project_cursor_is_a (cursor, sim_type ("A5ProverTerminationEvent")))
    {
      const char *reason = spur_definitions_get_string (
        spur_trace_get_definitions (watch->trace), (guint32) project_cursor_get (cursor, "reason"));

      g_assert_true (prover->is_there);
      g_assert_true (g_str_equal (reason, "proof") == prover->has_proof);
      prover->is_there = FALSE;
      watch->n_ended++;
    }
}

static void
test_competition (void)
{
  g_autoptr (SpurTrace) trace = project_run (&a5_program, 1, 0);
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  g_autoptr (SpurCursor) cursor = spur_cursor_new (trace, TRUE);
  g_autofree Prover *provers = g_new0 (Prover, spur_definitions_get_n_objects (definitions));
  g_autofree guint *n_proofs = g_new0 (guint, spur_definitions_get_n_strings (definitions));
  Watch watch = { trace, cursor, provers, n_proofs };
  guint n_solved = 0;

  g_test_summary ("Provers of a problem exchange lemmas, never migrate, and all end once one has "
                  "a proof.");

  while (spur_cursor_next (cursor))
    {
      guint32 subject = project_cursor_get_subject (cursor);

      g_assert_false (project_cursor_is_a (cursor, SPUR_TYPE_LO_MIGRATION_EVENT));
      if (spur_definitions_get_object (definitions, subject)->type == sim_type ("A5Prover"))
        watch_prover (&watch, &provers[subject]);
    }
  for (guint i = 0; i < spur_definitions_get_n_strings (definitions); i++)
    n_solved += n_proofs[i] > 0;
  g_assert_cmpuint (watch.n_ended, ==,
                    spur_definitions_count_objects (definitions, sim_type ("A5Prover")));
  g_assert_cmpuint (n_solved, >=, 10);
  g_assert_cmpuint (watch.n_lemma_messages, >, 200);
  g_assert_cmpuint (watch.n_cooperations, >, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/a5/trace", test_trace);
  g_test_add_func ("/a5/placement", test_placement);
  g_test_add_func ("/a5/competition", test_competition);
  return g_test_run ();
}
