//! `memcpy` and `memmove` of the static program. Those of musl copy the last seven bytes one by one, which took up to 40 % of
//! the time of a batch.

#![allow(unsafe_code, reason = "C functions get pointers")]

use std::arch::asm;
use std::arch::x86_64::__m128i;

/// The largest piece that is copied with one pair of loads.
const BLOCK: usize = 32;

#[cfg_attr(target_env = "musl", unsafe(no_mangle))]
unsafe extern "C" fn memcpy(to: *mut u8, from: *const u8, count: usize) -> *mut u8 {
    // SAFETY: A piece that does not overlap is a special case.
    unsafe { memmove(to, from, count) }
}

/// Copies `count` bytes. The pieces may overlap, because each block is loaded before any byte that it needs is written.
#[cfg_attr(target_env = "musl", unsafe(no_mangle))]
unsafe extern "C" fn memmove(to: *mut u8, from: *const u8, count: usize) -> *mut u8 {
    // SAFETY: All loads and stores are within the `count` bytes at `from` and `to`, which the caller owns.
    unsafe {
        match count {
            0 => {}
            1 => to.write(from.read()),
            2..=3 => ends::<u16>(to, from, count),
            4..=7 => ends::<u32>(to, from, count),
            8..=15 => ends::<u64>(to, from, count),
            16..=BLOCK => ends::<__m128i>(to, from, count),
            // `to` is before `from`, or after its last byte.
            _ if (to as usize).wrapping_sub(from as usize) >= count => {
                let last = block(from.add(count - BLOCK));
                let mut at = 0;
                while at < count - BLOCK {
                    write(to.add(at), block(from.add(at)));
                    at += BLOCK;
                }
                write(to.add(count - BLOCK), last);
            }
            _ => {
                let first = block(from);
                let mut at = count;
                while at > BLOCK {
                    at -= BLOCK;
                    write(to.add(at), block(from.add(at)));
                }
                write(to, first);
            }
        }
    }
    to
}

/// Copies the first and the last bytes of a piece as two values, which overlap unless it has the length of both.
unsafe fn ends<T>(to: *mut u8, from: *const u8, count: usize) {
    let last = count - size_of::<T>();
    // SAFETY: The piece has at least the length of one value.
    unsafe {
        let values = (from.cast::<T>().read_unaligned(), from.add(last).cast::<T>().read_unaligned());
        to.cast::<T>().write_unaligned(values.0);
        to.add(last).cast::<T>().write_unaligned(values.1);
    }
}

unsafe fn block(from: *const u8) -> [__m128i; 2] {
    // SAFETY: The caller owns the block.
    unsafe { [from.cast::<__m128i>().read_unaligned(), from.cast::<__m128i>().add(1).read_unaligned()] }
}

unsafe fn write(to: *mut u8, [one, other]: [__m128i; 2]) {
    // SAFETY: The caller owns the block.
    unsafe {
        to.cast::<__m128i>().write_unaligned(one);
        to.cast::<__m128i>().add(1).write_unaligned(other);
        // Without this, the compiler would recognize the loop and call `memcpy`.
        asm!("", options(nostack, preserves_flags));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_of_all_lengths_are_copied_over_each_other() {
        let original: Vec<u8> = (0..=255).cycle().take(600).collect();
        for count in (0..140).chain([255, 256, 257]) {
            for (from, to) in
                (0..140).map(|shift| (shift, 140)).chain((0..140).map(|shift| (140, shift))).chain([(0, 300)])
            {
                let (mut found, mut expected) = (original.clone(), original.clone());
                // SAFETY: Both pieces are in the vector.
                let place = unsafe {
                    let at = found.as_mut_ptr();
                    memmove(at.add(to), at.add(from), count)
                };
                expected.copy_within(from..from + count, to);
                assert_eq!(found, expected, "{count} bytes from {from} to {to}");
                assert_eq!(place as usize - found.as_ptr() as usize, to);
            }
        }
    }
}
