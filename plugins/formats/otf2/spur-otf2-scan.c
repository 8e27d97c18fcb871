/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Looks over a file before libotf2 reads it.
 *
 * libotf2 trusts what it reads: it allocates by counts that a record claims, reads fields past the
 * record's and the buffer's end, and where a file ends too early it goes on in what its buffer held
 * before. So nothing is given to it whose chunks and records do not fit together. */
#include "plugins/formats/otf2/spur-otf2-archive.h"

#include <otf2/otf2.h>
#include <string.h>

#include "core/base/spur-error-internal.h"
#include "core/format/spur-codec.h"

#define ALL_BITS_SET 0xff
#define LONG_RECORD 0xff
#define MAPPING_TABLE 5
#define EVENT_NUMBERS_BYTES 16
#define TIMESTAMP_BYTES 9
#define N_EVENT_TYPES 256
#define MAX_QUICK_FIELDS 6

/* More than a timestamp, a type, a length and the longest that its fields can claim. */
#define QUICK_MARGIN_BYTES 2048

/* Of a value of an attribute: the type's field, as in spur-otf2-records.c. */
static const char attribute_fields[] = {
  '8', '1', '2', '4', '8', '1', '2', '4', '8', 'f', 'F', '4', '4',
  '8', '4', '4', '4', '4', '4', '4', '4', '4', '4', '4', '4', '4',
};

/* An event whose fields are numbers only, made ready for the quick walk. After its type comes a
 * byte that says how many follow: the record's length, or that of the only field. */
typedef struct
{
  guint8 is_quick;

  /* 0xff: the only field, with all bits set and nothing after it. Else a long record. */
  guint8 may_be_all_bits;
  guint8 max_bytes;
  guint8 n_fields;
  guint8 max_field_bytes[MAX_QUICK_FIELDS];

  /* Takes the length byte away where the field is a byte as it is. */
  guint8 mask[MAX_QUICK_FIELDS];
} QuickEvent;

typedef struct
{
  const char *path;
  SpurOtf2FileKind kind;
  const QuickEvent *quick;
  const guint8 *file_end;
  guint64 chunk_offset;
  const guint8 *begin;
  const guint8 *end;
  const guint8 *at;
  gboolean is_big_endian;
  gboolean is_at_end;

  /* Of the events in the chunk, as its header says. */
  guint64 first_number;
  guint64 last_number;
  SpurOtf2Census census;
} Scan;

static gboolean
report_problem (const Scan *scan, const guint8 *at, int code, const char *what, GError **error)
{
  return spur_error_set (error, SPUR_FORMAT_ERROR, code, "%s:0x%" G_GINT64_MODIFIER "x: %s",
                         scan->path, scan->chunk_offset + (guint64) (at - scan->begin), what);
}

/* The file ends before the chunk does, or the chunk is too small for what it claims. */
static gboolean
complain_short (const Scan *scan, const char *what, GError **error)
{
  return report_problem (scan, scan->end, SPUR_FORMAT_ERROR_TRUNCATED, what, error);
}

/* The end of a number with a length byte, NULL where it does not fit. */
static inline const guint8 *
skip_number (const guint8 *at, const guint8 *end, guint max_bytes)
{
  guint n_bytes;

  if (at >= end)
    return NULL;
  n_bytes = *at++;
  if (n_bytes == ALL_BITS_SET)
    return at;
  if (n_bytes > max_bytes || n_bytes > (gsize) (end - at))
    return NULL;
  return at + n_bytes;
}

static inline const guint8 *
skip_bytes (const guint8 *at, const guint8 *end, gsize n_bytes)
{
  return n_bytes <= (gsize) (end - at) ? at + n_bytes : NULL;
}

static const guint8 *
skip_string (const guint8 *at, const guint8 *end)
{
  const guint8 *zero = at < end ? memchr (at, 0, (gsize) (end - at)) : NULL;

  return zero != NULL ? zero + 1 : NULL;
}

static const guint8 *skip_field (char field, const guint8 *at, const guint8 *end);

static const guint8 *
skip_attribute (const guint8 *at, const guint8 *end)
{
  guint8 type;

  if (at >= end)
    return NULL;
  type = *at++;
  return skip_field (type < sizeof attribute_fields ? attribute_fields[type] : '8', at, end);
}

static const guint8 *
skip_field (char field, const guint8 *at, const guint8 *end)
{
  switch (field)
    {
    case '4':
      return skip_number (at, end, 4);
    case '8':
      return skip_number (at, end, 8);
    case '1':
      return skip_bytes (at, end, 1);
    case '2':
      return skip_bytes (at, end, 2);
    case 'f':
      return skip_bytes (at, end, 4);
    case 'F':
      return skip_bytes (at, end, 8);
    case 's':
      return skip_string (at, end);
    case 'v':
      return skip_attribute (at, end);
    default:
      return NULL;
    }
}

/* Reads the count before a list; all of its members take a byte at least, so a count that the
 * record cannot hold is found where its bytes end. */
static const guint8 *
read_count (const Scan *scan, char field, const guint8 *at, const guint8 *end, guint64 *count)
{
  const guint8 *next;

  if (field == 'c')
    {
      next = skip_bytes (at, end, 1);
      *count = next != NULL ? *at : 0;
      return next;
    }
  next = skip_number (at, end, field == 'n' ? 4 : 8);
  if (next == NULL)
    return NULL;
  if (*at != ALL_BITS_SET)
    *count = spur_otf2_get_number (at + 1, *at, scan->is_big_endian);
  else
    *count = field == 'n' ? G_MAXUINT32 : G_MAXUINT64;
  return next;
}

/* @format: from the bracket after the star; moved to the closing one. */
static const guint8 *
skip_list (const char **format, guint64 count, const guint8 *at, const guint8 *end)
{
  const char *first = *format + 1;
  const char *last = strchr (first, ')');

  *format = last;
  if (count > (guint64) (end - at))
    return NULL;
  for (guint64 i = 0; i < count; i++)
    for (const char *field = first; field < last; field++)
      {
        at = skip_field (*field, at, end);
        if (at == NULL)
          return NULL;
      }
  return at;
}

/* A mapping table's ids: a dense one has one number an id, a sparse one two. */
static const guint8 *
skip_mapping (const Scan *scan, const guint8 *at, const guint8 *end)
{
  guint64 count;

  at = read_count (scan, 'm', at, end, &count);
  if (at == NULL || at >= end || *at > 1 || count == 0 || count > (guint64) (end - at))
    return NULL;
  if (*at++ == 1)
    count *= 2;
  for (guint64 i = 0; i < count; i++)
    {
      at = skip_number (at, end, 8);
      if (at == NULL)
        return NULL;
    }
  return at;
}

static const guint8 *
skip_fields (const Scan *scan, const char *format, const guint8 *at, const guint8 *end)
{
  guint64 count = 0;

  for (; *format != '\0' && at != NULL; format++)
    {
      if (*format == '4')
        at = skip_number (at, end, 4);
      else if (*format == '8')
        at = skip_number (at, end, 8);
      else if (*format == 'n' || *format == 'c')
        at = read_count (scan, *format, at, end, &count);
      else if (*format == '*')
        {
          format++;
          at = skip_list (&format, count, at, end);
        }
      else if (*format == 'M')
        at = skip_mapping (scan, at, end);
      else if (*format != '?')
        at = skip_field (*format, at, end);
      else if (at >= end)
        return at;
    }
  return at;
}

/* Of a record whose fields fit. */
static void
note_metric (Scan *scan, const guint8 *at)
{
  guint64 id, n_values;
  gpointer key;

  at = read_count (scan, 'n', at, scan->end, &id);
  read_count (scan, 'c', at, scan->end, &n_values);
  key = GUINT_TO_POINTER ((guint) id);
  if (scan->census.metrics == NULL)
    scan->census.metrics = g_hash_table_new (NULL, NULL);
  if (!g_hash_table_contains (scan->census.metrics, key) ||
      GPOINTER_TO_UINT (g_hash_table_lookup (scan->census.metrics, key)) < n_values)
    g_hash_table_insert (scan->census.metrics, key, GUINT_TO_POINTER ((guint) n_values));
}

/* Of a record whose fields fit: a type, a count, whether it is sparse, ids. The first one holds. */
static void
note_mapping (Scan *scan, const guint8 *at)
{
  guint64 count, local, global;
  gboolean is_sparse;

  if (*at != OTF2_MAPPING_METRIC || scan->census.metrics != NULL)
    return;
  at = read_count (scan, 'm', at + 1, scan->end, &count);
  is_sparse = *at++ == 1;
  scan->census.metrics = g_hash_table_new (NULL, NULL);
  for (guint64 i = 0; i < count; i++)
    {
      local = i;
      if (is_sparse)
        at = read_count (scan, 'm', at, scan->end, &local);
      at = read_count (scan, 'm', at, scan->end, &global);
      if (local != global && local <= G_MAXUINT32 && global <= G_MAXUINT32)
        g_hash_table_insert (scan->census.metrics, GUINT_TO_POINTER ((guint) local),
                             GUINT_TO_POINTER ((guint) global));
    }
}

static void
note_record (Scan *scan, guint8 record, const guint8 *fields)
{
  if (scan->kind == SPUR_OTF2_EVENTS && record == SPUR_OTF2_METRIC)
    note_metric (scan, fields);
  else if (scan->kind == SPUR_OTF2_LOCAL_DEFINITIONS && record == MAPPING_TABLE)
    note_mapping (scan, fields);
}

/* One that has its length before it. */
static gboolean
check_record (Scan *scan, guint8 record, const char *format, GError **error)
{
  const guint8 *start = scan->at;
  guint64 n_bytes;

  if (scan->end - start <= 1)
    return complain_short (scan, "the file ends within a record", error);
  n_bytes = *scan->at++;
  if (n_bytes == LONG_RECORD)
    {
      if (scan->end - scan->at <= 8)
        return complain_short (scan, "the file ends within a record's length", error);
      n_bytes = spur_otf2_get_long (scan->at, scan->is_big_endian);
      scan->at += 8;
    }
  /* Something always follows, if only the mark of the end. */
  if (n_bytes >= (guint64) (scan->end - scan->at))
    {
      g_autofree char *what =
        g_strdup_printf ("a record of type %u claims %" G_GUINT64_FORMAT
                         " bytes, %" G_GUINT64_FORMAT " are left in its chunk",
                         record, n_bytes, (guint64) (scan->end - scan->at));

      return report_problem (scan, start, SPUR_FORMAT_ERROR_DATA, what, error);
    }
  if (format != NULL && skip_fields (scan, format, scan->at, scan->at + n_bytes) == NULL)
    {
      g_autofree char *what = g_strdup_printf (
        "the fields of a record of type %u do not fit into its %" G_GUINT64_FORMAT " bytes", record,
        n_bytes);

      return report_problem (scan, start, SPUR_FORMAT_ERROR_DATA, what, error);
    }
  note_record (scan, record, scan->at);
  scan->at += n_bytes;
  return TRUE;
}

static gboolean
check_next (Scan *scan, GError **error)
{
  const char *format;
  guint8 record;

  if (scan->kind == SPUR_OTF2_EVENTS && scan->at < scan->end && *scan->at == SPUR_OTF2_TIMESTAMP)
    scan->at = skip_bytes (scan->at, scan->end, TIMESTAMP_BYTES);
  if (scan->at == NULL || scan->at >= scan->end)
    return complain_short (scan, "the file ends without the mark of its end", error);
  record = *scan->at++;
  if (record == SPUR_OTF2_END_OF_CHUNK || record == SPUR_OTF2_END_OF_FILE)
    {
      scan->is_at_end = TRUE;
      return TRUE;
    }
  format = spur_otf2_record_format (scan->kind, record);
  if (format == NULL || *format != '!')
    {
      scan->census.n_records +=
        scan->kind != SPUR_OTF2_EVENTS || record != SPUR_OTF2_ATTRIBUTE_LIST;
      scan->census.n_mappings +=
        scan->kind == SPUR_OTF2_LOCAL_DEFINITIONS && record == MAPPING_TABLE;
      return check_record (scan, record, format, error);
    }
  scan->census.n_records++;
  scan->at = skip_number (scan->at, scan->end, format[1] == '4' ? 4 : 8);
  if (scan->at == NULL || scan->at >= scan->end)
    return complain_short (scan, "an event's field does not fit into its chunk", error);
  return TRUE;
}

static gboolean
prepare_quick (QuickEvent *quick, const char *format)
{
  gsize n_fields;

  if (format == NULL)
    return FALSE;
  if (*format == '!')
    {
      quick->may_be_all_bits = TRUE;
      quick->max_bytes = format[1] == '4' ? 4 : 8;
      return TRUE;
    }
  n_fields = strspn (format, "148");
  if (format[n_fields] != '\0' || n_fields > MAX_QUICK_FIELDS)
    return FALSE;
  quick->max_bytes = LONG_RECORD - 1;
  quick->n_fields = (guint8) n_fields;
  for (guint i = 0; i < n_fields; i++)
    {
      quick->max_field_bytes[i] = format[i] == '4' ? 4 : 8;
      quick->mask[i] = format[i] == '1' ? 0 : 0xff;
    }
  return TRUE;
}

static gpointer
prepare_all (gpointer unused)
{
  QuickEvent *events = g_new0 (QuickEvent, N_EVENT_TYPES);

  for (guint i = SPUR_OTF2_ATTRIBUTE_LIST + 1; i < N_EVENT_TYPES; i++)
    events[i].is_quick =
      prepare_quick (&events[i], spur_otf2_record_format (SPUR_OTF2_EVENTS, (guint8) i));
  return events;
}

static const QuickEvent *
get_quick_events (void)
{
  static GOnce once = G_ONCE_INIT;

  return g_once (&once, prepare_all, NULL);
}

/* Goes as far as events are of the usual kind and sound; the careful walk says what is wrong. */
static void
walk_quickly (Scan *scan)
{
  const guint8 *at = scan->at;
  const guint8 *limit;
  guint64 n_records = 0;

  if (scan->end - at <= QUICK_MARGIN_BYTES)
    return;
  limit = scan->end - QUICK_MARGIN_BYTES;
  while (at < limit)
    {
      const guint8 *type = at + (*at == SPUR_OTF2_TIMESTAMP ? TIMESTAMP_BYTES : 0);
      const QuickEvent *quick = &scan->quick[*type];
      const guint8 *field = type + 2;
      guint n_bytes = type[1] == LONG_RECORD && quick->may_be_all_bits ? 0 : type[1];
      const guint8 *end = field + n_bytes;
      gboolean is_bad = !quick->is_quick || n_bytes > quick->max_bytes;

      for (guint i = 0; i < quick->n_fields; i++)
        {
          guint n = *field == ALL_BITS_SET ? 0 : *field & quick->mask[i];

          is_bad |= n > quick->max_field_bytes[i];
          field += 1 + n;
        }
      if (is_bad || (field > end && quick->n_fields > 0))
        break;
      at = end;
      n_records++;
    }
  scan->at = at;
  scan->census.n_records += n_records;
}

static gboolean
check_header (Scan *scan, GError **error)
{
  gsize n_bytes = 2 + EVENT_NUMBERS_BYTES;

  if ((gsize) (scan->end - scan->at) < n_bytes)
    return complain_short (scan, "the file ends within a chunk's header", error);
  if (scan->at[0] != SPUR_OTF2_CHUNK_HEADER)
    return report_problem (scan, scan->at, SPUR_FORMAT_ERROR_DATA, "a chunk does not begin with 3",
                           error);
  if (scan->at[1] != SPUR_OTF2_BIG_ENDIAN && scan->at[1] != SPUR_OTF2_LITTLE_ENDIAN)
    return report_problem (scan, scan->at + 1, SPUR_FORMAT_ERROR_DATA,
                           "a chunk's byte order is neither 0x23 (big) nor 0x42 (little)", error);
  scan->is_big_endian = scan->at[1] == SPUR_OTF2_BIG_ENDIAN;
  scan->first_number = spur_otf2_get_long (scan->at + 2, scan->is_big_endian);
  scan->last_number = spur_otf2_get_long (scan->at + 10, scan->is_big_endian);
  scan->at += n_bytes;
  return TRUE;
}

/* A mark of the end that a changed byte made hides what follows it; the numbers in the header give
 * it away. A chunk cannot hold more events than half its bytes. */
static void
count_missing (Scan *scan, guint64 n_counted)
{
  guint64 n_announced = scan->last_number - scan->first_number + 1;

  if (scan->kind == SPUR_OTF2_EVENTS && n_announced > n_counted &&
      n_announced <= (guint64) (scan->end - scan->begin) / 2)
    scan->census.n_missing += n_announced - n_counted;
}

/* @is_last: set where the file ends with this chunk. */
static gboolean
check_chunk (Scan *scan, gboolean *is_last, GError **error)
{
  guint64 n_before = scan->census.n_records;

  scan->at = scan->begin;
  scan->is_at_end = FALSE;
  if (!check_header (scan, error))
    return FALSE;
  while (!scan->is_at_end)
    {
      if (scan->quick != NULL)
        walk_quickly (scan);
      if (!check_next (scan, error))
        return FALSE;
    }
  count_missing (scan, scan->census.n_records - n_before);
  *is_last = scan->at[-1] == SPUR_OTF2_END_OF_FILE;
  return !*is_last || spur_otf2_is_tail (scan->at, (gsize) (scan->file_end - scan->at)) ||
         report_problem (scan, scan->at, SPUR_FORMAT_ERROR_DATA,
                         "there is more after the mark of the file's end", error);
}

static gboolean
scan_chunks (Scan *scan, GMappedFile *file, guint64 chunk_bytes, GError **error)
{
  guint64 n_bytes = g_mapped_file_get_length (file);
  /* An empty file has no contents. */
  const guint8 *bytes =
    n_bytes > 0 ? (const guint8 *) g_mapped_file_get_contents (file) : (const guint8 *) "";
  gboolean is_last = FALSE;

  scan->file_end = bytes + n_bytes;
  while (!is_last)
    {
      guint64 n_chunk_bytes = MIN (chunk_bytes, n_bytes - scan->chunk_offset);

      scan->begin = bytes + scan->chunk_offset;
      scan->end = scan->begin + n_chunk_bytes;
      if (!check_chunk (scan, &is_last, error))
        return FALSE;
      if (!is_last && n_chunk_bytes < chunk_bytes)
        return complain_short (scan, "the file ends within a chunk, more were to follow", error);
      scan->chunk_offset += n_chunk_bytes;
    }
  return TRUE;
}

/* FALSE with %SPUR_FORMAT_ERROR_MISSING, _TRUNCATED or _DATA where libotf2 could not read the file
 * safely; @chunk_bytes is as the anchor says. */
gboolean
spur_otf2_scan (const char *path,
                SpurOtf2FileKind kind,
                guint64 chunk_bytes,
                SpurOtf2Census *census,
                GError **error)
{
  Scan scan = { .path = path,
                .kind = kind,
                .quick = kind == SPUR_OTF2_EVENTS ? get_quick_events () : NULL };
  g_autoptr (GMappedFile) file = NULL;
  g_autoptr (GError) problem = NULL;
  gboolean is_good;

  /* A pipe would have to be waited for, and a folder cannot be mapped. */
  if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
    file = g_mapped_file_new (path, FALSE, &problem);
  if (file == NULL)
    return spur_error_set (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_MISSING,
                           "%s: belongs to the archive, but cannot be opened: %s", path,
                           problem != NULL ? problem->message : "it is not there, or no file");
  is_good = scan_chunks (&scan, file, chunk_bytes, error);
  if (is_good)
    *census = scan.census;
  else
    spur_otf2_census_clear (&scan.census);
  return is_good;
}

void
spur_otf2_census_clear (SpurOtf2Census *self)
{
  g_clear_pointer (&self->metrics, g_hash_table_unref);
}
