/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Who is logged in, from the utmp file; it is read anew when it was written. Who is there at the
 * beginning is told like one who comes. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utmp.h>

#include "plugins/monitors/host/spur-host-file.h"

#define MAX_SESSIONS 4096
#define MAX_RECORDS 65536
#define RECORDS_AT_ONCE 32

typedef struct
{
  char user[SPUR_HOST_TEXT_BYTES];
  char terminal[SPUR_HOST_TEXT_BYTES];
  char from[SPUR_HOST_TEXT_BYTES];
  int64_t since_ns;
  int32_t pid;
  bool is_seen;
} Session;

typedef struct
{
  char path[SPUR_HOST_PATH_BYTES];
  bool is_there;
  struct stat facts;
  Session *sessions;
  unsigned n_sessions;
} Logins;

static const SpurHostColumn columns[] = {
  { "user", NULL, "who logs in or out", SPUR_HOST_TEXT },
  { "terminal", NULL, "where", SPUR_HOST_TEXT },
  { "from", NULL, "from which host, if from another", SPUR_HOST_TEXT },
  { "since", "ns", "when the login was, by the wall clock, since 1970", SPUR_HOST_LEVEL },
  { "users", "users", "how many are logged in then", SPUR_HOST_LEVEL },
};

static const SpurHostTable tables[] = {
  SPUR_HOST_TABLE (LOGIN, "Host_Login_Event", columns),
  SPUR_HOST_TABLE (LOGOUT, "Host_Logout_Event", columns),
};

static void
logins_close (void *state)
{
  free (((Logins *) state)->sessions);
}

static bool
logins_open (void *state, SpurHostContext *context)
{
  static const char *const places[] = { "/run/utmp", "/var/run/utmp" };
  Logins *self = state;

  for (unsigned i = 0; i < N_ITEMS (places); i++)
    {
      int n = snprintf (self->path, sizeof self->path, "%s%s", context->root, places[i]);

      if (n > 0 && n < (int) sizeof self->path && access (self->path, R_OK) == 0)
        return true;
    }
  spur_host_context_note (context, "%s%s: %s; goes on without logins", context->root, places[0],
                          strerror (errno));
  return false;
}

/* Fields of a record need not end, and programs write into them what they like. */
static void
copy_field (char *to, const char *from, size_t n_bytes)
{
  size_t n = 0;

  while (n < n_bytes && n + 1 < SPUR_HOST_TEXT_BYTES && from[n] != '\0')
    {
      to[n] = (unsigned char) from[n] < ' ' || (unsigned char) from[n] >= 0x7f ? '?' : from[n];
      n++;
    }
  to[n] = '\0';
}

static void
put_login (SpurHostContext *context,
           const SpurHostTable *table,
           const Session *session,
           unsigned n_users)
{
  SpurHostRow row = { .table = table, .part = SPUR_HOST_WHOLE, .time_ns = context->time_ns };

  row.texts[0] = session->user;
  row.texts[1] = session->terminal;
  row.texts[2] = session->from[0] != '\0' ? session->from : NULL;
  for (int i = 0; i < 3; i++)
    row.values[i] = i;
  row.values[3] = session->since_ns;
  row.values[4] = n_users;
  context->sink->put (context->sink, &row);
}

static bool
is_same (const Session *a, const Session *b)
{
  return a->pid == b->pid && a->since_ns == b->since_ns && strcmp (a->user, b->user) == 0 &&
         strcmp (a->terminal, b->terminal) == 0 && strcmp (a->from, b->from) == 0;
}

static void
take_session (Logins *self, SpurHostContext *context, const Session *session)
{
  Session *sessions;

  for (unsigned i = 0; i < self->n_sessions; i++)
    {
      if (is_same (&self->sessions[i], session))
        {
          self->sessions[i].is_seen = true;
          return;
        }
    }
  sessions = self->n_sessions < MAX_SESSIONS
               ? spur_host_make_room (self->sessions, self->n_sessions, sizeof *sessions)
               : NULL;
  if (sessions == NULL)
    {
      context->n_left_out++;
      return;
    }
  self->sessions = sessions;
  sessions[self->n_sessions] = *session;
  sessions[self->n_sessions++].is_seen = true;
}

static void
take_record (Logins *self, SpurHostContext *context, const struct utmp *record)
{
  Session session = { .pid = record->ut_pid };

  if (record->ut_type != USER_PROCESS)
    return;
  copy_field (session.user, record->ut_user, sizeof record->ut_user);
  copy_field (session.terminal, record->ut_line, sizeof record->ut_line);
  copy_field (session.from, record->ut_host, sizeof record->ut_host);
  session.since_ns = (int64_t) record->ut_tv.tv_sec * SPUR_HOST_NS_PER_S;
  if (session.user[0] != '\0')
    take_session (self, context, &session);
}

/* A record that is being written is there the next time. */
static bool
read_records (Logins *self, SpurHostContext *context)
{
  struct utmp records[RECORDS_AT_ONCE];
  unsigned n_records = 0;
  ssize_t n_bytes;
  int fd = open (self->path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);

  if (fd < 0)
    return false;
  while ((n_bytes =
            pread (fd, records, sizeof records, (off_t) n_records * (off_t) sizeof *records)) > 0)
    {
      unsigned n = (unsigned) ((size_t) n_bytes / sizeof *records);

      for (unsigned i = 0; i < n; i++)
        take_record (self, context, &records[i]);
      n_records += n;
      if ((size_t) n_bytes % sizeof *records != 0)
        context->n_odd_lines++;
      if (n == 0 || n_records >= MAX_RECORDS)
        break;
    }
  close (fd);
  if (n_records >= MAX_RECORDS)
    context->n_left_out++;
  return n_bytes >= 0;
}

static void
tell_login (Logins *self, SpurHostContext *context, unsigned n_before)
{
  unsigned n_users = n_before, n_kept = 0;

  for (unsigned i = 0; i < n_before; i++)
    {
      if (!self->sessions[i].is_seen)
        put_login (context, &tables[1], &self->sessions[i], --n_users);
    }
  for (unsigned i = n_before; i < self->n_sessions; i++)
    put_login (context, &tables[0], &self->sessions[i], ++n_users);
  for (unsigned i = 0; i < self->n_sessions; i++)
    {
      if (!self->sessions[i].is_seen)
        continue;
      self->sessions[n_kept] = self->sessions[i];
      self->sessions[n_kept++].is_seen = false;
    }
  self->n_sessions = n_kept;
}

static bool
is_changed (const struct stat *now, const struct stat *before)
{
  return now->st_mtim.tv_sec != before->st_mtim.tv_sec ||
         now->st_mtim.tv_nsec != before->st_mtim.tv_nsec || now->st_size != before->st_size ||
         now->st_ino != before->st_ino || now->st_dev != before->st_dev;
}

static void
logins_sample (void *state, SpurHostContext *context)
{
  Logins *self = state;
  unsigned n_before = self->n_sessions;
  struct stat facts;

  if (stat (self->path, &facts) != 0)
    {
      context->n_failed_reads += self->is_there;
      self->is_there = false;
      return;
    }
  if (self->is_there && !is_changed (&facts, &self->facts))
    return;
  context->time_ns = spur_host_now_ns ();
  if (!read_records (self, context))
    {
      context->n_failed_reads++;
      return;
    }
  self->facts = facts;
  self->is_there = true;
  tell_login (self, context, n_before);
}

const SpurHostSource spur_host_logins = {
  .category = "logins",
  .n_tables = N_ITEMS (tables),
  .tables = tables,
  .n_state_bytes = sizeof (Logins),
  .open = logins_open,
  .sample = logins_sample,
  .close = logins_close,
};
