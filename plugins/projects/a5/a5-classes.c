/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The classes of project A5: what its load objects and targets are, and what happens to them. */
#include "config.h"

#include "plugins/projects/kit/sim-programs.h"

const SimClass a5_classes[] = {
  /* A workstation, which its users use, too. */
  { "A5Host", "SpurTarget" },
  /* A theorem prover in a process of its own. */
  { "A5Prover", "SpurLoadObject" },
  /* Chooses problems and strategies, and places provers on hosts. */
  { "A5Supervisor", "SpurLmComponent" },
  /* Watches a host, and starts and ends provers there. */
  { "A5Daemon", "SpurLmComponent" },
  /* A prover is started, in a process of its own, where it stays. */
  SIM_EVENT ("A5ProverCreationEvent",
             "SpurLoCreationPlacementEvent",
             "CPTHEO_Prover_Creation_Event",
             SPUR_TRAIT_FIELD ("problem", STRING, NONE, "the conjecture that is to be proved"),
             SPUR_TRAIT_FIELD ("strategy", STRING, NONE, "how it searches"),
             SPUR_TRAIT_FIELD ("resources", LIST, RESOURCES, "what it needs")),
  /* A prover ends. */
  SIM_EVENT (
    "A5ProverTerminationEvent",
    "SpurLoTerminationEvent",
    "CPTHEO_Prover_Termination_Event",
    SPUR_TRAIT_FIELD ("reason", STRING, NONE, "why: its own proof, that of another one, or none")),
  /* A prover begins to search its tree to a greater depth: iterative deepening. */
  SIM_EVENT ("A5SearchEvent",
             "SpurLoStateChangeEvent",
             "CPTHEO_Search_Event",
             SPUR_TRAIT_OMIT ("values"),
             SPUR_TRAIT_UNIT_FIELD ("depth", UINT32, NONE, "1", "how deep the search tree is now"),
             SPUR_TRAIT_UNIT_FIELD (
               "inferences", UINT64, NONE, "inferences", "how many inferences were made so far")),
  /* A prover has found a proof. */
  SIM_EVENT (
    "A5ProofEvent",
    "SpurLoStateChangeEvent",
    "CPTHEO_Proof_Event",
    SPUR_TRAIT_OMIT ("values"),
    SPUR_TRAIT_UNIT_FIELD ("depth", UINT32, NONE, "1", "how deep the proof is"),
    SPUR_TRAIT_UNIT_FIELD ("inferences", UINT64, NONE, "inferences", "how many inferences it took"),
    SPUR_TRAIT_UNIT_FIELD (
      "lemmas", UINT32, NONE, "lemmas", "how many lemmas of others it could use")),
  /* What interactive users take of a host, and what they leave. */
  SIM_EVENT (
    "A5HostLoadEvent",
    "SpurLmTargetLoadEvent",
    "CPTHEO_Host_Load_Event",
    SPUR_TRAIT_OMIT ("values"),
    SPUR_TRAIT_UNIT_FIELD ("memory", UINT64, NONE, "bytes", "main memory that users leave"),
    SPUR_TRAIT_UNIT_FIELD ("users", UINT32, NONE, "users", "how many users are logged in")),
  /* A prover sends lemmas to one that works on the same problem. */
  SIM_MESSAGE ("A5Lemma",
               "SpurLoMessage",
               "CPTHEO_Lemma",
               SPUR_TRAIT_OMIT ("content"),
               SPUR_TRAIT_UNIT_FIELD ("lemmas", UINT32, NONE, "lemmas", "how many lemmas"),
               SPUR_TRAIT_FIELD ("problem", STRING, NONE, "what they are about")),
  /* A host reports its state. */
  SIM_MESSAGE (
    "A5Report",
    "SpurLmMessage",
    "CPTHEO_Report",
    SPUR_TRAIT_OMIT ("content"),
    SPUR_TRAIT_UNIT_FIELD ("memory", UINT64, NONE, "bytes", "main memory that users leave"),
    SPUR_TRAIT_FIELD ("load", DOUBLE, LOAD, "share of the processor that users take")),
  /* The supervisor has a prover started on a host. */
  SIM_MESSAGE (
    "A5Start",
    "SpurLmMessage",
    "CPTHEO_Start",
    SPUR_TRAIT_OMIT ("content"),
    SPUR_TRAIT_FIELD ("prover", OBJECT, NONE, "the prover"),
    SPUR_TRAIT_FIELD ("problem", STRING, NONE, "the conjecture"),
    SPUR_TRAIT_UNIT_FIELD (
      "memory", UINT64, NONE, "bytes", "main memory that is free there, as far as is known"),
    SPUR_TRAIT_UNIT_FIELD ("need", UINT64, NONE, "bytes", "main memory that the prover needs")),
  /* A host tells what became of a prover. */
  SIM_MESSAGE ("A5Verdict",
               "SpurLmMessage",
               "CPTHEO_Verdict",
               SPUR_TRAIT_OMIT ("content"),
               SPUR_TRAIT_FIELD ("prover", OBJECT, NONE, "the prover"),
               SPUR_TRAIT_FIELD ("result", STRING, NONE, "proof, exhausted or ended")),
  /* The supervisor ends a prover, as the problem is solved. */
  SIM_MESSAGE ("A5Cancel",
               "SpurLmMessage",
               "CPTHEO_Cancel",
               SPUR_TRAIT_OMIT ("content"),
               SPUR_TRAIT_FIELD ("prover", OBJECT, NONE, "the prover; none where all is done")),
  { NULL },
};
