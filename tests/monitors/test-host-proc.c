/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What the sources make of files of /proc, recorded ones and odd ones. */
#include "config.h"

#include <string.h>

#include "tests/monitors/host-kit.h"
#include "tests/test-corpus.h"

#define DISK_BEFORE "   8       0 sda 10 0 100 5 20 0 200 6 0 50 11 0 0 0 0\n"
#define NET_HEAD                                                                                   \
  "Inter-|   Receive                                                |  Transmit\n"                 \
  " face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop "  \
  "fifo colls carrier compressed\n"

static const SpurHostSource *const sources[] = { &spur_host_cpu, &spur_host_memory, &spur_host_disk,
                                                 &spur_host_network, &spur_host_tcp };

static HostKit *
take_recorded (const SpurHostSource *source)
{
  HostKit *kit = host_kit_new (source);

  host_kit_put_look (kit, "first");
  host_kit_put (kit, "sys/block/vda/size", "1000\n");
  host_kit_put (kit, "sys/class/net/lo/mtu", "65536\n");
  g_assert_true (host_kit_open (kit));
  host_kit_sample (kit);
  g_assert_cmpuint (kit->rows->len, ==, 0);
  host_kit_put_look (kit, "second");
  host_kit_sample (kit);
  host_kit_check_rows (kit);
  g_assert_cmpuint (kit->notes->len, ==, 0);
  g_assert_cmpuint (kit->context.n_odd_lines, ==, 0);
  g_assert_cmpuint (kit->context.n_resets, ==, 0);
  return kit;
}

static void
test_cpu (void)
{
  g_autoptr (HostKit) kit = take_recorded (&spur_host_cpu);
  const SpurHostRow *row = host_kit_find (kit, SPUR_HOST_PROCESSOR, "host");

  g_test_summary ("Processors: the numbers that awk computed from the same files.");
  g_assert_cmpint (host_kit_get (row, "user"), ==, 70000);
  g_assert_cmpint (host_kit_get (row, "nice"), ==, 1670000);
  g_assert_cmpint (host_kit_get (row, "system"), ==, 770000);
  g_assert_cmpint (host_kit_get (row, "idle"), ==, 0);
  g_assert_cmpint (host_kit_get (row, "wait"), ==, 10000);
  g_assert_cmpint (host_kit_get (row, "soft_interrupt"), ==, 10000);
  g_assert_cmpint (host_kit_get (row, "cores"), ==, 2);
  g_assert_cmpint (host_kit_get (row, "load"), ==, 1000000 * 252 / 253);
  g_assert_cmpint (host_kit_get (row, "interval"), >, 0);

  g_assert_cmpuint (host_kit_count (kit, SPUR_HOST_CORE), ==, 2);
  row = host_kit_find (kit, SPUR_HOST_CORE, "core 0");
  g_assert_cmpint (host_kit_get (row, "nice"), ==, 860000);
  g_assert_cmpint (host_kit_get (row, "load"), ==, 1000000 * 126 / 127);

  row = host_kit_find (kit, SPUR_HOST_RUN_QUEUE, "host");
  g_assert_cmpint (host_kit_get (row, "load"), ==, 2000000);
  g_assert_cmpint (host_kit_get (row, "blocked"), ==, 0);
  g_assert_cmpint (host_kit_get (row, "threads"), ==, 110);
  g_assert_cmpint (host_kit_get (row, "average"), ==, 2670000);
  g_assert_cmpint (host_kit_get (row, "switches"), ==, 1291);
  g_assert_cmpint (host_kit_get (row, "interrupts"), ==, 1156);
  g_assert_cmpint (host_kit_get (row, "forks"), ==, 95);
}

static void
test_memory (void)
{
  g_autoptr (HostKit) kit = take_recorded (&spur_host_memory);
  const SpurHostRow *row = host_kit_find (kit, SPUR_HOST_MEMORY, "memory");

  g_assert_cmpint (host_kit_get (row, "total"), ==, G_GINT64_CONSTANT (24684084) * 1024);
  g_assert_cmpint (host_kit_get (row, "available"), ==, G_GINT64_CONSTANT (24013308) * 1024);
  g_assert_cmpint (host_kit_get (row, "cache"), ==, G_GINT64_CONSTANT (38060 + 4991192) * 1024);
  g_assert_cmpint (host_kit_get (row, "dirty"), ==, G_GINT64_CONSTANT (185424) * 1024);
  g_assert_cmpint (host_kit_get (row, "major_faults"), ==, 6);
  g_assert_cmpint (host_kit_get (row, "load"), ==,
                   G_GINT64_CONSTANT (1000000) * (24684084 - 24013308) / 24684084);
  g_assert_cmpuint (host_kit_count (kit, SPUR_HOST_SWAP), ==, 0);
}

static void
test_disk (void)
{
  g_autoptr (HostKit) kit = take_recorded (&spur_host_disk);
  const SpurHostRow *row = host_kit_find (kit, SPUR_HOST_DISK, "vda");

  g_assert_cmpuint (kit->rows->len, ==, 1);
  g_assert_cmpint (host_kit_get (row, "reads"), ==, 393);
  g_assert_cmpint (host_kit_get (row, "read"), ==, 5128 * 512);
  g_assert_cmpint (host_kit_get (row, "read_time"), ==, 1039);
  g_assert_cmpint (host_kit_get (row, "writes"), ==, 124);
  g_assert_cmpint (host_kit_get (row, "written"), ==, 217040 * 512);
  g_assert_cmpint (host_kit_get (row, "write_time"), ==, 73);
  g_assert_cmpstr (kit->resources->pdata[row->part], ==, "size=512000 bytes;");
}

static void
test_network (void)
{
  g_autoptr (HostKit) kit = take_recorded (&spur_host_network);
  const SpurHostRow *row = host_kit_find (kit, SPUR_HOST_INTERFACE, "lo");
  gint64 interval_ns = host_kit_get (row, "interval");

  g_assert_cmpuint (kit->rows->len, ==, 1);
  g_assert_cmpint (host_kit_get (row, "received"), ==, 1002356);
  g_assert_cmpint (host_kit_get (row, "sent"), ==, 1002356);
  g_assert_cmpint (host_kit_get (row, "received_packets"), ==, 45);
  g_assert_cmpint (host_kit_get (row, "drops"), ==, 0);
  /* Bits a second, as millionths of Mbit/s. */
  g_assert_cmpfloat_with_epsilon ((double) host_kit_get (row, "load"),
                                  2.0 * 1002356 * 8 * 1e9 / (double) interval_ns,
                                  1e-6 * (double) host_kit_get (row, "load"));
  g_assert_cmpstr (kit->resources->pdata[row->part], ==, "mtu=65536 bytes;");
}

static void
test_tcp (void)
{
  g_autoptr (HostKit) kit = take_recorded (&spur_host_tcp);
  const SpurHostRow *row = host_kit_find (kit, SPUR_HOST_TCP, "TCP");

  g_assert_cmpint (host_kit_get (row, "sent"), ==, 46);
  g_assert_cmpint (host_kit_get (row, "received"), ==, 45);
  g_assert_cmpint (host_kit_get (row, "load"), ==, 0);
  g_assert_cmpint (host_kit_get (row, "timeouts"), ==, 0);
}

/* Cores are switched off and on; numbers have holes. */
static void
test_cores_come_and_go (void)
{
  g_autoptr (HostKit) kit = host_kit_new (&spur_host_cpu);

  host_kit_put (kit, "proc/stat", "cpu  10 0 10 80\ncpu0 5 0 5 40\ncpu7 5 0 5 40\n");
  g_assert_true (host_kit_open (kit));
  g_assert_cmpuint (kit->notes->len, ==, 1);
  host_kit_sample (kit);
  host_kit_put (kit, "proc/stat", "cpu  20 0 10 90\ncpu0 15 0 5 50\n");
  host_kit_sample (kit);
  g_assert_cmpuint (host_kit_count (kit, SPUR_HOST_CORE), ==, 1);
  g_assert_cmpint (host_kit_get (host_kit_find (kit, SPUR_HOST_CORE, "core 0"), "load"), ==,
                   500000);
  g_assert_cmpint (host_kit_get (host_kit_find (kit, SPUR_HOST_PROCESSOR, "host"), "cores"), ==, 1);

  /* What happened while it was off is nothing that it did in the last interval. */
  host_kit_put (kit, "proc/stat", "cpu  30 0 10 100\ncpu0 15 0 5 60\ncpu7 500 0 500 4000\n");
  host_kit_sample (kit);
  g_assert_cmpuint (host_kit_count (kit, SPUR_HOST_CORE), ==, 1);
  host_kit_put (kit, "proc/stat", "cpu  30 0 10 110\ncpu0 15 0 5 70\ncpu7 503 0 500 4001\n");
  host_kit_sample (kit);
  g_assert_cmpint (host_kit_get (host_kit_find (kit, SPUR_HOST_CORE, "core 7"), "load"), ==,
                   750000);
  g_assert_cmpuint (kit->context.n_resets, ==, 0);
}

/* Idle time steps back a little on real kernels; others do not without a reason. */
static void
test_counters_step_back (void)
{
  g_autoptr (HostKit) kit = host_kit_new (&spur_host_cpu);

  host_kit_put (kit, "proc/stat", "cpu  10 0 10 80 50\n");
  g_assert_true (host_kit_open (kit));
  host_kit_sample (kit);
  host_kit_put (kit, "proc/stat", "cpu  20 0 10 79 49\n");
  host_kit_sample (kit);
  g_assert_cmpuint (kit->context.n_resets, ==, 0);
  g_assert_cmpint (host_kit_get (host_kit_find (kit, SPUR_HOST_PROCESSOR, "host"), "load"), ==,
                   1000000);
  host_kit_put (kit, "proc/stat", "cpu  5 0 10 89 49\n");
  host_kit_sample (kit);
  g_assert_cmpuint (kit->context.n_resets, ==, 1);
  g_assert_cmpint (host_kit_get (host_kit_find (kit, SPUR_HOST_PROCESSOR, "host"), "user"), ==, 0);

  /* Two looks in one clock tick: nothing is said, and nothing is lost. */
  host_kit_sample (kit);
  g_assert_cmpuint (kit->rows->len, ==, 0);
  host_kit_put (kit, "proc/stat", "cpu  6 0 10 89 49\n");
  host_kit_sample (kit);
  g_assert_cmpint (host_kit_get (host_kit_find (kit, SPUR_HOST_PROCESSOR, "host"), "user"), ==,
                   10000);
}

static void
test_swap (void)
{
  g_autoptr (HostKit) kit = host_kit_new (&spur_host_memory);
  const SpurHostRow *row;

  host_kit_put (kit, "proc/meminfo",
                "MemTotal: 1000 kB\nMemFree: 100 kB\nBuffers: 10 kB\n"
                "Cached: 40 kB\nSwapTotal: 800 kB\nSwapFree: 600 kB\n");
  host_kit_put (kit, "proc/vmstat", "pswpin 3\npswpout 7\n");
  g_assert_true (host_kit_open (kit));
  host_kit_sample (kit);
  host_kit_put (kit, "proc/vmstat", "pswpin 3\npswpout 9\n");
  host_kit_sample (kit);
  row = host_kit_find (kit, SPUR_HOST_SWAP, "swap");
  g_assert_cmpint (host_kit_get (row, "load"), ==, 250000);
  g_assert_cmpint (host_kit_get (row, "in"), ==, 0);
  g_assert_cmpint (host_kit_get (row, "out") % 2048, ==, 0);
  g_assert_cmpint (host_kit_get (row, "out"), >=, 2 * 4096);

  /* Kernels before 3.14 do not say what is available. */
  row = host_kit_find (kit, SPUR_HOST_MEMORY, "memory");
  g_assert_cmpint (host_kit_get (row, "available"), ==, 150 * 1024);
  g_assert_cmpuint (kit->notes->len, ==, 1);
}

/* An idle disk says so once, and the next time when it works. */
static void
test_idle_disk (void)
{
  g_autoptr (HostKit) kit = host_kit_new (&spur_host_disk);

  host_kit_put (kit, "sys/block/sda/size", "8\n");
  host_kit_put (kit, "sys/block/cciss!c0d0/size", "16\n");
  host_kit_put (kit, "proc/diskstats", DISK_BEFORE "   8       1 sda1 1 1 1 1 1 1 1 1 0 1 1\n");
  g_assert_true (host_kit_open (kit));
  host_kit_sample (kit);
  host_kit_sample (kit);
  g_assert_cmpuint (kit->rows->len, ==, 0);
  host_kit_put (kit, "proc/diskstats",
                "   8       0 sda 11 0 108 5 20 0 200 6 0 51 11\n"
                "   8       1 sda1 9 1 1 1 1 1 1 1 0 1 1\n"
                " 104       0 cciss/c0d0 1 0 8 1 0 0 0 0 0 1 1\n");
  host_kit_sample (kit);
  g_assert_cmpuint (kit->rows->len, ==, 1);
  g_assert_cmpint (host_kit_get (host_kit_find (kit, SPUR_HOST_DISK, "sda"), "read"), ==, 4096);
  host_kit_sample (kit);
  g_assert_cmpuint (kit->rows->len, ==, 1);
  g_assert_cmpint (host_kit_get (host_kit_find (kit, SPUR_HOST_DISK, "sda"), "load"), ==, 0);
  host_kit_sample (kit);
  g_assert_cmpuint (kit->rows->len, ==, 0);
  host_kit_put (kit, "proc/diskstats",
                "   8       0 sda 11 0 108 5 20 0 200 6 1 51 11\n"
                " 104       0 cciss/c0d0 2 0 16 1 0 0 0 0 0 1 1\n");
  host_kit_sample (kit);
  g_assert_cmpuint (kit->rows->len, ==, 2);
  g_assert_cmpint (host_kit_get (host_kit_find (kit, SPUR_HOST_DISK, "sda"), "in_flight"), ==, 1);
  host_kit_find (kit, SPUR_HOST_DISK, "cciss/c0d0");
}

static void
test_interfaces_come_and_go (void)
{
  g_autoptr (HostKit) kit = host_kit_new (&spur_host_network);

  host_kit_put (kit, "proc/net/dev", NET_HEAD "  eth0:10 1 0 0 0 0 0 0 20 2 0 0 0 0 0 0\n");
  host_kit_put (kit, "sys/class/net/eth0/speed", "10000\n");
  host_kit_put (kit, "sys/class/net/eth1/speed", "-1\n");
  g_assert_true (host_kit_open (kit));
  host_kit_sample (kit);
  host_kit_put (kit, "proc/net/dev",
                NET_HEAD "  eth0:110 2 1 0 0 0 0 0 20 2 0 3 0 0 0 0\n"
                         "eth1: 5 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n");
  host_kit_sample (kit);
  g_assert_cmpuint (kit->rows->len, ==, 1);
  g_assert_cmpint (host_kit_get (kit->rows->pdata[0], "received"), ==, 100);
  g_assert_cmpint (host_kit_get (kit->rows->pdata[0], "errors"), ==, 1);
  g_assert_cmpint (host_kit_get (kit->rows->pdata[0], "drops"), ==, 3);
  g_assert_cmpstr (kit->resources->pdata[1], ==, "speed=10000 Mbit/s;");

  /* Of eth0 there is another one now. */
  host_kit_put (kit, "proc/net/dev", NET_HEAD "eth1: 25 2 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n");
  host_kit_sample (kit);
  g_assert_cmpint (host_kit_get (host_kit_find (kit, SPUR_HOST_INTERFACE, "eth1"), "received"), ==,
                   20);
  g_assert_cmpstr (kit->resources->pdata[2], ==, "");
  host_kit_put (kit, "proc/net/dev",
                NET_HEAD "  eth0:1 1 0 0 0 0 0 0 2 2 0 0 0 0 0 0\n"
                         "eth1: 25 2 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n");
  host_kit_sample (kit);
  g_assert_cmpuint (host_kit_count (kit, SPUR_HOST_INTERFACE), ==, 1);
  g_assert_cmpuint (kit->context.n_resets, ==, 0);
}

/* Kernels add columns wherever they like; names say which is which. */
static void
test_tcp_columns (void)
{
  g_autoptr (HostKit) kit = host_kit_new (&spur_host_tcp);
  const SpurHostRow *row;

  host_kit_put (kit, "proc/net/snmp",
                "Ip: Forwarding\nIp: 1\n"
                "Tcp: MaxConn CurrEstab OutSegs RetransSegs\nTcp: -1 4 100 10\n");
  g_assert_true (host_kit_open (kit));
  host_kit_sample (kit);
  host_kit_put (kit, "proc/net/snmp",
                "Tcp: New MaxConn CurrEstab OutSegs RetransSegs\nTcp: 7 -1 5 160 13\n");
  host_kit_put (kit, "proc/net/netstat", "TcpExt: ListenDrops TCPTimeouts\nTcpExt: 5 9\n");
  host_kit_sample (kit);
  row = host_kit_find (kit, SPUR_HOST_TCP, "TCP");
  g_assert_cmpint (host_kit_get (row, "load"), ==, 3000000);
  g_assert_cmpint (host_kit_get (row, "sent"), ==, 60);
  g_assert_cmpint (host_kit_get (row, "received"), ==, 0);
  g_assert_cmpint (host_kit_get (row, "established"), ==, 5);
  g_assert_cmpint (host_kit_get (row, "timeouts"), ==, 0);
  g_assert_cmpuint (kit->notes->len, ==, 1);
}

static void
test_missing (void)
{
  g_test_summary ("What a container does not have is said once, and the rest goes on.");

  for (guint i = 0; i < G_N_ELEMENTS (sources); i++)
    {
      g_autoptr (HostKit) kit = host_kit_new (sources[i]);

      g_assert_false (host_kit_open (kit));
      g_assert_cmpuint (kit->notes->len, ==, 1);
      g_assert_nonnull (strstr (kit->notes->pdata[0], kit->root));
      g_assert_nonnull (strstr (kit->notes->pdata[0], "goes on without"));
    }
}

/* A folder can be opened and not be read. */
static void
test_unreadable (void)
{
  g_autoptr (HostKit) kit = host_kit_new (&spur_host_cpu);

  host_kit_put (kit, "proc/stat/x", "");
  host_kit_put (kit, "proc/loadavg", "1.5 1 1 1/2 3\n");
  g_assert_true (host_kit_open (kit));
  for (guint i = 0; i < 250; i++)
    host_kit_sample (kit);
  g_assert_cmpuint (kit->rows->len, ==, 0);
  g_assert_cmpuint (kit->notes->len, ==, 1);
  g_assert_cmpuint (kit->context.n_failed_reads, ==, 250);
}

static void
test_odd (void)
{
  static const char *const texts[] = {
    "",
    "\n",
    "cpu",
    "cpu \n",
    "cpu  1 2 3\n",
    "cpu0\ncpux 1 2 3 4 5\ncpu 1 2 3 4\ncpu99999999999999999999 1 2 3 4\n",
    "cpu  99999999999999999999999 1 1 1 1 1 1 1\ncpu0 1 1 1 1\ncpu0 2 2 2 2\n",
    "cpu8191 1 1 1 1\ncpu8192 1 1 1 1\nctxt\nprocs_running -5\nprocs_running 9223372036854775807\n",
    "MemTotal: 99999999999999999999 kB\n",
    "MemTotal: 10 kB\nMemFree: 9007199254740993 kB\nMemAvailable:\nSwapTotal: 5 kB\nSwapFree: 10 "
    "kB\n",
    "   8 0 sda 1 2 3\n  8\n 8 0 \n 8 0 "
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa 1 1 1 1 "
    "1 "
    "1 1 1 1 1 1\n",
    "eth0: 1 2 3\n: 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\neth0 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\n",
    "Tcp:\nTcp:\nTcp: RetransSegs\n",
    "Tcp: RetransSegs OutSegs\nTcp: x\n",
    "Tcp: RetransSegs OutSegs\nTcp: 99999999999999999999 99999999999999999999\n",
  };
  static const char *const paths[] = { "proc/stat",     "proc/loadavg",    "proc/meminfo",
                                       "proc/vmstat",   "proc/net/dev",    "proc/diskstats",
                                       "proc/net/snmp", "proc/net/netstat" };

  g_test_summary ("Any of the odd texts in any of the files, and one after the other.");
  for (guint s = 0; s < G_N_ELEMENTS (sources); s++)
    {
      g_autoptr (HostKit) kit = host_kit_new (sources[s]);

      for (guint p = 0; p < G_N_ELEMENTS (paths); p++)
        host_kit_put (kit, paths[p], "");
      g_assert_true (host_kit_open (kit));
      for (guint t = 0; t < 2 * G_N_ELEMENTS (texts); t++)
        {
          for (guint p = 0; p < G_N_ELEMENTS (paths); p++)
            host_kit_put (kit, paths[p],
                          texts[(t + t / G_N_ELEMENTS (texts) * p) % G_N_ELEMENTS (texts)]);
          host_kit_sample (kit);
          host_kit_check_rows (kit);
        }
      g_assert_cmpuint (kit->context.n_odd_lines, >, 0);
    }
}

static void
test_truncated (void)
{
  static const char *const paths[] = { "proc/stat", "proc/meminfo", "proc/diskstats",
                                       "proc/net/dev", "proc/net/snmp" };

  g_test_summary ("Every file at every length, and whole again.");
  for (guint s = 0; s < G_N_ELEMENTS (sources); s++)
    {
      gsize n_bytes;
      g_autofree char *text = host_kit_get_recorded ("second", paths[s], &n_bytes);
      g_autoptr (HostKit) kit = host_kit_new (sources[s]);
      gsize step = spur_test_scale (1000) >= 1000 ? 1 : 17;

      host_kit_put_look (kit, "first");
      g_assert_true (host_kit_open (kit));
      host_kit_sample (kit);
      for (gsize n = 0; n < n_bytes; n += step)
        {
          host_kit_put_bytes (kit, paths[s], text, n);
          host_kit_sample (kit);
          host_kit_check_rows (kit);
        }
      host_kit_put_look (kit, "first");
      host_kit_sample (kit);
      host_kit_put_look (kit, "second");
      host_kit_sample (kit);
      g_assert_cmpuint (kit->rows->len, >, 0);
    }
}

static guint32
get_seed (void)
{
  const char *text = g_getenv ("SPUR_TEST_SEED");
  guint32 seed = text != NULL ? (guint32) g_ascii_strtoull (text, NULL, 10) : g_random_int ();

  g_test_message ("SPUR_TEST_SEED=%u", seed);
  return seed;
}

static void
damage (GRand *rand, char *text, gsize n_bytes)
{
  static const char signs[] = "0123456789 \n:-.cpu\t\0\377";
  guint n = (guint) g_rand_int_range (rand, 1, 12);

  for (guint i = 0; i < n && n_bytes > 0; i++)
    text[g_rand_int_range (rand, 0, (gint32) n_bytes)] =
      signs[g_rand_int_range (rand, 0, (gint32) sizeof signs - 1)];
}

static void
test_damaged (void)
{
  static const char *const paths[] = { "proc/stat",     "proc/loadavg",    "proc/meminfo",
                                       "proc/vmstat",   "proc/net/dev",    "proc/diskstats",
                                       "proc/net/snmp", "proc/net/netstat" };
  g_autoptr (GRand) rand = g_rand_new_with_seed (get_seed ());
  guint n_rounds = (guint) spur_test_scale (300);

  g_test_summary ("Recorded files with bytes changed at random: no row that no host could give.");
  for (guint s = 0; s < G_N_ELEMENTS (sources); s++)
    {
      g_autoptr (HostKit) kit = host_kit_new (sources[s]);

      host_kit_put_look (kit, "first");
      g_assert_true (host_kit_open (kit));
      for (guint i = 0; i < n_rounds; i++)
        {
          const char *path = paths[g_rand_int_range (rand, 0, G_N_ELEMENTS (paths))];
          gsize n_bytes;
          g_autofree char *text =
            host_kit_get_recorded (i % 2 == 0 ? "second" : "first", path, &n_bytes);

          damage (rand, text, n_bytes);
          host_kit_put_bytes (kit, path, text, n_bytes);
          host_kit_sample (kit);
          host_kit_check_rows (kit);
        }
    }
}

/* As many cores as a large machine has, more than the first buffer holds. */
static void
test_large (void)
{
  g_autoptr (HostKit) kit = host_kit_new (&spur_host_cpu);

  for (guint look = 0; look < 2; look++)
    {
      g_autoptr (GString) text = g_string_new ("cpu  1 1 1 1\n");

      for (guint i = 0; i < 9000; i++)
        g_string_append_printf (text, "cpu%u %u 0 0 %u 0 0 0 0 0 0\n", i, 100 + look * 3,
                                1000 + look);
      g_string_append (text, "intr 5");
      for (guint i = 0; i < 100000; i++)
        g_string_append (text, " 0");
      g_string_append_printf (text, "\nctxt %u\nprocs_running 1\n", 100 + look);
      host_kit_put (kit, "proc/stat", text->str);
      if (look == 0)
        g_assert_true (host_kit_open (kit));
      host_kit_sample (kit);
    }
  g_assert_cmpuint (host_kit_count (kit, SPUR_HOST_CORE), ==, 8192);
  g_assert_cmpuint (kit->context.n_left_out, ==, 2 * (9000 - 8192));
  g_assert_cmpint (host_kit_get (host_kit_find (kit, SPUR_HOST_CORE, "core 8191"), "load"), ==,
                   750000);
  g_assert_cmpint (host_kit_get (host_kit_find (kit, SPUR_HOST_RUN_QUEUE, "host"), "switches"), ==,
                   1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/host/proc/cpu", test_cpu);
  g_test_add_func ("/host/proc/memory", test_memory);
  g_test_add_func ("/host/proc/disk", test_disk);
  g_test_add_func ("/host/proc/network", test_network);
  g_test_add_func ("/host/proc/tcp", test_tcp);
  g_test_add_func ("/host/proc/cores-come-and-go", test_cores_come_and_go);
  g_test_add_func ("/host/proc/counters-step-back", test_counters_step_back);
  g_test_add_func ("/host/proc/swap", test_swap);
  g_test_add_func ("/host/proc/idle-disk", test_idle_disk);
  g_test_add_func ("/host/proc/interfaces-come-and-go", test_interfaces_come_and_go);
  g_test_add_func ("/host/proc/tcp-columns", test_tcp_columns);
  g_test_add_func ("/host/proc/missing", test_missing);
  g_test_add_func ("/host/proc/unreadable", test_unreadable);
  g_test_add_func ("/host/proc/odd", test_odd);
  g_test_add_func ("/host/proc/truncated", test_truncated);
  g_test_add_func ("/host/proc/damaged", test_damaged);
  g_test_add_func ("/host/proc/large", test_large);
  return g_test_run ();
}
