/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/a5/a5-classes.h"

#include "core/model/objects/spur-lm-component.h"
#include "core/model/objects/spur-target.h"
#include "events/spur-lm-events.h"
#include "events/spur-lo-events.h"
#include "events/spur-message-events.h"
#include "plugins/projects/kit/sim-define.h"

SIM_DEFINE_OBJECT_TYPE (A5Host, a5_host, SPUR_TYPE_TARGET)
SIM_DEFINE_OBJECT_TYPE (A5Prover, a5_prover, SPUR_TYPE_LOAD_OBJECT)
SIM_DEFINE_OBJECT_TYPE (A5Supervisor, a5_supervisor, SPUR_TYPE_LM_COMPONENT)
SIM_DEFINE_OBJECT_TYPE (A5Daemon, a5_daemon, SPUR_TYPE_LM_COMPONENT)

SPUR_DEFINE_EVENT_CLASS (
  A5ProverCreationEvent,
  a5_prover_creation_event,
  SPUR_TYPE_LO_CREATION_PLACEMENT_EVENT,
  SPUR_TRAIT_NAME ("CPTHEO_Prover_Creation_Event"),
  SPUR_TRAIT_FIELD ("problem", STRING, NONE, "the conjecture that is to be proved"),
  SPUR_TRAIT_FIELD ("strategy", STRING, NONE, "how it searches"),
  SPUR_TRAIT_FIELD ("resources", LIST, RESOURCES, "what it needs"))

SPUR_DEFINE_EVENT_CLASS (
  A5ProverTerminationEvent,
  a5_prover_termination_event,
  SPUR_TYPE_LO_TERMINATION_EVENT,
  SPUR_TRAIT_NAME ("CPTHEO_Prover_Termination_Event"),
  SPUR_TRAIT_FIELD ("reason", STRING, NONE, "why: its own proof, that of another one, or none"))

SPUR_DEFINE_EVENT_CLASS (
  A5SearchEvent,
  a5_search_event,
  SPUR_TYPE_LO_STATE_CHANGE_EVENT,
  SPUR_TRAIT_NAME ("CPTHEO_Search_Event"),
  SPUR_TRAIT_OMIT ("values"),
  SPUR_TRAIT_UNIT_FIELD ("depth", UINT32, NONE, "1", "how deep the search tree is now"),
  SPUR_TRAIT_UNIT_FIELD (
    "inferences", UINT64, NONE, "inferences", "how many inferences were made so far"))

SPUR_DEFINE_EVENT_CLASS (
  A5ProofEvent,
  a5_proof_event,
  SPUR_TYPE_LO_STATE_CHANGE_EVENT,
  SPUR_TRAIT_NAME ("CPTHEO_Proof_Event"),
  SPUR_TRAIT_OMIT ("values"),
  SPUR_TRAIT_UNIT_FIELD ("depth", UINT32, NONE, "1", "how deep the proof is"),
  SPUR_TRAIT_UNIT_FIELD ("inferences", UINT64, NONE, "inferences", "how many inferences it took"),
  SPUR_TRAIT_UNIT_FIELD (
    "lemmas", UINT32, NONE, "lemmas", "how many lemmas of others it could use"))

SPUR_DEFINE_EVENT_CLASS (
  A5HostLoadEvent,
  a5_host_load_event,
  SPUR_TYPE_LM_TARGET_LOAD_EVENT,
  SPUR_TRAIT_NAME ("CPTHEO_Host_Load_Event"),
  SPUR_TRAIT_OMIT ("values"),
  SPUR_TRAIT_UNIT_FIELD ("memory", UINT64, NONE, "bytes", "main memory that users leave"),
  SPUR_TRAIT_UNIT_FIELD ("users", UINT32, NONE, "users", "how many users are logged in"))

SIM_DEFINE_MESSAGE_CLASSES (
  A5Lemma,
  a5_lemma,
  SPUR_TYPE_LO_MESSAGE,
  "CPTHEO_Lemma",
  SPUR_TRAIT_OMIT ("content"),
  SPUR_TRAIT_UNIT_FIELD ("lemmas", UINT32, NONE, "lemmas", "how many lemmas"),
  SPUR_TRAIT_FIELD ("problem", STRING, NONE, "what they are about"))

SIM_DEFINE_MESSAGE_CLASSES (
  A5Report,
  a5_report,
  SPUR_TYPE_LM_MESSAGE,
  "CPTHEO_Report",
  SPUR_TRAIT_OMIT ("content"),
  SPUR_TRAIT_UNIT_FIELD ("memory", UINT64, NONE, "bytes", "main memory that users leave"),
  SPUR_TRAIT_FIELD ("load", DOUBLE, LOAD, "share of the processor that users take"))

SIM_DEFINE_MESSAGE_CLASSES (
  A5Start,
  a5_start,
  SPUR_TYPE_LM_MESSAGE,
  "CPTHEO_Start",
  SPUR_TRAIT_OMIT ("content"),
  SPUR_TRAIT_FIELD ("prover", OBJECT, NONE, "the prover"),
  SPUR_TRAIT_FIELD ("problem", STRING, NONE, "the conjecture"),
  SPUR_TRAIT_UNIT_FIELD (
    "memory", UINT64, NONE, "bytes", "main memory that is free there, as far as is known"),
  SPUR_TRAIT_UNIT_FIELD ("need", UINT64, NONE, "bytes", "main memory that the prover needs"))

SIM_DEFINE_MESSAGE_CLASSES (A5Verdict,
                            a5_verdict,
                            SPUR_TYPE_LM_MESSAGE,
                            "CPTHEO_Verdict",
                            SPUR_TRAIT_OMIT ("content"),
                            SPUR_TRAIT_FIELD ("prover", OBJECT, NONE, "the prover"),
                            SPUR_TRAIT_FIELD ("result", STRING, NONE, "proof, exhausted or ended"))

SIM_DEFINE_MESSAGE_CLASSES (
  A5Cancel,
  a5_cancel,
  SPUR_TYPE_LM_MESSAGE,
  "CPTHEO_Cancel",
  SPUR_TRAIT_OMIT ("content"),
  SPUR_TRAIT_FIELD ("prover", OBJECT, NONE, "the prover; none where all is done"))
