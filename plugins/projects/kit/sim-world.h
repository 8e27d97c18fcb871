/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/events/spur-event-define.h"
#include "core/store/trace/spur-trace.h"

/* What is to happen at a time: @self is the simulation, @a and @b say what it is about. */
typedef void (*SimHandler) (gpointer self, guint64 a, guint64 b);

typedef struct
{
  gint64 time_ns;
  guint64 order;
  SimHandler handler;
  gpointer self;
  guint64 a;
  guint64 b;
} SimCall;

/* Calls in the order of their times, those of equal times in the order of their adding. */
typedef struct
{
  GArray *heap;
  guint64 next_order;
} SimQueue;

void sim_queue_init (SimQueue *self);

void sim_queue_clear (SimQueue *self);

void sim_queue_add (
  SimQueue *self, gint64 time_ns, SimHandler handler, gpointer data, guint64 a, guint64 b);

/* FALSE where there is none. */
gboolean sim_queue_take (SimQueue *self, SimCall *call);

/* Random numbers that are the same on every machine: SplitMix64, integers only. */
typedef struct
{
  guint64 state;
} SimRandom;

void sim_random_init (SimRandom *self, guint64 seed);

/* Another sequence that is independent of this one; @name says what it is for. */
void sim_random_split (SimRandom *self, const char *name, SimRandom *other);

guint64 sim_random_next (SimRandom *self);

/* Below @n, which is above 0; all numbers are equally likely. */
guint64 sim_random_below (SimRandom *self, guint64 n);

/* From @least to @most, both included. */
gint64 sim_random_between (SimRandom *self, gint64 least, gint64 most);

/* TRUE in @per_mille of 1000 cases. */
gboolean sim_random_chance (SimRandom *self, guint per_mille);

/* Exponentially distributed with a mean of @mean_ns, below 2^31 ns; never 0. */
gint64 sim_random_wait_ns (SimRandom *self, gint64 mean_ns);

/* The sum of two even distributions: from @mean - @mean / 2 to @mean + @mean / 2. */
gint64 sim_random_about (SimRandom *self, gint64 mean);

/* The classes of a project as a table: its types of active objects and its event classes. Plugins
 * and simulators register the same table. */

/* @name, @parent: names of GTypes; a parent stands before its children or is the library's.
 * @traits: what an event class says beside its parent; NULL for a type of active objects. */
typedef struct
{
  const char *name;
  const char *parent;
  const SpurEventTrait *traits;
} SimClass;

/* An event class, by the names of its type, its parent and itself in traces, without their ends:
 * "A1Login", "SpurTargetStateChange" and "OMIS_Login" are A1LoginEvent and OMIS_Login_Event. */
#define SIM_EVENT(type_name, parent_name, event_name, ...)                                         \
  {                                                                                                \
    type_name "Event", parent_name "Event", (const SpurEventTrait[])                               \
    {                                                                                              \
      SPUR_TRAIT_NAME (event_name "_Event"), ##__VA_ARGS__, { 0 }                                  \
    }                                                                                              \
  }

/* Two event classes that differ only in being sent and received. */
#define SIM_MESSAGE(type_name, parent_name, event_name, ...)                                       \
  SIM_EVENT (type_name "Send", parent_name "Send", event_name "_Send", ##__VA_ARGS__),             \
    SIM_EVENT (type_name "Receive", parent_name "Receive", event_name "_Receive", ##__VA_ARGS__)

/* The same, matched by a number instead of by their order. */
#define SIM_MESSAGE_BY_ID(type_name, parent_name, event_name, ...)                                 \
  SIM_EVENT (type_name "Send", parent_name "Send", event_name "_Send",                             \
             SPUR_TRAIT_ROLE (SEND, BY_ID), ##__VA_ARGS__),                                        \
    SIM_EVENT (type_name "Receive", parent_name "Receive", event_name "_Receive",                  \
               SPUR_TRAIT_ROLE (RECEIVE, BY_ID), ##__VA_ARGS__)

/* Fields that only the project knows; those that all know by their use; and those left out. */
#define SIM_FIELD(name, TYPE, unit, description)                                                   \
  SPUR_TRAIT_UNIT_FIELD (name, TYPE, NONE, unit, description)
#define SIM_USED SPUR_TRAIT_UNIT_FIELD
#define SIM_OMIT SPUR_TRAIT_OMIT

/* Registers the classes of a table, which ends with one without a name; again is allowed. */
void sim_classes_register (const SimClass *classes);

/* The type of a name that is registered. */
GType sim_type (const char *name);

/* A host's clock: begins at @offset_ns and gains @drift_ppb ns every second. */
typedef struct
{
  gint64 offset_ns;
  gint64 drift_ppb;
} SimClock;

/* With a skew of 0 the clock is right; else it is wrong by up to the skew, never negative, and
 * drifts by up to 20 ppm, as the quartz of a workstation does. */
void sim_clock_init (SimClock *self, SimRandom *random, gint64 skew_ns);

/* What it says at the true time @time_ns. */
gint64 sim_clock_read_ns (const SimClock *self, gint64 time_ns);

/* A simulated parallel system that writes a trace: hosts with clocks of their own, streams of
 * processes on them, a network between them, and one true time that no process knows. */
typedef struct _SimWorld SimWorld;

/* @skew_ns: how far clocks may be off; 0 for clocks that are right. */
SimWorld *sim_world_new (guint64 seed, gint64 skew_ns);

void sim_world_free (SimWorld *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SimWorld, sim_world_free)

SpurTrace *sim_world_get_trace (SimWorld *self);

SimRandom *sim_world_get_random (SimWorld *self);

/* Definitions. Hosts and streams are numbered from 0; names are formatted. */

/* A target with a clock of its own. */
guint
sim_world_add_host (SimWorld *self, const char *type, const char *kind, const char *format, ...)
  G_GNUC_PRINTF (4, 5);

guint32 sim_world_get_target (SimWorld *self, guint host);

guint sim_world_add_stream (SimWorld *self, guint host, const char *format, ...)
  G_GNUC_PRINTF (3, 4);

guint32
sim_world_add_object (SimWorld *self, const char *type, const char *kind, const char *format, ...)
  G_GNUC_PRINTF (4, 5);

guint32 sim_world_add_string (SimWorld *self, const char *text);

guint32
sim_world_add_group (SimWorld *self, const char *name, const guint32 *members, guint n_members);

typedef struct
{
  const char *name;
  SpurStateKind kind;
} SimState;

/* Events name states of objects by what they are called here. */
void sim_world_add_states (SimWorld *self, const SimState *states, guint n_states);

/* An entry of a list that says what a state is made of, or what an object needs or offers. */
typedef struct
{
  const char *name;
  const char *unit;
  guint64 value;
} SimValue;

/* A SpurStateList or SpurResourceList, as @type says; @values ends with one without a name. */
guint32 sim_world_add_values (SimWorld *self, GType type, const SimValue *values);

/* sim_world_values (world, SPUR_TYPE_RESOURCE_LIST, { "memory", "bytes", 4096 }); */
#define sim_world_values(self, type, ...)                                                          \
  sim_world_add_values ((self), (type), (const SimValue[]){ __VA_ARGS__, { NULL, NULL, 0 } })

/* True time and what is to happen. */

gint64 sim_world_get_now_ns (SimWorld *self);

void sim_world_at (
  SimWorld *self, gint64 time_ns, SimHandler handler, gpointer data, guint64 a, guint64 b);

void sim_world_after (
  SimWorld *self, gint64 delay_ns, SimHandler handler, gpointer data, guint64 a, guint64 b);

/* Until nothing more is to happen. */
void sim_world_run (SimWorld *self);

/* When a message of @n_bytes that is sent now arrives; never before one that was sent from the
 * same stream to the same stream earlier. */
gint64 sim_world_arrival_ns (SimWorld *self, guint from_stream, guint to_stream, guint64 n_bytes);

/* A number that was not given yet, from 1 on. */
guint64 sim_world_next_id (SimWorld *self);

/* The truth */

/* Writes what each object is on or in, as the simulation's own state has it, to @places by object;
 * what is nowhere is left as it is. Reads nothing that was recorded. */
typedef void (*SimLocate) (gpointer simulation, guint32 *places);

/* A simulation that can be asked where its objects are. */
void sim_world_set_locate (SimWorld *self, SimLocate locate, gpointer simulation);

/* Asks a simulation at @n_times ascending true times, each after all that happens up to it. Takes
 * the places of the objects that there are, %SPUR_NONE for nowhere; @data is given to @take. */
typedef struct
{
  const gint64 *times_ns;
  guint n_times;
  void (*take) (gpointer data, guint time, const guint32 *places, guint n_objects);
  gpointer data;
} SimProbe;

/* The probe has to stay until the simulation has run; it changes nothing of the run. */
void sim_world_set_probe (SimWorld *self, const SimProbe *probe);

/* Recording */

/* A field of an event; the bits of a double are got with sim_double(). */
typedef struct
{
  const char *name;
  guint64 value;
  const char *text;
} SimField;

/* The value of a field that is a string or a state, as in { "state", SIM_TEXT ("running") }; absent
 * where it is NULL. */
#define SIM_TEXT(text) SPUR_NONE, (text)

guint64 sim_double (double value);

/* Adds an event of class @type at present time by the clock of the stream's host. References that
 * are not given are absent, all else is 0; an old state is what was last said of the object.
 * @fields ends with a field without a name. */
void sim_world_record_fields (
  SimWorld *self, guint stream, const char *type, guint32 subject, const SimField *fields);

/* sim_world_record (world, stream, "A5Event", prover, { "state", SIM_TEXT ("searching") }); */
#define sim_world_record(self, stream, type, subject, ...)                                         \
  sim_world_record_fields ((self), (stream), (type), (subject),                                    \
                           (const SimField[]){ __VA_ARGS__, { NULL, 0 } })

void sim_world_set_state (SimWorld *self, guint stream, guint32 object, const char *state);

void sim_world_end (SimWorld *self, guint stream, guint32 object);

/* Messages and migrations: what is sent with one event and received with another one. */

/* A stream and what is there. */
typedef struct
{
  guint stream;
  guint32 object;
} SimEnd;

/* @type: "A8Call" for classes A8CallSendEvent and A8CallReceiveEvent
 * @id: of migrations, and of messages that are matched by a number
 * @object: what migrates */
typedef struct
{
  const char *type;
  SimEnd from;
  SimEnd to;
  guint tag;
  guint64 n_bytes;
  guint64 id;
  guint32 object;
} SimMessage;

typedef struct _SimMail SimMail;

/* Records that it is sent, with further @fields that both of its events have. What is given is to
 * be received, or to be freed with g_free(). */
SimMail *sim_world_post_fields (SimWorld *self, const SimMessage *message, const SimField *fields);

#define sim_world_post(self, message, ...)                                                         \
  sim_world_post_fields ((self), (message), (const SimField[]){ __VA_ARGS__, { NULL, 0 } })

/* Records that it is received, and frees it. */
void sim_mail_receive (SimMail *self, guint stream);

/* Sends it through the network: it is received when it arrives, and then @arrive is called with
 * @data, @a and the message's tag. */
void sim_world_send_fields (SimWorld *self,
                            const SimMessage *message,
                            SimHandler arrive,
                            gpointer data,
                            guint64 a,
                            const SimField *fields);

#define sim_world_send(self, message, arrive, data, a, ...)                                        \
  sim_world_send_fields ((self), (message), (arrive), (data), (a),                                 \
                         (const SimField[]){ __VA_ARGS__, { NULL, 0 } })

/* The trace, sealed. */
SpurTrace *sim_world_finish (SimWorld *self, GError **error);
