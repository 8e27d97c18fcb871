/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Logins, the clock, the time services that are asked of it, and interfaces. */
#include "config.h"

#include <arpa/inet.h>
#include <linux/if.h>
#include <linux/rtnetlink.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/timex.h>
#include <unistd.h>
#include <utmp.h>

#include "plugins/monitors/host/spur-host-service.h"
#include "tests/monitors/host-kit.h"
#include "tests/test-corpus.h"

#define NS_PER_S G_GINT64_CONSTANT (1000000000)

static void
fill_record (struct utmp *record, short type, const char *user, const char *line, int seconds)
{
  memset (record, 0, sizeof *record);
  record->ut_type = type;
  record->ut_pid = seconds;
  strncpy (record->ut_user, user, sizeof record->ut_user);
  strncpy (record->ut_line, line, sizeof record->ut_line);
  record->ut_tv.tv_sec = seconds;
}

static void
test_logins (void)
{
  g_autoptr (HostKit) kit = host_kit_new (&spur_host_logins);
  struct utmp records[3];
  const SpurHostRow *row;

  g_test_summary ("Who is there at the beginning, who comes, who goes.");
  fill_record (&records[0], BOOT_TIME, "reboot", "~", 1);
  fill_record (&records[1], USER_PROCESS, "anna", "tty1", 100);
  fill_record (&records[2], USER_PROCESS, "bert", "pts/0", 200);
  strncpy (records[2].ut_host, "far.example", sizeof records[2].ut_host);
  host_kit_put_bytes (kit, "run/utmp", records, 2 * sizeof *records);
  g_assert_true (host_kit_open (kit));
  host_kit_sample (kit);
  row = host_kit_find (kit, SPUR_HOST_LOGIN, "host");
  g_assert_cmpuint (kit->rows->len, ==, 1);
  g_assert_cmpstr (host_kit_get_text (row, "user"), ==, "anna");
  g_assert_cmpstr (host_kit_get_text (row, "terminal"), ==, "tty1");
  g_assert_null (host_kit_get_text (row, "from"));
  g_assert_cmpint (host_kit_get (row, "since"), ==, 100 * NS_PER_S);
  g_assert_cmpint (host_kit_get (row, "users"), ==, 1);
  host_kit_sample (kit);
  g_assert_cmpuint (kit->rows->len, ==, 0);

  host_kit_put_bytes (kit, "run/utmp", records, 3 * sizeof *records);
  host_kit_sample (kit);
  row = host_kit_find (kit, SPUR_HOST_LOGIN, "host");
  g_assert_cmpstr (host_kit_get_text (row, "from"), ==, "far.example");
  g_assert_cmpint (host_kit_get (row, "users"), ==, 2);

  records[1].ut_type = DEAD_PROCESS;
  host_kit_put_bytes (kit, "run/utmp", records, 3 * sizeof *records);
  host_kit_sample (kit);
  row = host_kit_find (kit, SPUR_HOST_LOGOUT, "host");
  g_assert_cmpuint (kit->rows->len, ==, 1);
  g_assert_cmpstr (host_kit_get_text (row, "user"), ==, "anna");
  g_assert_cmpint (host_kit_get (row, "users"), ==, 1);

  /* The same person at the same place, later: out and in. */
  fill_record (&records[2], USER_PROCESS, "bert", "pts/0", 300);
  host_kit_put_bytes (kit, "run/utmp", records, 3 * sizeof *records);
  host_kit_sample (kit);
  g_assert_cmpuint (kit->rows->len, ==, 2);
  g_assert_cmpint (host_kit_get (kit->rows->pdata[0], "users"), ==, 0);
  g_assert_cmpint (host_kit_get (kit->rows->pdata[1], "users"), ==, 1);

  /* The file goes, and comes back. */
  host_kit_remove (kit, "run/utmp");
  host_kit_sample (kit);
  g_assert_cmpuint (kit->rows->len, ==, 0);
  host_kit_put_bytes (kit, "run/utmp", records, 2 * sizeof *records);
  host_kit_sample (kit);
  g_assert_cmpuint (host_kit_count (kit, SPUR_HOST_LOGOUT), ==, 1);
}

static void
test_odd_logins (void)
{
  g_autoptr (HostKit) kit = host_kit_new (&spur_host_logins);
  struct utmp record;
  const SpurHostRow *row;

  g_test_summary ("Names without an end, signs that move the cursor, half a record.");
  fill_record (&record, USER_PROCESS, "", "x", 7);
  memset (record.ut_user, 'u', sizeof record.ut_user);
  memcpy (record.ut_line, "a\033[2J\n\377", 8);
  memset (record.ut_host, 0xfe, sizeof record.ut_host);
  host_kit_put_bytes (kit, "run/utmp", &record, sizeof record);
  g_assert_true (host_kit_open (kit));
  host_kit_sample (kit);
  row = host_kit_find (kit, SPUR_HOST_LOGIN, "host");
  g_assert_cmpuint (strlen (host_kit_get_text (row, "user")), ==, sizeof record.ut_user);
  g_assert_cmpstr (host_kit_get_text (row, "terminal"), ==, "a?[2J??");
  g_assert_true (g_utf8_validate (host_kit_get_text (row, "from"), -1, NULL));

  for (gsize n = 0; n < sizeof record; n++)
    {
      host_kit_put_bytes (kit, "run/utmp", &record, n);
      host_kit_sample (kit);
      g_assert_cmpuint (host_kit_count (kit, SPUR_HOST_LOGIN), ==, 0);
    }
}

/* A file that is one long list of people, and one of noise. */
static void
test_many_logins (void)
{
  g_autoptr (HostKit) kit = host_kit_new (&spur_host_logins);
  guint n = 5000;
  g_autofree struct utmp *records = g_new (struct utmp, n);
  guint8 *bytes = (guint8 *) records;

  for (guint i = 0; i < n; i++)
    fill_record (&records[i], USER_PROCESS, "u", "t", (int) i + 1);
  host_kit_put_bytes (kit, "var/run/utmp", records, n * sizeof *records);
  g_assert_true (host_kit_open (kit));
  host_kit_sample (kit);
  g_assert_cmpuint (kit->rows->len, ==, 4096);
  g_assert_cmpuint (kit->context.n_left_out, ==, n - 4096);
  for (gsize i = 0; i < 100 * sizeof *records; i++)
    bytes[i] = (guint8) g_random_int ();
  host_kit_put_bytes (kit, "var/run/utmp", records, 100 * sizeof *records);
  host_kit_sample (kit);
  g_assert_cmpuint (host_kit_count (kit, SPUR_HOST_LOGOUT), ==, 4096);
}

static void
test_no_logins (void)
{
  g_autoptr (HostKit) kit = host_kit_new (&spur_host_logins);

  g_assert_false (host_kit_open (kit));
  g_assert_cmpuint (kit->notes->len, ==, 1);
}

static void
test_clock (void)
{
  g_autoptr (HostKit) kit = host_kit_new (&spur_host_clock);
  struct timex timex = { 0 };
  int state = adjtimex (&timex);
  const SpurHostRow *row;
  gint64 now_us;

  g_test_summary ("A row at the beginning, none while nothing changes, one at the end.");
  g_assert_true (host_kit_open (kit));
  host_kit_sample (kit);
  now_us = g_get_real_time ();
  row = host_kit_find (kit, SPUR_HOST_CLOCK, "clock");
  g_assert_cmpint (ABS (host_kit_get (row, "real") / 1000 - now_us), <, 5 * G_USEC_PER_SEC);
  /* The clocks are read one after the other. */
  g_assert_cmpint (host_kit_get (row, "boot") + host_kit_get (row, "uncertainty"), >=,
                   row->time_ns);
  g_assert_cmpint (host_kit_get (row, "uncertainty"), >=, 0);
  g_assert_cmpint (host_kit_get (row, "uncertainty"), <, NS_PER_S);
  g_assert_cmpint (host_kit_get (row, "step"), ==, 0);
  g_assert_cmpint (host_kit_get (row, "synchronised"), ==,
                   state >= 0 && (timex.status & STA_UNSYNC) == 0);
  /* It grows by 0.5 ms every second. */
  g_assert_cmpint (host_kit_get (row, "max_error"), >=, (gint64) timex.maxerror * 1000);
  g_assert_cmpint (host_kit_get (row, "max_error"), <=, (gint64) timex.maxerror * 1000 + 10000000);
  g_assert_null (host_kit_get_text (row, "service"));

  host_kit_sample (kit);
  g_assert_cmpuint (kit->rows->len, ==, 0);
  kit->context.is_last = TRUE;
  host_kit_sample (kit);
  g_assert_cmpuint (kit->rows->len, ==, 1);
}

/* A service on a port of its own on the loopback interface. */
static int
open_server (guint16 *port)
{
  struct sockaddr_in address = { .sin_family = AF_INET,
                                 .sin_addr.s_addr = htonl (INADDR_LOOPBACK) };
  socklen_t n = sizeof address;
  const struct timeval patience = { 5, 0 };
  int fd = socket (AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);

  g_assert_cmpint (bind (fd, (struct sockaddr *) &address, n), ==, 0);
  g_assert_cmpint (getsockname (fd, (struct sockaddr *) &address, &n), ==, 0);
  setsockopt (fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  *port = ntohs (address.sin_port);
  return fd;
}

static gsize
receive (int fd, guint8 *bytes, gsize n_bytes, struct sockaddr_in *from)
{
  socklen_t n_from = sizeof *from;
  ssize_t n = recvfrom (fd, bytes, n_bytes, 0, (struct sockaddr *) from, &n_from);

  g_assert_cmpint (n, >, 0);
  return (gsize) n;
}

static void
answer (int fd, const struct sockaddr_in *to, gconstpointer bytes, gsize n_bytes)
{
  g_assert_cmpint (sendto (fd, bytes, n_bytes, 0, (const struct sockaddr *) to, sizeof *to), ==,
                   n_bytes);
}

static void
put_u32 (guint8 *bytes, guint32 value)
{
  value = g_htonl (value);
  memcpy (bytes, &value, sizeof value);
}

/* What chronyd 4 says to "tracking": stratum 2, 2^-10 s slow, 1/64 s and 3/64 s to the root. Its
 * numbers are a mantissa of 25 bits, with a sign, times 2 to an exponent of 7 less 25. */
static void
make_tracking (guint8 reply[104], const guint8 *request)
{
  memset (reply, 0, 104);
  reply[0] = 6;
  reply[1] = 2;
  memcpy (reply + 4, request + 4, 2);
  reply[7] = 5;
  memcpy (reply + 16, request + 8, 4);
  reply[53] = 2;
  put_u32 (reply + 68, ((guint32) (-8 & 0x7f) << 25) | ((guint32) (-(1 << 23)) & 0x1ffffff));
  put_u32 (reply + 92, ((guint32) (-4 & 0x7f) << 25) | (1u << 23));
  put_u32 (reply + 96, ((guint32) (-3 & 0x7f) << 25) | (3u << 22));
}

static void
look (SpurHostService *service, SpurHostContext *context)
{
  g_usleep (2000);
  context->time_ns = spur_host_now_ns ();
  spur_host_service_look (service, context);
}

static void
test_chrony (void)
{
  g_autoptr (HostKit) kit = host_kit_new (&spur_host_clock);
  guint16 port, other_port;
  int server = open_server (&port), other = open_server (&other_port);
  SpurHostService *service = spur_host_service_new_at (&kit->context, port, other_port);
  SpurHostServiceState state;
  struct sockaddr_in from;
  guint8 request[512], reply[104];

  g_test_summary ("Answers of every length, then a good one.");
  look (service, &kit->context);
  g_assert_cmpuint (receive (server, request, sizeof request, &from), ==, 104);
  g_assert_cmpint (request[0], ==, 6);
  g_assert_cmpint (request[1], ==, 1);
  g_assert_cmpint (request[5], ==, 33);
  make_tracking (reply, request);
  for (gsize n = 0; n < sizeof reply; n++)
    {
      answer (server, &from, reply, n);
      spur_host_service_look (service, &kit->context);
      g_assert_false (spur_host_service_get (service, &state));
    }
  reply[16] ^= 1;
  answer (server, &from, reply, sizeof reply);
  look (service, &kit->context);
  g_assert_false (spur_host_service_get (service, &state));
  reply[16] ^= 1;
  answer (server, &from, reply, sizeof reply);
  look (service, &kit->context);
  g_assert_true (spur_host_service_get (service, &state));
  g_assert_cmpstr (state.name, ==, "chrony");
  g_assert_cmpint (state.stratum, ==, 2);
  g_assert_cmpint (state.offset_ns, ==, -NS_PER_S / 1024);
  g_assert_cmpint (state.root_delay_ns, ==, NS_PER_S / 64);
  g_assert_cmpint (state.root_dispersion_ns, ==, NS_PER_S * 3 / 64);

  /* Who does not answer for a minute is forgotten. */
  kit->context.time_ns = spur_host_now_ns () + 65 * NS_PER_S;
  spur_host_service_look (service, &kit->context);
  g_assert_false (spur_host_service_get (service, &state));
  spur_host_service_free (service);
  close (server);
  close (other);
}

static void
test_ntpd (void)
{
  static const char variables[] =
    "version=\"ntpd 4.2.8p15\", stratum=3, rootdelay=12.500,\r\nrootdisp=2.25, refid=10.0.0.1, "
    "offset=-0.125, frequency=1.5";
  g_autoptr (HostKit) kit = host_kit_new (&spur_host_clock);
  guint16 port, other_port;
  int server = open_server (&port), other = open_server (&other_port);
  SpurHostService *service = spur_host_service_new_at (&kit->context, other_port, port);
  SpurHostServiceState state;
  struct sockaddr_in from;
  guint8 request[512], reply[12 + sizeof variables];

  look (service, &kit->context);
  g_assert_cmpuint (receive (server, request, sizeof request, &from), ==, 12);
  g_assert_cmpint (request[0] & 7, ==, 6);
  g_assert_cmpint (request[1], ==, 2);
  memcpy (reply, request, 12);
  reply[1] |= 0x80;
  reply[11] = sizeof variables - 1;
  memcpy (reply + 12, variables, sizeof variables);
  for (gsize n = 0; n < 12 + sizeof variables - 1; n++)
    {
      answer (server, &from, reply, n);
      spur_host_service_look (service, &kit->context);
      g_assert_false (spur_host_service_get (service, &state));
    }
  answer (server, &from, reply, sizeof reply);
  look (service, &kit->context);
  g_assert_true (spur_host_service_get (service, &state));
  g_assert_cmpstr (state.name, ==, "ntpd");
  g_assert_cmpint (state.stratum, ==, 3);
  g_assert_cmpint (state.offset_ns, ==, -125000);
  g_assert_cmpint (state.root_delay_ns, ==, 12500000);
  g_assert_cmpint (state.root_dispersion_ns, ==, 2250000);
  spur_host_service_free (service);
  close (server);
  close (other);
}

/* Arbitrary bytes, in answer to both questions. */
static void
test_odd_answers (void)
{
  g_autoptr (HostKit) kit = host_kit_new (&spur_host_clock);
  guint16 ports[2];
  int servers[2] = { open_server (&ports[0]), open_server (&ports[1]) };
  SpurHostService *service = spur_host_service_new_at (&kit->context, ports[0], ports[1]);
  SpurHostServiceState state;
  struct sockaddr_in from[2];
  guint8 request[512], reply[1500];
  guint n_rounds = spur_test_scale (2000);

  look (service, &kit->context);
  for (guint i = 0; i < 2; i++)
    receive (servers[i], request, sizeof request, &from[i]);
  for (guint i = 0; i < n_rounds; i++)
    {
      for (gsize n = 0; n < sizeof reply; n++)
        reply[n] = (guint8) (i % 3 == 0 ? "=,.-0123456789 stratum"[g_random_int_range (0, 21)]
                                        : g_random_int_range (0, 256));
      /* Heads that are right, so that the rest is looked at. */
      memcpy (reply, request, 4);
      reply[1] = 0x82;
      memset (reply + 8, 0, 2);
      answer (servers[i % 2], &from[i % 2], reply, (gsize) g_random_int_range (0, 1500));
      spur_host_service_look (service, &kit->context);
      spur_host_service_get (service, &state);
    }
  spur_host_service_free (service);
  close (servers[0]);
  close (servers[1]);
}

/* Without a listener nothing is waited for, and nothing said. */
static void
test_no_service (void)
{
  g_autoptr (HostKit) kit = host_kit_new (&spur_host_clock);
  guint16 ports[2];
  SpurHostServiceState state;
  SpurHostService *service;
  gint64 begin_ns;

  close (open_server (&ports[0]));
  close (open_server (&ports[1]));
  service = spur_host_service_new_at (&kit->context, ports[0], ports[1]);
  begin_ns = spur_host_now_ns ();
  for (guint i = 0; i < 100; i++)
    {
      kit->context.time_ns = begin_ns + i * NS_PER_S;
      spur_host_service_look (service, &kit->context);
      g_assert_false (spur_host_service_get (service, &state));
    }
  g_assert_cmpint (spur_host_now_ns () - begin_ns, <, NS_PER_S);
  g_assert_cmpuint (kit->notes->len, ==, 0);
  spur_host_service_free (service);
}

/* ---- Interfaces ---- */

typedef struct
{
  char bytes[2048];
  gsize n_bytes;
} LinkMessages;

static void
add_attribute (LinkMessages *self, guint16 type, gconstpointer data, gsize n_bytes)
{
  const struct rtattr head = { .rta_len = (guint16) RTA_LENGTH (n_bytes), .rta_type = type };

  memcpy (self->bytes + self->n_bytes, &head, sizeof head);
  memcpy (self->bytes + self->n_bytes + RTA_LENGTH (0), data, n_bytes);
  self->n_bytes += RTA_SPACE (n_bytes);
}

/* As the kernel says it, with the state as in RFC 2863 where it is not negative. */
static void
add_link (LinkMessages *self, guint16 type, const char *name, int state, guint flags)
{
  const struct ifinfomsg info = { .ifi_family = AF_UNSPEC, .ifi_flags = flags };
  gsize begin = self->n_bytes;
  struct nlmsghdr head = { .nlmsg_type = type };
  guint8 byte = (guint8) state;
  guint mtu = 1500;

  memset (self->bytes + begin, 0, sizeof self->bytes - begin);
  memcpy (self->bytes + begin + NLMSG_LENGTH (0), &info, sizeof info);
  self->n_bytes += NLMSG_SPACE (sizeof info);
  add_attribute (self, IFLA_MTU, &mtu, sizeof mtu);
  if (name != NULL)
    add_attribute (self, IFLA_IFNAME, name, strlen (name) + 1);
  if (state >= 0)
    add_attribute (self, IFLA_OPERSTATE, &byte, 1);
  head.nlmsg_len = (guint32) (self->n_bytes - begin);
  memcpy (self->bytes + begin, &head, sizeof head);
}

/* What it is told comes from the socket that is returned, instead of from the kernel; -1 where
 * there is no netlink. Its state begins with its socket. */
static int
open_links (HostKit *kit)
{
  int ends[2];

  kit->context.root = "";
  if (!host_kit_open (kit))
    {
      g_assert_cmpuint (kit->notes->len, ==, 1);
      g_test_skip ("there is no netlink");
      return -1;
    }
  g_assert_cmpint (socketpair (AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, ends), ==, 0);
  g_assert_cmpint (dup2 (ends[0], *(const int *) kit->state), >=, 0);
  close (ends[0]);
  return ends[1];
}

static void
send_links (int fd, const LinkMessages *messages)
{
  g_assert_cmpint (send (fd, messages->bytes, messages->n_bytes, 0), ==, messages->n_bytes);
}

static const char *
get_link_state (HostKit *kit, const char *name)
{
  return host_kit_get_text (host_kit_find (kit, SPUR_HOST_LINK, name), "state");
}

static void
test_links (void)
{
  g_autoptr (HostKit) elsewhere = host_kit_new (&spur_host_links);
  g_autoptr (HostKit) kit = host_kit_new (&spur_host_links);
  LinkMessages messages = { .n_bytes = 0 };
  int fd;

  g_test_summary ("Interfaces come, change their state by all of its names, and go.");

  g_assert_false (host_kit_open (elsewhere));
  fd = open_links (kit);
  if (fd < 0)
    return;
  host_kit_sample (kit);
  g_assert_cmpuint (kit->rows->len, ==, 0);

  add_link (&messages, RTM_NEWLINK, "absent", IF_OPER_NOTPRESENT, 0);
  add_link (&messages, RTM_NEWLINK, "down", IF_OPER_DOWN, IFF_RUNNING);
  add_link (&messages, RTM_NEWLINK, "lower", IF_OPER_LOWERLAYERDOWN, 0);
  add_link (&messages, RTM_NEWLINK, "testing", IF_OPER_TESTING, 0);
  add_link (&messages, RTM_NEWLINK, "dormant", IF_OPER_DORMANT, 0);
  send_links (fd, &messages);
  messages.n_bytes = 0;
  add_link (&messages, RTM_NEWLINK, "up", IF_OPER_UP, 0);
  add_link (&messages, RTM_DELLINK, "gone", IF_OPER_UP, IFF_RUNNING);
  /* Where the state is unknown, or one that RFC 2863 does not have, flags say it. */
  add_link (&messages, RTM_NEWLINK, "lo", IF_OPER_UNKNOWN, IFF_RUNNING);
  add_link (&messages, RTM_NEWLINK, "odd", IF_OPER_UP + 1, 0);
  add_link (&messages, RTM_NEWLINK, "plain", -1, IFF_RUNNING);
  send_links (fd, &messages);
  host_kit_sample (kit);
  g_assert_cmpuint (host_kit_count (kit, SPUR_HOST_LINK), ==, 10);
  g_assert_cmpstr (get_link_state (kit, "absent"), ==, "not present");
  g_assert_cmpstr (get_link_state (kit, "down"), ==, "down");
  g_assert_cmpstr (get_link_state (kit, "lower"), ==, "lower layer down");
  g_assert_cmpstr (get_link_state (kit, "testing"), ==, "testing");
  g_assert_cmpstr (get_link_state (kit, "dormant"), ==, "dormant");
  g_assert_cmpstr (get_link_state (kit, "up"), ==, "up");
  g_assert_cmpstr (get_link_state (kit, "gone"), ==, "removed");
  g_assert_cmpstr (get_link_state (kit, "lo"), ==, "up");
  g_assert_cmpstr (get_link_state (kit, "odd"), ==, "down");
  g_assert_cmpstr (get_link_state (kit, "plain"), ==, "up");
  host_kit_sample (kit);
  g_assert_cmpuint (kit->rows->len, ==, 0);
  close (fd);
}

static void
test_odd_links (void)
{
  g_autoptr (HostKit) kit = host_kit_new (&spur_host_links);
  g_autofree char *long_name = g_strnfill (SPUR_HOST_TEXT_BYTES - 1, 'x');
  LinkMessages messages = { .n_bytes = 0 };
  gsize n_bytes;
  int fd = open_links (kit);

  g_test_summary ("Messages of other things, without a name, and cut short are passed over.");

  if (fd < 0)
    return;
  add_link (&messages, RTM_NEWADDR, "address", IF_OPER_UP, 0);
  add_link (&messages, RTM_NEWLINK, NULL, IF_OPER_UP, 0);
  add_link (&messages, RTM_NEWLINK, long_name, IF_OPER_UP, 0);
  add_link (&messages, RTM_NEWLINK, long_name + 1, IF_OPER_UP, 0);
  add_link (&messages, RTM_NEWLINK, "last", IF_OPER_UP, 0);
  send_links (fd, &messages);
  host_kit_sample (kit);
  g_assert_cmpuint (kit->rows->len, ==, 2);
  g_assert_cmpstr (get_link_state (kit, long_name + 1), ==, "up");
  g_assert_cmpstr (get_link_state (kit, "last"), ==, "up");

  /* At each length; with its length told as such, what there is of it may do. */
  messages.n_bytes = 0;
  add_link (&messages, RTM_NEWLINK, "eth0", IF_OPER_UP, 0);
  n_bytes = messages.n_bytes;
  for (messages.n_bytes = 1; messages.n_bytes < n_bytes; messages.n_bytes++)
    {
      guint32 n_told = (guint32) messages.n_bytes;

      send_links (fd, &messages);
      host_kit_sample (kit);
      g_assert_cmpuint (kit->rows->len, ==, 0);
      if (messages.n_bytes < sizeof (struct nlmsghdr))
        continue;
      memcpy (messages.bytes, &n_told, sizeof n_told);
      send_links (fd, &messages);
      host_kit_sample (kit);
      g_assert_cmpuint (kit->rows->len, <=, 1);
      n_told = (guint32) n_bytes;
      memcpy (messages.bytes, &n_told, sizeof n_told);
    }
  close (fd);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/host/state/logins", test_logins);
  g_test_add_func ("/host/state/odd-logins", test_odd_logins);
  g_test_add_func ("/host/state/many-logins", test_many_logins);
  g_test_add_func ("/host/state/no-logins", test_no_logins);
  g_test_add_func ("/host/state/clock", test_clock);
  g_test_add_func ("/host/state/chrony", test_chrony);
  g_test_add_func ("/host/state/ntpd", test_ntpd);
  g_test_add_func ("/host/state/odd-answers", test_odd_answers);
  g_test_add_func ("/host/state/no-service", test_no_service);
  g_test_add_func ("/host/state/links", test_links);
  g_test_add_func ("/host/state/odd-links", test_odd_links);
  return g_test_run ();
}
