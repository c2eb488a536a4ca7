//! The browser extension, built for every browser, and how to load it.

use anyhow::Result;

use crate::need;
use crate::shell::{command, heading, root, run, say};

/// Builds it, and says where it is and what to do with it.
pub fn build() -> Result<()> {
    need::node_modules()?;
    heading("building the extension");
    run(command("npm").current_dir(root().join("web")).args([
        "run",
        "--silent",
        "--workspace",
        "extension",
        "build:all",
    ]))?;
    let dist = root().join("web/extension/dist");
    heading("to load it");
    for (browser, folder, how) in [
        (
            "Chrome",
            "chrome-mv3",
            "chrome://extensions, Developer mode, Load unpacked",
        ),
        (
            "",
            "chrome-mv3-lean",
            "the same without the debugger: no trusted input",
        ),
        (
            "Edge",
            "edge-mv3",
            "edge://extensions, Developer mode, Load unpacked",
        ),
        (
            "Firefox",
            "firefox-mv3",
            "about:debugging, This Firefox, Load Temporary Add-on: its manifest.json",
        ),
        (
            "Safari",
            "safari-mv3",
            "xcrun safari-web-extension-converter FOLDER",
        ),
    ] {
        say(&format!(
            "{browser:8} {}\n         {how}",
            dist.join(folder).display()
        ));
    }
    say(
        "\nThen: screen-agent user add you@example.org; screen-agent serve; click the icon and sign in.",
    );
    Ok(())
}
