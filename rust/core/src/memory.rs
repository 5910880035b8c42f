//! Memory hints: huge pages for large buffers, and prefetch.
//!
//! One page fault serves two megabytes instead of four kilobytes: faults cost more than the zeros
//! they bring. Stores that miss the cache wait for each other unless their lines were asked for. The
//! system and the processor may follow the advice or not; no result depends on it.
#![expect(
    unsafe_code,
    reason = "advice goes through C and the processor's own instructions, only here"
)]

/// A huge page in bytes; smaller buffers are left as they are.
const HUGE: usize = 1 << 21;

/// Larger buffers are left, too: on virtual machines much fresh memory on huge pages is dear, as
/// the host must find it first.
const MOST: usize = 1 << 26;

/// What glibc always gives a mapping of its own, and what it needs at the head of one.
const MAPPED: usize = (1 << 25) + HUGE;
const HEADER: usize = 1 << 6;

/// Ask for huge pages for all the room of a vector that is about to be filled.
#[must_use]
pub fn huge<T>(vector: Vec<T>) -> Vec<T> {
    let bytes = vector.capacity() * size_of::<T>();
    if (HUGE..=MOST).contains(&bytes) {
        advise(vector.as_ptr() as usize, bytes);
    }
    vector
}

/// Make room for so many more, on huge pages if it is much.
///
/// Much is made more: a mapping of its own, of whole huge pages, begins at one. Room that is never
/// used is never mapped. It is a wish: where there is no such room, the vector grows as it is filled.
pub fn reserve<T>(vector: &mut Vec<T>, additional: usize) {
    if vector.capacity() - vector.len() >= additional {
        return;
    }
    let capacity = vector.len().saturating_add(additional).max(2 * vector.capacity());
    let bytes = capacity.saturating_mul(size_of::<T>()).min(isize::MAX as usize - HUGE);
    if bytes < HUGE {
        return vector.reserve(additional);
    }
    if vector.try_reserve_exact(mapped(bytes) / size_of::<T>() - vector.len()).is_ok() {
        *vector = huge(std::mem::take(vector));
        begin(vector.as_ptr() as usize);
    }
}

/// Map the next pages of a vector too large for huge ones, many in one call, whenever what was put
/// in from a place on has come to new ones.
pub fn map_ahead<T>(vector: &Vec<T>, from: usize) {
    let address = |place: usize| vector.as_ptr() as usize + place * size_of::<T>();
    let (start, room) = (address(vector.len()), address(vector.capacity()));
    if start / HUGE != address(from) / HUGE && room - address(0) > MOST {
        map(start, start.next_multiple_of(HUGE).min(room) - start);
    }
}

/// Map the pages for so many more in a vector too large for huge ones, all in one call.
pub fn map_next<T>(vector: &Vec<T>, additional: usize) {
    let room = vector.capacity() - vector.len();
    if vector.capacity() * size_of::<T>() > MOST {
        let start = vector.as_ptr() as usize + vector.len() * size_of::<T>();
        map(start, additional.min(room) * size_of::<T>());
    }
}

/// At least so many zeros, on huge pages if they are many: those never touched are never mapped.
#[must_use]
pub fn zeros<T: Clone + Default>(len: usize) -> Vec<T> {
    let bytes = len * size_of::<T>();
    if bytes < HUGE {
        return vec![T::default(); len];
    }
    let vector = huge(vec![T::default(); mapped(bytes) / size_of::<T>()]);
    begin(vector.as_ptr() as usize);
    vector
}

/// The bytes of a mapping of its own, of whole huge pages, that holds so many.
fn mapped(bytes: usize) -> usize {
    (bytes + HEADER).max(MAPPED).next_multiple_of(HUGE) - HEADER
}

fn advise(address: usize, bytes: usize) {
    const MADV_HUGEPAGE: i32 = 14;
    tell(address, bytes, MADV_HUGEPAGE);
}

/// Map the first pages of a mapping of its own, in one call. They are small ones, because the
/// allocator has written to the first before huge pages were asked for, and one fault for each of
/// them takes longer than all other pages together.
fn begin(address: usize) {
    map(address, HUGE - HEADER);
}

fn map(address: usize, bytes: usize) {
    const MADV_POPULATE_WRITE: i32 = 23;
    tell(address, bytes, MADV_POPULATE_WRITE);
}

#[cfg(target_os = "linux")]
fn tell(address: usize, bytes: usize, advice: std::ffi::c_int) {
    use std::ffi::{c_int, c_void};

    unsafe extern "C" {
        fn madvise(address: *mut c_void, length: usize, advice: c_int) -> c_int;
    }
    const PAGE: usize = 1 << 12;

    // Whole pages, so that the mapping of a large buffer is not cut in two and can still be moved.
    // Where pages are larger, the system refuses, and nothing is lost.
    let start = address & !(PAGE - 1);
    let length = (address + bytes).next_multiple_of(PAGE) - start;
    // SAFETY: neither advice changes the content or the protection of any memory.
    unsafe { madvise(start as *mut c_void, length, advice) };
}

#[cfg(not(target_os = "linux"))]
fn tell(_address: usize, _bytes: usize, _advice: i32) {}

/// Ask the processor to fetch what stands at a place that will soon be needed: of loads and stores
/// at places far apart it has few under way at a time. It is advice, too, wherever the place may be.
#[inline]
pub fn prefetch<T>(slice: &[T], place: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};

        // SAFETY: nothing is read, and no address is wrong.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(slice.as_ptr().wrapping_add(place).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (slice, place);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Advised or not, a vector holds what is put into it, and keeps it when it grows and shrinks.
    #[test]
    fn content_does_not_depend_on_pages() {
        for size in [0, 1, HUGE / 4, 3 * HUGE + 1] {
            let mut vector = huge(Vec::with_capacity(size));
            vector.extend((0..size).map(|i| i as u32));
            reserve(&mut vector, size);
            vector.extend((0..size).map(|i| i as u32));
            vector.shrink_to_fit();
            assert!(vector.iter().copied().eq((0..size).chain(0..size).map(|i| i as u32)));
        }
    }

    /// Pages that were mapped before they are needed hold nothing but what is put there.
    #[test]
    fn content_does_not_depend_on_mapping() {
        let mut vector = Vec::new();
        reserve(&mut vector, MOST / 4 + 1);
        map_next(&vector, HUGE);
        for chunk in 0..3 {
            let from = vector.len();
            vector.extend((0..HUGE / 4).map(|i| (chunk + i) as u32));
            map_ahead(&vector, from);
        }
        let chunk = |chunk| (0..HUGE / 4).map(move |i| (chunk + i) as u32);
        assert!(vector.into_iter().eq((0..3).flat_map(chunk)));
    }

    /// More room than there can be is not an error before it is used.
    #[test]
    fn too_much_is_not_reserved() {
        let mut vector = vec![7_u64];
        reserve(&mut vector, usize::MAX / 16);
        reserve(&mut vector, usize::MAX);
        vector.push(8);
        assert_eq!(vector, [7, 8]);
    }
}
