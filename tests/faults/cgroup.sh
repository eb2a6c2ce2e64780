#!/usr/bin/env bash
# Tests on a real kernel whether control groups of version 2 limit the programs that clowder starts: as root, and as a
# user to whom a group is delegated. The script starts a small virtual machine with clowder and hostile bots, because
# many machines on which the tests run have no such groups. It does not need root, but it needs these programs:
# qemu-system-x86_64, a static busybox, cpio and gcc (Debian: qemu-system-x86 busybox-static cpio gcc libc6-dev).
#
#     tests/faults/cgroup.sh [KERNEL]
#
# KERNEL is a Linux kernel of version 5.12 or later, such as /boot/vmlinuz-6.1.0-32-cloud-amd64. Without it, the cloud
# kernel of Debian is downloaded with apt-get and unpacked, but not installed. The environment variable CLOWDER is the
# path of the tested program (default: target/release/clowder). Prints one line for each check, and ends with status 1
# if one of them failed.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
clowder=${CLOWDER:-$here/../../target/release/clowder}
kernel=${1:-}
for program in qemu-system-x86_64 busybox cpio gcc; do
  command -v "$program" >/dev/null || { echo "$program is missing" >&2; exit 2; }
done
[ -x "$clowder" ] || { echo "$clowder is missing: cargo build --release" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [ -z "$kernel" ]; then
  package=$(apt-cache depends linux-image-cloud-amd64 | awk '/Depends: linux-image/ { print $2; exit }')
  (cd "$work" && apt-get download -q "$package" >/dev/null && dpkg -x ./*.deb kernel)
  kernel=$(echo "$work"/kernel/boot/vmlinuz-*)
fi

# The file system of the machine: busybox, clowder with its libraries, and two copies of the bots in their own folders.
root=$work/root
mkdir -p "$root"/{bin,dev,proc,sys/fs/cgroup,tmp,etc,usr,new,bots/one,bots/two}
cp "$(command -v busybox)" "$root/bin/busybox"
cp "$clowder" "$root/bin/clowder"
ldd "$clowder" | grep -o '/[^ ]*' | sort -u | while read -r library; do
  mkdir -p "$root$(dirname "$library")" && cp -L "$library" "$root$library"
done
gcc -static -O1 -o "$root/bots/one/bot" "$here/cgroup.c"
cp "$root/bots/one/bot" "$root/bots/two/bot"
cp "$here/cgroup-guest.sh" "$root/checks"
cat >"$root/init" <<'INIT'
#!/bin/busybox sh
# The sandbox needs pivot_root, which does not work in the first file system, so everything is copied to another one.
/bin/busybox mount -t tmpfs tmpfs /new
for name in bin dev proc sys tmp etc usr lib lib64 bots checks; do
  [ ! -e "/$name" ] || /bin/busybox cp -a "/$name" /new/
done
exec /bin/busybox switch_root /new /bin/busybox sh /checks
INIT
chmod 755 "$root/init" "$root/checks" "$root"/bots/*/bot
(cd "$root" && find . | cpio --quiet -o -H newc -R 0:0 | gzip -1) >"$work/initramfs"

# One processor, for which the bots must compete.
timeout 3600 qemu-system-x86_64 -accel "${ACCEL:-tcg}" -cpu max -m 1536 -smp 1 -nographic -no-reboot -nic none \
  -kernel "$kernel" -initrd "$work/initramfs" -append "console=ttyS0 panic=-1 quiet" </dev/null |
  stdbuf -oL tr -d "\r" | tee "$work/console" | grep --line-buffered -aE '^ *(ok|FAIL|info|done) ' || true
if ! grep -aq '^done ' "$work/console"; then
  echo "the machine did not finish:" >&2
  tail -n 20 "$work/console" >&2
  exit 1
fi
! grep -aq '^FAIL ' "$work/console"
