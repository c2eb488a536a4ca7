//! How much memory there is.

/// Bytes that can be had without pushing others out, where the system says so.
pub(crate) fn free() -> Option<u64> {
    read(&std::fs::read_to_string("/proc/meminfo").ok()?)
}

fn read(text: &str) -> Option<u64> {
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kib * 1024)
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn the_line_that_counts_is_found_among_the_others() {
        let text = "MemTotal:       24000000 kB\nMemFree: 5 kB\nMemAvailable:   1024 kB\n";
        assert_eq!(read(text), Some(1024 * 1024));
        assert_eq!(read("MemTotal: 1 kB\n"), None);
    }
}
