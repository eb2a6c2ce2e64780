//! The filter that refuses the system calls which a program in the sandbox must not make. The filter is written in the
//! kernel's bytecode (classic BPF).

/// One instruction of a filter (`struct sock_filter` in the kernel).
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(super) struct Instruction {
    code: u16,
    jump_if: u8,
    jump_else: u8,
    value: u32,
}

const LOAD: u16 = 0x20;
const JUMP_EQUAL: u16 = 0x15;
const JUMP_AT_LEAST: u16 = 0x35;
const JUMP_ANY_BIT: u16 = 0x45;
const AND: u16 = 0x54;
const RETURN: u16 = 0x06;

const ALLOW: u32 = 0x7fff_0000;
const NOT_PERMITTED: u32 = 0x0005_0001;
const NO_ACCESS: u32 = 0x0005_000d;
const NO_SUCH_CALL: u32 = 0x0005_0026;

/// The offset of the number of the system call in `struct seccomp_data`.
const NUMBER: u32 = 0;
/// The offset of the architecture in `struct seccomp_data`.
const ARCHITECTURE: u32 = 4;
/// The offset of the call's first argument in `struct seccomp_data`.
const FIRST_ARGUMENT: u32 = 16;
/// The offset of the call's second argument in `struct seccomp_data`.
const SECOND_ARGUMENT: u32 = 24;
/// The offset of the call's fourth argument in `struct seccomp_data`.
const FOURTH_ARGUMENT: u32 = 40;

/// All `CLONE_NEW*` flags of `clone`. With these flags, the new process gets new namespaces.
const NEW_NAMESPACES: u32 = 0x7e02_0000;

/// The bits in the flags of `mmap` that determine whether the memory is shared and whether it belongs to a file.
const MAP_BITS: u32 = MAP_ANONYMOUS | 0x0f;
/// The bit in the flags of `mmap` for memory that does not belong to a file.
const MAP_ANONYMOUS: u32 = 0x20;
/// The two ways to share memory: `MAP_SHARED` and `MAP_SHARED_VALIDATE`.
const MAP_SHARED: [u32; 2] = [0x01, 0x03];

/// The requests of `ioctl` that change the attributes of a file (`FS_IOC_SETFLAGS`, its 32-bit form, and
/// `FS_IOC_FSSETXATTR`), or that write into the input of a terminal (`TIOCSTI`, `TIOCLINUX`).
const REFUSED_REQUESTS: [u32; 5] = [0x4008_6602, 0x4004_6602, 0x401c_5820, 0x5412, 0x541c];

/// The system calls of one processor architecture.
struct Calls {
    architecture: u32,
    clone: u32,
    socket: u32,
    ioctl: u32,
    mmap: u32,
    /// Calls that mount, trace, load code into the kernel, change the clock or the name of the machine, or enter other
    /// namespaces. A bot does not need these calls.
    refused: &'static [u32],
    /// Calls that change the permissions, the owner, the times or the attributes of a file: the families of `chmod`,
    /// `chown`, `utime`, `setxattr` and `removexattr`.
    attributes: &'static [u32],
    /// Calls that get memory which does not count towards the memory limit of any process: `memfd_create`, `shmget`,
    /// `semget`, `msgget`, and `setsockopt`, which can make the buffer of a socket larger. Some calls of `mmap`
    /// also get such memory, and [`shared_memory`] refuses them. The list also contains `setsid`: the kernel divides
    /// the processors fairly between sessions, so a program must not have many sessions.
    uncounted: &'static [u32],
}

/// New system calls, which have the same number on every architecture. The first calls in the list are `pidfd_getfd`,
/// `open_tree`, `move_mount`, `fsopen`, `fsconfig`, `fsmount`, `fspick`, `mount_setattr`, `quotactl_fd` and
/// `open_tree_attr`. They are followed by `io_uring_setup`, `io_uring_enter` and `io_uring_register`, whose operations
/// a filter cannot see, and by `fchmodat2`, `setxattrat`, `removexattrat`, `file_setattr` and `memfd_secret`.
const REFUSED_EVERYWHERE: [u32; 18] =
    [438, 428, 429, 430, 431, 432, 433, 442, 443, 467, 425, 426, 427, 452, 463, 466, 469, 447];
/// The number of the system call `clone3`. A filter cannot read the flags of this call, because the call passes only a
/// pointer to them. The filter therefore reports that `clone3` does not exist, and C libraries then use `clone`
/// instead.
const CLONE3: u32 = 435;

#[cfg(target_arch = "x86_64")]
const CALLS: Option<Calls> = Some(Calls {
    architecture: 0xc000_003e,
    clone: 56,
    socket: 41,
    ioctl: 16,
    mmap: 9,
    refused: &[
        101, 155, 159, 161, 163, 164, 165, 166, 167, 168, 169, 170, 171, 172, 173, 175, 176, 179, 103, 227,
        246, 248, 249, 250, 272, 298, 304, 308, 310, 311, 312, 313, 320, 321, 323,
    ],
    attributes: &[90, 91, 92, 93, 94, 132, 188, 189, 190, 197, 198, 199, 235, 260, 261, 268, 280],
    uncounted: &[29, 54, 64, 68, 112, 319],
});
#[cfg(target_arch = "aarch64")]
const CALLS: Option<Calls> = Some(Calls {
    architecture: 0xc000_00b7,
    clone: 220,
    socket: 198,
    ioctl: 29,
    mmap: 222,
    refused: &[
        39, 40, 41, 51, 60, 89, 97, 104, 105, 106, 112, 116, 117, 142, 161, 162, 170, 171, 217, 218, 219,
        224, 225, 241, 265, 268, 270, 271, 272, 273, 280, 282, 294,
    ],
    attributes: &[5, 6, 7, 14, 15, 16, 52, 53, 54, 55, 88],
    uncounted: &[157, 186, 190, 194, 208, 279],
});
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const CALLS: Option<Calls> = None;

/// Returns the filter for this processor, or `None` if its system calls are not known here.
pub(super) fn filter() -> Option<Vec<Instruction>> {
    let calls = CALLS?;
    let mut filter = vec![
        load(ARCHITECTURE),
        // Calls in the convention of another architecture (32-bit x86) have other numbers, so all of them are refused.
        Instruction { code: JUMP_EQUAL, jump_if: 1, jump_else: 0, value: calls.architecture },
        answer(NO_SUCH_CALL),
        load(NUMBER),
    ];
    // Calls of x32 are refused, too. Bit 30 of their numbers is set, and the numbers of all other calls are lower.
    filter.extend(answer_if(JUMP_AT_LEAST, 0x4000_0000, NO_SUCH_CALL));
    filter.extend(answer_if(JUMP_EQUAL, CLONE3, NO_SUCH_CALL));
    // Every call of `socket` is refused, because a network namespace does not isolate sockets in the file system or
    // sockets of a virtual machine.
    filter.extend(answer_if(JUMP_EQUAL, calls.socket, NO_ACCESS));
    let refused = [calls.refused, calls.attributes, calls.uncounted, &REFUSED_EVERYWHERE].concat();
    for number in refused {
        filter.extend(answer_if(JUMP_EQUAL, number, NOT_PERMITTED));
    }
    // If the call is not `ioctl`, the filter skips these instructions: one load, and two instructions for each request.
    let requests = 1 + 2 * REFUSED_REQUESTS.len() as u8;
    filter.push(Instruction { code: JUMP_EQUAL, jump_if: 0, jump_else: requests, value: calls.ioctl });
    filter.push(load(SECOND_ARGUMENT));
    for request in REFUSED_REQUESTS {
        filter.extend(answer_if(JUMP_EQUAL, request, NOT_PERMITTED));
    }
    filter.push(load(NUMBER));
    filter.extend(shared_memory(calls.mmap));
    filter.push(Instruction { code: JUMP_EQUAL, jump_if: 0, jump_else: 3, value: calls.clone });
    filter.push(load(FIRST_ARGUMENT));
    filter.extend(answer_if(JUMP_ANY_BIT, NEW_NAMESPACES, NOT_PERMITTED));
    filter.push(answer(ALLOW));
    Some(filter)
}

/// Refuses shared memory that does not belong to a file. A process can unmap a part of such memory. This part then
/// stays in memory, but it does not count for any process. Shared memory in files is possible in the temporary
/// directory, which has a size limit.
fn shared_memory(mmap: u32) -> Vec<Instruction> {
    let mut check =
        vec![load(FOURTH_ARGUMENT), Instruction { code: AND, jump_if: 0, jump_else: 0, value: MAP_BITS }];
    for shared in MAP_SHARED {
        check.extend(answer_if(JUMP_EQUAL, MAP_ANONYMOUS | shared, NOT_PERMITTED));
    }
    check.push(load(NUMBER));
    let skipped = check.len() as u8;
    check.insert(0, Instruction { code: JUMP_EQUAL, jump_if: 0, jump_else: skipped, value: mmap });
    check
}

const fn load(offset: u32) -> Instruction {
    Instruction { code: LOAD, jump_if: 0, jump_else: 0, value: offset }
}

const fn answer(value: u32) -> Instruction {
    Instruction { code: RETURN, jump_if: 0, jump_else: 0, value }
}

const fn answer_if(test: u16, value: u32, result: u32) -> [Instruction; 2] {
    [Instruction { code: test, jump_if: 0, jump_else: 1, value }, answer(result)]
}
