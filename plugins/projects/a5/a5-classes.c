/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The classes of project A5: what its load objects and targets are, and what happens to them. */
#include "plugins/projects/kit/sim-program.h"

/* clang-format off */
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
  SIM_EVENT ("A5ProverCreation", "SpurLoCreationPlacement", "CPTHEO_Prover_Creation",
             SIM_FIELD ("problem", STRING, NULL, "the conjecture that is to be proved"),
             SIM_FIELD ("strategy", STRING, NULL, "how it searches"),
             SIM_USED ("resources", LIST, RESOURCES, NULL, "what it needs")),
  /* A prover ends. */
  SIM_EVENT ("A5ProverTermination", "SpurLoTermination", "CPTHEO_Prover_Termination",
             SIM_FIELD ("reason", STRING, NULL,
                        "why: its own proof, that of another one, or none")),
  /* A prover begins to search its tree to a greater depth: iterative deepening. */
  SIM_EVENT ("A5Search", "SpurLoStateChange", "CPTHEO_Search",
             SIM_OMIT ("values"),
             SIM_FIELD ("depth", UINT32, "1", "how deep the search tree is now"),
             SIM_FIELD ("inferences", UINT64, "inferences",
                        "how many inferences were made so far")),
  /* A prover has found a proof. */
  SIM_EVENT ("A5Proof", "SpurLoStateChange", "CPTHEO_Proof",
             SIM_OMIT ("values"),
             SIM_FIELD ("depth", UINT32, "1", "how deep the proof is"),
             SIM_FIELD ("inferences", UINT64, "inferences", "how many inferences it took"),
             SIM_FIELD ("lemmas", UINT32, "lemmas", "how many lemmas of others it could use")),
  /* What interactive users take of a host, and what they leave. */
  SIM_EVENT ("A5HostLoad", "SpurLmTargetLoad", "CPTHEO_Host_Load",
             SIM_OMIT ("values"),
             SIM_FIELD ("memory", UINT64, "bytes", "main memory that users leave"),
             SIM_FIELD ("users", UINT32, "users", "how many users are logged in")),
  /* A prover sends lemmas to one that works on the same problem. */
  SIM_MESSAGE ("A5Lemma", "SpurLoMessage", "CPTHEO_Lemma",
               SIM_OMIT ("content"),
               SIM_FIELD ("lemmas", UINT32, "lemmas", "how many lemmas"),
               SIM_FIELD ("problem", STRING, NULL, "what they are about")),
  /* A host reports its state. */
  SIM_MESSAGE ("A5Report", "SpurLmMessage", "CPTHEO_Report",
               SIM_OMIT ("content"),
               SIM_FIELD ("memory", UINT64, "bytes", "main memory that users leave"),
               SIM_USED ("load", DOUBLE, LOAD, NULL, "share of the processor that users take")),
  /* The supervisor has a prover started on a host. */
  SIM_MESSAGE ("A5Start", "SpurLmMessage", "CPTHEO_Start",
               SIM_OMIT ("content"),
               SIM_FIELD ("prover", OBJECT, NULL, "the prover"),
               SIM_FIELD ("problem", STRING, NULL, "the conjecture"),
               SIM_FIELD ("memory", UINT64, "bytes",
                          "main memory that is free there, as far as is known"),
               SIM_FIELD ("need", UINT64, "bytes", "main memory that the prover needs")),
  /* A host tells what became of a prover. */
  SIM_MESSAGE ("A5Verdict", "SpurLmMessage", "CPTHEO_Verdict",
               SIM_OMIT ("content"),
               SIM_FIELD ("prover", OBJECT, NULL, "the prover"),
               SIM_FIELD ("result", STRING, NULL, "proof, exhausted or ended")),
  /* The supervisor ends a prover, as the problem is solved. */
  SIM_MESSAGE ("A5Cancel", "SpurLmMessage", "CPTHEO_Cancel",
               SIM_OMIT ("content"),
               SIM_FIELD ("prover", OBJECT, NULL, "the prover; none where all is done")),
  { NULL },
};
/* clang-format on */
