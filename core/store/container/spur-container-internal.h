/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/base/spur-hash-private.h"
#include "core/store/packet/spur-packed-internal.h"

/* The parts of a container that are fixed; doc/container.md describes the whole file. */

#define SPUR_CONTAINER_MAGIC "\211SPUR\r\n\n"
#define SPUR_CONTAINER_MAGIC_BYTES 8
/* What of the magic survives when line ends are converted. */
#define SPUR_CONTAINER_NAME_BYTES 5
#define SPUR_CONTAINER_END_MAGIC "spur-end"
#define SPUR_CONTAINER_NAMESPACE "urn:spur:container:1"
#define SPUR_CONTAINER_FORMAT_NAMESPACE "urn:spur:format:1"
#define SPUR_CONTAINER_MAJOR 1
#define SPUR_CONTAINER_MINOR 0
#define SPUR_CONTAINER_BYTE_ORDER 0x01020304u
#define SPUR_CONTAINER_PREAMBLE_BYTES 16
#define SPUR_CONTAINER_FOOTER_BYTES 48
#define SPUR_CONTAINER_ENTRY_BYTES 32
#define SPUR_CONTAINER_INDEX_BYTES 40
#define SPUR_CONTAINER_KNOT_BYTES 24
#define SPUR_CONTAINER_PREVIOUS_BYTES 24
#define SPUR_CONTAINER_NAME_MAX 8
/* Far below the 10 MB at which libxml2 refuses an attribute, escapes included. */
#define SPUR_CONTAINER_MAX_TEXT_BYTES (1u << 20)

/* These are written as they lie in memory. */
G_STATIC_ASSERT (sizeof (SpurKnot) == SPUR_CONTAINER_KNOT_BYTES);
G_STATIC_ASSERT (sizeof (SpurPredecessor) == SPUR_CONTAINER_PREVIOUS_BYTES);

static inline guint64
spur_container_align (guint64 n_bytes)
{
  return (n_bytes + 7) & ~G_GUINT64_CONSTANT (7);
}

/* Sections, in the order in which they lie in the file. */
typedef enum
{
  SPUR_CONTAINER_HEADER,
  SPUR_CONTAINER_CHUNKS,
  SPUR_CONTAINER_STRINGS,
  SPUR_CONTAINER_LISTS,
  SPUR_CONTAINER_OBJECTS,
  SPUR_CONTAINER_GROUPS,
  SPUR_CONTAINER_PREVIOUS,
  SPUR_CONTAINER_KNOTS,
  SPUR_CONTAINER_INDEX,
  SPUR_CONTAINER_N_SECTIONS,
} SpurContainerSectionKind;

typedef struct
{
  guint64 offset;
  guint64 n_bytes;
  guint64 hash;
} SpurContainerSection;

/* The binary tables, as the header describes them. */
#define SPUR_CONTAINER_MAX_COLUMNS 7

typedef struct
{
  const char *name;
  SpurContainerSectionKind section;
  struct
  {
    const char *name;
    const char *type;
  } columns[SPUR_CONTAINER_MAX_COLUMNS];
} SpurContainerTable;

typedef enum
{
  SPUR_CONTAINER_STRINGS_TABLE,
  SPUR_CONTAINER_LISTS_TABLE,
  SPUR_CONTAINER_OBJECTS_TABLE,
  SPUR_CONTAINER_GROUPS_TABLE,
  SPUR_CONTAINER_PREVIOUS_TABLE,
  SPUR_CONTAINER_KNOTS_TABLE,
  SPUR_CONTAINER_INDEX_TABLE,
  SPUR_CONTAINER_N_TABLES,
} SpurContainerTableKind;

extern const SpurContainerTable spur_container_tables[SPUR_CONTAINER_N_TABLES];
extern const char *const spur_container_section_names[SPUR_CONTAINER_N_SECTIONS];

/* Texts in the header keep every byte, also those that XML cannot hold. */
void spur_container_append_text (GString *xml, const char *text);
/* Undoes the escapes; @out may be @text. NULL where a backslash begins none, else the end. */
char *spur_container_unescape (const char *text, const char *end, char *out);

/* A chunk on its way from or to a file. */
typedef struct
{
  SpurPackedChunk packed;
  guint stream;
  /* Of a chunk in memory that is to be written. */
  const SpurChunk *columns;
  SpurChunkFacts facts;
  /* A copy of the head of one that was read. */
  guint8 *head;
  GError *error;
} SpurContainerChunk;

void spur_container_chunk_clear (SpurContainerChunk *chunk);

/* Consecutive chunks that one task works on: enough bytes to be worth it. */
typedef struct
{
  guint first;
  guint n_chunks;
  guint64 n_bytes;
} SpurContainerRun;

GArray *spur_container_make_runs (const GArray *chunks);
gboolean spur_container_check_chunks (GArray *chunks, GError **error);

/* What every event of a trace must comply with, prepared for a quick check. */
typedef struct
{
  SpurTrace *trace;
  guint32 n_entries[SPUR_N_REFERENCES];
} SpurContainerRules;

void spur_container_rules_init (SpurContainerRules *self, SpurTrace *trace);
void spur_container_rules_check (const SpurContainerRules *self,
                                 SpurContainerChunk *chunk,
                                 SpurPackedReader *reader);
/* For a chunk that was packed here. */
void spur_container_rules_check_packed (const SpurContainerRules *self, SpurContainerChunk *chunk);
gboolean spur_container_rules_allow (const SpurContainerRules *self, const SpurChunkFacts *facts);
gboolean spur_container_check_definitions (SpurTrace *trace, GError **error);
gboolean
spur_container_check_correction (SpurTrace *trace, SpurCorrection *correction, GError **error);

/* Progress from many threads, some ten times a second. */
typedef struct
{
  const SpurJob *job;
  const char *what;
  guint64 n_total;
  guint64 n_done;
  gint64 next_us;
} SpurContainerProgress;

void spur_container_progress_add (SpurContainerProgress *self, guint64 n_bytes);

/* What a trace that was read keeps for being written again: names of classes that this program
 * does not know. */
typedef struct
{
  GPtrArray *ancestors;
  GPtrArray *object_types;
  guint32 *type_of_object;
  GPtrArray *list_types;
  guint32 *type_of_list;
  gboolean has_chunks_first;
} SpurContainerOrigin;

/* A class of active objects or of lists. */
typedef struct
{
  char *name;
  char *ancestors;
  GType type;
} SpurContainerType;

SpurContainerOrigin *spur_container_origin_new (void);
void spur_container_origin_free (SpurContainerOrigin *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurContainerOrigin, spur_container_origin_free)

void spur_container_origin_attach (SpurTrace *trace, SpurContainerOrigin *origin);
const SpurContainerOrigin *spur_container_origin_get (SpurTrace *trace);
SpurContainerOrigin *spur_container_origin_collect (SpurTrace *trace);
void spur_container_origin_collect_lists (SpurContainerOrigin *self, SpurTrace *trace);
void spur_container_origin_add_type (GPtrArray *types,
                                     GType base,
                                     const char *name,
                                     const char *ancestors);
gboolean spur_container_resolve_classes (const GPtrArray *layouts,
                                         const GPtrArray *ancestors,
                                         GError **error);
gboolean spur_container_add_classes (SpurTrace *trace,
                                     const GPtrArray *layouts,
                                     const GPtrArray *ancestors,
                                     GError **error);

/* The header */
typedef struct
{
  guint64 n_events;
  guint64 n_chunks;
} SpurContainerStreamInfo;

typedef struct
{
  guint stream;
  guint64 n_knots;
} SpurContainerMapInfo;

typedef struct
{
  guint64 rows[SPUR_CONTAINER_N_TABLES];
  GArray *streams;
  GArray *maps;
  SpurCorrection *correction;
  SpurContainerOrigin *origin;
} SpurContainerHeader;

void spur_container_header_clear (SpurContainerHeader *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SpurContainerHeader, spur_container_header_clear)

GString *spur_container_header_write (SpurTrace *trace,
                                      const SpurContainerOrigin *origin,
                                      guint64 n_chunks,
                                      GError **error);
gboolean spur_container_header_read (SpurContainerHeader *self,
                                     SpurTrace *trace,
                                     const char *xml,
                                     gsize n_bytes,
                                     gboolean is_newer,
                                     GError **error);

/* Whose events are wanted, where it is not all of them: sets a byte for each stream. */
typedef struct
{
  void (*choose) (const guint64 *n_events, guint n_streams, guint8 *is_wanted, gpointer data);
  gpointer data;
} SpurContainerChoice;

/* As spur_container_open(), but for the events of streams that @choice leaves out: these are not
 * looked at, so nothing may read them before they were checked elsewhere. Of such
 * streams the span of times and the number of steps back are not known. */
SpurTrace *spur_container_open_choice (const char *path,
                                       const SpurContainerChoice *choice,
                                       const SpurJob *job,
                                       GError **error);

/* A file being read */
typedef struct
{
  const SpurContainerChoice *choice;
  const char *path;
  const guint8 *bytes;
  guint64 n_bytes;
  gboolean trust_checksums;
  /* Where @bytes are a mapping; and the file that is mapped, or -1. */
  SpurPager *pager;
  int fd;
  guint minor;
  gboolean has_chunks_first;
  SpurContainerSection sections[SPUR_CONTAINER_N_SECTIONS];
} SpurContainerImage;

gboolean spur_container_fail (const SpurContainerImage *image,
                              GError **error,
                              SpurStoreError code,
                              guint64 offset,
                              const char *format,
                              ...) G_GNUC_PRINTF (5, 6);
gboolean spur_container_frame_read (SpurContainerImage *image, GError **error);
gboolean spur_container_tables_read (const SpurContainerImage *image,
                                     const SpurContainerHeader *header,
                                     SpurTrace *trace,
                                     GError **error);
GArray *spur_container_index_read (const SpurContainerImage *image,
                                   const SpurContainerHeader *header,
                                   GError **error);

/* @trust_checksums is for looking behind them with changed files; only tests ask for it. */
SpurTrace *spur_container_open_bytes (
  const char *path, GBytes *bytes, gboolean trust_checksums, const SpurJob *job, GError **error);

/* Time maps from memory, of a file of spur_map_file_save(); checksums are not looked at. */
SpurCorrection *spur_map_file_load_bytes (
  SpurTrace *trace, const char *path, GBytes *bytes, const SpurJob *job, GError **error);

/* Opens a file that is mapped from its beginning on; @choice may be NULL. */
SpurTrace *spur_container_open_mapped (const char *path,
                                       int fd,
                                       GBytes *bytes,
                                       const SpurContainerChoice *choice,
                                       const SpurJob *job,
                                       GError **error);

/* A file being written: in order through a buffer, or anywhere. */
typedef struct _SpurContainerOutput SpurContainerOutput;

SpurContainerOutput *spur_container_output_new (const char *path, GError **error);
void spur_container_output_free (SpurContainerOutput *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurContainerOutput, spur_container_output_free)

void spur_container_output_put (SpurContainerOutput *self, gconstpointer bytes, gsize n_bytes);
void spur_container_output_put_u32 (SpurContainerOutput *self, guint32 value);
void spur_container_output_put_u64 (SpurContainerOutput *self, guint64 value);
void spur_container_output_put_text (SpurContainerOutput *self, const char *text);
void spur_container_output_begin (SpurContainerOutput *self, SpurContainerSection *section);
void spur_container_output_end (SpurContainerOutput *self, SpurContainerSection *section);
guint64 spur_container_output_get_offset (SpurContainerOutput *self);
gboolean spur_container_output_skip (SpurContainerOutput *self, guint64 n_bytes, GError **error);
gboolean spur_container_output_write_at (
  SpurContainerOutput *self, guint64 offset, gconstpointer bytes, gsize n_bytes, GError **error);
/* Maps the first bytes of the file, to be read; for munmap(). */
guint8 *spur_container_output_map (SpurContainerOutput *self, gsize n_bytes, GError **error);
void spur_container_fill_preamble (guint8 preamble[SPUR_CONTAINER_PREAMBLE_BYTES]);
void spur_container_put_preamble (SpurContainerOutput *self);
gboolean spur_container_output_commit (SpurContainerOutput *self, GError **error);

void spur_container_tables_write (SpurContainerOutput *output,
                                  SpurTrace *trace,
                                  const SpurContainerOrigin *origin,
                                  SpurContainerSection *sections);
gboolean
spur_container_write (SpurTrace *trace, const char *path, const SpurJob *job, GError **error);

/* The sections in the order of the file: the chunks come first where they were written first. */
extern const SpurContainerSectionKind spur_container_orders[2][SPUR_CONTAINER_N_SECTIONS];
