/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/record/object/spur-log-bridge.h"

#include <string.h>

#include "core/base/spur-digits-private.h"
#include "core/base/spur-object-internal.h"
#include "core/record/object/spur-recorder-private.h"

/**
 * SpurLogBridge:
 *
 * Records what a program and its libraries log by GLib, as events among the others: a message is
 * then seen between what happened before it and after it, on whichever host.
 *
 * Which messages are recorded is said by their levels and domains; all of them are passed on, to
 * g_log_writer_default() or what spur_log_bridge_set_next() says. A message is an event of the
 * class that the bridge was made with. What is known of it goes there by name:
 *
 * - each field of the message into the field of the class that has its name in small letters, where
 *   there is one and it takes it: a text, or a number if all of the text is one; `GLIB_DOMAIN` also
 *   into "domain";
 * - the name of the level, as in "Warning", into "level";
 * - everything else, as it is, into the list of use %SPUR_USE_VALUES where the class has one, the
 *   level as "LVL".
 *
 * With a class as `Custom_Event`, which has only that list, all is in the list: "LVL", "MESSAGE",
 * "GLIB_DOMAIN", "CODE_FILE", "CODE_LINE", "CODE_FUNC" and what else g_log_structured() was given.
 * A class of one's own with a field "message" has that as its own.
 *
 * Bytes that are no UTF-8 become U+FFFD. Fields of length 0 are pointers for writers, and left out.
 *
 * A message that is logged while a message is being recorded, or by the recorder's own clock or
 * factories, is passed on and not recorded. Any thread may log.
 *
 * |[<!-- language="C" -->
 * g_autoptr (SpurLogBridge) bridge = spur_log_bridge_new (SPUR_TYPE_CUSTOM_EVENT);
 *
 * spur_log_bridge_set_recorder (bridge, recorder);
 * spur_log_bridge_install (bridge);
 * ]|
 *
 * Since: 1.0
 */

struct _SpurLogBridge
{
  GObject parent_instance;

  GType type;
  GMutex mutex;
  SpurRecorder *recorder;
  GLogLevelFlags levels;
  /* Of #GPatternSpec; %NULL for all. */
  GPtrArray *domains;
  guint64 n_lost;

  GLogWriterFunc next;
  gpointer next_data;
  GDestroyNotify next_destroy;
};

SPUR_DEFINE_OBJECT (SpurLogBridge, spur_log_bridge, 0)

/* The calling thread is recording a message. */
static _Thread_local gboolean is_recording;

static void
clear_next (SpurLogBridge *self)
{
  if (self->next_destroy != NULL)
    self->next_destroy (self->next_data);
  self->next = g_log_writer_default;
  self->next_data = NULL;
  self->next_destroy = NULL;
}

static void
spur_log_bridge_clear (SpurLogBridge *self)
{
  clear_next (self);
  g_clear_pointer (&self->domains, g_ptr_array_unref);
  g_clear_object (&self->recorder);
  g_mutex_clear (&self->mutex);
}

static void
spur_log_bridge_init (SpurLogBridge *self)
{
  g_mutex_init (&self->mutex);
  self->levels = G_LOG_LEVEL_MASK;
  self->next = g_log_writer_default;
}

/**
 * spur_log_bridge_new:
 * @type: the event class of which messages are
 *
 * Makes a bridge for messages of all levels and domains, without a recorder.
 *
 * Returns: (transfer full): a bridge that records nothing yet
 *
 * Since: 1.0
 */
SpurLogBridge *
spur_log_bridge_new (GType type)
{
  SpurLogBridge *self;

  g_return_val_if_fail (g_type_is_a (type, SPUR_TYPE_EVENT), NULL);

  self = g_object_new (SPUR_TYPE_LOG_BRIDGE, NULL);
  self->type = type;
  return self;
}

/**
 * spur_log_bridge_set_recorder:
 * @self: a bridge
 * @recorder: (nullable): where messages are recorded from now on, or %NULL for nowhere
 *
 * Switches the bridge on and off. To be set to %NULL before the recorder is finished: what a
 * finished recorder is given is lost.
 *
 * Since: 1.0
 */
void
spur_log_bridge_set_recorder (SpurLogBridge *self, SpurRecorder *recorder)
{
  SpurRecorder *before;

  g_return_if_fail (SPUR_IS_LOG_BRIDGE (self));
  g_return_if_fail (recorder == NULL || SPUR_IS_RECORDER (recorder));

  if (recorder != NULL)
    g_object_ref (recorder);
  g_mutex_lock (&self->mutex);
  before = self->recorder;
  self->recorder = recorder;
  g_mutex_unlock (&self->mutex);
  g_clear_object (&before);
}

/**
 * spur_log_bridge_set_levels:
 * @self: a bridge
 * @levels: the levels that are recorded; %G_LOG_LEVEL_MASK for all, which is so at first
 *
 * Chooses messages by their level. A message of several levels is recorded if one of them is there.
 * Levels are recorded whether or not the next writer would print them. The recorder's own rules
 * (spur_recorder_set_rules(), `-level:debug`) hold for messages, too.
 *
 * Since: 1.0
 */
void
spur_log_bridge_set_levels (SpurLogBridge *self, GLogLevelFlags levels)
{
  g_return_if_fail (SPUR_IS_LOG_BRIDGE (self));

  g_mutex_lock (&self->mutex);
  self->levels = levels;
  g_mutex_unlock (&self->mutex);
}

/**
 * spur_log_bridge_set_domains:
 * @self: a bridge
 * @patterns: (nullable) (array zero-terminated=1): domains, with `*` and `?` as in #GPatternSpec,
 * or %NULL for all, which is so at first
 *
 * Chooses messages by their domain. The domain of a message without one is "".
 *
 * Since: 1.0
 */
void
spur_log_bridge_set_domains (SpurLogBridge *self, const char *const *patterns)
{
  GPtrArray *domains = NULL;
  GPtrArray *before;

  g_return_if_fail (SPUR_IS_LOG_BRIDGE (self));

  if (patterns != NULL)
    domains = g_ptr_array_new_with_free_func ((GDestroyNotify) g_pattern_spec_free);
  for (guint i = 0; patterns != NULL && patterns[i] != NULL; i++)
    g_ptr_array_add (domains, g_pattern_spec_new (patterns[i]));
  g_mutex_lock (&self->mutex);
  before = self->domains;
  self->domains = domains;
  g_mutex_unlock (&self->mutex);
  g_clear_pointer (&before, g_ptr_array_unref);
}

/**
 * spur_log_bridge_set_next:
 * @self: a bridge that is not installed
 * @function: (nullable) (scope notified) (closure user_data) (destroy destroy): what all messages
 *   are passed on to, or %NULL for g_log_writer_default()
 * @user_data: for @function
 * @destroy: (nullable): what to do with @user_data at last
 *
 * For programs that have a writer of their own, as there can be only one.
 *
 * Since: 1.0
 */
void
spur_log_bridge_set_next (SpurLogBridge *self,
                          GLogWriterFunc function,
                          gpointer user_data,
                          GDestroyNotify destroy)
{
  g_return_if_fail (SPUR_IS_LOG_BRIDGE (self));

  clear_next (self);
  if (function == NULL)
    return;
  self->next = function;
  self->next_data = user_data;
  self->next_destroy = destroy;
}

/**
 * spur_log_bridge_install:
 * @self: a bridge
 *
 * Makes the bridge the program's writer, for ever, by g_log_set_writer_func(), which a program can
 * call only once. Where it has a writer already, let that one call spur_log_bridge_writer().
 *
 * Since: 1.0
 */
void
spur_log_bridge_install (SpurLogBridge *self)
{
  g_return_if_fail (SPUR_IS_LOG_BRIDGE (self));

  g_log_set_writer_func (spur_log_bridge_writer, g_object_ref (self), g_object_unref);
}

/* ---- One message ---- */

static const char *
get_level_name (GLogLevelFlags level)
{
  /* From G_LOG_LEVEL_ERROR on, which is bit 2. */
  static const char *const names[] = { "Error", "Critical", "Warning", "Message", "Info", "Debug" };
  int bit = g_bit_nth_lsf (level, 1);

  return bit >= 2 && bit - 2 < (int) G_N_ELEMENTS (names) ? names[bit - 2] : "User";
}

static char *
dup_text (const GLogField *field)
{
  return g_utf8_make_valid (field->value, field->length < 0 ? -1 : field->length);
}

static gboolean
is_domain_wanted (GPtrArray *domains, const GLogField *fields, gsize n_fields)
{
  g_autofree char *domain = NULL;

  if (domains == NULL)
    return TRUE;
  for (gsize i = 0; i < n_fields && domain == NULL; i++)
    {
      if (fields[i].length != 0 && fields[i].value != NULL &&
          g_str_equal (fields[i].key, "GLIB_DOMAIN"))
        domain = dup_text (&fields[i]);
    }
  for (guint i = 0; i < domains->len; i++)
    {
      if (g_pattern_spec_match_string (domains->pdata[i], domain != NULL ? domain : ""))
        return TRUE;
    }
  return FALSE;
}

static gboolean
set_number (SpurEvent *event, const SpurField *field, const char *text)
{
  const char *end = text + strlen (text);
  gsize n_bits = 8 * spur_field_type_get_n_bytes (field->type);
  guint64 number;
  gint64 integer;
  double real;

  if (field->type == SPUR_FIELD_DOUBLE)
    {
      if (!spur_parse_double (text, end, &real))
        return FALSE;
      spur_event_set_double (event, field->name, real);
    }
  else if (field->type == SPUR_FIELD_INT64)
    {
      if (!spur_parse_int (text, end, &integer))
        return FALSE;
      spur_event_set_int (event, field->name, integer);
    }
  else
    {
      if (!spur_parse_uint (text, end, &number) || (n_bits < 64 && number >> n_bits != 0))
        return FALSE;
      spur_event_set_uint (event, field->name, number);
    }
  return TRUE;
}

/* Whether the class has the field, and it takes the text. */
static gboolean
set_field (SpurEvent *event, const char *name, const char *text)
{
  const SpurEventLayout *layout = spur_event_get_layout (event);
  int index = spur_event_layout_find_field (layout, name);
  const SpurField *field;

  if (index < 0)
    return FALSE;
  field = &layout->fields[index];
  if (field->type <= SPUR_FIELD_DOUBLE)
    return set_number (event, field, text);
  if (field->type != SPUR_FIELD_STRING)
    return FALSE;
  spur_event_set_string (event, name, text);
  return TRUE;
}

static void
put_field (SpurEvent *event, const GLogField *field, SpurEntryList *rest)
{
  g_autofree char *name = g_ascii_strdown (field->key, -1);
  g_autofree char *text = dup_text (field);

  if (set_field (event, name, text) ||
      (g_str_equal (name, "glib_domain") && set_field (event, "domain", text)))
    return;
  spur_entry_list_add_string (rest, field->key, NULL, text);
}

static SpurEvent *
make_event (SpurLogBridge *self,
            SpurRecorder *recorder,
            GLogLevelFlags level,
            const GLogField *fields,
            gsize n_fields)
{
  SpurEvent *event = spur_recorder_make_event (recorder, self->type);
  const SpurEventLayout *layout = spur_event_get_layout (event);
  int values = layout->field_of_use[SPUR_USE_VALUES];
  g_autoptr (SpurEntryList) rest = spur_state_list_new ();

  if (!set_field (event, "level", get_level_name (level)))
    spur_entry_list_add_string (rest, "LVL", NULL, get_level_name (level));
  for (gsize i = 0; i < n_fields; i++)
    {
      if (fields[i].length != 0 && fields[i].value != NULL)
        put_field (event, &fields[i], rest);
    }
  if (values >= 0 && layout->fields[values].type == SPUR_FIELD_LIST &&
      spur_entry_list_get_n_entries (rest) > 0)
    spur_event_set_list (event, layout->fields[values].name, rest);
  return event;
}

static void
record_message (SpurLogBridge *self, GLogLevelFlags level, const GLogField *fields, gsize n_fields)
{
  g_autoptr (GPtrArray) domains = NULL;
  g_autoptr (SpurRecorder) recorder = NULL;
  g_autoptr (SpurEvent) event = NULL;

  g_mutex_lock (&self->mutex);
  if (self->recorder != NULL && (self->levels & level & G_LOG_LEVEL_MASK) != 0)
    {
      recorder = g_object_ref (self->recorder);
      domains = self->domains != NULL ? g_ptr_array_ref (self->domains) : NULL;
    }
  g_mutex_unlock (&self->mutex);
  if (recorder == NULL || spur_recorder_is_busy_here (recorder) ||
      !is_domain_wanted (domains, fields, n_fields))
    return;
  event = make_event (self, recorder, level, fields, n_fields);
  if (spur_recorder_record_at_level (recorder, event, level, NULL))
    return;
  g_mutex_lock (&self->mutex);
  self->n_lost++;
  g_mutex_unlock (&self->mutex);
}

/**
 * spur_log_bridge_writer: (skip)
 * @level: the message's level
 * @fields: (array length=n_fields): its fields
 * @n_fields: how many
 * @user_data: a bridge
 *
 * Records the message if it is to be recorded, and passes it on: a #GLogWriterFunc for writers of a
 * program's own that choose between others. In languages other than C, use
 * spur_log_bridge_install().
 *
 * Returns: what the next writer says
 *
 * Since: 1.0
 */
GLogWriterOutput
spur_log_bridge_writer (GLogLevelFlags level,
                        const GLogField *fields,
                        gsize n_fields,
                        gpointer user_data)
{
  SpurLogBridge *self = user_data;

  g_return_val_if_fail (SPUR_IS_LOG_BRIDGE (self), G_LOG_WRITER_UNHANDLED);
  g_return_val_if_fail (fields != NULL || n_fields == 0, G_LOG_WRITER_UNHANDLED);

  if (!is_recording)
    {
      is_recording = TRUE;
      record_message (self, level, fields, n_fields);
      is_recording = FALSE;
    }
  return self->next (level, fields, n_fields, self->next_data);
}

/**
 * spur_log_bridge_get_n_lost:
 * @self: a bridge
 *
 * Gets how many messages were to be recorded, and the recorder refused them: because it was
 * finished, or for what else spur_recorder_record() fails.
 *
 * Returns: how many messages were to be recorded and were not
 *
 * Since: 1.0
 */
guint64
spur_log_bridge_get_n_lost (SpurLogBridge *self)
{
  guint64 n_lost;

  g_return_val_if_fail (SPUR_IS_LOG_BRIDGE (self), 0);

  g_mutex_lock (&self->mutex);
  n_lost = self->n_lost;
  g_mutex_unlock (&self->mutex);
  return n_lost;
}
