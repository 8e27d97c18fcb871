/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: BSD-2-Clause
 */
#pragma once

/* Every constant of recordings, in files and on sockets (doc/recording.md), once for both ends: the
 * C recorder, the relay, the collector and readers. C11 and nothing else. */
#include <stdint.h>

/* What a recording begins with; in a file the counts fill the rest of its head. */
#define SPUR_RECORDING_MAGIC "\211SREC\r\n\n"
#define SPUR_RECORDING_MAJOR 1
#define SPUR_RECORDING_BYTE_ORDER 0x01020304u
#define SPUR_RECORDING_PREAMBLE_BYTES 96
#define SPUR_RECORDING_HEAD_BYTES 4096
#define SPUR_RECORDING_STATUS_BYTES (SPUR_RECORDING_HEAD_BYTES - SPUR_RECORDING_PREAMBLE_BYTES)
#define SPUR_RECORDING_STATUS_MAX_ROWS 160

typedef enum
{
  SPUR_RECORDING_MONOTONIC = 1,
  SPUR_RECORDING_TSC = 2,
} SpurRecordingClock;

/* The preamble as it lies there. @clock: SpurRecordingClock */
typedef struct
{
  char magic[8];
  uint16_t major;
  uint16_t minor;
  uint32_t byte_order;
  uint64_t origin;
  uint32_t process;
  uint32_t clock;
  uint64_t process_start;
  uint8_t boot[16];
  uint64_t hz;
  uint64_t begin_ticks;
  int64_t begin_ns;
  int64_t begin_real_ns;
  uint64_t hash;
} SpurRecordingPreamble;

_Static_assert(sizeof (SpurRecordingPreamble) == SPUR_RECORDING_PREAMBLE_BYTES, "no gaps");

/* Tables that rows of definitions belong to. */
typedef enum
{
  SPUR_RECORDING_STRINGS = 1,
  SPUR_RECORDING_STATES,
  SPUR_RECORDING_OBJECTS,
  SPUR_RECORDING_GROUPS,
  SPUR_RECORDING_LISTS,
  SPUR_RECORDING_ATTRIBUTES,
  SPUR_RECORDING_N_TABLES,
} SpurRecordingTable;

#define SPUR_PACKET_MAGIC 0x4C435053u
#define SPUR_PACKET_HEADER_BYTES 56
#define SPUR_PACKET_MAX_BODY_BYTES (1u << 24)
#define SPUR_PACKET_MAX_EVENTS (1u << 16)

typedef enum
{
  SPUR_PACKET_FACTS = 1,
  SPUR_PACKET_CLOCK,
  SPUR_PACKET_CLASSES,
  SPUR_PACKET_DEFINITIONS,
  SPUR_PACKET_STREAM,
  SPUR_PACKET_EVENTS,
  SPUR_PACKET_DROPS,
  SPUR_PACKET_OFFSETS,
  SPUR_PACKET_DELAYS,
  SPUR_PACKET_STATUS,
  SPUR_PACKET_MARK,
  SPUR_PACKET_PROBES,
  SPUR_PACKET_PROBE,
} SpurPacketKind;

/* A row of probes: ticks, the boot of another computer, its CLOCK_MONOTONIC in ns, and by how many
 * ns that may be off. */
#define SPUR_PROBES_ROW_BYTES 40

/* Packets of marks and of counts are not numbered among others: a file may not have them. */
#define SPUR_PACKET_FIRST_MARK ((uint64_t) 1 << 62)
#define SPUR_PACKET_FIRST_STATUS ((uint64_t) 1 << 63)

/* Words of 64 bits before the fields of an event in a block: its class and size, and its ticks. */
#define SPUR_PACKET_HEAD_WORDS 2

/* The file of blocks beside a recording: its head has the bytes of a slot, and bytes, number and
 * bytes of rows that are in no packet yet. */
#define SPUR_BLOCKS_SUFFIX ".blocks"
#define SPUR_BLOCKS_AT_SLOT_BYTES 96
#define SPUR_BLOCKS_AT_N_ROWS 104
#define SPUR_BLOCKS_AT_ROWS 112
#define SPUR_BLOCKS_MAX_ROW_BYTES (SPUR_RECORDING_HEAD_BYTES - SPUR_BLOCKS_AT_ROWS)

/* A slot of it: a writer, and its block from SPUR_SLOT_AT_BLOCK on. */
#define SPUR_SLOT_MAGIC "spurslot"
#define SPUR_SLOT_AT_END 0
#define SPUR_SLOT_AT_MAGIC 40
#define SPUR_SLOT_AT_ADDRESS 48
#define SPUR_SLOT_AT_WRITER 56
#define SPUR_SLOT_AT_STREAM 60
#define SPUR_SLOT_AT_FIRST 64
#define SPUR_SLOT_AT_BLOCK 4096

/* What a recorder begins a connection with. */
#define SPUR_HELLO_MAGIC "\211SNET\r\n\n"
#define SPUR_HELLO_MAJOR 1
#define SPUR_HELLO_BYTES 64
#define SPUR_HELLO_AT_TOKEN 16
#define SPUR_HELLO_TOKEN_BYTES 32
#define SPUR_HELLO_AT_TICKS 48
#define SPUR_HELLO_HASHED_BYTES 56

/* What a collector answers. */
#define SPUR_ANSWER_HEADER_BYTES 8

typedef enum
{
  SPUR_ANSWER_WELCOME = 1,
  SPUR_ANSWER_ACKNOWLEDGED,
  SPUR_ANSWER_SWITCH,
  SPUR_ANSWER_REFUSED,
  SPUR_ANSWER_ALIVE,
  SPUR_ANSWER_PROBED,
} SpurAnswerKind;

/* Packets that the collector has already, and its boot, where it answers probes. */
#define SPUR_WELCOME_BYTES 24
#define SPUR_WELCOME_AT_BOOT 8

/* The number of the probe, and CLOCK_MONOTONIC in ns. */
#define SPUR_PROBED_BYTES 16

typedef enum
{
  SPUR_REFUSAL_LATER = 1,
  SPUR_REFUSAL_NEVER,
} SpurRefusal;

/* The port where neither side names one. */
#define SPUR_COLLECTOR_PORT 14830
