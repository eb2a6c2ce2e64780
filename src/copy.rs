//! `memcpy` and `memmove` for the statically linked program. The musl versions copy up to seven bytes at the
//! end one by one, which took up to 40 % of a batch's running time.

#![allow(unsafe_code, reason = "C functions get pointers")]

use std::arch::asm;
use std::arch::x86_64::__m128i;

/// The unit that each step of a long copy loads and stores.
type Block = [__m128i; 2];
const BLOCK: usize = size_of::<Block>();

#[cfg_attr(target_env = "musl", unsafe(no_mangle))]
unsafe extern "C" fn memcpy(to: *mut u8, from: *const u8, count: usize) -> *mut u8 {
    // SAFETY: The requirements on callers of `memcpy` include those of `memmove`.
    unsafe { memmove(to, from, count) }
}

/// Copies `count` bytes between regions that may overlap. Each block is loaded before it can be overwritten.
#[cfg_attr(target_env = "musl", unsafe(no_mangle))]
unsafe extern "C" fn memmove(to: *mut u8, from: *const u8, count: usize) -> *mut u8 {
    // SAFETY: The caller owns the `count` bytes at `from` and `to`, and every load and store stays within
    // those bytes.
    unsafe {
        match count {
            0 => {}
            1 => to.write(from.read()),
            2..=3 => ends::<u16>(to, from, count, || ()),
            4..=7 => ends::<u32>(to, from, count, || ()),
            8..=15 => ends::<u64>(to, from, count, || ()),
            16..BLOCK => ends::<__m128i>(to, from, count, || ()),
            _ => ends::<Block>(to, from, count, || {
                // Copy forward, unless `to` is inside the source.
                let is_forward = (to as usize).wrapping_sub(from as usize) >= count;
                let mut done = 0;
                while done + BLOCK < count {
                    let at = if is_forward { done } else { count - BLOCK - done };
                    let block = from.add(at).cast::<Block>().read_unaligned();
                    to.add(at).cast::<Block>().write_unaligned(block);
                    done += BLOCK;
                    // Without this line, the compiler would recognize the loop and call `memcpy`.
                    asm!("", options(nostack, preserves_flags));
                }
            }),
        }
    }
    to
}

/// Loads the first and last `T` of the source, calls `between` to copy the bytes in between, and then stores both
/// values.
#[inline]
unsafe fn ends<T>(to: *mut u8, from: *const u8, count: usize, between: impl FnOnce()) {
    let last = count - size_of::<T>();
    // SAFETY: Source and destination are at least as long as one `T`.
    unsafe {
        let values = (from.cast::<T>().read_unaligned(), from.add(last).cast::<T>().read_unaligned());
        between();
        to.cast::<T>().write_unaligned(values.0);
        to.add(last).cast::<T>().write_unaligned(values.1);
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
                let copy = if usize::abs_diff(from, to) < count { memmove } else { memcpy };
                // SAFETY: Both regions are inside the vector.
                let place = unsafe {
                    let at = found.as_mut_ptr();
                    copy(at.add(to), at.add(from), count)
                };
                expected.copy_within(from..from + count, to);
                assert_eq!(found, expected, "{count} bytes from {from} to {to}");
                assert_eq!(place as usize - found.as_ptr() as usize, to);
            }
        }
    }
}
