//! Chooses the process that the kernel kills first when memory runs out.
//!
//! When memory runs out, the kernel normally kills the process that maps the most memory. However, a target can also
//! hold memory that it does not map, such as the contents of pipes. In this case, the kernel could kill the target's
//! launcher, which is in the same control group, and the launcher could then not report why the target has ended.
//! Therefore, the target gets a mark that makes the kernel kill it first.

use std::fs::{File, OpenOptions};
use std::io::{Read as _, Seek as _, Write as _};

/// The highest value of `oom_score_adj`. The kernel kills a process with this value before all others. Every user is
/// allowed to raise the value of their own processes.
const FIRST: &str = "1000";

/// A mark that makes the kernel kill this process first. Child processes inherit the mark. When this value is
/// dropped, the mark is removed from this process.
pub(super) struct KilledFirst {
    /// The file with the value of this process, and its old content. The field is `None` if the kernel does not let
    /// this process write the value, or if the mark must stay.
    file: Option<(File, String)>,
}

impl KilledFirst {
    /// Marks this process. The file is opened now, because it cannot be opened in the sandbox.
    pub(super) fn mark() -> Self {
        let open = || {
            let mut file = OpenOptions::new().read(true).write(true).open("/proc/self/oom_score_adj")?;
            let mut old = String::new();
            file.read_to_string(&mut old)?;
            file.write_all(FIRST.as_bytes())?;
            std::io::Result::Ok((file, old))
        };
        Self { file: open().ok() }
    }

    /// Leaves the mark on this process.
    pub(super) fn stay(mut self) {
        self.file = None;
    }
}

impl Drop for KilledFirst {
    fn drop(&mut self) {
        if let Some((file, old)) = &mut self.file {
            // If this fails, the kernel can kill this process instead of the target. The target then ends, too, but
            // possibly without a message.
            drop(file.rewind().and_then(|()| file.write_all(old.trim().as_bytes())));
        }
    }
}
