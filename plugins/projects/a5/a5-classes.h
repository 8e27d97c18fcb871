/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The classes of project A5: what its load objects and targets are, and what happens to them. */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/* Active objects */

/* A workstation, which its users use, too. */
#define A5_TYPE_HOST (a5_host_get_type ())
GType a5_host_get_type (void);

/* A theorem prover in a process of its own. */
#define A5_TYPE_PROVER (a5_prover_get_type ())
GType a5_prover_get_type (void);

/* Chooses problems and strategies, and places provers on hosts. */
#define A5_TYPE_SUPERVISOR (a5_supervisor_get_type ())
GType a5_supervisor_get_type (void);

/* Watches a host, and starts and ends provers there. */
#define A5_TYPE_DAEMON (a5_daemon_get_type ())
GType a5_daemon_get_type (void);

/* Events */

/* A prover is started, in a process of its own, where it stays. */
#define A5_TYPE_PROVER_CREATION_EVENT (a5_prover_creation_event_get_type ())
GType a5_prover_creation_event_get_type (void);

/* A prover ends. */
#define A5_TYPE_PROVER_TERMINATION_EVENT (a5_prover_termination_event_get_type ())
GType a5_prover_termination_event_get_type (void);

/* A prover begins to search its tree to a greater depth: iterative deepening. */
#define A5_TYPE_SEARCH_EVENT (a5_search_event_get_type ())
GType a5_search_event_get_type (void);

/* A prover has found a proof. */
#define A5_TYPE_PROOF_EVENT (a5_proof_event_get_type ())
GType a5_proof_event_get_type (void);

/* What interactive users take of a host, and what they leave. */
#define A5_TYPE_HOST_LOAD_EVENT (a5_host_load_event_get_type ())
GType a5_host_load_event_get_type (void);

/* A prover sends lemmas to one that works on the same problem. */
#define A5_TYPE_LEMMA_SEND_EVENT (a5_lemma_send_event_get_type ())
GType a5_lemma_send_event_get_type (void);

/* A prover gets lemmas of another one. */
#define A5_TYPE_LEMMA_RECEIVE_EVENT (a5_lemma_receive_event_get_type ())
GType a5_lemma_receive_event_get_type (void);

/* A host reports its state. */
#define A5_TYPE_REPORT_SEND_EVENT (a5_report_send_event_get_type ())
GType a5_report_send_event_get_type (void);

/* The supervisor learns the state of a host. */
#define A5_TYPE_REPORT_RECEIVE_EVENT (a5_report_receive_event_get_type ())
GType a5_report_receive_event_get_type (void);

/* The supervisor has a prover started on a host. */
#define A5_TYPE_START_SEND_EVENT (a5_start_send_event_get_type ())
GType a5_start_send_event_get_type (void);

/* A host is told to start a prover. */
#define A5_TYPE_START_RECEIVE_EVENT (a5_start_receive_event_get_type ())
GType a5_start_receive_event_get_type (void);

/* A host tells what became of a prover. */
#define A5_TYPE_VERDICT_SEND_EVENT (a5_verdict_send_event_get_type ())
GType a5_verdict_send_event_get_type (void);

/* The supervisor learns what became of a prover. */
#define A5_TYPE_VERDICT_RECEIVE_EVENT (a5_verdict_receive_event_get_type ())
GType a5_verdict_receive_event_get_type (void);

/* The supervisor ends a prover, as the problem is solved. */
#define A5_TYPE_CANCEL_SEND_EVENT (a5_cancel_send_event_get_type ())
GType a5_cancel_send_event_get_type (void);

/* A host is told to end a prover. */
#define A5_TYPE_CANCEL_RECEIVE_EVENT (a5_cancel_receive_event_get_type ())
GType a5_cancel_receive_event_get_type (void);

G_END_DECLS
