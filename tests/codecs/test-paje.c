/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include <string.h>

#include "plugins/formats/paje/paje-reading.h"
#include "tests/codecs/paje-made.h"

static const char expected[] =
  "SpurTarget one: Machine in -\n"
  "SpurTarget two: Machine in -\n"
  "SpurActiveObject cable: Cable in -\n"
  "SpurLoadObject ann: Actor in -\n"
  "SpurLoadObject b o b: Actor in -\n"
  "SpurNeighborhood one - cable: wire in -\n"
  "SpurTarget one: speed: metric in one\n"
  "SpurTarget ann: Zone: Zone in ann\n"
  "working 0\n"
  "rest 0\n"
  "sleep 3\n"
  "east 0\n"
  "platform on -\n"
  "0 Target_Addition_Event target=one parent=- attributes=-\n"
  "0 Target_Addition_Event target=two parent=- attributes=-\n"
  "0 Target_Addition_Event target=cable parent=- attributes=-\n"
  "0 Paje_Connection_Event target=one - cable members=one - cable type=wire value=next key=0 "
  "container=-\n"
  "0 Paje_Variable_Event target=one: speed load=1.5 type=speed\n"
  "3000000000 Paje_Variable_Change_Event target=one: speed load=2.5 type=speed change=1\n"
  "3500000000 Paje_Variable_Change_Event target=one: speed load=2 type=speed change=-0.5\n"
  "6000000000 Target_Removal_Event target=one\n"
  "ann on one\n"
  "1000000000 LO_Creation_Placement_Event object=ann type=Actor creator=- destination=one\n"
  "1000000000 Paje_State_Set_Event object=ann state=working type=Actor State\n"
  "2000000001 Paje_Link_End_Event object=ann peer=b o b tag=9 size=100 message=1 type=mail "
  "value=news key=k container=-\n"
  "2250000000 Paje_State_Push_10_Event object=ann state=sleep type=Actor State Job= Flops=0 "
  "Address=0 State=26\n"
  "2500000000 Paje_State_Pop_Event object=ann state=sleep type=Actor State\n"
  "2500000000 Paje_State_Set_Event object=ann state=sleep type=Actor State\n"
  "4000000000 Paje_State_Set_Event object=ann state=- type=Actor State\n"
  "4000000000 Paje_Migration_Send_Event object=ann source=one destination=two migration=2 "
  "type=mail value=move key=m container=-\n"
  "b o b on two\n"
  "1000000000 LO_Creation_Placement_Event object=b o b type=Actor creator=- destination=two\n"
  "1250000000 Paje_State_Push_10_Event object=b o b state=working type=Actor State Job=job "
  "Flops=2.5 Address=255 State=-3\n"
  "1500000000 Paje_State_Push_10_Event object=b o b state=rest type=Actor State Job= Flops=0 "
  "Address=0 State=0\n"
  "1750000000 Paje_Link_Start_17_Event object=b o b peer=ann tag=9 size=100 message=1 type=mail "
  "value=news key=k container=-\n"
  "2000000000 Paje_State_Pop_Event object=b o b state=rest type=Actor State\n"
  "2500000000 Paje_New_Event object=b o b type=Mark value=half time\n"
  "5000000000 Paje_State_Pop_Event object=b o b state=working type=Actor State\n"
  "ann (2) on two\n"
  "4500000000 Paje_Migration_Receive_Event object=ann source=one destination=two migration=2 "
  "type=mail value=move key=m container=-\n"
  "4500000000 Paje_State_Set_Event object=ann state=working type=Actor State\n"
  "5000000000 Paje_State_Set_Event object=ann state=- type=Actor State\n"
  "6000000000 LO_Termination_Event object=ann\n"
  "ann: Zone on ann: Zone\n"
  "3000000000 Paje_State_Set_Event object=ann: Zone state=east type=Zone\n"
  "4000000000 Paje_State_Set_Event object=ann: Zone state=- type=Zone\n";

static SpurTrace *
read_good (const char *text)
{
  g_autoptr (GError) error = NULL;
  SpurTrace *trace = paje_made_read (text, strlen (text), &error);

  g_assert_no_error (error);
  return trace;
}

/* With the records that are given, or with some of the made ones replaced. */
static SpurTrace *
read_records (const char *records)
{
  g_autofree char *text = g_strconcat (paje_made_header, records, NULL);

  return read_good (text);
}

static SpurTrace *
read_changed (const char *from, const char *to)
{
  g_autofree char *records = paje_made_replace (paje_made_records, from, to);

  return read_records (records);
}

static void
test_made (void)
{
  g_autoptr (SpurTrace) trace = read_records (paje_made_records);
  g_autofree char *said = paje_made_describe (trace);

  g_test_summary ("Everything that the records say is in the trace, where it belongs.");
  g_assert_cmpstr (said, ==, expected);
  g_assert_cmpuint (spur_trace_get_n_events (trace), ==, PAJE_MADE_EVENTS);
  g_assert_cmpuint (spur_trace_get_n_losses (trace), ==, 0);
  g_assert_cmpstr (spur_trace_get_fact (trace, "colours"), ==,
                   "speed: 1 0 0; Actor State/working: 0 1 0; Actor State/sleep: 0 0 1");
  g_assert_null (spur_trace_get_fact (trace, "first problem"));
}

typedef struct
{
  const char *text;
  PajeVerdict verdict;
  gint64 time_ns;
} Time;

static const Time times[] = {
  { "0", PAJE_PARSED, 0 },
  { "12.345678", PAJE_PARSED, 12345678000 },
  { "15.823958000", PAJE_PARSED, 15823958000 },
  { ".5", PAJE_PARSED, 500000000 },
  { "5.", PAJE_PARSED, 5000000000 },
  { "-1.5", PAJE_PARSED, -1500000000 },
  { "+1.5", PAJE_PARSED, 1500000000 },
  { "1e-9", PAJE_PARSED, 1 },
  { "1.25E+2", PAJE_PARSED, 125000000000 },
  { "0.0000000005", PAJE_PARSED, 1 },
  { "0.00000000049999999999999999999999", PAJE_PARSED, 0 },
  { "-0.0000000005", PAJE_PARSED, -1 },
  { "0.0000000015", PAJE_PARSED, 2 },
  { "1e-100000", PAJE_PARSED, 0 },
  { "0e99999999999", PAJE_PARSED, 0 },
  /* A double has another last digit here. */
  { "1234567890.123456789", PAJE_PARSED, 1234567890123456789 },
  { "1234567890.1234567894999", PAJE_PARSED, 1234567890123456789 },
  { "1234567890.1234567895", PAJE_PARSED, 1234567890123456790 },
  { "0.00000000000000000000000000000001e31", PAJE_PARSED, 100000000 },
  { "2305843009.213693952", PAJE_PARSED, G_GINT64_CONSTANT (1) << 61 },
  { "-2305843009.213693952", PAJE_PARSED, -(G_GINT64_CONSTANT (1) << 61) },
  { "2305843009.213693953", PAJE_OUT_OF_RANGE, 0 },
  { "-2305843009.213693953", PAJE_OUT_OF_RANGE, 0 },
  { "18446744073.709551616", PAJE_OUT_OF_RANGE, 0 },
  { "184467440737095516150000000000", PAJE_OUT_OF_RANGE, 0 },
  { "1e99999999999", PAJE_OUT_OF_RANGE, 0 },
  { "", PAJE_MALFORMED, 0 },
  { ".", PAJE_MALFORMED, 0 },
  { "-", PAJE_MALFORMED, 0 },
  { "e5", PAJE_MALFORMED, 0 },
  { "1e", PAJE_MALFORMED, 0 },
  { "1e+", PAJE_MALFORMED, 0 },
  { "1.5x", PAJE_MALFORMED, 0 },
  { "1,5", PAJE_MALFORMED, 0 },
  { "1 ", PAJE_MALFORMED, 0 },
  { "nan", PAJE_MALFORMED, 0 },
  { "inf", PAJE_MALFORMED, 0 },
  { "0x10", PAJE_MALFORMED, 0 },
};

static void
test_times (void)
{
  g_test_summary ("Seconds become the nearest nanosecond, halves away from 0, up to 2^61.");
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    {
      gint64 time_ns = 0;

      g_test_message ("%s", times[i].text);
      g_assert_cmpint (paje_time_parse (times[i].text, strlen (times[i].text), &time_ns), ==,
                       times[i].verdict);
      g_assert_cmpint (time_ns, ==, times[i].time_ns);
    }
}

static void
test_kinds (void)
{
  g_test_summary ("States that tracers name are of the kind that they are.");
  g_assert_cmpint (paje_state_get_kind ("PMPI_Wait"), ==, SPUR_STATE_COMMUNICATION);
  g_assert_cmpint (paje_state_get_kind ("mpi_send"), ==, SPUR_STATE_COMMUNICATION);
  g_assert_cmpint (paje_state_get_kind ("Sleeping"), ==, SPUR_STATE_IDLE);
  g_assert_cmpint (paje_state_get_kind ("Scheduling"), ==, SPUR_STATE_OVERHEAD);
  g_assert_cmpint (paje_state_get_kind ("dgemm"), ==, SPUR_STATE_WORK);
  g_assert_true (paje_name_is_host ("HOST"));
  g_assert_false (paje_name_is_host ("ACTOR"));
  g_assert_true (paje_name_is_network ("LINK"));
  g_assert_true (paje_name_is_network ("ROUTER"));
  g_assert_false (paje_name_is_network ("MPI_LINK"));
}

static guint
count_class (SpurTrace *trace, const char *prefix)
{
  g_autofree char *said = paje_made_describe (trace);
  g_autofree char *wanted = g_strconcat (" ", prefix, NULL);
  guint n = 0;

  for (const char *at = said; (at = strstr (at, wanted)) != NULL; at++)
    n++;
  return n;
}

static void
assert_migrations (SpurTrace *trace, guint n)
{
  g_assert_cmpuint (count_class (trace, "Paje_Migration_Send_Event "), ==, n);
  g_assert_cmpuint (count_class (trace, "Paje_Migration_Receive_Event "), ==, n);
  g_assert_cmpuint (count_class (trace, "Paje_Link_Start_"), ==, 2 - n);
  g_assert_cmpuint (
    spur_definitions_count_objects (spur_trace_get_definitions (trace), SPUR_TYPE_LOAD_OBJECT), ==,
    3 - n);
}

static void
test_migrations (void)
{
  g_autoptr (SpurTrace) moved = read_records (paje_made_records);
  g_autoptr (SpurTrace) other_name = read_changed ("a2 A m2 ann", "a2 A m2 eve");
  g_autoptr (SpurTrace) alive = read_changed ("8 4 A a1\n", "");
  g_autoptr (SpurTrace) late = read_changed ("17 4 L 0 move a1 m", "17 3.9 L 0 move a1 m");

  g_test_summary ("A link is a migration where one object ends and goes on, else a message.");
  assert_migrations (moved, 1);
  assert_migrations (other_name, 0);
  assert_migrations (alive, 0);
  assert_migrations (late, 1);
  g_assert_cmpuint (
    paje_made_get_loss (late, "times of migrations other than those of their containers"), ==, 1);
}

static void
test_connections (void)
{
  g_autoptr (SpurTrace) slow = read_changed ("18 0 T 0 next c 0", "18 1 T 0 next c 0");
  g_autoptr (SpurTrace) half = read_changed ("18 0 T 0 next c 0\n", "");

  g_test_summary ("What takes time between targets, or does not end, is a message.");
  g_assert_cmpuint (count_class (slow, "Paje_Connection_Event "), ==, 0);
  g_assert_cmpuint (count_class (slow, "Paje_Link_Start_"), ==, 2);
  g_assert_cmpuint (count_class (slow, "Paje_Link_End_Event "), ==, 2);
  g_assert_cmpuint (count_class (half, "Paje_Connection_Event "), ==, 0);
  g_assert_cmpuint (count_class (half, "Paje_Link_Start_"), ==, 2);
  g_assert_cmpuint (count_class (half, "Paje_Link_End_Event "), ==, 1);
}

#define RANKS                                                                                      \
  "1 Rank 0 R\n2 S R calls\n5 L 0 R R mail\n7 0 a R 0 a\n7 0 b R 0 b\n10 MPI_Send a S 1\n"

static void
test_processes (void)
{
  g_autoptr (SpurTrace) trace = read_records (RANKS);
  g_autofree char *said = paje_made_describe (trace);

  g_test_summary ("What has states and is on nothing is a target with a stream of its own.");
  g_assert_cmpuint (spur_trace_get_n_streams (trace), ==, 2);
  g_assert_cmpuint (
    spur_definitions_count_objects (spur_trace_get_definitions (trace), SPUR_TYPE_TARGET), ==, 2);
  g_assert_nonnull (strstr (said, "a on a\n"));
  g_assert_nonnull (strstr (said, "MPI_Send 1\n"));
}

static void
test_roles (void)
{
  g_autoptr (SpurTrace) trace =
    read_records ("1 L1 0 Z\n1 HOST L1 H\n1 LINK L1 K\n1 Scheduler L1 S\n1 Actor H A\n"
                  "2 h HOST power\n2 k LINK use\n2 a Actor life\n4 ready Scheduler \"\"\n"
                  "7 0 z L1 0 zone\n7 0 h HOST z host\n7 0 k LINK z wire\n"
                  "7 0 s Scheduler z plan\n7 0 a Actor h ann\n9 0 h h on\n9 0 k k off\n");
  g_autofree char *said = paje_made_describe (trace);

  g_test_summary ("Hosts and what holds them are targets, and what cannot be used is none.");
  g_assert_nonnull (strstr (said, "SpurTarget zone: L1 in -\n"));
  g_assert_nonnull (strstr (said, "SpurTarget host: HOST in zone\n"));
  g_assert_nonnull (strstr (said, "SpurActiveObject wire: LINK in zone\n"));
  g_assert_nonnull (strstr (said, "SpurActiveObject plan: Scheduler in zone\n"));
  g_assert_nonnull (strstr (said, "SpurLoadObject ann: Actor in -\n"));
  g_assert_nonnull (strstr (said, "\nann on host\n"));
  g_assert_nonnull (strstr (said, "\nhost on host\n"));
}

static void
test_link_order (void)
{
  g_autoptr (SpurTrace) trace =
    read_records (RANKS "18 2 L 0 v b k\n17 1 L 0 v a k\n17 3 L 0 v a k 7\n17 4 L 0 v b k 8\n"
                        "18 5 L 0 v b k\n18 6 L 0 v a k\n18 7 L 0 w a k\n");
  g_autofree char *said = paje_made_describe (trace);

  g_test_summary ("Ends of links come in any order; the n-th start of a key has the n-th end.");
  g_assert_nonnull (strstr (said, "2000000000 Paje_Link_End_Event object=b peer=a tag=3 size=0 "
                                  "message=0"));
  g_assert_nonnull (strstr (said, "5000000000 Paje_Link_End_Event object=b peer=a tag=3 size=7 "
                                  "message=1"));
  g_assert_nonnull (strstr (said, "6000000000 Paje_Link_End_Event object=a peer=b tag=3 size=8 "
                                  "message=2"));
  g_assert_nonnull (strstr (said, "7000000000 Paje_Link_End_Event object=a peer=- tag=3 size=0 "
                                  "message=3"));
}

static void
test_root (void)
{
  g_autoptr (SpurTrace) trace =
    read_records ("3 Mark 0\n4 load 0 \"\"\n13 1 Mark 0 start\n14 2 load 0 5\n8 3 0 0\n");
  g_autofree char *said = paje_made_describe (trace);

  g_test_summary ("The root container is a target where something happens to it.");
  g_assert_nonnull (strstr (said, "SpurTarget 0: root in -\n"));
  g_assert_nonnull (strstr (said, "1000000000 Paje_New_Event object=0 type=Mark value=start\n"));
  g_assert_nonnull (strstr (said, "2000000000 Paje_Variable_Event target=0: load load=5"));
}

static void
test_streams (void)
{
  g_autoptr (SpurTrace) trace = read_records (
    "1 Machine 0 M\n1 Actor M A\n2 S A s\n7 0 m M 0 m\n"
    "7 1 a A m a\n10 work a S 1\n10 more a S 1\n7 1 b A m \"b (2)\"\n8 2 A a\n"
    "7 3 c A m a\n10 work c S 3\n11 4 S c\n8 4 A c\n7 5 d A m d\n7 5 e A m \"b (2)\"\n"
    "7 5 f A m b\n7 5 g A m b\n8 6 A b\n7 7 h A m h\n");
  g_autofree char *said = paje_made_describe (trace);

  g_test_summary ("A stream goes on with the next container, and all of its states have ended.");
  g_assert_cmpuint (spur_trace_get_n_losses (trace), ==, 0);
  g_assert_cmpuint (spur_trace_get_n_streams (trace), ==, 6);
  g_assert_nonnull (strstr (
    said, "Actor on m\n"
          "1000000000 LO_Creation_Placement_Event object=a type=Actor creator=- destination=m\n"
          "1000000000 Paje_State_Push_10_Event object=a state=work type=s Job= Flops=0 Address=0 "
          "State=0\n"
          "1000000000 Paje_State_Push_10_Event object=a state=more type=s Job= Flops=0 Address=0 "
          "State=0\n"
          "2000000000 Paje_State_Pop_Event object=a state=more type=s\n"
          "2000000000 Paje_State_Pop_Event object=a state=work type=s\n"
          "2000000000 LO_Termination_Event object=a\n"
          "3000000000 LO_Creation_Placement_Event object=a type=Actor creator=- destination=m\n"));
  g_assert_nonnull (strstr (said, "\nActor (2) on m\n"));
  g_assert_nonnull (strstr (said, "\nb (2) on m\n"));
  g_assert_nonnull (strstr (said, "\nb on m\n"));
  g_assert_nonnull (strstr (said, "\nb (3) on m\n"));
}

static void
test_pops (void)
{
  g_autoptr (SpurTrace) trace = read_records (RANKS "11 2 S a\n11 3 S a\n11 3 S b\n");

  g_test_summary ("The end of a state that did not begin is counted.");
  g_assert_cmpuint (paje_made_get_loss (trace, "ends of states that did not begin"), ==, 2);
  g_assert_cmpuint (count_class (trace, "Paje_State_Pop_Event "), ==, 1);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/paje/made", test_made);
  g_test_add_func ("/paje/times", test_times);
  g_test_add_func ("/paje/kinds", test_kinds);
  g_test_add_func ("/paje/migrations", test_migrations);
  g_test_add_func ("/paje/connections", test_connections);
  g_test_add_func ("/paje/processes", test_processes);
  g_test_add_func ("/paje/roles", test_roles);
  g_test_add_func ("/paje/link-order", test_link_order);
  g_test_add_func ("/paje/root", test_root);
  g_test_add_func ("/paje/pops", test_pops);
  g_test_add_func ("/paje/streams", test_streams);
  return g_test_run ();
}
