# The checks of cgroup.sh, which run as the first process of the virtual machine.
export PATH=/bin HOME=/tmp
/bin/busybox --install -s /bin
mount -t devtmpfs dev /dev
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t cgroup2 cgroup2 /sys/fs/cgroup
mount -t tmpfs -o mode=1777 tmpfs /tmp
# By default, the kernel divides the processors among sessions. The checks could then pass even if the control groups
# had no effect.
echo 0 >/proc/sys/kernel/sched_autogroup_enabled
groups=/sys/fs/cgroup
cd /tmp
printf 'root:x:0:0:root:/:/bin/sh\nuser:x:1000:1000:user:/tmp:/bin/sh\n' >/etc/passwd

echo "info  $(uname -sr), $(cat $groups/cgroup.controllers)"

# Prints whether a command succeeds.
check() {
  text=$1
  shift
  if "$@" >/tmp/check.out 2>&1; then echo "ok    $who: $text"; else
    echo "FAIL  $who: $text"
    cat /tmp/check.out /tmp/output | cut -c 1-900 | grep -v "dir...in" | head -n 8 | sed 's/^/info      /'
  fi
}
has() { grep -Eq -- "$1" /tmp/output; }
lacks() { ! has "$1"; }
# Succeeds if no process of a bot and no group of clowder is left.
is_clean() {
  for try in 1 2 3 4 5 6 7 8 9 10; do
    left=$(ps -o pid,args | grep -E '/bots/|__launch' | grep -v grep; find $groups -name 'clowder-[0-9]*')
    [ -z "$left" ] && return
    sleep 0.1
  done
  echo "$left"
  return 1
}
# Plays two games between a hostile bot and a bot that works for 100 ms in each of its turns.
play() {
  what=$1
  shift
  rm -rf "/tmp/$who-$what"
  # An emulated processor is slow.
  $as clowder bot match --game tictactoe --games 2 --seed 1 --format json --out "/tmp/$who-$what" "$@" \
    --start-limit 60000 --move-limit 60000 --bot hostile="/bots/one/bot $what" --bot honest="/bots/two/bot work" >/tmp/output 2>&1
  cat "/tmp/$who-$what"/tictactoe/match/Round0/*/messages.jsonl >>/tmp/output
}
# Prints the median time that the honest bot needs for an answer, in microseconds.
median() {
  grep -Eo '"identifier":"honest".*' /tmp/output | grep -Eo '"median":[0-9]+' | head -n 1 | cut -d: -f2
}

checks() {
  $as clowder bot check --game tictactoe --seed 1 --sandbox require -- /bots/two/bot >/tmp/output 2>&1
  check "a bot starts with all promises" has '^ok +clean exit'
  for limit in memory processes processors; do
    check "the limit of $limit is a control group" has "$limit: control group version 2"
  done
  play memory --memory 64
  check "the bot that takes memory is killed" has 'clowder: this program was killed, because all its processes together used more than 64 MiB'
  check "it did not get the memory" lacks 'took 128 MiB'
  check "its turns count as crashes" has '"identifier":"hostile".*"turns":\{"timeout":0,"crash":[1-9]'
  check "nothing is left" is_clean
  # Without a sandbox, a control group is the only limit for a file in memory.
  play memory --memory 64 --sandbox off
  check "it did not get the memory without a sandbox" lacks 'took 128 MiB'
  check "its turns count as crashes" has '"identifier":"hostile".*"turns":\{"timeout":0,"crash":[1-9]'
  check "nothing is left" is_clean
  play memory --memory 256
  check "a bot may take memory below its limit" has 'took 128 MiB'
  check "it has no fault" has '"identifier":"hostile"[^}]*\}[^}]*"turns":\{"timeout":0,"crash":0,'
  for sandbox in require off; do
    play processes --sandbox $sandbox
    check "the number of processes is limited with --sandbox $sandbox" has 'started 2[0-9][0-9] of 300 processes'
    check "nothing is left" is_clean
  done
  play nothing
  alone=$(median)
  play spin
  check "20 busy processes cause no fault of an honest bot" \
    has '"identifier":"honest"[^}]*\}[^}]*"turns":\{"timeout":0,"crash":0,"garbage":0,"illegal":0\}'
  beside=$(median)
  echo "info  $who: a turn took $alone us without other processes, and $beside us beside 20 busy processes"
  # With half of the processor, a turn takes twice as long. With one of 21 equal shares, it takes 21 times as long.
  check "the honest bot got its share" test "$beside" -lt $((alone * 4))
  check "nothing is left" is_clean
  # The referee is killed in the middle of a match.
  $as clowder bot match --game tictactoe --games 200 --seed 1 \
    --bot hostile="/bots/one/bot spin" --bot honest="/bots/two/bot work" >/tmp/output 2>&1 &
  sleep 3
  kill -9 $(ps -o pid,args | grep 'clowder bot match' | grep -v grep | awk '{ print $1 }')
  wait
  sleep 1
  check "nothing is alive after the referee was killed" \
    sh -c "! ps -o pid,args | grep -E '/bots/|__launch' | grep -v grep"
  if [ -n "$as" ]; then
    # The next run is in another delegated group, so it does not find these groups. Systemd would remove them together
    # with their scope. There is no systemd here, so this command removes them.
    find $groups/delegated-* -depth -type d -exec rmdir {} \;
  else
    clowder bot check --game tictactoe --seed 1 -- /bots/two/bot >/tmp/output 2>&1
    check "the next run removes the groups of the killed one" is_clean
  fi
  # Without network namespaces, the launcher fails after it has entered its group.
  most=$(cat /proc/sys/user/max_net_namespaces)
  echo 0 >/proc/sys/user/max_net_namespaces
  $as clowder bot check --game tictactoe --seed 1 --sandbox require -- /bots/two/bot >/tmp/output 2>&1
  check "a bot does not start without all promises" has 'the sandbox is not complete'
  check "nothing is left of a bot that does not start" is_clean
  play memory --memory 64
  check "without namespaces, the bot did not get the memory either" lacks 'took 128 MiB'
  check "nothing is left" is_clean
  echo "$most" >/proc/sys/user/max_net_namespaces
}

# These checks run as root. The groups have the same controllers as in a system with systemd.
echo '+memory +pids +cpu' >$groups/cgroup.subtree_control
who=root as=
checks

# These checks run as a user to whom a group is delegated. No other process runs in this group.
cp /bots/one/bot /bin/as
who=user as="/bin/as as 1000 $groups /bin/env"
checks

echo "done  all checks"
sync
poweroff -f
