/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* A program with threads and locks that makes other processes in every way there is, or becomes
 * one:
 *
 *   processes HOW [ARGUMENT [LIBRARY]]
 *
 * It says the same whether it is recorded or not, and never waits for longer than four minutes. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define N_THREADS 3
#define N_TURNS 50
#define N_CHILDREN 40
#define MAX_SECONDS 240
#define MAX_LIBRARIES 100

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t barrier;
static int sum;
static char *program;

static void *
run (void *data)
{
  pthread_barrier_wait (&barrier);
  for (int i = 0; i < N_TURNS; i++)
    {
      pthread_mutex_lock (&mutex);
      sum++;
      pthread_mutex_unlock (&mutex);
    }
  return data;
}

/* Threads that lock, and are joined. */
static void
work (void)
{
  pthread_t threads[N_THREADS];

  pthread_barrier_init (&barrier, NULL, N_THREADS);
  for (int i = 0; i < N_THREADS; i++)
    pthread_create (&threads[i], NULL, run, NULL);
  for (int i = 0; i < N_THREADS; i++)
    pthread_join (threads[i], NULL);
  pthread_barrier_destroy (&barrier);
}

static void
tell (const char *who)
{
  printf ("%s: %d\n", who, sum);
  fflush (stdout);
}

static void
wait_for (pid_t child)
{
  int status = 0;

  if (child < 0 || waitpid (child, &status, 0) != child)
    printf ("no child\n");
  else if (WIFSIGNALED (status))
    printf ("child was ended by signal %d\n", WTERMSIG (status));
  else if (WEXITSTATUS (status) != 7)
    printf ("child ended with %d\n", WEXITSTATUS (status));
  fflush (stdout);
}

/* A child that works like its parent, and ends as programs do. */
static void
be_child (void)
{
  alarm (MAX_SECONDS);
  work ();
  tell ("child");
  exit (7);
}

static void
do_fork (void)
{
  for (int i = 0; i < 3; i++)
    {
      pid_t child = fork ();

      if (child == 0)
        be_child ();
      work ();
      wait_for (child);
    }
}

static volatile int is_over;

static void *
nothing (void *data)
{
  return data;
}

static void *
make_threads (void *data)
{
  while (!is_over)
    {
      pthread_t thread;
      pthread_barrier_t own;

      pthread_barrier_init (&own, NULL, 1);
      pthread_barrier_wait (&own);
      pthread_create (&thread, NULL, nothing, NULL);
      pthread_join (thread, NULL);
      pthread_barrier_destroy (&own);
    }
  return data;
}

/* While other threads are in the middle of all that they do. */
static void
do_busy (void)
{
  pthread_t threads[N_THREADS];

  for (int i = 0; i < N_THREADS; i++)
    pthread_create (&threads[i], NULL, make_threads, NULL);
  for (int i = 0; i < N_CHILDREN; i++)
    {
      pid_t child = fork ();

      if (child == 0)
        {
          alarm (MAX_SECONDS);
          work ();
          exit (7);
        }
      wait_for (child);
    }
  is_over = 1;
  for (int i = 0; i < N_THREADS; i++)
    pthread_join (threads[i], NULL);
}

/* Without the functions that libraries ask to be called before and after. */
static void
do_clone (void)
{
  for (int i = 0; i < 4; i++)
    {
      pid_t child = i % 2 == 0 ? (pid_t) syscall (SYS_clone, SIGCHLD, 0, 0, 0, 0) : _Fork ();

      if (child == 0)
        {
          alarm (MAX_SECONDS);
          for (int k = 0; k < N_TURNS; k++)
            {
              pthread_mutex_lock (&mutex);
              sum++;
              pthread_mutex_unlock (&mutex);
            }
          tell ("clone");
          exit (7);
        }
      work ();
      wait_for (child);
    }
}

static int
end_quietly (void *data)
{
  if (write (STDOUT_FILENO, "shares memory\n", 14) != 14)
    return 1;
  return *(int *) data;
}

/* In the memory of its parent, which goes on meanwhile. */
static void
do_share (void)
{
  size_t n_bytes = 1 << 16;
  int code = 7;
  char *stack = malloc (n_bytes);

  fflush (stdout);
  for (int i = 0; i < 4; i++)
    {
      pid_t child = clone (end_quietly, stack + n_bytes,
                           CLONE_VM | (i % 2 == 0 ? CLONE_VFORK : 0) | SIGCHLD, &code);

      work ();
      wait_for (child);
    }
  free (stack);
}

extern char **environ;

static void
do_spawn (void)
{
  char *arguments[] = { program, "leaf", NULL };

  for (volatile int i = 0; i < 2; i++)
    {
      pid_t child = -1;

      if (i == 0 && posix_spawn (&child, program, NULL, NULL, arguments, environ) != 0)
        printf ("cannot be spawned\n");
      if (i == 1 && (child = vfork ()) == 0)
        {
          execv (program, arguments);
          _exit (1);
        }
      work ();
      wait_for (child);
    }
}

static void
do_exec (void)
{
  char *arguments[] = { program, "leaf", NULL };

  tell ("before");
  execv (program, arguments);
}

/* A file of its own under the first number that is free. */
static void
write_own_file (const char *path)
{
  int file = open (path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

  for (int i = 0; i < 20; i++)
    {
      work ();
      if (write (file, "mine\n", 5) != 5)
        exit (1);
    }
  close (file);
}

static void
close_all (int first)
{
  for (int i = first; i < 1024; i++)
    close (i);
}

static void
do_close (const char *path)
{
  close_all (3);
  write_own_file (path);
}

/* Becomes a daemon as the textbooks say; the first process takes its end. */
static void
do_daemon (const char *path)
{
  pid_t child;

  prctl (PR_SET_CHILD_SUBREAPER, 1);
  child = fork ();
  if (child != 0)
    {
      int status = 0;

      waitpid (child, &status, 0);
      wait_for (-1 == waitpid (-1, &status, 0) || WEXITSTATUS (status) != 8 ? -1 : child);
      return;
    }
  setsid ();
  if (fork () != 0)
    _exit (7);
  alarm (MAX_SECONDS);
  umask (0);
  if (chdir ("/") != 0)
    exit (1);
  close_all (0);
  write_own_file (path);
  exit (8);
}

/* The library comes and goes while the program runs. */
static void
do_dlclose (const char *path)
{
  for (int i = 0; i < 3; i++)
    {
      void *library = dlopen (path, RTLD_NOW | (i == 1 ? RTLD_GLOBAL : RTLD_LOCAL));

      if (library == NULL)
        printf ("%s\n", dlerror ());
      work ();
      if (library != NULL && dlclose (library) != 0)
        printf ("%s\n", dlerror ());
      work ();
    }
}

/* Opens libraries that take static TLS until there is no room for another one. */
static void
fill_static_tls (const char *path)
{
  char copy[4096];
  int n_opened = 0;

  do
    snprintf (copy, sizeof copy, "%s.%d", path, n_opened);
  while (n_opened < MAX_LIBRARIES && dlopen (copy, RTLD_NOW) != NULL && ++n_opened);
  printf ("static TLS: %d libraries\n", n_opened);
}

/* The layer comes when there is no room for its static TLS: the program is told, and goes on. */
static void
do_late (const char *path, const char *layer)
{
  void *library;

  fill_static_tls (path);
  library = dlopen (layer, RTLD_NOW);
  printf ("%s\n", library != NULL ? "opened" : strstr (dlerror (), "static TLS"));
}

/* The layer comes first, and leaves room. */
static void
do_early (const char *path, const char *layer)
{
  if (dlopen (layer, RTLD_NOW) == NULL)
    printf ("%s\n", dlerror ());
  fill_static_tls (path);
}

/* Threads with the smallest stack that there may be, of which static TLS takes its part. */
static void
do_small (void)
{
  pthread_attr_t attributes;
  pthread_t threads[N_THREADS];

  pthread_attr_init (&attributes);
  pthread_attr_setstacksize (&attributes, PTHREAD_STACK_MIN);
  pthread_barrier_init (&barrier, NULL, N_THREADS);
  for (int i = 0; i < N_THREADS; i++)
    if (pthread_create (&threads[i], &attributes, run, NULL) != 0)
      exit (1);
  for (int i = 0; i < N_THREADS; i++)
    pthread_join (threads[i], NULL);
  pthread_barrier_destroy (&barrier);
  pthread_attr_destroy (&attributes);
}

/* Gives up its rights, so that a child's recording has nowhere to go. */
static void
do_drop (void)
{
  pid_t child;

  if (geteuid () == 0 && setuid (65534) != 0)
    printf ("cannot give up rights\n");
  work ();
  child = fork ();
  if (child == 0)
    be_child ();
  wait_for (child);
}

int
main (int argc, char **argv)
{
  const char *how = argc > 1 ? argv[1] : "";
  const char *argument = argc > 2 ? argv[2] : "";

  program = argv[0];
  alarm (MAX_SECONDS);
  work ();
  if (strcmp (how, "fork") == 0)
    do_fork ();
  else if (strcmp (how, "busy") == 0)
    do_busy ();
  else if (strcmp (how, "clone") == 0)
    do_clone ();
  else if (strcmp (how, "share") == 0)
    do_share ();
  else if (strcmp (how, "spawn") == 0)
    do_spawn ();
  else if (strcmp (how, "exec") == 0)
    do_exec ();
  else if (strcmp (how, "close") == 0)
    do_close (argument);
  else if (strcmp (how, "daemon") == 0)
    do_daemon (argument);
  else if (strcmp (how, "dlclose") == 0)
    do_dlclose (argument);
  else if (strcmp (how, "tls") == 0)
    fill_static_tls (argument);
  else if (strcmp (how, "late") == 0)
    do_late (argument, argv[3]);
  else if (strcmp (how, "early") == 0)
    do_early (argument, argv[3]);
  else if (strcmp (how, "small") == 0)
    do_small ();
  else if (strcmp (how, "drop") == 0)
    do_drop ();
  work ();
  tell (how);
  return 7;
}
