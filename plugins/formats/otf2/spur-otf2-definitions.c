/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Collects the global definitions. Of definitions with the same id the first one holds. */
#include "plugins/formats/otf2/spur-otf2-definitions.h"

#include "core/base/spur-error-internal.h"
#include "core/base/spur-order-internal.h"
#include "core/format/spur-codec.h"
#include "plugins/formats/otf2/spur-otf2-archive.h"

static void
free_group (gpointer data)
{
  SpurOtf2Group *group = data;

  g_free (group->members);
  g_free (group);
}

static OTF2_CallbackCode
take_clock (
  void *user_data, uint64_t resolution, uint64_t global_offset, uint64_t length, uint64_t real_time)
{
  SpurOtf2Definitions *self = user_data;

  if (!self->has_clock)
    {
      self->has_clock = TRUE;
      self->resolution_hz = resolution;
      self->global_offset = global_offset;
    }
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
take_string (void *user_data, OTF2_StringRef id, const char *string)
{
  SpurOtf2Definitions *self = user_data;

  if (!g_hash_table_contains (self->strings, GUINT_TO_POINTER (id)))
    g_hash_table_insert (self->strings, GUINT_TO_POINTER (id), g_utf8_make_valid (string, -1));
  return OTF2_CALLBACK_SUCCESS;
}

/* What is said of a node may come before the node. */
static SpurOtf2Node *
get_node (SpurOtf2Definitions *self, OTF2_SystemTreeNodeRef id)
{
  SpurOtf2Node *node = g_hash_table_lookup (self->nodes, GUINT_TO_POINTER (id));

  if (node == NULL)
    {
      node = g_new0 (SpurOtf2Node, 1);
      g_hash_table_insert (self->nodes, GUINT_TO_POINTER (id), node);
    }
  return node;
}

static OTF2_CallbackCode
take_node (void *user_data,
           OTF2_SystemTreeNodeRef id,
           OTF2_StringRef name,
           OTF2_StringRef class_name,
           OTF2_SystemTreeNodeRef parent)
{
  SpurOtf2Node *node = get_node (user_data, id);

  if (node->is_defined)
    return OTF2_CALLBACK_SUCCESS;
  node->name = name;
  node->class_name = class_name;
  node->parent = parent;
  node->is_defined = TRUE;
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
take_domain (void *user_data, OTF2_SystemTreeNodeRef id, OTF2_SystemTreeDomain domain)
{
  if (domain == OTF2_SYSTEM_TREE_DOMAIN_SHARED_MEMORY)
    get_node (user_data, id)->has_shared_memory = TRUE;
  return OTF2_CALLBACK_SUCCESS;
}

/* EZTrace gives the group of all locations and that of MPI_COMM_WORLD the same id, so the first is
 * kept apart. */
static OTF2_CallbackCode
take_group (void *user_data,
            OTF2_GroupRef id,
            OTF2_StringRef name,
            OTF2_GroupType type,
            OTF2_Paradigm paradigm,
            OTF2_GroupFlag flags,
            uint32_t n_members,
            const uint64_t *members)
{
  SpurOtf2Definitions *self = user_data;
  gboolean is_locations = type == OTF2_GROUP_TYPE_COMM_LOCATIONS;
  SpurOtf2Group *group;

  if (is_locations ? g_hash_table_contains (self->paradigm_locations, GUINT_TO_POINTER (paradigm))
                   : g_hash_table_contains (self->groups, GUINT_TO_POINTER (id)))
    return OTF2_CALLBACK_SUCCESS;
  group = g_new (SpurOtf2Group, 1);
  group->name = name;
  group->type = type;
  group->paradigm = paradigm;
  group->n_members = n_members;
  group->members = g_memdup2 (members, n_members * sizeof *members);
  if (is_locations)
    {
      g_hash_table_insert (self->paradigm_locations, GUINT_TO_POINTER (paradigm), group);
      if (paradigm == OTF2_PARADIGM_MPI)
        self->comm_locations = group;
    }
  else
    g_hash_table_insert (self->groups, GUINT_TO_POINTER (id), group);
  return OTF2_CALLBACK_SUCCESS;
}

static void
free_metric (gpointer data)
{
  SpurOtf2Metric *metric = data;

  g_free (metric->members);
  g_free (metric);
}

/* Kinds of definitions that are one row each: the container that the rows go to, the type of a row
 * and its values, then what libotf2 hands over. Rows of a table are found by their id. */
/* clang-format off */
#define UNPACK(...) __VA_ARGS__

#define LIST_ROWS(X) \
  X (Location, locations, SpurOtf2Location, (id, name, type, n_events, group, NULL), \
     OTF2_LocationRef id, OTF2_StringRef name, OTF2_LocationType type, uint64_t n_events, \
     OTF2_LocationGroupRef group) \
  X (Region, regions, SpurOtf2Region, (id, name, role, paradigm), \
     OTF2_RegionRef id, OTF2_StringRef name, OTF2_StringRef canonical_name, \
     OTF2_StringRef description, OTF2_RegionRole role, OTF2_Paradigm paradigm, \
     OTF2_RegionFlag flags, OTF2_StringRef source_file, uint32_t begin_line, uint32_t end_line) \
  X (Comm, comms, SpurOtf2Comm, (id, name, group), \
     OTF2_CommRef id, OTF2_StringRef name, OTF2_GroupRef group, OTF2_CommRef parent, \
     OTF2_CommFlag flags) \
  X (RmaWin, windows, SpurOtf2Window, (id, comm), \
     OTF2_RmaWinRef id, OTF2_StringRef name, OTF2_CommRef comm, OTF2_RmaWinFlag flags)

#define TABLE_ROWS(X) \
  X (LocationGroup, location_groups, SpurOtf2LocationGroup, (name, type, node, creator), \
     OTF2_LocationGroupRef id, OTF2_StringRef name, OTF2_LocationGroupType type, \
     OTF2_SystemTreeNodeRef node, OTF2_LocationGroupRef creator) \
  X (MetricMember, metric_members, SpurOtf2MetricMember, (name, unit, mode, base, exponent), \
     OTF2_MetricMemberRef id, OTF2_StringRef name, OTF2_StringRef description, \
     OTF2_MetricType type, OTF2_MetricMode mode, OTF2_Type value_type, OTF2_Base base, \
     int64_t exponent, OTF2_StringRef unit) \
  X (MetricClass, metrics, SpurOtf2Metric, \
     (.n_members = n_members, .members = g_memdup2 (members, n_members * sizeof *members)), \
     OTF2_MetricRef id, uint8_t n_members, const OTF2_MetricMemberRef *members, \
     OTF2_MetricOccurrence occurrence, OTF2_RecorderKind recorder_kind) \
  X (MetricInstance, metrics, SpurOtf2Metric, \
     (.is_instance = TRUE, .instanced = instanced, .scope = scope, .scope_id = scope_id), \
     OTF2_MetricRef id, OTF2_MetricRef instanced, OTF2_LocationRef recorder, \
     OTF2_MetricScope scope, uint64_t scope_id)
/* clang-format on */

#define TAKE_LIST_ROW(name, list, Row, values, ...)                                                \
  static OTF2_CallbackCode take_##name (void *user_data, __VA_ARGS__)                              \
  {                                                                                                \
    SpurOtf2Definitions *self = user_data;                                                         \
    Row row = { UNPACK values };                                                                   \
                                                                                                   \
    g_array_append_val (self->list, row);                                                          \
    return OTF2_CALLBACK_SUCCESS;                                                                  \
  }
LIST_ROWS (TAKE_LIST_ROW)

#define TAKE_TABLE_ROW(name, table, Row, values, ...)                                              \
  static OTF2_CallbackCode take_##name (void *user_data, __VA_ARGS__)                              \
  {                                                                                                \
    SpurOtf2Definitions *self = user_data;                                                         \
                                                                                                   \
    if (!g_hash_table_contains (self->table, GUINT_TO_POINTER (id)))                               \
      {                                                                                            \
        Row row = { UNPACK values };                                                               \
                                                                                                   \
        g_hash_table_insert (self->table, GUINT_TO_POINTER (id), g_memdup2 (&row, sizeof row));    \
      }                                                                                            \
    return OTF2_CALLBACK_SUCCESS;                                                                  \
  }
TABLE_ROWS (TAKE_TABLE_ROW)

static OTF2_GlobalDefReaderCallbacks *
make_callbacks (void)
{
  OTF2_GlobalDefReaderCallbacks *callbacks = OTF2_GlobalDefReaderCallbacks_New ();

  OTF2_GlobalDefReaderCallbacks_SetClockPropertiesCallback (callbacks, take_clock);
  OTF2_GlobalDefReaderCallbacks_SetStringCallback (callbacks, take_string);
  OTF2_GlobalDefReaderCallbacks_SetSystemTreeNodeCallback (callbacks, take_node);
  OTF2_GlobalDefReaderCallbacks_SetSystemTreeNodeDomainCallback (callbacks, take_domain);
  OTF2_GlobalDefReaderCallbacks_SetGroupCallback (callbacks, take_group);
#define SET_ROW(name, ...)                                                                         \
  OTF2_GlobalDefReaderCallbacks_Set##name##Callback (callbacks, take_##name);
  LIST_ROWS (SET_ROW)
  TABLE_ROWS (SET_ROW)
#undef SET_ROW
  return callbacks;
}

SPUR_DEFINE_ORDER (compare_locations, SpurOtf2Location, SPUR_BY (id))

static gboolean
check_archive (SpurOtf2Definitions *self, const char *path, GError **error)
{
  if (!self->has_clock || self->resolution_hz == 0 || self->resolution_hz > G_MAXINT64)
    return spur_error_set (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
                           "%s: clock properties: %" G_GUINT64_FORMAT
                           " ticks a second, expected 1 or more",
                           path, self->resolution_hz);
  g_array_sort (self->locations, compare_locations);
  for (guint i = 1; i < self->locations->len; i++)
    {
      const SpurOtf2Location *here = &g_array_index (self->locations, SpurOtf2Location, i);

      if (here[-1].id == here->id)
        return spur_error_set (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
                               "%s: location %" G_GUINT64_FORMAT " is defined twice", path,
                               here->id);
    }
  return TRUE;
}

/* Of an archive that is sound; @path is for messages. Locations are sorted by id. */
SpurOtf2Definitions *
spur_otf2_definitions_read (OTF2_Reader *reader, const char *path, GError **error)
{
  g_autoptr (SpurOtf2Definitions) self = g_new0 (SpurOtf2Definitions, 1);
  OTF2_GlobalDefReader *definitions = OTF2_Reader_GetGlobalDefReader (reader);
  OTF2_GlobalDefReaderCallbacks *callbacks = make_callbacks ();
  OTF2_ErrorCode status = OTF2_ERROR_INVALID;
  uint64_t n_read;

  self->strings = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->locations = g_array_new (FALSE, FALSE, sizeof (SpurOtf2Location));
  self->location_groups = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->nodes = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->regions = g_array_new (FALSE, FALSE, sizeof (SpurOtf2Region));
  self->groups = g_hash_table_new_full (NULL, NULL, NULL, free_group);
  self->comms = g_array_new (FALSE, FALSE, sizeof (SpurOtf2Comm));
  self->windows = g_array_new (FALSE, FALSE, sizeof (SpurOtf2Window));
  self->paradigm_locations = g_hash_table_new_full (NULL, NULL, NULL, free_group);
  self->metric_members = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->metrics = g_hash_table_new_full (NULL, NULL, NULL, free_metric);
  if (definitions != NULL)
    {
      OTF2_Reader_RegisterGlobalDefCallbacks (reader, definitions, callbacks, self);
      status = OTF2_Reader_ReadAllGlobalDefinitions (reader, definitions, &n_read);
      OTF2_Reader_CloseGlobalDefReader (reader, definitions);
    }
  OTF2_GlobalDefReaderCallbacks_Delete (callbacks);
  if (status != OTF2_SUCCESS)
    {
      spur_otf2_errors_fail (path, "definitions cannot be read", error);
      return NULL;
    }
  return check_archive (self, path, error) ? g_steal_pointer (&self) : NULL;
}

void
spur_otf2_definitions_free (SpurOtf2Definitions *self)
{
  g_hash_table_unref (self->strings);
  g_array_unref (self->locations);
  g_hash_table_unref (self->location_groups);
  g_hash_table_unref (self->nodes);
  g_array_unref (self->regions);
  g_hash_table_unref (self->groups);
  g_array_unref (self->comms);
  g_array_unref (self->windows);
  g_hash_table_unref (self->paradigm_locations);
  g_hash_table_unref (self->metric_members);
  g_hash_table_unref (self->metrics);
  g_free (self);
}

/* "" for a string that is not defined. */
const char *
spur_otf2_definitions_get_string (const SpurOtf2Definitions *self, OTF2_StringRef id)
{
  const char *string = g_hash_table_lookup (self->strings, GUINT_TO_POINTER (id));

  return string != NULL ? string : "";
}

const SpurOtf2Location *
spur_otf2_definitions_find_location (const SpurOtf2Definitions *self, OTF2_LocationRef id)
{
  const SpurOtf2Location wanted = { .id = id };
  guint index;

  return g_array_binary_search (self->locations, &wanted, compare_locations, &index)
           ? &g_array_index (self->locations, SpurOtf2Location, index)
           : NULL;
}

/* Old archives do not say what shares memory; there the usual classes of nodes do. */
static gboolean
is_host (const SpurOtf2Definitions *self, const SpurOtf2Node *node)
{
  const char *class_name = spur_otf2_definitions_get_string (self, node->class_name);

  return node->has_shared_memory || g_ascii_strcasecmp (class_name, "node") == 0 ||
         g_ascii_strcasecmp (class_name, "host") == 0;
}

gboolean
spur_otf2_definitions_find_host_of_node (const SpurOtf2Definitions *self,
                                         OTF2_SystemTreeNodeRef node,
                                         OTF2_SystemTreeNodeRef *host)
{
  OTF2_SystemTreeNodeRef at = node;

  /* Nothing says that parents form no circle. */
  for (guint i = 0; i < g_hash_table_size (self->nodes); i++)
    {
      const SpurOtf2Node *here = g_hash_table_lookup (self->nodes, GUINT_TO_POINTER (at));

      if (here == NULL || !here->is_defined)
        return FALSE;
      if (is_host (self, here))
        {
          *host = at;
          return TRUE;
        }
      at = here->parent;
    }
  return FALSE;
}

gboolean
spur_otf2_definitions_find_host (const SpurOtf2Definitions *self,
                                 OTF2_LocationGroupRef group,
                                 OTF2_SystemTreeNodeRef *host)
{
  const SpurOtf2LocationGroup *of =
    g_hash_table_lookup (self->location_groups, GUINT_TO_POINTER (group));

  return of != NULL && spur_otf2_definitions_find_host_of_node (self, of->node, host);
}

OTF2_LocationGroupRef
spur_otf2_definitions_find_clock_group (const SpurOtf2Definitions *self,
                                        OTF2_LocationGroupRef group)
{
  OTF2_LocationGroupRef at = group;

  /* Nor that creators do. */
  for (guint i = 0; i < g_hash_table_size (self->location_groups); i++)
    {
      const SpurOtf2LocationGroup *here =
        g_hash_table_lookup (self->location_groups, GUINT_TO_POINTER (at));

      /* A process that another one made may run on another host. */
      if (here == NULL || here->type != OTF2_LOCATION_GROUP_TYPE_ACCELERATOR ||
          !g_hash_table_contains (self->location_groups, GUINT_TO_POINTER (here->creator)))
        return at;
      at = here->creator;
    }
  return group;
}

const SpurOtf2Metric *
spur_otf2_definitions_find_metric (const SpurOtf2Definitions *self, OTF2_MetricRef id)
{
  return g_hash_table_lookup (self->metrics, GUINT_TO_POINTER (id));
}

const SpurOtf2Metric *
spur_otf2_definitions_find_metric_class (const SpurOtf2Definitions *self,
                                         const SpurOtf2Metric *metric)
{
  /* An instance may be one of another instance; nothing says that they form no circle. */
  for (guint i = 0; metric != NULL && i < g_hash_table_size (self->metrics); i++)
    {
      if (!metric->is_instance)
        return metric;
      metric = spur_otf2_definitions_find_metric (self, metric->instanced);
    }
  return NULL;
}
