//! Headless Chromium over CDP: the runner's hands.
