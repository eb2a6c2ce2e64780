// The programs of cgroup.sh: bots that answer each message with a random move, and a program that changes the user.
#define _GNU_SOURCE
#include <grp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// Takes 128 MiB of memory: in an anonymous file if that is allowed, otherwise in 4 processes.
static void take_memory(void) {
  static char block[1 << 20];
  int file = memfd_create("memory", 0);
  if (file < 0) perror("memfd_create");
  memset(block, 1, sizeof block);
  for (int n = 0; file >= 0 && n < 128; n++)
    if (write(file, block, sizeof block) < 0) { perror("write"); return; }
  int taken = 0;
  for (int child = 0; file < 0 && child < 4; child++) {
    int ends[2];
    char answer;
    if (pipe(ends)) return;
    if (fork() == 0) {
      char *own = malloc(32 << 20);
      memset(own, child + 1, 32 << 20);
      if (write(ends[1], own, 1) == 1) for (;;) pause();
    }
    close(ends[1]);
    taken += read(ends[0], &answer, 1) == 1;
  }
  // If a process has been killed in the meantime, its memory is not counted.
  while (file < 0 && waitpid(-1, NULL, WNOHANG) > 0) taken--;
  if (file >= 0 || taken == 4) fprintf(stderr, "took 128 MiB\n");
}

// Starts processes, which either wait or keep a processor busy.
static void start_processes(int count, int busy) {
  int started = 0;
  for (; started < count; started++) {
    pid_t child = fork();
    if (child < 0) break;
    if (child == 0)
      for (;;)
        if (!busy) pause();
  }
  fprintf(stderr, "started %d of %d processes\n", started, count);
}

// Needs 100 ms of processor time.
static void work(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  long end = time.tv_sec * 1000 + time.tv_nsec / 1000000 + 100;
  do clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  while (time.tv_sec * 1000 + time.tv_nsec / 1000000 < end);
}

int main(int count, char **words) {
  const char *what = count > 1 ? words[1] : "";
  if (!strcmp(what, "as") && count > 4) {
    // as USER GROUP COMMAND...: starts the command as the user, in a new group that is delegated to this user.
    uid_t user = atoi(words[2]);
    char group[4096], path[5000];
    snprintf(group, sizeof group, "%s/delegated-%d", words[3], getpid());
    if (mkdir(group, 0755) || chown(group, user, user)) { perror(group); return 1; }
    for (const char **name = (const char *[]){"cgroup.threads", "cgroup.subtree_control", "cgroup.procs", NULL}; *name; name++) {
      snprintf(path, sizeof path, "%s/%s", group, *name);
      if (chown(path, user, user)) { perror(path); return 1; }
    }
    FILE *file = fopen(path, "w");
    if (!file || fprintf(file, "%d\n", getpid()) < 0 || fclose(file)) { perror(path); return 1; }
    if (setgroups(0, NULL) || setgid(user) || setuid(user)) { perror("setuid"); return 1; }
    execv(words[4], words + 4);
    perror(words[4]);
    return 1;
  }
  char *line = NULL;
  size_t size = 0;
  for (int answers = 0; getline(&line, &size, stdin) > 0; answers++) {
    if (answers == 1) {
      if (!strcmp(what, "memory")) take_memory();
      if (!strcmp(what, "processes")) start_processes(300, 0);
      if (!strcmp(what, "spin")) start_processes(20, 1);
    }
    if (!strcmp(what, "work") && strstr(line, "\"activeTurn\":true")) work();
    char *id = strstr(line, "\"messageID\":\"");
    if (!id) continue;
    id += strlen("\"messageID\":\"");
    printf("{\"move\":\"RANDOM\",\"messageID\":\"%.*s\"}\n", (int)strcspn(id, "\""), id);
    fflush(stdout);
  }
}
