/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "core/base/spur-error-internal.h"
#include "core/plugin/spur-plugin.h"
#include "plugins/monitors/host/spur-host-events.h"

#define SPUR_TYPE_HOST_MONITOR (spur_host_monitor_get_type ())

G_DECLARE_FINAL_TYPE (SpurHostMonitor, spur_host_monitor, SPUR, HOST_MONITOR, SpurMonitor)

#define MAX_SOURCES 16
#define MICRO 1e6
#define NS_PER_S 1e9

/* How rows of a table become the words of an event. */
typedef struct
{
  const SpurHostTable *table;
  const SpurEventLayout *layout;
  GType type;
  guint subject;
  /* By column. */
  guint fields[SPUR_HOST_MAX_COLUMNS];
  /* What stands in fields that no column fills. */
  guint64 *empty;
} Mapping;

/* What is shown of the last look; rates are by second. */
typedef struct
{
  gboolean has_cpu;
  gboolean has_memory;
  double cpu;
  double runnable;
  gint64 memory_bytes;
  gint64 used_bytes;
  double received;
  double sent;
  double read;
  double written;
  gint64 n_retransmitted;
} Figures;

struct _SpurHostMonitor
{
  SpurMonitor parent_instance;

  char *root;
  SpurHostContext context;
  SpurHostSink sink;
  void *states[MAX_SOURCES];
  Mapping mappings[SPUR_HOST_N_TABLES];

  guint32 host;
  guint32 in_use;
  guint32 unused;
  GHashTable *parts;
  GArray *objects;
  guint64 *words;
  Figures figures;
  gboolean has_clock;
};

G_DEFINE_FINAL_TYPE (SpurHostMonitor, spur_host_monitor, SPUR_TYPE_MONITOR)

enum
{
  PROP_0,
  PROP_ROOT,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
spur_host_monitor_finalize (GObject *object)
{
  SpurHostMonitor *self = SPUR_HOST_MONITOR (object);

  for (guint i = 0; i < SPUR_HOST_N_TABLES; i++)
    g_free (self->mappings[i].empty);
  g_free (self->words);
  g_free (self->root);
  g_hash_table_unref (self->parts);
  g_array_unref (self->objects);
  G_OBJECT_CLASS (spur_host_monitor_parent_class)->finalize (object);
}

static void
spur_host_monitor_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_ROOT)
    g_value_set_string (value, SPUR_HOST_MONITOR (object)->root);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
spur_host_monitor_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  SpurHostMonitor *self = SPUR_HOST_MONITOR (object);

  if (id == PROP_ROOT)
    {
      g_free (self->root);
      self->root = g_value_dup_string (value);
    }
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static SpurHostMonitor *
get_monitor (SpurHostSink *sink)
{
  return (gpointer) ((char *) sink - G_STRUCT_OFFSET (SpurHostMonitor, sink));
}

static SpurEntryList *
make_resources (const SpurHostResource *resources, unsigned n_resources)
{
  SpurEntryList *list = n_resources > 0 ? spur_resource_list_new () : NULL;

  for (unsigned i = 0; i < n_resources; i++)
    spur_entry_list_add_int (list, resources[i].name, resources[i].unit, resources[i].value);
  return list;
}

/* One that went away and came back is the same. */
static uint32_t
add_part (SpurHostSink *sink,
          const char *kind,
          const char *name,
          const SpurHostResource *resources,
          unsigned n_resources)
{
  SpurHostMonitor *self = get_monitor (sink);
  g_autofree char *valid = g_utf8_make_valid (name, -1);
  g_autofree char *key = g_strconcat (kind, " ", valid, NULL);
  g_autoptr (SpurEntryList) list = NULL;
  gpointer known;
  guint32 object;
  guint part;

  if (g_hash_table_lookup_extended (self->parts, key, NULL, &known))
    return GPOINTER_TO_UINT (known);
  list = make_resources (resources, n_resources);
  object =
    spur_monitor_add_object (SPUR_MONITOR (self), SPUR_TYPE_TARGET, valid, kind, self->host, list);
  g_array_append_val (self->objects, object);
  part = self->objects->len - 1;
  g_hash_table_insert (self->parts, g_steal_pointer (&key), GUINT_TO_POINTER (part));
  return part;
}

static void
note_problem (SpurHostSink *sink, const char *text)
{
  spur_monitor_add_note (SPUR_MONITOR (get_monitor (sink)), text);
}

static guint64
make_word (SpurHostMonitor *self, const Mapping *mapping, const SpurHostRow *row, guint column)
{
  gint64 value = row->values[column];
  const char *text;
  double real;
  guint64 word;

  switch (mapping->table->columns[column].kind)
    {
    case SPUR_HOST_MICRO:
      real = (double) value / MICRO;
      memcpy (&word, &real, sizeof word);
      return word;
    case SPUR_HOST_TEXT:
      text = row->texts[value];
      if (text == NULL)
        return SPUR_NONE;
      if (mapping->layout->fields[mapping->fields[column]].type == SPUR_FIELD_STATE)
        return spur_monitor_add_state (SPUR_MONITOR (self), text, SPUR_STATE_WORK);
      return spur_monitor_add_string (SPUR_MONITOR (self), text);
    default:
      return (guint64) value;
    }
}

static double
get_rate (const SpurHostRow *row, guint column)
{
  return row->values[1] > 0 ? (double) row->values[column] * NS_PER_S / (double) row->values[1] : 0;
}

/* What programs send to others of the same host is no traffic for who looks at a terminal. */
static void
take_interface (SpurHostMonitor *self, const SpurHostRow *row)
{
  gpointer loopback;

  if (g_hash_table_lookup_extended (self->parts, "interface lo", NULL, &loopback) &&
      GPOINTER_TO_UINT (loopback) == row->part)
    return;
  self->figures.received += get_rate (row, 2);
  self->figures.sent += get_rate (row, 3);
}

static void
take_figures (SpurHostMonitor *self, const SpurHostRow *row)
{
  Figures *figures = &self->figures;

  switch (row->table->id)
    {
    case SPUR_HOST_PROCESSOR:
      figures->cpu = (double) row->values[0] / MICRO;
      figures->has_cpu = TRUE;
      break;
    case SPUR_HOST_RUN_QUEUE:
      figures->runnable = (double) row->values[0] / MICRO;
      break;
    case SPUR_HOST_MEMORY:
      figures->memory_bytes = row->values[2];
      figures->used_bytes = row->values[2] - row->values[3];
      figures->has_memory = TRUE;
      break;
    case SPUR_HOST_DISK:
      figures->read += get_rate (row, 3);
      figures->written += get_rate (row, 6);
      break;
    case SPUR_HOST_INTERFACE:
      take_interface (self, row);
      break;
    case SPUR_HOST_TCP:
      figures->n_retransmitted += (gint64) ((double) row->values[0] / MICRO);
      break;
    default:
      break;
    }
}

/* What the clocks said at the beginning and at the end stands among the facts, too. */
static void
take_clock (SpurHostMonitor *self, const SpurHostRow *row)
{
  g_autofree char *text = NULL;

  if (!self->context.is_last && self->has_clock)
    return;
  self->has_clock = TRUE;
  text = g_strdup_printf ("monotonic-ns=%" G_GINT64_FORMAT " real-ns=%" G_GINT64_FORMAT
                          " raw-ns=%" G_GINT64_FORMAT " boot-ns=%" G_GINT64_FORMAT
                          " uncertainty-ns=%" G_GINT64_FORMAT
                          " synchronised=%d max-error-ns=%" G_GINT64_FORMAT,
                          row->time_ns, row->values[0], row->values[1], row->values[2],
                          row->values[3], (int) row->values[5], row->values[6]);
  spur_monitor_set_fact (SPUR_MONITOR (self),
                         self->context.is_last ? "clock at the end" : "clock at the beginning",
                         text);
}

static void
put_row (SpurHostSink *sink, const SpurHostRow *row)
{
  SpurHostMonitor *self = get_monitor (sink);
  const Mapping *mapping = &self->mappings[row->table->id];

  memcpy (self->words, mapping->empty, mapping->layout->n_fields * sizeof *self->words);
  self->words[mapping->subject] = g_array_index (self->objects, guint32, row->part);
  for (guint i = 0; i < row->table->n_columns; i++)
    self->words[mapping->fields[i]] = make_word (self, mapping, row, i);
  if (row->table->id == SPUR_HOST_LOGIN || row->table->id == SPUR_HOST_LOGOUT)
    self->words[mapping->layout->field_of_use[SPUR_USE_STATE]] =
      row->values[4] > 0 ? self->in_use : self->unused;
  spur_monitor_put (SPUR_MONITOR (self), mapping->type, row->time_ns, self->words);
  take_figures (self, row);
  if (row->table->id == SPUR_HOST_CLOCK)
    take_clock (self, row);
}

static void
make_mapping (Mapping *mapping, SpurHostTableId id)
{
  mapping->table = spur_host_find_table (id);
  mapping->type = spur_host_get_event_type (id);
  mapping->layout = spur_event_type_get_layout (mapping->type);
  mapping->subject = (guint) mapping->layout->field_of_use[SPUR_USE_SUBJECT];
  for (guint i = 0; i < mapping->table->n_columns; i++)
    mapping->fields[i] =
      (guint) spur_event_layout_find_field (mapping->layout, mapping->table->columns[i].name);
  mapping->empty = g_new0 (guint64, mapping->layout->n_fields);
  for (guint i = 0; i < mapping->layout->n_fields; i++)
    {
      if (mapping->layout->fields[i].type >= SPUR_FIELD_STRING)
        mapping->empty[i] = SPUR_NONE;
    }
}

static char *
find_name (SpurHostMonitor *self)
{
  g_autofree char *path = g_strconcat (self->root, "/proc/sys/kernel/hostname", NULL);
  g_autofree char *name = NULL;

  if (!g_file_get_contents (path, &name, NULL, NULL) || *g_strstrip (name) == '\0')
    return g_strdup (*self->root == '\0' ? g_get_host_name () : "host");
  return g_utf8_make_valid (name, -1);
}

/* What a monitor of recorded files cannot know is not said. */
static SpurEntryList *
describe_host (SpurHostMonitor *self)
{
  SpurEntryList *list = spur_resource_list_new ();
  struct utsname names;

  if (*self->root != '\0')
    return list;
  spur_entry_list_add_uint (list, "cores", "cores", (guint64) sysconf (_SC_NPROCESSORS_CONF));
  spur_entry_list_add_uint (list, "memory", "bytes",
                            (guint64) sysconf (_SC_PHYS_PAGES) * (guint64) sysconf (_SC_PAGESIZE));
  if (uname (&names) != 0)
    return list;
  spur_entry_list_add_string (list, "system", NULL, names.sysname);
  spur_entry_list_add_string (list, "release", NULL, names.release);
  spur_entry_list_add_string (list, "machine", NULL, names.machine);
  return list;
}

static void
add_host (SpurHostMonitor *self)
{
  g_autofree char *name = find_name (self);
  g_autoptr (SpurEntryList) resources = describe_host (self);
  SpurMonitor *monitor = SPUR_MONITOR (self);
  g_autofree char *interval = g_strdup_printf ("%u", spur_monitor_get_interval_ms (monitor));

  self->host =
    spur_monitor_add_object (monitor, SPUR_TYPE_TARGET, name, "host", SPUR_NONE, resources);
  g_array_append_val (self->objects, self->host);
  spur_monitor_set_source (monitor, self->host);
  self->in_use = spur_monitor_add_state (monitor, "in use", SPUR_STATE_WORK);
  self->unused = spur_monitor_add_state (monitor, "unused", SPUR_STATE_IDLE);
  spur_monitor_set_fact (monitor, "monitor", "host");
  spur_monitor_set_fact (monitor, "interval-ms", interval);
}

static void
spur_host_monitor_close (SpurMonitor *monitor)
{
  SpurHostMonitor *self = SPUR_HOST_MONITOR (monitor);
  const SpurHostContext *context = &self->context;

  spur_monitor_add_loss (monitor, "files that could not be read", context->n_failed_reads);
  spur_monitor_add_loss (monitor, "lines that are not as they should be", context->n_odd_lines);
  spur_monitor_add_loss (monitor, "counters that began anew", context->n_resets);
  spur_monitor_add_loss (monitor, "things of the host beyond the limits", context->n_left_out);
  for (guint i = 0; i < spur_host_n_sources; i++)
    {
      if (self->states[i] != NULL)
        spur_host_source_close (spur_host_sources[i], self->states[i]);
      self->states[i] = NULL;
    }
  spur_host_context_clear (&self->context);
  g_hash_table_remove_all (self->parts);
  g_array_set_size (self->objects, 0);
}

static gboolean
spur_host_monitor_open (SpurMonitor *monitor, GError **error)
{
  SpurHostMonitor *self = SPUR_HOST_MONITOR (monitor);
  guint n_open = 0;

  memset (&self->figures, 0, sizeof self->figures);
  self->has_clock = FALSE;
  spur_host_context_init (&self->context, self->root, &self->sink);
  add_host (self);
  for (guint i = 0; i < spur_host_n_sources; i++)
    {
      if (spur_monitor_has_category (monitor, spur_host_sources[i]->category))
        self->states[i] = spur_host_source_open (spur_host_sources[i], &self->context);
      n_open += self->states[i] != NULL;
    }
  if (n_open > 0)
    return TRUE;
  return spur_error_set (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                         "%s/proc: nothing of the host can be watched; is it mounted?", self->root);
}

static void
spur_host_monitor_sample (SpurMonitor *monitor, gboolean is_last)
{
  SpurHostMonitor *self = SPUR_HOST_MONITOR (monitor);
  Figures *figures = &self->figures;

  figures->received = figures->sent = figures->read = figures->written = 0;
  self->context.is_last = is_last;
  for (guint i = 0; i < spur_host_n_sources; i++)
    {
      if (self->states[i] != NULL)
        spur_host_sources[i]->sample (self->states[i], &self->context);
    }
}

static void
spur_host_monitor_add_figures (SpurMonitor *monitor, SpurEntryList *list)
{
  SpurHostMonitor *self = SPUR_HOST_MONITOR (monitor);
  const Figures *figures = &self->figures;

  if (figures->has_cpu)
    {
      spur_entry_list_add_double (list, "cpu", NULL, figures->cpu);
      spur_entry_list_add_double (list, "runnable", "threads", figures->runnable);
    }
  if (figures->has_memory)
    {
      spur_entry_list_add_int (list, "memory_used", "bytes", figures->used_bytes);
      spur_entry_list_add_int (list, "memory", "bytes", figures->memory_bytes);
    }
  if (spur_monitor_has_category (monitor, "disk"))
    {
      spur_entry_list_add_double (list, "read", "bytes/s", figures->read);
      spur_entry_list_add_double (list, "written", "bytes/s", figures->written);
    }
  if (spur_monitor_has_category (monitor, "network"))
    {
      spur_entry_list_add_double (list, "received", "bytes/s", figures->received);
      spur_entry_list_add_double (list, "sent", "bytes/s", figures->sent);
    }
  if (spur_monitor_has_category (monitor, "tcp"))
    spur_entry_list_add_int (list, "retransmitted", "segments", figures->n_retransmitted);
}

static char **
spur_host_monitor_dup_categories (SpurMonitor *monitor)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  const char *last = "";

  for (guint i = 0; i < spur_host_n_sources; i++)
    {
      if (!g_str_equal (spur_host_sources[i]->category, last))
        g_strv_builder_add (builder, spur_host_sources[i]->category);
      last = spur_host_sources[i]->category;
    }
  return g_strv_builder_end (builder);
}

static void
spur_host_monitor_class_init (SpurHostMonitorClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  SpurMonitorClass *monitor_class = SPUR_MONITOR_CLASS (klass);

  object_class->finalize = spur_host_monitor_finalize;
  object_class->get_property = spur_host_monitor_get_property;
  object_class->set_property = spur_host_monitor_set_property;
  monitor_class->open = spur_host_monitor_open;
  monitor_class->sample = spur_host_monitor_sample;
  monitor_class->close = spur_host_monitor_close;
  monitor_class->add_figures = spur_host_monitor_add_figures;
  monitor_class->dup_categories = spur_host_monitor_dup_categories;

  /**
   * SpurHostMonitor:root:
   *
   * The folder whose proc, sys and run are read, as one with files of another host; "" for this
   * host's.
   *
   * Since: 1.0
   */
  properties[PROP_ROOT] =
    g_param_spec_string ("root", NULL, NULL, "", G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
spur_host_monitor_init (SpurHostMonitor *self)
{
  guint n_fields = 0;

  self->root = g_strdup ("");
  self->parts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->objects = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->sink = (SpurHostSink){ add_part, put_row, note_problem };
  for (guint i = 0; i < SPUR_HOST_N_TABLES; i++)
    {
      make_mapping (&self->mappings[i], (SpurHostTableId) i);
      n_fields = MAX (n_fields, self->mappings[i].layout->n_fields);
    }
  self->words = g_new0 (guint64, n_fields);
}

static gboolean
register_types (SpurPlugin *plugin, GError **error)
{
  for (guint i = 0; i < SPUR_HOST_N_TABLES; i++)
    {
      if (!spur_plugin_add_type (plugin, spur_host_get_event_type ((SpurHostTableId) i), error))
        return FALSE;
    }
  return spur_plugin_add_type (plugin, SPUR_TYPE_HOST_MONITOR, error);
}

SPUR_PLUGIN_DEFINE (host,
                    "Load of a host: processors, memory, disks, networks, logins, the clock",
                    register_types)
